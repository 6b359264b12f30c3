"""torch.load: torch's zip archives and its old pickle files, with nothing run that is not on the allow-list.

The unpickler is Python's own in Python: it keeps its memo in a dict, so that a file cannot make it take memory.
"""

import contextlib
import io
import os
import pickle
import struct
import warnings
import zipfile
import zlib
from collections import OrderedDict

import numpy as np

from .._core import dtype as dtypes
from .._core.op import function
from .._core.tensor import Tensor
from ..storage import UntypedStorage
from . import allow, config, rebuild
from .endian import default_order
from .locations import restoring
from .options import MAP_SHARED
from .rebuild import brief, storage_of
from .skip import is_skipping

NEWEST = 10  # version of an archive
ZIP_START = b"PK\x03\x04"
OLD_MAGIC = 0x1950A86A20F9469CFC6C
CORRUPT = (
    "PytorchStreamReader failed {}. This is an internal miniz error. If you are seeing this error, there is a high "
    "likelihood that your checkpoint file is corrupted. This can happen if the checkpoint was not saved properly, was "
    "transferred incorrectly, or the file was modified after saving."
)
PROTOCOL = (
    "Detected pickle protocol {} in the checkpoint, which was not the default pickle protocol used by `torch.load` (2). "
    "The weights_only Unpickler might not support all instructions implemented by this protocol, please file an issue for "
    "adding support if you encounter this."
)


class _Instructions(dict):
    """The instructions of a pickle; `refusal(code)` is the error for any other."""

    def __init__(self, known, refusal):
        super().__init__(known)
        self.refusal = refusal

    def __missing__(self, code):
        raise self.refusal(code)


def _invalid_key(code):
    key = chr(code) if 0x20 <= code <= 0x7E and chr(code) != "'" else f"\\x{code:02x}"
    return pickle.UnpicklingError(f"invalid load key, '{key}'.")


class _Exactly:
    """A file that ends in an error where it is too short."""

    def __init__(self, file):
        self.file = file

    def read(self, count):
        data = self.file.read(count)
        if len(data) < count and count > 1:
            raise pickle.UnpicklingError("pickle data was truncated")
        return data

    def readline(self):
        line = self.file.readline()
        if not line.endswith(b"\n"):
            raise pickle.UnpicklingError("pickle data was truncated")
        return line


class Unpickler(pickle._Unpickler):
    """Builds what the pickle says, of names that `find` gives."""

    dispatch = _Instructions(pickle._Unpickler.dispatch, _invalid_key)

    def __init__(self, file, storages, find, encoding):
        super().__init__(file, encoding=encoding)
        self.storages, self.find_class = storages, find

    def persistent_load(self, pid):
        if not (isinstance(pid, tuple) and len(pid) >= 5 and pid[0] in ("storage", b"storage")):
            raise RuntimeError(f"Unknown typename for persistent_load, expected 'storage' but got '{brief(pid)}'")
        kind, key, count = pid[1], pid[2], pid[4]
        if not isinstance(kind, allow.StorageClass):
            raise RuntimeError("a storage in the file has no class")
        return self.storages(kind.dtype, key, pid[3], count, pid[5] if len(pid) > 5 else None)


def _charged(instruction, cost):
    def charged(self):
        self.spend(cost)
        instruction(self)

    return charged


