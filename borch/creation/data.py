"""Tensors from numbers, nested lists, numpy arrays, buffers and other libraries' tensors.

Source: https://docs.pytorch.org/docs/stable/torch.html#creation-ops
"""

import itertools
import os
import sys
import warnings

import numpy as np

from .._core import dtype as dtypes
from .._core.args import type_name
from .._core.device import check_device, on_meta
from .._core.mode import mode
from .._core.op import function, wrap
from .._core.tensor import Tensor
from .._core.warn import TO_SCALAR, warn_once
from ..ops.assign import number_as
from .options import check_dtype, check_options, fresh

ndarray = np.ndarray
_EXACT = {bool: dtypes.bool_, int: dtypes.int64}


# -------------------------------------------------------------------------------------------------------- from numbers
def _level(data):
    """(leaves, shape) of lists nested evenly around plain Python numbers; None for everything else."""
    shape = [len(data)]
    while data and type(data[0]) in (list, tuple):
        if not set(map(type, data)) <= {list, tuple}:
            return None
        lengths = set(map(len, data))
        if len(lengths) != 1:
            return None
        shape.append(lengths.pop())
        data = list(itertools.chain.from_iterable(data))
    return data, tuple(shape)


def _kind_of(types):
    """The dtype that plain Python numbers of these types are stored in; None when there are other types."""
    if not types or not types <= {float, int, bool, complex}:
        return None
    if complex in types:
        return dtypes.default.complex
    if float in types:
        return dtypes.default.real
    return dtypes.int64 if int in types else dtypes.bool_


def _from_plain(leaves, shape, kind, dtype):
    """An array of plain numbers; None when torch's own checks must look at each."""
    target = (dtype or kind).numpy
    if target == dtypes.BFLOAT16:
        return None if kind.is_complex else dtypes.narrow(np.array(leaves, np.float32).reshape(shape))
    if dtype is not None and (kind.category > dtype.category or (target.kind in "iu" and target.itemsize < 8)):
        return None
    try:
        array = np.array(leaves, target)
        return array if array.shape == shape else array.reshape(shape)
    except (OverflowError, TypeError, ValueError):
        return None


ARRAYS_IN_LIST = (
    "Creating a tensor from a list of numpy.ndarrays is extremely slow. Please consider converting the list to a single "
    "numpy.ndarray with numpy.array() before converting to a tensor."
)


def _is_sequence(data):
    if isinstance(data, Tensor):
        return False
    if isinstance(data, (list, tuple, range)):
        return True
    if isinstance(data, (str, bytes, dict, set, np.generic)):
        return False
    return hasattr(data, "__len__") and hasattr(data, "__getitem__")


def _shape_of(data):
    shape = []
    while _is_sequence(data):
        shape.append(len(data))
        if not len(data):
            break
        data = data[0]
    return tuple(shape)


def _flatten(data, shape, depth, flat):
    if depth == len(shape):
        flat.append(data)
        return
    if not _is_sequence(data):
        if isinstance(data, str):
            raise TypeError("new(): invalid data type 'str'")
        raise TypeError("not a sequence")
    if len(data) != shape[depth]:
        raise ValueError(f"expected sequence of length {shape[depth]} at dim {depth} (got {len(data)})")
    if depth and type(data) is ndarray and 0 not in shape:
        warn_once(ARRAYS_IN_LIST)
    for item in data:
        _flatten(item, shape, depth + 1, flat)


def _leaf_dtype(value):
    if isinstance(value, Tensor):
        return value.dtype
    if isinstance(value, (np.generic, ndarray)):
        return dtypes.from_numpy(value.dtype)
    if isinstance(value, (int, float, complex)):
        return dtypes.of_number(value)
    if isinstance(value, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type_name(value)}'")
    if _is_sequence(value):
        raise TypeError(f"'{type_name(value)}' object cannot be interpreted as an integer")
    raise RuntimeError(f"Could not infer dtype of {type_name(value)}")


def _leaf_number(value):
    if isinstance(value, Tensor):
        if value._array.size != 1:
            if value._array.dtype.kind in "iub":
                raise TypeError("only integer tensors of a single element can be converted to an index")
            raise ValueError("only one element tensors can be converted to Python scalars")
        if value.requires_grad and mode.grad:
            warn_once(TO_SCALAR)
        return value.item()
    return value.item() if isinstance(value, (np.generic, ndarray)) else value


