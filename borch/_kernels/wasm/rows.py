"""Softmax and layer norm, compiled for float32 rows."""

import numpy as np

from ..numpy import rows as meaning
from .module import FLOAT32, address, call, dense, empty, plain


def softmax(x, axis):
    if not plain(x) or axis not in (-1, x.ndim - 1):
        return meaning.softmax(x, axis)
    out = empty(x.shape, FLOAT32)
    call.softmax_f32(id(x), id(out))
    return out


def softmax_gradient(g, out, axis):
    if not (plain(g) and plain(out)) or axis not in (-1, g.ndim - 1) or g.shape != out.shape:
        return meaning.softmax_gradient(g, out, axis)
    result = empty(g.shape, FLOAT32)
    call.softmax_gradient_f32(id(g), id(out), id(result))
    return result


def layer_norm(x, axes, weight, bias, eps):
    shape = x.shape
    inner = shape[len(shape) - len(axes) :]
    if not (plain(x) and dense(weight, inner) and dense(bias, inner)):
        return meaning.layer_norm(x, axes, weight, bias, eps)
    out = empty(shape, FLOAT32)
    kept = (*shape[: len(shape) - len(axes)], *(1,) * len(axes))
    mean, rstd = empty(kept, FLOAT32), empty(kept, FLOAT32)
    call.layer_norm_f32(id(x), address(weight), address(bias), id(out), id(mean), id(rstd), eps)
    return out, mean, rstd


def layer_norm_gradient(g, x, axes, weight, mean, rstd, needed):
    shape = x.shape
    lead = len(shape) - len(axes)
    inner = shape[lead:]
    kept = (*shape[:lead], *(1,) * len(axes))
    if not (
        plain(g) and plain(x) and g.shape == shape and dense(weight, inner) and dense(mean, kept) and dense(rstd, kept)
    ):
        return meaning.layer_norm_gradient(g, x, axes, weight, mean, rstd, needed)
    to_input = empty(shape, FLOAT32) if needed[0] else None
    to_weight = np.zeros(inner, FLOAT32) if needed[1] else None
    to_bias = np.zeros(inner, FLOAT32) if needed[2] else None
    call.layer_norm_gradient_f32(
        id(g), id(x), address(weight), id(mean), id(rstd), address(to_input),
        address(to_weight), address(to_bias),
    )  # fmt: skip
    return to_input, to_weight, to_bias
