"""Normalisations whose statistics belong to channels or groups of them: batch, instance and group norm.

The statistics are outputs of the ops, so that a second derivative flows through them too.
Source: https://docs.pytorch.org/docs/stable/nn.functional.html
"""

from math import prod

import numpy as np

from ... import _kernels
from ..._core.dtype import from_numpy
from ..._core.mode import mode
from ..._core.op import OPS, function, op
from ..._core.results import check_outs
from ..._core.tensor import Tensor
from ..._kernels.numpy.channels import column, moments, over_channels
from ...autograd.grad_mode import no_grad
from ...ops.both import SCALAR_DTYPE, into, reshape, total
from ...ops.strides import dense_as, laid_out_as
from .norm import check_parameter_dtypes

NAMESPACE = "torch.nn.functional"


def through_statistics(scaled, normal, rstd, axes, g_mean, g_rstd):
    """The gradient of what was normalised: through the values, and through mean and rstd where these are used."""
    n = prod(normal.shape[a] for a in axes)
    out = 0
    if scaled is not None:
        out = rstd * (scaled - total(scaled, axes, True) / n - normal * (total(scaled * normal, axes, True) / n))
    if g_mean is not None:
        out = out + (g_mean / n + normal * 0)
    if g_rstd is not None:
        out = out - g_rstd * rstd * rstd * normal / n
    return out


# ----------------------------------------------------------------------------------------------------------- batch norm
def _batch_gradients(g, needed, input, weight, mean, rstd):
    g_out, g_mean, g_rstd, _ = g
    if not isinstance(input, Tensor) and g_out is not None and g_mean is None and g_rstd is None:
        return _kernels.batch_norm_gradient(g_out, input, weight, mean, rstd, needed)
    axes, shape = over_channels(len(input.shape)), column(len(input.shape))
    center, scale = reshape(mean, shape), reshape(rstd, shape)
    normal = (input - center) * scale
    to_input = to_weight = to_bias = None
    if g_out is not None:
        to_weight = total(g_out * normal, axes) if needed[1] else None
        to_bias = total(g_out, axes) if needed[2] else None
    if needed[0]:
        scaled = g_out if weight is None or g_out is None else g_out * reshape(weight, shape)
        g_mean, g_rstd = (None if x is None else reshape(x, shape) for x in (g_mean, g_rstd))
        to_input = through_statistics(scaled, normal, scale, axes, g_mean, g_rstd)
    return to_input, to_weight, to_bias


def _affine(x, weight, bias, shape):
    if weight is not None:
        x = x * weight.reshape(shape)
    return x if bias is None else x + bias.reshape(shape)


def _half_batch_norm(rounded, input, weight=None, bias=None, eps=1e-05):
    """The statistics are of the half dtype themselves."""
    axes, shape = over_channels(input.ndim), column(input.ndim)
    n = input.size // max(input.shape[1], 1)
    mean = rounded(np.add.reduce(input, axes) / np.float32(n))
    out = input - mean.reshape(shape)
    variance = rounded(np.add.reduce(out * out, axes)) / np.float32(n)
    rstd = rounded(1 / np.sqrt(variance + np.float32(eps)))
    out *= rstd.reshape(shape)
    if weight is not None:
        out *= weight.reshape(shape)
    if bias is not None:
        out += bias.reshape(shape)
    return out, mean, rstd, variance


@op(
    kind="same",
    half=_half_batch_norm,
    tensors=("input", "weight", "bias"),
    joint=_batch_gradients,
    differentiable=("input", "weight", "bias"),
    outputs=("out", "mean", "rstd", "variance"),
    fused=True,
    node="NativeBatchNormBackward0",
    reads=("input", "weight"),
    method=False,
    namespace=None,
)
def _batch_norm_train(input, weight=None, bias=None, eps=1e-05):
    x = input
    if input.dtype == np.float16:
        x, weight, bias = (a if a is None else a.astype(np.float32) for a in (input, weight, bias))
    out, mean, rstd, variance = _kernels.batch_norm(x, weight, bias, eps)
    return dense_as(out.astype(input.dtype, copy=False), input), mean, rstd, variance


def _eval_gradients(g, needed, input, weight, mean, variance, eps):
    if not isinstance(g, Tensor):
        return _kernels.batch_norm_eval_gradient(g, input, weight, mean, variance, eps, needed)
    axes, shape = over_channels(len(input.shape)), column(len(input.shape))
    rstd = 1 / OPS["sqrt"](variance + eps)
    scale = rstd if weight is None else rstd * weight
    return (
        g * reshape(scale, shape) if needed[0] else None,
        total(g * ((input - reshape(mean, shape)) * reshape(rstd, shape)), axes) if needed[1] else None,
        total(g, axes) if needed[2] else None,
    )


