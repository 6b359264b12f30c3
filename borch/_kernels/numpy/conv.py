"""Convolutions in any number of dimensions, and their transposes, as products of matrices.

x is (N, C, *space), weight (O, C / groups, *kernel) and bias (O,) or None; stride, padding and dilation have a number for
each axis of the space. Any dtype goes: `product` multiplies matrices of it.
"""

from math import prod
from operator import mul

import numpy as np

from .window import planned

__all__ = ["channel_sum", "convolve", "correlate", "spread"]


@planned
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


@planned
def shifts(kernel, stride, dilation, out):
    """For each place of the kernel its index, and the slices of a padded plane that the outputs see there."""
    return [
        (
            at,
            tuple(
                slice(k * d, k * d + (o - 1) * s + 1, s) for k, d, o, s in zip(at, dilation, out, stride, strict=True)
            ),
        )
        for at in np.ndindex(*kernel)
    ]


def patches(x, kernel, stride, padding, dilation, groups):
    """What each place of the kernel sees: (N, groups, channels per group * kernel, positions)."""
    x = np.ascontiguousarray(padded(x, padding))
    n, c = x.shape[:2]
    out = output_size(x.shape[2:], kernel, stride, (0,) * len(kernel), dilation)
    first, second, *steps = x.strides
    strides = (first, second, *map(mul, steps, dilation), *map(mul, steps, stride))
    seen = np.ndarray((n, c, *kernel, *out), x.dtype, x, 0, strides)
    return seen.reshape(n, groups, c // groups * prod(kernel), prod(out))


def convolve(x, weight, bias, stride, padding, dilation, groups, product):
    """The convolution: (N, O, *out)."""
    kernel = weight.shape[2:]
    o = weight.shape[0]
    out = output_size(x.shape[2:], kernel, stride, padding, dilation)
    seen = patches(x, kernel, stride, padding, dilation, groups)
    y = product(weight.reshape(groups, o // groups, -1), seen)  # (N, groups, O per group, positions)
    y = y.reshape(x.shape[0], o, *out)
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
    w = weight.reshape(groups, o // groups, -1).swapaxes(1, 2)
    shares = product(w, g.reshape(n, groups, o // groups, prod(out)))  # (N, groups, C per group * kernel, positions)
    shares = shares.reshape(n, c, *kernel, *out)
    total_size = tuple(s + 2 * p for s, p in zip(size, padding, strict=True))
    x = np.zeros((n, c, *total_size), g.dtype)
    every = (slice(None), slice(None))
    for at, where in shifts(kernel, stride, dilation, out):
        x[(*every, *where)] += shares[(*every, *at)]
    if any(padding):
        x = x[(slice(None), slice(None), *(slice(p, p + s) for p, s in zip(padding, size, strict=True)))]
        x = np.ascontiguousarray(x)
    return x if bias is None else x + bias.reshape(-1, *(1,) * len(size))


def correlate(g, x, kernel, stride, padding, dilation, groups, product):
    """The transpose of `convolve` in the weight: each patch weighted by the gradient of its output."""
    n, o = g.shape[:2]
    seen = patches(x, kernel, stride, padding, dilation, groups)
    w = product(g.reshape(n, groups, o // groups, prod(g.shape[2:])), seen.swapaxes(2, 3))
    w = np.add.reduce(w, 0, np.float32 if w.dtype == np.float16 else w.dtype)
    return w.astype(x.dtype, copy=False).reshape(o, x.shape[1] // groups, *kernel)


def channel_sum(x):
    """The sum of x (N, C, ...) over all axes but the second."""
    return np.add.reduce(x, (0, *range(2, x.ndim)))
