"""How optimizers reach a tensor's numbers: real arrays to compute with, and results written back in place."""

import numpy as np

from .._core.dtype import BFLOAT16, narrow, widen

_PARTS = {np.dtype(np.complex64): np.float32, np.dtype(np.complex128): np.float64}


def compute(tensor):
    """The tensor's numbers as a real array to compute with: bfloat16 as float32, a complex one as its two parts."""
    array = tensor._array
    if array.dtype == BFLOAT16:
        return widen(array)
    if array.dtype.kind == "c":
        return np.stack([array.real, array.imag], -1) if not array.flags.c_contiguous else _parts(array)
    return array


def _parts(array):
    return array.view(_PARTS[array.dtype]).reshape(*array.shape, 2)


def store(tensor, values):
    """Writes `values`, in the form that `compute` gives, into the tensor's memory."""
    array = tensor._array
    if array.dtype == BFLOAT16:
        array[...] = narrow(values)
    elif array.dtype.kind == "c":
        array[...] = values[..., 0] + 1j * values[..., 1]
    else:
        array[...] = values
    tensor._writes[0] += 1
