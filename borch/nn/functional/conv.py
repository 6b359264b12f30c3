"""Convolutions in one, two and three dimensions, and their transposes.

Three bilinear maps carry everything: `convolve` (input, weight), `spread` (gradient, weight) which is its transpose in
the input, and `correlate` (gradient, input) which is its transpose in the weight. Each is an op whose formulas are the
other two, so that convolutions differentiate any number of times.
Source: https://docs.pytorch.org/docs/stable/nn.functional.html#convolution-functions
"""

import numpy as np

from ... import _kernels
from ..._core.args import check_tensor, single
from ..._core.dtype import cpp_name
from ..._core.halves import stepwise
from ..._core.op import OPS, function, op
from ..._core.tensor import Tensor
from ..._core.warn import warn_once
from ..._kernels.numpy import conv as plain
from ...ops.both import permute, total
from ...ops.complex import conjugate
from ...ops.matmul import product
from ...ops.strides import suggests_channels_last, with_channels_last

NAMESPACE = "torch.nn.functional"


# ------------------------------------------------------------------------------------------------------------- as ops
def _channel_sum(g):
    return total(g, (0, *range(2, g.ndim))) if isinstance(g, Tensor) else _kernels.channel_sum(g)


def _convolution_gradients(g, needed, input, weight, stride, padding, dilation, groups):
    size, kernel = tuple(input.shape[2:]), tuple(weight.shape[2:])
    settings = (stride, padding, dilation, groups)
    return (
        spread(g, conjugate(weight), size, *settings) if needed[0] else None,
        correlate(g, conjugate(input), kernel, *settings) if needed[1] else None,
        _channel_sum(g) if needed[2] else None,
    )


def _laid_out(out, input, weight):
    """With its channels last where those of one of both are; in three dimensions torch keeps this for float32 alone."""
    last = suggests_channels_last(input) or suggests_channels_last(weight)
    return with_channels_last(out) if last and (out.ndim == 4 or out.dtype == np.float32) else out


def _variants(gradients, half=None):
    """The op for real and for complex numbers, whose nodes have different names in torch."""

    def decorate(fn):
        return tuple(
            op(
                kind="same",
                half=half,
                strict=True,
                tensors=("input", "weight", "bias"),
                joint=gradients,
                differentiable=("input", "weight", "bias"),
                node=node,
                reads=("input", "weight"),
                method=False,
                namespace=None,
            )(fn)
            for node in ("ConvolutionBackward0", "AddBackward0")
        )

    return decorate


@_variants(_convolution_gradients)
def convolutions(input, weight, bias=None, stride=(), padding=(), dilation=(), groups=1):
    out = _kernels.convolve(input, weight, bias, stride, padding, dilation, groups, product)
    return _laid_out(out, input, weight)


convolve, convolve_complex = convolutions


def _half_spread(g, weight, bias, size, stride, padding, dilation, groups):
    return plain.spread(g, weight, bias, size, stride, padding, dilation, groups, np.matmul)


def _half_correlate(rounded, g_out, input, kernel, stride, padding, dilation, groups):
    """One element of the batch after another."""
    weight = np.float32(0)
    for k in range(len(input)):
        part = plain.correlate(g_out[k : k + 1], input[k : k + 1], kernel, stride, padding, dilation, groups, np.matmul)
        weight = rounded(weight + part)
    return weight if len(input) else correlate.op.fn(g_out, input, kernel, stride, padding, dilation, groups)


@op(
    kind="same",
    half=stepwise(lambda g, weight, *settings: _half_spread(g, weight, None, *settings)),
    node="ConvolutionBackward0",
    method=False,
    namespace=None,
    g_out=lambda g, weight, stride, padding, dilation, groups: convolve(
        g, conjugate(weight), None, stride, padding, dilation, groups
    ),
    weight=lambda g, g_out, weight_shape, stride, padding, dilation, groups: correlate(
        conjugate(g_out), g, tuple(weight_shape[2:]), stride, padding, dilation, groups
    ),
)
def spread(g_out, weight, size, stride, padding, dilation, groups):
    return _kernels.spread(g_out, weight, None, size, stride, padding, dilation, groups, product)


