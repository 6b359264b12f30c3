"""Elements chosen by a mask: where, masked_fill, masked_select, masked_scatter, nonzero.

Source: https://docs.pytorch.org/docs/stable/torch.html#indexing-slicing-joining-mutating-ops
"""

import numpy as np

from .. import _kernels
from .._core import dtype as dtypes
from .._core.args import broadcast_shape, type_name
from .._core.calls import ABSENT
from .._core.dtype import cast
from .._core.nodata import is_meta, refused
from .._core.op import OPS, function, like, op, wrap
from .._core.tensor import Tensor
from .._core.warn import warn_once
from .._core.wrappers import written_plainly
from .assign import SINGLE_AND_DOUBLE, check_broadcast, element_as, number_as
from .both import array_of, into
from .gather import add_at
from .shape import reshape
from .strides import expanded

ndarray = np.ndarray
BOOL = np.dtype(np.bool_)


# ---------------------------------------------------------------------------------------------------------------- where
@op(name="where", method=False, namespace=None, tensors=("condition", "input", "other"),
    input=lambda g, condition: _kept(g, condition, True), other=lambda g, condition: _kept(g, condition, False),
    out_dtype="Expected out type to be {1} but got {0}")  # fmt: skip
def _where(condition, input, other):
    if type(input) is not ndarray or type(other) is not ndarray or input.dtype is not other.dtype:
        arrays = [x for x in (input, other) if isinstance(x, ndarray)]
        numbers = [x for x in (input, other) if not isinstance(x, ndarray)]
        target = dtypes.result_type_of(arrays, numbers).numpy
        input, other = (
            cast(x, target) if isinstance(x, ndarray) else np.asarray(element_as(x, target)) for x in (input, other)
        )
    if not condition.shape == input.shape == other.shape:
        broadcast_shape(broadcast_shape(condition.shape, input.shape), other.shape)
    out = _kernels.where(condition, input, other)
    return out if out.flags.c_contiguous or condition.ndim else np.ascontiguousarray(out)


_where.op.apart = ()


def _kept(g, condition, where):
    """`g` where the condition is `where`, zeros elsewhere."""
    if isinstance(g, ndarray):
        zero = np.zeros((), g.dtype)
        return _kernels.where(condition, g, zero) if where else _kernels.where(condition, zero, g)
    return _where(condition, g, 0) if where else _where(condition, 0, g)


def _condition(condition, args):
    if not isinstance(condition, Tensor):
        words = ", ".join(map(type_name, args))
        raise TypeError(
            f"where() received an invalid combination of arguments - got ({words}), but expected one of:\n"
            " * (Tensor condition)\n * (Tensor condition, Tensor input, Tensor other, *, Tensor out = None)\n"
            " * (Tensor condition, Number self, Tensor other)\n * (Tensor condition, Tensor input, Number other)\n"
            " * (Tensor condition, Number self, Number other)\n"
        )
    if condition._array.dtype is BOOL:
        return condition
    if condition._array.dtype == np.uint8:
        warn_once(
            "where received a uint8 condition tensor. This behavior is deprecated and will be removed in a future "
            "version of PyTorch. Use a boolean condition instead."
        )
        return wrap(condition._array != 0)
    raise RuntimeError(
        f"where expected condition to be a boolean tensor, but got a tensor with dtype {condition.dtype.legacy}"
    )


@function(method=False)
def where(condition, input=ABSENT, other=ABSENT, *, out=None, self=ABSENT, x=ABSENT, y=ABSENT):
    """Elements of `input` where `condition` is true and of `other` elsewhere; shapes broadcast, dtypes promote.

    With a condition alone, the indices of its true elements, as `nonzero(as_tuple=True)` gives them.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.where.html

    >>> import borch as torch
    >>> torch.where(torch.tensor([True, False]), torch.tensor([1.0, 2.0]), 0)
    tensor([1., 0.])
    """
    if input is ABSENT:
        input = self if self is not ABSENT else x
    if other is ABSENT:
        other = y
    if input is ABSENT is other:
        return nonzero(condition, as_tuple=True)
    if input is ABSENT or other is ABSENT or input is None or other is None:
        raise TypeError("where() takes a condition alone, or with both of what to choose from")
    if not (isinstance(condition, Tensor) and condition._array.dtype is BOOL):
        condition = _condition(condition, (condition, input, other))
    if not isinstance(input, Tensor) and not isinstance(other, Tensor):
        dtype = dtypes.result_type_of((), (input, other)).numpy
        input = wrap(np.asarray(number_as(input, dtype)))
        other = wrap(np.asarray(number_as(other, dtype)))
    return _where(condition, input, other) if out is None else _where(condition, input, other, out=out)