class RestrictedUnpickler(Unpickler):
    """As above, but objects are only called, made and given state where a checkpoint does so, by torch's instructions.

    A file of `size` bytes may have so many elements copied, as an object that is copied twice stands in it twice; and
    what it has made costs as many bytes as a checkpoint takes to say so.
    """

    dispatch = _Instructions(
        {code[0]: Unpickler.dispatch[code[0]] for code in (
            pickle.PROTO, pickle.STOP, pickle.GLOBAL, pickle.MARK, pickle.TUPLE, pickle.TUPLE1, pickle.TUPLE2, pickle.TUPLE3,
            pickle.NONE, pickle.NEWFALSE, pickle.NEWTRUE, pickle.EMPTY_TUPLE, pickle.EMPTY_LIST, pickle.EMPTY_DICT,
            pickle.EMPTY_SET, pickle.APPEND, pickle.APPENDS, pickle.BININT, pickle.BININT1, pickle.BININT2, pickle.BINFLOAT,
            pickle.BINUNICODE, pickle.SHORT_BINSTRING, pickle.LONG1, pickle.BINPERSID, pickle.BINGET, pickle.LONG_BINGET,
            pickle.BINPUT, pickle.LONG_BINPUT,
        )},
        lambda code: allow.malformed(f"Unsupported operand {code}"),
    )  # fmt: skip

    def __init__(self, file, storages, find, encoding, size):
        super().__init__(file, storages, find, encoding)
        self.left = size

    def spend(self, count):
        self.left -= count
        if self.left < 0:
            raise allow.malformed("The file asks for more than it holds")

    def checked(self, func, args):
        """The arguments of a call, if a checkpoint makes such a call."""
        if isinstance(func, allow.StorageClass) or not callable(func) or func is Tensor:
            raise allow.malformed(f"Trying to call reduce for unrecognized function {brief(func)}")
        if func is rebuild.from_type and args and args[0] not in rebuild.OF_TENSORS:
            raise allow.malformed(f"Trying to rebuild a tensor by {brief(args[0])}")
        if func in (rebuild.from_type, rebuild.parameter_with_state) and len(args) == 4 and hasattr(args[3], "__len__"):
            self.spend(max(len(args[3]), *(len(part) for part in args[3] if type(part) is dict), 0))
        if func in allow.COPYING or func is rebuild.encode:
            for value in args:
                if not hasattr(value, "__len__"):
                    raise allow.malformed(f"Trying to call {func.__name__} of {brief(value)}")
                self.spend(len(value))
                if isinstance(value, (list, tuple)):
                    for key in value:
                        check_key(key)
        return args

    def load_proto(self):
        super().load_proto()
        if self.proto != 2:
            warnings.warn(PROTOCOL.format(self.proto), stacklevel=1)

    dispatch[pickle.PROTO[0]] = load_proto

    def load_setitem(self):
        self.spend(3)
        check_key(self.stack[-2])
        super().load_setitem()

    dispatch[pickle.SETITEM[0]] = load_setitem

    def load_setitems(self):
        for key in self.stack[::2]:
            check_key(key)
        super().load_setitems()

    dispatch[pickle.SETITEMS[0]] = load_setitems

    def load_newobj(self):
        self.spend(6)
        args = self.stack.pop()
        cls = self.stack[-1]
        if not isinstance(cls, type):
            raise allow.malformed(f"Trying to create new object for unrecognized class {brief(cls)}")
        self.stack[-1] = cls.__new__(cls, *self.checked(cls, args))

    dispatch[pickle.NEWOBJ[0]] = load_newobj

    def load_build(self):
        state = self.stack.pop()
        target = self.stack[-1]
        if isinstance(target, OrderedDict) and isinstance(state, dict):
            self.spend(len(state))
            target.__dict__.update(state)
        elif isinstance(target, Tensor):
            raise allow.malformed("Can only build Tensor through torch's functions")
        elif type(target) in allow.get_safe_globals():
            if hasattr(target, "__setstate__"):
                target.__setstate__(state)
            else:
                target.__dict__.update(state)
        else:
            raise allow.malformed(
                "Can only build Tensor, Parameter, OrderedDict or types allowlisted via `add_safe_globals`, but got "
                f"{type(target)}"
            )

    dispatch[pickle.BUILD[0]] = load_build

    def load_reduce(self):
        args = self.stack.pop()
        func = self.stack[-1]
        self.spend(16 if func in rebuild.OF_STORAGES else 6)
        self.stack[-1] = func(*self.checked(func, args))

    dispatch[pickle.REDUCE[0]] = load_reduce

    for _code, _cost in (
        (pickle.EMPTY_LIST, 3), (pickle.EMPTY_DICT, 3), (pickle.EMPTY_SET, 8), (pickle.MARK, 4), (pickle.TUPLE, 3),
        (pickle.TUPLE1, 3), (pickle.TUPLE2, 3), (pickle.TUPLE3, 3),
    ):  # fmt: skip
        dispatch[_code[0]] = _charged(dispatch[_code[0]], _cost)


def check_key(key):
    """Refuses tuples so deep or so wide that their hash would not end, or would end Python."""
    if type(key) not in (tuple, frozenset):
        return
    pending, count = [(key, 0)], 0
    while pending:
        value, depth = pending.pop()
        if type(value) in (tuple, frozenset):
            count += len(value)
            if depth > 50 or count > 10_000:
                raise allow.malformed("A key is nested too deeply, or too large")
            pending.extend((part, depth + 1) for part in value)


@contextlib.contextmanager
def opened(f):
    """The file behind a path, or the file object itself at its start."""
    if isinstance(f, (str, os.PathLike)):
        with open(f, "rb") as file:
            yield file
        return
    for name in ("seek", "read"):
        if not hasattr(f, name):
            raise AttributeError(
                f"'{type(f).__name__}' object has no attribute '{name}'. You can only torch.load from a file that is "
                "seekable. Please pre-load the data into a buffer like io.BytesIO and try to load from it instead."
            )
    yield f


