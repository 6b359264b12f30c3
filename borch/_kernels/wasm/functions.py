"""Kernels as builtin functions: CPython calls an export of kernels.wasm by its place in the function table, with no
JavaScript between, and the export gets the objects themselves.

Sources: CPython's C API, https://docs.python.org/3/c-api/structures.html#c.PyMethodDef and #c.METH_FASTCALL;
numpy's, https://numpy.org/doc/stable/reference/c-api/array.html#c.PyArray_Empty
"""

import numpy as np
from numpy._core import _multiarray_umath

from . import interpreter, places
from .places import address, memory

FASTCALL = 0x80  # METH_FASTCALL: the objects, and how many there are
EMPTY = 184  # PyArray_Empty, by its place among numpy's functions
# c/header.h begins `Own` with these
KNOWN = None, True, False, np.ndarray, tuple, int, float, np.dtype(np.float32), np.dtype(np.int64)

_kept = []  # what the functions point to: whoever still has one after `stop` may look at its name


def make(exports, names, least, room):
    """{name: the function}; each takes its arguments by position, and belongs to an `Own` of c/header.h."""
    create = interpreter.function("PyCMethod_New")
    own = _own(least, room)
    texts = [np.frombuffer(name.encode() + b"\0", np.uint8) for name in names]
    methods = np.zeros((len(texts), 4), np.uint32)  # a PyMethodDef each: name, function, flags, docstring
    _kept.append((methods, texts))
    made = {}
    for name, text, method in zip(names, texts, methods, strict=True):
        method[:3] = address(text), places.put(getattr(exports, name)), FASTCALL
        made[name] = places.owned(create(address(method), id(own), 0, 0))
    return made


FUNCTIONS = "PyTuple_New", "Py_DecRef"


def _own(least, room):
    """What the kernels know of the interpreter, and `room` bytes to work in."""
    words = [*map(id, KNOWN), memory(memory(id(_multiarray_umath._ARRAY_API), 3)[2], EMPTY + 1)[EMPTY]]
    words += [places.put(interpreter.function(name)) for name in FUNCTIONS]
    words += [tuple.__basicsize__, least]
    own = np.empty(len(words) + room // 4, np.uint32)
    own[: len(words)] = words
    return own
