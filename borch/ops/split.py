"""Tensors taken apart along an axis: split, chunk, tensor_split, unbind, and iteration.

Source: https://docs.pytorch.org/docs/stable/torch.html#indexing-slicing-joining-mutating-ops
"""

import itertools
import operator

import numpy as np

from .._core.args import as_index, type_name, wrap_dim
from .._core.op import function, like, op
from .._core.tensor import Tensor
from .join import cat, dtype_of, stack
from .parts import slice_
from .shape import ints


def _parts_backward(g, input_shape, dim, lengths):
    """The gradient of an input whose parts along `dim` have the gradients `g`, zeros for None."""
    known = next(x for x in g if x is not None)
    dim = wrap_dim(dim, len(input_shape))
    parts = [
        like(known, np.zeros((*input_shape[:dim], n, *input_shape[dim + 1 :]), dtype_of(known))) if x is None else x
        for x, n in zip(g, lengths, strict=True)
    ]
    return cat(parts, dim)


def _lengths(n, split_size):
    if not split_size:
        return [0]
    return [min(split_size, n - at) for at in range(0, n, split_size)] or [0]


def _cut(input, dim, lengths):
    head, at, out = (slice(None),) * dim, 0, []
    for n in lengths:
        out.append(input[(*head, slice(at, at + n))])
        at += n
    return out


def _check_split(input, split_size, dim):
    if input.ndim == 0:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    dim = wrap_dim(dim, input.ndim)
    n = input.shape[dim]
    if split_size < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={split_size}")
    if split_size == 0 and n:
        raise RuntimeError(f"split_size can only be 0 if dimension size is 0, but got dimension size of {n}")
    return dim, _lengths(n, split_size)


def _split_backward(g, input_shape, split_size, dim):
    return _parts_backward(g, input_shape, dim, _lengths(input_shape[wrap_dim(dim, len(input_shape))], split_size))


@op(outputs="list", view=True, name="split_size_", node="SplitBackward0", method=False, namespace=None,
    input=_split_backward)  # fmt: skip
def _split(input, split_size, dim=0):
    return _cut(input, *_check_split(input, split_size, dim))


@op(outputs="list", name="unsafe_split", input=_split_backward)
def unsafe_split(input, split_size, dim=0):
    """`split` whose parts autograd does not know as views.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.unsafe_split.html

    >>> import borch as torch
    >>> torch.unsafe_split(torch.arange(3), 2)
    (tensor([0, 1]), tensor([2]))
    """
    return _cut(input, *_check_split(input, split_size, dim))


def _check_sizes(input, split_sizes, dim):
    if input.ndim == 0:
        raise RuntimeError("split_with_sizes expects at least a 1-dimensional tensor")
    dim = wrap_dim(dim, input.ndim)
    sizes = ints(split_sizes, "split_with_sizes", "split_sizes")
    if any(s < 0 for s in sizes):
        raise RuntimeError(
            f"split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes={list(sizes)}"
        )
    if sum(sizes) != input.shape[dim]:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {input.shape[dim]} (input tensor's size at "
            f"dimension {dim}), but got split_sizes={list(sizes)}"
        )
    return dim, sizes


def _split_sizes_backward(g, input_shape, split_sizes, dim):
    return _parts_backward(g, input_shape, dim, split_sizes)


@op(outputs="list", view=True, input=_split_sizes_backward)
def split_with_sizes(input, split_sizes, dim=0):
    """Views of `input` cut along `dim` into the given lengths, which sum to the axis' length.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.split.html

    >>> import borch as torch
    >>> torch.split_with_sizes(torch.arange(3), [1, 2])
    (tensor([0]), tensor([1, 2]))
    """
    return _cut(input, *_check_sizes(input, split_sizes, dim))


@op(outputs="list", input=_split_sizes_backward)
def unsafe_split_with_sizes(input, split_sizes, dim=0):
    """`split_with_sizes` whose parts autograd does not know as views.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.unsafe_split.html

    >>> import borch as torch
    >>> torch.unsafe_split_with_sizes(torch.arange(3), [1, 2])
    (tensor([0]), tensor([1, 2]))
    """
    return _cut(input, *_check_sizes(input, split_sizes, dim))


@function()
def split(tensor, split_size_or_sections=None, dim=0, *, split_size=None):
    """Views of `tensor` cut along `dim` into parts of one length (the last may be shorter) or of the given lengths.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.split.html

    >>> import borch as torch
    >>> torch.split(torch.arange(3), 2)
    (tensor([0, 1]), tensor([2]))
    """
    size = split_size if split_size_or_sections is None else split_size_or_sections
    if isinstance(size, (tuple, list)):
        return split_with_sizes(tensor, size, dim)
    if not hasattr(size, "__index__"):
        raise TypeError(
            f"split_with_sizes(): argument 'split_sizes' (position 2) must be tuple of ints, not {type_name(size)}"
        )
    return _split(tensor, as_index(size), dim)


