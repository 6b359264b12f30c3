"""Attention by scaled dot products, compiled for float32 stacks of one shape, whatever their strides.

How exact they are says ../accuracy.py.
"""

import numpy as np

from ..numpy import attention as meaning
from .gemm import ROOM
from .module import FLOAT32, call, empty, least, ndarray, scratch

NOWHERE = (None, None, None)
ROOMY = 0x500  # the bits of `flags.num` for aligned and writeable


def _taken(*arrays):
    return all([type(x) is ndarray and x.dtype is FLOAT32 and x.flags.aligned and x.size for x in arrays])


def _fit(query, key, value):
    q, k, v = query.shape, key.shape, value.shape
    return (
        1 < len(q) == len(k) == len(v)
        and q[:-2] == k[:-2] == v[:-2]
        and q[-1] == k[-1]
        and k[-2] == v[-2]
        and query.size + key.size >= least.several
    )


def _broadcast(mask, shape):
    """Whether the mask is added to scores of this shape without making them more."""
    return mask.ndim <= len(shape) and all(
        [m in (1, n) for m, n in zip(reversed(mask.shape), reversed(shape), strict=False)]
    )


def _rows(out, shape):
    """Whether a kernel can write results of this shape to `out`: dense rows, wherever they lie."""
    return out.dtype is FLOAT32 and out.shape == shape and out.strides[-1] == 4 and out.flags.num & ROOMY == ROOMY


def _owner(x):
    """What holds the memory of an array: views of one array have one owner."""
    base = x.base
    return id(x if base is None else base)


def _apart(written, read):
    return {_owner(x) for x in written}.isdisjoint([_owner(x) for x in read])


def attend(query, key, value, mask, scale, product, out=None):
    if (
        _taken(query, key, value)
        and _fit(query, key, value)
        and (mask is None or (_taken(mask) and _broadcast(mask, (*query.shape[:-1], key.shape[-2]))))
        and (out is None or (_rows(out, (*query.shape[:-1], value.shape[-1])) and _apart((out,), (query, key, value))))
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
        and (
            out is NOWHERE
            or (
                all(needed[:3])
                and all([_rows(to, x.shape) for to, x in zip(out, (query, key, value), strict=True)])
                and _apart(out, (g, query, key, value, weights))
            )
        )
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
