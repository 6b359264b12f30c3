"""Convolutions in any number of dimensions, and their transposes, as products of matrices.

x is (N, C, *space), weight (O, C / groups, *kernel) and bias (O,) or None; stride, padding and dilation have a number for
each axis of the space. Any dtype goes: `product` multiplies matrices of it.
"""

from math import prod

import numpy as np
from numpy.lib.stride_tricks import as_strided

__all__ = ["channel_sum", "convolve", "correlate", "spread"]


def output_size(size, kernel, stride, padding, dilation):
    return tuple(
        (s + 2 * p - d * (k - 1) - 1) // st + 1
        for s, k, st, p, d in zip(size, kernel, stride, padding, dilation, strict=True)
    )


def padded(x, padding):
    """`x` with zeros around its spatial axes."""
    if not any(padding):
        return x
    inner = tuple(slice(p, p + s) for p, s in zip(padding, x.shape[2:], strict=True))
    out = np.zeros((*x.shape[:2], *(s + 2 * p for s, p in zip(x.shape[2:], padding, strict=True))), x.dtype)
    out[(slice(None), slice(None), *inner)] = x
    return out


def columns(x, kernel, stride, padding, dilation, groups):
    """The patches under the kernel, one row each: (groups, N * positions, channels per group * kernel)."""
    x = np.ascontiguousarray(padded(x, padding))
    n, c = x.shape[:2]
    out = output_size(x.shape[2:], kernel, stride, (0,) * len(kernel), dilation)
    batch, channel, *space = x.strides
    view = as_strided(
        x,
        (groups, n, *out, c // groups, *kernel),
        (
            channel * (c // groups),
            batch,
            *(s * st for s, st in zip(space, stride, strict=True)),
            channel,
            *(s * d for s, d in zip(space, dilation, strict=True)),
        ),
        writeable=False,
    )
    return view.reshape(groups, n * prod(out), c // groups * prod(kernel))


def grouped(g, groups):
    """A gradient (N, O, *out) as matrices (groups, N * positions, O per group)."""
    n, o = g.shape[:2]
    spatial = tuple(range(2, g.ndim))
    rows = g.transpose(0, *spatial, 1).reshape(-1, groups, o // groups)
    return rows.transpose(1, 0, 2)


def convolve(x, weight, bias, stride, padding, dilation, groups, product):
    """The convolution: (N, O, *out)."""
    kernel = weight.shape[2:]
    o = weight.shape[0]
    out = output_size(x.shape[2:], kernel, stride, padding, dilation)
    cols = columns(x, kernel, stride, padding, dilation, groups)
    w = weight.reshape(groups, o // groups, -1)
    y = product(cols, w.transpose(0, 2, 1))  # (groups, N * positions, O per group)
    y = y.reshape(groups, x.shape[0], prod(out), o // groups)
    y = np.ascontiguousarray(y.transpose(1, 0, 3, 2)).reshape(x.shape[0], o, *out)
    if bias is not None:
        y += bias.reshape(-1, *(1,) * len(out))
    return y


def spread(g, weight, bias, size, stride, padding, dilation, groups, product):
    """The transpose of `convolve` in x, which has the space `size`, then plus a bias (C,).

    Every output's share is added back to the places its patch came from.
    """
    kernel = weight.shape[2:]
    n, o = g.shape[:2]
    c = weight.shape[1] * groups
    out = g.shape[2:]
    w = weight.reshape(groups, o // groups, -1)
    cols = product(grouped(g, groups), w)  # (groups, N * positions, C per group * kernel)
    cols = cols.reshape(groups, n, *out, c // groups, *kernel)
    d = len(kernel)
    order = (1, 0, 2 + d, *range(3 + d, 3 + 2 * d), *range(2, 2 + d))
    cols = cols.transpose(order).reshape(n, c, *kernel, *out)
    total_size = tuple(s + 2 * p for s, p in zip(size, padding, strict=True))
    x = np.zeros((n, c, *total_size), g.dtype)
    for at in np.ndindex(*kernel):
        where = tuple(
            slice(k * dl, k * dl + (m - 1) * st + 1, st) for k, dl, m, st in zip(at, dilation, out, stride, strict=True)
        )
        x[(slice(None), slice(None), *where)] += cols[(slice(None), slice(None), *at)]
    if any(padding):
        x = x[(slice(None), slice(None), *(slice(p, p + s) for p, s in zip(padding, size, strict=True)))]
        x = np.ascontiguousarray(x)
    return x if bias is None else x + bias.reshape(-1, *(1,) * len(size))


def correlate(g, x, kernel, stride, padding, dilation, groups, product):
    """The transpose of `convolve` in the weight: each patch weighted by the gradient of its output."""
    o, c = g.shape[1], x.shape[1]
    cols = columns(x, kernel, stride, padding, dilation, groups)
    w = product(grouped(g, groups).transpose(0, 2, 1), cols)
    return w.reshape(o, c // groups, *kernel)


def channel_sum(x):
    """The sum of x (N, C, ...) over all axes but the second."""
    return np.add.reduce(x, (0, *range(2, x.ndim)))
