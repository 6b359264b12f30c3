"""docs/assets/data: the sample data are what README.md says, the reader reads them, and nothing else is needed for it."""

import doctest
import importlib.util
import re
import subprocess
import sys

import numpy as np
import pytest

from site_hooks import cells


@pytest.fixture(scope="module")
def samples():
    spec = importlib.util.spec_from_file_location("samples", cells.DATA / "samples.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_examples_print_what_they_say(samples):
    result = doctest.testmod(samples)
    assert (result.attempted == 5, result.failed) == (True, 0)


def test_digits_are_the_1797_of_the_repository(samples):
    images, labels = samples.digits()
    assert np.bincount(labels).tolist() == [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]
    assert np.unique(images * 16).tolist() == list(range(17))
    assert (images[0] * 16).astype(int).tolist()[2] == [0, 3, 15, 2, 0, 11, 8, 0]


def test_photograph_has_dark_coat_and_bright_sky(samples):
    picture = samples.photograph()
    assert picture[:10].min() > 0.6 > 0.2 > picture[70:80, 20:30].max()
    assert (picture.min() >= 0, picture.max() <= 1) == (True, True)


def test_wine_has_three_vines(samples):
    names, table = samples.wine()
    assert np.bincount(table[:, 13].astype(int)).tolist() == [59, 71, 48]
    assert table[:, names.index("proline")].mean() == pytest.approx(746.893, abs=0.001)


def test_reader_needs_numpy_alone():
    code = "import sys, samples; samples.digits(); print({'borch', 'torch', 'scipy', 'pandas'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=cells.DATA, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("set()\n", "")


def test_every_file_has_its_source_and_licence_in_the_readme():
    text = (cells.DATA / "README.md").read_text("utf-8")
    named = re.findall(r"^\| \[`([^`]+)`\]\(\1\) \|.*\|.*\w.*\|$", text, re.MULTILINE)
    present = {path.name for path in cells.DATA.iterdir() if path.is_file()}
    assert sorted(named) == sorted(present - {"README.md"})
