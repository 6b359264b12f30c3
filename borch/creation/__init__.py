"""Tensors from nothing: `data` from numbers, lists and arrays, `filled` from sizes, `ranges` from bounds, `legacy` the
old constructors.

Source: https://docs.pytorch.org/docs/stable/torch.html#creation-ops
"""

from . import legacy
from .data import as_tensor, asarray, from_dlpack, from_numpy, frombuffer, scalar_tensor, tensor
from .filled import empty, empty_like, empty_strided, eye, full, full_like, ones, ones_like, zeros, zeros_like
from .ranges import arange, linspace, logspace

__all__ = [
    "arange",
    "as_tensor",
    "asarray",
    "empty",
    "empty_like",
    "empty_strided",
    "eye",
    "from_dlpack",
    "from_numpy",
    "frombuffer",
    "full",
    "full_like",
    "legacy",
    "linspace",
    "logspace",
    "ones",
    "ones_like",
    "scalar_tensor",
    "tensor",
    "zeros",
    "zeros_like",
]
