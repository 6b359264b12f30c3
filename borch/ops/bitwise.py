"""Bitwise ops on integers and bools: and, or, xor, not, shifts.

Source: https://docs.pytorch.org/docs/stable/torch.html#pointwise-ops
"""

import numpy as np

from .._core.op import op
from .both import FOUND_DTYPE


@op(kind="same", inplace=True, out_dtype=FOUND_DTYPE, refuse={"hfcw": "bitwise_not_cpu"})
def bitwise_not(input):
    """Each element with all its bits flipped; of a bool, its opposite. NotImplementedError for floats.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.bitwise_not.html

    >>> import borch as torch
    >>> torch.bitwise_not(torch.tensor([-1, 0, 3]))
    tensor([ 0, -1, -4])
    """
    return np.bitwise_not(input)


@op(kind="promote", strict="some", tensors=("input", "other"), refuse={"hfc": "bitwise_and_cpu"})
def bitwise_and(input, other):
    """The bits set in both input and other.

    Shapes broadcast; dtypes promote. NotImplementedError for floats.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.bitwise_and.html

    >>> import borch as torch
    >>> torch.bitwise_and(torch.tensor([6, 3]), torch.tensor([3, 1]))
    tensor([2, 1])
    """
    return np.bitwise_and(input, other)


@op(kind="promote", strict="some", tensors=("input", "other"), refuse={"hfc": "bitwise_or_cpu"})
def bitwise_or(input, other):
    """The bits set in input, in other, or in both.

    Shapes broadcast; dtypes promote. NotImplementedError for floats.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.bitwise_or.html

    >>> import borch as torch
    >>> torch.bitwise_or(torch.tensor([6, 3]), torch.tensor([3, 1]))
    tensor([7, 3])
    """
    return np.bitwise_or(input, other)


@op(kind="promote", strict="some", tensors=("input", "other"), refuse={"hfc": "bitwise_xor_cpu"})
def bitwise_xor(input, other):
    """The bits set in exactly one of input and other.

    Shapes broadcast; dtypes promote. NotImplementedError for floats.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.bitwise_xor.html

    >>> import borch as torch
    >>> torch.bitwise_xor(torch.tensor([6, 3]), torch.tensor([3, 1]))
    tensor([5, 2])
    """
    return np.bitwise_xor(input, other)


def _width(input, other):
    array = input if isinstance(input, np.ndarray) else other
    return array.dtype, array.itemsize * 8


@op(kind="promote", strict="some", tensors=("input", "other"), refuse={"bwhfc": "lshift_cpu"})
def bitwise_left_shift(input, other):
    """input shifted left by other bits; 0 where other is negative or no less than the number of bits.

    Shapes broadcast; dtypes promote. NotImplementedError for floats and bools.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.bitwise_left_shift.html

    >>> import borch as torch
    >>> torch.bitwise_left_shift(torch.tensor([1, 3]), torch.tensor([2, 1]))
    tensor([4, 6])
    """
    dtype, bits = _width(input, other)
    fits = (np.asarray(other) >= 0) & (np.asarray(other) < bits)
    return np.where(fits, np.left_shift(input, np.where(fits, other, 0).astype(dtype)), dtype.type(0))


@op(kind="promote", strict="some", tensors=("input", "other"), refuse={"bwhfc": "rshift_cpu"})
def bitwise_right_shift(input, other):
    """input shifted right by other bits, filled with its sign.

    Shapes broadcast; dtypes promote. NotImplementedError for floats and bools.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.bitwise_right_shift.html

    >>> import borch as torch
    >>> torch.bitwise_right_shift(torch.tensor([8, -8]), torch.tensor([2, 1]))
    tensor([ 2, -4])
    """
    dtype, bits = _width(input, other)
    fits = (np.asarray(other) >= 0) & (np.asarray(other) < bits)
    shifted = np.right_shift(input, np.where(fits, other, bits - 1).astype(dtype))
    return shifted if dtype.kind == "i" else np.where(fits, shifted, dtype.type(0))