@function(method=False)
def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    """Reads what `save` (or torch.save, also of old versions) wrote, from a path or a seekable file object.

    With `weights_only` (the default unless there is a `pickle_module`) only tensors, containers and plain values are
    made, and any other name in the file raises pickle.UnpicklingError before anything is run; `weights_only=False` runs
    the file's pickle as it is.
    RuntimeError for damaged files. Source: https://docs.pytorch.org/docs/stable/generated/torch.load.html

    >>> import io, borch as torch
    >>> file = io.BytesIO()
    >>> torch.save([torch.arange(3), "text"], file)
    >>> _ = file.seek(0)
    >>> torch.load(file)
    [tensor([0, 1, 2]), 'text']
    """
    if is_skipping():
        raise NotImplementedError(
            "torch.load inside skip_data gives tensors of the device meta, which are not in borch"
        )
    weights_only = pickle_module is None if weights_only is None else bool(weights_only)
    if weights_only and pickle_module is not None:
        raise RuntimeError("Can not safely load weights when explicit pickle_module is specified")
    if pickle_module is not None and pickle_module is not pickle:
        raise NotImplementedError("torch.load with another pickle_module than pickle is not implemented in borch")
    mmap = config.load.mmap if mmap is None else mmap
    if weights_only and pickle_load_args:
        warnings.warn("pickle_load_args only works if `weights_only=False`.", stacklevel=3)
    encoding = pickle_load_args.pop("encoding", "utf-8")
    if pickle_load_args:
        raise TypeError(f"Unpickler.__init__() got an unexpected keyword argument '{next(iter(pickle_load_args))}'")
    with opened(f) as file:
        start = file.tell()
        head = file.read(4)
        file.seek(start)
        if mmap:
            _check_mmap(f, head)
        read = _load_zip if head == ZIP_START else _load_old
        return read(file, _Restored(map_location), weights_only, encoding)


def _check_mmap(f, head):
    if head != ZIP_START:
        raise RuntimeError(
            f"mmap can only be used with files saved with `torch.save({f}, _use_new_zipfile_serialization=True), please "
            "torch.save your checkpoint with this option in order to use mmap."
        )
    if not isinstance(f, (str, os.PathLike)):
        raise ValueError("f must be a file path in order to use the mmap argument")
    if config.load.mmap_flags == MAP_SHARED:
        raise NotImplementedError("torch.load with mmap.MAP_SHARED is not implemented in borch, which maps no files")


class _Foreign(Exception):
    """Carries what a map_location raised past the unpickler's own errors."""

    def __init__(self, error):
        self.error = error


class _Restored:
    """A storage read from a file, where `map_location` puts it."""

    def __init__(self, map_location):
        self.restore = restoring(map_location)

    def __call__(self, storage, location):
        untyped = storage.untyped()
        location = location.decode("ascii") if isinstance(location, bytes) else location
        if not isinstance(location, str):
            raise RuntimeError(f"a storage in the file is on no device: {brief(location)}")
        try:
            result = self.restore(untyped, location)
            if not isinstance(result, UntypedStorage):
                raise TypeError(
                    "TypedStorage.__init__ received an invalid combination of arguments. Expected one of:\n * (*, "
                    "torch.device device, torch.dtype dtype)\n * (int size, *, torch.device device, torch.dtype dtype)\n "
                    "* (Sequence data, *, torch.device device, torch.dtype dtype)\n * (*, UntypedStorage wrap_storage, "
                    f"torch.dtype dtype)\nArgument 'wrap_storage' must be UntypedStorage, but got {type(result)}"
                )
        except Exception as error:
            raise _Foreign(error) from None
        return storage if result is untyped else storage_of(_typed(result._bytes, storage.dtype, False), storage.dtype)


def text_of(file):
    """The pickle in a zip archive, unread."""
    start = file.tell()
    head = file.read(4)
    file.seek(start)
    if head != ZIP_START:
        raise ValueError("Expected input to be a checkpoint returned by torch.save")
    return _Archive(file).read("data.pkl")


