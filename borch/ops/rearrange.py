"""Copies of elements in another order: repeated, flipped, rotated, shifted, on or off a diagonal.

Source: https://docs.pytorch.org/docs/stable/torch.html#indexing-slicing-joining-mutating-ops
"""

import operator
from functools import lru_cache

import numpy as np

from .._core.args import as_index, type_name, wrap_dim, wrap_dims
from .._core.device import contiguous_format
from .._core.op import check_result_cast, function, op, wrap
from .._core.tensor import Tensor
from .axes import expand
from .both import SAME_DTYPE, into
from .gather import index_select
from .memory import clone
from .parts import diagonal, diagonal_backward
from .shape import flatten, ints, reshape, unsqueeze
from .strides import copied, dense_as

ndarray = np.ndarray


# ------------------------------------------------------------------------------------------------------------- repeated
def _repeat_backward(g, repeats, input_shape):
    """The sum over the copies of each element."""
    from .._core.op import OPS

    extra = len(repeats) - len(input_shape)
    split, summed = [], []
    for k, r in enumerate(repeats):
        summed.append(len(split))
        split.append(r)
        if k >= extra:
            split.append(input_shape[k - extra])
    if isinstance(g, ndarray):
        return g.reshape(split).sum(axis=tuple(summed), dtype=g.dtype)
    return OPS["sum"](reshape(g, tuple(split)), tuple(summed)) if summed else g


@op(namespace=None, loose="repeats", input=_repeat_backward)
def repeat(input, repeats):
    """Copies of `input` laid side by side, `repeats[k]` along axis k; further repeats in front make new axes.

    RuntimeError when there are fewer repeats than axes.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.repeat.html

    >>> import borch as torch
    >>> torch.tensor([1, 2]).repeat(2, 2)
    tensor([[1, 2, 1, 2],
            [1, 2, 1, 2]])
    """
    repeats = ints(repeats, "repeat", "repeats")
    extra = len(repeats) - input.ndim
    if extra < 0:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    shape = (*(1,) * extra, *input.shape)
    total = tuple(r * n for r, n in zip(repeats, shape, strict=True))
    if any(n < 0 for n in repeats):
        bad = next(n for n in total if n < 0) if any(n < 0 for n in total) else min(repeats)
        raise RuntimeError(f"Trying to create tensor with negative dimension {bad}: {list(total)}")
    inner = input.reshape([m for n in shape for m in (1, n)])
    out = np.empty([m for r, n in zip(repeats, shape, strict=True) for m in (r, n)], input.dtype)
    out[...] = inner
    return out.reshape(total)


@function(loose="dims")
def tile(input, dims):
    """Copies of `input` laid side by side, `dims` counted from the last axis, as numpy's tile counts them.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.tile.html

    >>> import borch as torch
    >>> torch.tile(torch.tensor([[1, 2]]), (2,))
    tensor([[1, 2, 1, 2]])
    """
    dims = ints(dims, "tile", "dims")
    return repeat(input, (1,) * (input._array.ndim - len(dims)) + dims)


def _counts(repeats, n):
    """The index that repeats position k `repeats[k]` times."""
    if repeats.dtype.kind not in "iu" or repeats.dtype.itemsize < 4:
        from .._core.dtype import from_numpy

        raise NotImplementedError(f"\"repeat_interleave_cpu\" not implemented for '{from_numpy(repeats.dtype).legacy}'")
    if (repeats < 0).any():
        raise RuntimeError("repeats can not be negative")
    return np.repeat(np.arange(n, dtype=np.int64), np.asarray(repeats).astype(np.intp))


@function()
def repeat_interleave(input, repeats=None, dim=None, *, output_size=None):
    """Each element (or slice along `dim`) repeated in place: `repeats` is an int or a tensor of one count per position.

    With one tensor alone, the index that repeats position k as often as the tensor says.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.repeat_interleave.html

    >>> import borch as torch
    >>> torch.repeat_interleave(torch.tensor([1, 2]), 2)
    tensor([1, 1, 2, 2])
    >>> torch.repeat_interleave(torch.tensor([[1], [2]]), torch.tensor([1, 2]), dim=0)
    tensor([[1],
            [2],
            [2]])
    """
    if repeats is None:
        if input._array.ndim != 1:
            raise RuntimeError("repeat_interleave only accept 1D vector as repeat")
        counts = input._array
        index = _counts(counts, counts.shape[0])
        _check_output_size(output_size, index.shape[0])
        return wrap(index.astype(counts.dtype))
    if dim is None:
        input, dim = flatten(input), 0
    dim = wrap_dim(dim, input._array.ndim)
    if input._array.ndim == 0:
        input = reshape(input, (1,))
    n = input._array.shape[dim]
    if not isinstance(repeats, Tensor):
        times = as_index(repeats)
        if times < 0:
            raise RuntimeError("Repeats must be non-negative")
        _check_output_size(output_size, n * times)
        return _interleave(input, dim, n, times)
    counts = repeats._array
    if counts.ndim > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if counts.size == 1:
        counts = np.repeat(counts.reshape(-1), n)
    elif counts.shape[0] != n:
        raise RuntimeError(
            "repeats must have the same size as input along dim, but got repeats.size(0) = "
            f"{counts.shape[0]} and input.size({dim}) = {n}"
        )
    index = _counts(counts, n)
    _check_output_size(output_size, index.shape[0])
    return index_select(input, dim, wrap(index))


