"""Tensors put together along an axis, and taken apart along one.

Source: https://docs.pytorch.org/docs/stable/torch.html#indexing-slicing-joining-mutating-ops
"""

import itertools

import numpy as np

from .._core import dtype as dtypes
from .._core.args import as_index, check_tensors, type_name, wrap_dim
from .._core.dtype import cast
from .._core.op import function, like, op, wrap
from .._core.tensor import Tensor
from .parts import select, slice_
from .shape import atleast_1d, atleast_2d, atleast_3d, flatten, reshape
from .strides import has_channels_last, laid_out_as

ndarray = np.ndarray


# ------------------------------------------------------------------------------------------------------------- together
def _one_dtype(arrays):
    first = arrays[0].dtype
    for a in arrays:
        if a.dtype is not first:
            target = dtypes.result_type_of(arrays).numpy
            return [cast(a, target) for a in arrays]
    return arrays


def _joined(arrays, dim):
    out = np.concatenate(arrays, dim)
    if out.flags.c_contiguous and (out.ndim < 4 or arrays[0].flags.c_contiguous):
        return out
    if all(map(has_channels_last, arrays)):
        return laid_out_as(out, arrays[0])
    return np.ascontiguousarray(out)


def dtype_of(g):
    return g.dtype if isinstance(g, ndarray) else g._array.dtype


def _cat_backward(g, tensors_shape, dim):
    ndim = len(g.shape)
    dim = wrap_dim(dim, ndim)
    grads, at = [], 0
    for shape in tensors_shape:
        if len(shape) != ndim:
            grads.append(like(g, np.zeros(shape, dtype_of(g))))
            continue
        grads.append(slice_(g, dim, at, at + shape[dim], 1))
        at += shape[dim]
    return grads


@op(lists=("tensors",), aliases=("concat", "concatenate"), method=False, formula={"tensors": _cat_backward})
def cat(tensors, dim=0):
    """The tensors one after the other along the axis `dim`; their dtypes promote, their other axes are equally long.

    RuntimeError when shapes do not fit, ValueError for no tensors.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.cat.html

    >>> import borch as torch
    >>> torch.cat([torch.tensor([[1, 2]]), torch.tensor([[3, 4]])])
    tensor([[1, 2],
            [3, 4]])
    """
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    arrays = _one_dtype(tensors)
    first = arrays[0]
    if first.ndim and first.shape != (0,):
        try:
            return _joined(arrays, wrap_dim(dim, first.ndim))
        except ValueError:
            pass
    return _cat_odd(arrays, dim)


def _joins_into(o):
    def write_out(out, joined, values):
        """torch's own words when `out` cannot hold the joined dtype."""
        if isinstance(out, Tensor):
            have, want = dtypes.from_numpy(joined.dtype), out.dtype
            if not dtypes.can_cast(have, want):
                raise TypeError(f"torch.cat(): input types can't be cast to the desired output type {want.legacy}")
        return type(o).write_out(o, out, joined, values)

    o.write_out = write_out


_joins_into(cat.op)
cat.op.apart = ("tensors",)


def _cat_odd(arrays, dim):
    """Leaves out empty vectors, which torch lets join anything; torch's errors for the rest."""
    for k, a in enumerate(arrays):
        if a.ndim == 0:
            raise RuntimeError(f"zero-dimensional tensor (at position {k}) cannot be concatenated")
    kept = [(k, a) for k, a in enumerate(arrays) if a.shape != (0,)]
    if not kept:
        wrap_dim(dim, 1)
        return arrays[0].copy()
    first = kept[0][1]
    dim = wrap_dim(dim, first.ndim)
    for k, a in kept:
        if a.ndim != first.ndim:
            raise RuntimeError(f"Tensors must have same number of dimensions: got {first.ndim} and {a.ndim}")
        for axis, (n, m) in enumerate(zip(first.shape, a.shape, strict=True)):
            if n != m and axis != dim:
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {dim}. Expected size {n} but got size {m} for "
                    f"tensor number {k} in the list."
                )
    return np.ascontiguousarray(_joined([a for _, a in kept], dim))


def _chunk_cat_backward(g):
    raise RuntimeError("derivative for aten::_chunk_cat is not implemented")


