"""What a dense tensor does when it is asked for a sparse form, or for the parts of one."""

import importlib

from .._core.device import sparse_csc, sparse_csr
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
