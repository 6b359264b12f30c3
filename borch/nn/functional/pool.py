"""Pooling by sliding windows: max, average and p-norm in one, two and three dimensions.

Adaptive pooling is in adaptive_pool.py, fractional pooling and unpooling in unpool.py.
Source: https://docs.pytorch.org/docs/stable/nn.functional.html#pooling-functions
"""

from math import prod

import numpy as np

from ... import _kernels
from ..._core.dtype import from_numpy
from ..._core.halves import add_each
from ..._core.mode import mode
from ..._core.op import OPS, function, op
from ..._core.tensor import Tensor
from ..._kernels.numpy.window import along, extents, flat, inner, places, planned, starts
from ...ops.both import SAME_DTYPE, into
from ...ops.strides import laid_out_as
from . import window as windows
from .window import check_input, check_settings, ints, is_none, make_window

NAMESPACE = "torch.nn.functional"
NODES = {1: "SqueezeBackward1", 2: "{}2DBackward0", 3: "{}3DBackward0"}


def publish(fn, name, doc, torch_too=False):
    fn.__name__ = fn.__qualname__ = name
    fn.__doc__ = doc
    function(method=False, namespace=NAMESPACE)(fn)
    return function(method=False)(fn) if torch_too else fn


# -------------------------------------------------------------------------------------- picking elements of each plane
@op(
    kind="same",
    tensors=("input", "index"),
    method=False,
    namespace=None,
    input=lambda g, input_shape, index, n: put(g, index, tuple(input_shape[-n:])),
)
def pick(input, index, n):
    return _kernels.pick(input, index, n)


def _half_put(rounded, input, index, space):
    lead, size = prod(input.shape[: input.ndim - len(space)]), prod(space)
    at = index.reshape(lead, -1) + np.arange(lead, dtype=np.int64)[:, None] * size
    out = np.zeros((1, lead * size), np.float32)
    return add_each(rounded, out, at.reshape(-1), input.reshape(1, -1)).reshape(*input.shape[: -len(space)], *space)


@op(
    kind="same",
    half=_half_put,
    tensors=("input", "index"),
    method=False,
    namespace=None,
    input=lambda g, index, space: pick(g, index, len(space)),
)
def put(input, index, space):
    return _kernels.put(input, index, space)


@op(
    kind="same",
    tensors=("grad_output", "input", "indices"),
    node="MaxPool2DWithIndicesBackwardBackward0",
    method=False,
    namespace=None,
    grad_output=lambda g, indices: pick(g, indices if isinstance(indices, np.ndarray) else indices._array, 2),
)
def max_pool2d_with_indices_backward(grad_output, input, kernel_size, stride, padding, dilation, ceil_mode, indices):
    """The gradient of max_pool2d, by the name it has in torch's dispatcher."""
    if input.dtype.kind not in "fV":
        raise NotImplementedError(f"\"max_pool2d_backward\" not implemented for '{from_numpy(input.dtype).legacy}'")
    name = "max_pool2d_with_indices_backward"
    kernel = ints(name, "kernel_size", kernel_size, 2)
    stride = kernel if is_none(stride) else ints(name, "stride", stride, 2)
    padding, dilation = ints(name, "padding", padding, 2), ints(name, "dilation", dilation, 2)
    space = make_window(input.shape, 2, kernel, stride, padding, dilation, bool(ceil_mode)).out
    shape, ndim = (*input.shape[:-2], *space), input.ndim
    for given in (grad_output, indices):
        for k in range(ndim - 3, ndim):
            if given.shape[k] != shape[k]:
                raise RuntimeError(
                    f"Expected a tensor of dimension {ndim} and tensor.size[{k}] == {shape[k]} but got: dimension "
                    f"{given.ndim} and tensor.size[{k}] = {given.shape[k]}"
                )
    return _kernels.put(grad_output, indices, input.shape[-2:])