def _store(value, target):
    """One number as an element of `target`, with the checks of torch.tensor."""
    if isinstance(value, complex) and not target.is_complex:
        if target.category == dtypes.FLOAT:
            raise TypeError("must be real number, not complex")
        raise TypeError("'complex' object cannot be interpreted as an integer")
    if target.category == dtypes.FLOAT and isinstance(value, int):
        value = float(value)
    if target.category >= dtypes.FLOAT:
        wide = np.array(value, np.float32 if target is dtypes.bfloat16 else target.numpy)
        return dtypes.narrow(wide)[()] if target is dtypes.bfloat16 else wide[()]
    try:
        return number_as(value, target.numpy)
    except RuntimeError:
        raise RuntimeError(f"value cannot be converted to type {target.name} without overflow") from None


def from_numbers(data, dtype=None):
    """The array of nested sequences of numbers, or of one number, with torch's inference of the dtype."""
    if type(data) in (list, tuple):
        even = _level(data)
        if even is not None:
            kind = _kind_of(set(map(type, even[0])))
            if kind is not None:
                array = _from_plain(*even, kind, dtype)
                if array is not None:
                    return array
    elif type(data) in (float, int, bool, complex) and dtype is None:
        kind = _kind_of({type(data)}) if type(data) is not float else dtypes.default.real
        if type(data) is not int or -(2**63) <= data < 2**63:
            return _from_plain(data, (), kind, None)
    if isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type_name(data)}'")
    shape, flat = _shape_of(data), []
    _flatten(data, shape, 0, flat)
    if flat and isinstance(flat[0], str):
        raise ValueError(f"too many dimensions '{type_name(flat[0])}'")
    if dtype is None:
        for value in flat:
            d = _leaf_dtype(value)
            dtype = d if dtype is None else dtypes.promote_types(dtype, d)
        dtype = dtype or dtypes.default.real
    else:
        for value in flat:
            _leaf_dtype(value)
    out = np.empty(len(flat), dtype.numpy)
    for k, value in enumerate(flat):
        out[k] = _store(_leaf_number(value), dtype)
    return out.reshape(shape)


def check_array(array):
    """TypeError or ValueError for numpy arrays that no torch tensor can show; returns the torch dtype."""
    if not array.dtype.isnative:
        raise ValueError(
            "given numpy array has byte order different from the native byte order. Conversion between byte orders is "
            "currently not supported."
        )
    found = dtypes.from_numpy(array.dtype)
    if any(s < 0 for s in array.strides):
        raise ValueError(
            "At least one stride in the given numpy array is negative, and tensors with negative strides are not "
            "currently supported. (You can probably work around this by making a copy of your array  with "
            "array.copy().) "
        )
    if any(s % array.itemsize for s in array.strides):
        raise ValueError(
            "given numpy array strides not a multiple of the element byte size. Copy the numpy array to reallocate the "
            "memory."
        )
    return found


@function(method=False)
def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """A tensor that holds a copy of `data`: a number, nested lists, a numpy array or a tensor.

    Without `dtype` Python floats get the default dtype, ints int64, bools bool, complex numbers complex64, and numpy
    arrays keep theirs. ValueError for ragged lists, TypeError for what is no number.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.tensor.html

    >>> import borch as torch
    >>> torch.tensor([[1, 2], [3, 4]])
    tensor([[1, 2],
            [3, 4]])
    """
    meta = False
    if device is not None or pin_memory or requires_grad is not False:
        meta = check_options("tensor", device, None, pin_memory, requires_grad)
    if dtype is not None:
        dtype = check_dtype(dtype, "tensor")
    if type(data) in (list, float, int):
        return fresh(from_numbers(data, dtype), requires_grad, meta)
    if isinstance(data, Tensor):
        warnings.warn(
            "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
            "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor).",
            UserWarning,
            stacklevel=2,
        )
        if data.is_meta or meta:
            return _moved(data, device, dtype, requires_grad)
    shown = _shown_storage(data, dtype)
    return fresh(_copied(data, dtype), requires_grad, meta) if shown is None else shown.requires_grad_(requires_grad)