def _check_output_size(output_size, total):
    if output_size is not None and output_size != total:
        raise RuntimeError(f"repeat_interleave: Invalid output_size, expected {total} but got {output_size}")


def _interleave(input, dim, n, times):
    shape = input._array.shape
    wide = expand(unsqueeze(input, dim + 1), (*shape[: dim + 1], times, *shape[dim + 1 :]))
    wide = clone(wide, memory_format=contiguous_format)
    return flatten(wide, dim, dim + 1) if n else reshape(wide, (*shape[:dim], 0, *shape[dim + 1 :]))


# ------------------------------------------------------------------------------------------------- flipped and shifted
@op(loose="dims", input=lambda g, dims: flip(g, dims))
def flip(input, dims):
    """A copy of `input` with the order along the axes `dims` reversed.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.flip.html

    >>> import borch as torch
    >>> torch.flip(torch.tensor([[1, 2], [3, 4]]), (0,))
    tensor([[3, 4],
            [1, 2]])
    """
    if not isinstance(dims, (tuple, list)):
        raise TypeError(f"flip(): argument 'dims' (position 2) must be tuple of ints, not {type_name(dims)}")
    at = wrap_dims(dims, input.ndim)
    if not input.ndim:
        return input.copy()
    back = tuple([slice(None, None, -1) if k in at else slice(None) for k in range(input.ndim)])
    return input[back].copy() if input.flags.c_contiguous else copied(input)[back].copy("K")


@function()
def fliplr(input):
    """`input` with its second axis reversed.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fliplr.html

    >>> import borch as torch
    >>> torch.fliplr(torch.tensor([[1, 2]]))
    tensor([[2, 1]])
    """
    if input._array.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return flip(input, (1,))


@function()
def flipud(input):
    """`input` with its first axis reversed.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.flipud.html

    >>> import borch as torch
    >>> torch.flipud(torch.tensor([1, 2]))
    tensor([2, 1])
    """
    if input._array.ndim < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return flip(input, (0,))


@op(input=lambda g, k, dims: rot90(g, -k, dims))
def rot90(input, k=1, dims=(0, 1)):
    """A copy of `input` turned k times by a quarter from the axis dims[0] towards dims[1].

    Source: https://docs.pytorch.org/docs/stable/generated/torch.rot90.html

    >>> import borch as torch
    >>> torch.rot90(torch.tensor([[1, 2], [3, 4]]))
    tensor([[2, 4],
            [1, 3]])
    """
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if input.ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {input.ndim}")
    a, b = wrap_dim(dims[0], input.ndim), wrap_dim(dims[1], input.ndim)
    if a == b:
        raise RuntimeError(f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}")
    k = as_index(k) % 4
    if k == 0:
        return copied(input)
    if k == 1:
        return flip(input, (b,)).swapaxes(a, b)
    if k == 2:
        return flip(input, (a, b))
    return flip(input, (a,)).swapaxes(a, b)


def _roll_back(g, shifts, dims):
    negative = tuple(-s for s in shifts) if isinstance(shifts, (tuple, list)) else -shifts
    return roll(g, negative, dims)


@op(input=_roll_back)
def roll(input, shifts, dims=()):
    """A copy of `input` with positions shifted along the axes `dims`, the last ones coming in at the front.

    Without `dims` the elements are shifted row by row.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.roll.html

    >>> import borch as torch
    >>> torch.roll(torch.arange(4), 1)
    tensor([3, 0, 1, 2])
    """
    shifts = tuple(shifts) if isinstance(shifts, (tuple, list)) else (as_index(shifts),)
    dims = tuple(dims) if isinstance(dims, (tuple, list)) else () if dims is None else (dims,)
    if not shifts:
        raise RuntimeError("`shifts` required")
    if not dims and len(shifts) == 1:
        return roll.op.fn(input.reshape(-1), shifts, (0,)).reshape(input.shape)
    if len(shifts) != len(dims):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    if not input.ndim:
        raise IndexError(f"Dimension specified as {dims[0]} but tensor has no dimensions")
    out = input
    for shift, dim in zip(shifts, dims, strict=True):
        dim = wrap_dim(dim, out.ndim)
        n = out.shape[dim] if out.ndim else 1
        cut = -operator.index(shift) % n if n else 0
        if cut:
            head = (slice(None),) * dim
            out = np.concatenate((out[(*head, slice(cut, None))], out[(*head, slice(None, cut))]), axis=dim)
    return out.copy() if out is input else dense_as(out, input)


