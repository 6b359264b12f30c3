"""Elements written, added or reduced at positions that an index tensor names: scatter and its reductions.

Source: https://docs.pytorch.org/docs/stable/torch.html#indexing-slicing-joining-mutating-ops
"""

import numpy as np

from .._core.args import type_name
from .._core.dtype import BFLOAT16, cast, from_numpy, narrow, widen
from .._core.op import OPS, function, like, op
from .._core.tensor import Tensor
from .._core.warn import warn_once
from .assign import number_as
from .both import SAME_DTYPE
from .gather import add_at, apply_at, check_bounds, check_gather, flat_places, gather, places
from .masked import _where as where_
from .masked import masked_fill

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
    wrong = any(n > m for k, (n, m) in enumerate(zip(index.shape, own.shape, strict=True)) if k != dim)
    if wrong or (has_src and any(n > m for n, m in zip(index.shape, src.shape, strict=True))):
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
def _identity(reduce, dtype):
    if reduce in ("sum", "mean"):
        return 0
    if reduce == "prod":
        return 1
    if dtype.kind == "f":
        return -np.inf if reduce == "amax" else np.inf
    if dtype.kind == "b":
        return reduce == "amin"
    limits = np.iinfo(dtype)
    return limits.min if reduce == "amax" else limits.max


def reduce_at(out, where, values, reduce, include_self=True):
    """Reduces `values` into `out` at the numpy index `where`."""
    if out.dtype == BFLOAT16:
        wide = widen(out)
        reduce_at(wide, where, widen(values), reduce, include_self)
        out[...] = narrow(wide)
        return
    if not include_self:
        out[where] = _identity(reduce, out.dtype)
    if reduce in ("sum", "mean"):
        add_at(out, where, values)
    else:
        apply_at({"prod": np.multiply, "amax": np.maximum, "amin": np.minimum}[reduce], out, where, values)
    if reduce == "mean":
        count = np.full(out.shape, 1 if include_self else 0, np.int64)
        apply_at(np.add, count, where, np.ones((), np.int64))
        count = np.maximum(count, 1)
        out[...] = out // count if out.dtype.kind in "iub" else (out / count).astype(out.dtype)


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


def array_of(x):
    return x if isinstance(x, (ndarray, np.generic)) else x._array


def as_values(g, mask):
    """A mask as ones and zeros in the form and the dtype of the gradient `g`."""
    return like(g, cast(array_of(mask).astype(np.float64), array_of(g).dtype))


def _reduce_backward(g, needed, input, dim, index, src, reduce, include_self, out):
    """Gradients of `input` and `src`; extrema share theirs among all that are equal."""
    if not isinstance(g, Tensor):
        g, input, src, out = (np.asarray(widen(x)) for x in (g, input, src, out))
    pick = lambda x: _from_src(x, dim, index, src.shape, "ScatterReduceBackward0")  # noqa: E731
    if reduce == "sum":
        own, other = g, pick(g) if needed[1] else None
    elif reduce == "prod":
        own, other = _product_backward(g, input, dim, index, src, include_self, out, pick)
    else:
        if reduce == "mean":
            counts = np.full(input.shape, 1.0 if include_self else 0.0)
            _write_added(counts, dim, array_of(index), np.ones(src.shape))
            chosen = None
        else:
            value = gather(array_of(out), dim, array_of(index))
            chosen = tuple(widen(array_of(x)) == widen(array_of(y)) for x, y in ((input, out), (src, value)))
            counts = np.array(chosen[0], np.float64)
            _write_added(counts, dim, array_of(index), chosen[1].astype(np.float64))
        if reduce == "mean" or not include_self:
            counts = np.maximum(counts, 1)
        share = g / as_values(g, counts)
        own, other = share, pick(share)
        if chosen is not None:
            own, other = own * as_values(g, chosen[0]), other * as_values(g, chosen[1])
    return own if include_self else _cleared(own, dim, index), other


def _product_backward(g, input, dim, index, src, include_self, out, pick):
    zero = np.equal(widen(array_of(src)), 0)
    totals = np.zeros(input.shape)
    _write_added(totals, dim, array_of(index), zero.astype(np.float64))
    zeros_there = gather(totals, dim, array_of(index))
    single = like(g, np.asarray(zero & (zeros_there == 1)))
    masked_input = masked_fill(input, like(g, np.asarray(np.equal(widen(array_of(input)), 0))), 1)
    own = g * scatter_reduce(masked_input, dim, index, src, "prod", include_self=include_self) / masked_input
    masked_src = masked_fill(src, single, 1)
    others = pick(g * scatter_reduce(input, dim, index, masked_src, "prod", include_self=include_self))
    usual = pick(g * out) / masked_fill(src, like(g, np.asarray(zero)), 1)
    return own, where_(single, others, usual)


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
