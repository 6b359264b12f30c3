"""Arrays seen through other strides: what the view ops need from numpy's memory model. No op is defined here.

Strides and offsets are in bytes, as numpy counts them.
"""

import numpy as np
from numpy.lib.stride_tricks import as_strided

from .._core.nodata import is_meta

ndarray = np.ndarray


def address(array):
    """Where the first element lies in memory; for an array without elements, in the memory that it would share."""
    if type(array) is not ndarray and is_meta(array):
        return array.offset
    return array.__array_interface__["data"][0]


def owner_of(array):
    """The array that owns the memory of `array`."""
    while type(array.base) is ndarray:
        array = array.base
    return array


def restride(array, shape, strides, offset=0):
    """A writable view of the memory of `array` from `offset` bytes after its first element."""
    if type(array) is not ndarray and is_meta(array):
        return array.seen(shape, strides, offset)
    if array.flags.c_contiguous and offset >= 0:
        try:
            return ndarray(shape, array.dtype, array, offset, strides)
        except ValueError:  # it reaches beyond the array, which is a part of its owner
            pass
    owner = owner_of(array)
    start = address(array) - address(owner) + offset
    flat = owner if owner.flags.c_contiguous else owner.T
    if flat.flags.c_contiguous:
        return ndarray(shape, array.dtype, flat, start, strides)
    return as_strided(array, shape, strides)


def expanded(array, shape):
    """`array` broadcast to `shape`, writable as far as `array` is; ValueError where it does not fit."""
    if type(array) is not ndarray and is_meta(array):
        return array.broadcast(shape)
    if array.flags.c_contiguous:
        extra = len(shape) - array.ndim
        strides = [0] * extra
        for have, want, stride in zip(array.shape, shape[extra:], array.strides, strict=True):
            if have == want:
                strides.append(stride)
            elif have == 1:
                strides.append(0)
            else:
                raise ValueError
        return ndarray(shape, array.dtype, array, 0, strides)
    out = np.broadcast_to(array, shape)
    if array.flags.writeable:
        out.flags.writeable = True
    return out


def contiguous_strides(shape, itemsize=1):
    """The strides of a C-ordered tensor of `shape`; empty axes count as one long, as torch counts them."""
    strides, step = [], itemsize
    for n in reversed(shape):
        strides.append(step)
        step *= n or 1
    return tuple(strides[::-1])


def by_stride(strides, shape):
    """The axes from the innermost in memory to the outermost, as torch orders those of an array with zero strides."""
    order = list(range(len(shape)))[::-1]
    for i in range(1, len(order)):
        later = i
        for earlier in range(i - 1, -1, -1):
            a, b = order[earlier], order[later]
            if strides[a] == 0 or strides[b] == 0:
                continue
            if strides[a] > strides[b] or (strides[a] == strides[b] and shape[a] > shape[b]):
                order[earlier], order[later] = b, a
                later = earlier
            elif strides[a] < strides[b]:
                break
    return order


def empty_in_order_of(array, dtype):
    """An array of uninitialised elements with the shape and the order of axes of `array`, without gaps."""
    order = by_stride(array.strides, array.shape)[::-1]
    place = [0] * len(order)
    for at, axis in enumerate(order):
        place[axis] = at
    return np.empty([array.shape[k] for k in order], dtype).transpose(place)


CHANNELS_LAST = {4: (0, 2, 3, 1), 5: (0, 2, 3, 4, 1)}
CHANNELS_FIRST = {4: (0, 3, 1, 2), 5: (0, 4, 1, 2, 3)}
FORMAT_RANKS = {"channels_last": 4, "channels_last_3d": 5}


def copied(array, memory_format=None):
    """A copy of `array` in a memory format; by default with its own order of axes, as torch's clone keeps it."""
    name = "preserve_format" if memory_format is None else memory_format.name
    if name == "preserve_format":
        if array.flags.c_contiguous:
            return array.copy()
        if 0 not in array.strides:
            return array.copy(order="K")
        out = empty_in_order_of(array, array.dtype)
        out[...] = array
        return out
    if name == "contiguous_format":
        return array.copy()
    rank = FORMAT_RANKS[name]
    if array.ndim != rank:
        raise RuntimeError(f"required rank {rank} tensor to use {name} format")
    return with_channels_last(array)


def with_memory_copied(array):
    """`array` in a copy of the whole memory it lies in, and that memory as a flat array: with the same gaps and offset."""
    owner = owner_of(array)
    flat = owner if owner.flags.c_contiguous else owner.T
    repeats = any(st == 0 and n > 1 for st, n in zip(array.strides, array.shape, strict=True))
    if repeats or not array.size or not flat.flags.c_contiguous or flat.dtype != array.dtype:
        out = copied(array)
        return out, out.reshape(-1)
    memory = flat.reshape(-1).copy()
    return restride(memory, array.shape, array.strides, address(array) - address(owner)), memory


def has_channels_last(array):
    """Whether the channels of (N, C, ...) lie innermost in memory, and not by chance in a contiguous array."""
    order = CHANNELS_LAST.get(array.ndim)
    return order is not None and not array.flags.c_contiguous and array.transpose(order).flags.c_contiguous


def suggests_channels_last(array):
    """Whether torch counts an array as one whose channels are last, from its strides alone: with gaps, and of one channel."""
    strides, shape = array.strides, array.shape
    if len(strides) not in CHANNELS_LAST or strides[1] > strides[-1]:
        return False
    least = 0
    for d in (1, *range(len(shape) - 1, 1, -1), 0):
        if not shape[d] or strides[d] < least or (d == 0 and least == strides[1]):
            return False
        least = strides[d] * shape[d]
    return strides[1] != 0


def with_channels_last(out):
    """`out` in memory of its own, with its channels last."""
    rank = out.ndim
    laid = np.empty([out.shape[k] for k in CHANNELS_LAST[rank]], out.dtype).transpose(CHANNELS_FIRST[rank])
    laid[...] = out
    return laid


def laid_out_as(out, input):
    """`out` with its channels last in memory where those of `input` are."""
    return with_channels_last(out) if suggests_channels_last(input) else out


def dense_as(out, input):
    """`out` without gaps: with its channels last where those of `input` are, row by row otherwise."""
    if suggests_channels_last(input):
        return out if has_channels_last(out) else with_channels_last(out)
    return np.ascontiguousarray(out)


def follows(array, memory_format=None):
    """Whether `array` is laid out in `memory_format` (row by row by default)."""
    if memory_format is None or memory_format.name == "contiguous_format":
        return array.flags.c_contiguous
    rank = FORMAT_RANKS.get(memory_format.name)
    if rank is None:
        raise RuntimeError("preserve memory format is unsupported by the contiguous operator")
    return array.ndim == rank and array.transpose(CHANNELS_LAST[rank]).flags.c_contiguous
