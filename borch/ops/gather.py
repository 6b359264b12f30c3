"""Elements picked by position: index_select, gather, take, and the helpers that add back at positions.

Source: https://docs.pytorch.org/docs/stable/torch.html#indexing-slicing-joining-mutating-ops
"""

import math

import numpy as np

from .. import _kernels
from .._core import dtype as dtypes
from .._core.args import broadcast_shape, type_name, wrap_dim
from .._core.dtype import BFLOAT16, narrow, widen
from .._core.nodata import is_meta
from .._core.op import function, like, op, wrap
from .._core.tensor import Tensor
from .axes import expand
from .both import SAME_DTYPE
from .shape import reshape

ndarray = np.ndarray
NP_LONG = np.dtype(np.int64)
POSITIONS = (NP_LONG, np.dtype(np.int32))


NARROW = np.dtype(np.intp).itemsize < 8  # numpy counts with 32 bits, as in the tab, and would wrap larger positions

LONG_ROW = 256  # elements from which on a row is added by a call of its own
FEW = 16  # positions that are looked at quicker as Python's ints
SMALL = 256  # values that are added quicker at once than by their flat places


def reachable(where):
    """`where`, an array of positions or a numpy index, as it is; IndexError for a position beyond those of any array."""
    if NARROW:
        for w in where if type(where) is tuple else (where,):
            if type(w) is ndarray and w.dtype == NP_LONG and (w.astype(np.intp) != w).any():
                raise IndexError("a position is out of bounds")
    return where


def add_at(out, where, values):
    """Adds `values` to `out` at numpy index `where`, once for every time a place is named."""
    apply_at(np.add, out, where, values)


def apply_at(ufunc, out, where, values):
    """out[where] = ufunc(out[where], values), in place and once for every time a place is named."""
    if out.dtype == BFLOAT16:
        wide = widen(out)
        apply_at(ufunc, wide, where, widen(values) if values.dtype == BFLOAT16 else values)
        out[...] = narrow(wide)
        return
    where = where if type(where) is tuple else (where,)
    index = where[0]
    if out.ndim == 1 and index.dtype.kind == "i":
        ufunc.at(out, index.reshape(-1), spread(values, index.shape).reshape(-1))
        return
    if not out.flags.c_contiguous or np.size(values) <= SMALL:
        ufunc.at(out, where, values)
        return
    rows = type(index) is ndarray and index.ndim == 1 and index.dtype.kind == "i"
    if rows and ufunc is np.add and len(where) == 1 and out.dtype.char == "f" and _kernels.compiled:
        _kernels.add_rows(out, index, values)
        return
    if rows and out.size >= LONG_ROW * out.shape[0] and all(type(w) is slice for w in where[1:]):
        for k, row in zip(index.tolist(), np.broadcast_to(values, (index.size, *out.shape[1:])), strict=True):
            place = out[k]
            ufunc(place, row, place)
        return
    places = flat_index(out.shape, where)
    ufunc.at(out.reshape(-1), places.reshape(-1), spread(values, places.shape).reshape(-1))


def spread(values, shape):
    """`values` broadcast to `shape`: themselves where they have it."""
    return values if np.shape(values) == shape else np.broadcast_to(values, shape)


def flat_index(shape, where):
    """The places that a numpy index names in a tensor of `shape`, counted row by row."""
    arrays = [w for w in where if type(w) is ndarray]
    if len(arrays) != 1 or arrays[0].dtype.kind != "i":
        return np.arange(math.prod(shape), dtype=np.int64).reshape(shape)[where]
    (index,) = arrays
    where = (*where, *(slice(None),) * (len(shape) - len(where)))
    total, step, after = np.zeros((), np.int64), 1, 0
    for n, w in zip(reversed(shape), reversed(where), strict=True):
        part = (index % n if n else index) * step if w is index else np.arange(n, dtype=np.int64)[w] * step
        total = total + part.reshape(part.shape + (1,) * after)
        after += part.ndim
        step *= n
    return total


def _check_index(index, name, message="Expected dtype int32 or int64 for index"):
    if index.dtype not in POSITIONS:
        raise RuntimeError(f"{name}(): {message}")


# --------------------------------------------------------------------------------------------------------- whole slices
def _rows_back(g, input_shape, dim, index):
    return index_select_backward(g, input_shape, dim, like(g, index) if isinstance(index, ndarray) else index)


