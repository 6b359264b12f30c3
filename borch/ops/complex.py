"""Complex numbers: conjugate, parts, angle. On real tensors conj gives the tensor itself.

Source: https://docs.pytorch.org/docs/stable/complex_numbers.html
"""

import numpy as np

from .._core.op import op
from .._core.tensor import Tensor


@op(input=lambda g: conj(g), aliases=("_conj",))
def conj(input):
    """The complex conjugate; a real tensor is returned unchanged.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.conj.html

    >>> import borch as torch
    >>> torch.conj(torch.tensor([1.0, 2.0]))
    tensor([1., 2.])
    """
    return np.conjugate(input) if getattr(input, "dtype", None) is not None and input.dtype.kind == "c" else input


def conjugate(value):
    """For formulas: `conj`, which lets real arrays, real tensors and numbers pass untouched."""
    array = value._array if isinstance(value, Tensor) else value
    if isinstance(array, np.ndarray):
        return conj(value) if array.dtype.kind == "c" else value
    return value.conjugate() if isinstance(value, complex) else value
