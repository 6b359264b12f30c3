"""Tensor[...]: what stands between the brackets, and the ops it becomes: select, slice, unsqueeze, index, index_put.

Source: https://docs.pytorch.org/docs/stable/tensor_view.html
"""

import warnings

import numpy as np

from .._core import dtype as dtypes
from .._core.args import dim_range_error, type_name
from .._core.dtype import cast
from .._core.mode import ENTERED, InferenceWrites, mode, new_writes
from .._core.nodata import NoData
from .._core.op import OPS, edge_of, function, like, op, wrap
from .._core.tensor import Tensor, new
from .._core.view import check_overlap, check_writable, mark_view, refuse_inference
from .assign import element_as
from .axes import expand
from .gather import add_at, reachable
from .parts import alias, select, slice_
from .shape import reshape, unsqueeze, view

ndarray = np.ndarray
BOOL, UINT8, LONG = np.dtype(np.bool_), np.dtype(np.uint8), np.dtype(np.int64)
INDEX_DTYPES = frozenset(np.dtype(t) for t in (np.int64, np.int32, np.uint8, np.bool_))
FULL = slice(None)


# ----------------------------------------------------------------------------------------- index and index_put as ops
def _numpy_index(input, indices):
    """The tuple numpy takes, for indices that stand on consecutive axes (None for an axis that is kept)."""
    where, axis = [], 0
    for index in indices:
        if index is None:
            where.append(FULL)
            axis += 1
            continue
        if index.dtype is BOOL:
            have = input.shape[axis : axis + index.ndim]
            if index.shape != have:
                j = next((j for j, (n, m) in enumerate(zip(index.shape, have, strict=False)) if n != m), len(have))
                raise IndexError(
                    f"The shape of the mask {list(index.shape)} at index {j} does not match the shape of the indexed "
                    f"tensor {list(input.shape)} at index {axis + j}"
                )
            axis += index.ndim
        else:
            axis += 1
        where.append(index)
    if axis > input.ndim:
        raise IndexError(f"too many indices for tensor of dimension {input.ndim} (got {axis})")
    return tuple(where)


def _explain(error, input, where):
    """torch's words for what numpy refused."""
    shapes = [w.shape for w in _without_masks(where)]
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        return IndexError(
            "shape mismatch: indexing tensors could not be broadcast together with shapes "
            + ", ".join(str(list(s)) for s in shapes)
        )
    nth = axis = 0
    for w in where:
        if type(w) is slice:
            axis += 1
            continue
        if w.dtype is BOOL:
            axis += w.ndim
            nth += w.ndim
            continue
        n = input.shape[axis]
        if not n and w.size:
            return IndexError("index is out of bounds for dimension with size 0")
        flat = w.reshape(-1)
        wrong = (flat < -n) | (flat >= n)
        if wrong.any():
            return IndexError(f"index {flat[np.argmax(wrong)]} is out of bounds for dimension {nth} with size {n}")
        axis += 1
        nth += 1
    return error


def _without_masks(where):
    out = []
    for w in where:
        if type(w) is not slice:
            out.extend(np.nonzero(w) if w.dtype is BOOL else (w,))
    return out


@op(name="index", method=False, namespace=None, input=lambda g, input_shape, indices: index_backward(
    g, input_shape, indices))  # fmt: skip
def _index(input, indices):
    where = _numpy_index(input, indices)
    try:
        out = input[reachable(where)]
    except (IndexError, ValueError) as error:
        raise _explain(error, input, where) from None
    if type(out) is ndarray and not out.flags.c_contiguous:
        return np.ascontiguousarray(out)
    return out


@op(node="IndexPutImplBackward0", method=False, namespace=None, input=lambda g, indices: _index(g, indices))
def index_backward(input, input_sizes, indices):
    """Zeros of `input_sizes` with `input` added at the places that `indices` name."""
    out = np.zeros(input_sizes, input.dtype)
    where = _numpy_index(out, indices)
    if all(type(w) is slice or w.dtype is BOOL for w in where) and sum(type(w) is not slice for w in where) == 1:
        out[where] = input
    else:
        add_at(out, where, input)
    return out


def _write_index(target, indices, values, accumulate=False):
    where = _numpy_index(target, indices)
    try:
        reachable(where)
        if values.dtype != target.dtype:
            np.broadcast_to(values, np.empty(target.shape, BOOL)[where].shape)
            raise TypeError
        if accumulate:
            shape = np.empty(target.shape, BOOL)[where].shape
            add_at(target, where, np.broadcast_to(values, shape))
        else:
            target[where] = values
    except TypeError:
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{dtypes.from_numpy(target.dtype).legacy} for the destination and "
            f"{dtypes.from_numpy(values.dtype).legacy} for the source."
        ) from None
    except (IndexError, ValueError) as error:
        better = _explain(error, target, where)
        if better is not error:
            raise better from None
        shape = np.empty(target.shape, BOOL)[where].shape
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(values.shape)} cannot be broadcast to indexing result of "
            f"shape {list(shape)}"
        ) from None


