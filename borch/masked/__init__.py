"""torch.masked: reductions, scans and softmaxes that see only the elements where a mask is True. Names only.

Source: https://docs.pytorch.org/docs/stable/masked.html
"""

from ..absent import find
from . import _ops as _ops
from .reductions import amax, amin, argmax, argmin, logsumexp, mean, median, norm, prod, std, sum, var
from .rows import cumprod, cumsum, log_softmax, logaddexp, normalize, softmax, softmin

__all__ = [
    "amax", "amin", "argmax", "argmin", "cumprod", "cumsum", "log_softmax", "logaddexp", "logsumexp", "mean", "median",
    "norm", "normalize", "prod", "softmax", "softmin", "std", "sum", "var",
]  # fmt: skip


def __getattr__(name):
    return find("torch.masked", name)
