"""Writes in place: copy_, fill_, zero_, and the ops that give a copy of a tensor with a part of it replaced.

Source: https://docs.pytorch.org/docs/stable/tensors.html
"""

import math

import numpy as np

from .._core import dtype as dtypes
from .._core.args import as_index, broadcast_shape, check_bool, type_name, wrap_dim
from .._core.dtype import cast, narrow
from .._core.mode import ENTERED, mode
from .._core.nodata import NoData
from .._core.op import OPS, function, like, op
from .._core.tensor import Tensor
from .._core.view import check_writable
from .._core.warn import COMPLEX_TO_REAL, warn_once
from .both import SAME_DTYPE
from .parts import diagonal, select, slice_
from .strides import address, with_memory_copied

ndarray = np.ndarray
SINGLE_AND_DOUBLE = frozenset(map(np.dtype, (np.float32, np.float64)))

_WORDS = {
    "uint8": "uint8_t", "int8": "int8_t", "int16": "int16_t", "int32": "int", "int64": "int64_t", "uint16": "uint16_t",
    "uint32": "uint32_t", "uint64": "uint64_t", "float32": "float", "float64": "double", "bool": "bool",
    "float16": "c10::Half", "bfloat16": "c10::BFloat16", "complex64": "c10::complex<float>",
    "complex128": "c10::complex<double>",
}  # fmt: skip


def number_as(value, numpy_dtype):
    """A Python number as one element of `numpy_dtype`; RuntimeError where torch says it overflows."""
    if type(value) is float and -1e38 < value < 1e38 and numpy_dtype in SINGLE_AND_DOUBLE:
        return numpy_dtype.type(value)
    d = dtypes.from_numpy(numpy_dtype)
    if isinstance(value, complex) and not d.is_complex:
        value = value.real if value.imag == 0 else _overflow(d)
    if d.category == dtypes.INTEGER and not isinstance(value, bool):
        exact = isinstance(value, int)
        if isinstance(value, float):
            value = int(value) if math.isfinite(value) else _overflow(d)
        limits = np.iinfo(numpy_dtype)
        low = -limits.max if limits.min == 0 else limits.min
        if not low <= value <= limits.max:
            if exact and not -(2**63) <= value < 2**63 and limits.max < 2**64 - 1:
                raise ValueError("Overflow when unpacking long long")
            _overflow(d)
        if value < 0 and limits.min == 0:
            value += limits.max + 1
    elif type(value) is int and not -(2**63) <= value < 2**63:
        raise ValueError("Overflow when unpacking long long")
    elif isinstance(value, float) and math.isfinite(value) and abs(value) > _LARGEST.get(d.name, math.inf):
        _overflow(d)
    if d is dtypes.bfloat16:
        return narrow(np.array(value, np.float32))[()]
    return np.array(value).astype(numpy_dtype)[()]


def element_as(value, numpy_dtype):
    """A Python number as a 0-dim tensor of `numpy_dtype` would hold it: float16 and bfloat16 overflow to infinity."""
    if isinstance(value, float) and numpy_dtype.itemsize == 2 and numpy_dtype.kind in "fV":
        return cast(np.asarray(number_as(value, np.dtype(np.float32))), numpy_dtype)[()]
    return number_as(value, numpy_dtype)


_LARGEST = {"float16": 65504.0, "bfloat16": 255 * 2.0**120, "float32": (2 - 2.0**-23) * 2.0**127}


def _overflow(d):
    raise RuntimeError(f"value cannot be converted to type {_WORDS[d.name]} without overflow")


def check_broadcast(shape, other):
    """RuntimeError unless a tensor of shape `other` broadcasts into one of `shape`."""
    common = broadcast_shape(shape, other)
    if common != shape:
        raise RuntimeError(f"output with shape {list(shape)} doesn't match the broadcast shape {list(common)}")


def zeros_for(g):
    """Zeros in the form and the dtype of the gradient `g`."""
    array = g if isinstance(g, ndarray) else g._array
    return like(g, np.zeros(array.shape, array.dtype))


def _quiet(self):
    """Whether a write to this tensor is recorded nowhere and its memory is its own: the short cut of copy_ and fill_."""
    array = self._array
    if self._base is not None or (mode.grad and self._requires_grad) or (ENTERED and self.is_inference()):
        return False
    return array.flags.writeable and 0 not in array.strides