def _kept_elsewhere(g, indices, accumulate):
    if accumulate:
        return g
    array = g if isinstance(g, ndarray) else g._array
    return _put(g, indices, like(g, np.zeros((), array.dtype)), False)


@op(name="index_put", tensors=("input", "values"), method=False, namespace=None, inplace=_write_index,
    input=_kept_elsewhere, values=lambda g, indices: _index(g, indices))  # fmt: skip
def _put(input, indices, values, accumulate=False):
    out = input.copy()
    _write_index(out, indices, values, accumulate)
    return out


_put.op.overlaps = _put.op.alone = True
_put_native = OPS["index_put_"]


def _index_arrays(indices, name):
    if isinstance(indices, Tensor) or not isinstance(indices, (tuple, list)):
        raise TypeError(f"{name}(): argument 'indices' (position 1) must be tuple of Tensors, not {type_name(indices)}")
    for k, index in enumerate(indices):
        if not isinstance(index, Tensor):
            raise TypeError(f"expected Tensor as element {k} in argument 0, but got {type_name(index)}")
    return tuple(map(_checked, indices))


@function()
def index_put(input, indices, values, accumulate=False):
    """A copy of `input` with `values` at the places that a tuple of index tensors names, written or added.

    RuntimeError when the dtypes differ or `values` do not broadcast.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.index_put_.html

    >>> import borch as torch
    >>> torch.zeros(3).index_put((torch.tensor([0, 0]),), torch.tensor(1.0), accumulate=True)
    tensor([2., 0., 0.])
    """
    return _put(input, _index_arrays(indices, "index_put"), values, accumulate)


@function()
def index_put_(input, indices, values, accumulate=False):
    """In-place version of `index_put`."""
    return _put_native(input, _index_arrays(indices, "index_put_"), values, accumulate)


OPS["index_put_"] = index_put_


# ----------------------------------------------------------------------------------------------- reading the brackets
def _checked(tensor):
    """The array of an index tensor; uint8 counts as a mask."""
    array = tensor._array
    if array.dtype not in INDEX_DTYPES:
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    if array.dtype is UINT8 or array.dtype == UINT8:
        warnings.warn(
            "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead.",
            UserWarning,
            stacklevel=4,
        )
        return array.astype(BOOL)
    return array


def _as_tuple(index):
    """The items between the brackets; a list of sequences, slices, None or tensors counts as a tuple, as in torch."""
    if type(index) is tuple:
        return index
    if isinstance(index, tuple):
        return tuple(index)
    if isinstance(index, list) and len(index) < 32:
        for item in index:
            if item is None or item is Ellipsis or isinstance(item, (Tensor, list, tuple, slice, range, str, ndarray)):
                warnings.warn(
                    "Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed in pytorch "
                    "2.9; use x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be interpreted as tensor index, "
                    "x[torch.tensor(seq)], which will result either in an error or a different result",
                    UserWarning,
                    stacklevel=4,
                )
                return tuple(index)
    return (index,)


def _from_sequence(item):
    if len(item) == 0:
        return wrap(np.zeros(np.shape(item), np.int64))
    array = OPS["tensor"](item)._array
    return wrap(array if array.dtype in (BOOL, UINT8) else cast(array, np.dtype(np.int64)))


def _specified(item):
    """How many axes of the tensor an item uses up."""
    if item is None or item is Ellipsis or item is True or item is False:
        return 0
    if isinstance(item, Tensor):
        return item._array.ndim if item._array.dtype in (BOOL, UINT8) else 1
    return 1


def _select_item(result, dim, index, nth):
    array = result._array
    if array.ndim == 0 or dim >= array.ndim:
        if array.ndim == 0:
            raise IndexError(
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert "
                "a 0-dim tensor to a number"
            )
        raise IndexError(f"index {index} is out of bounds for dimension {nth} with size 0")
    n = array.shape[dim]
    if not -n <= index < n:
        raise IndexError(f"index {index} is out of bounds for dimension {nth} with size {n}")
    return select(result, dim, index)


def _slice_item(result, dim, item, alone):
    array = result._array
    if array.ndim == 0:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    if dim >= array.ndim:
        raise dim_range_error(dim, array.ndim)
    n = array.shape[dim]
    start, stop, step = item.indices(n)
    if step < 0:
        raise ValueError("step must be greater than zero")
    if not alone and step == 1 and stop == n and item.start in (None, 0) and (item.stop is None or item.stop >= n):
        return result
    return slice_(result, dim, start, max(start, stop), step)


