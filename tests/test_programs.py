"""Programs as people publish them print on borch what they print on torch."""

import contextlib
import io
import json
import os
import random
import runpy
import warnings
from pathlib import Path

import pytest

from borch.testing import lines
from tests.alias import torch_is_borch

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
GOLDEN = Path(__file__).parent / "golden" / "programs.json"


def output_of(path, folder):
    """What a program prints; it runs in `folder`."""
    printed = io.StringIO()
    before = os.getcwd()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(printed), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            random.seed(0)
            runpy.run_path(str(path), run_name="__main__")
    finally:
        os.chdir(before)
    return printed.getvalue()


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_prints_what_it_prints_on_torch(path, tmp_path):
    expected = json.loads(GOLDEN.read_text("utf-8"))[path.stem]
    with torch_is_borch():
        printed = output_of(path, tmp_path)
    assert lines.compare(expected, printed) == []


def test_there_are_frozen_lines_of_each_program():
    assert sorted(json.loads(GOLDEN.read_text("utf-8"))) == [path.stem for path in PROGRAMS]
