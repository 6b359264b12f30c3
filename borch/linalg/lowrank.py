"""A few singular values of a large matrix, from random projections.

Source: https://docs.pytorch.org/docs/stable/torch.html#blas-and-lapack-operations
"""

from .._core.op import OPS, function
from .factor import _svd, qr


@function(method=False)
def svd_lowrank(A, q=6, niter=2, M=None):
    """An approximate SVD (U, S, V) of rank `q`, from random projections on torch's stream and `niter` iterations.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.svd_lowrank.html

    >>> import borch as torch
    >>> torch.svd_lowrank(torch.ones(5, 4), q=2)[1].shape
    torch.Size([2])
    """
    q = 6 if q is None else q
    m, n = A.shape[-2:]
    if M is not None:
        A = A - M
    turned = m < n
    A = A.mH if turned else A
    Q = _range_finder(A, q, niter)
    U, S, Vh = _svd(Q.mH @ A, False)
    U, V = Q @ U, Vh.mH
    return (V, S, U) if turned else (U, S, V)


def _range_finder(A, q, niter):
    """Orthonormal columns that span most of what A maps to."""
    X = OPS["randn"](A.shape[-1], q, dtype=A.dtype)
    Q = qr(A @ X)[0]
    for _ in range(niter):
        Q = qr(A.mH @ Q)[0]
        Q = qr(A @ Q)[0]
    return Q


@function(method=False)
def pca_lowrank(A, q=None, center=True, niter=2):
    """The principal components (U, S, V) of the rows of A, by `svd_lowrank` of the centred matrix.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.pca_lowrank.html

    >>> import borch as torch
    >>> torch.pca_lowrank(torch.ones(5, 4), q=2)[1].shape
    torch.Size([2])
    """
    m, n = A.shape[-2:]
    if q is None:
        q = min(6, m, n)
    elif not 0 <= q <= min(m, n):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(m, n)}")
    if not (isinstance(niter, int) and niter >= 0):
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    if center:
        A = A - A.mean(dim=-2, keepdim=True)
    return svd_lowrank(A, q, niter=niter)