# ------------------------------------------------------------------------------------------------------------------ max
def _max_op(n):
    return op(
        kind="same",
        refuse={"bc": f"max_pool{max(n, 2)}d"},
        outputs=("out", "indices"),
        node="SqueezeBackward1" if n == 1 else f"MaxPool{n}DWithIndicesBackward0",
        name=f"_max_pool{n}d_with_indices",
        reads=("input",),
        method=False,
        namespace=None,
        input=lambda g, indices, input_shape: put(g[0], indices, tuple(input_shape[-n:])),
    )(_max_with_indices)


def _max_with_indices(input, window):
    return tuple(laid_out_as(a, input) for a in _kernels.max_pool(input, window))


def _max_plain_op(n):
    def max_values(input, window):
        return laid_out_as(_kernels.max_pool_values(input, window), input)

    refuse = {"bic" if n == 1 else "bc": "max_pool1d_impl" if n == 1 else f"max_pool{n}d"}
    return op(kind="same", refuse=refuse, name=f"_max_pool{n}d", method=False, namespace=None)(max_values)


MAX_WITH_INDICES = {n: _max_op(n) for n in (1, 2, 3)}
MAX_VALUES = {n: _max_plain_op(n) for n in (1, 2, 3)}


def _check_max_pool1d(input, kernel, stride, padding, dilation, ceil_mode):
    """max_pool1d has errors of its own."""
    shape = input._array.shape
    if len(shape) not in (2, 3) or 0 in shape[-2:]:
        raise RuntimeError(
            "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but "
            f"got:{list(shape)}"
        )
    for word, value in (("kernel_size", kernel), ("stride", stride)):
        if value[0] <= 0:
            raise RuntimeError(f"max_pool1d() {word} must be greater than zero, but got {value[0]}")
    if padding[0] < 0:
        raise RuntimeError(f"max_pool1d() padding must be non-negative, but got {padding[0]}")
    if padding[0] > kernel[0] // 2:
        raise RuntimeError(
            f"max_pool1d() padding should be at most half of kernel size, but got padding={padding[0]} and "
            f"kernel_size={kernel[0]}"
        )
    if dilation[0] <= 0:
        raise RuntimeError(f"max_pool1d() dilation must be greater than zero, but got {dilation[0]}")
    size = windows.out_size(shape[-1], kernel[0], stride[0], padding[0], dilation[0], ceil_mode)
    if size <= 0:
        raise RuntimeError(f"max_pool1d() Invalid computed output size: {size}")


def _max_pool(n, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices):
    name = f"max_pool{n}d"
    if n > 1 or not isinstance(input, Tensor):
        check_input(name, input, n)
    kernel = ints(name, "kernel_size", kernel_size, n)
    stride = kernel if is_none(stride) else ints(name, "stride", stride, n, omitted=True)
    padding, dilation = ints(name, "padding", padding, n), ints(name, "dilation", dilation, n)
    if n == 1 and return_indices and input._array.ndim not in (2, 3):
        raise RuntimeError(
            f"Expected 2 to 3 dimensions, but got {input._array.ndim}-dimensional tensor for argument #1 'self' (while "
            "checking arguments for max_pool1d)"
        )
    if n == 1 and not return_indices:
        _check_max_pool1d(input, kernel, stride, padding, dilation, ceil_mode)
    words = "max_pool3d_with_indices_out_cpu_template"
    window = make_window(input._array.shape, n, kernel, stride, padding, dilation, ceil_mode, words)
    if return_indices or (mode.grad and input.requires_grad):
        out, indices = MAX_WITH_INDICES[n](input, window)
        return (out, indices) if return_indices else out
    return MAX_VALUES[n](input, window)


SHAPES = {1: "(N, C, L)", 2: "(N, C, H, W)", 3: "(N, C, D, H, W)"}


def _example(name, n, settings, result):
    ones = ", ".join(["1", "2", *["4"] * n])
    return f"""
    >>> import borch as torch
    >>> torch.nn.functional.{name}(torch.ones({ones}), {settings}).shape
    torch.Size([1, 2, {", ".join([str(result)] * n)}])
    """


