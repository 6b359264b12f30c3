"""Sliding blocks as columns, and back: unfold and fold. Each is the other's transpose.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#torch.nn.functional.unfold
"""

from math import prod

import numpy as np

from ..._core.halves import stepwise
from ..._core.op import function, op
from ..._kernels.numpy.window import extents, inner, padded, places
from .window import Window

NAMESPACE = "torch.nn.functional"


def _unfolded(x, window):
    n, c = x.shape[:2]
    wide = padded(x.reshape(n * c, *x.shape[2:]), window, 0)
    out = np.empty((n * c, prod(window.kernel), *window.out), x.dtype)
    for k, at in enumerate(places(window)):
        out[:, k] = wide[at]
    return out.reshape(n, c * prod(window.kernel), prod(window.out))


def _folded(columns, size, window):
    n = columns.shape[0]
    kernels = prod(window.kernel)
    c = columns.shape[1] // kernels
    blocks = columns.reshape(n * c, kernels, *window.out)
    wide = np.zeros((n * c, *extents(size, window)), columns.dtype)
    for k, at in enumerate(places(window)):
        wide[at] += blocks[:, k]
    return np.ascontiguousarray(wide[inner(size, window)]).reshape(n, c, *size)


@op(
    kind="same",
    refuse={"iw": "im2col_out_cpu"},
    node="Im2ColBackward0",
    name="im2col",
    method=False,
    namespace=None,
    input=lambda g, input_shape, window: _fold(g, tuple(input_shape[-2:]), window),
)
def _unfold(input, window):
    batch = input if input.ndim == 4 else input[None]
    out = _unfolded(batch, window)
    return out if input.ndim == 4 else out[0]


@op(
    kind="same",
    refuse={"biw": "col2im_out_cpu"},
    half=stepwise(lambda input, size, window: _fold.op.fn(input, size, window)),
    node="Col2ImBackward0",
    name="col2im",
    method=False,
    namespace=None,
    input=lambda g, window: _unfold(g, window),
)
def _fold(input, size, window):
    batch = input if input.ndim == 3 else input[None]
    out = _folded(batch, size, window)
    return out if input.ndim == 3 else out[0]


def _pair(value, word):
    if isinstance(value, (tuple, list)):
        if len(value) not in (1, 2):
            raise RuntimeError(f"It is expected {word} equals to 2, but got size {len(value)}")
        return tuple(int(v) for v in value) * (2 if len(value) == 1 else 1)
    return (int(value),) * 2


def _settings(kernel_size, dilation, padding, stride):
    kernel, dilation = _pair(kernel_size, "kernel_size"), _pair(dilation, "dilation")
    padding, stride = _pair(padding, "padding"), _pair(stride, "stride")
    for word, name, values, least in (
        ("kernel size", "kernel", kernel, 1), ("dilation", "dilation", dilation, 1), ("padding", "pad", padding, 0),
        ("stride", "stride", stride, 1),
    ):  # fmt: skip
        if min(values) < least:
            must = "greater than zero" if least else "non-negative"
            raise RuntimeError(f"{word} should be {must}, but got {name}_height: {values[0]} {name}_width: {values[1]}")
    return kernel, dilation, padding, stride


def _blocks(size, kernel, dilation, padding, stride):
    return tuple(
        (s + 2 * p - d * (k - 1) - 1) // st + 1
        for s, k, d, p, st in zip(size, kernel, dilation, padding, stride, strict=True)
    )


@function(method=False, namespace=NAMESPACE)
def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """The blocks of `kernel_size` of (N, C, H, W) or (C, H, W) as columns: (N, C * kernel, L) or (C * kernel, L).

    RuntimeError for settings that do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.unfold.html

    >>> import borch as torch
    >>> torch.nn.functional.unfold(torch.arange(4.0).reshape(1, 2, 2), (1, 2))
    tensor([[0., 2.],
            [1., 3.]])
    """
    kernel, dilation, padding, stride = _settings(kernel_size, dilation, padding, stride)
    shape = input._array.shape
    if len(shape) < 3:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-len(shape)}, {len(shape) - 1}], but got 2)"
        )
    if len(shape) not in (3, 4) or 0 in shape[len(shape) - 3 :]:
        raise RuntimeError(
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, "
            f"but got: {list(shape)}"
        )
    out = _blocks(shape[-2:], kernel, dilation, padding, stride)
    if min(out) < 1:
        raise RuntimeError(
            f"Given input with spatial size {tuple(shape[-2:])}, kernel_size={kernel}, dilation={dilation}, padding="
            f"{padding}, calculated shape of the array of sliding blocks as {out}, but its components must be at least "
            "one."
        )
    return _unfold(input, Window(kernel, stride, padding, dilation, out))


@function(method=False, namespace=NAMESPACE)
def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """Columns (N, C * kernel, L) or (C * kernel, L) added up at the places of their blocks: (N, C, *output_size).

    RuntimeError for settings that do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.fold.html

    >>> import borch as torch
    >>> torch.nn.functional.fold(torch.ones(2, 2), (1, 3), (1, 2))
    tensor([[[1., 2., 1.]]])
    """
    size = _pair(output_size, "output_size")
    kernel, dilation, padding, stride = _settings(kernel_size, dilation, padding, stride)
    shape = input._array.shape
    if len(shape) not in (2, 3) or 0 in shape[-2:]:
        raise RuntimeError(
            "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions for "
            f"input, but got: {list(shape)}"
        )
    axis = len(shape) - 2
    if shape[axis] % prod(kernel):
        raise RuntimeError(
            f"Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got input.size(1)="
            f"{shape[axis]} and kernel_size={kernel}."
        )
    out = _blocks(size, kernel, dilation, padding, stride)
    if shape[-1] != prod(out) or min(out) < 0:
        raise RuntimeError(
            f"Given output_size={size}, kernel_size={kernel}, dilation={dilation}, padding={padding}, stride={stride}, "
            f"expected size of input's dimension 2 to match the calculated number of sliding blocks {out[0]} * {out[1]} = "
            f"{out[0] * out[1]}, but got input.size(2)={shape[-1]}."
        )
    if min(size) < 1:
        raise RuntimeError(f"Expected output spatial size to be positive, but got: output_size={size}.")
    return _fold(input, size, Window(kernel, stride, padding, dilation, out))
