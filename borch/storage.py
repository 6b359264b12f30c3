"""torch.storage: the memory behind tensors as bytes and as elements, and the old types such as `torch.FloatStorage`.

A storage holds no memory of its own: it shows that of the tensor it belongs to, its owner, which `torch.FloatStorage(3)`
makes for itself. Sizes are in bytes for an UntypedStorage, in elements for a TypedStorage.
Source: https://docs.pytorch.org/docs/stable/storage.html
"""

import io
import sys
from collections.abc import Sequence

import numpy as np

from ._core import dtype as _dtypes
from ._core.args import type_name
from ._core.device import check_device, on_meta
from ._core.naming import TorchType
from ._core.nodata import NO_COPY
from ._core.tensor import Tensor
from ._core.tensor import wrap as _wrap
from ._core.warn import warn_once
from .creation.data import from_file, tensor
from .ops.memory import memory_of, put_memory
from .ops.strides import address

__all__ = ["TypedStorage", "UntypedStorage"]

_BYTES = np.dtype(np.uint8)
_REMOVAL = (
    "TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the only storage class. "
    "This should only matter to you if you are using storages directly.  To access UntypedStorage directly, use "
    "tensor.untyped_storage() instead of tensor.storage()"
)
_TYPED_FORMS = (
    "TypedStorage.__init__ received an invalid combination of arguments. Expected one of:\n"
    " * (*, torch.device device, torch.dtype dtype)\n"
    " * (int size, *, torch.device device, torch.dtype dtype)\n"
    " * (Sequence data, *, torch.device device, torch.dtype dtype)\n"
    " * (*, UntypedStorage wrap_storage, torch.dtype dtype)\n"
)
_UNTYPED_FORMS = (
    " * (*, int allocator = None, torch.device device = None)\n"
    " * (int size, *, int allocator = None, torch.device device = None)\n"
    " * (object sequence, *, int allocator = None, torch.device device = None)\n"
)


def _is_int(value):
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _allocated(size):
    """`size` bytes, zero."""
    if size < 0:
        raise RuntimeError(
            "[enforce fail at alloc_cpu.cpp:98] ((ptrdiff_t)nbytes) >= 0. alloc_cpu() seems to have been called with "
            f"negative number: {size % (1 << 64)}"
        )
    return np.zeros(size, _BYTES)


class _OnTheCpu:
    """What is the same for bytes and for elements: where they are, copies, pickles, text."""

    is_cuda = is_hpu = is_sparse = False

    @property
    def device(self):
        return self._owner.device

    def resizable(self):
        return True

    def get_device(self):
        return None

    def cpu(self):
        if self._owner.is_meta:
            raise NotImplementedError(NO_COPY)
        return self

    def cuda(self, device=None, non_blocking=False):
        check_device("cuda")

    def to(self, *, device, non_blocking=False):
        check_device(device)
        return self

    def is_pinned(self, device="cuda"):
        return False

    def pin_memory(self, device="cuda"):
        raise RuntimeError("Cannot access accelerator device when none is available.")

    def share_memory_(self):
        self._owner._shared = True
        return self

    def is_shared(self):
        return getattr(self._owner, "_shared", False)

    @classmethod
    def _new_shared(cls, size, device="cpu"):
        return cls(size).share_memory_()

    @property
    def _cdata(self):
        return id(self._owner)

    def __iter__(self):
        return iter(self.tolist())

    def __repr__(self):
        lines = "...\n" if self._owner.is_meta else "".join(f" {value}\n" for value in self) or " \n"
        return f"{lines}[torch.storage.{self._word()}device={self.device}) of size {len(self)}]"

    def __sizeof__(self):
        return object.__sizeof__(self) + self.nbytes()

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return memo.setdefault(id(self), self.clone())

    def __reduce__(self):
        return _load_from_bytes, (_saved(self),)


class StorageBase:
    """The base of UntypedStorage, by which programs ask whether something is a storage."""


class _StorageBase(metaclass=TorchType):
    """What torch's storages have in common; in borch nothing."""


