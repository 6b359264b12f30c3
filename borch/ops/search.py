"""Distinct elements and places in order: unique, unique_consecutive, searchsorted, bucketize.

Source: https://docs.pytorch.org/docs/stable/generated/torch.unique.html
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.args import check_bool, wrap_dim
from .._core.dtype import widen
from .._core.nodata import is_meta, refused
from .._core.op import function, op, wrap
from .._core.tensor import Tensor
from .both import SAME_DTYPE, into
from .sort import argsorted

INT64, INT32 = np.dtype(np.int64), np.dtype(np.int32)


def underivable(name):
    """The formula of an op that torch records but cannot differentiate."""

    def formula(g):
        raise NotImplementedError(f"the derivative for '{name}' is not implemented.")

    return formula


# --------------------------------------------------------------------------------------------------------------- unique
def _grouped(order, new):
    """(which group each element is in, the groups' sizes) from an order and where a new group begins in it."""
    group = np.cumsum(new, dtype=INT64) - 1
    inverse = np.empty(order.size, INT64)
    inverse[order] = group
    return inverse, np.bincount(group, minlength=int(new.sum())).astype(INT64)


def _starts(equal_to_next, n):
    """Where groups begin in a row of `n` of which neighbours are equal or not."""
    new = np.ones(n, np.bool_)
    new[1:] = ~equal_to_next
    return new


def _unique_flat(x):
    flat = x.reshape(-1)
    order = argsorted(flat, 0)
    values = flat[order]
    new = _starts(np.equal(values[1:], values[:-1]), flat.size)
    inverse, counts = _grouped(order, new)
    return values[new], inverse.reshape(x.shape), counts


def _slices(x, dim):
    """The slices along `dim` as rows of a matrix."""
    n = x.shape[dim]
    return np.ascontiguousarray(np.moveaxis(x, dim, 0)).reshape(n, x.size // n if n else 0)


def _slices_back(rows, x, dim):
    return np.moveaxis(rows.reshape(rows.shape[0], *x.shape[:dim], *x.shape[dim + 1 :]), 0, dim)


def _check_slices(x, dim, name):
    zeros = sum(s == 0 for s in x.shape)
    if x.shape[dim] == 0:
        if zeros != 1:
            raise RuntimeError("Number of zero sized dimensions is more than one, so unique cannot be applied ")
    elif zeros:
        raise RuntimeError("There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")


def _unique_slices(x, dim):
    _check_slices(x, dim, "unique")
    rows = _slices(x, dim)
    if not rows.shape[0]:
        return x.copy(), np.zeros(0, INT64), np.zeros(0, INT64)
    order = np.lexsort(rows.T[::-1]).astype(INT64, copy=False)
    ordered = rows[order]
    new = _starts((ordered[1:] == ordered[:-1]).all(1), rows.shape[0])
    inverse, counts = _grouped(order, new)
    return _slices_back(ordered[new], x, dim), inverse, counts


@op(kind="same", outputs=("output", "inverse_indices", "counts"), name="_unique2", input=underivable("_unique2"),
    refuse={"c": "unique"}, method=False, namespace=None)  # fmt: skip
def _unique2(input):
    return _unique_flat(input)


@op(kind="same", outputs=("output", "inverse_indices", "counts"), name="unique_dim", input=underivable("unique_dim"),
    refuse={"c": "unique_dim"}, method=False, namespace=None)  # fmt: skip
def _unique_dim(input, dim):
    return _unique_slices(input, wrap_dim(dim, input.ndim))


def _asked_for(results, return_inverse, return_counts):
    output, inverse, counts = results
    if not (return_inverse or return_counts):
        return output
    return (output, *([inverse] if return_inverse else []), *([counts] if return_counts else []))


@function()
def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The distinct elements in order (or distinct slices along `dim`).

    With `return_inverse` also, for each element, its place among them; with `return_counts` how often each occurs.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.unique.html

    >>> import borch as torch
    >>> torch.unique(torch.tensor([3, 1, 3]), return_counts=True)
    (tensor([1, 3]), tensor([1, 2]))
    """
    name = "_unique2" if dim is None else "unique_dim"
    for asked, argument in (sorted, "sorted"), (return_inverse, "return_inverse"), (return_counts, "return_counts"):
        check_bool(asked, name, argument)
    if is_meta(input._array):
        raise refused("unique" if dim is None else "unique_dim")
    return _asked_for(_unique2(input) if dim is None else _unique_dim(input, dim), return_inverse, return_counts)


@op(kind="same", outputs=("output", "inverse_indices", "counts"), name="unique_consecutive",
    input=underivable("unique_consecutive"), method=False, namespace=None)  # fmt: skip
def _unique_consecutive(input, dim):
    if input.dtype.kind == "c":
        word = "unique" if dim is None else "unique_dim"
        raise NotImplementedError(f"\"{word}\" not implemented for '{dtypes.from_numpy(input.dtype).legacy}'")
    if dim is None:
        flat = input.reshape(-1)
        new = _starts(np.equal(flat[1:], flat[:-1]), flat.size)
        inverse, counts = _grouped(np.arange(flat.size), new)
        return flat[new], inverse.reshape(input.shape), counts
    dim = wrap_dim(dim, input.ndim)
    _check_slices(input, dim, "unique_consecutive")
    rows = _slices(input, dim)
    if not rows.shape[0]:
        return input.copy(), np.zeros(0, INT64), np.zeros(0, INT64)
    new = _starts((rows[1:] == rows[:-1]).all(1), rows.shape[0])
    inverse, counts = _grouped(np.arange(rows.shape[0]), new)
    return _slices_back(rows[new], input, dim), inverse, counts


@function()
def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """The elements (or slices along `dim`) without those that equal the one before.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.unique_consecutive.html

    >>> import borch as torch
    >>> torch.unique_consecutive(torch.tensor([1, 1, 2, 1]))
    tensor([1, 2, 1])
    """
    check_bool(return_inverse, "unique_consecutive", "return_inverse")
    check_bool(return_counts, "unique_consecutive", "return_counts")
    return _asked_for(_unique_consecutive(input, dim), return_inverse, return_counts)


# ------------------------------------------------------------------------------------------------------ places in order
def _side(right, side, name):
    if side is None:
        return bool(right)
    if side not in ("left", "right"):
        raise RuntimeError(f"{name}(): side can only be 'left' or 'right' but got {side}")
    if right and side == "left":
        raise RuntimeError(f"{name}(): side and right can't be set to opposites, got side of left while right was True")
    return side == "right"


def _found(row, values, right):
    """Where `values` would stand in a sorted row; nan behind everything."""
    return np.searchsorted(row, values, "right" if right else "left")


def _search(sequence, values, right, out_int32):
    kind = INT32 if out_int32 else INT64
    if sequence.dtype != values.dtype:
        common = dtypes.result_type_of([sequence.reshape(-1), np.atleast_1d(values)]).numpy
        sequence, values = sequence.astype(common), values.astype(common)
    if not values.size:
        return np.zeros(values.shape, kind)
    if sequence.ndim == 1:
        return np.asarray(_found(sequence, values, right), kind)
    rows = zip(sequence.reshape(-1, sequence.shape[-1]), values.reshape(-1, values.shape[-1]), strict=True)
    found = [_found(row, v, right) for row, v in rows]
    return np.array(found, kind).reshape(values.shape)


def _refuse_search(sequence):
    if sequence.dtype.kind in "bc" and sequence.size:
        kind = dtypes.from_numpy(sequence.dtype).legacy
        raise NotImplementedError(f"\"searchsorted_out_cpu\" not implemented for '{kind}'")


def _check_search(sequence, values, is_number):
    if not sequence.ndim:
        raise RuntimeError(
            "torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but we got "
            f"boundaries tensor dim({sequence.ndim}) and input value's dim({values.ndim}) numel({values.size})"
            if is_number or not values.ndim
            else "torch.searchsorted(): boundaries tensor should have positive dimension, but got 0 dimension"
        )
    if not values.ndim and sequence.ndim != 1:
        raise RuntimeError(
            "torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but we got "
            f"boundaries tensor dim({sequence.ndim}) and input value's dim({values.ndim}) numel({values.size})"
        )
    if sequence.ndim != 1 and sequence.shape[:-1] != values.shape[:-1]:
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries "
            f"tensor and input value tensor must match, but we got boundaries tensor {list(sequence.shape)} and input "
            f"value tensor {list(values.shape)}"
        )
    _refuse_search(sequence)


def _array(value, like):
    return (
        widen(value._array)
        if isinstance(value, Tensor)
        else np.asarray(value, like.dtype if like is not None else None)
    )


def _into(out, found, out_int32):
    words = (
        "torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or Long(int64) depending on "
        f"whether out_int32 flag is True, but we got output tensor's dtype {{0}} and out_int32 flag is {bool(out_int32)}"
    )
    return into("searchsorted", out, wrap(found), words)


@function(method=False)
def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None, out=None):
    """Where in the sorted last axis of `sorted_sequence` each element of `input` would stand: int64, or int32.

    Of equal elements the first place, or with `right` (side="right") the place after the last. `sorter` gives the order
    that sorts an unsorted sequence. RuntimeError when the shapes do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.searchsorted.html

    >>> import borch as torch
    >>> torch.searchsorted(torch.tensor([1, 3, 5]), torch.tensor([3, 6]))
    tensor([1, 3])
    """
    right = _side(right, side, "torch.searchsorted")
    sequence = widen(sorted_sequence._array)
    values = _array(input, None)
    _check_search(sequence, values, not isinstance(input, Tensor))
    if sorter is not None:
        sequence = _sorted_by(sequence, sorter)
    return _into(out, _search(sequence, values, right, out_int32), out_int32)


def _sorted_by(sequence, sorter):
    order = sorter._array
    if order.shape != sequence.shape:
        raise RuntimeError(
            "torch.searchsorted(): boundary and sorter must have the same size, but got boundary tensor "
            f"{list(sequence.shape)}and got sorter tensor {list(order.shape)}"
        )
    if order.dtype != INT64:
        raise RuntimeError(
            f"torch.searchsorted(): sorter must be a tensor of long dtype but got dtype {sorter.dtype.legacy}"
        )
    if order.size and (order.min() < 0 or order.max() >= sequence.shape[-1]):
        raise RuntimeError("torch.searchsorted(): sorter index out of range")
    from .both import along

    return sequence[along(order, sequence.ndim - 1)]


@function(method=False)
def bucketize(input, boundaries, *, out_int32=False, right=False, out=None):
    """Which interval between the sorted `boundaries` each element of `input` lies in: int64, or int32.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.bucketize.html

    >>> import borch as torch
    >>> torch.bucketize(torch.tensor([0, 1, 4, 9]), torch.tensor([1, 4, 6]))
    tensor([0, 0, 1, 3])
    """
    edges = widen(boundaries._array)
    if edges.ndim != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({edges.ndim})")
    _refuse_search(edges)
    return _into(out, _search(edges, _array(input, None), bool(right), out_int32), out_int32)


@function(method=False)
def isin(elements, test_elements, *, assume_unique=False, invert=False, out=None):
    """Whether each of `elements` is one of `test_elements`: bool, of the shape of `elements`. One may be a number.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.isin.html

    >>> import borch as torch
    >>> torch.isin(torch.tensor([1, 2, 3]), torch.tensor([2, 5]))
    tensor([False,  True, False])
    """
    if not isinstance(elements, Tensor) and not isinstance(test_elements, Tensor):
        raise TypeError("isin() received an invalid combination of arguments: one of them must be a Tensor")
    for x in (elements, test_elements):
        if isinstance(x, (bool, complex)):
            raise RuntimeError(f"Unsupported input type encountered for isin(): {dtypes.of_number(x).legacy}")
        if isinstance(x, Tensor) and (x.dtype is dtypes.bool_ or x.is_complex()):
            raise RuntimeError(f"Unsupported input type encountered for isin(): {x.dtype.legacy}")
    found = np.isin(_array(elements, None), _array(test_elements, None), invert=invert)
    return into("isin", out, wrap(np.asarray(found, np.bool_)), SAME_DTYPE)