@op(
    kind="same",
    tensors=("input", "weight", "bias", "mean", "variance"),
    joint=_eval_gradients,
    differentiable=("input", "weight", "bias"),
    fused=True,
    node="NativeBatchNormBackward0",
    reads=("input", "weight"),
    method=False,
    namespace=None,
)
def _batch_norm_eval(input, weight=None, bias=None, mean=None, variance=None, eps=1e-05):
    x = input
    if input.dtype == np.float16:
        x, weight, bias, mean, variance = (
            a if a is None else a.astype(np.float32) for a in (input, weight, bias, mean, variance)
        )
    out = _kernels.batch_norm_eval(x, weight, bias, mean, variance, eps)
    return dense_as(out.astype(input.dtype, copy=False), input)


def _check_batch(input, running_mean, running_var, weight, bias, training):
    shape = input._array.shape
    for t, word in ((running_mean, "running_mean"), (running_var, "running_var")):
        if t is None and not training:
            raise RuntimeError(f"{word} must be defined in evaluation mode")
    channels = shape[1] if len(shape) > 1 else 0
    for t, word in (
        (running_mean, "running_mean"), (running_var, "running_var"), (weight, "weight"), (bias, "bias"),
    ):  # fmt: skip
        if t is not None and t.numel() != channels:
            raise RuntimeError(f"{word} should contain {channels} elements not {t.numel()}")
    if not input.is_floating_point():
        raise NotImplementedError(f"\"batch_norm\" not implemented for '{input.dtype.legacy}'")
    check_parameter_dtypes(input, weight, bias, running_mean, running_var)


def _update(running, value, momentum):
    """The running statistic moved towards `value`, in place."""
    if running is None:
        return
    value = value.detach()
    if value._array.dtype is running._array.dtype and value._array.dtype.char in "fd" and not running.requires_grad:
        running.mul_(1 - momentum).add_(value * momentum)
        return
    with no_grad():
        running.mul_(1 - momentum).add_(value.to(running.dtype), alpha=momentum)


def _batch(input, weight, bias, running_mean, running_var, training, momentum, eps):
    """(out, mean, rstd); the running statistics are updated when training."""
    _check_batch(input, running_mean, running_var, weight, bias, training)
    if not input._array.size:
        out = input.clone()
        out = out if weight is None else out * weight.select(0, 0)
        empty = input.new_zeros(input.shape[1:2])
        return (out if bias is None else out + bias.select(0, 0)), empty, empty
    if not training:
        out = _batch_norm_eval(input, weight, bias, running_mean, running_var, eps)
        return out, input.new_empty(0), input.new_empty(0)
    out, mean, rstd, variance = _batch_norm_train(input, weight, bias, eps)
    if running_mean is not None or running_var is not None:
        for level in mode.transforms:
            level.refuse_running_stats(running_mean)
        n = input._array.size // input._array.shape[1]
        _update(running_mean, mean, momentum)
        _update(running_var, variance.detach() * (n / (n - 1) if n > 1 else float("nan")), momentum)
    return out, mean.detach(), rstd.detach()


def _check_more_than_one(size):
    if prod((size[0], *size[2:])) == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {size}")


@function(method=False, namespace=NAMESPACE)
def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    """(x - mean) / sqrt(variance + eps) * weight + bias for each channel (axis 1) of (N, C, ...).

    While `training`, mean and (biased) variance are of the batch, and the running ones, if given, move towards them
    (towards the unbiased variance) by `momentum`; else the running ones are used. All vectors have C elements.
    ValueError for a single value per channel in training, RuntimeError for sizes that do not fit.
    Source: Ioffe and Szegedy 2015, arXiv:1502.03167;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.batch_norm.html

    >>> import borch as torch
    >>> torch.nn.functional.batch_norm(torch.tensor([[1.0], [3.0]]), None, None, training=True)
    tensor([[-1.0000],
            [ 1.0000]])
    """
    if training:
        _check_more_than_one(input.size())
        if eps <= 0.0:
            raise ValueError(f"batch_norm eps must be positive during training, but got {eps}")
    elif eps < 0.0:
        raise ValueError(f"batch_norm eps must be non-negative, but got {eps}")
    if (running_mean is None) != (running_var is None) and training:
        raise ValueError("running_mean and running_var must either both be None or neither be None")
    return _batch(input, weight, bias, running_mean, running_var, training, momentum, eps)[0]


