"""Arrays seen through other strides: what the view ops need from numpy's memory model. No op is defined here.

Strides and offsets are in bytes, as numpy counts them.
"""

import numpy as np
from numpy.lib.stride_tricks import as_strided

ndarray = np.ndarray


def address(array):
    """Where the first element lies in memory."""
    return array.__array_interface__["data"][0]


def owner_of(array):
    """The array that owns the memory of `array`."""
    while type(array.base) is ndarray:
        array = array.base
    return array


def restride(array, shape, strides, offset=0):
    """A writable view of the memory of `array` from `offset` bytes after its first element."""
    if array.flags.c_contiguous and offset >= 0:
        return ndarray(shape, array.dtype, array, offset, strides)
    owner = owner_of(array)
    start = address(array) - address(owner) + offset
    flat = owner if owner.flags.c_contiguous else owner.T
    if flat.flags.c_contiguous:
        return ndarray(shape, array.dtype, flat, start, strides)
    return as_strided(array, shape, strides)


def expanded(array, shape):
    """`array` broadcast to `shape`, writable as far as `array` is; ValueError where it does not fit."""
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


def is_dense(array):
    """Whether the elements fill one stretch of memory without gaps or overlaps, in whatever order of axes."""
    if array.flags.c_contiguous or array.flags.f_contiguous:
        return True
    step = array.itemsize
    for stride, n in sorted((s, n) for s, n in zip(array.strides, array.shape, strict=True) if n != 1):
        if stride != step:
            return False
        step *= n
    return True


CHANNELS_LAST = {4: (0, 2, 3, 1), 5: (0, 2, 3, 4, 1)}
CHANNELS_FIRST = {4: (0, 3, 1, 2), 5: (0, 4, 1, 2, 3)}


def copied(array, memory_format=None):
    """A copy of `array` in a memory format; by default with its own order of axes, as torch's clone keeps it."""
    name = "preserve_format" if memory_format is None else memory_format.name
    if name == "preserve_format":
        if array.flags.c_contiguous:
            return array.copy()
        return array.copy(order="K" if is_dense(array) or 0 not in array.strides else "C")
    if name == "contiguous_format":
        return array.copy()
    rank = 4 if name == "channels_last" else 5
    if array.ndim != rank:
        raise RuntimeError(f"required rank {rank} tensor to use {name} format")
    return array.transpose(CHANNELS_LAST[rank]).copy().transpose(CHANNELS_FIRST[rank])


def follows(array, memory_format=None):
    """Whether `array` is laid out in `memory_format` (row by row by default)."""
    if memory_format is None or memory_format.name == "contiguous_format":
        return array.flags.c_contiguous
    rank = {"channels_last": 4, "channels_last_3d": 5}.get(memory_format.name)
    if rank is None:
        raise RuntimeError("preserve memory format is unsupported by the contiguous operator")
    return array.ndim == rank and array.transpose(CHANNELS_LAST[rank]).flags.c_contiguous
