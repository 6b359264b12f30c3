"""Normalisations of each sample: layer and RMS norm, local response, unit norm. The others are in batch_norm.py.

The statistics are outputs of the op, so that a second derivative flows through them too.
Source: https://docs.pytorch.org/docs/stable/nn.functional.html
"""

from math import prod

import numpy as np

from ... import _kernels
from ..._core.args import check_tensor
from ..._core.dtype import from_numpy
from ..._core.op import OPS, function, op
from ..._core.tensor import Tensor
from ...ops.both import dense, total
from .pool import avg_pool2d

NAMESPACE = "torch.nn.functional"


def _normalized_axes(ndim, normalized_shape):
    return (ndim - 1,) if len(normalized_shape) == 1 else tuple(range(ndim - len(normalized_shape), ndim))


def _layer_norm_gradients(g, needed, input, weight, mean, rstd, normalized_shape):
    g_out, g_mean, g_rstd = g
    axes = _normalized_axes(input.ndim, normalized_shape)
    if not isinstance(input, Tensor) and g_out is not None and g_mean is None and g_rstd is None:
        return _kernels.layer_norm_gradient(g_out, input, axes, weight, mean, rstd, needed)
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
    fused=True,
    node="NativeLayerNormBackward0",
    reads=("input", "weight", "bias"),
    method=False,
    namespace=None,
)
def _native_layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    if input.dtype.kind != "f":
        raise NotImplementedError(f"\"LayerNormKernelImpl\" not implemented for '{from_numpy(input.dtype).legacy}'")
    axes = _normalized_axes(input.ndim, normalized_shape)
    if input.dtype.char != "e":
        return _kernels.layer_norm(dense(input), axes, weight, bias, eps)
    out, mean, rstd = _kernels.layer_norm(dense(input.astype(np.float32)), axes, weight, bias, eps)
    return out.astype(np.float16), mean, rstd


_native_layer_norm.op.fitting = True


def _fit(input, normalized_shape, weight, bias):
    """Whether there is nothing to check about an input and its parameters, as there mostly is not."""
    n = len(normalized_shape) if type(normalized_shape) is tuple else 0
    return (
        0 < n <= input.ndim
        and normalized_shape == input.shape[-n:] == weight.shape == bias.shape
        and input.dtype is weight.dtype is bias.dtype
    )


def _check_normalized_shape(input, normalized_shape, weight, bias, name="layer_norm"):
    if isinstance(normalized_shape, int):
        raise TypeError(f"{name}(): argument 'normalized_shape' (position 2) must be tuple of ints, not int")
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
        stars = ("" if name == "rms_norm" else ", ") + ", ".join(map(str, shape))
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [*{stars}], but got input of "
            f"size{list(have)}"
        )
    return shape


def check_parameter_dtypes(input, *parameters):
    """RuntimeError unless each is None or of input's dtype; half inputs may have float32 parameters, all of them."""
    dtype = input._array.dtype
    given = [t for t in parameters if t is not None and t._array.dtype is not dtype]
    if not given:
        return
    given = [t for t in parameters if t is not None]
    if all(t._array.dtype == dtype for t in given):
        return
    if given[0]._array.dtype == dtype:
        odd = next(t for t in given if t._array.dtype != dtype)
        raise RuntimeError(f"expected scalar type {input.dtype.legacy} but found {odd.dtype.legacy}")
    if any(t._array.dtype != np.float32 for t in given):
        raise RuntimeError("mixed dtype (CPU): expect parameter to have scalar type of Float")
    if dtype.itemsize != 2:
        raise RuntimeError("mixed dtype (CPU): all inputs must share same datatype.")


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
    check_tensor(input, "layer_norm")
    shape = normalized_shape
    if not (weight is not None is not bias and _fit(input._array, shape, weight._array, bias._array)):
        shape = _check_normalized_shape(input, normalized_shape, weight, bias)
        check_parameter_dtypes(input, weight, bias)
    return _native_layer_norm.first(input, shape, weight, bias, eps)


@function(method=False)
def native_layer_norm(input, normalized_shape, weight, bias, eps):
    """`layer_norm` together with the mean and the reciprocal standard deviation it used: (out, mean, rstd).

    >>> import borch as torch
    >>> torch.native_layer_norm(torch.tensor([[1.0, 3.0]]), (2,), None, None, 0.0)[1]
    tensor([[2.]])
    """
    shape = _check_normalized_shape(input, normalized_shape, weight, bias)
    check_parameter_dtypes(input, weight, bias)
    out, mean, rstd = _native_layer_norm(input, shape, weight, bias, eps)
    kind = input.dtype if weight is None else weight.dtype
    return out, mean.detach().to(kind), rstd.detach().to(kind)


@function(name="layer_norm", method=False)
def _torch_layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05, cudnn_enable=True):
    """torch.nn.functional.layer_norm with the argument that only torch.layer_norm takes.

    >>> import borch as torch
    >>> torch.layer_norm(torch.tensor([[1.0, 3.0]]), (2,), eps=0.0)
    tensor([[-1.,  1.]])
    """
    return layer_norm(input, normalized_shape, weight, bias, eps)