def _where_method(self, condition, other):
    """Elements of this tensor where `condition` is true and of `other` elsewhere; see `torch.where`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.where.html

    >>> import borch as torch
    >>> torch.tensor([1.0, 2.0]).where(torch.tensor([True, False]), 0)
    tensor([1., 0.])
    """
    return where(condition, self, other)


_where_method.__name__ = "where"
Tensor.where = _where_method


# ---------------------------------------------------------------------------------------------------------- masked_fill
def _check_mask(mask, name="masked_fill_"):
    if mask.dtype is not BOOL:
        word = dtypes.cpp_name(mask.dtype) if name == "masked_fill_" else dtypes.from_numpy(mask.dtype).legacy
        raise RuntimeError(f"{name} only supports boolean masks, but got mask with dtype {word}")


def _write_masked(target, mask, value):
    if mask.dtype is not BOOL:
        _check_mask(mask)
    if mask.shape != target.shape:
        check_broadcast(target.shape, mask.shape)
    value = number_as(value, target.dtype) if not isinstance(value, ndarray) else cast(value, target.dtype)
    if mask.shape == target.shape and target.flags.c_contiguous:
        np.putmask(target, mask, value)
    else:
        np.copyto(target, value, where=mask)


def _masked_copy(input, mask, value):
    _check_mask(mask)
    shape = input.shape if input.shape == mask.shape else broadcast_shape(mask.shape, input.shape)
    out = expanded(input, shape).copy() if shape != input.shape else input.copy()
    _write_masked(out, mask, value)
    return out


def _unmasked(g, mask):
    """`g` with zeros where the mask is true."""
    return _kept(g, mask, False)


@op(name="masked_fill_number", node="MaskedFillBackward0", tensors=("input", "mask"), method=False, namespace=None,
    inplace=_write_masked, input=_unmasked)  # fmt: skip
def _masked_fill_number(input, mask, value):
    return _masked_copy(input, mask, value)


@op(name="masked_fill_element", node="MaskedFillBackward1", tensors=("input", "mask", "value"), method=False,
    namespace=None, inplace=_write_masked, input=_unmasked, value=lambda g, mask: _kept(g, mask, True))  # fmt: skip
def _masked_fill_element(input, mask, value):
    return _masked_copy(input, mask, value)


def _fill_kind(input, mask, value, name):
    """Whether `value` is a tensor; torch's errors for other things."""
    if isinstance(value, Tensor):
        if value._array.ndim:
            raise RuntimeError(
                f"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {value._array.ndim} "
                "dimension(s)."
            )
        if value._array.dtype.kind == "c" and isinstance(input, Tensor):
            number_as(value.item(), input._array.dtype)  # refuses what the dtype cannot hold
        return True
    if not isinstance(mask, (Tensor, ndarray)) or not isinstance(value, (int, float, complex, np.number, np.bool_)):
        words = ", ".join(map(type_name, (mask, value)))
        raise TypeError(
            f"{name}() received an invalid combination of arguments - got ({words}), but expected one of:\n"
            " * (Tensor mask, Tensor value)\n * (Tensor mask, Number value)\n"
        )
    return False


@function()
def masked_fill(input, mask, value):
    """A copy of `input` with `value` (a number or a 0-dim tensor) where the boolean `mask` is true; shapes broadcast.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.masked_fill.html

    >>> import borch as torch
    >>> torch.tensor([1.0, 2.0]).masked_fill(torch.tensor([True, False]), -1)
    tensor([-1.,  2.])
    """
    return (_masked_fill_element if _fill_kind(input, mask, value, "masked_fill") else _masked_fill_number)(
        input, mask, value
    )


