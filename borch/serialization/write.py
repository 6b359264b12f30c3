"""torch.save: a zip archive of a pickle and the tensors' memory, as torch writes it.

The pickle names torch's own functions and classes, so that torch opens the file without borch.
"""

import io
import os
import pickle
import shutil
import sys
import zipfile
from collections import OrderedDict
from types import FunctionType

from .._core import dtype as dtypes
from .._core.device import device, layout, memory_format, strided
from .._core.op import function
from .._core.size import Size
from .._core.tensor import Tensor, wrap
from ..random.seeding import Generator
from ..storage import TypedStorage, UntypedStorage
from . import config
from .allow import path_of
from .locations import tag_of
from .skip import is_skipping
from .storage import NAMES, UNTYPED, StorageOf

STORAGE_NAME = {d: name for name, d in NAMES.items()}


class Global:
    """A function or class of torch's, written by name."""

    def __init__(self, module, name):
        self.module, self.name = module, name

    def __call__(self, *args):
        raise TypeError("only a name")


REBUILD = Global("torch._utils", "_rebuild_tensor_v2")
REBUILD_WITH_DTYPE = Global("torch._utils", "_rebuild_tensor_v3")
REBUILD_PARAMETER = Global("torch._utils", "_rebuild_parameter")
REBUILD_PARAMETER_WITH_STATE = Global("torch._utils", "_rebuild_parameter_with_state")
REBUILD_META = Global("torch._utils", "_rebuild_meta_tensor_no_storage")
REBUILD_SPARSE = Global("torch._utils", "_rebuild_sparse_tensor")
REBUILD_FROM_TYPE = Global("torch._tensor", "_rebuild_from_type_v2")
_STORAGES = {d: Global("torch", name) for d, name in STORAGE_NAME.items()}
_UNTYPED = Global("torch.storage", UNTYPED)
_DTYPES = {d: Global("torch", d.name) for d in dtypes.ALL}
_LAYOUT = Global("torch.serialization", "_get_layout")
_GENERATOR = Global("torch._C", "Generator")
_SIZE, _DEVICE, _TENSOR = Global("torch", "Size"), Global("torch", "device"), Global("torch", "Tensor")


class _Reference:
    """A persistent id on its way: the storage and its key."""

    def __init__(self, storage):
        self.storage = storage


class Pickler(pickle._Pickler):
    """Pickles tensors as references to storages, which it collects in `storages`: key -> StorageOf."""

    dispatch = dict(pickle._Pickler.dispatch)

    def __init__(self, file, protocol=2):
        super().__init__(file, protocol=protocol)
        self.storages, self.keys, self.kinds, self.tags = {}, {}, {}, {}

    def persistent_id(self, obj):
        if isinstance(obj, _Reference):
            storage = obj.storage
            dtype = storage.dtype
        elif isinstance(obj, (UntypedStorage, TypedStorage)):
            storage, dtype = StorageOf(obj._owner), getattr(obj, "dtype", None)
        else:
            return None
        key = self.keys.get(id(storage.owner))
        if key is None:
            key = self.keys[id(storage.owner)] = str(len(self.keys))
            self.storages[key] = storage
            self.tags[key] = tag_of(wrap(storage.owner))
        kind = _STORAGES.get(dtype, _UNTYPED)
        if self.kinds.setdefault(key, kind) is not kind and storage.owner.size:
            raise RuntimeError("Cannot save multiple tensors or storages that view the same data as different types")
        count = storage.owner.nbytes // dtype.itemsize if kind is not _UNTYPED else storage.owner.nbytes
        return ("storage", kind, key, self.tags[key], count)

    def reducer_override(self, obj):
        if isinstance(obj, Tensor):
            return _reduce_tensor(obj)
        if isinstance(obj, Size):
            return _SIZE, (tuple(obj),)
        if isinstance(obj, device):
            return _DEVICE, ((obj.type,) if obj.index is None else (obj.type, obj.index))
        if isinstance(obj, layout):
            return _LAYOUT, (str(obj),)
        if isinstance(obj, Generator):
            return _GENERATOR, (obj.device,), (obj.initial_seed(), None, obj.get_state())
        if isinstance(obj, (dtypes.finfo, dtypes.iinfo)):
            raise TypeError(f"cannot pickle 'torch.{type(obj).__name__}' object")
        if isinstance(obj, memory_format):
            raise TypeError("cannot pickle 'module' object")
        return NotImplemented

    def save_name(self, obj):
        self.write(pickle.GLOBAL + f"{obj.module}\n{obj.name}\n".encode())
        self.memoize(obj)

    def save_dtype(self, obj):
        self.save(_DTYPES[obj])

    dispatch[Global] = save_name
    dispatch[dtypes.dtype] = save_dtype

    def save_global(self, obj, name=None):
        module = path_of(obj)
        if module != (getattr(obj, "__module__", None) or ""):
            name = name or getattr(obj, "__qualname__", obj.__name__)
            self.write(pickle.GLOBAL + f"{module}\n{name}\n".encode())
            self.memoize(obj)
            return
        try:
            super().save_global(obj, name)
        except pickle.PicklingError as error:
            raise _in_c(obj, error) from None

    dispatch[type(Global)] = pickle._Pickler.dispatch[type]
    dispatch[FunctionType] = save_global


