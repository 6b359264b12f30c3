"""Kernels as builtin functions: CPython calls an export of kernels.wasm by its place in the function table, with no
JavaScript between, and the export gets the objects themselves.

Sources: CPython's C API, https://docs.python.org/3/c-api/structures.html#c.PyMethodDef and #c.METH_FASTCALL
"""

import numpy as np

from . import interpreter, places
from .places import address

FASTCALL = 0x80  # METH_FASTCALL: the objects, and how many there are

_kept = []  # what the functions point to: whoever still has one after `stop` may look at its name


def make(exports, names):
    """{name: the function}; each takes its arguments by position and is told None as what it belongs to."""
    create = interpreter.function("PyCMethod_New")
    texts = [np.frombuffer(name.encode() + b"\0", np.uint8) for name in names]
    methods = np.zeros((len(texts), 4), np.uint32)  # a PyMethodDef each: name, function, flags, docstring
    _kept.append((methods, texts))
    made = {}
    for name, text, method in zip(names, texts, methods, strict=True):
        method[:3] = address(text), places.put(getattr(exports, name)), FASTCALL
        made[name] = places.owned(create(address(method), id(None), 0, 0))
    return made
