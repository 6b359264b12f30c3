"""Pooling: the largest element or the mean under windows over the last axes, and what gives their gradients back."""

from math import prod

import numpy as np

from ..._core.numbers import ZERO, number
from .window import along, extents, flat, inner, padded, places, rows_under, starts

__all__ = ["average_pool", "average_pool_spread", "max_pool", "max_pool_values", "pick", "put"]


FLOAT16 = np.dtype(np.float16)


def lowest(dtype):
    return -np.inf if dtype.kind == "f" else np.iinfo(dtype).min


def _planes(x, n):
    x = np.ascontiguousarray(x)
    return x.reshape(prod(x.shape[: x.ndim - n]), prod(x.shape[x.ndim - n :]))


def pick(x, index, n):
    """Of each plane (the last `n` axes of x) the elements at the flat positions `index`."""
    lead = prod(index.shape[: index.ndim - n])
    count = prod(index.shape[index.ndim - n :])
    return np.take_along_axis(_planes(x, n), index.reshape(lead, count), 1).reshape(index.shape)


def put(g, index, space):
    """Zero planes of size `space` with `g` added at the flat positions `index`."""
    n = len(space)
    lead, size = g.shape[: g.ndim - n], prod(space)
    out = np.zeros(prod(lead) * size, g.dtype)
    offsets = np.arange(prod(lead), dtype=np.int64)[:, None] * size
    np.add.at(out, (_planes(index, n) + offsets).reshape(-1), np.ascontiguousarray(g).reshape(-1))
    return out.reshape(*lead, *space)


def max_pool_values(x, window):
    """The largest element under each window of the last axes; NaN where there is one."""
    n = len(window.kernel)
    rows = rows_under(x, window, lowest(x.dtype))
    if rows is not None:
        out = np.maximum.reduce(rows, 0)
    else:
        wide = padded(flat(x, n), window, lowest(x.dtype))
        first, *others = places(window)
        out = wide[first].copy()
        for at in others:
            np.maximum(out, wide[at], out=out)
    return out.reshape(*x.shape[: x.ndim - n], *window.out)


def max_pool(x, window):
    """The largest element under each window (the last NaN where there are some) and its position in the plane."""
    n = len(window.kernel)
    space = x.shape[x.ndim - n :]
    wide = padded(flat(x, n), window, lowest(x.dtype))
    best = np.full((wide.shape[0], *window.out), lowest(x.dtype), x.dtype)
    weights = [prod(window.kernel[k + 1 :]) for k in range(n)]
    steps = [prod(space[k + 1 :]) for k in range(n)]
    first, base = np.zeros(window.out, np.int64), np.zeros(window.out, np.int64)
    for axis, start in enumerate(starts(window)):
        first += along(-(np.minimum(start, 0) // window.dilation[axis]) * weights[axis], axis, n)
        base += along(start * steps[axis], axis, n)
    which = np.broadcast_to(first, best.shape).copy()
    floating = x.dtype.kind == "f"
    for k, at in enumerate(places(window)):
        value = wide[at]
        better = value > best
        if floating:
            better |= np.isnan(value)
        np.copyto(best, value, where=better)
        which[better] = k
    offsets = np.array(
        [
            sum(i * d * s for i, d, s in zip(at, window.dilation, steps, strict=True))
            for at in np.ndindex(*window.kernel)
        ],
        np.int64,
    )
    lead = x.shape[: x.ndim - n]
    return best.reshape(*lead, *window.out), (base + offsets[which]).reshape(*lead, *window.out)


def average_pool(x, window, divisor):
    """The sum under each window over `divisor`, a number or an array over the output."""
    n = len(window.kernel)
    dtype = x.dtype
    shape = (*x.shape[: x.ndim - n], *window.out)
    x = x.astype(np.float32) if dtype == FLOAT16 else x
    rows = rows_under(x, window, 0)
    if rows is not None and rows.shape[1] > 1:  # of one column numpy adds up pairs
        out = np.add.reduce(rows, 0)
    else:
        wide = padded(flat(x, n), window, 0)
        first, *others = places(window)
        out = wide[first] + ZERO[wide.dtype]  # a sum of -0 is 0
        for at in others:
            out += wide[at]
    if dtype.kind != "f":
        out = out.reshape(shape)
        return (np.sign(out) * np.sign(divisor) * (np.abs(out) // np.abs(divisor))).astype(dtype, copy=False)
    if type(divisor) is int:
        out /= number(divisor, out.dtype)
        out = out.reshape(shape)
    else:
        out = out.reshape(shape)
        out /= np.asarray(divisor, out.dtype)
    return out if out.dtype is dtype else out.astype(dtype, copy=False)


def average_pool_spread(g, space, window, divisor):
    """The transpose of `average_pool`: planes of size `space`."""
    n = len(window.kernel)
    share = flat(g, n) / np.asarray(divisor, g.dtype)
    wide = np.zeros((share.shape[0], *extents(space, window)), g.dtype)
    for at in places(window):
        wide[at] += share
    out = wide[inner(space, window)]
    return np.ascontiguousarray(out).reshape(*g.shape[: g.ndim - n], *space)