class _Archive:
    """A zip archive of torch's: records under one folder, stored as they are."""

    def __init__(self, file):
        file, self.zip = _opened_zip(file)
        self.names = {}
        for info in self.zip.infolist():
            folder, inside, record = info.filename.partition("/")
            if not inside and not self.names:
                raise RuntimeError(f"file in archive is not in a subdirectory: {folder}")
            self.names.setdefault(record, info)
        file.seek(0, 2)
        self.size = file.tell()
        if sum(max(info.compress_size, _stored(info)) for info in self.names.values()) > self.size:
            raise RuntimeError(CORRUPT.format("reading zip archive: its records overlap, or are larger than the file"))
        if ".data/serialization_id" in self.names:
            self.read(".data/serialization_id")
        self.check_version()

    def check_version(self):
        record = ".data/version" if ".data/version" in self.names else "version"
        if record not in self.names:
            raise RuntimeError('Expected hasRecord("version") to be true, but got false.')
        text = self.read(record)
        try:
            version = int(text[:20])
        except ValueError:
            raise RuntimeError(
                f"Couldn't parse the version {text[:20].decode('ascii', 'replace')} as Long Long."
            ) from None
        if version > NEWEST:
            raise RuntimeError(
                f"Attempted to read a PyTorch file with version {version}, but the maximum supported version for reading is "
                f"{NEWEST}. The version of your PyTorch installation may be too old, please upgrade PyTorch to latest "
                "version to mitigate this issue."
            )

    def info(self, record):
        info = self.names.get(record)
        if info is None:
            raise RuntimeError(CORRUPT.format(f"locating file {record}: file not found"))
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise RuntimeError(CORRUPT.format(f"retrieving file meta-data for {record}: unsupported method"))
        return info

    def size_of(self, record):
        return self.info(record).file_size

    def read(self, record):
        """The bytes of a record. One that is deflated takes no more than its header says, and if no tensor says the same,
        no more than a hundred times what it has in the file."""
        info = self.info(record)
        stored = info.compress_type == zipfile.ZIP_STORED
        if info.file_size > self.size if stored else info.compress_size > self.size:
            raise RuntimeError(CORRUPT.format(f"reading file {record}: it is larger than the whole file"))
        if not stored and not record.startswith("data/") and info.file_size > 100 * info.compress_size:
            raise RuntimeError(CORRUPT.format(f"reading file {record}: it is compressed too far"))
        if info.CRC == 0:  # its bytes were to be written later, as by skip_data
            info.CRC = None
        try:
            with self.zip.open(info) as file:
                data = file.read(info.file_size)
                whole = len(data) == info.file_size and not file.read(1)
        except (
            zipfile.BadZipFile, OSError, ValueError, OverflowError, EOFError, RuntimeError, NotImplementedError, zlib.error,
        ):  # fmt: skip
            whole = False
        if not whole:
            raise RuntimeError(CORRUPT.format(f"reading file {record}"))
        return data


def _stored(info):
    return info.file_size if info.compress_type == zipfile.ZIP_STORED else 0


def _opened_zip(file):
    """The archive that begins where the file stands, of several as long as each other the first."""
    start, archive = file.tell(), None
    try:
        archive = zipfile.ZipFile(file)
        at = _first_record(archive)
        if at != start:
            length = file.seek(0, 2) - at
            file.seek(start)
            file = io.BytesIO(file.read(length))
            archive = zipfile.ZipFile(file)
            if _first_record(archive) != 0:
                raise zipfile.BadZipFile
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, OverflowError, struct.error):
        what = "failed finding central directory" if archive is None else "invalid header or archive is corrupted"
        if file.seek(0, 2) - start < 22:  # no more than the end of one
            what = "not a ZIP archive"
        raise RuntimeError(CORRUPT.format(f"reading zip archive: {what}")) from None
    return file, archive


def _first_record(archive):
    return min((info.header_offset for info in archive.infolist()), default=0)


def _load_zip(file, restored, weights_only, encoding):
    archive = _Archive(file)
    if "constants.pkl" in archive.names:
        raise RuntimeError("Cannot use ``weights_only=True`` with TorchScript archives passed to ``torch.load``.")
    order = archive.read("byteorder").strip() if "byteorder" in archive.names else default_order()
    if order not in (b"little", b"big"):
        raise ValueError("Unknown endianness type: " + order.decode("ascii", "replace"))
    made = {}

    def storages(dtype, key, location, count, view):
        if not isinstance(key, str):
            raise RuntimeError("a storage in the file has no name")
        if key not in made:
            found = archive.size_of(f"data/{key}")
            size = count * (dtype.itemsize if dtype else 1) if isinstance(count, int) else -1
            if found != size:
                raise RuntimeError(
                    f"record size ({found} bytes) does not match expected size ({brief(size)} bytes = {brief(size)} "
                    "elements * 1 bytes/element) for dtype Byte"
                )
            raw = np.frombuffer(bytearray(archive.read(f"data/{key}")), np.uint8)
            made[key] = restored(storage_of(_typed(raw, dtype, order == b"big"), dtype), location)
        known = made[key]
        return (
            known
            if known.dtype == (dtype or dtypes.uint8)
            else storage_of(_typed(known.untyped()._bytes, dtype, False), dtype)
        )

    return _unpickle(io.BytesIO(archive.read("data.pkl")), storages, weights_only, encoding)


