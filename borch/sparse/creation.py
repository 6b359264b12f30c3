"""Making sparse tensors of their parts, and the old types torch.sparse.FloatTensor and others.

Source: https://docs.pytorch.org/docs/stable/sparse.html
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.device import CPU, sparse_coo, sparse_csc, sparse_csr
from .._core.naming import TorchType
from .._core.op import wrap
from .._core.size import Size
from .._core.tensor import Tensor
from .._core.warn import warn_once
from ..creation.data import as_tensor
from .tensor import SparseTensor, make


def _index(values):
    array = values._array if isinstance(values, Tensor) else np.asarray(values)
    return array.astype(np.int64)


def _elements(values, dtype, device):
    if isinstance(values, Tensor):
        return values if dtype is None else values.to(dtype)
    return as_tensor(values, dtype=dtype, device=device)


def _leaf(out, requires_grad):
    return out.requires_grad_() if requires_grad else out


def _ask_for_checks(check_invariants):
    """torch's warning where a program does not say whether the parts are to be checked; borch always checks them."""
    if check_invariants is None:
        warn_once(
            "Sparse invariant checks are implicitly disabled. Memory errors (e.g. SEGFAULT) will occur when operating on a "
            "sparse tensor which violates the invariants, but checks incur performance overhead. To silence this warning, "
            "explicitly opt in or out. See `torch.sparse.check_sparse_tensor_invariants.__doc__` for guidance. "
        )


def sparse_coo_tensor(
    indices=None, values=None, size=None, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False,
    check_invariants=None, is_coalesced=None,
):  # fmt: skip
    """A sparse tensor of `values` (nnz, ...) at the places `indices` (sparse_dim, nnz); values of one place add up.

    size: the shape; by default the smallest that has all places. With a size alone, nothing is stored.
    RuntimeError for parts that do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.sparse_coo_tensor.html

    >>> import borch as torch
    >>> torch.sparse_coo_tensor([[0, 1], [2, 0]], [3.0, 4.0], (2, 3)).to_dense()
    tensor([[0., 0., 3.],
            [4., 0., 0.]])
    """
    _ask_for_checks(check_invariants)
    if values is None:
        size = tuple(size if indices is None else indices)
        kind = (dtype or dtypes.default.real).numpy
        return _leaf(make(np.zeros((len(size), 0), np.int64), wrap(np.zeros(0, kind)), size, True), requires_grad)
    places, elements = _index(indices), _elements(values, dtype, device)
    if places.ndim == 1 and not places.size:
        places = places.reshape(1, 0)
    if places.ndim != 2:
        raise RuntimeError(f"indices must be sparse_dim x nnz, but got: {list(places.shape)}")
    elements = elements.reshape(1) if not elements.ndim else elements
    count = elements.shape[0]
    if places.shape[1] != count:
        raise RuntimeError(
            f"indices and values must have same nnz, but got nnz from indices: {places.shape[1]}, nnz from values: {count}"
        )
    if size is None:
        low = places.min(1, initial=0)
        for dim, least in enumerate(low.tolist()):
            if least < 0:
                raise RuntimeError(f"found negative index {least} for dim {dim}")
        size = (*(places.max(1, initial=-1) + 1).tolist(), *elements.shape[1:])
    size = tuple(int(n) for n in size)
    if len(size) != len(places) + elements.ndim - 1:
        raise RuntimeError(
            f"'len(size) == sparse_dim + dense_dim' is not satisfied: len(size) = {len(size)}, sparse_dim = {len(places)}, "
            f"dense_dim = {elements.ndim - 1}"
        )
    if elements.shape[1:] != size[len(places) :]:
        expected = [count, *size[len(places) :]]
        raise RuntimeError(f"values has incorrect size, expected {expected}, got {list(elements.shape)}")
    for dim, along in enumerate(places):
        if along.size and along.min() < 0:
            raise RuntimeError(f"found negative index {along.min()} for dim {dim}")
        if along.size and along.max() >= size[dim]:
            raise RuntimeError(
                f"size is inconsistent with indices: for dim {dim}, size is {size[dim]} but found index {along.max()}"
            )
    made = "SparseCooTensorWithDimsAndTensorsBackward0"
    return _leaf(
        make(places, elements, size, count < 2 if is_coalesced is None else is_coalesced, made=made), requires_grad
    )


def _compressed(starts, others, values, size, dtype, device, requires_grad, layout):
    starts, others, elements = _index(starts), _index(others), _elements(values, dtype, device)
    along = np.repeat(np.arange(len(starts) - 1), np.diff(starts).astype(np.intp))
    if size is None:
        size = (len(starts) - 1, int(others.max(initial=-1)) + 1)
        size = size if layout is sparse_csr else size[::-1]
    places = np.stack([along, others] if layout is sparse_csr else [others, along])
    made = "SparseCompressedTensorWithDimsBackward0"
    return _leaf(make(places, elements, tuple(size), True, layout, made), requires_grad)


