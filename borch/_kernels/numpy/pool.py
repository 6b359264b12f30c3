"""Pooling: the largest element or the mean under windows over the last axes, and what gives their gradients back."""

from math import prod

import numpy as np

from ..._core.numbers import number
from .window import along, extents, flat, inner, padded, places, starts

__all__ = ["average_pool", "average_pool_spread", "max_pool", "max_pool_values", "pick", "put"]


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
    wide = padded(flat(x, n), window, 0)
    wide = wide.astype(np.float32) if dtype == np.float16 else wide
    first, *others = places(window)
    out = wide[first] + wide[others[0]] if others else wide[first].copy()
    for at in others[1:]:
        out += wide[at]
    if dtype.kind == "f":
        out /= number(divisor, out.dtype) if type(divisor) is int else np.asarray(divisor, out.dtype)
    else:
        out = np.sign(out) * np.sign(divisor) * (np.abs(out) // np.abs(divisor))
    return out.reshape(*x.shape[: x.ndim - n], *window.out).astype(dtype, copy=False)


def average_pool_spread(g, space, window, divisor):
    """The transpose of `average_pool`: planes of size `space`."""
    n = len(window.kernel)
    share = flat(g, n) / np.asarray(divisor, g.dtype)
    wide = np.zeros((share.shape[0], *extents(space, window)), g.dtype)
    for at in places(window):
        wide[at] += share
    out = wide[inner(space, window)]
    return np.ascontiguousarray(out).reshape(*g.shape[: g.ndim - n], *space)
