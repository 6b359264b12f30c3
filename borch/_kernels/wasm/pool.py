"""Pooling in one and two dimensions, compiled for float32: the same bits as numpy's."""

from math import prod

import numpy as np

from ..numpy import pool as meaning
from .module import FLOAT32, call, empty, plain

INT64 = np.dtype(np.int64)

_settings = {}  # (window, space) -> the window's numbers for the kernel, or None
_one = (1,)


def _numbers(window, space):
    """The window's numbers for the kernel; None where it has not one or two axes, or does not fit into `space`."""
    key = window, space
    found = _settings.get(key, False)
    if found is False:
        if len(_settings) > 1000:
            _settings.clear()
        found = None
        if len(space) == len(window.kernel) in (1, 2) and _fit(window, space):
            fill = 2 - len(space)
            sides = (window.kernel, window.stride, (0,) * fill + window.padding, window.dilation)
            found = np.array([v for side in sides for v in (_one * fill + side)[-2:]], np.int32)
        _settings[key] = found
    return found


def _fit(window, space):
    """Whether every window begins before the end of the space, and reaches beyond the padding before it."""
    sides = zip(space, window.kernel, window.stride, window.padding, window.dilation, window.out, strict=True)
    return all(min(s, k, st, d, o) > 0 <= p <= d * (k - 1) and (o - 1) * st - p < s for s, k, st, p, d, o in sides)


def _planes(x, n):
    """x with its last `n` axes, one or two, as planes."""
    shape = x.shape
    return x.reshape(prod(shape[: len(shape) - n]), *_one * (2 - n), *shape[len(shape) - n :])


def max_pool(x, window):
    n = len(window.kernel)
    settings = _numbers(window, x.shape[-n:])
    if settings is None or not plain(x):
        return meaning.max_pool(x, window)
    shape = (*x.shape[:-n], *window.out)
    out, index = empty(shape, FLOAT32), empty(shape, INT64)
    a, b, c = _planes(x, n), _planes(out, n), index
    call.max_pool_f32(a, b, c, settings)
    return out, index


def max_pool_values(x, window):
    n = len(window.kernel)
    settings = _numbers(window, x.shape[-n:])
    if settings is None or not plain(x):
        return meaning.max_pool_values(x, window)
    out = empty((*x.shape[:-n], *window.out), FLOAT32)
    a, b = _planes(x, n), _planes(out, n)
    call.max_pool_f32(a, b, None, settings)
    return out


def _divisor(divisor, window):
    """A divisor for all windows or one for each, as the kernel takes it; None for another."""
    over = np.ascontiguousarray(divisor, FLOAT32)
    return over if over.shape in (_one, window.out) else None


def _is_whole(window):
    return max(window.dilation) == 1


def average_pool(x, window, divisor):
    n = len(window.kernel)
    settings, over = _numbers(window, x.shape[-n:]), _divisor(divisor, window)
    if settings is None or over is None or not _is_whole(window) or not plain(x):
        return meaning.average_pool(x, window, divisor)
    out = empty((*x.shape[:-n], *window.out), FLOAT32)
    a, b = _planes(x, n), _planes(out, n)
    call.average_pool_f32(a, b, over, settings)
    return out


def average_pool_spread(g, space, window, divisor):
    n = len(window.kernel)
    g = np.ascontiguousarray(g)
    settings, over = _numbers(window, space), _divisor(divisor, window)
    if settings is None or over is None or not _is_whole(window) or g.shape[-n:] != window.out or not plain(g):
        return meaning.average_pool_spread(g, space, window, divisor)
    out = empty((*g.shape[:-n], *space), FLOAT32)
    a, b = _planes(g, n), _planes(out, n)
    call.average_pool_spread_f32(a, b, over, settings)
    return out


def _is_index(index):
    return index.dtype is INT64 and index.flags.c_contiguous and index.flags.aligned


def put(g, index, space):
    n = len(space)
    if plain(g) and _is_index(index) and g.shape == index.shape:
        lead = g.shape[: g.ndim - n]
        planes = prod(lead)
        out = empty((planes, prod(space)), FLOAT32)
        a, b = g.reshape(planes, -1), index
        if call.put_f32(a, b, out) is None:
            return out.reshape(*lead, *space)
    return meaning.put(g, index, space)


def pick(x, index, n):
    if plain(x) and _is_index(index) and index.size and x.shape[: x.ndim - n] == index.shape[: index.ndim - n]:
        planes = prod(x.shape[: x.ndim - n])
        out = empty((planes, index.size // planes), FLOAT32)
        a = x.reshape(planes, -1)
        if call.pick_f32(a, index, out) is None:
            return out.reshape(index.shape)
    return meaning.pick(x, index, n)
