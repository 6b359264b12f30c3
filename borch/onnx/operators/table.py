"""The table of what each op is in ONNX, and what the entries share.

An entry is a function (graph, call, parameters by name) that adds nodes and returns the name of the result, or a list of names
for several. Arrays come as Vars, whose shape and dtype are known, and whose `array` is the value where it is a constant.
"""

import numpy as np

from ..trace import Var

ENTRIES = {}


def emits(*names):
    """Enters a function as what the ops of these names are in ONNX."""

    def enter(fn):
        for name in names:
            ENTRIES[name] = fn
        return fn

    return enter


def entry_of(name):
    import importlib

    for room in ("elementwise", "shape", "index", "reduce", "matrix", "window", "norm", "recurrent"):
        importlib.import_module("." + room, __package__)
    return ENTRIES.get(name)


def dims_of(dim, ndim):
    """The axes a reduction's `dim` means, without negative ones; all for None and ()."""
    if dim is None or (isinstance(dim, (tuple, list)) and not dim):
        return tuple(range(ndim))
    dims = dim if isinstance(dim, (tuple, list)) else (dim,)
    return tuple(int(d) + ndim if d < 0 else int(d) for d in dims) if ndim else ()


def dtype_of(*values):
    """The dtype of the first Var among the values."""
    return next(v.dtype for v in values if isinstance(v, Var))


def operand(g, value, dtype):
    """A value or a number as an input of this dtype."""
    return g.use(value, dtype) if not isinstance(value, Var) else g.use(value)


def value_of(value):
    """A number for a number or a 0-dim constant; None for anything else."""
    if isinstance(value, Var):
        return value.array.item() if value.constant and value.size == 1 else None
    return value if isinstance(value, (bool, int, float, np.generic)) else None
