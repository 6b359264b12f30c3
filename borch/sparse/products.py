"""Products of sparse matrices with dense ones and with each other."""

import numpy as np

from .._core.args import type_name
from .._core.op import like, op, wrap
from .._core.tensor import Tensor
from ..ops.complex import conj
from ..ops.gather import add_at, index_select
from ..ops.matmul import mm as dense_mm
from .table import handles, missing
from .tensor import SparseTensor, make


def _rows(g, index):
    return index_select(g, 0, like(g, index))


def _inner(a, b):
    return (a * conj(b)).sum(1) if b.ndim == 2 else a * conj(b)


def _product(node, name):
    """The op that multiplies a sparse matrix, given by its elements and their rows and columns, with a dense one."""

    @op(
        name=name,
        method=False,
        namespace=None,
        node=node,
        values=lambda g, dense, rows, columns: _inner(_rows(g, rows), _rows(dense, columns)),
        dense=lambda g, values, rows, columns, dense_shape: product(conj(values), g, columns, rows, dense_shape[0]),
    )
    def multiply(values, dense, rows, columns, count):
        out = np.zeros((count, *dense.shape[1:]), dense.dtype)
        add_at(out, rows, values.reshape(-1, *(1,) * (dense.ndim - 1)) * dense[columns])
        return out

    return multiply


product = _product("MmBackward0", "_sparse_mm")
_summed = _product("SparseAddmmBackward0", "_sparse_addmm")


def _dense_product(sparse, other, multiply=product):
    if len(sparse.shape) != 2:
        raise RuntimeError("self must be a matrix")
    if sparse.shape[1] != other.shape[0]:
        raise RuntimeError(f"addmm: Argument #3 (dense): Expected dim 0 size {sparse.shape[1]}, got {other.shape[0]}")
    if sparse.dtype is not other.dtype:
        kinds = sparse.dtype.legacy, other.dtype.legacy
        raise RuntimeError(f"expected scalar type {kinds[0]} but found {kinds[1]}")
    rows, columns = sparse._places
    return multiply(sparse._elements, other, rows, columns, sparse.shape[0])


def _sparse_product(a, b):
    """The product of two sparse matrices: elements are matched where a's column is b's row."""
    a, b = a.coalesce(), b.coalesce()
    if a.shape[1] != b.shape[0]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({a.shape[0]}x{a.shape[1]} and {b.shape[0]}x{b.shape[1]})"
        )
    starts = np.concatenate([[0], np.cumsum(np.bincount(b._places[0].astype(np.intp), minlength=b.shape[0]))])
    counts = np.diff(starts)[a._places[1]]
    left = np.repeat(np.arange(a._nnz()), counts)
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    right = starts[a._places[1]][left] + within
    elements = a._elements[wrap(left)] * b._elements[wrap(right)]
    places = np.stack([a._places[0][left], b._places[1][right]])
    out = make(places, elements, (a.shape[0], b.shape[1]), False).coalesce()
    out._made = "SparseSparseMatmulBackward0"
    return out


@handles("__rmatmul__")
def rmatmul(input, other):
    return matmul(other, input)


@handles("mm", "spmm", "dsmm", "matmul", "__matmul__", "mv", "bmm")
def matmul(input, other, multiply=product):
    if not isinstance(input, Tensor) or not isinstance(other, Tensor):
        raise TypeError(f"matmul(): argument 'other' (position 1) must be Tensor, not {type_name(other)}")
    if not isinstance(input, SparseTensor) and not isinstance(other, SparseTensor):
        return dense_mm(input, other)
    if isinstance(input, SparseTensor) and isinstance(other, SparseTensor):
        return _sparse_product(input, other)
    if isinstance(other, SparseTensor):
        return matmul(other.t(), input.t(), multiply).t()
    if other.ndim == 1:
        return _dense_product(input, other, _vector)
    if len(input.shape) == 3:
        parts = [matmul(a, b, multiply) for a, b in zip(input, other, strict=True)]
        return parts[0].unsqueeze(0) if len(parts) == 1 else stack(parts)
    return _dense_product(input, other, multiply)