@op(strict=True, tensors=("input", "index"), input=_rows_back)
def index_select(input, dim, index):
    """The slices of `input` along `dim` at the positions in the vector `index` (int32 or int64).

    IndexError for a position that is not there; negative ones are not counted from the end.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.index_select.html

    >>> import borch as torch
    >>> torch.index_select(torch.tensor([[1, 2], [3, 4]]), 1, torch.tensor([1, 1]))
    tensor([[2, 2],
            [4, 4]])
    """
    dim = wrap_dim(dim, input.ndim)
    if index.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    _check_index(index, "index_select")
    if input.ndim == 0:
        if index.size != 1:
            raise RuntimeError(f"index_select(): Index to scalar can have only 1 value, got {index.size} value(s)")
        if index.reshape(-1)[0] != 0:
            raise IndexError("index out of range in self")
        return input.copy()
    index = index.reshape(-1)
    if out_of_range(index, input.shape[dim]):
        raise IndexError("index out of range in self")
    return input.take(index, axis=dim) if dim else _kernels.take_rows(input, index)


@op(tensors=("input", "index"), method=False, namespace=None, input=lambda g, dim, index: index_select(g, dim, index))
def index_select_backward(input, input_sizes, dim, index):
    """Zeros of `input_sizes` with the slices of `input` along `dim` added at the positions `index`."""
    out = np.zeros(input_sizes, input.dtype)
    if not out.ndim:
        return input.reshape(())
    dim = wrap_dim(dim, out.ndim)
    add_at(out, (*(slice(None),) * dim, index.reshape(-1)), input)
    return out


# --------------------------------------------------------------------------------------------------- one by one, gather
def places(index, dim):
    """The numpy index that says for each element of `index`, which counts along `dim`, its place in a tensor."""
    n = index.ndim
    if n == 1:
        return (index,)
    where = []
    for k, length in enumerate(index.shape):
        if k == dim:
            where.append(index)
            continue
        shape = [1] * n
        shape[k] = length
        where.append(np.arange(length, dtype=np.int64).reshape(shape))
    return tuple(where)


def flat_places(index, dim, shape):
    """The same places in a tensor of `shape`, counted row by row."""
    total, step = np.zeros((), np.int64), 1
    for k in range(len(shape) - 1, -1, -1):
        after = (1,) * (len(shape) - 1 - k)
        part = index if k == dim else np.arange(index.shape[k], dtype=np.int64).reshape((-1, *after))
        total = total + (part if step == 1 else part * step)
        step *= shape[k]
    return total if total.dtype == NP_LONG else total.astype(NP_LONG)


_UNSIGNED = {np.dtype(np.int64): np.uint64, np.dtype(np.int32): np.uint32}


def out_of_range(index, n):
    """Whether some position lies outside [0, n): negative ones are huge when read without their sign."""
    if not index.size:
        return False
    if type(index) is not ndarray and is_meta(index):
        index.refuse()
        return False
    flat = index.reshape(-1)
    if flat.size <= FEW:
        positions = flat.tolist()
        return min(positions) < 0 or max(positions) >= n
    return np.maximum.reduce(flat.view(_UNSIGNED[flat.dtype])) >= n


def check_gather(input, dim, index, name, other=None, word="self"):
    """torch's checks of gather and scatter: dims, dtype, sizes. Returns dim, and input and index with an axis each."""
    dim = wrap_dim(dim, input.ndim)
    if index.dtype not in POSITIONS and index.size:
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")
    if not index.size:
        return dim
    if (index.ndim or 1) != (input.ndim or 1):
        raise RuntimeError(f"Index tensor must have the same number of dimensions as {word} tensor")
    return dim


def check_bounds(index, dim, n):
    """RuntimeError for a position outside [0, n)."""
    if out_of_range(index, n):
        flat = index.reshape(-1)
        bad = flat[np.argmax((flat < 0) | (flat >= n))]
        raise RuntimeError(f"index {bad} is out of bounds for dimension {dim} with size {n}")


def _gather_back(g, input, dim, index):
    return gather_backward(g, tuple(input.shape), dim, index)


@op(strict=True, tensors=("input", "index"), input=_gather_back)
def gather(input, dim, index, *, sparse_grad=False):
    """For each element of `index`, the element of `input` at that position of the axis `dim` (and at its own, in others).

    The result has the shape of `index` (int32 or int64). RuntimeError for positions that are not there.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.gather.html

    >>> import borch as torch
    >>> torch.gather(torch.tensor([[1, 2], [3, 4]]), 1, torch.tensor([[0, 0], [1, 0]]))
    tensor([[1, 1],
            [4, 3]])
    """
    dim = check_gather(input, dim, index, "gather", word="input")
    if not index.size:
        return np.empty(index.shape, input.dtype)
    shape, source = index.shape, input.reshape(-1) if input.ndim == 0 else input
    index = index.reshape(-1) if index.ndim == 0 else index
    if index.ndim == 1 == source.ndim:
        check_bounds(index, dim, source.size)
        return source[index] if shape else source[index].reshape(shape)
    for k, (n, m) in enumerate(zip(index.shape, source.shape, strict=True)):
        if k != dim and n > m:
            raise RuntimeError(
                f"Size does not match at dimension {k} expected index {list(shape)} to be no larger than self "
                f"{list(input.shape)} apart from dimension {dim}"
            )
    check_bounds(index, dim, source.shape[dim])
    if source.ndim > 1 and source.flags.c_contiguous:
        found = source.reshape(-1).take(flat_places(index, dim, source.shape))
    else:
        found = source[places(index, dim)].reshape(shape)
    return np.asarray(found, order="C")


