"""How optimizers reach a tensor's numbers: float arrays to compute with, and results written back in place."""

from .._core.dtype import BFLOAT16, narrow, widen


def compute(tensor):
    """The tensor's numbers as an array to compute with; bfloat16 as float32."""
    array = tensor._array
    return array if array.dtype != BFLOAT16 else widen(array)


def store(tensor, values):
    """Writes `values` into the tensor's memory."""
    array = tensor._array
    array[...] = values if array.dtype != BFLOAT16 else narrow(values)
    tensor._version[0] += 1