# ------------------------------------------------------------------------------------------------ on and off a diagonal
def _triangle(input, diagonal, lower, name):
    if input.ndim < 2:
        raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")
    rows, columns = input.shape[-2:]
    if type(diagonal) is not int:
        diagonal = as_index(diagonal)
    out = np.zeros(input.shape, input.dtype)
    find = small_triangle if rows * columns <= 1024 and type(diagonal) is int else triangle
    np.copyto(out, input, where=find(rows, columns, diagonal, lower))
    return out


def triangle(rows, columns, diagonal, lower):
    """Where the elements of a matrix below a diagonal stand, or above it; those on it count."""
    reach = np.arange(diagonal, rows + diagonal, dtype=np.int64)[:, None]
    at = np.arange(columns, dtype=np.int64)
    return at <= reach if lower else at >= reach


small_triangle = lru_cache(64)(triangle)


@op(inplace=True, out_dtype=SAME_DTYPE, input=lambda g, diagonal: tril(g, diagonal))
def tril(input, diagonal=0):
    """The lower triangle of each matrix, zeros above `diagonal` (0 is the main one, positive ones lie above it).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.tril.html

    >>> import borch as torch
    >>> torch.tril(torch.ones(2, 3))
    tensor([[1., 0., 0.],
            [1., 1., 0.]])
    """
    return _triangle(input, diagonal, True, "tril")


@op(inplace=True, out_dtype=SAME_DTYPE, input=lambda g, diagonal: triu(g, diagonal))
def triu(input, diagonal=0):
    """The upper triangle of each matrix, zeros below `diagonal` (0 is the main one, positive ones lie above it).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.triu.html

    >>> import borch as torch
    >>> torch.triu(torch.ones(2, 3))
    tensor([[1., 1., 1.],
            [0., 1., 1.]])
    """
    return _triangle(input, diagonal, False, "triu")


@op(input=lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2))
def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    """Matrices over the axes `dim1` and `dim2` of the result, with the last axis of `input` on their diagonals.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.diag_embed.html

    >>> import borch as torch
    >>> torch.diag_embed(torch.tensor([1, 2]))
    tensor([[1, 0],
            [0, 2]])
    """
    ndim = input.ndim + 1
    a, b = wrap_dim(dim1, ndim), wrap_dim(dim2, ndim)
    if a == b:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    offset = as_index(offset)
    n = (input.shape[-1] if input.ndim else 1) + abs(offset)
    shape = list(input.shape[:-1])
    for k in sorted((a, b)):
        shape.insert(k, n)
    out = np.zeros(shape, input.dtype)
    place = out.diagonal(offset, a, b)
    place.flags.writeable = True
    place[...] = input
    return out


@op(method=False, namespace=None, name="diagonal_copy", node="DiagonalBackward0_copy",
    out_dtype=SAME_DTYPE,
    input=lambda g, input_shape, offset, dim1, dim2: _diagonal_back(g, input_shape, offset, dim1, dim2))  # fmt: skip
def _diagonal_copy(input, offset=0, dim1=0, dim2=1):
    return diagonal(input, offset, dim1, dim2).copy()


def _diagonal_back(g, shape, offset, dim1, dim2):
    return diagonal_backward(g, shape, offset, dim1, dim2)


@function()
def diag(input, diagonal=0, *, out=None):
    """The diagonal of a matrix as a vector, or the matrix with a vector on its diagonal.

    RuntimeError for other numbers of axes.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.diag.html

    >>> import borch as torch
    >>> torch.diag(torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    ndim = input._array.ndim
    if ndim not in (1, 2):
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {ndim}D")
    if ndim == 1:
        if out is not None:
            check_result_cast(input._array, out, "diag: result type {} can't be cast to the desired out= type {}")
        return into("diag", out, diag_embed(input, diagonal), SAME_DTYPE)
    return _diagonal_copy(input, diagonal) if out is None else _diagonal_copy(input, diagonal, out=out)


@function()
def diagflat(input, offset=0):
    """The matrix with all elements of `input` on a diagonal.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.diagflat.html

    >>> import borch as torch
    >>> torch.diagflat(torch.tensor([[1], [2]]))
    tensor([[1, 0],
            [0, 2]])
    """
    from .memory import contiguous

    return diag_embed(reshape(contiguous(input), (-1,)), offset)
