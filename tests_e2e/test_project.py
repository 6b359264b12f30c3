"""The worker's Python of the playground, tried in CPython: files of a project and the list of its names."""

import importlib
import sys
import types

import pytest

from tests_e2e.sites import ROOT


@pytest.fixture(scope="module")
def load():
    package = types.ModuleType("borch_cell")  # as the worker lays it out
    package.__path__ = [str(ROOT / "docs/assets/cells")]
    sys.modules["borch_cell"] = package
    yield lambda name: importlib.import_module(f"borch_cell.{name}")
    for name in [name for name in sys.modules if name.partition(".")[0] == "borch_cell"]:
        del sys.modules[name]


class Hostile:
    shape = dtype = property(lambda self: 1 / 0)

    def __repr__(self):
        raise RuntimeError


def test_names_run_no_code_of_the_reader(load):
    listed = load("names").listed({"odd": Hostile(), "many": [Hostile()] * 100, "_own": 1, "big": 10**5000})
    assert listed["list"][:2] == [
        ["odd", "Hostile", ""],
        ["many", "list", "[" + "<Hostile>, " * 6 + "...]"],
    ]
    assert [name for name, *_ in listed["list"]] == ["odd", "many", "big"]


def test_list_of_names_is_bounded(load):
    listed = load("names").listed({f"n{i}": "x" * 1000 for i in range(250)})
    assert (len(listed["list"]), listed["more"]) == (200, 50)
    assert all(len(value) <= 80 for *_, value in listed["list"])


def test_files_are_written_and_taken_away(load, tmp_path):
    project, folder = load("project"), str(tmp_path)
    (tmp_path / "theirs.txt").write_text("stays")
    before = project.put([["a.py", "x = 1\n"], ["b.txt", "b"]], {}, folder)
    assert sorted(before.values()) == ["a.py", "b.txt"]
    project.put([["a.py", "x = 22\n"]], before, folder)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.py", "theirs.txt"]
    assert (tmp_path / "a.py").read_text() == "x = 22\n"
