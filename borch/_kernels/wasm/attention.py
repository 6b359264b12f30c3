"""Attention by scaled dot products, compiled for float32 stacks of one shape, whatever their strides.

How exact they are says ../accuracy.py.
"""

import numpy as np

from ..numpy import attention as meaning
from .module import make

NOWHERE = (None, None, None)


def _broadcast(mask, query, key):
    """The mask as a view of the scores' shape; None where it does not fit, or would make them more."""
    shape = (*query.shape[:-1], *key.shape[-2:-1])
    if mask.ndim > len(shape) or any([m not in (1, n) for m, n in zip(mask.shape[::-1], shape[::-1], strict=False)]):
        return None
    return np.broadcast_to(mask, shape)


def attend(query, key, value, mask, scale, product, out=None):
    made = None
    if mask is None:
        made = make.attend(query, key, value, None, scale, out)
    elif (added := _broadcast(mask, query, key)) is not None:
        made = make.attend(query, key, value, added, scale, out)
    return meaning.attend(query, key, value, mask, scale, product, out) if made is None else made


def attend_gradient(g, query, key, value, weights, scale, needed, product, out=NOWHERE):
    grads = make.attend_gradient(g, query, key, value, weights, scale, needed, out)
    return (
        meaning.attend_gradient(g, query, key, value, weights, scale, needed, product, out) if grads is None else grads
    )
