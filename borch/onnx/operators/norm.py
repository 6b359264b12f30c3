"""Normalisation in ONNX."""

import numpy as np

from .reduce import moments
from .table import emits


def column(g, x, ndim):
    """A vector over the channels, shaped to broadcast over (N, C, ...)."""
    return g.use(x) if ndim == 2 else g.reshape(x, (-1, *(1,) * (ndim - 2)))


def affine(g, x, weight, bias, ndim):
    if weight is not None:
        x = g.add("Mul", x, column(g, weight, ndim))
    return x if bias is None else g.add("Add", x, column(g, bias, ndim))


@emits("_batch_norm_eval")
def batch_norm(g, c, input, weight=None, bias=None, mean=None, variance=None, eps=1e-05):
    channels = input.shape[1]
    weight = g.use(weight) if weight is not None else g.constant(np.ones(channels, input.dtype))
    bias = g.use(bias) if bias is not None else g.constant(np.zeros(channels, input.dtype))
    return g.add("BatchNormalization", input, weight, bias, mean, variance, epsilon=float(eps))


@emits("_batch_norm_train")
def batch_norm_of_batch(g, c, input, weight=None, bias=None, eps=1e-05):
    """With the statistics of the batch itself."""
    axes = (0, *range(2, input.ndim))
    variance, mean = moments(g, input, axes, 0, True)
    scale = g.add("Sqrt", g.add("Add", variance, g.use(eps, input.dtype)))
    out = affine(g, g.add("Div", g.add("Sub", input, mean), scale), weight, bias, input.ndim)
    flat = [g.reshape(x, (-1,)) for x in (mean, g.add("Reciprocal", scale), variance)]
    return [out, *flat]


@emits("_group_norm")
def group_norm(g, c, input, weight=None, bias=None, num_groups=1, eps=1e-05):
    n = input.shape[0]
    ones, zeros = (g.constant(make(num_groups, input.dtype)) for make in (np.ones, np.zeros))
    groups = g.reshape(input, (n, num_groups, -1))
    x = g.reshape(g.add("InstanceNormalization", groups, ones, zeros, epsilon=float(eps)), input.shape)
    return [affine(g, x, weight, bias, input.ndim), None, None]


@emits("_native_layer_norm")
def layer_norm(g, c, input, normalized_shape, weight=None, bias=None, eps=1e-05):
    shape = tuple(normalized_shape)
    weight = g.use(weight) if weight is not None else g.constant(np.ones(shape, input.dtype))
    out = g.add("LayerNormalization", input, weight, bias, axis=-len(shape), epsilon=float(eps))
    return [out, None, None]


@emits("_rms_norm")
def rms_norm(g, c, input, normalized_shape, weight=None, eps=1e-05):
    axes = tuple(range(input.ndim - len(tuple(normalized_shape)), input.ndim))
    mean = g.reduce("ReduceMean", g.add("Mul", input, input), axes, True)
    scale = g.add("Reciprocal", g.add("Sqrt", g.add("Add", mean, g.use(eps, input.dtype))))
    out = g.add("Mul", input, scale)
    return [out if weight is None else g.add("Mul", out, weight), scale]


@emits("_weight_norm_interface")
def weight_norm(g, c, v, g_, dim=0):
    axes = tuple(k for k in range(v.ndim) if k != dim)
    norm = g.reduce("ReduceL2", v, axes, True)
    return [g.add("Mul", v, g.add("Div", g_, norm)), norm]
