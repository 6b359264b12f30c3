"""What `array[index]` is for an array without elements: a view for ints and slices, a new array for arrays of ints."""

import operator

import numpy as np

from ..nodata import NO_COPY, NoData
from . import layout
from .array import MetaArray


def item_of(array, index):
    items = layout.spread(_as_indices(index), array.ndim)
    if any(isinstance(i, (np.ndarray, list)) for i in items):
        array.refuse()
        return _of_arrays(array, items)
    return _view(array, items)


def _as_indices(index):
    """An index whose lists are arrays, and whose True and False are refused to views."""
    items = index if type(index) is tuple else (index,)
    return tuple(np.asarray(i) if isinstance(i, (list, tuple, bool, np.bool_)) else i for i in items)


def _view(array, items):
    shape, strides, offset, at = [], [], 0, 0
    for item in items:
        if item is None:
            shape.append(1)
            strides.append(0)
            continue
        n, stride = array.shape[at], array.strides[at]
        if isinstance(item, slice):
            start, stop, step = item.indices(n)
            count = len(range(start, stop, step))
            shape.append(count)
            strides.append(stride * step)
            offset += start * stride if count else 0
        else:
            k = operator.index(item)
            if not -n <= k < n:
                raise IndexError(f"index {k} is out of bounds for axis {at} with size {n}")
            offset += (k % n) * stride
        at += 1
    return array.seen(shape, strides, offset)


def _of_arrays(array, items):
    """The new array that arrays of ints, and of bools that are known, pick."""
    split = []
    for item in items:
        if isinstance(item, np.ndarray) and item.dtype == np.bool_:
            if type(item) is MetaArray:
                raise NoData(NO_COPY)
            split += list(np.nonzero(item)) if item.ndim else [np.asarray(item).nonzero()[0]]
        else:
            split.append(item)
    plain = [slice(None) if isinstance(i, np.ndarray) else i for i in split]
    picked = _view(array, [slice(None) if _is_int(i) else i for i in plain])
    arrays, places = [], []
    for at, item in enumerate(split):
        if isinstance(item, np.ndarray) or _is_int(item):
            arrays.append(item.shape if isinstance(item, np.ndarray) else ())
            places.append(at)
    common = np.broadcast_shapes(*arrays)
    rest = [n for k, n in enumerate(picked.shape) if k not in places]
    together = places == list(range(places[0], places[0] + len(places)))
    front = places[0] if together else 0
    return MetaArray((*rest[:front], *common, *rest[front:]), array.dtype)


def _is_int(item):
    return item is not None and not isinstance(item, (slice, np.ndarray))