# ---------------------------------------------------------------------------------------------------------------- copy_
def _write_copy(target, src):
    if target.shape != src.shape:
        check_broadcast(target.shape, src.shape)
    if src.dtype.kind == "c" and target.dtype.kind not in "cb":
        warn_once(COMPLEX_TO_REAL)
    target[...] = src if src.dtype is target.dtype else cast(src, target.dtype)


@op(name="copy", node="CopyBackwards", tensors=("input", "src"), method=False, namespace=None, inplace=_write_copy,
    input=lambda g: zeros_for(g), src=lambda g: g)  # fmt: skip
def _copy(input, src):
    out = np.empty(input.shape, input.dtype)
    _write_copy(out, src)
    return out


_copy_native = Tensor.copy_


def copy_(self, src, non_blocking=False):
    """Writes the elements of `src`, broadcast and cast, into this tensor, in place.

    RuntimeError when `src` does not broadcast to this tensor's shape.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.copy_.html

    >>> import borch as torch
    >>> torch.zeros(2, 2).copy_(torch.tensor([1, 2]))
    tensor([[1., 2.],
            [1., 2.]])
    """
    if non_blocking is not False:
        check_bool(non_blocking, "copy_", "non_blocking", 2)
    if isinstance(src, Tensor) and _quiet(self) and not (mode.grad and (src._requires_grad or src._base is not None)):
        target, source = self._array, src._array
        if source.dtype is target.dtype and source.shape == target.shape and src._writes is not self._writes:
            try:
                target[...] = source
            except (NoData, ValueError):  # one of them has no elements
                return _copy_native(self, src)
            self._writes[0] += 1
            return self
    if not isinstance(src, Tensor):
        if not isinstance(src, (int, float, complex)):
            raise TypeError(f"copy_(): argument 'other' (position 1) must be Tensor, not {type_name(src)}")
        src = OPS["tensor"](src)
    return _copy_native(self, src)


Tensor.copy_ = copy_
OPS["copy_"] = copy_


# ---------------------------------------------------------------------------------------------------------------- fill_
def _write_number(target, value):
    target[...] = number_as(value, target.dtype)


def _write_element(target, value):
    target[...] = cast(value, target.dtype)


@op(name="fill_number", node="FillBackward2", method=False, namespace=None, inplace=_write_number,
    input=lambda g: zeros_for(g))  # fmt: skip
def _fill_number(input, value):
    out = np.empty_like(input)
    _write_number(out, value)
    return out


@op(name="fill_element", node="FillBackward3", tensors=("input", "value"), method=False, namespace=None,
    inplace=_write_element, input=lambda g: zeros_for(g), value=lambda g: g)  # fmt: skip
def _fill_element(input, value):
    out = np.empty_like(input)
    _write_element(out, value)
    return out


def _check_fill(value, name):
    if isinstance(value, Tensor):
        if value._array.ndim:
            raise RuntimeError(
                f"fill_ only supports 0-dimension value tensor but got tensor with {value._array.ndim} dimensions."
            )
        return True
    if not isinstance(value, (int, float, complex, np.number, np.bool_)):
        raise TypeError(f"{name}(): argument 'value' (position 1) must be Number, not {type_name(value)}")
    return False


@function(namespace=None)
def fill_(self, value):
    """Writes one value (a number or a 0-dim tensor) into every element, in place.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.fill_.html

    >>> import borch as torch
    >>> torch.zeros(2).fill_(3)
    tensor([3., 3.])
    """
    if type(value) in (float, int) and _quiet(self):
        _write_number(self._array, value)
        self._writes[0] += 1
        return self
    return OPS["fill_element_" if _check_fill(value, "fill_") else "fill_number_"](self, value)


@op(name="filled_number", node="FillBackward0", method=False, namespace=None, input=lambda g: zeros_for(g))
def _filled_number(input, value):
    return _fill_number(input, value)


@op(name="filled_element", node="FillBackward1", tensors=("input", "value"), method=False, namespace=None,
    input=lambda g: zeros_for(g), value=lambda g: g)  # fmt: skip
def _filled_element(input, value):
    return _fill_element(input, value)


@function(method=False)
def fill(input, value):
    """A tensor in the form of `input` whose every element is `value`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.fill_.html

    >>> import borch as torch
    >>> torch.fill(torch.zeros(2), 3)
    tensor([3., 3.])
    """
    return (_filled_element if _check_fill(value, "fill") else _filled_number)(input, value)


