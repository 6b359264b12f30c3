"""The negative log likelihood of classes, compiled for float32 scores and int64 targets without weights.

The loss is added up in float64 and rounded once; the gradient has the bits of numpy's.
"""

import numpy as np

from ..numpy import loss as meaning
from .module import FLOAT32, make, ndarray


def nll(input, target, weight, ignore_index, reduction):
    loss = None
    if weight is None and reduction != "none":
        loss = make.nll(input, target, ignore_index, reduction == "mean")
        if (
            loss is None
            and type(input) is type(target) is ndarray
            and input.dtype is FLOAT32
            and input.ndim > 2
            and target.shape == (input.shape[0], *input.shape[2:])
        ):
            a = input.swapaxes(1, -1) if input.ndim == 3 else np.moveaxis(input, 1, -1)
            loss = make.nll(a.reshape(-1, input.shape[1]), target.reshape(-1), ignore_index, reduction == "mean")
    return meaning.nll(input, target, weight, ignore_index, reduction) if loss is None else loss


def nll_gradient(g_out, target, weight, shape, ignore_index, reduction):
    grad = None
    if weight is None and reduction != "none":
        grad = make.nll_gradient(g_out, target, shape, ignore_index, reduction == "mean")
        if grad is None and isinstance(g_out, np.generic):
            grad = make.nll_gradient(np.asarray(g_out), target, shape, ignore_index, reduction == "mean")
    return meaning.nll_gradient(g_out, target, weight, shape, ignore_index, reduction) if grad is None else grad
