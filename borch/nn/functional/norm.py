"""Normalisations: layer, RMS, batch, group and instance norm, and local response.

The statistics are outputs of the op, so that a second derivative flows through them too.
Source: https://docs.pytorch.org/docs/stable/nn.functional.html
"""

import numpy as np

from ..._core.dtype import from_numpy
from ..._core.op import function, op
from ...ops.both import total

NAMESPACE = "torch.nn.functional"


def _normalized_axes(ndim, normalized_shape):
    return tuple(range(ndim - len(normalized_shape), ndim))


def _layer_norm_gradients(g, needed, input, weight, mean, rstd, normalized_shape):
    g_out, g_mean, g_rstd = g
    axes = _normalized_axes(input.ndim, normalized_shape)
    lead = tuple(range(input.ndim - len(normalized_shape)))
    to_shape = (lambda x: total(x, lead)) if lead else (lambda x: x)
    n = 1
    for s in normalized_shape:
        n *= s
    normal = (input - mean) * rstd
    to_input = to_weight = to_bias = None
    if g_out is not None:
        if needed[1]:
            to_weight = to_shape(g_out * normal)
        if needed[2]:
            to_bias = to_shape(g_out)
        if needed[0]:
            scaled = g_out if weight is None else g_out * weight
            to_input = rstd * (
                scaled - total(scaled, axes, True) / n - normal * (total(scaled * normal, axes, True) / n)
            )
    if needed[0] and (g_mean is not None or g_rstd is not None):
        through = 0
        if g_mean is not None:
            through = g_mean / n + through
        if g_rstd is not None:
            through = through - g_rstd * rstd * rstd * normal / n
        through = through + normal * 0
        to_input = through if to_input is None else to_input + through
    return to_input, to_weight, to_bias


@op(
    kind="same",
    tensors=("input", "weight", "bias"),
    joint=_layer_norm_gradients,
    differentiable=("input", "weight", "bias"),
    outputs=("out", "mean", "rstd"),
    node="NativeLayerNormBackward0",
    method=False,
    namespace=None,
)
def _native_layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    if input.dtype.kind != "f":
        raise NotImplementedError(f"\"LayerNormKernelImpl\" not implemented for '{from_numpy(input.dtype).legacy}'")
    axes = _normalized_axes(input.ndim, normalized_shape)
    n = 1
    for s in normalized_shape:
        n *= s
    x = input if input.dtype != np.float16 else input.astype(np.float32)
    mean = np.add.reduce(x, axes, None, None, True)
    mean /= n
    centred = x - mean
    variance = np.add.reduce(centred * centred, axes, None, None, True)
    variance /= n
    variance += eps
    rstd = 1 / np.sqrt(variance)
    out = centred
    out *= rstd
    if weight is not None:
        out = out * weight
    if bias is not None:
        out = out + bias
    return out.astype(input.dtype, copy=False), mean, rstd


def _check_normalized_shape(input, normalized_shape, weight, bias):
    if isinstance(normalized_shape, int):
        raise TypeError("layer_norm(): argument 'normalized_shape' (position 2) must be tuple of ints, not int")
    shape = tuple(normalized_shape)
    if not shape:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got "
            "normalized_shape = []"
        )
    for t, what in ((weight, "weight"), (bias, "bias")):
        if t is not None and t._array.shape != shape:
            raise RuntimeError(
                f"Expected {what} to be of same shape as normalized_shape, but got {what} of shape "
                f"{list(t._array.shape)} and normalized_shape = {list(shape)}"
            )
    have = input._array.shape
    if len(have) < len(shape) or have[len(have) - len(shape) :] != shape:
        stars = "".join(f", {s}" for s in shape)
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [*{stars}], but got input of "
            f"size{list(have)}"
        )
    return shape


@function(method=False, namespace=NAMESPACE)
def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    """(x - mean) / sqrt(variance + eps) * weight + bias over the last axes, whose sizes are `normalized_shape`.

    weight and bias have shape `normalized_shape` or are None; the variance is the biased one.
    RuntimeError when the shapes do not fit. Source: Ba, Kiros and Hinton 2016, arXiv:1607.06450;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.layer_norm.html

    >>> import borch as torch
    >>> torch.nn.functional.layer_norm(torch.tensor([[1.0, 3.0]]), (2,))
    tensor([[-1.0000,  1.0000]])
    """
    shape = _check_normalized_shape(input, normalized_shape, weight, bias)
    return _native_layer_norm(input, shape, weight, bias, eps)[0]


@function(method=False)
def native_layer_norm(input, normalized_shape, weight, bias, eps):
    """`layer_norm` together with the mean and the reciprocal standard deviation it used: (out, mean, rstd).

    >>> import borch as torch
    >>> torch.native_layer_norm(torch.tensor([[1.0, 3.0]]), (2,), None, None, 0.0)[1]
    tensor([[2.]])
    """
    shape = _check_normalized_shape(input, normalized_shape, weight, bias)
    out, mean, rstd = _native_layer_norm(input, shape, weight, bias, eps)
    return out, mean.detach(), rstd.detach()