def _chunk_size(input, chunks, dim):
    if input._array.ndim == 0:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if type(chunks) is not int:
        chunks = as_index(chunks)
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    n = input._array.shape[wrap_dim(dim, input._array.ndim)]
    return n, -(-n // chunks)


@function()
def chunk(input, chunks, dim=0):
    """At most `chunks` views of `input`, cut along `dim` into equal parts (the last may be shorter).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.chunk.html

    >>> import borch as torch
    >>> torch.chunk(torch.arange(5), 2)
    (tensor([0, 1, 2]), tensor([3, 4]))
    """
    n, size = _chunk_size(input, chunks, dim)
    return _split(input, size, dim) if n else split_with_sizes(input, [0] * chunks, dim)


@function()
def unsafe_chunk(input, chunks, dim=0):
    """`chunk` whose parts autograd does not know as views.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.unsafe_chunk.html

    >>> import borch as torch
    >>> torch.unsafe_chunk(torch.arange(3), 2)
    (tensor([0, 1]), tensor([2]))
    """
    n, size = _chunk_size(input, chunks, dim)
    return unsafe_split(input, size, dim) if n else unsafe_split_with_sizes(input, [0] * chunks, dim)


@function()
def tensor_split(input, indices_or_sections=None, dim=0, *, indices=None, sections=None):
    """Views of `input` cut along `dim` into a number of nearly equal parts, or before each of the given positions.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.tensor_split.html

    >>> import borch as torch
    >>> torch.tensor_split(torch.arange(5), 3)
    (tensor([0, 1]), tensor([2, 3]), tensor([4]))
    >>> torch.tensor_split(torch.arange(5), (1, 3))
    (tensor([0]), tensor([1, 2]), tensor([3, 4]))
    """
    cuts = next((v for v in (indices_or_sections, indices, sections) if v is not None), None)
    if input._array.ndim == 0:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    dim = wrap_dim(dim, input._array.ndim)
    n = input._array.shape[dim]
    if isinstance(cuts, Tensor):
        if cuts._array.ndim > 1 or cuts._array.dtype != np.int64:
            raise RuntimeError(
                "tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional tensor "
                "with dtype torch.int64"
                if cuts._array.ndim > 1
                else "tensor_split expected tensor_indices_or_sections to have dtype of long, but got "
                f"{cuts.dtype.legacy}"
            )
        cuts = cuts._array.tolist()
    if isinstance(cuts, (tuple, list)):
        ends = [operator.index(c) for c in cuts]
        starts = [0, *ends]
        return tuple(slice_(input, dim, a, b, 1) for a, b in zip(starts, [*ends, n], strict=True))
    parts = as_index(cuts)
    if parts <= 0:
        raise RuntimeError(f"number of sections must be larger than 0, got {parts}")
    small, larger = divmod(n, parts)
    ends = [small * k + min(k, larger) for k in range(parts + 1)]
    return tuple(slice_(input, dim, a, b, 1) for a, b in itertools.pairwise(ends))


def _split_along(input, cuts, dim, name, least):
    ndim = input._array.ndim
    if ndim < least:
        raise RuntimeError(
            f"torch.{name} requires a tensor with at least {least} dimension, but got a tensor with {ndim} dimensions!"
        )
    n = input._array.shape[dim]
    if not isinstance(cuts, (tuple, list)) and (cuts == 0 or n % cuts):
        raise RuntimeError(
            f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension {n} is not divisible "
            f"by the split_size {cuts}!"
        )
    return tensor_split(input, cuts, dim)


@function()
def hsplit(input, indices_or_sections):
    """`tensor_split` along the second axis; vectors along their only one.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.hsplit.html

    >>> import borch as torch
    >>> torch.hsplit(torch.arange(4), 2)
    (tensor([0, 1]), tensor([2, 3]))
    """
    return _split_along(input, indices_or_sections, 0 if input._array.ndim == 1 else 1, "hsplit", 1)


@function()
def vsplit(input, indices_or_sections):
    """`tensor_split` along the first of at least two axes.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.vsplit.html

    >>> import borch as torch
    >>> torch.vsplit(torch.tensor([[1], [2]]), 2)
    (tensor([[1]]), tensor([[2]]))
    """
    return _split_along(input, indices_or_sections, 0, "vsplit", 2)


@function()
def dsplit(input, indices_or_sections):
    """`tensor_split` along the third axis.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.dsplit.html

    >>> import borch as torch
    >>> torch.dsplit(torch.zeros(1, 1, 2), 2)
    (tensor([[[0.]]]), tensor([[[0.]]]))
    """
    return _split_along(input, indices_or_sections, 2, "dsplit", 3)


def _unbind_backward(g, input_shape, dim):
    known = next(x for x in g if x is not None)
    zeros = None
    if any(x is None for x in g):
        dim_ = wrap_dim(dim, len(input_shape))
        zeros = like(known, np.zeros((*input_shape[:dim_], *input_shape[dim_ + 1 :]), dtype_of(known)))
    return stack([zeros if x is None else x for x in g], dim)


@op(outputs="list", view=True, input=_unbind_backward)
def unbind(input, dim=0):
    """A tuple of views of `input`, one for each position of the axis `dim`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.unbind.html

    >>> import borch as torch
    >>> torch.unbind(torch.tensor([[1, 2], [3, 4]]), 1)
    (tensor([1, 3]), tensor([2, 4]))
    """
    if input.ndim == 0:
        wrap_dim(dim, 0)
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    dim = wrap_dim(dim, input.ndim)
    head = (slice(None),) * dim
    return [input[(*head, k, Ellipsis)] for k in range(input.shape[dim])]


def _iterate(self):
    """The slices along the first axis, one after the other; TypeError for a 0-dim tensor."""
    if self._array.ndim == 0:
        raise TypeError("iteration over a 0-d tensor")
    return iter(unbind(self))


Tensor.__iter__ = _iterate