def _moved(data, device, dtype, requires_grad):
    """A copy of a tensor where one of the two has no elements."""
    out = data.detach().to(device=device or data.device, dtype=dtype or data.dtype, copy=True)
    return out.requires_grad_() if requires_grad else out


def _copied(data, dtype):
    """A new array with the elements of `data`."""
    if isinstance(data, (Tensor, ndarray)):
        if isinstance(data, ndarray):
            check_array(data)
        array = data._array if isinstance(data, Tensor) else dtypes.known(data)
        array = array if dtype is None else dtypes.cast(array, dtype.numpy)
        return array.copy(order="K")
    if isinstance(data, np.generic):
        dtypes.from_numpy(data.dtype)
        array = np.asarray(data)
        return array if dtype is None else dtypes.cast(array, dtype.numpy)
    return from_numbers(data, dtype)


# ------------------------------------------------------------------------------------------------ sharing where possible
@function(method=False)
def as_tensor(data, dtype=None, device=None):
    """`data` as a tensor: itself when it is one, sharing memory with a numpy array, else a copy.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.as_tensor.html

    >>> import numpy, borch as torch
    >>> a = numpy.array([1, 2], numpy.int64)
    >>> t = torch.as_tensor(a)
    >>> a[0] = 5
    >>> t
    tensor([5, 2])
    """
    meta = on_meta(device)
    dtype = check_dtype(dtype, "as_tensor")
    if isinstance(data, Tensor):
        if meta or data.is_meta:
            return data.to(device=device, dtype=dtype)
        return data if dtype is None else data.to(dtype)
    if meta:
        return fresh(_copied(data, dtype), False, True)
    if isinstance(data, ndarray):
        have = check_array(data)
        return wrap(dtypes.known(data) if dtype in (None, have) else dtypes.cast(data, dtype.numpy))
    shown = _shown_storage(data, dtype)
    return wrap(_copied(data, dtype)) if shown is None else shown


def _shown_storage(obj, dtype):
    """The tensor of all elements of a storage, of which one without a dtype holds int64; None for anything else."""
    if not hasattr(obj, "nbytes"):
        return None
    from ..storage import StorageBase, TypedStorage

    if not isinstance(obj, (StorageBase, TypedStorage)):
        return None
    own = getattr(obj, "dtype", None)
    dtype = dtype or (dtypes.default.real if own is not None or not obj.nbytes() else dtypes.int64)
    if own not in (None, dtype):
        raise RuntimeError(f"Expected a Storage of type {dtype.legacy} or an UntypedStorage, but got {own.legacy}")
    return fresh(np.empty(0, dtype.numpy), False).set_(obj)


@function(method=False)
def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=None):
    """`obj` as a tensor: a tensor, array or buffer is shared unless `copy` or `dtype` needs a copy; sequences are copied.

    ValueError when `copy=False` cannot be kept.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.asarray.html

    >>> import borch as torch
    >>> torch.asarray([1, 2])
    tensor([1, 2])
    """
    meta = on_meta(device)
    dtype = check_dtype(dtype, "asarray")
    if meta:
        if not isinstance(obj, Tensor):
            return fresh(asarray(obj, dtype=dtype)._array, requires_grad or False, True)
        obj = obj.to("meta")
    if isinstance(obj, Tensor):
        shared = obj
    elif isinstance(obj, ndarray):
        check_array(obj)
        shared = wrap(dtypes.known(obj))
    elif hasattr(obj, "__dlpack__"):
        shared = from_dlpack(obj)
    elif (of_storage := _shown_storage(obj, dtype)) is not None:
        shared = of_storage
    elif isinstance(obj, (bytes, bytearray, memoryview)):
        shared = frombuffer(obj, dtype=dtype or dtypes.default.real)
    else:
        if copy is False:
            raise ValueError("can't alias arbitrary sequence into a tensor.")
        return fresh(_copied(obj, dtype), requires_grad or False)
    if dtype not in (None, shared.dtype):
        if copy is False:
            raise ValueError(f"can't alias tensor with dtype '{shared.dtype.legacy}' into dtype '{dtype.legacy}'.")
        shared = shared.to(dtype)
    elif copy:
        shared = shared.clone()
    if requires_grad is None and isinstance(obj, Tensor) and obj.requires_grad:
        warn_once(
            "torch.asarray: unspecified requires_grad now defaults to obj.requires_grad instead of False. Pass "
            "requires_grad=False explicitly to get the old behavior and silence this warning."
        )
    if requires_grad is False and shared.requires_grad:
        return shared.detach()
    if requires_grad and not shared.requires_grad:
        return shared.requires_grad_() if shared is not obj else shared.detach().requires_grad_()
    return shared


