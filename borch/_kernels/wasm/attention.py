"""Attention by scaled dot products, compiled for float32 stacks of one shape, whatever their strides.

Results are within 2e-6 of those computed in float64 relative to the largest value, gradients within 1e-5.
"""

import numpy as np

from ..numpy import attention as meaning
from .gemm import ROOM
from .module import FLOAT32, call, empty, least, ndarray, scratch

NOWHERE = (None, None, None)


def _taken(*arrays):
    return all([type(x) is ndarray and x.dtype is FLOAT32 and x.flags.aligned and x.size for x in arrays])


def _fit(query, key, value):
    q, k, v = query.shape, key.shape, value.shape
    return (
        len(q) == len(k) == len(v)
        and q[:-2] == k[:-2] == v[:-2]
        and q[-1] == k[-1]
        and k[-2] == v[-2]
        and query.size + key.size >= least.several
    )


def _rows(out):
    """Whether a kernel can write its results to `out`: dense rows, wherever they lie."""
    return out.dtype is FLOAT32 and out.flags.aligned and out.strides[-1] == 4


def attend(query, key, value, mask, scale, product, out=None):
    if (
        _taken(query, key, value)
        and _fit(query, key, value)
        and (mask is None or (_taken(mask) and mask.ndim <= query.ndim))
        and (out is None or _rows(out))
    ):
        shape = (*query.shape[:-1], key.shape[-2])
        if mask is not None:
            mask = np.broadcast_to(mask, shape)
        if out is None:
            out = empty((*shape[:-1], value.shape[-1]), FLOAT32)
        weights, room = empty(shape, FLOAT32), scratch(ROOM)
        call.attend_f32(query, key, value, mask, out, weights, room, float(scale))
        return out, weights
    return meaning.attend(query, key, value, mask, scale, product, out)


def attend_gradient(g, query, key, value, weights, scale, needed, product, out=NOWHERE):
    if not (
        _taken(g, query, key, value, weights)
        and _fit(query, key, value)
        and g.shape == (*query.shape[:-1], value.shape[-1])
        and weights.shape == (*query.shape[:-1], key.shape[-2])
        and weights.flags.c_contiguous
        and (out is NOWHERE or all(map(_rows, out)))
    ):
        return meaning.attend_gradient(g, query, key, value, weights, scale, needed, product, out)
    to_query, to_key, to_value = out
    if out is NOWHERE:
        to_query = empty(query.shape, FLOAT32) if needed[0] else None
        to_key = empty(key.shape, FLOAT32) if needed[1] else None
        to_value = empty(value.shape, FLOAT32) if needed[2] else None
    scores = None
    if needed[0] or needed[1] or needed[3]:
        scores = empty(weights.shape if needed[3] else weights.shape[-2:], FLOAT32)
    room = scratch(ROOM)
    call.attend_gradient_f32(g, query, key, value, weights, to_query, to_key, to_value, scores, room, float(scale))
    return to_query, to_key, to_value, scores if needed[3] else None
