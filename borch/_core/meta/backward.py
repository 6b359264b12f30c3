"""One step of a backward pass without elements: a gradient has the form of what it is for, if need be by the formula."""

import numpy as np

from ..dtype import BFLOAT16
from ..nodata import NoData, inferring, is_meta
from ..tensor import Tensor, wrap
from .array import MetaArray, hollow


def gradients(node, g, pull):
    """What `pull(node, g)` gives, without elements; the form of an input where the formula needs elements."""
    if node.wants_tensors:
        g = [None if x is None else wrap(x) for x in g] if isinstance(g, list) else wrap(g)
        return [x._array if isinstance(x, Tensor) else x for x in pull(node, g)]
    # The form of each input is that of its gradient, where there is one.
    if node.__dict__.get("metas") and type(node).__name__ != "NotImplemented":
        return [None if e is None or m is None else _like(*m) for e, m in zip(node.edges, node.metas, strict=True)]
    with inferring(), np.errstate(all="ignore"):
        try:
            return [None if x is None else _form(x) for x in pull(node, g)]
        except NoData:  # of one tensor, element by element
            late = node.__dict__.get("late")
            return [late[1] if late else g]


def _like(shape, dtype):
    return MetaArray(shape, np.dtype(np.float32) if dtype == BFLOAT16 else dtype)


def _form(x):
    array = x._array if isinstance(x, Tensor) else x
    return array if is_meta(array) else hollow(np.asarray(array))
