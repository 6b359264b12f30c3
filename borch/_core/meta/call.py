"""The calls of ops and functions that met an array without elements: the same calls, where forms are inferred."""

import numpy as np

from ..mode import mode
from ..nodata import NO_COPY, NoData, inferring
from ..tensor import Tensor
from .array import MetaArray, hollow
from .functions import computed
from .unruled import REFUSED, WITHOUT_RULE, refusal

# Of these torch asks no more than that the first tensor is without elements.
ANYWHERE = {
    "mm", "matmul", "bmm", "mv", "linear", "index", "getitem", "index_select", "gather", "take", "embedding", "copy",
    "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "index_put", "setitem",
}  # fmt: skip


def tensors_in(values):
    """The tensors among arguments, also in lists."""
    for v in values:
        if isinstance(v, Tensor):
            yield v
        elif isinstance(v, (list, tuple)):
            yield from tensors_in(v)


def check_devices(name, tensors):
    """torch's error for a tensor of the CPU next to one without elements; one without axes may stand anywhere."""
    if mode.mixing:
        return
    first = None
    for t in tensors:
        where = "meta" if type(t._array) is MetaArray else "cpu"
        if not t._array.ndim:
            continue
        first = first or where
        if where != first and not (first == "meta" and name in ANYWHERE):
            raise RuntimeError(f"Tensor on device {where} is not on the expected device {first}!")


def infer(function, args, kwargs, name, written=None):
    """The call of the function `name`, whose results have no elements.

    written  the tensor into which the call writes
    """
    if mode.inferring:
        return function(args, kwargs)
    if name in WITHOUT_RULE:
        raise refusal(name)
    tensors = [*tensors_in((*args, *kwargs.values()))]
    if isinstance(written, Tensor) and not written.is_meta:
        if name != "copy":
            check_devices(name, tensors)
        raise NotImplementedError(NO_COPY)
    check_devices(name, tensors)
    try:
        with inferring(), np.errstate(all="ignore"):
            result = function(args, kwargs)
    except NoData:
        raise refusal(name) from None
    return emptied(result, {id(t) for t in tensors})


def of_zeros(name, function, args, kwargs):
    """What a function of arrays gives for zeros, where it asks for elements and its form does not depend on them."""
    if name in REFUSED:
        raise refusal(name)
    return computed(function, args, kwargs)


def emptied(result, given):
    """A result whose new tensors have no elements."""
    for t in tensors_in((result,)):
        array = t._array
        if type(array) is not MetaArray and id(t) not in given:
            repeated = array.size > 1 and not any(array.strides)  # it stood for a large array
            t._array = MetaArray(array.shape, array.dtype) if repeated else hollow(array)
    return result