def _apply(self, items, reading=True):
    """The basic steps, one op each; returns the tensor so far and the index arrays by axis ([] for none)."""
    result, dim, indices = self, 0, []
    ndim = self._array.ndim
    alone = len(items) == 1 and reading
    if alone and type(items[0]) is int and ndim:
        return _select_item(self, 0, items[0], 0), indices
    specified = sum(map(_specified, items))
    if specified > ndim and not (len(items) == 1 and not isinstance(items[0], Tensor)):
        raise IndexError(f"too many indices for tensor of dimension {ndim}")

    def record(array):
        nonlocal dim
        indices.extend([None] * (dim - _axes(indices)))
        indices.append(array)
        dim += array.ndim if array.dtype is BOOL else 1
        if dim > result._array.ndim:
            raise IndexError(f"too many indices for tensor of dimension {ndim}")

    for nth, item in enumerate(items):
        kind = type(item)
        if isinstance(item, ndarray) or (kind is not str and isinstance(item, (list, tuple, range))):
            item = OPS["tensor"](item) if isinstance(item, ndarray) else _from_sequence(item)
            kind = Tensor
        if kind is int:
            result = _select_item(result, dim, item, nth)
        elif kind is slice:
            result = _slice_item(result, dim, item, alone)
            dim += 1
        elif item is Ellipsis:
            dim += ndim - specified
        elif item is None:
            result = unsqueeze(result, dim)
            dim += 1
        elif kind is bool:
            result = unsqueeze(result, dim)
            record(np.zeros(1 if item else 0, np.int64))
        elif isinstance(item, Tensor):
            array = item._array
            if array.ndim == 0 and array.dtype.kind in "iu" and array.dtype != UINT8:
                result = _select_item(result, dim, int(array), nth)
                continue
            array = _checked(item)
            if array.ndim == 0:
                result = unsqueeze(result, dim)
                array = np.zeros(1 if array else 0, np.int64)
            record(array)
        elif kind is str:
            raise TypeError("new(): invalid data type 'str'")
        elif hasattr(item, "__index__") and not isinstance(item, np.bool_):
            result = _select_item(result, dim, item.__index__(), nth)
        else:
            raise IndexError(
                "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices "
                f"(got {'numpy.bool' if isinstance(item, np.bool_) else type_name(item)})"
            )
    return result, indices


def _axes(indices):
    return sum(1 if i is None or i.dtype is not BOOL else i.ndim for i in indices)


def _basic(index):
    """The index for numpy when it is made of ints, plain slices and an Ellipsis; None for others."""
    if type(index) is not tuple:
        index = (index,)
    whole = False
    for item in index:
        kind = type(item)
        if kind is int:
            continue
        if kind is slice:
            if item.step is not None:
                return None
        elif item is Ellipsis and not whole:
            whole = True
        else:
            return None
    return index if whole else (*index, Ellipsis)


def getitem(self, index):
    """The part of a tensor that the brackets name: a view for ints, slices, None and Ellipsis, a copy for index tensors.

    IndexError for what is out of range or no index.
    """
    if self._base is not None:
        self._refresh()
    if not (self._requires_grad and mode.grad):
        where = _basic(index)
        if where is not None:
            try:
                array = self._array[where]
            except (IndexError, TypeError, OverflowError):
                pass
            else:
                out = new(Tensor)
                out._array = array
                out._writes = new_writes() if ENTERED else [0]
                mark_view(out, self)
                return out
        elif isinstance(index, Tensor):
            where = index._array
            if where.ndim and where.dtype in (LONG, BOOL):
                try:
                    return wrap(self._array[reachable(where)])
                except (IndexError, NoData):
                    pass
    if index is None:
        return unsqueeze(self, 0)
    items = _as_tuple(index)
    result, indices = _apply(self, items)
    if indices:
        out = _index(result, tuple(indices))
        if out._requires_grad:
            out._node.versions += _versions_of(items)
        return out
    return alias(self) if result is self else result


def _versions_of(items):
    """What a node notes of the index tensors, which must not be written to before backward."""
    tensors = [t for t in items if isinstance(t, Tensor) and t._array.ndim]
    return tuple([(t._writes, t._writes[0], t._array) for t in tensors if type(t._writes) is not InferenceWrites])


# --------------------------------------------------------------------------------------------------------- assignment
def _value(self, value):
    """The assigned value: a Tensor, or a Python number."""
    if isinstance(value, Tensor) or type(value) in (int, float, bool, complex):
        return value
    if isinstance(value, (int, float, complex, np.integer)):
        return value.item() if isinstance(value, np.generic) else value
    raise TypeError(f"can't assign a {type_name(value)} to a torch.{self.dtype.legacy}Tensor")


