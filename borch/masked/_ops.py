"""torch.masked._ops: the functions of torch.masked by the path that torch's own examples use. Names only."""

from .reductions import amax, amin, argmax, argmin, logsumexp, mean, median, norm, prod, std, sum, var
from .rows import cumprod, cumsum, log_softmax, logaddexp, normalize, softmax, softmin

__all__ = [
    "amax", "amin", "argmax", "argmin", "cumprod", "cumsum", "log_softmax", "logaddexp", "logsumexp", "mean", "median",
    "norm", "normalize", "prod", "softmax", "softmin", "std", "sum", "var",
]  # fmt: skip
