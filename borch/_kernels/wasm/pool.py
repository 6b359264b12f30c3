"""Pooling in one and two dimensions, compiled for float32: the same bits as numpy's."""

from math import prod

import numpy as np

from ..numpy import pool as meaning
from .module import FLOAT32, call, empty, plain

INT64 = np.dtype(np.int64)

_settings = {}  # window -> its numbers for the kernel
_one = (1,)


def _numbers(window):
    found = _settings.get(window)
    if found is None:
        if len(_settings) > 1000:
            _settings.clear()
        fill = 2 - len(window.kernel)
        sides = (window.kernel, window.stride, (0,) * fill + window.padding, window.dilation)
        found = _settings[window] = np.array([v for side in sides for v in (_one * fill + side)[-2:]], np.int32)
    return found


def _planes(x, n):
    """x with its last `n` axes, one or two, as planes."""
    shape = x.shape
    return x.reshape(prod(shape[: len(shape) - n]), *_one * (2 - n), *shape[len(shape) - n :])


def max_pool(x, window):
    n = len(window.kernel)
    if n > 2 or not plain(x):
        return meaning.max_pool(x, window)
    shape = (*x.shape[: x.ndim - n], *window.out)
    out, index, settings = empty(shape, FLOAT32), empty(shape, INT64), _numbers(window)
    a, b, c = _planes(x, n), _planes(out, n), index
    call.max_pool_f32(a, b, c, settings)
    return out, index


def max_pool_values(x, window):
    n = len(window.kernel)
    if n > 2 or not plain(x):
        return meaning.max_pool_values(x, window)
    out, settings = empty((*x.shape[: x.ndim - n], *window.out), FLOAT32), _numbers(window)
    a, b = _planes(x, n), _planes(out, n)
    call.max_pool_f32(a, b, None, settings)
    return out


def _divisor(divisor):
    return np.ascontiguousarray(divisor, FLOAT32)


def average_pool(x, window, divisor):
    n = len(window.kernel)
    if n > 2 or not plain(x):
        return meaning.average_pool(x, window, divisor)
    out, over, settings = empty((*x.shape[: x.ndim - n], *window.out), FLOAT32), _divisor(divisor), _numbers(window)
    a, b = _planes(x, n), _planes(out, n)
    call.average_pool_f32(a, b, over, settings)
    return out


def average_pool_spread(g, space, window, divisor):
    n = len(window.kernel)
    g = np.ascontiguousarray(g)
    if n > 2 or not plain(g):
        return meaning.average_pool_spread(g, space, window, divisor)
    out, over, settings = empty((*g.shape[: g.ndim - n], *space), FLOAT32), _divisor(divisor), _numbers(window)
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
