"""The compiled kernels in the package are what the compiler makes of c/; they ask for memory and the table of functions alone."""

import sys
from inspect import unwrap

import numpy as np
import pytest

from borch import _kernels
from borch._kernels import build, wasm
from borch._kernels import numpy as meanings
from borch._kernels.wasm import module


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory):
    target = tmp_path_factory.mktemp("kernels") / "kernels.wasm"
    build.build(target)
    return target.read_bytes()


def test_the_compiled_kernels_are_those_of_the_source(rebuilt):
    assert (build.HERE / "kernels.wasm").read_bytes() == rebuilt


def sections(data):
    """{section id: bytes} of a WebAssembly module."""
    assert data[:8] == b"\0asm\1\0\0\0"
    found, at = {}, 8
    while at < len(data):
        kind, size, shift, at = data[at], 0, 0, at + 1
        while True:
            byte = data[at]
            at += 1
            size |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        found[kind] = data[at : at + size]
        at += size
    return found


def test_the_module_imports_memory_and_table_and_puts_nothing_into_them(rebuilt):
    found = sections(rebuilt)
    assert found[2][:12] == b"\x02\x03env\x06memory"  # two imports
    assert b"\x03env\x19__indirect_function_table" in found[2]
    assert 11 not in found and 12 not in found  # no data, which would overwrite Pyodide's
    assert 9 not in found  # no functions, which would take the places of Pyodide's


@pytest.mark.parametrize("source", build.SOURCES, ids=lambda path: path.name)
def test_the_kernels_need_no_stack_in_memory(tmp_path, source):
    build.build(tmp_path / "kernels.s", [source], "-S")
    text = (tmp_path / "kernels.s").read_text()
    assert ".functype" in text and "__stack_pointer" not in text


def test_every_compiled_kernel_has_a_meaning_in_the_family_of_its_name():
    assert set(wasm.FAMILIES) <= set(meanings.FAMILIES)
    for name, family in wasm.FAMILIES.items():
        public = {
            key for key, value in vars(family).items() if getattr(value, "__module__", None) == family.__name__
        } - {key for key in vars(family) if key.startswith("_")}
        assert public <= set(meanings.FAMILIES[name].__all__)
    listed = [name for family in meanings.FAMILIES.values() for name in family.__all__]
    assert len(listed) == len(set(listed))
    assert all(unwrap(getattr(_kernels, name)) is unwrap(kernel) for name, kernel in meanings.names().items())


def test_kernels_that_are_not_started_leave_everything_to_numpy():
    x = np.ones((64, 64), np.float32)
    assert wasm.start() is False
    assert not vars(module.call)
    for name in ("exp", "tanh"):
        assert np.array_equal(wasm.names()[name](x), getattr(np, name)(x))
    assert np.array_equal(wasm.names()["matmul"](x, x), x @ x)


def test_outside_of_the_browser_numpy_computes():
    assert sys.platform != "emscripten"
    assert _kernels.compiled is False
    assert _kernels.matmul is _kernels.numpy.matmul
