"""Conversions to another dtype, device or memory format.

Source: https://docs.pytorch.org/docs/stable/tensor_attributes.html
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.args import type_name
from .._core.device import check_device, device, on_meta, preserve_format
from .._core.dtype import BFLOAT16, cast, narrow, widen
from .._core.nodata import NO_COPY
from .._core.op import OPS, function, op, wrap
from .._core.order import repeats
from .._core.tensor import Tensor
from .._core.warn import COMPLEX_TO_REAL, warn_once
from .memory import check_format
from .strides import FORMAT_RANKS, copied, empty_in_order_of, suggests_channels_last


def _back(g, input_dtype):
    """The gradient in the input's dtype; arrays stand for bfloat16 as rounded float32."""
    if isinstance(g, np.ndarray):
        g = g.real if g.dtype.kind == "c" and input_dtype.kind != "c" else g
        return widen(narrow(g)) if input_dtype == BFLOAT16 else cast(g, input_dtype)
    d = dtypes.from_numpy(input_dtype)
    if g.is_complex() and not d.is_complex:
        g = OPS["real"](g)
    return g if g.dtype is d else to_dtype(g, d)


@op(method=False, namespace=None, node="ToCopyBackward0", input=_back)
def to_dtype(input, dtype, memory_format=None):
    """A copy of `input` in another dtype. See `Tensor.to`."""
    target = dtype.numpy
    if input.dtype.kind == "c" and not dtype.is_complex and dtype is not dtypes.bool_ and input.size:
        warn_once(COMPLEX_TO_REAL)
    out = cast(input, target)
    if out is not input and repeats(input) and memory_format in (None, preserve_format):
        out, values = empty_in_order_of(input, target), out
        out[...] = values
        return out
    if out is input or (memory_format is not None and memory_format is not preserve_format):
        return copied(out, memory_format)
    return out


@op(method=False, namespace=None, node="ToCopyBackward0", input=_back)
def to_meta(input, dtype, memory_format):
    """The form of a tensor, without its elements. See `Tensor.to`."""
    return OPS["empty_like"](wrap(input), dtype=dtype, device="meta", memory_format=memory_format)._array


def _converted(self, dtype, copy, memory_format, meta=None):
    if memory_format is not None:
        check_format(memory_format, "to")
    have = self.dtype
    if dtype is None:
        dtype = have
    if meta is not None and meta is not self.is_meta:
        if not meta:
            raise NotImplementedError(NO_COPY)
        return to_meta(self, dtype, memory_format or preserve_format)
    if dtype is not have or copy:
        return to_dtype(self, dtype, memory_format)
    array = self._array
    if memory_format is None or memory_format is preserve_format:
        return self
    last = memory_format.name != "contiguous_format"  # which every tensor counts as that is not the other
    if suggests_channels_last(array) == last and (not last or array.ndim == FORMAT_RANKS[memory_format.name]):
        return self
    return to_dtype(self, dtype, memory_format)


def _to_error(args, kwargs):
    words = ", ".join([*map(type_name, args), *(f"{k}={type_name(v)}" for k, v in kwargs.items())])
    return TypeError(
        f"to() received an invalid combination of arguments - got ({words}), but expected one of:\n"
        " * (torch.device device = None, torch.dtype dtype = None, bool non_blocking = False, bool copy = False, *, "
        "torch.memory_format memory_format = None)\n"
        " * (torch.dtype dtype, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = "
        "None)\n"
        " * (Tensor tensor, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)\n"
    )


@function(namespace=None)
def to(self, *args, **kwargs):
    """This tensor in another dtype, on a device (the CPU or "meta"), or as another tensor is; itself when nothing changes.

    Called as `to(dtype)`, `to(device, dtype)` or `to(tensor)`, with `non_blocking`, `copy` and `memory_format`.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.to.html

    >>> import borch as torch
    >>> torch.tensor([1, 2]).to(torch.float32)
    tensor([1., 2.])
    """
    if len(args) == 1 and not kwargs and type(args[0]) is dtypes.dtype:
        return self if args[0] is self.dtype else to_dtype(self, args[0])
    return _converted(self, *parse_to(args, kwargs))