def _in_c(obj, error):
    """The error for what cannot be named, as Python's pickle in C, which torch uses, says it."""
    try:
        pickle.dumps(obj)
    except (pickle.PicklingError, AttributeError) as known:
        return known
    return error


def _reduce_tensor(tensor):
    from ..nn.parameter import Parameter, is_lazy

    if is_lazy(tensor):
        return type(tensor), (tensor.requires_grad,)
    if tensor.layout is not strided:
        return REBUILD_SPARSE, (tensor.layout, tensor.parts())
    own = dict(tensor.__dict__)
    if isinstance(tensor, Parameter):
        args = (tensor.data, tensor.requires_grad, OrderedDict())
        return (REBUILD_PARAMETER_WITH_STATE, (*args, own)) if own else (REBUILD_PARAMETER, args)
    if tensor.is_meta:
        shape, stride = tuple(tensor.shape), tensor.stride()
        return REBUILD_META, (tensor.dtype, shape, stride, tensor.requires_grad)
    storage = StorageOf(tensor)
    args = (_Reference(storage), storage.offset, storage.shape, storage.stride, tensor.requires_grad, OrderedDict())
    call = (REBUILD, args) if storage.dtype in _STORAGES else (REBUILD_WITH_DTYPE, (*args, storage.dtype))
    kind = _TENSOR if type(tensor) is Tensor else type(tensor)
    return call if kind is _TENSOR and not own else (REBUILD_FROM_TYPE, (call[0], kind, call[1], own))


class _Archive:
    """A zip archive whose records begin at multiples of `storage_alignment` bytes, as torch's do."""

    def __init__(self, file, name):
        self.zip = zipfile.ZipFile(file, "w", zipfile.ZIP_STORED)
        self.name = name

    def add(self, record, data):
        info = zipfile.ZipInfo(f"{self.name}/{record}", (1980, 1, 1, 0, 0, 0))
        header = self.zip.fp.tell() + 30 + len(info.filename.encode()) + 4
        padding = -header % config.save.storage_alignment
        info.extra = b"FB" + padding.to_bytes(2, "little") + b"Z" * padding
        self.zip.writestr(info, data)
        if not config.save.compute_crc32:
            info.CRC = 0
            self.zip.fp.seek(info.header_offset)
            self.zip.fp.write(info.FileHeader())
            self.zip.fp.seek(0, io.SEEK_END)


@function(method=False)
def save(
    obj,
    f,
    pickle_module=pickle,
    pickle_protocol=2,
    _use_new_zipfile_serialization=True,
    _disable_byteorder_record=False,
):
    """Writes `obj` (tensors, and containers of them) to a path or a file object, in torch's zip format.

    Tensors that share memory still share it when loaded. A path is replaced only when the file is complete.
    RuntimeError when the path's folder does not exist; the old pickle format is not written.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.save.html

    >>> import io, borch as torch
    >>> file = io.BytesIO()
    >>> torch.save({"w": torch.ones(2)}, file)
    >>> _ = file.seek(0)
    >>> torch.load(file)
    {'w': tensor([1., 1.])}
    """
    if not _use_new_zipfile_serialization:
        raise NotImplementedError("torch.save writes the zip format alone in borch; the old one can be loaded")
    if not isinstance(f, (str, os.PathLike)) and not hasattr(f, "write"):
        raise AttributeError("expected 'f' to be string, path, or a file-like object with a 'write' attribute")
    path = None if hasattr(f, "write") else os.fspath(f)
    if path is not None:
        folder = os.path.dirname(path)
        if folder and not os.path.isdir(folder):
            raise RuntimeError(f"Parent directory {folder} does not exist.")
    data = _packed(
        obj, "archive" if path is None else os.path.splitext(os.path.basename(path))[0] or "archive", pickle_protocol
    )
    if path is None:
        f.write(data)
        return
    replace(path, data)


def replace(path, data):
    """Writes a file of `data`; one that is there stays whole until the new one is."""
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):  # a device, a pipe
        with open(path, "wb") as file:
            file.write(data)
        return
    part = f"{path}.{os.getpid()}.part"
    try:
        with open(part, "wb") as file:
            file.write(data)
        if os.path.exists(path):
            shutil.copymode(path, part)
        os.replace(part, path)
    finally:
        if os.path.exists(part):
            os.remove(part)


def _packed(obj, name, protocol):
    text = io.BytesIO()
    pickler = Pickler(text, protocol)
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(3 * depth)  # a level of the object takes three calls in Python, one in C
    try:
        pickler.dump(obj)
    finally:
        sys.setrecursionlimit(depth)
    file = io.BytesIO()
    archive = _Archive(file, name)
    archive.add("data.pkl", text.getvalue())
    archive.add(".format_version", b"1")
    archive.add(".storage_alignment", str(config.save.storage_alignment).encode())
    archive.add("byteorder", b"little")
    for key, storage in pickler.storages.items():
        archive.add(f"data/{key}", bytes(storage.owner.nbytes) if is_skipping() else storage.bytes())
    archive.add("version", b"3\n")
    archive.add(".data/serialization_id", b"0" * 40)
    archive.zip.close()
    return file.getvalue()
