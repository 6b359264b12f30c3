"""What a dense tensor does when it is asked for a sparse form, or for the parts of one."""

import importlib

import numpy as np

from .._core.device import sparse_csc, sparse_csr
from .._core.op import function, wrap
from .._core.tensor import Tensor


def to_sparse(self, sparse_dim=None, *, layout=None, blocksize=None, dense_dim=None):
    """The tensor with only the elements that are not zero stored; see `torch.sparse`.

    sparse_dim: how many axes are sparse, by default all. layout: torch.sparse_coo, sparse_csr or sparse_csc.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.to_sparse.html

    >>> import borch as torch
    >>> torch.tensor([[0.0, 2.0]]).to_sparse().indices()
    tensor([[0],
            [1]])
    """
    return importlib.import_module("borch.sparse").from_dense(self, sparse_dim, layout=layout, dense_dim=dense_dim)


def to_sparse_coo(self):
    """`to_sparse()`.

    >>> import borch as torch
    >>> torch.eye(2).to_sparse_coo().layout
    torch.sparse_coo
    """
    return to_sparse(self)


def to_sparse_csr(self, dense_dim=None):
    """The matrix stored row by row.

    >>> import borch as torch
    >>> torch.eye(2).to_sparse_csr().crow_indices()
    tensor([0, 1, 2])
    """
    return to_sparse(self, layout=sparse_csr)


def to_sparse_csc(self, dense_dim=None):
    """The matrix stored column by column.

    >>> import borch as torch
    >>> torch.eye(2).to_sparse_csc().ccol_indices()
    tensor([0, 1, 2])
    """
    return to_sparse(self, layout=sparse_csc)


def sparse_mask(self, mask):
    """The elements at the places of a sparse tensor, as a sparse tensor.

    >>> import borch as torch
    >>> torch.tensor([[1.0, 2.0]]).sparse_mask(torch.tensor([[0.0, 1.0]]).to_sparse()).values()
    tensor([2.])
    """
    from ..sparse.functions import sparse_mask as masked
    from ..sparse.table import missing

    if mask.layout is self.layout:
        raise missing("sparse_mask", "CPU")
    return masked(self, mask)


def smm(self, mat):
    """See `torch.smm`.

    >>> import borch as torch
    >>> torch.eye(2).to_sparse().smm(torch.ones(2, 1)).is_sparse
    True
    """
    return importlib.import_module("borch.sparse").smm(self, mat)


def sparse_dim(self):
    """How many axes are sparse: 0 for a dense tensor.

    >>> import borch as torch
    >>> torch.eye(2).to_sparse().sparse_dim()
    2
    """
    return 0


def dense_dim(self):
    """How many axes are not sparse.

    >>> import borch as torch
    >>> torch.eye(2).dense_dim()
    2
    """
    return self.dim()


def _of_sparse(name, what, doc):
    def refuse(self):
        raise RuntimeError(f"{name} expected {what} tensor layout but got Strided")

    refuse.__name__ = refuse.__qualname__ = name
    refuse.__doc__ = f"{doc}; RuntimeError for a dense tensor."
    return refuse


_ROW, _COLUMN = "sparse row compressed", "sparse column compressed"
_PARTS = (
    _of_sparse("coalesce", "sparse coordinate", "The sparse tensor with each place once and in order"),
    _of_sparse("is_coalesced", "sparse coordinate", "Whether each place comes once and in order"),
    _of_sparse("indices", "sparse coordinate", "The places of a coalesced sparse tensor, (sparse_dim, nnz)"),
    _of_sparse("values", "sparse", "The elements that a coalesced sparse tensor stores"),
    _of_sparse("crow_indices", _ROW, "Where each row of a CSR tensor starts"),
    _of_sparse("col_indices", _ROW, "The columns of a CSR tensor's elements"),
    _of_sparse("ccol_indices", _COLUMN, "Where each column of a CSC tensor starts"),
    _of_sparse("row_indices", _COLUMN, "The rows of a CSC tensor's elements"),
)
_FORMS = (to_sparse, to_sparse_coo, to_sparse_csr, to_sparse_csc, sparse_mask, smm, sparse_dim, dense_dim)
for _method in (*_FORMS, *_PARTS):
    setattr(Tensor, _method.__name__, _method)


@function(method=False)
def _convert_indices_from_coo_to_csr(input, size, *, out_int32=False):
    """Where each of `size` rows starts among the sorted row numbers `input`, (nnz,): (size + 1,).

    RuntimeError for another number of axes.

    >>> import borch as torch
    >>> torch._convert_indices_from_coo_to_csr(torch.tensor([0, 0, 2]), 3)
    tensor([0, 2, 2, 3])
    """
    rows = input._array
    if rows.ndim != 1:
        raise RuntimeError(f"Input is supposed to be a vector, but got {rows.ndim} dimensional tensor.")
    if not np.issubdtype(rows.dtype, np.integer):
        kind = input.dtype.legacy
        raise NotImplementedError(f"\"convert_indices_from_coo_to_csr_cpu\" not implemented for '{kind}'")
    return wrap(np.searchsorted(rows, np.arange(size + 1)).astype(np.int32 if out_int32 else np.int64))


@function(method=False)
def _convert_indices_from_csr_to_coo(crow_indices, col_indices, *, out_int32=False, transpose=False):
    """The places (2, nnz) of a CSR matrix's elements, with `transpose` columns first; (1 + batch axes, nnz) of a batch.

    >>> import borch as torch
    >>> torch._convert_indices_from_csr_to_coo(torch.tensor([0, 2, 2, 3]), torch.tensor([1, 0, 3]))
    tensor([[0, 0, 2],
            [1, 0, 3]])
    """
    starts, columns = crow_indices._array, col_indices._array
    batch = starts.shape[:-1]
    counts = np.diff(starts, axis=-1).reshape(-1).astype(np.intp)
    rows = np.repeat(np.tile(np.arange(starts.shape[-1] - 1), int(np.prod(batch))), counts)
    where = np.indices(columns.shape).reshape(columns.ndim, -1)[:-1]
    both = (columns.reshape(-1), rows) if transpose else (rows, columns.reshape(-1))
    return wrap(np.stack([*where, *both]).astype(np.int32 if out_int32 else np.int64))