@op(lists=("tensors",), method=False, node="NotImplemented", formula={"tensors": _chunk_cat_backward})
def _chunk_cat(tensors, dim, num_chunks):
    """Each tensor cut along `dim` into `num_chunks` pieces of one length, the last filled up with zeros; the pieces with
    the same number one after the other, as one row each.

    >>> import borch as torch
    >>> torch._chunk_cat([torch.tensor([1, 2, 3]), torch.tensor([4, 5])], 0, 2)
    tensor([[1, 2, 4],
            [3, 0, 5]])
    """
    if not tensors:
        raise RuntimeError("_chunk_cat expects a non-empty input tensor list")
    if num_chunks < 1:
        raise RuntimeError("_chunk_cat expects positive num_chunks")
    first = tensors[0]
    if not all(x.size for x in tensors):
        raise RuntimeError("_chunk_cat expects non-empty tensor")
    if dim < 0 and any(x.ndim != first.ndim for x in tensors):
        raise RuntimeError("_chunk_cat expects non-negative dim when input tensors have different ndims")
    dim = wrap_dim(dim, first.ndim)
    if any(x.dtype != first.dtype for x in tensors):
        raise RuntimeError("_chunk_cat expects all input tensors with the same dtype")
    if any(x.shape[:dim] != first.shape[:dim] for x in tensors):
        raise RuntimeError("_chunk_cat expects same sizes of 0,...,dim-1 dimensions for all tensors")
    rows = []
    for x in tensors:
        missing = -x.shape[dim] % num_chunks
        if missing:
            x = np.concatenate([x, np.zeros((*x.shape[:dim], missing, *x.shape[dim + 1 :]), x.dtype)], dim)
        rows.append(x.reshape(*x.shape[:dim], num_chunks, -1))
    return np.concatenate(rows, -1)


def _stack_backward(g, tensors_shape, dim):
    return [select(g, dim, k) for k in range(len(tensors_shape))]


@op(lists=("tensors",), method=False, formula={"tensors": _stack_backward})
def stack(tensors, dim=0):
    """Tensors of one shape, put together along a new axis `dim`; their dtypes promote.

    RuntimeError when the shapes differ or there is no tensor.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.stack.html

    >>> import borch as torch
    >>> torch.stack([torch.tensor([1, 2]), torch.tensor([3, 4])], dim=1)
    tensor([[1, 3],
            [2, 4]])
    """
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    arrays = _one_dtype(tensors)
    shape = arrays[0].shape
    dim = wrap_dim(dim, len(shape) + 1)
    for k, a in enumerate(arrays):
        if a.shape != shape:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(shape)} at entry 0 and {list(a.shape)} at "
                f"entry {k}"
            )
    place = (*(slice(None),) * dim, None)
    return _joined([a[place] for a in arrays], dim)


_joins_into(stack.op)
stack.op.apart = ("tensors",)