@op(tensors=("input", "index"), method=False, namespace=None, input=lambda g, dim, index: gather(g, dim, index))
def gather_backward(input, input_sizes, dim, index):
    """Zeros of `input_sizes` with the elements of `input` added at the positions `index` of the axis `dim`."""
    out = np.zeros(input_sizes, input.dtype)
    if index.size:
        flat = out.reshape(-1) if not out.ndim else out
        index = index.reshape(-1) if not index.ndim else index
        where = flat_places(index, wrap_dim(dim, flat.ndim), flat.shape)
        add_at(out.reshape(-1), where.reshape(-1), input.reshape(-1))
    return out


# --------------------------------------------------------------------------------------------------------- by flat place
def _flat_places(input, index, name):
    if index.dtype != NP_LONG:
        raise RuntimeError(
            f"{name}(): Expected a long tensor for index, but got {dtypes.from_numpy(index.dtype).legacy}"
        )
    n = input.size
    if index.size and (index.min() < -n or index.max() >= n):
        if not n:
            raise IndexError(f"{name}(): tried to {name} from an empty tensor")
        flat = index.reshape(-1)
        bad = flat[np.argmax((flat < -n) | (flat >= n))]
        raise IndexError(f"out of range: tried to access index {bad} on a tensor of {n} elements.")
    return index


@op(strict=True, tensors=("input", "index"), input=lambda g, input, index: take_backward(g, tuple(input.shape), index))
def take(input, index):
    """The elements of `input`, read row by row, at the positions `index` (int64), in the shape of `index`.

    IndexError for positions that are not there; negative ones count from the end.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.take.html

    >>> import borch as torch
    >>> torch.take(torch.tensor([[1, 2], [3, 4]]), torch.tensor([3, 0]))
    tensor([4, 1])
    """
    return input.reshape(-1)[_flat_places(input, index, "take")]


@op(tensors=("input", "index"), method=False, namespace=None, input=lambda g, index: take(g, index))
def take_backward(input, input_sizes, index):
    """Zeros of `input_sizes` with the elements of `input` added at the flat positions `index`."""
    out = np.zeros(input_sizes, input.dtype)
    add_at(out.reshape(-1), index.reshape(-1), input.reshape(-1))
    return out


@function()
def take_along_dim(input, indices, dim=None, *, out=None):
    """`gather` whose other axes broadcast; without `dim`, positions in `input` read row by row.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.take_along_dim.html

    >>> import borch as torch
    >>> x = torch.tensor([[3, 1], [2, 4]])
    >>> torch.take_along_dim(x, torch.tensor([[0], [1]]), dim=1)
    tensor([[3],
            [4]])
    """
    if not isinstance(indices, Tensor):
        raise TypeError(f"take_along_dim(): argument 'indices' (position 2) must be Tensor, not {type_name(indices)}")
    if indices._array.dtype != NP_LONG:
        raise RuntimeError(f"torch.take_along_dim(): dtype of indices should be Long but got {indices.dtype.legacy}")
    if dim is None:
        return gather(reshape(input, (-1,)), 0, reshape(indices, (-1,)), out=out)
    shape, wanted = input._array.shape, indices._array.shape
    if len(shape) != len(wanted):
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, but got "
            f"{len(shape)} dimensions for input, and {len(wanted)} dimensions for indices"
        )
    dim = wrap_dim(dim, len(shape))
    if not shape:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    n = shape[dim]
    if out is None and shape[:dim] == wanted[:dim] and shape[dim + 1 :] == wanted[dim + 1 :]:
        return gather(input, dim, wrap(indices._array % (n or 1)))
    one = lambda s, m: (*s[:dim], m, *s[dim + 1 :])  # noqa: E731
    common = broadcast_shape(one(shape, 1), one(wanted, 1))
    index = wrap(np.broadcast_to(indices._array, one(common, wanted[dim])) % (n or 1))
    return gather(expand(input, one(common, n)), dim, index, out=out)


gather.op.apart = ("input",)
take.op.apart = index_select.op.apart = ("input", "index")
gather.op.out_dtype = SAME_DTYPE
index_select.op.out_dtype = "index_select(): self and result must have the same scalar type"
take.op.out_dtype = "take(): self and out expected to have the same dtype, but got self.dtype = {1} and out.dtype = {0}"
