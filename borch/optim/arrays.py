"""How optimizers reach a tensor's numbers: real arrays to compute with, and results written back in place.

In a differentiable step, which alone runs while gradients are recorded, the arrays are Tensors and all is recorded.
"""

import numpy as np

from .._core.dtype import BFLOAT16, narrow, widen
from .._core.mode import mode
from .._core.op import OPS
from .._core.tensor import Tensor

_PARTS = {np.dtype(np.complex64): np.float32, np.dtype(np.complex128): np.float64}


def compute(tensor):
    """The tensor's numbers as a real array to compute with: bfloat16 as float32, a complex one as its two parts."""
    array = tensor._array
    if mode.grad:
        copy = OPS["clone"](tensor)
        return OPS["view_as_real"](copy) if array.dtype.kind == "c" else copy
    if array.dtype == BFLOAT16:
        return widen(array)
    if array.dtype.kind == "c":
        return np.stack([array.real, array.imag], -1) if not array.flags.c_contiguous else _parts(array)
    return array


def _parts(array):
    return array.view(_PARTS[array.dtype]).reshape(*array.shape, 2)


def store(tensor, values, whole=False):
    """Writes `values`, in the form that `compute` gives, into the tensor's memory.

    A recorded step writes a complex tensor through its real view, and `whole` where torch does so.
    """
    array = tensor._array
    if mode.grad:
        if array.dtype.kind != "c":
            tensor.copy_(values)
        elif whole:
            tensor.copy_(OPS["view_as_complex"](values))
        else:
            OPS["view_as_real"](tensor).copy_(values)
        return
    if array.dtype == BFLOAT16:
        array[...] = narrow(values)
    elif array.dtype.kind == "c":
        array[...] = values[..., 0] + 1j * values[..., 1]
    else:
        array[...] = values
    tensor._writes[0] += 1


def root(x):
    """The square root, which may be written to."""
    return OPS["sqrt"](x) * 1.0 if isinstance(x, Tensor) else np.sqrt(x)


def keep_greater(kept, x):
    """The greater of both, element by element, written into `kept`."""
    if isinstance(kept, Tensor):
        kept.copy_(OPS["maximum"](OPS["clone"](kept), x))
    else:
        np.maximum(kept, x, out=kept)