def _without_leading_ones(shape, ndim=0):
    k = 0
    while k < len(shape) and shape[k] == 1:
        k += 1
    return shape[k:]


def _write_basic(self, target, value):
    """Writes into the array `target`, a part of `self`, without recording."""
    if 0 in target.strides or not target.flags.writeable:
        part = new(Tensor)
        part._array, part._writes = target, [0]
        check_writable(part, False)
        target = part._array
    if isinstance(value, Tensor):
        source = value._array
        if value._writes is self._writes:
            check_overlap(target, source)
        if source.dtype is not target.dtype:
            source = cast(source, target.dtype)
        if source.shape != target.shape and source.ndim:
            expand(reshape(wrap(source), _without_leading_ones(source.shape)), target.shape)
            source = source.reshape(_without_leading_ones(source.shape))
        target[...] = source
    elif type(value) is float and target.dtype.kind == "f" and target.itemsize == 8:
        target[...] = value
    else:
        target[...] = element_as(value, target.dtype)
    self._writes[0] += 1


def _write_quickly(self, where, value):
    """Writes a number where one mask or one tensor of positions says, if that is all there is to it."""
    array = self._array
    if not where.ndim or where.dtype not in (LONG, BOOL) or not array.flags.writeable or 0 in array.strides:
        return False
    if where.dtype is BOOL and where.shape != array.shape[: where.ndim]:
        return False
    try:
        if where.shape == array.shape and where.dtype is BOOL and array.flags.c_contiguous:
            np.putmask(array, where, element_as(value, array.dtype))
        else:
            array[reachable(where)] = element_as(value, array.dtype)
    except IndexError:
        return False
    self._writes[0] += 1
    return True


def _assign(target, value):
    """`value` into every element of the tensor `target`, recorded."""
    if not isinstance(value, Tensor):
        OPS["fill_element_"](target, wrap(np.asarray(element_as(value, target._array.dtype))))
    elif value._array.shape == target._array.shape:
        target.copy_(value)
    elif value._array.ndim == 0:
        target.fill_(value)
    else:
        value = view(value, _without_leading_ones(value._array.shape)) if value._array.shape[0] == 1 else value
        target.copy_(expand(value, target._array.shape))


def setitem(self, index, value):
    """Writes a number or a tensor, broadcast, into the part that the brackets name, in place and recorded.

    IndexError for what is out of range or no index, RuntimeError for values that do not fit.
    """
    value = _value(self, value)
    if ENTERED:
        refuse_inference(self)
    recording = mode.grad and (edge_of(self) is not None or (isinstance(value, Tensor) and edge_of(value) is not None))
    if not recording:
        where = _basic(index)
        if where is not None:
            try:
                target = self._array[where]
            except (IndexError, TypeError, OverflowError):
                pass
            else:
                try:
                    return _write_basic(self, target, value)
                except NoData:  # it goes the longer way
                    pass
        elif isinstance(index, Tensor) and type(value) in (int, float):
            try:
                if _write_quickly(self, index._array, value):
                    return None
            except NoData:
                pass
    if index is Ellipsis:
        return _assign(self, value)
    result, indices = _apply(self, _as_tuple(index), reading=False)
    if not indices:
        return _assign(result, value)
    if index is False:
        return None
    return _assign_indexed(result, indices, value)


def _is_one_mask(indices):
    """Whether one mask alone says where to write; torch then casts a single value."""
    return indices[-1].dtype is BOOL and all(i is None for i in indices[:-1])


def _assign_indexed(result, indices, value):
    array = result._array
    if not isinstance(value, Tensor):
        value = wrap(np.asarray(element_as(value, array.dtype)))
    elif value._array.ndim and value._array.shape[0] == 1:
        value = view(value, _without_leading_ones(value._array.shape))
    if value._array.dtype != array.dtype and value._array.size == 1 and _is_one_mask(indices):
        value = value.to(result.dtype)
    if edge_of(value) is not None:
        indices = [None if i is None else i.copy() for i in indices]
    _put_native(result, tuple(indices), value, False)


Tensor.__getitem__ = getitem
Tensor.__setitem__ = setitem


def _contains(self, element):
    """Whether some element of this tensor equals `element`, a number or a tensor."""
    if isinstance(element, Tensor):
        element = element._array
    elif not isinstance(element, (int, float, complex)):
        raise RuntimeError(f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(element)}.")
    array = dtypes.widen(self._array)
    return bool((array == (dtypes.widen(element) if isinstance(element, ndarray) else element)).any())


Tensor.__contains__ = _contains
