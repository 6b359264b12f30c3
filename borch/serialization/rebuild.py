"""What the functions that a checkpoint names do here: tensors out of storages, with every size checked."""

from reprlib import repr as brief

import numpy as np

from .._core import dtype as dtypes
from .._core.attributes import is_own
from .._core.device import sparse_bsc, sparse_bsr, sparse_coo, sparse_csc, sparse_csr, strided
from .._core.nodata import is_meta
from .._core.op import OPS
from .._core.tensor import Tensor, wrap
from ..storage import TypedStorage


def storage_of(array, dtype):
    """Elements read from a file: a flat array, shared by all tensors that lie in it."""
    return TypedStorage._of(wrap(array), dtypes.uint8 if dtype is None else dtype)


def tensor_class():
    return Tensor


def parameter_class():
    from ..nn.parameter import Parameter

    return Parameter


def _whole(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def tensor_v1(storage, offset, size, stride):
    """A tensor that lies in `storage` from element `offset` on."""
    if not isinstance(storage, TypedStorage):
        raise RuntimeError("a tensor in the file does not refer to a storage")
    size, stride = tuple(size), tuple(stride)
    if len(size) != len(stride) or not all(map(_whole, (*size, *stride, offset))):
        raise RuntimeError(
            f"a tensor in the file has size {brief(size)}, stride {brief(stride)} and offset {brief(offset)}, which is no "
            "tensor's"
        )
    array = storage._elements
    last = offset + sum((n - 1) * s for n, s in zip(size, stride, strict=True)) if all(size) else offset - 1
    if last >= array.size:
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and itemsize "
            f"{array.itemsize} requiring a storage size of {(last + 1) * array.itemsize} are out of bounds for storage of "
            f"size {array.nbytes}"
        )
    step = array.itemsize
    if is_meta(array):
        t = wrap(array.seen(size, [s * step for s in stride], offset * step))
        t._root = storage._owner
        return t
    start = offset * step if array.size else 0
    t = wrap(np.ndarray(size, array.dtype, array, start, tuple(s * step for s in stride)))
    t._root = storage._owner
    return t


def tensor_v2(storage, offset, size, stride, requires_grad, backward_hooks, metadata=None):
    """`tensor_v1`, which may require a gradient; in `metadata` stands whether it is the conjugate or the negative."""
    t = tensor_v1(storage, offset, size, stride)
    if isinstance(metadata, dict) and (metadata.get("conj") or metadata.get("neg")):
        t = _turned(t._array, metadata, getattr(storage, "_unfinished", None))
    if requires_grad:
        t.requires_grad_()
    return t


def meta(dtype, size, stride, requires_grad):
    """A tensor on the device "meta"."""
    if not isinstance(dtype, dtypes.dtype) or len(size) != len(stride) or not all(map(_whole, (*size, *stride))):
        raise RuntimeError(
            f"a tensor in the file has dtype {brief(dtype)}, size {brief(size)} and stride {brief(stride)}"
        )
    options = {"dtype": dtype, "device": "meta", "requires_grad": bool(requires_grad)}
    return OPS["empty_strided"](tuple(size), tuple(stride), **options)


def _turned(array, metadata, unfinished):
    """The conjugate or the negative of what a file holds; `unfinished` lists what to do once it has been read."""

    def turn(values):
        values = np.conj(values) if metadata.get("conj") else values
        return -values if metadata.get("neg") else values

    result = np.array(turn(array))
    if unfinished is not None:
        unfinished.append(lambda: np.copyto(result, turn(array)))
    return wrap(result)


def tensor_v3(storage, offset, size, stride, requires_grad, backward_hooks, dtype, metadata=None):
    """`tensor_v2` in a storage of bytes, read as `dtype`."""
    if not isinstance(dtype, dtypes.dtype):
        raise RuntimeError("a tensor in the file has no dtype")
    usable = storage.nbytes() // dtype.itemsize * dtype.itemsize
    typed = storage_of(storage.untyped()._bytes[:usable].view(dtype.numpy), dtype)
    typed._unfinished = getattr(storage, "_unfinished", None)
    return tensor_v2(typed, offset, size, stride, requires_grad, backward_hooks, metadata)


def parameter(data, requires_grad, backward_hooks):
    """A Parameter around a tensor of the file."""
    return parameter_class()(data, requires_grad)


def parameter_with_state(data, requires_grad, backward_hooks, state):
    """A Parameter with attributes of its own."""
    result = parameter(data, requires_grad, backward_hooks)
    if isinstance(state, dict):
        for name, value in state.items():
            if is_own(name):
                setattr(result, name, value)
    return result


def from_type(func, new_type, args, state):
    """A tensor of a subclass, or one with attributes, of which only the plain ones are taken."""
    result = func(*args)
    if type(result) is not new_type:
        result = result.as_subclass(new_type)
    if isinstance(state, tuple):
        state = state[0]
    if isinstance(state, dict):
        for name, value in state.items():
            if is_own(name):
                setattr(result, name, value)
    return result


def sparse(layout, data):
    """A sparse tensor of its layout and its parts."""
    from ..sparse.creation import rebuild

    return rebuild(layout, data)


def encode(text, encoding):
    """`_codecs.encode` for the one encoding that pickled bytes use."""
    if encoding not in ("latin1", "latin-1"):
        raise RuntimeError(f"the encoding {brief(encoding)} is not one of a checkpoint's")
    return text.encode("latin1")


_LAYOUTS = {str(kind): kind for kind in (strided, sparse_coo, sparse_csr, sparse_csc, sparse_bsr, sparse_bsc)}


def layout(name):
    return _LAYOUTS[name]


OF_STORAGES = (tensor_v1, tensor_v2, tensor_v3)
OF_TENSORS = (tensor_v1, tensor_v2, tensor_v3, parameter, parameter_with_state, sparse)
