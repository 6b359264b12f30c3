"""One file per family of ops; importing a file publishes its ops as functions and as methods of Tensor."""

import importlib

from . import (  # noqa: F401
    arithmetic,
    assign,
    axes,
    bitwise,
    clamp,
    compare,
    complex,
    convert,
    copies,
    einsum,
    erf,
    exponential,
    extrema,
    former,
    gather,
    grid,
    histogram,
    index,
    inspect,
    join,
    late,
    layouts,
    masked,
    matmul,
    memory,
    nansum,
    norm,
    operators,
    parts,
    power,
    products,
    quantile,
    quotient,
    rearrange,
    rectify,
    reduce,
    rooms,
    rounding,
    scan,
    scatter,
    search,
    shape,
    slices,
    softmax,
    sort,
    split,
    statistics,
    trig,
    variance,
    worded,
)

loaded_libraries: set[str] = set()


def load_library(path):
    """OSError: no compiled library is loaded into borch."""
    raise OSError(f"Could not load this library: {path}")


def __getattr__(name):  # torch.ops is the dispatcher's namespaces: torch.ops.aten
    from importlib.util import find_spec

    if name.startswith("__") or find_spec("." + name, __name__) is not None:
        raise AttributeError(f"module 'torch.ops' has no attribute '{name}'")
    return importlib.import_module("borch._ops").namespace(name)
