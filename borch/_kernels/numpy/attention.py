"""Attention by scaled dot products: query (..., L, E), key (..., S, E), value (..., S, V). `product` multiplies matrices.

`out` is where results are written, in views of any order of axes; without it they are fresh arrays.
"""

import numpy as np

__all__ = ["attend", "attend_gradient"]


def attend(query, key, value, mask, scale, product, out=None):
    """(softmax(query @ key^T * scale + mask) @ value, the softmax's weights); the mask may be None.

    A row that is masked everywhere attends to nothing: its weights are zero, as torch's are.
    """
    scores = product(query, key.swapaxes(-1, -2))
    scores *= query.dtype.type(scale)
    if mask is not None:
        scores = scores + mask
    top = np.maximum.reduce(scores, -1, None, None, True) if scores.shape[-1] else np.zeros(1, scores.dtype)
    top = np.where(np.isneginf(top), 0, top) if mask is not None else top
    weights = np.exp(scores - top)
    sums = np.add.reduce(weights, -1, None, None, True)
    weights /= np.where(sums == 0, 1, sums) if mask is not None else sums
    return written(product(weights, value), out), weights.astype(query.dtype, copy=False)


def attend_gradient(g, query, key, value, weights, scale, needed, product, out=(None, None, None)):
    """The gradients of attend's query, key, value and mask; None for those that are not `needed`."""
    to_query = to_key = to_value = scores = None
    if needed[2]:
        to_value = product(weights.swapaxes(-1, -2), g)
    if needed[0] or needed[1] or needed[3]:
        through = product(g, value.swapaxes(-1, -2))
        scores = weights * (through - np.add.reduce(through * weights, -1, None, None, True))
        if needed[0]:
            to_query = product(scores, key) * scale
        if needed[1]:
            to_key = product(scores.swapaxes(-1, -2), query) * scale
    grads = [written(x, at) for x, at in zip((to_query, to_key, to_value), out, strict=True)]
    return *grads, scores if needed[3] else None


def written(x, out):
    """`x`, or `out` with the numbers of `x`."""
    if out is None or x is None:
        return x
    out[...] = x
    return out