def _typed(raw, dtype, swapped):
    if dtype is None:
        return raw
    usable = raw.size // dtype.itemsize * dtype.itemsize
    array = raw[:usable].view(dtype.numpy)
    if swapped and dtype.itemsize > 1:
        array.view(array.real.dtype if array.dtype.kind == "c" else array.dtype).byteswap(inplace=True)
    return array


def _unpickle(file, storages, weights_only, encoding):
    if weights_only:
        unpickler = RestrictedUnpickler(file, storages, allow.find_allowed, encoding, file.getbuffer().nbytes)
    else:
        unpickler = Unpickler(_Exactly(file), storages, allow.find_any, encoding)
    try:
        return unpickler.load()
    except _Foreign as error:
        raise error.error from None
    except RecursionError as error:
        raise allow.malformed(f"{error}") from None
    except EOFError:
        raise EOFError("" if weights_only else "Ran out of input") from None
    except (pickle.UnpicklingError, RuntimeError) as error:
        if weights_only and isinstance(error, pickle.UnpicklingError) and not allow.is_refusal(error):
            raise allow.malformed(str(error)) from None
        raise
    except IndexError as error:
        if not weights_only and not _of_pickle(error):
            raise
        text = f"IndexError: {error}" if weights_only else "unpickling stack underflow"
        raise (allow.malformed if weights_only else pickle.UnpicklingError)(text) from None
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError, OverflowError, struct.error) as error:
        if not weights_only:
            raise
        raise allow.malformed(f"{type(error).__name__}: {error}") from None


def _of_pickle(error):
    """Whether an error arose in the unpickler itself, not in what it called."""
    place = error.__traceback__
    while place.tb_next is not None:
        place = place.tb_next
    return place.tb_frame.f_globals["__name__"] == "pickle"


def _load_old(file, restored, weights_only, encoding):
    """The format from before 1.6: five pickles one after another, then the storages' bytes."""

    def refused(*_):
        raise RuntimeError("a storage stands where none is expected")

    file = io.BytesIO(file.read())  # so that a length in the file cannot ask for more than the file has
    if _unpickle(file, refused, weights_only, encoding) != OLD_MAGIC:
        raise RuntimeError("Invalid magic number; corrupt file?")
    version = _unpickle(file, refused, weights_only, encoding)
    if version != 1001:
        raise RuntimeError(f"Invalid protocol version: {brief(version)}")
    information = _unpickle(file, refused, weights_only, encoding)
    made, unfinished = {}, []
    left = file.getbuffer().nbytes

    def storages(dtype, key, location, count, view):
        nonlocal left
        check_key(key)
        if key not in made:
            left -= count * (dtype.itemsize if dtype else 1) if isinstance(count, int) and count >= 0 else left + 1
            if left < 0:
                raise RuntimeError("a storage in the file is larger than the file")
            made[key] = restored(storage_of(np.zeros(count, dtype.numpy if dtype else np.uint8), dtype), location)
        storage = made[key]
        if view is not None:
            _, offset, size = view
            storage = storage_of(storage._elements[offset : offset + size], dtype)
        storage._unfinished = unfinished
        return storage

    result = _unpickle(file, storages, weights_only, encoding)
    keys = _unpickle(file, refused, weights_only, encoding)
    if not isinstance(keys, list):
        raise RuntimeError("the file has no list of its storages")
    little = information.get("little_endian", True) if isinstance(information, dict) else True
    for key in keys:
        check_key(key)
        if key not in made:
            raise RuntimeError(f"the file has bytes for a storage {brief(key)} that no tensor uses")
        _fill(file, made[key], little)
    for finish in unfinished:
        finish()
    return result


def _fill(file, storage, little):
    head = file.read(8)
    count = int.from_bytes(head, "little")
    array = storage._elements
    if len(head) < 8:
        raise RuntimeError(f"unexpected EOF, expected {8 - len(head)} more bytes. The file might be corrupted.")
    if count != array.size:
        raise RuntimeError(
            f"storage has wrong byte size: expected {array.size * array.itemsize} got {count * array.itemsize}"
        )
    data = file.read(array.nbytes)
    if len(data) < array.nbytes:
        raise RuntimeError(
            f"unexpected EOF, expected {array.nbytes - len(data)} more bytes. The file might be corrupted."
        )
    array.view(np.uint8)[...] = np.frombuffer(data, np.uint8)
    if not little:
        array.byteswap(inplace=True)
