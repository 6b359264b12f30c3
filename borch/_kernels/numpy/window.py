"""Windows over the last axes of an array: where they stand. Everything before those axes is one long axis here.

A window has kernel, stride, padding, dilation and out, each with a number for each of the axes.
"""

from functools import lru_cache
from math import prod

import numpy as np

planned = lru_cache(256)  # for what follows from a window and sizes alone: the same layers run again and again


def flat(x, n):
    """(everything before the last `n` axes, *the last n)."""
    lead = x.ndim - n
    if lead == 2 and n == 2:
        batch, channels, height, width = x.shape
        return x.reshape(batch * channels, height, width)
    return x.reshape(prod(x.shape[:lead]), *x.shape[lead:])


@planned
def extents(space, window):
    """The size of each axis once padded on the left, and on the right as far as windows reach."""
    return tuple(
        max(p + s, (o - 1) * st + d * (k - 1) + 1)
        for s, p, o, st, d, k in zip(
            space, window.padding, window.out, window.stride, window.dilation, window.kernel, strict=True
        )
    )


@planned
def inner(space, window):
    """Where the input stands in the padded array."""
    return (slice(None), *(slice(p, p + s) for p, s in zip(window.padding, space, strict=True)))


def padded(x, window, value):
    space = x.shape[1:]
    sizes = extents(space, window)
    if sizes == space:
        return x
    out = np.full((x.shape[0], *sizes), value, x.dtype)
    out[inner(space, window)] = x
    return out


@planned
def places(window):
    """For each position in the kernel, row by row, the slices of the padded array that the windows see there."""
    return [
        (
            slice(None),
            *(
                slice(k * d, k * d + (o - 1) * st + 1, st)
                for k, d, o, st in zip(at, window.dilation, window.out, window.stride, strict=True)
            ),
        )
        for at in np.ndindex(*window.kernel)
    ]


FEW = 1 << 13  # elements that are sooner copied for all positions at once than looked at by one position after another


@planned
def _steps(shape, window, itemsize):
    """How the windows over an array of `shape`, once padded, lie row by row, the positions in the kernel first: whether it
    is to be padded, shape and strides, and the shape with these positions as one axis and everything else as another.
    None where that is much."""
    n = len(window.kernel)
    lead, space = shape[: len(shape) - n], shape[len(shape) - n :]
    wide = extents(space, window)
    rows = prod(window.kernel), prod(lead) * prod(window.out)
    if max(prod(lead) * prod(wide), prod(rows)) > FEW:
        return None
    strides = [itemsize * prod(wide[k + 1 :]) for k in range(n)]
    within = [s * d for s, d in zip(strides, window.dilation, strict=True)]
    between = [s * st for s, st in zip(strides, window.stride, strict=True)]
    return wide != space, (*window.kernel, prod(lead), *window.out), (*within, itemsize * prod(wide), *between), rows


def rows_under(x, window, value):
    """For each position in the kernel, row by row, what the windows see there, as a row; None where that is much.

    The array is padded with `value`.
    """
    steps = _steps(x.shape, window, x.itemsize)
    if steps is None or type(x) is not np.ndarray:
        return None
    pads, shape, strides, rows = steps
    wide = padded(flat(x, len(window.kernel)), window, value) if pads else x
    if not wide.flags.c_contiguous:
        return None
    return np.ndarray(shape, wide.dtype, wide, 0, strides).reshape(rows)


def along(values, axis, n):
    """A vector over the output's axis `axis`, shaped to broadcast over all `n`."""
    return np.asarray(values).reshape([-1 if k == axis else 1 for k in range(n)])


def starts(window):
    """For each axis where its windows start in the unpadded input."""
    return [
        np.arange(o, dtype=np.int64) * st - p
        for o, st, p in zip(window.out, window.stride, window.padding, strict=True)
    ]