def _write_zeros(target):
    target[...] = 0


@op(name="zero", method=False, namespace=None, inplace=_write_zeros, input=lambda g: zeros_for(g))
def _zero(input):
    return np.zeros_like(input)


_zero_native = Tensor.zero_


def zero_(self):
    """Writes zero into every element, in place.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.zero_.html

    >>> import borch as torch
    >>> torch.ones(2).zero_()
    tensor([0., 0.])
    """
    if _quiet(self):
        _write_zeros(self._array)
        self._writes[0] += 1
        return self
    return _zero_native(self)


Tensor.zero_ = zero_
OPS["zero_"] = zero_
del Tensor.fill_number_, Tensor.fill_element_
_fill_number.op.overlaps = _zero.op.overlaps = True


@function(namespace=None)
def fill_diagonal_(self, fill_value, wrap=False):
    """Writes a number onto the main diagonal, in place; `wrap` starts it again below in tall matrices.

    RuntimeError for fewer than two axes, or for more whose lengths differ.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.fill_diagonal_.html

    >>> import borch as torch
    >>> torch.zeros(2, 3).fill_diagonal_(1)
    tensor([[1., 0., 0.],
            [0., 1., 0.]])
    """
    shape, strides = self._array.shape, self.stride()
    if len(shape) < 2:
        raise RuntimeError("dimensions must larger than 1")
    if len(shape) > 2 and len(set(shape)) > 1:
        raise RuntimeError("all dimensions of input must be of equal length")
    step, offset = sum(strides), self.storage_offset()
    OPS["as_strided"](self, (min(shape),), (step,), offset).fill_(fill_value)
    if wrap and len(shape) == 2 and shape[0] > shape[1] + 1:
        columns = shape[1]
        below = -(-(shape[0] - columns - 1) * columns // (columns + 1))
        start = offset + strides[0] * (columns + 1)
        OPS["as_strided"](self, (below,), (step,), start).fill_(fill_value)
    return self


# ------------------------------------------------------------------------------------------ a Python function, in place
def _check_plain(self, name):
    if self.requires_grad:
        raise RuntimeError(f"Can't call {name}() on Variable that requires grad. Use var.detach().{name}() instead.")
    check_writable(self, False)


def _write_called(self, function, *others):
    array = self._array
    columns = [dtypes.widen(np.broadcast_to(x, array.shape)).reshape(-1).tolist() for x in (array, *others)]
    results = [function(*values) for values in zip(*columns, strict=True)]
    array[...] = dtypes.cast(np.array(results).reshape(array.shape), array.dtype) if results else array
    self._writes[0] += 1
    return self


@function(namespace=None)
def apply_(self, callable):
    """Replaces each element by what `callable` makes of it, in place, one after the other; slow.

    RuntimeError for a tensor that requires grad.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.apply_.html

    >>> import borch as torch
    >>> torch.tensor([1.0, 2.0]).apply_(lambda x: x + 0.5)
    tensor([1.5000, 2.5000])
    """
    _check_plain(self, "apply_")
    return _write_called(self, callable)


@function(namespace=None)
def map_(self, tensor, callable):
    """Replaces each element by `callable(element, the one of tensor)`, in place; shapes broadcast.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.map_.html

    >>> import borch as torch
    >>> torch.tensor([1.0, 2.0]).map_(torch.tensor([3.0, 4.0]), lambda a, b: a * b)
    tensor([3., 8.])
    """
    _check_plain(self, "map_")
    return _write_called(self, callable, tensor._array)


@function(namespace=None)
def map2_(self, x, y, callable):
    """Replaces each element by `callable(element, the one of x, the one of y)`, in place.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.map_.html

    >>> import borch as torch
    >>> torch.tensor([1.0]).map2_(torch.tensor([2.0]), torch.tensor([3.0]), lambda a, b, c: a + b * c)
    tensor([7.])
    """
    _check_plain(self, "map2_")
    return _write_called(self, callable, x._array, y._array)


# ----------------------------------------------------------------------------------------- a copy with a part replaced
def _check_part(place, src, name):
    if place.shape != src.shape:
        raise RuntimeError(f"expected src to have a size equal to the {name} of self. src size = {list(src.shape)}, "
                           f"{name} size = {list(place.shape)}")  # fmt: skip


def _replaced(input, cut, src, name):
    out, _ = with_memory_copied(input)
    place = cut(out)
    _check_part(place, src, name)
    place[...] = cast(src, out.dtype)
    return out


@op(tensors=("input", "src"), input=lambda g, dim, index: select_scatter(g, zeros_for(select(g, dim, index)), dim, index),
    src=lambda g, dim, index: select(g, dim, index))  # fmt: skip
def select_scatter(input, src, dim, index):
    """A copy of `input` whose slice at position `index` of the axis `dim` is `src`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.select_scatter.html

    >>> import borch as torch
    >>> torch.select_scatter(torch.zeros(2, 2), torch.ones(2), 0, 0)
    tensor([[1., 1.],
            [0., 0.]])
    """
    return _replaced(input, lambda x: select(x, dim, index), src, "slice")


def _slice_of(x, dim, start, end, step):
    if not x.ndim:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    if step <= 0:
        raise RuntimeError("slice step must be positive")
    end = None if end is None or end >= 2**62 else as_index(end)
    return slice_(x, wrap_dim(dim, x.ndim), start, end, step)


def _slice_zeroed(g, dim, start, end, step):
    return slice_scatter(g, zeros_for(_slice_of(g, dim, start, end, step)), dim, start, end, step)


@op(tensors=("input", "src"), input=_slice_zeroed, out_dtype=SAME_DTYPE,
    src=lambda g, dim, start, end, step: _slice_of(g, dim, start, end, step))  # fmt: skip
def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    """A copy of `input` whose positions start:end:step of the axis `dim` are `src`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.slice_scatter.html

    >>> import borch as torch
    >>> torch.slice_scatter(torch.zeros(3), torch.ones(2), 0, 1)
    tensor([0., 1., 1.])
    """
    return _replaced(input, lambda x: _slice_of(x, dim, start, end, step), src, "slice")


def _diagonal_zeroed(g, offset, dim1, dim2):
    return diagonal_scatter(g, zeros_for(diagonal(g, offset, dim1, dim2)), offset, dim1, dim2)


@op(tensors=("input", "src"), input=_diagonal_zeroed,
    src=lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2))  # fmt: skip
