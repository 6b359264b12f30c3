"""Softmax, log_softmax, layer and RMS norm, compiled for float32 rows.

How exact they are says ../accuracy.py.
"""

from math import prod

import numpy as np

from ..numpy import rows as meaning
from .elementwise import exp, log
from .module import FLOAT32, call, dense, empty, least, make, ndarray, plain

ascontiguousarray = np.ascontiguousarray


def _moved(x, source, target):
    """np.moveaxis, which takes its time."""
    neighbours = abs(source % x.ndim - target % x.ndim) == 1
    return x.swapaxes(source, target) if neighbours else np.moveaxis(x, source, target)


def _last(x, axis):
    """x dense in C order with `axis` as its last."""
    return ascontiguousarray(x if axis in (-1, x.ndim - 1) else _moved(x, axis, -1))


def _back(out, axis, like):
    """What `_last` moved, back in place; dense where `like` is."""
    if axis in (-1, out.ndim - 1):
        return out
    out = _moved(out, -1, axis)
    return np.ascontiguousarray(out) if like.flags.c_contiguous else out


def _softmax(x, axis):
    out = x - np.maximum.reduce(x, axis, keepdims=True)
    exp.now()(out, out)
    out /= np.add.reduce(out, axis, keepdims=True)
    return out


def _log_softmax(x, axis):
    out = x - np.maximum.reduce(x, axis, keepdims=True)
    out -= log.now()(np.add.reduce(exp.now()(out), axis, keepdims=True))
    return out


def _softmax_gradient(g, out, axis):
    return (g - np.add.reduce(g * out, axis, keepdims=True)) * out


def _log_softmax_gradient(g, out, axis):
    scaled = exp.now()(out)
    scaled *= np.add.reduce(g, axis, keepdims=True)
    return np.subtract(g, scaled, scaled)


# From so many numbers behind the axis on, functions of each number are quicker than rows that are to be laid out first.
COLUMNS = {
    "softmax": (_softmax, 256),
    "log_softmax": (_log_softmax, 256),
    "softmax_gradient": (_softmax_gradient, 16),
    "log_softmax_gradient": (_log_softmax_gradient, 16),
}


def _otherwise(name, axis, *arrays):
    """The kernel `name` along an axis that is not the last, or of arrays that are not dense, and of everything else."""
    x = arrays[0]
    if (
        all([type(a) is ndarray and a.dtype is FLOAT32 and a.shape == x.shape for a in arrays])
        and x.size >= least.several
        and type(axis) is int
        and -x.ndim <= axis < x.ndim
    ):
        columns, few = COLUMNS[name]
        if prod(x.shape[axis % x.ndim + 1 :]) >= few and arrays[-1].strides[axis] != 4:
            return columns(*arrays, axis)
        out = getattr(make, name)(*[_last(a, axis) for a in arrays], -1)
        if out is not None:
            return _back(out, axis, arrays[-1])
    return getattr(meaning, name)(*arrays, axis)


def softmax(x, axis):
    out = make.softmax(x, axis)
    return _otherwise("softmax", axis, x) if out is None else out


def softmax_gradient(g, out, axis):
    grad = make.softmax_gradient(g, out, axis)
    return _otherwise("softmax_gradient", axis, g, out) if grad is None else grad


def log_softmax(x, axis):
    out = make.log_softmax(x, axis)
    return _otherwise("log_softmax", axis, x) if out is None else out


def log_softmax_gradient(g, out, axis):
    grad = make.log_softmax_gradient(g, out, axis)
    return _otherwise("log_softmax_gradient", axis, g, out) if grad is None else grad


def _are_last(axes, ndim):
    """Whether these are the last axes, in order."""
    return axes and axes[-1] == ndim - 1 and axes[0] == ndim - len(axes) >= 0


def layer_norm(x, axes, weight, bias, eps):
    made = make.layer_norm(x, axes, weight, bias, eps)
    return meaning.layer_norm(x, axes, weight, bias, eps) if made is None else made


def layer_norm_gradient(g, x, axes, weight, mean, rstd, needed):
    grads = make.layer_norm_gradient(g, x, axes, weight, mean, rstd, needed)
    if grads is None:
        dense = ascontiguousarray(g), ascontiguousarray(x)
        grads = make.layer_norm_gradient(*dense, axes, weight, mean, rstd, needed) if g.ndim else None
        if grads is None:
            return meaning.layer_norm_gradient(g, x, axes, weight, mean, rstd, needed)
    return grads


def rms_norm(x, axes, weight, eps):
    lead = x.ndim - len(axes)
    if not (plain(x) and _are_last(axes, x.ndim) and dense(weight, x.shape[lead:])):
        return meaning.rms_norm(x, axes, weight, eps)
    out, rrms = empty(x.shape, FLOAT32), empty((*x.shape[:lead], *(1,) * len(axes)), FLOAT32)
    call.rms_norm_f32(x, weight, out, rrms, float(eps))
    return out, rrms


def rms_norm_gradient(g, x, axes, weight, rrms, needed):
    shape, lead = x.shape, x.ndim - len(axes)
    g, x = np.ascontiguousarray(g), np.ascontiguousarray(x)
    kept = (*shape[:lead], *(1,) * len(axes))
    if not (
        plain(g)
        and plain(x)
        and g.shape == shape
        and _are_last(axes, len(shape))
        and dense(weight, shape[lead:])
        and rrms is not None
        and dense(rrms, kept)
    ):
        return meaning.rms_norm_gradient(g, x, axes, weight, rrms, needed)
    to_input = empty(shape, FLOAT32) if needed[0] else None
    to_weight = np.zeros(shape[lead:], FLOAT32) if needed[1] else None
    call.rms_norm_gradient_f32(g, x, weight, rrms, to_input, to_weight)
    return to_input, to_weight