@op(
    kind="same",
    half=_half_correlate,
    node="ConvolutionBackward0",
    method=False,
    namespace=None,
    g_out=lambda g, input, stride, padding, dilation, groups: convolve(
        conjugate(input), g, None, stride, padding, dilation, groups
    ),
    input=lambda g, g_out, input_shape, stride, padding, dilation, groups: spread(
        conjugate(g_out), g, tuple(input_shape[2:]), stride, padding, dilation, groups
    ),
)
def correlate(g_out, input, kernel, stride, padding, dilation, groups):
    return _kernels.correlate(g_out, input, kernel, stride, padding, dilation, groups, product)


def _transposed_gradients(g, needed, input, weight, stride, padding, dilation, groups):
    settings = (stride, padding, dilation, groups)
    size = tuple(input.shape[2:])
    beyond = _beyond(g.shape[2:], size, weight.shape[2:], stride, padding, dilation)
    to_input = convolve(g, conjugate(weight), None, *settings) if needed[0] else None
    if any(beyond):
        to_input = None if to_input is None else to_input[(..., *(slice(n) for n in size))]
        input = OPS["constant_pad_nd"](input, [n for b in reversed(beyond) for n in (0, b)])
    return (
        to_input,
        correlate(conjugate(input), g, tuple(weight.shape[2:]), *settings) if needed[1] else None,
        _channel_sum(g) if needed[2] else None,
    )


def _beyond(out, size, kernel, stride, padding, dilation):
    """How many more windows than elements of the input fit into what output_padding made of a result."""
    return tuple(
        (o + 2 * p - d * (k - 1) - 1) // s + 1 - i
        for o, i, k, s, p, d in zip(out, size, kernel, stride, padding, dilation, strict=True)
    )


@_variants(_transposed_gradients, half=stepwise(_half_spread))
def transposed_convolutions(input, weight, bias=None, size=(), stride=(), padding=(), dilation=(), groups=1):
    out = _kernels.spread(input, weight, bias, size, stride, padding, dilation, groups, product)
    return _laid_out(out, input, weight)


convolve_transposed, convolve_transposed_complex = transposed_convolutions


# ------------------------------------------------------------------------------------------------------ what users call
def _fit(x, weight, bias, n):
    """Whether there is nothing to check about an input in one group and its parameters, as there mostly is not."""
    shape, kernels, dtype = x.shape, weight.shape, x.dtype
    return (
        len(shape) == len(kernels) == n + 2
        and shape[1] == kernels[1]
        and kernels[0] > 0
        and dtype.kind == "f"
        and dtype is weight.dtype
        and (bias is None or (dtype is bias.dtype and bias.shape == kernels[:1]))
    )