# ------------------------------------------------------------------------------------------------------------- RMS norm
def _rms_gradients(g, needed, input, weight, rrms, normalized_shape):
    g_out, g_rrms = g
    axes = _normalized_axes(len(input.shape), normalized_shape)
    if not isinstance(input, Tensor) and g_out is not None and g_rrms is None:
        return _kernels.rms_norm_gradient(g_out, input, axes, weight, rrms, needed)
    lead = tuple(range(len(input.shape) - len(normalized_shape)))
    n = prod(normalized_shape)
    to_input = to_weight = None
    if needed[1] and g_out is not None:
        product = g_out * (input * rrms)
        to_weight = total(product, lead) if lead else product
    if needed[0]:
        normal = input * rrms
        through = 0
        if g_out is not None:
            scaled = g_out if weight is None else g_out * weight
            through = rrms * (scaled - normal * (total(scaled * normal, axes, True) / n))
        if g_rrms is not None:
            through = through - g_rrms * rrms * rrms * normal / n
        to_input = through
    return to_input, to_weight


@op(
    kind="same",
    tensors=("input", "weight"),
    joint=_rms_gradients,
    differentiable=("input", "weight"),
    outputs=("out", "rrms"),
    node="MulBackward0",
    method=False,
    namespace=None,
)
def _rms_norm(input, normalized_shape, weight=None, eps=1e-05):
    axes = _normalized_axes(input.ndim, normalized_shape)
    return _kernels.rms_norm(dense(input), axes, weight, eps)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """x / sqrt(mean(x ** 2) + eps) * weight over the last axes, whose sizes are `normalized_shape`.

    weight has shape `normalized_shape` or is None; `eps` defaults to the dtype's machine epsilon. RuntimeError when the
    shapes do not fit. Source: Zhang and Sennrich 2019, arXiv:1910.07467;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.rms_norm.html

    >>> import borch as torch
    >>> torch.nn.functional.rms_norm(torch.tensor([[3.0, 4.0]]), (2,))
    tensor([[0.8485, 1.1314]])
    """
    check_tensor(input, "rms_norm")
    shape = _check_normalized_shape(input, normalized_shape, weight, None, "rms_norm")
    if not (input.is_floating_point() or input.is_complex()):
        raise NotImplementedError(f"\"rms_norm\" not implemented for '{input.dtype.legacy}'")
    x = input.float() if input.dtype.itemsize == 2 else input
    eps = float(np.finfo(x._array.dtype).eps) if eps is None else eps
    if x.is_complex() or (weight is not None and weight.dtype != x.dtype):
        axes = tuple(range(-len(shape), 0))
        out = x * (x.pow(2).mean(axes, keepdim=True) + eps).rsqrt()
        out = out if weight is None else out * weight
    else:
        out = _rms_norm.first(x, shape, weight, eps)
    return out if out.dtype == input.dtype else out.to(input.dtype)


function(method=False, namespace=NAMESPACE)(rms_norm)
function(method=False)(rms_norm)


# --------------------------------------------------------------------------------------------- local response, unit norm
@function(method=False, namespace=NAMESPACE)
def local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0):
    """input / (k + alpha * mean of squares over `size` neighbouring channels) ** beta, for (N, C, ...).

    ValueError for fewer than three axes. Source: Krizhevsky, Sutskever and Hinton 2012;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.local_response_norm.html

    >>> import borch as torch
    >>> torch.nn.functional.local_response_norm(torch.ones(1, 2, 1), 2, alpha=1.0, beta=1.0)
    tensor([[[0.6667],
             [0.5000]]])
    """
    if input.dim() < 3:
        raise ValueError(
            f"Expected 3D or higher dimensionality                          input (got {input.dim()} dimensions)"
        )
    if not input.numel():
        return input
    shape = input.size()
    squares = (input * input).reshape(shape[0], 1, shape[1], -1)
    squares = OPS["constant_pad_nd"](squares, (0, 0, size // 2, (size - 1) // 2))
    mean = avg_pool2d(squares, (size, 1), stride=1).reshape(shape)
    return input / (mean * alpha + k).pow(beta)


def _neighbours(x, reach):
    out = x.copy()
    for d in range(1, reach):
        out[:, d:] += x[:, :-d]
        out[:, :-d] += x[:, d:]
    return out


@op(kind="same", method=False, namespace=None, input=lambda g, reach: _channel_spread(g, reach))
def _channel_sum(input, reach):
    """The sum over the channels up to `reach` - 1 away, and over the first one, which torch's window never leaves."""
    out = _neighbours(input, reach)
    out[:, reach:] += input[:, :1]
    return out


@op(kind="same", method=False, namespace=None, input=lambda g, reach: _channel_sum(g, reach))
def _channel_spread(input, reach):
    """The transpose of `_channel_sum`."""
    out = _neighbours(input, reach)
    out[:, :1] += np.add.reduce(input[:, reach:], 1, None, None, True)
    return out


def _cross_map_input(g, input, size, alpha, beta, k, reach):
    scale = k + alpha / size * _channel_sum(input * input, reach)
    power = OPS["pow"](scale, -beta)
    return g * power - 2 * alpha * beta / size * input * _channel_spread(g * input * power / scale, reach)


@op(kind="same", node="CrossMapLRN2dBackward", method=False, namespace=None, input=_cross_map_input)
def cross_map_lrn2d(input, size, alpha, beta, k, reach):
    """The older local response norm, over (N, C, H, W), of the module CrossMapLRN2d."""
    scale = k + alpha / size * _channel_sum.op.fn(input * input, reach)
    return input * scale.astype(input.dtype) ** input.dtype.type(-beta)


@function(method=False, namespace=NAMESPACE)
def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """input over its p-norm along `dim`, which counts as at least `eps`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.normalize.html

    >>> import borch as torch
    >>> torch.nn.functional.normalize(torch.tensor([[3.0, 4.0]]))
    tensor([[0.6000, 0.8000]])
    """
    norm = OPS["clamp_min"](input.norm(p, dim, keepdim=True), eps).expand_as(input)
    return input / norm if out is None else OPS["div"](input, norm, out=out)
