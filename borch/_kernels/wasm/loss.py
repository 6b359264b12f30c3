"""The negative log likelihood of classes, compiled for float32 scores and int64 targets without weights.

The loss is added up in float64 and rounded once; the gradient has the bits of numpy's.
"""

from math import prod

import numpy as np

from ..numpy import loss as meaning
from .module import FLOAT32, FLOAT64, call, empty, least, ndarray

INT64 = np.dtype(np.int64)
INT32 = 2**31


def _taken(target, weight, ignore_index, reduction):
    return (
        weight is None
        and reduction != "none"
        and type(target) is ndarray
        and target.dtype is INT64
        and target.flags.c_contiguous
        and target.flags.aligned
        and -INT32 <= ignore_index < INT32
    )


def nll(input, target, weight, ignore_index, reduction):
    if (
        input.dtype is FLOAT32
        and input.ndim > 1
        and input.size >= least.several
        and target.shape == (input.shape[0], *input.shape[2:])
        and _taken(target, weight, ignore_index, reduction)
    ):
        a = input if input.ndim == 2 else input.swapaxes(1, -1) if input.ndim == 3 else np.moveaxis(input, 1, -1)
        a = np.ascontiguousarray(a).reshape(-1, input.shape[1])
        total = empty(1, FLOAT64)
        count = call.nll_f32(id(a), id(target), id(total), ignore_index)
        if count >= 0:
            loss = np.float32(total[0])
            return loss if reduction == "sum" or count == 1 else np.divide(loss, np.float32(count))
    return meaning.nll(input, target, weight, ignore_index, reduction)


def nll_gradient(g_out, target, weight, shape, ignore_index, reduction):
    if (
        g_out.dtype is FLOAT32
        and g_out.size == 1
        and len(shape) > 1
        and prod(shape) >= least.several
        and target.shape == (shape[0], *shape[2:])
        and _taken(target, weight, ignore_index, reduction)
    ):
        out = empty((shape[0], shape[1], prod(shape[2:])), FLOAT32)
        if call.nll_gradient_f32(id(target), id(out), float(g_out), reduction == "mean", ignore_index) >= 0:
            return out.reshape(shape)
    return meaning.nll_gradient(g_out, target, weight, shape, ignore_index, reduction)