def _checked(tensors, name):
    if isinstance(tensors, Tensor) or not isinstance(tensors, (tuple, list)):
        raise TypeError(f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not {type_name(tensors)}")
    if not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList")
    for k, t in enumerate(tensors):
        if not isinstance(t, Tensor):
            raise TypeError(f"expected Tensor as element {k} in argument 0, but got {type_name(t)}")
    return list(tensors)


@function(method=False)
def hstack(tensors, *, out=None):
    """The tensors side by side: along the second axis, vectors along the first.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.hstack.html

    >>> import borch as torch
    >>> torch.hstack((torch.tensor([1, 2]), torch.tensor([3])))
    tensor([1, 2, 3])
    """
    tensors = atleast_1d(_checked(tensors, "hstack"))
    return cat(tensors, 0 if tensors[0]._array.ndim == 1 else 1, out=out)


@function(method=False, aliases=("row_stack",))
def vstack(tensors, *, out=None):
    """The tensors on top of each other: along the first axis, vectors as rows.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.vstack.html

    >>> import borch as torch
    >>> torch.vstack((torch.tensor([1, 2]), torch.tensor([3, 4])))
    tensor([[1, 2],
            [3, 4]])
    """
    return cat(atleast_2d(_checked(tensors, "vstack")), 0, out=out)


@function(method=False)
def dstack(tensors, *, out=None):
    """The tensors behind each other: along the third axis.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.dstack.html

    >>> import borch as torch
    >>> torch.dstack((torch.tensor([1, 2]), torch.tensor([3, 4])))
    tensor([[[1, 3],
             [2, 4]]])
    """
    return cat(atleast_3d(_checked(tensors, "dstack")), 2, out=out)


@function(method=False)
def column_stack(tensors, *, out=None):
    """The tensors side by side, vectors as columns.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.column_stack.html

    >>> import borch as torch
    >>> torch.column_stack((torch.tensor([1, 2]), torch.tensor([3, 4])))
    tensor([[1, 3],
            [2, 4]])
    """
    tensors = _checked(tensors, "column_stack")
    return hstack([reshape(t, (t._array.size, 1)) if t._array.ndim <= 1 else t for t in tensors], out=out)


def _blocks(shapes):
    """The place (row, column, rows, columns) of each block."""
    row = column = 0
    for shape in shapes:
        rows, columns = (1, 1) if not shape else (1, *shape) if len(shape) == 1 else shape
        yield row, column, rows, columns
        row, column = row + rows, column + columns


def _block_diag_backward(g, tensors_shape):
    return [
        reshape(slice_(slice_(g, 0, r, r + n, 1), 1, c, c + m, 1), s)
        for (r, c, n, m), s in zip(_blocks(tensors_shape), tensors_shape, strict=True)
    ]


@op(lists=("tensors",), method=False, namespace=None, name="block_diag_", node="BlockDiagBackward0",
    formula={"tensors": _block_diag_backward})  # fmt: skip
def _block_diag(tensors):
    for k, a in enumerate(tensors):
        if a.ndim > 2:
            raise RuntimeError(
                f"torch.block_diag: Input tensors must have 2 or fewer dimensions. Input {k} has {a.ndim} dimensions"
            )
    places = list(_blocks([a.shape for a in tensors]))
    target = dtypes.result_type_of(tensors).numpy
    out = np.zeros((sum(p[2] for p in places), sum(p[3] for p in places)), target)
    for (r, c, n, m), a in zip(places, tensors, strict=True):
        out[r : r + n, c : c + m] = cast(a, target)
    return out


@function(method=False)
def block_diag(*tensors):
    """The matrix with the given matrices (or rows, or numbers) along its diagonal, zeros elsewhere.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.block_diag.html

    >>> import borch as torch
    >>> torch.block_diag(torch.tensor([[1, 2]]), torch.tensor([3]))
    tensor([[1, 2, 0],
            [0, 0, 3]])
    """
    if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)):
        tensors = tensors[0]
    return _block_diag(tensors) if tensors else wrap(np.zeros((1, 0), dtypes.default.real.numpy))


@function(method=False)
def cartesian_prod(*tensors):
    """Every combination of one element from each vector, one per row.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cartesian_prod.html

    >>> import borch as torch
    >>> torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([3, 4]))
    tensor([[1, 3],
            [1, 4],
            [2, 3],
            [2, 4]])
    """
    from .grid import meshgrid

    if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)):
        tensors = tensors[0]
    check_tensors(tensors)
    for t in tensors:
        if t._array.ndim != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(t._array.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    return stack([flatten(t) for t in meshgrid(*tensors, indexing="ij")], 1)


@function(method=False)
def combinations(input, r=2, with_replacement=False):
    """Every selection of `r` elements of a vector, in order, one per row.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.combinations.html

    >>> import borch as torch
    >>> torch.combinations(torch.tensor([1, 2, 3]))
    tensor([[1, 2],
            [1, 3],
            [2, 3]])
    """
    from .gather import index_select

    r = as_index(r)
    if input._array.ndim != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(input._array.shape)}")
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return wrap(np.empty(0, input._array.dtype))
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    picks = np.fromiter(itertools.chain.from_iterable(choose(range(input._array.shape[0]), r)), np.int64).reshape(-1, r)
    return stack([index_select(input, 0, wrap(np.ascontiguousarray(picks[:, k]))) for k in range(r)], 1)
