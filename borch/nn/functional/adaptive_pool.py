"""Adaptive pooling: the output's size is given, and the windows follow from it.

Bin i of O over an axis of length S holds the elements from floor(i S / O) up to ceil((i + 1) S / O).
Source: https://docs.pytorch.org/docs/stable/nn.functional.html#pooling-functions
"""

from itertools import product
from math import prod

import numpy as np

from ..._core.args import type_name
from ..._core.halves import add_each
from ..._core.op import OPS, op
from ..._core.tensor import Tensor
from ..._kernels.numpy.window import along, flat
from ...ops.strides import laid_out_as
from .pool import SHAPES, publish, put
from .window import WORDS


def bins(size, out):
    return [(i * size // out, -(-(i + 1) * size // out)) for i in range(out)]


def _sizes(name, output_size, space, n, lead=()):
    """The output's size; None leaves an axis as it is."""
    if isinstance(output_size, (tuple, list)):
        if len(output_size) != n:
            if n == 1:
                raise RuntimeError(f"{name}() argument 'output_size' should contain one int (got {len(output_size)})")
            if "max" in name:
                raise RuntimeError(f"{name}(): internal error: output_size.size() must be {n}")
            raise RuntimeError(f"{name}: output_size must be {n}")
    else:
        output_size = (output_size,) * n
    sizes = tuple(s if o is None else int(o) for o, s in zip(output_size, space, strict=True))
    if min(sizes) < 0:
        if "max" in name:
            raise RuntimeError(
                f"Trying to create tensor with negative dimension {min(sizes)}: {[*lead, *(1,) * (n == 1), *sizes]}"
            )
        if n == 1:  # torch pools it as an image of height 1
            name, sizes = name.replace("1d", "2d"), (1, *sizes)
        shown = ("{}, {},{}" if n == 3 else ", ".join("{}" for _ in sizes)).format(*sizes)
        raise RuntimeError(
            f"{name}: elements of output_size must be greater than or equal to 0 but received {{{shown}}}"
        )
    return sizes


def check_listed(input, output_size):
    """torch's error for an input with no more axes than a list of sizes has."""
    listed = isinstance(output_size, (tuple, list)) and len(output_size) > 1 and isinstance(input, Tensor)
    if listed and input._array.ndim <= len(output_size):
        raise ValueError(f"Input dimension should be at least {len(output_size) + 1}")


def _check(name, input, n):
    if not isinstance(input, Tensor):
        raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {type_name(input)}")
    shape = input._array.shape
    if len(shape) not in (n + 1, n + 2):
        if n == 1:
            raise RuntimeError(
                f"Expected 2 to 3 dimensions, but got {len(shape)}-dimensional tensor for argument #1 'self' (while "
                f"checking arguments for {name})"
            )
        colon = ":" if "max" in name else ""
        raise RuntimeError(f"{name}(): Expected {n + 1}D or {n + 2}D tensor, but got{colon} {list(shape)}")
    largest = "max" in name
    planes = (largest or n == 3) and len(shape) == n + 2
    for axis in range(len(shape) - n - planes, len(shape)):
        if shape[axis] == 0:
            at = axis
            if n == 1 and not largest:  # torch pools it as an image of height 1
                name, shape, at = name.replace("1d", "2d"), (*shape[:-1], 1, 0), axis + 1
            raise RuntimeError(
                f"{name}(): Expected input to have non-zero size for non-batch dimensions, but input has sizes "
                f"{list(shape)} with dimension {at} being empty"
            )


# -------------------------------------------------------------------------------------------------------------- average
def _mean_axis(x, axis, out):
    size = x.shape[axis]
    if out == size:
        return x
    if out and size % out == 0:
        shape = (*x.shape[:axis], out, size // out, *x.shape[axis + 1 :])
        return np.add.reduce(x.reshape(shape), axis + 1) / x.dtype.type(size // out)
    lead = (slice(None),) * axis
    result = np.empty((*x.shape[:axis], out, *x.shape[axis + 1 :]), x.dtype)
    for i, (start, end) in enumerate(bins(size, out)):
        result[(*lead, i)] = np.add.reduce(x[(*lead, slice(start, end))], axis) / x.dtype.type(end - start)
    return result


def _spread_axis(g, axis, size):
    out = g.shape[axis]
    if out == size:
        return g
    lead = (slice(None),) * axis
    result = np.zeros((*g.shape[:axis], size, *g.shape[axis + 1 :]), g.dtype)
    for i, (start, end) in enumerate(bins(size, out)):
        result[(*lead, slice(start, end))] += g[(*lead, slice(i, i + 1))] / g.dtype.type(end - start)
    return result


def _members(space, out):
    """For each element of each bin, bin by bin: the flat place of the bin and that of the element."""
    at = members = np.zeros(1, np.int64)
    for size, o in zip(space, out, strict=True):
        pairs = [(i, k) for i, (start, end) in enumerate(bins(size, o)) for k in range(start, end)]
        of_bin, of_element = np.array(pairs, np.int64).reshape(-1, 2).T
        at = (at[:, None] * o + of_bin).reshape(-1)
        members = (members[:, None] * size + of_element).reshape(-1)
    order = np.argsort(at, kind="stable")
    return at[order], members[order]


def _shares(rounded, x, space, out):
    """`x`, over the bins, divided by their sizes, one axis after another."""
    for k, (size, o) in enumerate(zip(space, out, strict=True)):
        sizes = np.array([end - start for start, end in bins(size, o)], np.float32)
        x = rounded(x / along(sizes, k, len(out)))
    return x


def _average_ops(n):
    options = {"kind": "same", "method": False, "namespace": None}

    def average(input, out):
        x = input.astype(np.float32) if input.dtype == np.float16 else input
        for axis, size in zip(range(x.ndim - n, x.ndim), out, strict=True):
            x = _mean_axis(x, axis, size)
        return x.astype(input.dtype, copy=x is input)

    def spread(input, space):
        if 0 in input.shape[input.ndim - n :]:
            at = next(k for k in range(input.ndim - n, input.ndim) if input.shape[k] == 0)
            raise RuntimeError(
                f"adaptive_avg_pool{n}d_backward(): Expected grad_output to have non-zero size for non-batch dimensions, "
                f"but grad_output has sizes {list(input.shape)} with dimension {at} being empty"
            )
        for axis, size in zip(range(input.ndim - n, input.ndim), space, strict=True):
            input = _spread_axis(input, axis, size)
        return input

    def half_average(rounded, input, out):
        if n < 3:
            return average(input, out)
        space, x = input.shape[-n:], flat(input, n)
        at, members = _members(space, out)
        sums = add_each(
            rounded, np.zeros((len(x), prod(out)), np.float32), at, x.reshape(len(x), prod(space))[:, members]
        )
        return _shares(rounded, sums.reshape(-1, *out), space, out).reshape(*input.shape[:-n], *out)

    def half_spread(rounded, input, space):
        out = input.shape[-n:]
        if 0 in out:
            return spread.op.fn(input, space)
        shares = _shares(rounded, flat(input, n), space, out)
        at, members = _members(space, out)
        wide = np.zeros((len(shares), prod(space)), np.float32)
        add_each(rounded, wide, members, shares.reshape(len(shares), prod(out))[:, at])
        return wide.reshape(*input.shape[:-n], *space)

    spread = op(
        **options,
        half=half_spread,
        name=f"_adaptive_avg_pool{n}d_backward",
        input=lambda g, input_shape: AVERAGE[n](g, tuple(input_shape[-n:])),
    )(spread)
    return op(
        **options,
        half=half_average,
        name=f"_adaptive_avg_pool{n}d",
        reads=("input",),
        node="SqueezeBackward1" if n == 1 else f"AdaptiveAvgPool{n}DBackward0",
        refuse={"biwc": f"adaptive_avg_pool{max(n, 2)}d{'_cpu' if n == 3 else ''}"},
        input=lambda g, input_shape: spread(g, tuple(input_shape[-n:])),
    )(average)


AVERAGE = {n: _average_ops(n) for n in (1, 2, 3)}


def _doc(name, n, what):
    return f"""{what} of each of `output_size` bins over the last {n} axes of {SHAPES[n]}, or without N.

    `output_size` is an int or {WORDS[n]}{"" if n == 1 else "; None leaves an axis as it is"}. RuntimeError for other
    shapes and negative sizes.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.{name}.html

    >>> import borch as torch
    >>> torch.nn.functional.{name}(torch.ones({", ".join(["1", "2", *["5"] * n])}), 2).shape
    torch.Size([1, 2, {", ".join(["2"] * n)}])
    """


def _make_average(n):
    name = f"adaptive_avg_pool{n}d"

    def pool(input, output_size):
        check_listed(input, output_size)
        _check(name, input, n)
        space = input._array.shape[-n:]
        out = _sizes(name, output_size, space, n)
        if out == (1,) * n and (n == 1 or input._array.dtype.kind in "fV"):
            if n > 1:
                return OPS["mean"](input, tuple(range(-n, 0)), True)
            return OPS["squeeze"](OPS["mean"](OPS["unsqueeze"](input, -2), (-2, -1), True), -2)
        return AVERAGE[n](input, out)

    return publish(pool, name, _doc(name, n, "The mean"), torch_too=n == 1)


adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d = (_make_average(n) for n in (1, 2, 3))


# ------------------------------------------------------------------------------------------------------------------ max
def _largest(region):
    """Along the last axis the position of the largest element, of the last NaN where there are some."""
    at = region.argmax(-1)
    if region.dtype.kind == "f":
        nan = np.isnan(region)
        if nan.any():
            last = region.shape[-1] - 1 - nan[:, ::-1].argmax(-1)
            at = np.where(nan.any(-1), last, at)
    return at


def _max_op(n):
    def adaptive_max(input, out):
        space, lead = input.shape[input.ndim - n :], input.shape[: input.ndim - n]
        x = flat(input, n)
        index = np.empty((x.shape[0], *out), np.int64)
        steps = [prod(space[k + 1 :]) for k in range(n)]
        every = [list(enumerate(bins(s, o))) for s, o in zip(space, out, strict=True)]
        for cell in product(*every):
            at, ranges = zip(*cell, strict=True)
            region = x[(slice(None), *(slice(*r) for r in ranges))]
            sizes = region.shape[1:]
            found = (
                np.unravel_index(_largest(region.reshape(x.shape[0], prod(sizes))), sizes) if x.shape[0] else [0] * n
            )
            index[(slice(None), *at)] = sum((f + r[0]) * s for f, r, s in zip(found, ranges, steps, strict=True))
        values = np.take_along_axis(x.reshape(x.shape[0], prod(space)), index.reshape(x.shape[0], prod(out)), 1)
        return tuple(
            laid_out_as(a.reshape(*lead, *out), input) if n == 2 else a.reshape(*lead, *out) for a in (values, index)
        )

    return op(
        kind="same",
        refuse={"biwc": f"adaptive_max_pool{max(n, 2)}d{'_cpu' if n == 3 else ''}"},
        outputs=("out", "indices"),
        node="SqueezeBackward1" if n == 1 else f"AdaptiveMaxPool{n}DBackward0",
        name=f"_adaptive_max_pool{n}d",
        reads=("input",),
        method=False,
        namespace=None,
        input=lambda g, indices, input_shape: put(g[0], indices, tuple(input_shape[-n:])),
    )(adaptive_max)


MAX = {n: _max_op(n) for n in (1, 2, 3)}


def _make_max(n):
    name = f"adaptive_max_pool{n}d"

    def with_indices(input, output_size, return_indices=False):
        _check(name, input, n)
        out, indices = MAX[n](input, _sizes(name, output_size, input._array.shape[-n:], n, input._array.shape[:-n]))
        return out, indices

    def pool(input, output_size, return_indices=False):
        check_listed(input, output_size)
        return with_indices(input, output_size) if return_indices else with_indices(input, output_size)[0]

    both = publish(
        with_indices,
        name + "_with_indices",
        f"""`{name}` together with the position of each largest element in its plane, counted row by row.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.{name}.html

    >>> import borch as torch
    >>> torch.nn.functional.{name}_with_indices(torch.ones({", ".join(["1", "1", *["2"] * n])}), 1)[1].flatten()
    tensor([0])
    """,
    )
    return publish(pool, name, _doc(name, n, "The largest element")), both


(adaptive_max_pool1d, _both1), (adaptive_max_pool2d, _), (adaptive_max_pool3d, _) = (_make_max(n) for n in (1, 2, 3))


def _publish_for_torch():
    """torch.adaptive_max_pool1d gives the indices too."""
    from ..._core.op import NAMESPACES

    NAMESPACES["torch"]["adaptive_max_pool1d"] = _both1


_publish_for_torch()
