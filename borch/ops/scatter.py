"""Elements written, added or reduced at positions that an index tensor names: scatter and its reductions.

Source: https://docs.pytorch.org/docs/stable/torch.html#indexing-slicing-joining-mutating-ops
"""

import numpy as np

from .._core.args import type_name
from .._core.dtype import from_numpy
from .._core.op import OPS, function, like, op
from .._core.tensor import Tensor
from .._core.warn import warn_once
from .assign import number_as
from .both import SAME_DTYPE
from .gather import add_at, check_bounds, check_gather, flat_places, gather, places
from .reduced import reduce_at, reduced_backward, stored

ndarray = np.ndarray
REDUCES = ("sum", "prod", "mean", "amax", "amin")


# --------------------------------------------------------------------------------------------------------------- checks
def _prepare(target, dim, index, src, name):
    """(target, where, src) with an axis each and `src` cut to the index; torch's errors. None for an empty index."""
    if isinstance(src, ndarray) and src.dtype != target.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    dim = check_gather(target, dim, index, "scatter")
    if not index.size:
        return None
    has_src = isinstance(src, ndarray)
    if has_src and (src.ndim or 1) != (index.ndim or 1):
        raise RuntimeError("Index tensor must have the same number of dimensions as src tensor")
    shape = index.shape
    own, index = target.reshape(-1) if not target.ndim else target, index.reshape(-1) if not index.ndim else index
    if has_src and not src.ndim:
        src = src.reshape(-1)
    if not _fits(index.shape, own.shape, dim) or (has_src and not _fits(index.shape, src.shape)):
        tail = f" and to be no larger size than src {list(src.shape)}" if has_src else ""
        raise RuntimeError(
            f"Expected index {list(shape)} to be no larger than self {list(target.shape)} apart from dimension {dim}{tail}"
        )
    check_bounds(index, dim, own.shape[dim])
    if has_src and src.shape != index.shape:
        src = src[tuple(slice(n) for n in index.shape)]
    if own.ndim > 1 and own.flags.c_contiguous:
        return own.reshape(-1), flat_places(index, dim, own.shape), src
    return own, places(index, dim), src


def _fits(shape, whole, dim=None):
    """Whether no axis of `shape` but `dim` is longer than that of `whole`."""
    if shape == whole:
        return True
    return all(n <= m for k, (n, m) in enumerate(zip(shape, whole, strict=True)) if k != dim)


def _from_src(g, dim, index, src_shape, node):
    """The gradient of `src`; torch's error when the index was smaller than it."""
    part = gather(g, dim, like(g, index) if isinstance(index, ndarray) else index)
    if tuple(part.shape) != tuple(src_shape):
        raise RuntimeError(
            f"Function {node} returned an invalid gradient at index 1 - got {list(part.shape)} but expected shape "
            f"compatible with {list(src_shape)}"
        )
    return part


# -------------------------------------------------------------------------------------------------------------- scatter
def _write_scatter(target, dim, index, src):
    ready = _prepare(target, dim, index, src, "scatter")
    if ready is not None:
        own, where, src = ready
        own[where] = src if isinstance(src, ndarray) else number_as(src, target.dtype)


def _written(write, input, *args):
    out = input.copy()
    write(out, *args)
    return out


def _cleared(g, dim, index):
    return _scatter_value(g, dim, index, 0)


@op(name="scatter_src", node="ScatterBackward0", tensors=("input", "index", "src"), method=False, namespace=None,
    inplace=_write_scatter, input=_cleared, out_dtype=SAME_DTYPE,
    src=lambda g, dim, index, src_shape: _from_src(g, dim, index, src_shape, "ScatterBackward0"))  # fmt: skip
def _scatter_src(input, dim, index, src):
    return _written(_write_scatter, input, dim, index, src)


@op(name="scatter_value", node="ScatterBackward1", tensors=("input", "index"), method=False, namespace=None,
    inplace=_write_scatter, input=_cleared, out_dtype=SAME_DTYPE)  # fmt: skip
def _scatter_value(input, dim, index, value):
    return _written(_write_scatter, input, dim, index, value)


def _write_reduced(target, dim, index, src, reduce):
    if reduce not in ("add", "multiply"):
        raise RuntimeError("reduce argument must be either add or multiply.")
    ready = _prepare(target, dim, index, src, "scatter")
    if ready is not None:
        own, where, src = ready
        values = src if isinstance(src, ndarray) else np.full(where[0].shape[:0], number_as(src, target.dtype))
        reduce_at(own, where, values, "sum" if reduce == "add" else "prod")


def _no_derivative(g):
    raise RuntimeError("derivative for aten::scatter is not implemented")


@op(name="scatter_with", node="NotImplemented", tensors=("input", "index", "src"), method=False, namespace=None,
    inplace=_write_reduced, input=_no_derivative, src=_no_derivative, out_dtype=SAME_DTYPE)  # fmt: skip
def _scatter_with(input, dim, index, src, reduce):
    return _written(_write_reduced, input, dim, index, src, reduce)


for _function in (_scatter_src, _scatter_value, _scatter_with):
    delattr(Tensor, _function.op.name + "_")
    _function.op.name = "scatter"