def sparse_csr_tensor(
    crow_indices, col_indices, values, size=None, *, dtype=None, layout=None, device=None, pin_memory=False,
    requires_grad=False, check_invariants=None,
):  # fmt: skip
    """A sparse matrix row by row: row i has `values[crow_indices[i]:crow_indices[i + 1]]` in the columns `col_indices`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sparse_csr_tensor.html

    >>> import borch as torch
    >>> torch.sparse_csr_tensor([0, 1, 2], [1, 0], [2.0, 3.0]).to_dense()
    tensor([[0., 2.],
            [3., 0.]])
    """
    _ask_for_checks(check_invariants)
    return _compressed(crow_indices, col_indices, values, size, dtype, device, requires_grad, sparse_csr)


def sparse_csc_tensor(
    ccol_indices, row_indices, values, size=None, *, dtype=None, layout=None, device=None, pin_memory=False,
    requires_grad=False, check_invariants=None,
):  # fmt: skip
    """A sparse matrix column by column, as `sparse_csr_tensor` is row by row.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sparse_csc_tensor.html

    >>> import borch as torch
    >>> torch.sparse_csc_tensor([0, 1, 2], [1, 0], [2.0, 3.0]).to_dense()
    tensor([[0., 3.],
            [2., 0.]])
    """
    _ask_for_checks(check_invariants)
    return _compressed(ccol_indices, row_indices, values, size, dtype, device, requires_grad, sparse_csc)


def spdiags(diagonals, offsets, shape, layout=None):
    """A sparse matrix of `shape` with the rows of `diagonals` along the diagonals `offsets`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sparse.spdiags.html

    >>> import borch as torch
    >>> torch.sparse.spdiags(torch.tensor([[1.0, 2.0]]), torch.tensor([0]), (2, 2)).to_dense()
    tensor([[1., 0.],
            [0., 2.]])
    """
    diagonals = diagonals if diagonals.ndim == 2 else diagonals.unsqueeze(0)
    places, chosen = [], []
    for row, offset in enumerate(np.atleast_1d(offsets._array).tolist()):
        columns = np.arange(max(offset, 0), min(shape[1], shape[0] + offset, diagonals.shape[1]))
        places.append(np.stack([columns - offset, columns]))
        chosen.append(np.stack([np.full(len(columns), row), columns]))
    found, at = np.concatenate(places, 1), np.concatenate(chosen, 1)
    out = make(found.astype(np.int64), diagonals[tuple(map(wrap, at))], shape, False)
    return out if layout is None else out.to_sparse(layout=layout)


def rebuild(layout, data):
    """A sparse tensor of what a file holds of it."""
    if layout is sparse_coo:
        indices, values, size, *coalesced = data
        return sparse_coo_tensor(
            indices, values, size, is_coalesced=bool(coalesced and coalesced[0]), check_invariants=False
        )
    if layout not in (sparse_csr, sparse_csc):
        raise NotImplementedError(f"sparse tensors of layout {layout} are not implemented in borch")
    starts, others, values, size = data
    return _compressed(starts, others, values, size, None, CPU, False, layout)


class _SparseType(TorchType):
    """The type of `torch.sparse.FloatTensor`: calling it makes a tensor, `isinstance` asks for dtype and layout."""

    def __call__(cls, *args, device=None):
        parts = bool(args) and isinstance(args[0], Tensor)
        given = ("indices, values", "indices, values, shape")[len(args) > 2] if parts else "shape" if args else ""
        instead = f"{given}, dtype=, device=" if given else "(0,), dtype="
        warn_once(
            f"torch.sparse.SparseTensor({given}{', *, device=' if given else ''}) is deprecated.  Please use "
            f"torch.sparse_coo_tensor({instead}).",
            matter=f"SparseTensor({given})",
            stacklevel=3,
        )
        if parts:
            return sparse_coo_tensor(*args, dtype=cls.dtype, check_invariants=False)
        size = args[0] if args and isinstance(args[0], (Size, tuple, list)) else args or (0,)
        return sparse_coo_tensor(size, dtype=cls.dtype, check_invariants=False)

    def __instancecheck__(cls, instance):
        return isinstance(instance, SparseTensor) and instance.dtype is cls.dtype and instance.is_sparse


def legacy_types():
    """{"FloatTensor": torch's old type, ...}"""
    kinds = ("Float", "Double", "Half", "BFloat16", "Long", "Int", "Short", "Char", "Byte")
    kinds = {d.legacy: d for d in dtypes.ALL if d.legacy in kinds}
    return {
        f"{k}Tensor": _SparseType(f"{k}Tensor", (), {"dtype": d, "__module__": "borch.sparse"})
        for k, d in kinds.items()
    }
