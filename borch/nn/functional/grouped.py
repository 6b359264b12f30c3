"""Products of groups of matrices: of the experts of a mixture, each of which gets its own rows.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.grouped_mm.html
"""

import numpy as np

from ..._core.op import function, op
from ...ops.both import mT

NAMESPACE = "torch.nn.functional"
_TAKEN = ("float32", "bfloat16", "float16")


@op(
    kind="same",
    tensors=("mat_a", "mat_b", "offs"),
    mat_a=lambda g, mat_b, offs: _grouped_mm(g, mT(mat_b), offs),
    mat_b=lambda g, mat_a, offs: _grouped_mm(mT(mat_a), g, offs),
    node="GroupedMmBackward0",
    method=False,
    namespace=None,
)
def _grouped_mm(mat_a, mat_b, offs=None):
    if offs is None:
        return np.matmul(mat_a, mat_b)
    ends = offs.tolist()
    groups = list(zip([0, *ends[:-1]], ends, strict=True))
    rows, columns = mat_a.shape[-2], mat_b.shape[-1]
    if mat_a.ndim == mat_b.ndim:
        return np.stack([mat_a[:, i:j] @ mat_b[i:j] for i, j in groups])
    out = np.zeros((rows, columns), mat_a.dtype)
    for k, (i, j) in enumerate(groups):
        if mat_a.ndim == 2:
            out[i:j] = mat_a[i:j] @ mat_b[k]
        else:
            out[:, i:j] = mat_a[k] @ mat_b[:, i:j]
    return out


def _check_strides(mat):
    """Torch's kernels read 16 bytes at a time, along either of the last two axes."""
    (before, last), (rows, columns) = mat.stride()[-2:], mat.shape[-2:]
    if last == 1 and before >= max(1, columns):
        step = before
    elif before == 1 and last >= max(1, rows):
        step = last
    else:
        raise RuntimeError(
            f"Invalid strides/sizes, got {list(mat.stride())} for strides and {list(mat.shape)} for sizes"
        )
    if step * mat.itemsize % 16:
        raise RuntimeError("strides should be multiple of 16 bytes")


@function(method=False, namespace=NAMESPACE)
def grouped_mm(mat_a, mat_b, *, offs=None, bias=None, out_dtype=None):
    """The products of groups of matrices, each a part of `mat_a` with a part of `mat_b`; float32, bfloat16 or float16.

    (G, M, K) and (G, K, N) give (G, M, N). Where one has two axes, `offs`, int32 of shape (G,), says where each group
    ends: (M, K) by rows with (G, K, N) gives (M, N), (G, M, K) with (K, N) by columns gives (M, N), (M, K) with (K, N)
    along K gives (G, M, N). RuntimeError for other dtypes and for rows that are no multiple of 16 bytes apart.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.grouped_mm.html

    >>> import borch as torch
    >>> experts = torch.stack([torch.eye(4), 2 * torch.eye(4)])
    >>> torch.nn.functional.grouped_mm(torch.ones(3, 4), experts, offs=torch.tensor([1, 3], dtype=torch.int32))
    tensor([[1., 1., 1., 1.],
            [2., 2., 2., 2.],
            [2., 2., 2., 2.]])
    """
    for name, mat in (("mat_a", mat_a), ("mat_b", mat_b)):
        if mat.dtype.name not in _TAKEN:
            raise RuntimeError(f"Expected {name} to be Float32, BFloat16 or Float16 matrix, got {mat.dtype.legacy}")
    for name, mat in (("mat_a", mat_a), ("mat_b", mat_b)):
        if mat.ndim not in (2, 3):
            raise RuntimeError(f"{name} has to be 2 or 3d")
    if (mat_a.ndim != 2 or mat_b.ndim != 2) and mat_a.shape[-1] != mat_b.shape[-2]:
        raise RuntimeError("contraction dimension of mat_a and mat_b must match")
    _check_strides(mat_a)
    _check_strides(mat_b)
    if (offs is None) != (mat_a.ndim == mat_b.ndim == 3):
        raise RuntimeError("Have to provide offsets if there is a 2d matrix, or no offset if both matrices are 3d")
    if offs is not None and offs.dtype.name != "int32":
        raise RuntimeError("Offsets have to be int32")
    if bias is not None:
        raise RuntimeError("Bias not supported yet")
    sizes = [len(v) for v in (mat_a, mat_b) if v.ndim == 3] + ([] if offs is None else [len(offs)])
    if len(set(sizes)) > 1:
        words = "batched dimension has to match" if offs is None else "matrix batch sizes have to match"
        raise RuntimeError(words)
    out = _grouped_mm(mat_a, mat_b, offs)
    return out if out_dtype in (None, out.dtype) else out.to(out_dtype)


@function(method=False, name="_grouped_mm")
def _of_torch(self, mat2, offs=None, bias=None, out_dtype=None):
    """`torch.nn.functional.grouped_mm` by its older name.

    >>> import borch as torch
    >>> torch._grouped_mm(torch.ones(1, 1, 4), torch.ones(1, 4, 4))
    tensor([[[4., 4., 4., 4.]]])
    """
    return grouped_mm(self, mat2, offs=offs, bias=bias, out_dtype=out_dtype)
