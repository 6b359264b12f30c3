"""Modules that come straight out of a pack are what they are when they come out of files."""

import importlib
import importlib.util
import py_compile
import sys
from pathlib import Path

import pytest

from site_hooks import runtime

SOURCES = {
    "parcel.py": "raise AssertionError('a package of this name goes first')\n",
    "parcel/__init__.py": "from . import inside\n",
    "parcel/inside.py": "def f():\n    return 41 + 1\n",
}


@pytest.fixture
def early(tmp_path, monkeypatch):
    """sitecustomize.py with a pack of SOURCES, which are in no folder but the pack's."""
    path = runtime.ROOT / "docs/assets/cells/sitecustomize.py"
    spec = importlib.util.spec_from_file_location("early", path)
    early = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(early)
    assert not early.modules  # where there is no index
    pack, lines = b"begins with an index of its own", []
    for name, source in SOURCES.items():
        file = tmp_path / "made" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)
        stem = f"{tmp_path}/there/{name.removesuffix('.py')}"
        bytecode = Path(py_compile.compile(file, dfile=stem + ".py")).read_bytes()
        cached = importlib.util.cache_from_source(stem + ".py")
        lines.append(f"{stem}\t{cached}\t0\t{len(pack)}\t{len(bytecode)}")
        pack += bytecode
    (tmp_path / "0").write_bytes(pack)
    (tmp_path / "index").write_text("\n".join(lines))
    monkeypatch.setattr(early, "FOLDER", str(tmp_path))
    monkeypatch.setattr(sys, "path", [str(tmp_path / "there"), *sys.path])
    monkeypatch.setattr(sys, "meta_path", sys.meta_path[:])
    early.begin()
    yield early
    early.end()
    for name in ("parcel", "parcel.inside"):
        sys.modules.pop(name, None)


def facts(module):
    spec = module.__spec__
    return (module.__name__, module.__file__, module.__package__, getattr(module, "__path__", None), spec.cached,
            spec.origin, spec.has_location, spec.parent, spec.loader.name, spec.loader.path)  # fmt: skip


def test_a_module_of_a_pack_says_of_itself_what_one_of_a_file_does(early, tmp_path):
    parcel = importlib.import_module("parcel")
    assert parcel.inside.f() == 42
    out_of_pack = [facts(parcel), facts(parcel.inside)]
    assert type(parcel.__loader__) is early.Loader
    early.end()
    (tmp_path / "made").rename(tmp_path / "there")
    importlib.invalidate_caches()
    for name in ("parcel", "parcel.inside"):
        del sys.modules[name]
    parcel = importlib.import_module("parcel")
    assert type(parcel.__loader__) is not early.Loader
    assert [facts(parcel), facts(parcel.inside)] == out_of_pack


def test_what_is_in_no_pack_is_left_to_others(early):
    assert early.Finder.find_spec("json.no_such", ["/nowhere"]) is None
    with pytest.raises(ModuleNotFoundError, match="No module named 'parcel.missing'"):
        importlib.import_module("parcel.missing")


def test_at_the_end_nothing_is_held_and_a_module_is_reloaded_from_its_file(early, tmp_path):
    inside = importlib.import_module("parcel.inside")
    early.end()
    assert early.Finder not in sys.meta_path
    assert not early.modules and not early.places and not early.descriptors
    (tmp_path / "made").rename(tmp_path / "there")
    (tmp_path / "there/parcel/inside.py").write_text("def f():\n    return 'another answer'\n")
    importlib.invalidate_caches()
    assert importlib.reload(inside).f() == "another answer"
    assert "another answer" in inside.__loader__.get_source("parcel.inside")