def _scatter_kind(src, value, reduce, name):
    """Which of the three ops a call is, and its last arguments."""
    given = src if src is not None else value
    if given is None:
        raise TypeError(f"{name}() received an invalid combination of arguments: it needs src or value")
    if not isinstance(given, (Tensor, ndarray, int, float, complex, np.number)):
        raise TypeError(f"{name}(): argument 'value' must be Number, not {type_name(given)}")
    if reduce is not None:
        if isinstance(given, Tensor):
            warn_once(
                "The reduce argument of torch.scatter with Tensor src is deprecated and will be removed in a future PyTorch "
                "release. Use torch.scatter_reduce instead for more reduction options."
            )
        return "scatter_with", (given, reduce)
    return ("scatter_src" if isinstance(given, (Tensor, ndarray)) else "scatter_value"), (given,)


@function()
def scatter(input, dim, index, src=None, value=None, *, reduce=None, out=None):
    """A copy of `input` with the elements of `src` (or a number) at the positions `index` of the axis `dim`.

    reduce  "add" or "multiply" combine with what is there; they have no gradient
    RuntimeError for positions that are not there and shapes that do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.scatter.html

    >>> import borch as torch
    >>> torch.scatter(torch.zeros(2, 3), 1, torch.tensor([[2], [0]]), 5)
    tensor([[0., 0., 5.],
            [5., 0., 0.]])
    """
    name, rest = _scatter_kind(src, value, reduce, "scatter")
    return OPS[name](input, dim, index, *rest) if out is None else OPS[name](input, dim, index, *rest, out=out)


@function(namespace=None)
def scatter_(self, dim, index, src=None, value=None, *, reduce=None):
    """In-place version of `scatter`."""
    name, rest = _scatter_kind(src, value, reduce, "scatter_")
    return OPS[name + "_"](self, dim, index, *rest)


def _write_added(target, dim, index, src):
    ready = _prepare(target, dim, index, src, "scatter_add")
    if ready is not None:
        add_at(*ready)


@op(strict=True, tensors=("input", "index", "src"), inplace=_write_added, input=lambda g: g, out_dtype=SAME_DTYPE,
    src=lambda g, dim, index, src_shape: _from_src(g, dim, index, src_shape, "ScatterAddBackward0"))  # fmt: skip
def scatter_add(input, dim, index, src):
    """A copy of `input` with the elements of `src` added at the positions `index` of the axis `dim`.

    RuntimeError for positions that are not there and shapes that do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.scatter_add.html

    >>> import borch as torch
    >>> torch.scatter_add(torch.zeros(3), 0, torch.tensor([0, 2, 0]), torch.tensor([1.0, 2.0, 3.0]))
    tensor([4., 0., 2.])
    """
    return _written(_write_added, input, dim, index, src)


# -------------------------------------------------------------------------------------------------------- scatter_reduce
def _write_reduce(target, dim, index, src, reduce, include_self):
    if reduce not in REDUCES:
        raise RuntimeError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    ready = _prepare(target, dim, index, src, "scatter_reduce")
    if target.dtype.kind == "c" and reduce in ("amin", "amax") or target.dtype.kind == "b" and reduce == "mean":
        raise NotImplementedError(
            f"\"scatter_gather_tensor_cpu_reduce_{reduce}\" not implemented for '{from_numpy(target.dtype).legacy}'"
        )
    if ready is not None:
        reduce_at(*ready, reduce, include_self)


def _reduce_backward(g, needed, input, dim, index, src, reduce, include_self, out):
    """Gradients of `input` and `src`."""
    if reduce == "sum":
        own = g if include_self else _cleared(g, dim, index)
        return own, _from_src(g, dim, index, src.shape, "ScatterReduceBackward0") if needed[1] else None
    return reduced_backward(
        g, input, src, out, reduce, include_self,
        pick=lambda x: _from_src(x, dim, index, src.shape, "ScatterReduceBackward0"),
        read=lambda array: gather(array, dim, stored(index)),
        add=lambda totals, values: _write_added(totals, dim, stored(index), values),
        clear=lambda x: _cleared(x, dim, index),
        multiply=lambda x, factors: scatter_reduce(x, dim, index, factors, "prod", include_self=include_self),
    )  # fmt: skip


@op(
    strict=True,
    tensors=("input", "index", "src"),
    inplace=_write_reduce,
    out_dtype=SAME_DTYPE,
    joint=_reduce_backward,
    differentiable=("input", "src"),
)
def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    """A copy of `input` with the elements of `src` reduced into the positions `index` of the axis `dim`.

    reduce        "sum", "prod", "mean", "amax" or "amin"
    include_self  whether the elements of `input` take part
    Source: https://docs.pytorch.org/docs/stable/generated/torch.scatter_reduce.html

    >>> import borch as torch
    >>> torch.scatter_reduce(torch.zeros(2), 0, torch.tensor([0, 0, 1]), torch.tensor([1.0, 5.0, -2.0]), "amax")
    tensor([5., 0.])
    """
    return _written(_write_reduce, input, dim, index, src, reduce, include_self)


for _function in (_scatter_src, scatter_add, scatter_reduce, _scatter_with):
    _function.op.alone = True
for _function in (_scatter_src, scatter_add, scatter_reduce, _scatter_with, _scatter_value):
    _function.op.apart = ("index", "src")
