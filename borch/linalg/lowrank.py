"""A few singular values or eigenvalues of a large matrix.

Source: https://docs.pytorch.org/docs/stable/torch.html#blas-and-lapack-operations
"""

from .._core.op import OPS, function
from .equations import solve_triangular
from .factor import _eigh, _svd, qr
from .positive import cholesky


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


@function(method=False)
def lobpcg(A, k=None, B=None, X=None, n=None, iK=None, niter=None, tol=None, largest=None, method=None, tracker=None,
           ortho_iparams=None, ortho_fparams=None, ortho_bparams=None):  # fmt: skip
    """The k greatest (or least, with largest=False) eigenvalues of A x = e B x and their vectors: (k,) and (n, k).

    A is symmetric, B symmetric positive definite. Found by a full factorisation, not by iteration: `niter`, `tol` and the
    other settings of the iteration are accepted and change nothing. ValueError when A has fewer than 3 k rows.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.lobpcg.html

    >>> import borch as torch
    >>> values, vectors = torch.lobpcg(torch.diag(torch.tensor([1.0, 5.0, 3.0])), largest=True)
    >>> print(f"{values.item():.3f}")
    5.000
    """
    rows = A.shape[-1]
    k = (1 if X is None else X.shape[-1]) if k is None else k
    if rows < 3 * k:
        raise ValueError(
            f"LPBPCG algorithm is not applicable when the number of A rows (={rows}) is smaller than 3 x the number of "
            f"requested eigenpairs (={k})"
        )
    if B is None:
        values, vectors = _eigh(A)
    else:
        low = cholesky(B)
        half = solve_triangular(low, A, upper=False)
        values, vectors = _eigh(solve_triangular(low, half.mH, upper=False))
        vectors = solve_triangular(low.mH, vectors, upper=True)
    order = slice(None, k) if largest is False else slice(-k, None)
    values, vectors = values[..., order], vectors[..., order]
    return (values, vectors) if largest is False else (values.flip(-1), vectors.flip(-1))
