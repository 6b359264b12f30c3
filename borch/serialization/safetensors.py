"""safetensors: a length, a JSON header and the tensors' bytes. Everything is checked before it is used.

`save_file`, `load_file`, `save` and `load` as in safetensors.torch.
Source: https://github.com/huggingface/safetensors#format
"""

import json
import math
import re
from reprlib import repr as brief

import numpy as np

from .._core import dtype as dtypes
from .._core.tensor import Tensor, wrap
from .write import replace

SHARED = "".join(
    f"\n            {line}"
    for line in (
        "Some tensors share memory, this will lead to duplicate memory on disk and potential differences when loading them "
        "again: {}.",
        "A potential way to correctly save your model is to use `save_model`.",
        "More information at https://huggingface.co/docs/safetensors/torch_shared_tensors",
        "",
    )
)
NOT_CONTIGUOUS = (
    "You are trying to save a non contiguous tensor: `{}` which is not allowed. It either means you are trying to save "
    "tensors which are reference of each other in which case it's recommended to save only the full tensors, and reslice "
    "at load time, or simply call `.contiguous()` on your tensor to pack it before saving."
)
INVALID = "Error while deserializing: invalid JSON in header: "
LONGEST_HEADER = 100_000_000  # bytes, as the format has it

_NAMES = {
    "BOOL": dtypes.bool_, "U8": dtypes.uint8, "I8": dtypes.int8, "I16": dtypes.int16, "U16": dtypes.uint16,
    "F16": dtypes.float16, "BF16": dtypes.bfloat16, "I32": dtypes.int32, "U32": dtypes.uint32, "F32": dtypes.float32,
    "I64": dtypes.int64, "U64": dtypes.uint64, "F64": dtypes.float64, "C64": dtypes.complex64,
}  # fmt: skip
_WORD = {d: name for name, d in _NAMES.items()}


class SafetensorError(Exception):
    """Raised for a file that is not what the format says."""


def save(tensors, metadata=None):
    """The bytes of a safetensors file with the tensors of a dict from names to tensors.

    ValueError for what is no tensor, RuntimeError for tensors that share memory.

    >>> import borch as torch
    >>> from borch.serialization import safetensors
    >>> safetensors.load(safetensors.save({"w": torch.ones(2)}))
    {'w': tensor([1., 1.])}
    """
    header, parts, at = {}, [], 0
    if metadata is not None:
        if not isinstance(metadata, dict):
            raise TypeError(f"argument 'metadata': '{type(metadata).__name__}' object is not an instance of 'dict'")
        for value in (*metadata, *metadata.values()):
            if not isinstance(value, str):
                raise TypeError(f"argument 'metadata': '{type(value).__name__}' object is not an instance of 'str'")
        header["__metadata__"] = dict(metadata)
    _check(tensors)
    order = sorted(tensors, key=lambda name: (-tensors[name].element_size(), name))
    for name in order:
        t = tensors[name]
        data = np.ascontiguousarray(t._array).tobytes()
        word = _WORD.get(t.dtype)
        if word is None:
            raise SafetensorError(f"dtype {t.dtype} of {name!r} is not in the format")
        header[name] = {"dtype": word, "shape": list(t.shape), "data_offsets": [at, at + len(data)]}
        at += len(data)
        parts.append(data)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + b"".join(parts)


def _check(tensors):
    if not isinstance(tensors, dict):
        raise ValueError(f"Expected a dict of [str, torch.Tensor] but received {type(tensors)}")
    for name, t in tensors.items():
        if not isinstance(name, str):
            raise TypeError(f"argument 'tensor_dict': '{type(name).__name__}' object is not an instance of 'str'")
        if not isinstance(t, Tensor):
            raise ValueError(f"Key `{name}` is invalid, expected torch.Tensor but received {type(t)}")
    shared = [f"{{{', '.join(map(repr, sorted(names)))}}}" for names in _sharing(tensors)]
    if shared:
        raise RuntimeError(SHARED.format(f"[{', '.join(shared)}]"))
    for name, t in tensors.items():
        if not t.is_contiguous():
            raise ValueError(NOT_CONTIGUOUS.format(name))


def _sharing(tensors):
    """The groups of names whose tensors share memory."""
    spans = []
    for name, t in tensors.items():
        array = t._array
        if array.size:
            start = array.__array_interface__["data"][0]
            past = start + sum((n - 1) * s for n, s in zip(array.shape, array.strides, strict=True)) + array.itemsize
            spans.append((start, past, name))
    groups, end = [], 0
    for start, past, name in sorted(spans):
        if start >= end:
            groups.append([])
        groups[-1].append(name)
        end = max(end, past)
    return [names for names in groups if len(names) > 1]