@function(name="batch_norm", method=False)
def _torch_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled):
    """torch.nn.functional.batch_norm with torch's own order of arguments.

    >>> import borch as torch
    >>> x = torch.tensor([[1.0], [3.0]])
    >>> torch.batch_norm(x, None, None, None, None, True, 0.1, 0.0, False)
    tensor([[-1.],
            [ 1.]])
    """
    return _batch(input, weight, bias, running_mean, running_var, training, momentum, eps)[0]


@function(method=False)
def native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, *, out=None):
    """`batch_norm` together with the mean and reciprocal standard deviation it used: (out, mean, rstd).

    >>> import borch as torch
    >>> x = torch.tensor([[1.0], [3.0]])
    >>> torch.native_batch_norm(x, None, None, None, None, True, 0.1, 0.0)[1]
    tensor([2.])
    """
    result, *statistics = _batch(input, weight, bias, running_mean, running_var, training, momentum, eps)
    kind = input.dtype if weight is None else weight.dtype
    results = (result, *(s.to(kind) for s in statistics))
    if out is None:
        return results
    check_outs(out, len(results), "native_batch_norm(): ")
    return tuple(into("native_batch_norm", o, r, SCALAR_DTYPE) for o, r in zip(out, results, strict=True))


@function(method=False)
def _native_batch_norm_legit(input, weight, bias, *settings, out=None):
    """`native_batch_norm`, which may also be called without the two running statistics.

    >>> import borch as torch
    >>> x = torch.tensor([[1.0], [3.0]])
    >>> torch._native_batch_norm_legit(x, None, None, True, 0.1, 0.0)[1]
    tensor([2.])
    """
    return native_batch_norm(input, weight, bias, *(() if len(settings) > 3 else (None, None)), *settings, out=out)


# -------------------------------------------------------------------------------------------------------- instance norm
def _instance(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps):
    if not use_input_stats and (running_mean is None or running_var is None):
        raise RuntimeError("Expected running_mean and running_var to be defined when use_input_stats is false")
    shape = input._array.shape
    n, channels = shape[:2]
    weight, bias, mean, variance = (
        None if t is None else t.repeat(n) for t in (weight, bias, running_mean, running_var)
    )
    flat = input.contiguous().view(1, n * channels, *shape[2:])
    out = _batch(flat, weight, bias, mean, variance, use_input_stats, momentum, eps)[0]
    for running, moved in ((running_mean, mean), (running_var, variance)):
        if running is not None:
            with no_grad():
                running.copy_(moved.view(n, channels).mean(0))
    return out.view(shape)


