"""Every example of the playground, run by borch under torch's name, prints the lines that torch has printed for it.
`make parity` runs them on torch (`python -m site_hooks.promise --check`)."""

import contextlib
import io
import warnings

import pytest

from borch.testing import lines
from site_hooks import programs, promise
from tests.alias import torch_is_borch

PATHS = programs.paths(promise.DOCS)


def printed(path):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("agg")
    code, captured = compile(path.read_text("utf-8"), path.name, "exec"), io.StringIO()
    with torch_is_borch(), contextlib.redirect_stdout(captured), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*is non-interactive, and thus cannot be shown")
        exec(code, {"__name__": "__main__"})
    pyplot.close("all")
    return captured.getvalue()


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_example_prints_torchs_lines(path):
    promised = programs.promised(path)
    assert promised.strip(), f"{path.name} has no promise: python -m site_hooks.promise writes it"
    assert list(map(str, lines.compare(promised, printed(path), None))) == []


def test_every_example_is_on_the_page():
    page = (promise.DOCS / "playground.md").read_text("utf-8")
    assert [path.name for path in PATHS if f"({programs.FOLDER}/{path.name})" not in page] == []
    assert page.count(f"({programs.FOLDER}/") == len(PATHS) > 0


def test_no_promise_is_left_of_an_example_that_is_gone():
    promises = sorted((promise.DOCS / programs.FOLDER).glob("*.txt"))
    assert [path.stem for path in promises] == [path.stem for path in PATHS]