def _make_max(n):
    name = f"max_pool{n}d"

    def pool(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
        return _max_pool(n, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)

    def pool_with_indices(
        input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False
    ):
        return _max_pool(n, input, kernel_size, stride, padding, dilation, ceil_mode, True)

    source = f"Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.{name}.html"
    publish(
        pool_with_indices,
        name + "_with_indices",
        f"""`{name}` together with the position of each largest element in its plane, counted row by row.

    {source}

    >>> import borch as torch
    >>> torch.nn.functional.{name}_with_indices(torch.ones({", ".join(["1", "1", *["2"] * n])}), 2)[1].flatten()
    tensor([0])
    """,
        torch_too=n == 1,
    )
    doc = f"""The largest element under each window of `kernel_size` over the last {n} axes of {SHAPES[n]}, or without N.

    `stride` defaults to the kernel's size; `padding` is of minus infinities; `ceil_mode` lets windows begin in the
    padding's far end; `return_indices` gives the positions too. RuntimeError for settings that do not fit.
    {source}
    {_example(name, n, "2", 2)}"""
    return publish(pool, name, doc, torch_too=True)


max_pool1d, max_pool2d, max_pool3d = (_make_max(n) for n in (1, 2, 3))


# -------------------------------------------------------------------------------------------------------------- average
@planned
def _divisors(space, window, count_include_pad, divisor_override):
    """What each window's sum is divided by: a number, or an array over the output."""
    if divisor_override is not None:
        return divisor_override
    n = len(space)
    counts = []
    for axis, start in enumerate(starts(window)):
        size, pad = space[axis], window.padding[axis]
        end = np.minimum(start + window.kernel[axis], size + pad)
        counts.append(end - start if count_include_pad else np.minimum(end, size) - np.maximum(start, 0))
    if all((c == c[0]).all() for c in counts):
        return prod(int(c[0]) for c in counts)
    return prod(along(c, axis, n) for axis, c in enumerate(counts))


def _average_ops(n):
    node = "SqueezeBackward1" if n == 1 else f"AvgPool{n}DBackward0"
    options = {"kind": "same", "method": False, "namespace": None}

    def average(input, window, divisor):
        out = _kernels.average_pool(input, window, divisor)
        return laid_out_as(out, input) if n == 2 else np.ascontiguousarray(out)

    def spread(input, space, window, divisor):
        return _kernels.average_pool_spread(input, space, window, divisor)

    def half_spread(rounded, input, space, window, divisor):
        share = rounded(flat(input, n) / np.asarray(divisor, np.float32))
        wide = np.zeros((len(share), *extents(space, window)), np.float32)
        for at in reversed(places(window)):  # for each element, its windows in order
            wide[at] = rounded(wide[at] + share)
        return wide[inner(space, window)].reshape(*input.shape[: input.ndim - n], *space)

    spread = op(
        **options,
        half=half_spread,
        name=f"_avg_pool{n}d_backward",
        input=lambda g, window, divisor: AVERAGE[n](g, window, divisor),
    )(spread)
    return op(
        **options,
        name=f"_avg_pool{n}d",
        reads=("input",),
        node=node,
        refuse={"bch": "avg_pool3d_out_frame"} if n == 3 else {"bc": "avg_pool2d"},
        input=lambda g, input_shape, window, divisor: spread(g, tuple(input_shape[-n:]), window, divisor),
    )(average)


AVERAGE = {n: _average_ops(n) for n in (1, 2, 3)}


def _avg_pool(n, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    name = f"avg_pool{n}d"
    if not isinstance(input, Tensor) or n == 3:
        check_input(name, input, n)
    ndim = input._array.ndim
    if input._array.dtype.kind in "iu" and input._array.dtype != np.int64:
        kernel = "avg_pool3d_out_frame" if n == 3 else "avg_pool2d"
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{input.dtype.legacy}'")
    if n == 1 and ndim not in (2, 3):
        raise RuntimeError(
            f"Expected 2 to 3 dimensions, but got {ndim}-dimensional tensor for argument #1 'self' (while checking "
            "arguments for avg_pool1d)"
        )
    if n == 2 and ndim < 3:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], but got -3)")
    check_input(name, input, n)
    kernel_size = tuple(kernel_size) if type(kernel_size) is list else kernel_size
    stride = tuple(stride) if type(stride) is list else stride
    padding = tuple(padding) if type(padding) is list else padding
    shape = input._array.shape
    plan = _average_plan(n, shape, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    return AVERAGE[n](input, *plan)


@planned
def _average_plan(n, shape, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    """The window, and what the sums under it are divided by."""
    name = f"avg_pool{n}d"
    kernel = ints(name, "kernel_size", kernel_size, n)
    stride = kernel if is_none(stride) else ints(name, "stride", stride, n, omitted=True)
    padding = ints(name, "padding", padding, n)
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    space = shape[len(shape) - n :]
    check_settings(n, kernel, stride, padding, (1,) * n)
    if n == 3 and 0 not in shape[-4:] and any(s < k for s, k in zip(space, kernel, strict=True)):
        sizes, kernels = (
            " ".join(f"{a}: {v}" for a, v in zip(axes, values, strict=True))
            for axes, values in ((("T", "H", "W"), space), (("kT", "kH", "kW"), kernel))
        )
        raise RuntimeError(f"input image ({sizes}) smaller than kernel size ({kernels})")
    window = make_window(shape, n, kernel, stride, padding, (1,) * n, ceil_mode, name)
    return window, _divisors(space, window, count_include_pad, divisor_override)


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    return _avg_pool(1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


def avg_pool2d(
    input,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode=False,
    count_include_pad=True,
    divisor_override=None,
    *,
    out=None,
):
    pooled = _avg_pool(2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    return into("avg_pool2d", out, pooled, SAME_DTYPE)


def avg_pool3d(
    input,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode=False,
    count_include_pad=True,
    divisor_override=None,
    *,
    out=None,
):
    pooled = _avg_pool(3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    return into("avg_pool3d", out, pooled, SAME_DTYPE)


for _n, _fn in ((1, avg_pool1d), (2, avg_pool2d), (3, avg_pool3d)):
    publish(
        _fn,
        f"avg_pool{_n}d",
        f"""The mean of the elements under each window of `kernel_size` over the last {_n} axes of {SHAPES[_n]}.

    `stride` defaults to the kernel's size; padding counts as zeros, or not at all with count_include_pad=False{
            "" if _n == 1 else "; `divisor_override` divides the sums instead of the number of elements"
        }. RuntimeError for settings that do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.avg_pool{_n}d.html
    {_example(f"avg_pool{_n}d", _n, "2", 2)}""",
        torch_too=_n == 1,
    )


# --------------------------------------------------------------------------------------------------------------- p-norm
def _make_lp(n):
    name = f"lp_pool{n}d"

    def pool(input, norm_type, kernel_size, stride=None, ceil_mode=False):
        if norm_type == float("inf"):
            return _max_pool(n, OPS["abs"](input), kernel_size, stride, 0, 1, ceil_mode, False)
        mean = _avg_pool(n, input.pow(norm_type), kernel_size, stride, 0, ceil_mode, True, None)
        total = (OPS["sign"](mean) * OPS["relu"](OPS["abs"](mean))).mul(prod(ints(name, "kernel_size", kernel_size, n)))
        return total.pow(1.0 / norm_type)

    return publish(
        pool,
        name,
        f"""(sum of x ** norm_type) ** (1 / norm_type) under each window over the last {n} axes of {SHAPES[n]}.

    `stride` defaults to the kernel's size; an infinite `norm_type` gives the largest magnitude.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.{name}.html
    {_example(name, n, "2.0, 2", 2)}""",
    )


lp_pool1d, lp_pool2d, lp_pool3d = (_make_lp(n) for n in (1, 2, 3))
