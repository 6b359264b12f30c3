"""Batch norm: each channel of x (N, C, ...) with its own statistics. Weight, bias and statistics are (C,) arrays."""

from math import prod

import numpy as np

__all__ = ["batch_norm", "batch_norm_eval", "batch_norm_eval_gradient", "batch_norm_gradient"]

add_reduce = np.add.reduce


def column(ndim):
    """The shape in which a value per channel meets (N, C, ...)."""
    return (1, -1, *(1,) * (ndim - 2))


def over_channels(ndim):
    return (0, *range(2, ndim))


def moments(x, axes):
    """Mean, biased variance and centred values."""
    n = prod(x.shape[a] for a in axes)
    mean = add_reduce(x, axes, None, None, True) / x.dtype.type(n)
    centred = x - mean
    variance = add_reduce(centred * centred, axes, None, None, True) / x.dtype.type(n)
    return mean, variance, centred


def batch_norm(x, weight, bias, eps):
    """((x - mean) * rstd * weight + bias, mean, rstd, biased variance); weight and bias may be None."""
    mean, variance, out = moments(x, over_channels(x.ndim))
    rstd = 1 / np.sqrt(variance + x.dtype.type(eps))
    out *= rstd
    shape = column(x.ndim)
    if weight is not None:
        out = out * weight.reshape(shape)
    if bias is not None:
        out = out + bias.reshape(shape)
    return out, mean.reshape(-1), rstd.reshape(-1), variance.reshape(-1)


def batch_norm_gradient(g, x, weight, mean, rstd, needed):
    """The gradients of batch_norm's x, weight and bias; None for those that are not `needed`."""
    axes, shape = over_channels(x.ndim), column(x.ndim)
    n = prod(x.shape[a] for a in axes)
    scale = rstd.reshape(shape)
    normal = (x - mean.reshape(shape)) * scale
    to_input = None
    if needed[0]:
        scaled = g if weight is None else g * weight.reshape(shape)
        level = add_reduce(scaled, axes, None, None, True) / n
        slope = add_reduce(scaled * normal, axes, None, None, True) / n
        to_input = scale * (scaled - level - normal * slope)
    return to_input, add_reduce(g * normal, axes) if needed[1] else None, add_reduce(g, axes) if needed[2] else None


def batch_norm_eval(x, weight, bias, mean, variance, eps):
    """(x - mean) / sqrt(variance + eps) * weight + bias."""
    scale, shape = 1 / np.sqrt(variance + variance.dtype.type(eps)), column(x.ndim)
    if weight is not None:
        scale = scale * weight
    out = (x - mean.reshape(shape)) * scale.reshape(shape)
    if bias is not None:
        out += bias.reshape(shape)
    return out


def batch_norm_eval_gradient(g, x, weight, mean, variance, eps, needed):
    """The gradients of batch_norm_eval's x, weight and bias; None for those that are not `needed`."""
    axes, shape = over_channels(x.ndim), column(x.ndim)
    rstd = 1 / np.sqrt(variance + variance.dtype.type(eps))
    scale = rstd if weight is None else rstd * weight
    return (
        g * scale.reshape(shape) if needed[0] else None,
        add_reduce(g * ((x - mean.reshape(shape)) * rstd.reshape(shape)), axes) if needed[1] else None,
        add_reduce(g, axes) if needed[2] else None,
    )
