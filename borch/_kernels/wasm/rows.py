"""Softmax, log_softmax, layer and RMS norm, compiled for float32 rows.

How exact they are says ../accuracy.py.
"""

import numpy as np

from ..numpy import rows as meaning
from .module import FLOAT32, call, dense, empty, least, ndarray, plain

ascontiguousarray, zeros = np.ascontiguousarray, np.zeros


def _taken(x, axis):
    return type(x) is ndarray and x.dtype is FLOAT32 and x.size >= least.several and type(axis) is int


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


def _of_rows(name, export):
    def kernel(x, axis):
        if not _taken(x, axis):
            return getattr(meaning, name)(x, axis)
        a = _last(x, axis)
        out = empty(a.shape, FLOAT32)
        getattr(call, export)(a, out)
        return _back(out, axis, x)

    kernel.__module__ = __name__
    return kernel


def _gradient_of_rows(name, export):
    def kernel(g, out, axis):
        if not (_taken(g, axis) and type(out) is ndarray and out.dtype is FLOAT32 and g.shape == out.shape):
            return getattr(meaning, name)(g, out, axis)
        a, b = _last(g, axis), _last(out, axis)
        result = empty(a.shape, FLOAT32)
        getattr(call, export)(a, b, result)
        return _back(result, axis, g)

    kernel.__module__ = __name__
    return kernel


softmax, softmax_gradient = (
    _of_rows("softmax", "softmax_f32"),
    _gradient_of_rows("softmax_gradient", "softmax_gradient_f32"),
)
log_softmax = _of_rows("log_softmax", "log_softmax_f32")
log_softmax_gradient = _gradient_of_rows("log_softmax_gradient", "log_softmax_gradient_f32")


def _are_last(axes, ndim):
    """Whether these are the last axes, in order."""
    return axes and axes[-1] == ndim - 1 and axes[0] == ndim - len(axes) >= 0


def layer_norm(x, axes, weight, bias, eps):
    shape, n = x.shape, len(axes)
    if (
        x.dtype is FLOAT32
        and x.size >= least.several
        and _are_last(axes, len(shape))
        and (weight is None or weight.shape == shape[-n:])
        and (bias is None or bias.shape == shape[-n:])
    ):
        kept = (*shape[:-n], *(1,) * n)
        out, mean, rstd = empty(shape, FLOAT32), empty(kept, FLOAT32), empty(kept, FLOAT32)
        if call.layer_norm_f32(x, weight, bias, out, mean, rstd, float(eps)) is None:
            return out, mean, rstd
    return meaning.layer_norm(x, axes, weight, bias, eps)


def layer_norm_gradient(g, x, axes, weight, mean, rstd, needed):
    shape, n = x.shape, len(axes)
    inner = shape[-n:]
    if (
        x.dtype is FLOAT32
        and x.size >= least.several
        and g.shape == shape
        and _are_last(axes, len(shape))
        and mean.shape == rstd.shape == (*shape[:-n], *(1,) * n)
        and (weight is None or weight.shape == inner)
    ):
        to_input = empty(shape, FLOAT32) if needed[0] else None
        to_weight = zeros(inner, FLOAT32) if needed[1] else None
        to_bias = zeros(inner, FLOAT32) if needed[2] else None
        rows = ascontiguousarray(g), ascontiguousarray(x)
        if call.layer_norm_gradient_f32(*rows, weight, mean, rstd, to_input, to_weight, to_bias) is None:
            return to_input, to_weight, to_bias
    return meaning.layer_norm_gradient(g, x, axes, weight, mean, rstd, needed)


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
        and dense(rrms, kept)
    ):
        return meaning.rms_norm_gradient(g, x, axes, weight, rrms, needed)
    to_input = empty(shape, FLOAT32) if needed[0] else None
    to_weight = np.zeros(shape[lead:], FLOAT32) if needed[1] else None
    call.rms_norm_gradient_f32(g, x, weight, rrms, to_input, to_weight)
    return to_input, to_weight