def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    """A copy of `input` whose diagonal over the axes `dim1` and `dim2` is `src`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.diagonal_scatter.html

    >>> import borch as torch
    >>> torch.diagonal_scatter(torch.zeros(2, 2), torch.ones(2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    return _replaced(input, lambda x: diagonal(x, offset, dim1, dim2), src, "slice")


def strided_places(shape, size, stride, offset):
    """The positions, row by row, that `as_strided` shows of a contiguous tensor of `shape`."""
    where = np.full((), offset or 0, np.int64)
    for n, s in zip(size, stride, strict=True):
        where = where[..., None] + np.arange(n, dtype=np.int64) * s
    return where


def _strided_kept(g, size, stride, storage_offset):
    """What torch gives as the gradient of `input`: that of the replaced places, and zero for all others."""
    array = g if isinstance(g, ndarray) else g._array
    where = strided_places(array.shape, size, stride, storage_offset)
    keep = np.full(array.size, mode.pushing, np.float32)
    keep[where.reshape(-1)] = not mode.pushing
    return g * like(g, cast(keep.reshape(array.shape), array.dtype))


def _strided_part(g, size, stride, storage_offset):
    where = strided_places(g.shape, size, stride, storage_offset)
    return OPS["take"](g, like(g, where))


@op(tensors=("input", "src"), input=_strided_kept, src=_strided_part)
def as_strided_scatter(input, src, size, stride, storage_offset=None):
    """A copy of `input` and of the memory around it, whose elements at the places that `as_strided` shows are `src`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.as_strided_scatter.html

    >>> import borch as torch
    >>> torch.as_strided_scatter(torch.zeros(2, 2), torch.ones(2), (2,), (3,))
    tensor([[1., 0.],
            [0., 1.]])
    """
    out, memory = with_memory_copied(input)
    if storage_offset is None:
        storage_offset = (address(out) - address(memory)) // out.itemsize
    where = strided_places(out.shape, size, stride, storage_offset)
    if where.size and where.max() >= memory.size:
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {storage_offset or 0}, and itemsize "
            f"{out.itemsize} requiring a storage size of {(int(where.max()) + 1) * out.itemsize} are out of bounds for "
            f"storage of size {memory.nbytes}"
        )
    _check_part(where, src, "slice")
    memory[where] = cast(src, out.dtype)
    return out