class UntypedStorage(_OnTheCpu, StorageBase, _StorageBase, metaclass=TorchType):
    """The bytes behind a tensor, shared with it; or so many bytes of its own, zero, or those of a sequence of ints.

    Indexing gives ints and, for a slice of step 1, another UntypedStorage over the same bytes. RuntimeError for elements
    that are no ints, IndexError for an index that is out of range.
    Source: https://docs.pytorch.org/docs/stable/storage.html#torch.UntypedStorage

    >>> import borch as torch
    >>> s = torch.tensor([1, 256], dtype=torch.int16).untyped_storage()
    >>> s.nbytes(), s.tolist()
    (4, [1, 0, 0, 1])
    """

    filename = None
    is_sparse_csr = False

    def __init__(self, *args, allocator=None, device=None, **others):
        if len(args) > 1 or others:
            given = [*map(type_name, args), *(f"{name}={type_name(value)}" for name, value in others.items())]
            words = ", ".join(given) + (", " if others and not args else "")
            raise TypeError(
                "torch.UntypedStorage() received an invalid combination of arguments - got "
                f"({words}), but expected one of:\n{_UNTYPED_FORMS}"
            )
        memory = _bytes_from(args[0] if args else 0)
        self._owner = tensor(memory, device="meta") if on_meta(device) else _wrap(memory)

    @classmethod
    def _of(cls, owner):
        """The storage that belongs to the tensor `owner`."""
        made = cls.__new__(cls)
        made._owner = owner
        return made

    @property
    def _bytes(self):
        return memory_of(self._owner)

    def data_ptr(self):
        return address(self._bytes) if self._bytes.size and not self._owner.is_meta else 0

    def nbytes(self):
        return self._bytes.size

    size = __len__ = nbytes

    def element_size(self):
        return 1

    def resize_(self, size):
        """Makes the storage `size` bytes long, in place; what it held stays as far as it fits, what is new is zero.

        The tensor it belongs to goes on in the new memory. One that needs more than is left keeps what it had.
        """
        if not _is_int(size):
            raise RuntimeError(f"resize_ expects an int, but got {type_name(size)}")
        memory, have = _allocated(size), self._bytes
        kept = min(size, have.size)
        memory[:kept] = have[:kept]
        put_memory(self._owner, memory)
        return self

    def fill_(self, value):
        if not _is_int(value):
            raise RuntimeError(f"fill_ expects int, but got {type_name(value)}")
        self._bytes[...] = value & 255
        return self

    def copy_(self, src, non_blocking=None):
        """Copies the bytes of another storage of the same size; RuntimeError for one of another size."""
        source = _untyped(src)
        if source is None:
            raise TypeError(f"copy_(): argument 'src' (position 1) must be torch.Storage, not {type_name(src)}")
        if source.nbytes() != self.nbytes():
            raise RuntimeError(
                f"size does not match, self was {self.nbytes()} bytes but src was {source.nbytes()} bytes"
            )
        self._bytes[...] = source._bytes
        return self

    def clone(self):
        return UntypedStorage._of(_wrap(self._bytes.copy()))

    def new(self):
        return UntypedStorage()

    def untyped(self):
        return self

    def type(self, dtype=None, non_blocking=False):
        if dtype is not None:
            raise RuntimeError("a storage is converted by a method such as float(), not by type()")
        return "torch.storage.UntypedStorage"

    def byteswap(self, dtype):
        """Turns around the bytes of each element of `dtype`, in place; of each half of a complex one."""
        size = dtype.itemsize // 2 if dtype.is_complex else dtype.itemsize
        rows = self._bytes[: self.nbytes() // size * size].reshape(-1, size)
        rows[...] = rows[:, ::-1].copy()

    def _place(self, index):
        if isinstance(index, slice):
            start, stop, step = index.indices(self.nbytes())
            if step != 1:
                raise RuntimeError(f"Trying to slice with a step of {step}, but only a step of 1 is supported")
            return slice(start, stop)
        if not _is_int(index):
            raise TypeError(f"can't index a torch.UntypedStorage with {type_name(index)}")
        return int(index)

    def __getitem__(self, index):
        place = self._place(index)
        if isinstance(place, slice):
            return UntypedStorage._of(_wrap(self._bytes[place]))
        size = self.nbytes()
        wrapped = place + size if place < 0 else place
        if not 0 <= wrapped < size:
            raise IndexError(f"index {wrapped} out of range for storage of size {size}")
        return int(self._bytes[wrapped])

    def __setitem__(self, index, value):
        if not _is_int(value):
            raise RuntimeError(f"can only set storage content with a int types, but got {type_name(value)} instead")
        place, size = self._place(index), self.nbytes()
        if not isinstance(place, slice) and not -size <= place < size:
            raise RuntimeError("out of bounds")
        self._bytes[place] = value & 255

    def tolist(self):
        return self._bytes.tolist()

    def _word(self):
        return "UntypedStorage("

    def __eq__(self, other):
        if not isinstance(other, UntypedStorage):
            return False
        same = self.nbytes() == other.nbytes() > 0 and self.data_ptr() == other.data_ptr()
        return same or self._owner is other._owner

    def __hash__(self):
        return hash(self.data_ptr())

    @classmethod
    def from_buffer(cls, buffer, byte_order=None, count=-1, offset=0, *, dtype=None):
        """A copy of `count` elements of a buffer from byte `offset` on, in this machine's order of bytes."""
        if dtype is None:
            raise RuntimeError("argument 'dtype' cannot be None")
        size = dtype.itemsize
        if size > 1 and byte_order is None:
            raise RuntimeError("function missing required argument 'byte_order' (pos 2)")
        if byte_order not in (None, "native", "little", "big"):
            raise ValueError(f"invalid byte_order '{byte_order}' (expected 'big', 'little', or 'native')")
        held = memoryview(buffer).nbytes
        if not 0 <= offset < held:
            raise ValueError(
                f"offset must be non-negative and no greater than buffer length ({held}) minus 1, but got {offset}"
            )
        if count < 0 and (held - offset) % size:
            raise ValueError(f"buffer size ({held - offset}) must be a multiple of element size ({size})")
        count = (held - offset) // size if count < 0 else count
        if offset + count * size > held:
            raise ValueError(
                f"buffer has only {held - offset} elements after offset {offset}, but specified a size of {count}"
            )
        made = cls._of(_wrap(np.frombuffer(buffer, _BYTES, count * size, offset).copy()))
        if byte_order not in (None, "native", sys.byteorder):
            made.byteswap(dtype)
        return made

    @classmethod
    def from_file(cls, filename, shared=False, nbytes=0):
        """The first `nbytes` of a file; with `shared`, what is written to them goes into the file."""
        made = cls._of(from_file(filename, shared, nbytes, dtype=_dtypes.uint8))
        made.filename = filename
        return made


def _bytes_from(source):
    """`source` bytes, or the bytes that are the elements of a sequence of ints."""
    if _is_int(source):
        return _allocated(int(source))
    if isinstance(source, Tensor) or not isinstance(source, Sequence):
        raise RuntimeError(f"torch.UntypedStorage(): Expected a sequence type, but got {type_name(source)}")
    for value in source:
        if not _is_int(value):
            raise RuntimeError(
                f"torch.UntypedStorage(): tried to construct a storage from a sequence ({type_name(source)}), but one of "
                f"the items was of type {type_name(value)} instead of int"
            )
    return np.array([int(value) & 255 for value in source], _BYTES)


class TypedStorage(_OnTheCpu, metaclass=TorchType):
    """The elements behind a tensor: what `Tensor.storage()` gives. Made of a size, of numbers, or around an UntypedStorage.

    Source: https://docs.pytorch.org/docs/stable/storage.html#legacy-typed-storage

    >>> import borch as torch
    >>> s = torch.tensor([1.0, 2.0]).storage()
    >>> s.dtype, s.size(), s[1]
    (torch.float32, 2, 2.0)
    """

    def __init__(self, *args, wrap_storage=None, dtype=None, device=None):
        warn_once(_REMOVAL)
        if wrap_storage is not None:
            if args:
                raise RuntimeError(_TYPED_FORMS + "No positional arguments should be given when using 'wrap_storage'")
            if dtype is None:
                raise RuntimeError(_TYPED_FORMS + "Argument 'dtype' must be specified")
            if not isinstance(wrap_storage, UntypedStorage):
                raise TypeError(
                    f"{_TYPED_FORMS}Argument 'wrap_storage' must be UntypedStorage, but got {type(wrap_storage)}"
                )
            self.dtype, self._untyped_storage = dtype, wrap_storage
            return
        if len(args) > 1:
            raise RuntimeError(_TYPED_FORMS + "Too many positional arguments")
        dtype = _dtypes.default.real if dtype is None else dtype
        if not isinstance(dtype, _dtypes.dtype):
            raise RuntimeError(f"expected torch.dtype, but got {type(dtype)}")
        check_device(device)
        self.dtype, self._untyped_storage = dtype, _elements_from(_TYPED_FORMS, dtype, *args)

    @classmethod
    def _of(cls, owner, dtype):
        """The elements of the storage that belongs to the tensor `owner`."""
        made = object.__new__(TypedStorage)
        made.dtype, made._untyped_storage = dtype, UntypedStorage._of(owner)
        return made

    @property
    def _owner(self):
        return self._untyped_storage._owner

    @property
    def filename(self):
        return self._untyped_storage.filename

    @property
    def _elements(self):
        memory = self._untyped_storage._bytes
        return memory[: self.size() * self.dtype.itemsize].view(self.dtype.numpy)

    def _numbers(self):
        return _wrap(self._elements)

    def size(self):
        return self._untyped_storage.nbytes() // self.dtype.itemsize

    _size = __len__ = size

    def nbytes(self):
        return self._untyped_storage.nbytes()

    def data_ptr(self):
        return self._untyped_storage.data_ptr()

    def element_size(self):
        return self.dtype.itemsize

    def untyped(self):
        return self._untyped_storage

    def resize_(self, size):
        self._untyped_storage.resize_(size * self.dtype.itemsize)

    def fill_(self, value):
        self[:] = value
        return self

    def copy_(self, source, non_blocking=None):
        self._untyped_storage.copy_(source, non_blocking)
        return self

    def clone(self):
        return self._around(self._untyped_storage.clone())

    def _around(self, untyped):
        return TypedStorage._of(untyped._owner, self.dtype)

    def type(self, dtype=None, non_blocking=False):
        if dtype is None:
            return f"torch.{self.pickle_storage_type()}"
        return self._untyped_storage.type(dtype)

    def pickle_storage_type(self):
        return self.dtype.legacy + "Storage"

    def _refuse(self, error, index):
        raise error(f"can't index a <class 'torch.storage.TypedStorage'> with {type(index)}")

    def __getitem__(self, index):
        if isinstance(index, slice):
            raise RuntimeError("slices are only supported in UntypedStorage.__getitem__")
        if not isinstance(index, (int, np.integer)):
            self._refuse(RuntimeError, index)
        if isinstance(index, bool):
            self._refuse(TypeError, index)
        size = self.size()
        if not -size <= index < size:
            raise IndexError(f"index {index} out of range for storage of size {size}")
        return self._numbers()[index].item()

    def __setitem__(self, index, value):
        if not isinstance(index, (int, np.integer, slice)):
            self._refuse(RuntimeError, index)
        self._numbers()[index] = value

    def tolist(self):
        return self._numbers().tolist()

    def _word(self):
        return f"TypedStorage(dtype={self.dtype}, "

    @classmethod
    def from_buffer(cls, *args, dtype=None, device=None, **kwargs):
        check_device(device)
        dtype = getattr(cls, "_kind", dtype) or _dtypes.default.real
        return TypedStorage._of(UntypedStorage.from_buffer(*args, dtype=dtype, **kwargs)._owner, dtype)

    @classmethod
    def from_file(cls, filename, shared=False, size=0):
        """The first `size` elements of a file, for the old types such as `torch.FloatStorage`."""
        if cls is TypedStorage:
            raise RuntimeError("from_file can only be called on derived classes")
        untyped = UntypedStorage.from_file(filename, shared, size * cls._kind.itemsize)
        return TypedStorage._of(untyped._owner, cls._kind)


def _elements_from(forms, dtype, source=0):
    """The UntypedStorage of `source` elements of `dtype`, or of the numbers in a sequence."""
    if _is_int(source):
        return UntypedStorage._of(_wrap(_allocated(int(source) * dtype.itemsize)))
    if isinstance(source, Tensor) or not isinstance(source, Sequence):
        raise TypeError(f"{forms}Argument type not recognized: {type(source)}")
    return UntypedStorage._of(tensor(source, dtype=dtype).reshape(-1))


def _untyped(storage):
    """The UntypedStorage that `storage` is or has; None for what is no storage."""
    if isinstance(storage, TypedStorage):
        return storage._untyped_storage
    return storage if isinstance(storage, UntypedStorage) else None


def _convert(name, dtype):
    """`storage.float()` and the like: a TypedStorage of the elements, converted."""

    def untyped(self):
        return TypedStorage._of(_wrap(self._bytes).to(dtype, copy=True), dtype)

    def typed(self):
        return TypedStorage._of(self._numbers().to(dtype, copy=True), dtype)

    for cls, method in ((UntypedStorage, untyped), (TypedStorage, typed)):
        method.__name__, method.__qualname__ = name, f"{cls.__name__}.{name}"
        setattr(cls, name, method)


_OLD = [d for d in _dtypes.ALL if not d.legacy.startswith("UInt")]  # the dtypes that torch had storages of
for _dtype in _OLD:
    _convert(_dtype.legacy.lower().replace("complex", "complex_"), _dtype)


class _LegacyStorageMeta(TorchType):
    """The type of `torch.FloatStorage`: `isinstance` asks for the dtype."""

    def __instancecheck__(cls, instance):
        return isinstance(instance, TypedStorage) and instance.dtype is getattr(cls, "_kind", None)


class _LegacyStorage(TypedStorage, metaclass=_LegacyStorageMeta):
    """The base of the old types: calling one gives a TypedStorage of its dtype."""

    def __new__(cls, *args, wrap_storage=None, **others):
        forms = (
            f"{cls}.__new__ received an invalid combination of arguments. Expected one of:\n"
            " * no arguments\n * (int size)\n * (Sequence data)\n * (*, UntypedStorage wrap_storage)\n"
        )
        warn_once(_REMOVAL)
        if len(args) > 1:
            raise RuntimeError(forms + "Too many positional arguments")
        for name in others:
            raise RuntimeError(f"{forms}Keyword argument '{name}' cannot be specified")
        if wrap_storage is None:
            return TypedStorage._of(_elements_from(forms, cls._kind, *args)._owner, cls._kind)
        if args:
            raise RuntimeError(forms + "No positional arguments should be given when using 'wrap_storage'")
        if not isinstance(wrap_storage, UntypedStorage):
            raise TypeError(f"{forms}Argument 'wrap_storage' must be UntypedStorage, but got {type(wrap_storage)}")
        return TypedStorage._of(wrap_storage._owner, cls._kind)


def _old_type(d):
    name = d.legacy + "Storage"
    number = bool if d is _dtypes.bool_ else complex if d.is_complex else float if d.is_floating_point else int
    doc = f"""torch's old type of storages of {d!r}: of a size, or of numbers.

    >>> import borch as torch
    >>> storage = torch.{name}([1, 0])
    >>> storage.tolist()
    {[number(1), number(0)]}
    """
    return _LegacyStorageMeta(name, (_LegacyStorage,), {"dtype": d, "_kind": d, "__doc__": doc, "__module__": "torch"})


globals().update({d.legacy + "Storage": _old_type(d) for d in _OLD})
Storage = globals()["FloatStorage"]


def _saved(storage):
    from .serialization import save

    file = io.BytesIO()
    save(storage, file)
    return file.getvalue()


def _load_from_bytes(data):
    """The storage in what Python's pickle holds of a tensor of torch."""
    from .serialization import load

    return load(io.BytesIO(data), weights_only=False)
