"""Slices along an axis written at the positions of an index vector: index_add, index_copy, index_fill, index_reduce; put.

Source: https://docs.pytorch.org/docs/stable/torch.html#indexing-slicing-joining-mutating-ops
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.args import type_name, wrap_dim
from .._core.dtype import cast, from_numpy, widen
from .._core.op import OPS, function, like, op
from .._core.tensor import Tensor
from .._core.warn import warn_once
from .assign import number_as
from .both import SAME_DTYPE
from .gather import NP_LONG, POSITIONS, _flat_places, add_at, index_select, out_of_range, reachable, take
from .reduced import reduce_at, reduced_backward, stored
from .shape import reshape

ndarray = np.ndarray


def _words(array):
    return dtypes.from_numpy(array.dtype).legacy


def _place(target, dim, index):
    """`target` with an axis at least, and the numpy index of the slices at `index`."""
    own = target.reshape(-1) if not target.ndim else target
    return own, (*(slice(None),) * wrap_dim(dim, own.ndim), index.reshape(-1))


def _spread(source, target, dim, index):
    """`source` in the shape of the slices that it is written to."""
    own = target.reshape(-1) if not target.ndim else target
    dim = wrap_dim(dim, own.ndim)
    return source.reshape((*own.shape[:dim], index.size, *own.shape[dim + 1 :]))


def _slices_of(g, dim, index, source_shape):
    """The gradient of `source`."""
    return reshape(index_select(g, dim, like(g, index) if isinstance(index, ndarray) else index), source_shape)


# ------------------------------------------------------------------------------------------------------------ index_add
def _check_add(target, dim, index, source):
    dim = wrap_dim(dim, target.ndim)
    if index.ndim > 1:
        raise IndexError(
            f"index_add_(): Index is supposed to be a vector, but got dim: {index.ndim} with type: {_words(index)} and "
            f"size: {list(index.shape)}"
        )
    if index.dtype not in POSITIONS:
        raise RuntimeError(f"index_add_(): Expected dtype int32/int64 for index but got: {_words(index)}")
    if target.dtype != source.dtype:
        raise RuntimeError(
            f"index_add_(): self ({_words(target)}) and source ({_words(source)}) must have the same scalar type"
        )
    length = source.shape[dim] if source.ndim > dim else 1
    if index.size != length:
        raise RuntimeError(
            f"index_add_(): Number of indices ({index.size}) should be equal to source.size(dim): ({length}), for dim: "
            f"{dim}"
        )
    rest = lambda s: (*s[:dim], *s[dim + 1 :])  # noqa: E731
    if rest(target.shape) != rest(source.shape) or target.ndim != source.ndim:
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = "
            f"{list(target.shape)} source.shape = {list(source.shape)}"
        )
    n = target.shape[dim] if target.ndim else 1
    if out_of_range(index, n):
        flat = index.reshape(-1)
        bad = flat[np.argmax((flat < 0) | (flat >= n))]
        if target.ndim < 2:
            raise IndexError("index out of range in self")
        raise RuntimeError(f"index {bad} is out of bounds for dimension {dim} with size {n}")
    return dim


def _write_sums(target, dim, index, source, alpha=1):
    dim = _check_add(target, dim, index, source)
    if alpha != 1:
        wide = widen(source)
        alpha = number_as(alpha, wide.dtype)
        source = wide * alpha
    own, where = _place(target, dim, index)
    add_at(own, where, _spread(source, target, dim, index))


def _copied(write, input, *args):
    out = input.copy()
    write(out, *args)
    return out


def _source_of_sum(g, dim, index, source, alpha):
    part = _slices_of(g, dim, index, tuple(source.shape))
    return part if alpha == 1 else part * alpha


@op(strict=True, tensors=("input", "index", "source"), inplace=_write_sums, input=lambda g: g, source=_source_of_sum,
    out_dtype=SAME_DTYPE)  # fmt: skip
def index_add(input, dim, index, source, *, alpha=1):
    """A copy of `input` with the slices of `source`, times `alpha`, added at the positions `index` of the axis `dim`.

    RuntimeError for positions that are not there and shapes that do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.index_add.html

    >>> import borch as torch
    >>> torch.index_add(torch.zeros(3), 0, torch.tensor([0, 0]), torch.tensor([1.0, 2.0]))
    tensor([3., 0., 0.])
    """
    return _copied(_write_sums, input, dim, index, source, alpha)


# ----------------------------------------------------------------------------------------------------------- index_copy
def _check_copy(target, dim, index, source):
    dim = wrap_dim(dim, target.ndim)
    if index.ndim > 1:
        raise IndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {index.ndim})")
    if source.ndim and target.ndim and source.ndim != target.ndim:
        raise IndexError(
            "index_copy_(): When source and destination are not scalars, their dimensionality must match. Source "
            f"dimensionality ({source.ndim}), destination dimensionality ({target.ndim})"
        )
    theirs, ours = (a.shape[:dim] + a.shape[dim + 1 :] for a in (source, target))
    if theirs != ours:
        raise RuntimeError(
            "index_copy_(): Source/destination tensor must have same slice shapes. Destination slice shape: "
            f"{' '.join(map(str, ours))} at dimension {dim} and source slice shape: {' '.join(map(str, theirs))} at "
            "dimension 0."
        )
    length = source.shape[dim] if source.ndim else 1
    if index.size != length:
        raise IndexError(
            f"index_copy_(): Number of indices ({index.size}) should be equal to source.size(dim) ({length})"
        )
    if index.dtype != NP_LONG:
        raise RuntimeError(f"index_copy_(): Expected a long tensor for index, but got {_words(index)}")
    if target.dtype != source.dtype:
        raise RuntimeError(
            f"index_copy_(): self and source expected to have the same dtype, but got (self) {_words(target)} and "
            f"(source) {_words(source)}"
        )
    n = target.shape[dim] if target.ndim else 1
    if out_of_range(index, n):
        flat = index.reshape(-1)
        bad = flat[np.argmax((flat < 0) | (flat >= n))]
        raise IndexError(f"index_copy_(): index {bad} is out of bounds for dimension {dim} with size {n}")


def _write_slices(target, dim, index, source):
    _check_copy(target, dim, index, source)
    own, where = _place(target, dim, index)
    own[where] = _spread(source, target, dim, index)


def _cleared(g, dim, index):
    return _fill_number(g, dim, like(g, index) if isinstance(index, ndarray) else index, 0)


@op(strict=True, tensors=("input", "index", "source"), inplace=_write_slices, input=_cleared, out_dtype=SAME_DTYPE,
    source=lambda g, dim, index, source: _slices_of(g, dim, index, tuple(source.shape)))  # fmt: skip
def index_copy(input, dim, index, source):
    """A copy of `input` whose slices at the positions `index` of the axis `dim` are those of `source`.

    IndexError for positions that are not there and shapes that do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.index_copy.html

    >>> import borch as torch
    >>> torch.index_copy(torch.zeros(3), 0, torch.tensor([2, 0]), torch.tensor([1.0, 2.0]))
    tensor([2., 0., 1.])
    """
    return _copied(_write_slices, input, dim, index, source)


# ----------------------------------------------------------------------------------------------------------- index_fill
def _write_fill(target, dim, index, value):
    if index.dtype != NP_LONG:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    if index.ndim > 1:
        raise RuntimeError("Index has to be a vector/scalar")
    own, where = _place(target, dim, index)
    value = cast(value, target.dtype) if isinstance(value, ndarray) else number_as(value, target.dtype)
    try:
        own[reachable(where)] = value
    except IndexError:
        dim = wrap_dim(dim, own.ndim)
        n, flat = own.shape[dim], index.reshape(-1)
        bad = flat[np.argmax((flat < -n) | (flat >= n))]
        raise IndexError(f"index {bad} is out of bounds for dimension {dim} with size {n}") from None


@op(name="index_fill_number", node="IndexFillBackward0", tensors=("input", "index"), method=False, namespace=None,
    inplace=_write_fill, input=_cleared)  # fmt: skip
def _fill_number(input, dim, index, value):
    return _copied(_write_fill, input, dim, index, value)


def _filled_sum(g, dim, index):
    """The sum of the gradient over the filled slices, each once."""
    picked = index_select(g, dim, like(g, np.unique(stored(index) % max(g.shape[dim] if g.shape else 1, 1))))
    return picked.sum(dtype=g.dtype) if isinstance(g, ndarray) else OPS["sum"](picked)


@op(name="index_fill_element", node="IndexFillBackward1", tensors=("input", "index", "value"), method=False,
    namespace=None, inplace=_write_fill, input=_cleared, value=_filled_sum)  # fmt: skip
def _fill_element(input, dim, index, value):
    return _copied(_write_fill, input, dim, index, value)


del Tensor.index_fill_number_, Tensor.index_fill_element_
_fill_number.op.overlaps = _fill_element.op.overlaps = True
_fill_number.op.name = _fill_element.op.name = "index_fill"


def _fill_kind(value, name):
    if isinstance(value, Tensor):
        if value._array.ndim:
            raise RuntimeError(
                f"index_fill_ only supports a 0-dimensional value tensor, but got tensor with {value._array.ndim} "
                "dimension(s)."
            )
        return "index_fill_element"
    if not isinstance(value, (int, float, complex, np.number)):
        raise TypeError(f"{name}(): argument 'value' (position 3) must be Number, not {type_name(value)}")
    return "index_fill_number"


@function()
def index_fill(input, dim, index, value):
    """A copy of `input` whose slices at the positions `index` of the axis `dim` hold `value`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.index_fill_.html

    >>> import borch as torch
    >>> torch.index_fill(torch.zeros(3), 0, torch.tensor([0, -1]), 5)
    tensor([5., 0., 5.])
    """
    return OPS[_fill_kind(value, "index_fill")](input, dim, index, value)


@function(namespace=None)
def index_fill_(self, dim, index, value):
    """In-place version of `index_fill`."""
    return OPS[_fill_kind(value, "index_fill_") + "_"](self, dim, index, value)


# --------------------------------------------------------------------------------------------------------- index_reduce
def _write_reduce(target, dim, index, source, reduce, include_self):
    warn_once("index_reduce() is in beta and the API may change at any time.")
    if reduce not in ("prod", "mean", "amax", "amin"):
        raise RuntimeError(f"index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got {reduce}.")
    dim = wrap_dim(dim, target.ndim)
    if index.ndim > 1:
        raise IndexError(f"index_reduce(): Index is supposed to be a vector, but got dim: {index.ndim}")
    if index.dtype not in POSITIONS:
        raise RuntimeError("index_reduce(): Expected dtype int32/int64 for index")
    if target.dtype != source.dtype:
        raise RuntimeError("index_reduce(): self and source must have the same scalar type")
    length = source.shape[dim] if source.ndim > dim else 1
    if index.size != length:
        raise RuntimeError(
            f"index_reduce(): Number of indices ({index.size}) should be equal to source.size(dim): ({length}), for dim: "
            f"{dim}"
        )
    n = target.shape[dim] if target.ndim else 1
    if out_of_range(index, n):
        raise IndexError("index out of range in self")
    if target.dtype.kind in "bc":
        _refuse_reduce(target, reduce, include_self)
    own, where = _place(target, dim, index)
    reduce_at(own, where, _spread(source, target, dim, index), reduce, include_self)


def _refuse_reduce(target, reduce, include_self):
    """bool and complex tensors are reduced slice by slice alone, by what takes their dtype."""
    word = None
    if not include_self:
        word = "index_reduce_func_exclude_input_init"
    elif target.ndim < 2:
        word = "index_func_"
    elif target.dtype.kind == "b":
        word = "div_floor_cpu" if reduce == "mean" else None
    elif reduce in ("amax", "amin"):
        word = "maximum_cpu" if reduce == "amax" else "minimum_cpu"
    if word is not None:
        raise NotImplementedError(f"\"{word}\" not implemented for '{from_numpy(target.dtype).legacy}'")


def _reduce_backward(g, needed, input, dim, index, source, reduce, include_self, out):
    return reduced_backward(
        g, input, source, out, reduce, include_self,
        pick=lambda x: _slices_of(x, dim, index, source.shape),
        read=lambda array: _slices_of(array, dim, stored(index), source.shape),
        add=lambda totals, values: _write_sums(totals, dim, stored(index), values),
        clear=lambda x: _cleared(x, dim, index),
        multiply=lambda x, factors: index_reduce(x, dim, index, factors, "prod", include_self=include_self),
    )  # fmt: skip


@op(strict=True, tensors=("input", "index", "source"), inplace=_write_reduce, joint=_reduce_backward,
    differentiable=("input", "source"), out_dtype=SAME_DTYPE)  # fmt: skip
def index_reduce(input, dim, index, source, reduce, *, include_self=True):
    """A copy of `input` with the slices of `source` reduced into the positions `index` of the axis `dim`.

    reduce        "prod", "mean", "amax" or "amin"
    include_self  whether the slices of `input` take part
    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.index_reduce_.html

    >>> import warnings, borch as torch
    >>> with warnings.catch_warnings(action="ignore"):
    ...     print(torch.index_reduce(torch.ones(2), 0, torch.tensor([0, 0]), torch.tensor([2.0, 3.0]), "prod"))
    tensor([6., 1.])
    """
    return _copied(_write_reduce, input, dim, index, source, reduce, include_self)


# ------------------------------------------------------------------------------------------------------------------ put
def _write_put(target, index, source, accumulate=False):
    if index.dtype == NP_LONG and source.dtype == target.dtype and index.size != source.size:
        raise IndexError(
            "put_(): Expected source and index to have the same number of elements, but got source.numel() = "
            f"{source.size}, index.numel() = {index.size}"
        )
    if source.dtype != target.dtype:
        raise RuntimeError(
            f"put_(): self and source expected to have the same dtype, but got self.dtype = {_words(target)} and "
            f"source.dtype = {_words(source)}"
        )
    index = _flat_places(target, index, "put_").reshape(-1)
    flat = target.reshape(-1)
    if accumulate:
        add_at(flat, index, source.reshape(-1))
    else:
        flat[index] = source.reshape(-1)
    if not np.may_share_memory(flat, target):
        target[...] = flat.reshape(target.shape)


def _kept(g, index, accumulate):
    if accumulate:
        return g
    array = stored(g)
    return put(g, like(g, index) if isinstance(index, ndarray) else index, like(g, np.zeros(index.shape, array.dtype)))


@op(strict=True, tensors=("input", "index", "source"), inplace=_write_put, input=_kept,
    source=lambda g, index, source_shape: reshape(take(g, index), source_shape))  # fmt: skip
def put(input, index, source, accumulate=False):
    """A copy of `input` with the elements of `source` at the positions `index` (read row by row), written or added.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.put_.html

    >>> import borch as torch
    >>> torch.zeros(2, 2).put(torch.tensor([0, 3]), torch.tensor([1.0, 2.0]))
    tensor([[1., 0.],
            [0., 2.]])
    """
    return _copied(_write_put, input, index, source, accumulate)


for _function in (index_add, index_copy, index_reduce, put):
    _function.op.alone, _function.op.apart = True, ("index", "source")