def _check(input, weight, bias, n, name, groups, transposed=False, settings=(), dilated=False):
    x, w = input._array, weight._array
    if w.ndim != n + 2 or x.ndim not in (n + 1, n + 2):
        if w.ndim == n + 2 or x.ndim not in (n + 1, n + 2):
            raise RuntimeError(
                f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to {name}, but got input of size: "
                f"{list(x.shape)}"
            )
        if n == 1 and w.ndim < 3:
            raise RuntimeError("weight should have at least three dimensions")
        raise RuntimeError(
            f"Expected {w.ndim}-dimensional input for {w.ndim}-dimensional weight{list(w.shape)}, but got "
            f"{x.ndim}-dimensional input of size {list(x.shape)} instead"
        )
    if groups <= 0:
        raise RuntimeError("non-positive groups is not supported")
    for sizes, least, words in settings:
        if min(sizes) < least:
            raise RuntimeError(words)
    channels = x.shape[-n - 1]
    wanted = w.shape[0] if transposed else w.shape[1] * groups
    shown = list(x.shape if x.ndim == n + 2 else (1, *x.shape))
    if w.shape[0] < groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be at least {groups} at dimension 0, but got weight of size "
            f"{list(w.shape)} instead"
        )
    if w.shape[0] % groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, but got weight of "
            f"size [{list(w.shape)}] instead"
        )
    if channels != wanted:
        kind = f"Given {'transposed=1' if transposed else f'groups={groups}'}, weight of size {list(w.shape)}"
        raise RuntimeError(
            f"{kind}, expected input{shown} to have {wanted} channels, but got {channels} channels instead"
        )
    outs = w.shape[1] * groups if transposed else w.shape[0]
    if bias is not None and bias._array.shape != (outs,):
        raise RuntimeError(
            f"Given {'transposed=1, ' if transposed else ''}weight of size {list(w.shape)}, expected bias to be"
            f" 1-dimensional with {outs} elements, but got bias of size {list(bias._array.shape)} instead"
        )
    if transposed and x.dtype.kind in "biu" and x.dtype != np.int64:
        kernel = f"slow_conv_transpose{max(n, 2)}d_out_cpu"
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{input.dtype.legacy}'")
    if dilated and not transposed and x.dtype.kind in "biu" and x.dtype != np.int64 and w.dtype == x.dtype:
        raise NotImplementedError(f"\"slow_conv_dilated<>\" not implemented for '{input.dtype.legacy}'")
    if x.dtype.kind == "b" or w.dtype != x.dtype or (bias is not None and bias._array.dtype != x.dtype):
        _refuse_dtypes(input, weight, bias, n, transposed)


def _refuse_dtypes(input, weight, bias, n, transposed):
    """torch's words depend on the kernel that would have run."""
    dtype = input.dtype
    if bias is not None and bias.dtype != dtype and not transposed:
        raise RuntimeError(
            f"Input type ({cpp_name(dtype.numpy)}) and bias type ({cpp_name(bias.dtype.numpy)}) should be the same"
        )
    what, other = ("weight", weight) if weight.dtype != dtype else ("bias", bias)
    if dtype.legacy == "Bool":
        kernel = "slow_conv_transpose2d_out_cpu" if transposed else "slow_conv3d_cpu" if n == 3 else "slow_conv2d_cpu"
        raise NotImplementedError(f"\"{kernel}\" not implemented for 'Bool'")
    types = f"Input type ({_type_word(dtype)}) and {what} type ({_type_word(other.dtype)}) should be the same"
    if dtype.is_complex:
        raise RuntimeError(types)
    if dtype.is_floating_point and dtype.itemsize != 8:
        raise RuntimeError(f"{types} or input should be a MKLDNN tensor and {what} is a dense tensor")
    raise RuntimeError(f"expected scalar type {dtype.legacy} but found {other.dtype.legacy}")


def _type_word(dtype):
    return f"CPU{dtype.legacy}Type" if dtype.is_complex or dtype.legacy == "BFloat16" else f"torch.{dtype.legacy}Tensor"


def _conv(name, n, input, weight, bias, stride, padding, dilation, groups):
    stride, dilation = single(stride, n, "stride"), single(dilation, n, "dilation")
    named = isinstance(padding, str)
    padding = padding if named else single(padding, n, "padding")
    if not (
        groups == 1
        and min(*stride, *dilation) > 0 <= (0 if named else min(padding))
        and _fit(input._array, weight._array, None if bias is None else bias._array, n)
    ):
        settings = (
            (stride, 1, "non-positive stride is not supported"),
            ((0,) if named else padding, 0, "negative padding is not supported"),
            (dilation, 1, "dilation should be greater than zero"),
        )
        _check(input, weight, bias, n, name, groups, settings=settings, dilated=max(dilation) > 1)
    kernel = weight._array.shape[2:]
    batched = input._array.ndim == n + 2
    if not batched:
        input = OPS["unsqueeze"](input, 0)
    if named:
        input, padding = _named_padding(input, padding, kernel, stride, dilation)
        padding = single(padding, n, "padding")
    space = input._array.shape[2:]
    for s, p, k, d in zip(space, padding, kernel, dilation, strict=True):
        if s + 2 * p < d * (k - 1) + 1:
            sizes = " x ".join(str(a + 2 * b) for a, b in zip(space, padding, strict=True))
            kernels = " x ".join(str(b * (a - 1) + 1) for a, b in zip(kernel, dilation, strict=True))
            raise RuntimeError(
                f"Calculated padded input size per channel: ({sizes}). Kernel size: ({kernels}). Kernel size can't be "
                "greater than actual input size"
            )
    made = convolve_complex if input._array.dtype.kind == "c" else convolve
    out = made(input, weight, bias, stride, padding, dilation, groups)
    return out if batched else OPS["squeeze"](out, 0)


