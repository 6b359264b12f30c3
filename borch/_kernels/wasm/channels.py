"""Batch norm, compiled for float32.

How exact it is says ../accuracy.py.
"""

from math import prod

import numpy as np

from ..numpy import channels as meaning
from .module import FLOAT32, call, dense, empty, plain


def _vectors(c, optional, *vectors):
    return all([dense(v, (c,)) for v in optional]) and all([v is not None and dense(v, (c,)) for v in vectors])


def batch_norm(x, weight, bias, eps):
    if x.ndim < 2 or not plain(x) or not _vectors(x.shape[1], (weight, bias)):
        return meaning.batch_norm(x, weight, bias, eps)
    c = x.shape[1]
    out, mean, rstd, variance = empty(x.shape, FLOAT32), empty(c, FLOAT32), empty(c, FLOAT32), empty(c, FLOAT32)
    call.batch_norm_f32(x, weight, bias, out, mean, rstd, variance, float(eps), prod(x.shape[2:]))
    return out, mean, rstd, variance


def _gradient(g, x, weight, mean, rstd, needed, through):
    c = x.shape[1]
    to_input = empty(x.shape, FLOAT32) if needed[0] else None
    to_weight = empty(c, FLOAT32) if needed[1] else None
    to_bias = empty(c, FLOAT32) if needed[2] else None
    call.batch_norm_gradient_f32(
        g, x, weight, mean, rstd, to_input, to_weight, to_bias,
        prod(x.shape[2:]), through,
    )  # fmt: skip
    return to_input, to_weight, to_bias


def _taken(g, x, weight, *vectors):
    return x.ndim >= 2 and plain(x) and plain(g) and g.shape == x.shape and _vectors(x.shape[1], (weight,), *vectors)


def batch_norm_gradient(g, x, weight, mean, rstd, needed):
    g = np.ascontiguousarray(g)
    if not _taken(g, x, weight, mean, rstd):
        return meaning.batch_norm_gradient(g, x, weight, mean, rstd, needed)
    return _gradient(g, x, weight, mean, rstd, needed, 1)


def batch_norm_eval(x, weight, bias, mean, variance, eps):
    if x.ndim < 2 or not plain(x) or not _vectors(x.shape[1], (weight, bias), mean, variance):
        return meaning.batch_norm_eval(x, weight, bias, mean, variance, eps)
    scale, out = 1 / np.sqrt(variance + np.float32(eps)), empty(x.shape, FLOAT32)
    if weight is not None:
        scale = scale * weight
    call.batch_norm_eval_f32(x, mean, scale, bias, out, prod(x.shape[2:]))
    return out


def batch_norm_eval_gradient(g, x, weight, mean, variance, eps, needed):
    g = np.ascontiguousarray(g)
    if not _taken(g, x, weight, mean, variance):
        return meaning.batch_norm_eval_gradient(g, x, weight, mean, variance, eps, needed)
    rstd = 1 / np.sqrt(variance + np.float32(eps))
    return _gradient(g, x, weight, mean, rstd, needed, 0)