_vector = _product("MvBackward0", "_sparse_mv")


def stack(parts):
    from ..ops.join import stack as dense_stack

    return dense_stack(parts)


def mm(sparse, dense, reduce="sum"):
    """The product of a sparse matrix and a dense or a sparse one.

    Gradients reach both. Source: https://docs.pytorch.org/docs/stable/generated/torch.sparse.mm.html

    >>> import borch as torch
    >>> a = torch.sparse_coo_tensor([[0, 1], [1, 0]], [2.0, 3.0], (2, 2))
    >>> torch.sparse.mm(a, torch.tensor([[1.0], [10.0]]))
    tensor([[20.],
            [ 3.]])
    """
    if reduce != "sum":
        raise NotImplementedError("torch.sparse.mm is not implemented in borch with another reduce than 'sum'")
    return matmul(sparse, dense, _summed)


@handles("addmm")
def addmm(mat, mat1, mat2, *, beta=1, alpha=1):
    """beta * mat + alpha * (mat1 @ mat2) with a sparse mat1.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sparse.addmm.html

    >>> import borch as torch
    >>> a = torch.sparse_coo_tensor([[0], [1]], [2.0], (2, 2))
    >>> torch.sparse.addmm(torch.ones(2, 1), a, torch.tensor([[1.0], [10.0]]))
    tensor([[21.],
            [ 1.]])
    """
    product_ = matmul(mat1, mat2, _summed)
    product_ = product_ if alpha == 1 else product_ * alpha
    return product_ + (mat if beta == 1 else mat * beta)


def spmm(input, mat2):
    """The product of two matrices, of which the first may be sparse: `torch.mm` by its old name.

    >>> import borch as torch
    >>> torch.spmm(torch.eye(2).to_sparse(), torch.ones(2, 1))
    tensor([[1.],
            [1.]])
    """
    return matmul(input, mat2)


dsmm = spmm


@handles("smm")
def smm(input, mat):
    """The product of a sparse and a dense matrix, as a sparse one.

    >>> import borch as torch
    >>> torch.smm(torch.eye(2).to_sparse(), torch.ones(2, 1)).to_dense()
    tensor([[1.],
            [1.]])
    """
    if not isinstance(input, SparseTensor):
        raise RuntimeError("tensor.sspaddmm(...) can only be called on sparse tensors")
    return _all_of_rows(input, matmul(input, mat), 2)


@handles("hspmm")
def hspmm(mat1, mat2):
    """The product of a sparse and a dense matrix, as a tensor whose rows are sparse.

    >>> import borch as torch
    >>> torch.hspmm(torch.eye(2).to_sparse(), torch.ones(2, 1)).dense_dim()
    1
    """
    if not isinstance(mat1, SparseTensor):
        raise missing("hspmm", "CPU")
    return _all_of_rows(mat1, matmul(mat1, mat2), 1)


def _all_of_rows(sparse, result, sparse_dim):
    rows = np.unique(sparse._places[0])
    if sparse_dim == 1:
        return make(rows[None], result[wrap(rows)], result.shape, True)
    places = np.stack([np.repeat(rows, result.shape[1]), np.tile(np.arange(result.shape[1]), len(rows))])
    return make(places, result[wrap(rows)].reshape(-1), result.shape, True)


def sampled_addmm(input, mat1, mat2, *, beta=1.0, alpha=1.0):
    """beta * input + alpha * (mat1 @ mat2) at the places of the sparse `input`, and nowhere else.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sparse.sampled_addmm.html

    >>> import borch as torch
    >>> a = torch.eye(2).to_sparse_csr()
    >>> torch.sparse.sampled_addmm(a, torch.ones(2, 2), torch.ones(2, 2)).values()
    tensor([3., 3.])
    """
    rows, columns = map(wrap, input._places)
    at = (mat1.index_select(0, rows) * mat2.t().index_select(0, columns)).sum(1)
    return input._with(input._elements * beta + at * alpha, "SparseSampledAddmmBackward0")