@function(namespace=None)
def masked_fill_(self, mask, value):
    """In-place version of `masked_fill`."""
    if type(value) is float and isinstance(self, Tensor) and isinstance(mask, Tensor) and written_plainly(self):
        array, where_ = self._array, mask._array
        if where_.dtype is BOOL and where_.shape == array.shape and array.dtype in SINGLE_AND_DOUBLE:
            np.putmask(array, where_, number_as(value, array.dtype))
            self._writes[0] += 1
            return self
    kind = "element" if _fill_kind(self, mask, value, "masked_fill_") else "number"
    return OPS[f"masked_fill_{kind}_"](self, mask, value)


del Tensor.masked_fill_number_, Tensor.masked_fill_element_
_masked_fill_number.op.overlaps = _masked_fill_element.op.overlaps = True
_masked_fill_number.op.name = _masked_fill_element.op.name = "masked_fill"


# ------------------------------------------------------------------------------------------------- select and scatter
def _full_mask(input, mask):
    shape = broadcast_shape(mask.shape, input.shape)
    return (input if input.shape == shape else expanded(input, shape)), (
        mask if mask.shape == shape else expanded(mask, shape)
    )


def _select_back(g, input_shape, mask):
    from .._core.node import unbroadcast, unbroadcast_recorded

    shape = broadcast_shape(mask.shape if isinstance(mask, ndarray) else mask._array.shape, input_shape)
    full = masked_scatter(like(g, np.zeros(shape, g.dtype if isinstance(g, ndarray) else g._array.dtype)), mask, g)
    if shape == input_shape:
        return full
    return unbroadcast(full, input_shape) if isinstance(g, ndarray) else unbroadcast_recorded(full, input_shape)


@op(strict=True, tensors=("input", "mask"), input=_select_back,
    out_dtype="masked_select(): self and result must have the same scalar type")  # fmt: skip
def masked_select(input, mask):
    """The elements of `input`, row by row, where the boolean `mask` is true, as a vector; shapes broadcast.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.masked_select.html

    >>> import borch as torch
    >>> x = torch.tensor([[1, 2], [3, 4]])
    >>> torch.masked_select(x, x > 2)
    tensor([3, 4])
    """
    if mask.dtype != BOOL:
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    input, mask = _full_mask(input, mask)
    return input[mask].reshape(-1)


masked_select.op.apart = ("input", "mask")


def _write_scattered(target, mask, source):
    _check_mask(mask, "masked_scatter_")
    if target.dtype != source.dtype:
        raise RuntimeError(
            "masked_scatter: expected self and source to have same dtypes but got"
            f"{dtypes.from_numpy(target.dtype).legacy} and {dtypes.from_numpy(source.dtype).legacy}"
        )
    if mask.shape != target.shape:
        try:
            mask = OPS["expand"](mask, target.shape)
        except RuntimeError as error:
            raise RuntimeError(str(error).replace("torch.BoolTensor", "CPUBoolType")) from None
    count = int(np.count_nonzero(mask))
    if source.size < count:
        raise RuntimeError("Number of elements of source < number of ones in mask")
    target[mask] = source.reshape(-1)[:count]


def _source_back(g, source_shape, mask):
    array = g if isinstance(g, ndarray) else g._array
    chosen = masked_select(g, mask)
    size = int(np.prod(source_shape, dtype=np.int64))
    missing = size - (chosen.size if isinstance(chosen, ndarray) else chosen._array.size)
    if missing:
        chosen = OPS["cat"]([chosen, like(g, np.zeros(missing, array.dtype))])
    return reshape(chosen, source_shape)


@op(strict=True, tensors=("input", "mask", "source"), inplace=_write_scattered, input=_unmasked, source=_source_back)
def masked_scatter(input, mask, source):
    """A copy of `input` with the elements of `source`, row by row, where the boolean `mask` is true.

    RuntimeError when `source` has too few elements.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.masked_scatter.html

    >>> import borch as torch
    >>> torch.zeros(3).masked_scatter(torch.tensor([True, False, True]), torch.tensor([1.0, 2.0]))
    tensor([1., 0., 2.])
    """
    _check_mask(mask, "masked_scatter_")
    full, mask = _full_mask(input, mask)
    out = full.copy()
    _write_scattered(out, mask, source)
    return out


