"""Storages: the names by which torch's files call them, and the memory of arrays as bytes."""

import numpy as np

from .._core import dtype as dtypes
from ..ops.strides import contiguous_strides, owner_of

# torch's name of the storage class, by the dtype's word for messages; the wide unsigned ones are untyped in files.
NAMES = {d.legacy + "Storage": d for d in dtypes.ALL if d not in (dtypes.uint16, dtypes.uint32, dtypes.uint64)}
UNTYPED = "UntypedStorage"


class StorageOf:
    """The memory behind a tensor as a file keeps it: a dtype, flat elements, and where the tensor lies in them."""

    def __init__(self, tensor):
        array = tensor._array
        owner = owner_of(array)
        if not _covers(owner, array):
            owner = array = np.ascontiguousarray(array)
        self.dtype = tensor.dtype
        self.owner = owner
        size = array.itemsize
        start = array.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
        self.offset = start // size
        self.shape = array.shape
        self.stride = tuple(tensor.stride()) if array is tensor._array else strides_of_dense(array)

    def bytes(self):
        """The memory as bytes in the order in which it lies."""
        owner = self.owner
        if owner.flags.c_contiguous:
            return owner.tobytes()
        return owner.transpose(np.argsort([-s for s in owner.strides], kind="stable")).tobytes()


def strides_of_dense(array):
    return tuple(s // array.itemsize for s in contiguous_strides(array.shape, array.itemsize))


def _covers(owner, array):
    """Whether `array` can be told as an offset and strides in the dense memory of `owner`."""
    if any(s < 0 for s in array.strides):
        return False
    if array.size == 0:
        return owner is array
    order = sorted(range(owner.ndim), key=lambda k: (-owner.strides[k], k))
    expected = owner.itemsize
    for k in reversed(order):
        if owner.shape[k] != 1 and owner.strides[k] != expected:
            return False
        expected *= owner.shape[k]
    return owner.nbytes % array.itemsize == 0 and all(s % array.itemsize == 0 for s in array.strides)