@function(method=False, namespace=NAMESPACE)
def instance_norm(
    input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-05
):
    """`batch_norm` of every sample by itself: statistics of each channel of each sample of (N, C, ...).

    With use_input_stats=False the running ones are used. ValueError for a single value to take statistics of.
    Source: Ulyanov et al. 2016, arXiv:1607.08022;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.instance_norm.html

    >>> import borch as torch
    >>> torch.nn.functional.instance_norm(torch.tensor([[[1.0, 3.0]]]))
    tensor([[[-1.0000,  1.0000]]])
    """
    if use_input_stats and prod(input.size()[2:]) == 1:
        raise ValueError(f"Expected more than 1 spatial element when training, got input size {input.size()}")
    return _instance(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


@function(name="instance_norm", method=False)
def _torch_instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled):
    """torch.nn.functional.instance_norm with torch's own order of arguments.

    >>> import borch as torch
    >>> torch.instance_norm(torch.tensor([[[1.0, 3.0]]]), None, None, None, None, True, 0.1, 0.0, False)
    tensor([[[-1.,  1.]]])
    """
    return _instance(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


# ----------------------------------------------------------------------------------------------------------- group norm
def _group_gradients(g, needed, input, weight, mean, rstd, num_groups):
    g_out, g_mean, g_rstd = g
    shape = tuple(input.shape)
    per_channel = (*shape[:2], prod(shape[2:]))
    center, scale = (reshape(x, (shape[0], num_groups, 1)) for x in (mean, rstd))
    size = prod(shape[1:]) // num_groups
    grouped = (shape[0], num_groups, size)
    normal = (reshape(input, (shape[0], num_groups, size)) - center) * scale
    to_input = to_weight = to_bias = None
    if g_out is not None:
        g_out = reshape(g_out, per_channel)
        to_weight = total(g_out * reshape(normal, per_channel), (0, 2)) if needed[1] else None
        to_bias = total(g_out, (0, 2)) if needed[2] else None
    if needed[0]:
        scaled = None
        if g_out is not None:
            scaled = reshape(g_out if weight is None else g_out * reshape(weight, (1, -1, 1)), grouped)
        g_mean, g_rstd = (None if x is None else reshape(x, (shape[0], num_groups, 1)) for x in (g_mean, g_rstd))
        to_input = reshape(through_statistics(scaled, normal, scale, (2,), g_mean, g_rstd), shape)
    return to_input, to_weight, to_bias


@op(
    kind="same",
    tensors=("input", "weight", "bias"),
    joint=_group_gradients,
    differentiable=("input", "weight", "bias"),
    outputs=("out", "mean", "rstd"),
    fused=True,
    node="NativeGroupNormBackward0",
    method=False,
    namespace=None,
)
def _group_norm(input, weight=None, bias=None, num_groups=1, eps=1e-05):
    if input.dtype.kind not in "fV":
        raise NotImplementedError(f"\"GroupNormKernelImpl\" not implemented for '{from_numpy(input.dtype).legacy}'")
    n, channels = input.shape[:2]
    if not input.size:
        return input.copy(), np.zeros((n, num_groups), input.dtype), np.zeros((n, num_groups), input.dtype)
    x = input.astype(np.float32) if input.dtype == np.float16 else input
    mean, variance, centred = moments(x.reshape(n, num_groups, -1), (2,))
    rstd = 1 / np.sqrt(variance + x.dtype.type(eps))
    centred *= rstd
    out = _affine(centred.reshape(n, channels, -1), weight, bias, (1, channels, 1))
    out = (out if out.flags.c_contiguous else np.ascontiguousarray(out)).reshape(input.shape)
    out = out.astype(input.dtype, copy=False)
    return laid_out_as(out, input), mean.reshape(n, num_groups), rstd.reshape(n, num_groups)


@function(name="group_norm", method=False)
def _torch_group_norm(input, num_groups, weight=None, bias=None, eps=1e-05, cudnn_enabled=True):
    """torch.nn.functional.group_norm without its check for single values.

    >>> import borch as torch
    >>> torch.group_norm(torch.tensor([[1.0, 3.0, 5.0, 9.0]]), 2, eps=0.0)
    tensor([[-1.,  1., -1.,  1.]])
    """
    shape = list(input._array.shape)
    if shape[1] % num_groups:
        raise RuntimeError(
            "Expected number of channels in input to be divisible by num_groups, but got input of shape "
            f"{shape} and num_groups={num_groups}"
        )
    for t, word in ((weight, "weight"), (bias, "bias")):
        if t is not None and t._array.shape != (shape[1],):
            shown = weight if weight is not None else t  # torch shows the weight's shape for both
            raise RuntimeError(
                f"Expected {word} to be a vector of size equal to the number of channels in input, but got {word} of "
                f"shape {list(shown._array.shape)} and input of shape {shape}"
            )
    check_parameter_dtypes(input, weight, bias)
    if not input.is_floating_point():
        raise NotImplementedError(f"\"GroupNormKernelImpl\" not implemented for '{input.dtype.legacy}'")
    return _group_norm(input, weight, bias, num_groups, eps)[0]


@function(method=False, namespace=NAMESPACE)
def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    """(x - mean) / sqrt(variance + eps) * weight + bias with statistics of each of `num_groups` groups of channels.

    input (N, C, ...), C divisible by num_groups; weight and bias (C,). RuntimeError when shapes do not fit, ValueError
    for groups of a single value. Source: Wu and He 2018, arXiv:1803.08494;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.group_norm.html

    >>> import borch as torch
    >>> torch.nn.functional.group_norm(torch.tensor([[1.0, 3.0, 5.0, 9.0]]), 2)
    tensor([[-1.0000,  1.0000, -1.0000,  1.0000]])
    """
    if input.dim() < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {input.dim()}")
    size = input.size()
    _check_more_than_one([size[0] * size[1] // num_groups, num_groups, *size[2:]])
    return _torch_group_norm(input, num_groups, weight, bias, eps)


@function(method=False)
def native_group_norm(input, weight, bias, N, C, HxW, group, eps):
    """`group_norm` together with the means and reciprocal standard deviations it used: (out, mean, rstd).

    >>> import borch as torch
    >>> x = torch.tensor([[1.0, 3.0, 5.0, 9.0]])
    >>> torch.native_group_norm(x, None, None, 1, 4, 1, 2, 0.0)[1]
    tensor([[2., 7.]])
    """
    out, mean, rstd = _group_norm(input, weight, bias, group, eps)
    kind = input.dtype if weight is None else weight.dtype
    return out, mean.to(kind), rstd.to(kind)
