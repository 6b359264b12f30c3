"""safetensors: a length, a JSON header and the tensors' bytes. Everything is checked before it is used.

`save_file`, `load_file`, `save` and `load` as in safetensors.torch.
Source: https://github.com/huggingface/safetensors#format
"""

import json
import math
import re

import numpy as np

from .._core import dtype as dtypes
from .._core.tensor import Tensor, wrap
from .write import replace

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
        if not all(isinstance(k, str) and isinstance(v, str) for k, v in metadata.items()):
            raise TypeError("metadata must be a dict from str to str")
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
        if not isinstance(name, str) or not isinstance(t, Tensor):
            raise ValueError(f"Key `{name}` is invalid, expected torch.Tensor but received {type(t)}")
    names = list(tensors)
    spans = []
    for name in names:
        array = tensors[name]._array
        if array.size:
            start = array.__array_interface__["data"][0]
            spans.append((start, start + array.nbytes, name))
    spans.sort()
    for (_, end, first), (start, _, second) in zip(spans, spans[1:], strict=False):
        if start < end:
            raise RuntimeError(
                f"Some tensors share memory, this will lead to duplicate memory on disk and potential differences when "
                f"loading them again: [{{{first!r}, {second!r}}}]."
            )


def load(data):
    """A dict from names to tensors out of the bytes of a safetensors file; SafetensorError for a damaged one."""
    header, start = _header(data)
    body = memoryview(data)[start:]
    entries = {name: entry for name, entry in header.items() if name != "__metadata__"}
    result, spans = {}, []
    for name, entry in entries.items():
        dtype, shape, begin, end = _entry(name, entry, len(body))
        spans.append((begin, end))
        try:
            array = np.frombuffer(bytearray(body[begin:end]), dtype.numpy).reshape(shape)
        except ValueError:
            raise SafetensorError(f"Error while deserializing header: {name!r} has a shape beyond numpy's") from None
        result[name] = wrap(array)
    _no_gaps(spans, len(body))
    return result


def _header(data):
    if len(data) < 8:
        raise SafetensorError("Error while deserializing header: header too small")
    length = int.from_bytes(bytes(data[:8]), "little")
    if length > LONGEST_HEADER:
        raise SafetensorError("Error while deserializing header: header too large")
    if length > len(data) - 8:
        raise SafetensorError("Error while deserializing header: invalid header length")
    try:
        text = bytes(data[8 : 8 + length]).decode("utf-8")
        check_depth(text)
        header = json.loads(text, object_pairs_hook=_distinct)
    except UnicodeDecodeError:
        raise SafetensorError("Error while deserializing header: invalid UTF-8 in header") from None
    except (ValueError, RecursionError):
        raise SafetensorError("Error while deserializing header: invalid JSON in header") from None
    if not isinstance(header, dict):
        raise SafetensorError("Error while deserializing header: invalid JSON in header")
    notes = header.get("__metadata__", {})
    if not isinstance(notes, dict) or not all(isinstance(v, str) for v in notes.values()):
        raise SafetensorError("Error while deserializing header: metadata is not a dict of strings")
    return header, 8 + length


def _distinct(pairs):
    result = dict(pairs)
    if len(result) != len(pairs):
        raise SafetensorError("Error while deserializing header: a name stands there twice")
    return result


def _entry(name, entry, size):
    if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
        raise SafetensorError(f"Error while deserializing header: invalid entry for {name!r}")
    dtype = _NAMES.get(entry["dtype"]) if isinstance(entry["dtype"], str) else None
    if dtype is None:
        raise SafetensorError(f"Error while deserializing header: unknown dtype {entry['dtype']!r} of {name!r}")
    shape, offsets = entry["shape"], entry["data_offsets"]
    for values in (shape, offsets):
        if not isinstance(values, list) or not all(
            isinstance(v, int) and not isinstance(v, bool) and 0 <= v < 1 << 63 for v in values
        ):
            raise SafetensorError(f"Error while deserializing header: invalid shape or offsets of {name!r}")
    if len(offsets) != 2 or offsets[0] > offsets[1] or offsets[1] > size:
        raise SafetensorError(f"Error while deserializing header: invalid offset for tensor {name!r}")
    if len(shape) > 64 or math.prod(shape) * dtype.itemsize != offsets[1] - offsets[0]:
        raise SafetensorError(
            f"Error while deserializing header: the shape of {name!r} does not match the number of its bytes"
        )
    return dtype, shape, *offsets


def _no_gaps(spans, size):
    at = 0
    for begin, end in sorted(spans):
        if begin != at:
            raise SafetensorError("Error while deserializing header: invalid offset for tensor")
        at = end
    if at != size:
        raise SafetensorError("Error while deserializing header: incomplete metadata, file not fully covered")


def save_file(tensors, filename, metadata=None):
    """Writes a safetensors file; an existing one is replaced only when the new one is complete."""
    replace(filename, save(tensors, metadata))


def load_file(filename, device="cpu"):
    """A dict from names to tensors out of a safetensors file."""
    from .._core.device import check_device

    check_device(device)
    with open(filename, "rb") as file:
        return load(file.read())


def load_metadata(filename):
    """The strings that a file carries beside its tensors; an empty dict when there are none."""
    with open(filename, "rb") as file:
        head = file.read(8)
        length = int.from_bytes(head, "little")
        if length > LONGEST_HEADER:
            raise SafetensorError("Error while deserializing header: header too large")
        header, _ = _header(head + file.read(length))
    return header.get("__metadata__", {})


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