def parse_to(args, kwargs):
    """(dtype, copy, memory_format, whether to "meta" or None for no device) from the arguments of `to`."""
    rest = dict(kwargs)
    memory_format = rest.pop("memory_format", None)
    names = ["device", "dtype", "non_blocking", "copy"]
    if args and isinstance(args[0], dtypes.dtype):
        names = ["dtype", "non_blocking", "copy"]
    elif "tensor" in rest or (args and isinstance(args[0], Tensor)):
        names = ["tensor", "non_blocking", "copy"]
    if len(args) > len(names) or not set(rest) <= set(names[len(args) :]):
        raise _to_error(args, kwargs)
    given = {**dict(zip(names, args, strict=False)), **rest}
    wanted, dtype = given.get("device"), given.get("dtype")
    if "tensor" in given:
        if not isinstance(given["tensor"], Tensor):
            raise _to_error(args, kwargs)
        dtype = given["tensor"].dtype
        wanted = given["tensor"].device
    if dtype is not None and not isinstance(dtype, dtypes.dtype):
        raise _to_error(args, kwargs)
    if wanted is not None and not isinstance(wanted, (str, int, device)):
        raise _to_error(args, kwargs)
    meta = None if wanted is None else on_meta(wanted)
    return dtype, bool(given.get("copy", False)), memory_format, meta


DEVICE = device
_LEGACY = {f"torch.{d.legacy}Tensor": d for d in dtypes.ALL}


@function(namespace=None, name="type")
def type_(self, dtype=None, non_blocking=False):
    """The name of this tensor's type, or this tensor in another dtype (a dtype or a name such as "torch.FloatTensor").

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.type.html

    >>> import borch as torch
    >>> torch.tensor([1.5]).type(), torch.tensor([1.5]).type(torch.int64)
    ('torch.FloatTensor', tensor([1]))
    """
    if dtype is None:
        return f"torch.{self.dtype.legacy}Tensor"
    if isinstance(dtype, str):
        if dtype not in _LEGACY:
            raise ValueError(f"invalid type: '{dtype}'")
        dtype = _LEGACY[dtype]
    elif not isinstance(dtype, dtypes.dtype):
        dtype = getattr(dtype, "dtype", None) if isinstance(dtype, type) else None
        if not isinstance(dtype, dtypes.dtype):
            raise TypeError("dtype must be a type, str, or dtype object")
    return _converted(self, dtype, False, None)


@function(namespace=None)
def type_as(self, other):
    """This tensor in the dtype of another one.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.type_as.html

    >>> import borch as torch
    >>> torch.tensor([1]).type_as(torch.zeros(1))
    tensor([1.])
    """
    return _converted(self, other.dtype, False, None)


def _conversion(name, dtype):
    wanted = dtype.numpy

    def method(self, memory_format=preserve_format):
        if memory_format is preserve_format:
            have = self._array.dtype
            return self if wanted is have or wanted == have else to_dtype(self, dtype)
        return _converted(self, dtype, False, memory_format)

    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"""This tensor in {dtype}; itself when it has that dtype.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.{name}.html

    >>> import borch as torch
    >>> torch.tensor([1, 0], dtype=torch.uint8).{name}().dtype
    {dtype!r}
    """
    function(namespace=None)(method)


for _name, _dtype in (
    ("float", dtypes.float32), ("double", dtypes.float64), ("half", dtypes.float16), ("bfloat16", dtypes.bfloat16),
    ("int", dtypes.int32), ("long", dtypes.int64), ("short", dtypes.int16), ("char", dtypes.int8),
    ("byte", dtypes.uint8), ("bool", dtypes.bool_), ("cfloat", dtypes.complex64), ("cdouble", dtypes.complex128),
):  # fmt: skip
    _conversion(_name, _dtype)


@function(namespace=None)
def cpu(self, memory_format=preserve_format):
    """This tensor: it is on the CPU.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.cpu.html

    >>> import borch as torch
    >>> torch.zeros(2).cpu()
    tensor([0., 0.])
    """
    return _converted(self, None, False, memory_format, False)


@function(namespace=None)
def cuda(self, device=None, non_blocking=False, memory_format=preserve_format):
    """Refuses, as a CPU build of torch does: AssertionError.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.cuda.html

    >>> import borch as torch
    >>> torch.zeros(1).cuda()
    Traceback (most recent call last):
    AssertionError: Torch not compiled with CUDA enabled
    """
    check_device("cuda")


@function(namespace=None)
def pin_memory(self, device=None):
    """Refuses, as torch does without an accelerator: RuntimeError.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.pin_memory.html

    >>> import borch as torch
    >>> torch.zeros(1).pin_memory()
    Traceback (most recent call last):
    RuntimeError: Cannot access accelerator device when none is available.
    """
    raise RuntimeError("Cannot access accelerator device when none is available.")


@function(namespace=None)
def is_pinned(self, device=None):
    """False: memory is never pinned here. RuntimeError for a device that is not there.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.is_pinned.html

    >>> import borch as torch
    >>> torch.zeros(1).is_pinned()
    False
    """
    if device is not None:
        DEVICE(device)
    return False