def load(data):
    """A dict from names to tensors out of the bytes of a safetensors file; SafetensorError for a damaged one."""
    header, start = _header(data)
    body = memoryview(data)[start:]
    entries = {name: _entry(name, entry) for name, entry in header.items() if name != "__metadata__"}
    at = 0
    for name, (dtype, shape, begin, end) in sorted(entries.items(), key=lambda item: item[1][2:]):
        if begin != at or end < begin:
            raise SafetensorError(f"Error while deserializing: invalid offset for tensor `{name}`")
        at = end
        if math.prod(shape) * dtype.itemsize >= 1 << 64:
            raise SafetensorError(
                "Error while deserializing: overflow computing buffer size from shape and/or element type"
            )
        if math.prod(shape) * dtype.itemsize != end - begin:
            raise SafetensorError("Error while deserializing: invalid shape, data type, or offset for tensor")
    if at != len(body):
        raise SafetensorError("Error while deserializing: incomplete metadata, file not fully covered")
    result = {}
    for name, (dtype, shape, begin, end) in entries.items():
        try:
            array = np.frombuffer(bytearray(body[begin:end]), dtype.numpy).reshape(shape)
        except ValueError:
            raise SafetensorError(f"Error while deserializing: `{name}` has a shape beyond numpy's") from None
        result[name] = wrap(array)
    return result


def _header(data):
    if len(data) < 8:
        raise SafetensorError("Error while deserializing: header too small")
    length = int.from_bytes(bytes(data[:8]), "little")
    if length > LONGEST_HEADER:
        raise SafetensorError("Error while deserializing: header too large")
    if length > len(data) - 8:
        raise SafetensorError("Error while deserializing: invalid header length")
    try:
        text = bytes(data[8 : 8 + length]).decode("utf-8")
        check_depth(text)
        header = json.loads(text, object_pairs_hook=_distinct)
    except UnicodeDecodeError as error:
        raise SafetensorError(f"Error while deserializing: invalid UTF-8 in header: {error.reason}") from None
    except (ValueError, RecursionError) as error:
        raise SafetensorError(f"{INVALID}{str(error)[:200]}") from None
    if not isinstance(header, dict):
        raise SafetensorError(f"{INVALID}invalid type: {_kind(header)}, expected a dict of tensors")
    notes = {} if header.get("__metadata__") is None else header["__metadata__"]
    if not isinstance(notes, dict):
        raise SafetensorError(f"{INVALID}invalid type: {_kind(notes)}, expected a map")
    for value in notes.values():
        if not isinstance(value, str):
            raise SafetensorError(f"{INVALID}invalid type: {_kind(value)}, expected a string")
    return header, 8 + length


def _distinct(pairs):
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a name stands there twice")
    return result


def _kind(value):
    """What the JSON of the header has, in the words of the format's own reader."""
    if value is None:
        return "null"
    if isinstance(value, (list, dict)):
        return "sequence" if isinstance(value, list) else "map"
    if isinstance(value, str):
        return f"string {json.dumps(value[:50])}"
    word = {bool: "boolean", int: "integer", float: "floating point"}[type(value)]
    return f"{word} `{brief(value).lower()}`"


def _entry(name, entry):
    if not isinstance(entry, dict):
        raise SafetensorError(f"{INVALID}invalid type: {_kind(entry)}, expected an entry for `{name}`")
    for field in ("dtype", "shape", "data_offsets"):
        if field not in entry:
            raise SafetensorError(f"{INVALID}missing field `{field}`")
    word, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    dtype = _NAMES.get(word) if isinstance(word, str) else None
    if dtype is None:
        raise SafetensorError(
            f"{INVALID}unknown variant `{brief(word)[1:-1]}`, expected one of `{'`, `'.join(_NAMES)}`"
        )
    for values in (shape, offsets):
        if not isinstance(values, list):
            raise SafetensorError(f"{INVALID}invalid type: {_kind(values)}, expected a sequence")
        for value in values:
            if type(value) is not int:
                raise SafetensorError(f"{INVALID}invalid type: {_kind(value)}, expected usize")
            if not 0 <= value < 1 << 63:
                raise SafetensorError(f"{INVALID}invalid value: {_kind(value)}, expected usize")
    if len(offsets) != 2:
        raise SafetensorError(f"{INVALID}invalid length {len(offsets)}, expected 2 elements in sequence")
    if len(shape) > 64:
        raise SafetensorError(f"Error while deserializing: `{name}` has a shape beyond numpy's")
    return dtype, shape, *offsets


def save_file(tensors, filename, metadata=None):
    """Writes a safetensors file; an existing one is replaced only when the new one is complete."""
    replace(filename, save(tensors, metadata))


def load_file(filename, device="cpu"):
    """A dict from names to tensors out of a safetensors file."""
    from .._core.device import check_device

    check_device(device)
    with open(filename, "rb") as file:
        data = file.read()
    try:
        return load(data)
    except SafetensorError as error:
        raise SafetensorError(str(error).replace("deserializing:", "deserializing header:", 1)) from None


def load_metadata(filename):
    """The strings that a file carries beside its tensors; an empty dict when there are none."""
    with open(filename, "rb") as file:
        head = file.read(8)
        length = int.from_bytes(head, "little")
        if length > LONGEST_HEADER:
            raise SafetensorError("Error while deserializing: header too large")
        header, _ = _header(head + file.read(length))
    return header.get("__metadata__") or {}


def check_depth(text, limit=100):
    """RecursionError for JSON nested more deeply than any header: in the tab its parser would end Python itself."""
    depth = 0
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[{\]}]', text):
        character = match.group()
        if character in "[{":
            depth += 1
            if depth > limit:
                raise RecursionError("maximum nesting of a safetensors header exceeded")
        elif character in "]}":
            depth -= 1
