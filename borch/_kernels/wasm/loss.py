"""The negative log likelihood of classes, compiled for float32 scores and int64 targets without weights.

The loss is added up in float64 and rounded once; the gradient has the bits of numpy's.
"""

from math import prod

import numpy as np

from ..numpy import loss as meaning
from .module import FLOAT32, call, empty, least, ndarray
from .ufuncs import Ufunc

_nll = Ufunc("nll", None, {"fqq->dq": "nll_f32"}, nin=3, nout=2, signature="(n,c),(n),()->(),()")
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
        if input.ndim > 2:
            a = input.swapaxes(1, -1) if input.ndim == 3 else np.moveaxis(input, 1, -1)
            input, target = a.reshape(-1, input.shape[1]), target.reshape(-1)
        total, count = _nll.loop(input, target, ignore_index)
        if count >= 0:
            loss = np.float32(total)
            return loss if reduction == "sum" or count == 1 else loss / np.float32(count)
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
        if call.nll_gradient_f32(target, out, float(g_out), reduction == "mean", int(ignore_index)) is None:
            return out.reshape(shape)
    return meaning.nll_gradient(g_out, target, weight, shape, ignore_index, reduction)
