"""Places of the largest and smallest numbers and squared distances from the mean, compiled for float32.

How exact they are says ../accuracy.py.
"""

from math import prod

import numpy as np

from ..numpy import reduce as meaning
from .module import FLOAT32, least, ndarray
from .ufuncs import Ufunc

_PAIR = {"nin": 1, "nout": 2, "signature": "(n)->(),()"}
_largest = Ufunc("largest", None, {"f->fq": "largest_f32"}, **_PAIR)
_smallest = Ufunc("smallest", None, {"f->fq": "smallest_f32"}, **_PAIR)
_deviations = Ufunc("deviations", None, {"f->ff": "deviations_f32"}, **_PAIR)


def _taken(x):
    return type(x) is ndarray and x.dtype is FLOAT32 and x.size >= least.elements


def _pair(name, ufunc):
    def kernel(x, axis, keepdims):
        if not _taken(x) or ufunc.loop is None or type(axis) is not int:
            return getattr(meaning, name)(x, axis, keepdims)
        return ufunc.loop(x, axis=axis, keepdims=keepdims)

    kernel.__module__ = __name__
    return kernel


def _place(name, ufunc):
    def kernel(x, axis=None, out=None, keepdims=False):
        if not _taken(x) or ufunc.loop is None or out is not None or (axis is None and not x.flags.c_contiguous):
            return getattr(meaning, name)(x, axis, out, keepdims=keepdims)
        if axis is None:
            place = ufunc.loop(x.reshape(-1))[1]
            return place.reshape((1,) * x.ndim) if keepdims else place
        return ufunc.loop(x, axis=axis, keepdims=keepdims, order="C")[1]

    kernel.__module__ = __name__
    return kernel


largest, smallest = _pair("largest", _largest), _pair("smallest", _smallest)
argmax, argmin = _place("argmax", _largest), _place("argmin", _smallest)


def deviations(x, axes):
    if _taken(x) and _deviations.loop is not None and x.flags.c_contiguous and axes:
        shape, first = x.shape, min(axes)
        end = first + len(axes)
        if (
            first >= 0 and max(axes) == end - 1 < len(shape) and len(set(axes)) == len(axes)
        ):  # neighbours: the axis between those before and those after
            rows = x.reshape(prod(shape[:first]), prod(shape[first:end]), prod(shape[end:]))
            mean, squares = _deviations.loop(rows, axis=1)
            if np.isfinite(squares).all():
                kept = (*shape[:first], *(1,) * len(axes), *shape[end:])
                return mean.reshape(kept), squares.reshape(kept)
    return meaning.deviations(x, axes)
