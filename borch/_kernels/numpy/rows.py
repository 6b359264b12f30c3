"""Softmax and layer norm: functions of the rows along some axes."""

import math

import numpy as np

from ..._core.numbers import ONE, number

__all__ = [
    "layer_norm",
    "layer_norm_gradient",
    "log_softmax",
    "log_softmax_gradient",
    "rms_norm",
    "rms_norm_gradient",
    "softmax",
    "softmax_gradient",
]

add_reduce, max_reduce = np.add.reduce, np.maximum.reduce


def softmax(x, axis):
    """exp(x) over its sum along `axis`, safe against overflow; `x` is not empty."""
    e = np.subtract(x, max_reduce(x, axis, None, None, True))
    np.exp(e, e)
    return np.divide(e, add_reduce(e, axis, None, None, True), e)


def softmax_gradient(g, out, axis):
    """The gradient of softmax from that of its result and the result: out * (g - sum(g * out))."""
    product = g * out
    return out * (g - add_reduce(product, axis if product.ndim else (), None, None, True))


def log_softmax(x, axis):
    """The logarithm of `softmax`, without taking one of a small number; `x` is not empty."""
    shifted = np.subtract(x, max_reduce(x, axis, None, None, True))
    total = add_reduce(np.exp(shifted), axis, None, None, True)
    return np.subtract(shifted, np.log(total), shifted)


def log_softmax_gradient(g, out, axis):
    """The gradient of log_softmax from that of its result and the result: g - exp(out) * sum(g)."""
    return g - np.exp(out) * add_reduce(g, axis if g.ndim else (), None, None, True)


def layer_norm(x, axes, weight, bias, eps):
    """((x - mean) * rstd * weight + bias, mean, rstd) over the last axes `axes`; weight and bias may be None."""
    mean = add_reduce(x, axes, None, None, True)
    n = number(x.size // (mean.size or 1), x.dtype)
    mean /= n
    out = x - mean
    rstd = add_reduce(out * out, axes, None, None, True)
    rstd /= n
    rstd += number(eps, x.dtype)
    np.sqrt(rstd, rstd)
    np.divide(ONE[x.dtype], rstd, rstd)
    out *= rstd
    if weight is not None:
        out = out * weight
    if bias is not None:
        out = out + bias
    return out, mean, rstd


def layer_norm_gradient(g, x, axes, weight, mean, rstd, needed):
    """The gradients of layer_norm's input, weight and bias; None for those that are not `needed`."""
    lead = tuple(range(x.ndim - len(axes)))
    n = math.prod(x.shape[a] for a in axes)
    normal = (x - mean) * rstd
    to_input = to_weight = to_bias = None
    if needed[1]:
        to_weight = add_reduce(g * normal, lead) if lead else g * normal
    if needed[2]:
        to_bias = add_reduce(g, lead) if lead else g
    if needed[0]:
        scaled = g if weight is None else g * weight
        level = add_reduce(scaled, axes, None, None, True) / n
        slope = add_reduce(scaled * normal, axes, None, None, True) / n
        to_input = rstd * (scaled - level - normal * slope)
    return to_input, to_weight, to_bias


def rms_norm(x, axes, weight, eps):
    """(x * rrms * weight, rrms = 1 / sqrt(mean of squares + eps)) over the last axes `axes`; weight may be None."""
    rrms = add_reduce(x * x, axes, None, None, True)
    rrms /= x.dtype.type(math.prod(x.shape[a] for a in axes))
    rrms += x.dtype.type(eps)
    np.sqrt(rrms, out=rrms)
    np.divide(1, rrms, out=rrms)
    out = x * rrms
    return (out if weight is None else out * weight), rrms


def rms_norm_gradient(g, x, axes, weight, rrms, needed):
    """The gradients of rms_norm's x and weight; None for those that are not `needed`."""
    lead = tuple(range(x.ndim - len(axes)))
    n = math.prod(x.shape[a] for a in axes)
    normal = x * rrms
    to_input = to_weight = None
    if needed[1]:
        to_weight = add_reduce(g * normal, lead) if lead else g * normal
    if needed[0]:
        scaled = g if weight is None else g * weight
        to_input = rrms * (scaled - normal * (add_reduce(scaled * normal, axes, None, None, True) / n))
    return to_input, to_weight