@function(method=False)
def from_numpy(ndarray):
    """The tensor that shares memory with a numpy array; TypeError for dtypes that torch does not have.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.from_numpy.html

    >>> import numpy, borch as torch
    >>> a = numpy.zeros(2)
    >>> t = torch.from_numpy(a)
    >>> a[0] = 7
    >>> t
    tensor([7., 0.], dtype=torch.float64)
    """
    if not isinstance(ndarray, np.ndarray):
        name = type_name(ndarray)
        raise TypeError(f"expected np.ndarray (got {name})")
    check_array(ndarray)
    if not ndarray.flags.writeable:
        _warn_read_only("NumPy array is not writable, and PyTorch does not support non-writable tensors. This means "
                        "writing to this tensor will result in undefined behavior. You may want to copy the array to "
                        "protect its data or make it writable before converting it to a tensor.")  # fmt: skip
    return wrap(dtypes.known(ndarray.view() if type(ndarray) is np.ndarray else np.asarray(ndarray)))


def _warn_read_only(words):
    warnings.warn("The given " + words, UserWarning, stacklevel=3)


@function(method=False)
def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """The one-axis tensor that shares memory with a buffer: `count` elements (-1: all) from `offset` bytes on.

    ValueError when the buffer does not hold them.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.frombuffer.html

    >>> import borch as torch
    >>> torch.frombuffer(bytearray([1, 2, 3]), dtype=torch.uint8, offset=1)
    tensor([2, 3], dtype=torch.uint8)
    """
    dtype = check_dtype(dtype, "frombuffer")
    try:
        view = memoryview(buffer)
    except TypeError:
        raise ValueError("object does not implement Python buffer protocol.") from None
    length, size = view.nbytes, dtype.itemsize
    if not length or not count:
        raise ValueError(f"both buffer length ({length}) and count ({count}) must not be 0")
    if not 0 <= offset < length:
        raise ValueError(
            f"offset ({offset} bytes) must be non-negative and no greater than buffer length ({length} bytes) minus 1"
        )
    if count < 0 and (length - offset) % size:
        raise ValueError(
            f"buffer length ({length - offset} bytes) after offset ({offset} bytes) must be a multiple of element size "
            f"({size})"
        )
    count = (length - offset) // size if count < 0 else count
    if offset + count * size > length:
        raise ValueError(
            f"requested buffer length ({count} * {size} bytes) after offset ({offset} bytes) must not be greater than "
            f"actual buffer length ({length} bytes)"
        )
    if view.readonly:
        _warn_read_only("buffer is not writable, and PyTorch does not support non-writable tensors. This means you can "
                        "write to the underlying (supposedly non-writable) buffer using the tensor. You may want to "
                        "copy the buffer to protect its data or make it writable before converting it to a tensor.")  # fmt: skip
    return fresh(np.frombuffer(buffer, dtype.numpy, count, offset), requires_grad)