def _named_padding(input, padding, kernel, stride, dilation):
    if padding == "valid":
        return input, 0
    if padding != "same":
        raise RuntimeError(f"Invalid padding string: '{padding}'")
    if any(s != 1 for s in stride):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    totals = [d * (k - 1) for k, d in zip(kernel, dilation, strict=True)]
    if any(t % 2 for t in totals):
        warn_once(
            "Using padding='same' with even kernel lengths and odd dilation may require a zero-padded copy of the input be "
            "created"
        )
        extra = [side for t in reversed(totals) for side in (0, t % 2)]
        input = OPS["constant_pad_nd"](input, extra)
    return input, tuple(t // 2 for t in totals)


def _forward(n):
    def conv(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
        return _conv(f"conv{n}d", n, input, weight, bias, stride, padding, dilation, groups)

    conv.__name__ = conv.__qualname__ = f"conv{n}d"
    axes = ("L", "H, W", "D, H, W")[n - 1]
    shape, kernel = ", ".join(["8"] * n), ", ".join(["3"] * n)
    result = ", ".join(["6"] * n)
    conv.__doc__ = f"""The {n}-dimensional convolution (cross-correlation) of `input` with `weight`.

    input (N, C, {axes}) or without N; weight (O, C / groups, *kernel); bias (O,) or None. `padding` is an int, a tuple,
    "valid" or "same". RuntimeError when shapes or dtypes do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.conv{n}d.html

    >>> import borch as torch
    >>> torch.nn.functional.conv{n}d(torch.ones(1, 2, {shape}), torch.ones(4, 2, {kernel})).shape
    torch.Size([1, 4, {result}])
    """
    return _publish(conv)


def _publish(fn):
    function(method=False, namespace=NAMESPACE)(fn)
    return function(method=False, namespace="torch")(fn)


conv1d, conv2d, conv3d = (_forward(n) for n in (1, 2, 3))


def _conv_transpose(name, n, input, weight, bias, stride, padding, output_padding, groups, dilation):
    check_tensor(input, name)
    _check(input, weight, bias, n, name, groups, transposed=True)
    stride, padding, dilation = (
        single(stride, n, "stride"),
        single(padding, n, "padding"),
        single(dilation, n, "dilation"),
    )
    output_padding = single(output_padding, n, "output_padding")
    for o, s, d in zip(output_padding, stride, dilation, strict=True):
        if o >= max(s, d):
            raise RuntimeError(
                "output padding must be smaller than either stride or dilation, but got "
                + " ".join(
                    f"{what}_{axis}: {size}"
                    for what, sizes in (("output_padding", output_padding), ("stride", stride), ("dilation", dilation))
                    for axis, size in zip(
                        ("depth", "height", "width")[3 - n :] if n > 1 else ("length",), sizes, strict=True
                    )
                )
            )
    batched = input._array.ndim == n + 2
    if not batched:
        input = OPS["unsqueeze"](input, 0)
    size = tuple(
        (i - 1) * s - 2 * p + d * (k - 1) + o + 1
        for i, s, p, d, k, o in zip(
            input._array.shape[2:], stride, padding, dilation, weight._array.shape[2:], output_padding, strict=True
        )
    )
    if min(size) <= 0:
        raise RuntimeError(
            f"Given input size per channel: {list(input._array.shape[2:])}. Calculated output size per channel: "
            f"{list(size)}. Output size is too small"
        )
    made = convolve_transposed_complex if input._array.dtype.kind == "c" else convolve_transposed
    out = made(input, weight, bias, size, stride, padding, dilation, groups)
    return out if batched else OPS["squeeze"](out, 0)


def _transposed(n):
    def conv_transpose(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
        name = f"conv_transpose{n}d"
        return _conv_transpose(name, n, input, weight, bias, stride, padding, output_padding, groups, dilation)

    conv_transpose.__name__ = conv_transpose.__qualname__ = f"conv_transpose{n}d"
    shape, kernel = ", ".join(["8"] * n), ", ".join(["3"] * n)
    result = ", ".join(["10"] * n)
    conv_transpose.__doc__ = f"""The transpose of the {n}-dimensional convolution: what maps its outputs' gradients back.

    input (N, C, ...) or without N; weight (C, O / groups, *kernel); bias (O,) or None.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.conv_transpose{n}d.html

    >>> import borch as torch
    >>> torch.nn.functional.conv_transpose{n}d(torch.ones(1, 2, {shape}), torch.ones(2, 4, {kernel})).shape
    torch.Size([1, 4, {result}])
    """
    return _publish(conv_transpose)


conv_transpose1d, conv_transpose2d, conv_transpose3d = (_transposed(n) for n in (1, 2, 3))


@function(method=False)
def convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    """Any of the convolutions and their transposes; the number of axes is the weight's.

    Source: https://docs.pytorch.org/docs/stable/nn.functional.html#convolution-functions

    >>> import borch as torch
    >>> torch.convolution(torch.ones(1, 1, 3), torch.ones(1, 1, 2), None, [1], [0], [1], False, [0], 1)
    tensor([[[2., 2.]]])
    """
    n = weight.ndim - 2
    if transposed:
        return _conv_transpose("convolution", n, input, weight, bias, stride, padding, output_padding, groups, dilation)
    return _conv("convolution", n, input, weight, bias, stride, padding, dilation, groups)


# ---------------------------------------------------------------------------------------------- time first, channels last
def _tbc_gradients(g, needed, input, weight, pad):
    settings = ((1,), (pad,), (1,), 1)
    turned, x, w = permute(g, (1, 2, 0)), permute(input, (1, 2, 0)), permute(weight, (2, 1, 0))
    size, kernel = (x.shape[2],), (w.shape[2],)
    return (
        permute(spread(turned, w, size, *settings), (2, 0, 1)) if needed[0] else None,
        permute(correlate(turned, x, kernel, *settings), (2, 1, 0)) if needed[1] else None,
        total(g, (0, 1)) if needed[2] else None,
    )


@op(
    kind="same",
    strict=True,
    tensors=("input", "weight", "bias"),
    joint=_tbc_gradients,
    differentiable=("input", "weight", "bias"),
    method=False,
)
def conv_tbc(input, weight, bias, pad=0):
    """A convolution over time: input (T, B, C), weight (kernel, C, O), bias (O,), output (T', B, O).

    RuntimeError when the shapes do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.conv_tbc.html

    >>> import borch as torch
    >>> torch.conv_tbc(torch.ones(5, 2, 3), torch.ones(3, 3, 4), torch.zeros(4)).shape
    torch.Size([3, 2, 4])
    """
    if input.ndim != 3:
        raise RuntimeError("Input must have 3 dims: time, batch, in_channel")
    if weight.ndim != 3:
        raise RuntimeError("Weight tensor must have 3 dims: kernel_width, in_channels, out_channels.")
    if bias.ndim != 1:
        raise RuntimeError("Bias must be 1-D")
    if input.shape[2] != weight.shape[1]:
        raise RuntimeError("Input dim 2 (input channels) is not == dim 1 in the weight tensor")
    if weight.shape[2] != bias.shape[0]:
        raise RuntimeError("Bias size must equal dim 2 in the weight tensor (output channels).")
    turned, taps = input.transpose(1, 2, 0), weight.transpose(2, 1, 0)
    out = _kernels.convolve(turned, taps, bias, (1,), (pad,), (1,), 1, product)
    return np.ascontiguousarray(out.transpose(2, 0, 1))


function(method=False, namespace=NAMESPACE)(conv_tbc)