# -------------------------------------------------------------------------------------------------------------- nonzero
@function()
def nonzero(input, *, as_tuple=False, out=None):
    """The indices of the elements that are not zero: one row per element, or with `as_tuple` one vector per axis.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nonzero.html

    >>> import borch as torch
    >>> torch.nonzero(torch.tensor([[0, 5], [7, 0]]))
    tensor([[0, 1],
            [1, 0]])
    """
    if not isinstance(input, Tensor):
        raise TypeError(f"nonzero(): argument 'input' (position 1) must be Tensor, not {type_name(input)}")
    if is_meta(input._array):
        raise refused("nonzero")
    array = dtypes.widen(input._array)
    if as_tuple:
        if isinstance(out, Tensor):
            raise RuntimeError("nonzero does not support the out kwarg when as_tuple is True")
        if out is not None:
            raise TypeError(f"nonzero(): argument 'out' must be Tensor, not {type_name(out)}")
        found = np.nonzero(array.reshape(-1) if array.ndim == 0 else array)
        return tuple(wrap(np.ascontiguousarray(f, np.int64)) for f in found)
    if array.ndim == 0:
        rows = np.zeros((int(array != 0), 0), np.int64)
    else:
        rows = np.array(np.nonzero(array), np.int64).reshape(array.ndim, -1).T
    return into(
        "nonzero", out, wrap(rows), "nonzero: Expected out tensor to have scalar type {1} but got scalar type{0}"
    )


@function()
def argwhere(input):
    """The indices of the elements that are not zero, one row per element; the same as `nonzero`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.argwhere.html

    >>> import borch as torch
    >>> torch.argwhere(torch.tensor([0, 5]))
    tensor([[1]])
    """
    return nonzero(input)


@function()
def nonzero_static(input, *, size, fill_value=-1, out=None):
    """The first `size` rows of `nonzero`, followed by rows of `fill_value` where there are fewer.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nonzero.html

    >>> import borch as torch
    >>> torch.nonzero_static(torch.tensor([0, 5]), size=2)
    tensor([[ 1],
            [-1]])
    """
    found = nonzero(input)._array[:size]
    rows = np.full((size, found.shape[1]), fill_value, np.int64)
    rows[: len(found)] = found
    return wrap(rows) if out is None else OPS["copy_"](out.resize_(rows.shape), wrap(rows))


# ------------------------------------------------------------------------------------------- indices that may not be there
def _reached(input, indices):
    """The indices as arrays that stay within their axes."""
    return [np.clip(array_of(i), -n, n - 1) for i, n in zip(indices, input.shape, strict=False)]


@op(kind="same", tensors=("input", "mask"), strict=True, method=False, input=lambda g, mask, indices, input_shape: (
    _spread_masked(g, mask, indices, input_shape)))  # fmt: skip
def _unsafe_masked_index(input, mask, indices, fill):
    """`input[indices]` where `mask` is true, and `fill` elsewhere, where the indices need not be within `input`.

    >>> import borch as torch
    >>> torch._unsafe_masked_index(torch.tensor([1, 2]), torch.tensor([True, False]), [torch.tensor([1, 9])], 0)
    tensor([2, 0])
    """
    _check_indices(indices)
    found = input[tuple(_reached(input, indices))]
    return np.where(mask, found, number_as(fill, input.dtype))


def _check_indices(indices):
    for k, index in enumerate(indices):
        if not isinstance(index, (Tensor, np.ndarray)):
            raise TypeError(f"expected Tensor as element {k} in argument 2, but got {type_name(index)}")


def _spread_masked(g, mask, indices, shape):
    zeros = like(g, np.zeros(tuple(shape), array_of(g).dtype))
    return _unsafe_masked_index_put_accumulate(zeros, mask, indices, g)


@op(kind="same", tensors=("input", "mask", "values"), strict=True, method=False, input=lambda g: g,
    values=lambda g, mask, indices: _unsafe_masked_index(g, mask, indices, 0))  # fmt: skip
def _unsafe_masked_index_put_accumulate(input, mask, indices, values):
    """A copy of `input` with those `values` added at `indices` where `mask` is true; see `_unsafe_masked_index`.

    >>> import borch as torch
    >>> here = torch.tensor([True, False]), [torch.tensor([1, 9])]
    >>> torch._unsafe_masked_index_put_accumulate(torch.tensor([1, 2]), *here, torch.tensor([10, 20]))
    tensor([ 1, 12])
    """
    _check_indices(indices)
    out = input.copy()
    add_at(out, tuple(_reached(input, indices)), np.where(mask, values, np.zeros(1, values.dtype)))
    return out