@function(method=False)
def from_file(
    filename, shared=None, size=0, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False
):
    """The first `size` elements of a file as a tensor; with `shared`, writes to it go into the file.

    RuntimeError when the file is too small; NotImplementedError in the tab with `shared`, since its files cannot be mapped.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.from_file.html

    >>> import os, tempfile, borch as torch
    >>> path = os.path.join(tempfile.mkdtemp(), "numbers")
    >>> torch.tensor([1.0, 2.0]).numpy().tofile(path)
    >>> torch.from_file(path, size=2)
    tensor([1., 2.])
    """
    check_options("from_file", device, layout, pin_memory, requires_grad)
    dtype = check_dtype(dtype, "from_file") or dtypes.default.real
    held = os.path.getsize(filename)
    if held < size * dtype.itemsize and not shared:
        raise RuntimeError(
            f"file <{filename}> size <{held}> is smaller than the required mapping size <{size * dtype.itemsize}>"
        )
    if not size:
        return fresh(np.empty(0, dtype.numpy), requires_grad)
    if shared and sys.platform == "emscripten":
        raise NotImplementedError(
            "from_file: shared=True: in the tab what is written to the tensor would not reach the file"
        )
    if held < size * dtype.itemsize:
        with open(filename, "ab") as file:
            file.truncate(size * dtype.itemsize)
    mapped = np.memmap(filename, dtype.numpy, "r+" if shared else "c", shape=(size,))
    return fresh(np.asarray(mapped), requires_grad)


@function(method=False)
def to_dlpack(tensor):
    """A DLPack capsule of the tensor's memory, for other libraries.

    Source: https://docs.pytorch.org/docs/stable/dlpack.html

    >>> import borch as torch
    >>> "dltensor" in repr(torch.to_dlpack(torch.zeros(1)))
    True
    """
    return tensor.__dlpack__()


# --------------------------------------------------------------------------------------------------------------- DLPack
@function(method=False)
def from_dlpack(ext_tensor, *, device=None, copy=None):
    """The tensor that shares memory with another library's tensor, by the DLPack protocol.

    Source: https://docs.pytorch.org/docs/stable/dlpack.html

    >>> import numpy, borch as torch
    >>> torch.from_dlpack(numpy.arange(2, dtype=numpy.int64))
    tensor([0, 1])
    """
    check_device(device)
    if isinstance(ext_tensor, Tensor):
        return ext_tensor.detach().clone() if copy else ext_tensor.detach()
    array = np.from_dlpack(ext_tensor) if hasattr(ext_tensor, "__dlpack__") else np.asarray(_Capsule(ext_tensor))
    return wrap(array.copy() if copy else array)


class _Capsule:
    """The memory of a bare capsule, as `to_dlpack` makes it; numpy by itself would let nobody write to it."""

    def __init__(self, capsule):
        self.capsule = capsule
        self.array = np.from_dlpack(self)
        interface = self.array.__array_interface__
        self.__array_interface__ = {**interface, "data": (interface["data"][0], False)}

    def __dlpack__(self, **options):
        return self.capsule

    def __dlpack_device__(self):
        return _dlpack_device(self)


def _dlpack_device(self):
    """Where the memory is, as DLPack says it: the kind of device and its number."""
    from .dlpack_device import DLDeviceType

    return DLDeviceType.kDLCPU, 0


def _dlpack(self, *, stream=None, max_version=None, dl_device=None, copy=None):
    """A DLPack capsule of this tensor's memory; BufferError when it requires grad."""
    if self.requires_grad:
        raise BufferError("Can't export tensors that require gradient, use tensor.detach()")
    options = {k: v for k, v in (("max_version", max_version), ("copy", copy)) if v is not None}
    return self._array.__dlpack__(**options)


Tensor.__dlpack__ = _dlpack
Tensor.__dlpack_device__ = _dlpack_device


@function(method=False)
def scalar_tensor(s, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """The 0-dim tensor of a number, in the default dtype unless `dtype` says another.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.tensor.html

    >>> import borch as torch
    >>> torch.scalar_tensor(3)
    tensor(3.)
    """
    meta = check_options("scalar_tensor", device, layout, pin_memory, requires_grad)
    dtype = check_dtype(dtype, "scalar_tensor") or dtypes.default.real
    return fresh(np.asarray(number_as(s, dtype.numpy)), requires_grad, meta)


@function(namespace=None)
def new_tensor(self, data, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False):
    """A tensor that holds a copy of `data`, by default in this tensor's dtype.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.new_tensor.html

    >>> import borch as torch
    >>> torch.zeros(1).new_tensor([1, 2])
    tensor([1., 2.])
    """
    meta = check_options("new_tensor", device, layout, pin_memory, requires_grad)
    meta = meta or (device is None and self.is_meta)
    return fresh(_copied(data, check_dtype(dtype, "new_tensor") or self.dtype), requires_grad, meta)
