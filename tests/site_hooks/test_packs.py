"""Packs: bytecode that Pyodide made and can make again, files where Python looks for them, and a start without a compiler."""

import gzip
import json
import os
import struct
import zipfile

import pytest

from site_hooks import packs

SOURCES = {
    f"{packs.PACKAGES}/borch/__init__.py": b"from borch import thing\nNAMES = {'a', 'b', 'c'}\n",
    f"{packs.PACKAGES}/borch/thing.py": b"def f(x):\n    'What f does.'\n    return [x, *'abc', 1.5, frozenset('xyz')]\n",
    f"{packs.PACKAGES}/borch/no_python.py": b"def def\n",
    f"{packs.PACKAGES}/borch/data.bin": b"\0\1",
}


def unpack(data):
    """What docs/assets/cells/packs.js makes of a pack."""
    [length] = struct.unpack_from("<I", data)
    files, at = {}, 4 + length
    for path, size in json.loads(data[4:at]):
        files[path], at = data[at : at + size], at + size
    assert at == len(data)
    return files


@pytest.fixture(scope="module")
def compiled(pyodide, tmp_path_factory):
    return packs.compile_files(SOURCES, pyodide, tmp_path_factory.mktemp("store"))


def test_bytecode_is_for_python_314_and_never_compared_with_a_source(compiled):
    paths = [f"{packs.PACKAGES}/borch/__pycache__/{name}.cpython-314.pyc" for name in ("__init__", "thing")]
    assert sorted(compiled) == paths  # what is no Python stays a source
    for data in compiled.values():
        magic, flags = struct.unpack_from("<HxxI", data)
        assert 3600 < magic < 3650, "3.14 has one of these: see importlib._bootstrap_external"
        assert flags == 1, "an unchecked hash, PEP 552"


def test_bytecode_is_the_same_whatever_was_compiled_before(compiled, pyodide, tmp_path):
    [first, second] = sorted(compiled)
    paths = [f"{packs.PACKAGES}/borch/thing.py", f"{packs.PACKAGES}/borch/__init__.py"]
    again = packs.compile_files({path: SOURCES[path] for path in paths}, pyodide, tmp_path)
    assert (again[first], again[second]) == (compiled[first], compiled[second])


def test_a_module_is_compiled_once(compiled, pyodide, tmp_path, monkeypatch):
    packs.compile_files(SOURCES, pyodide, tmp_path)
    monkeypatch.setattr(packs, "_node", lambda *given: pytest.fail("Node was started"))
    assert packs.compile_files(SOURCES, pyodide, tmp_path) == compiled


def test_a_pack_is_unpacked_to_what_was_packed():
    assert unpack(packs.pack(SOURCES)) == SOURCES
    assert unpack(packs.pack({})) == {}


def test_a_zipped_pack_depends_on_its_files_alone(tmp_path):
    [one, two] = [packs.zipped("x", packs.pack(SOURCES), tmp_path / name) for name in ("a", "b")]
    assert one.name == two.name
    assert one.read_bytes() == two.read_bytes()
    assert unpack(gzip.decompress(one.read_bytes())) == SOURCES
    assert packs.zipped("x", packs.pack({}), tmp_path / "a").name != one.name


def test_the_store_keeps_the_packs_last_used(tmp_path, monkeypatch):
    monkeypatch.setattr(packs, "KEPT", 2)
    made = []
    for k in range(3):
        made.append(packs.zipped("x", bytes([k]), tmp_path))
        os.utime(made[k], (k + 1, k + 1))
    other = packs.zipped("y", b"", tmp_path)
    assert sorted(other.parent.iterdir()) == sorted([*made[1:], other])
    assert packs.zipped("x", bytes([1]), tmp_path) == made[1]  # used again
    last = packs.zipped("x", bytes([4]), tmp_path)
    assert sorted(other.parent.iterdir()) == sorted([made[1], last, other])


def test_files_are_sorted_by_when_they_are_needed():
    bytecode = {packs.bytecode_path(path): b"code" for path in SOURCES if path.endswith(("thing.py", "__init__.py"))}
    first = f"{packs.PACKAGES}/borch/__pycache__/__init__.cpython-314.pyc"
    groups = packs.sort(SOURCES, bytecode, {"first": [first], "next": []})
    assert list(groups["first"]) == [first]
    assert groups["next"] == {}
    names = sorted(path.rsplit("/", 1)[-1] for path in groups["rest"])
    assert names == ["data.bin", "no_python.py", "thing.cpython-314.pyc"]
    assert sorted(path.rsplit("/", 1)[-1] for path in groups["sources"]) == ["__init__.py", "thing.py"]


@pytest.fixture
def given(tmp_path):
    """A Pyodide, a wheel and the cells' files, as small as can be."""
    folder, cells = tmp_path / "pyodide", tmp_path / "cells"
    folder.mkdir()
    cells.mkdir()
    contents = {
        folder / "python_stdlib.zip": {"json/__init__.py": b"pass"},
        folder / "numpy-2-any.whl": {"numpy/__init__.py": b"", "numpy/tests/test_a.py": b"", "numpy/a.pyi": b""},
        tmp_path / "borch-1-any.whl": {"borch/__init__.py": b""},
    }
    for path, files in contents.items():
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in files.items():
                archive.writestr(name, data)
    (folder / packs.WASM).write_bytes(b"\0asm")
    (folder / packs.SCRIPT).write_bytes(b"export default 1;\n")
    for name in packs.STARTERS:
        (cells / name).write_text("//")
    (cells / "runner.py").write_text("pass")
    return folder, tmp_path / "borch-1-any.whl", cells, tmp_path / "store"


def no_node():
    raise packs.NoCompiler("there is no Node")


def test_without_a_compiler_the_first_packs_hold_every_source_and_the_reason_is_said(given, monkeypatch, caplog):
    monkeypatch.setattr(packs, "find_node", no_node)
    caplog.set_level("INFO")
    made = packs.make(*given)
    assert "there is no Node" in caplog.text
    plan = json.loads(made[packs.PLAN].read_text())
    assert [name for when in ("next", "rest", "sources") for name in plan["packs"][when]] == []
    files = {}
    for name in plan["packs"]["first"]:
        files |= unpack(gzip.decompress(made[name].read_bytes()))
    assert sorted(files) == [
        f"{packs.PYTHON}/json/__init__.py",
        f"{packs.PACKAGES}/borch/__init__.py",
        f"{packs.PACKAGES}/borch_cell/__init__.py",
        f"{packs.PACKAGES}/borch_cell/runner.py",
        f"{packs.PACKAGES}/numpy/__init__.py",
    ]
    assert gzip.decompress(made[f"{packs.WASM}.gz"].read_bytes()) == b"\0asm"


@pytest.mark.parametrize("change", ["boot.js", "runner.py"])
def test_an_image_is_of_one_state_of_everything_that_it_is_made_from(given, monkeypatch, change):
    monkeypatch.setattr(packs, "find_node", no_node)
    key = json.loads(packs.make(*given)[packs.PLAN].read_text())["key"]
    assert json.loads(packs.make(*given)[packs.PLAN].read_text())["key"] == key
    (given[2] / change).write_text("# changed")
    assert json.loads(packs.make(*given)[packs.PLAN].read_text())["key"] != key
