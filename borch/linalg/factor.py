"""Factorisations: QR, singular values, eigenvalues.

Source: https://docs.pytorch.org/docs/stable/linalg.html#decompositions
"""

import numpy as np

from .._core.mode import mode
from .._core.op import function, op, return_type, wrap
from .._core.results import check_outs
from .._core.warn import warn_once
from ..ops.both import SAME_DTYPE, into, into_safely, safe_cast
from .checks import LinAlgError, by_columns, check_float, check_kernel, check_matrix, check_square, legacy
from .equations import inverse_of
from .forms import (
    adjoint,
    column,
    conjugate,
    constant,
    diagonal,
    embed,
    given,
    half_diagonal,
    is_complex,
    join_columns,
    plain,
    real,
    row,
    skew,
    times,
    triangular_right,
    triu,
)

COMPLEX_OF = {"f": np.dtype(np.complex64), "d": np.dtype(np.complex128)}


# -------------------------------------------------------------------------------------------------------------------- QR
def _mode(mode):
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(
            f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', or 'complete'"
        )
    return mode


def _by_columns(*parts):
    return tuple(by_columns(x) if x.ndim > 1 else x for x in parts)


def _qr_of(a, mode):
    if mode == "r":
        return np.zeros(0, a.dtype), np.linalg.qr(a, "r")
    return tuple(np.linalg.qr(a, mode))


def qr_grad(gq, gr, q, r):
    """The gradient of A = Q R, given back to A, for Q with orthonormal columns."""
    m, n = q.shape[-2], r.shape[-1]
    if m < n:
        # A = [A1 A2] and R = [R1 R2]: A1 = Q R1, and R2 = Q^H A2
        gr1, gr2 = (None, None) if gr is None else (gr[..., :m], gr[..., m:])
        if gr2 is not None:
            a2 = times(q, r[..., m:])
            part = times(a2, adjoint(gr2))
            gq = part if gq is None else gq + part
        first = qr_grad(gq, gr1, q, r[..., :m])
        second = first[..., :1] * constant(first, np.zeros(n - m)) if gr2 is None else times(q, gr2)
        return join_columns(first, second)
    inner = 0
    if gr is not None:
        inner = inner + times(gr, adjoint(r))
    if gq is not None:
        inner = inner - times(adjoint(q), gq)
    inner = triu(inner)
    inner = inner + adjoint(inner)
    inner = half_diagonal(inner) if not is_complex(inner) else _half_real_diagonal(inner)
    ga = times(q, inner)
    ga = ga if gq is None else ga + gq
    return triangular_right(ga, adjoint(r), False)


def _half_real_diagonal(x):
    eye = np.eye(x.shape[-1])
    return x * constant(x, 1 - eye) + embed(real(diagonal(x)) * 0.5) * constant(x, eye)


def _qr_input(g, Q, R, mode):
    gq, gr = g
    if gq is None and gr is None:
        return None
    if mode == "r":
        raise RuntimeError(
            "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use "
            "linalg.qr(A, mode='reduced') if you are going to differentiate through linalg.qr."
        )
    m, n = Q.shape[-2], R.shape[-1]
    if mode == "complete" and m > n:
        raise RuntimeError("The QR decomposition is not differentiable when mode='complete' and nrows > ncols.")
    return qr_grad(gq, gr, Q, R)


@op(name="linalg_qr", out_dtype=SAME_DTYPE, outputs=("Q", "R"), A=_qr_input, method=False, namespace=None)
def _qr(A, mode="reduced"):
    check_matrix(A, "linalg.qr")
    check_float(A, "linalg.qr")
    return _by_columns(*_qr_of(A, _mode(mode)))


@plain("qr")
def qr(A, mode="reduced", *, out=None):
    """The pair (Q, R) with A = Q R of matrices (..., m, n): orthonormal columns and an upper triangle.

    `mode`: "reduced", "complete" (Q is square) or "r" (Q is left out). RuntimeError for another mode.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.qr.html

    >>> import borch as torch
    >>> Q, R = torch.linalg.qr(torch.tensor([[3.0, 1.0], [4.0, 2.0]]))
    >>> torch.allclose(Q @ R, torch.tensor([[3.0, 1.0], [4.0, 2.0]]))
    True
    """
    return _qr(A, mode, **given(out))


@op(name="qr", outputs=("Q", "R"), method=False, namespace=None, node="LinalgQrBackward0", out_dtype=SAME_DTYPE,
    input=lambda g, Q, R, some: _qr_input(g, Q, R, "reduced" if some else "complete"))  # fmt: skip
def _torch_qr(input, some=True):
    check_matrix(input, "linalg.qr")
    check_float(input, "linalg.qr")
    return _by_columns(*_qr_of(input, "reduced" if some else "complete"))


@function(name="qr")
def torch_qr(input, some=True, *, out=None):
    """The pair (Q, R) by its old name: use `torch.linalg.qr`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.qr.html

    >>> import warnings, borch as torch
    >>> with warnings.catch_warnings(action="ignore"):
    ...     print(torch.qr(torch.tensor([[2.0]])).R.abs())
    tensor([[2.]])
    """
    warn_once(
        "torch.qr is deprecated in favor of torch.linalg.qr and will be removed in a future PyTorch release.\nThe boolean "
        "parameter 'some' has been replaced with a string parameter 'mode'.\nQ, R = torch.qr(A, some)\nshould be replaced "
        "with\nQ, R = torch.linalg.qr(A, 'reduced' if some else 'complete')"
    )
    return _torch_qr(input, some, **given(out))


# ------------------------------------------------------------------------------------------------------- singular values
def svd_grad(gu, gs, gvh, u, s, vh):
    """The gradient of A = U S Vh, given back to A. Each of the three gradients may be None."""
    m, n, k = u.shape[-2], vh.shape[-1], s.shape[-1]
    if gu is None and gvh is None:
        return None if gs is None else times(u, column(gs) * vh)
    eye = np.eye(k)
    gaps = (row(s) - column(s)) * (row(s) + column(s)) + constant(s, eye)
    inner = None if gs is None else embed(gs)
    if gu is not None:
        turn = skew(times(adjoint(u), gu))
        part = turn / gaps * row(s)
        if is_complex(turn):
            part = part + embed(diagonal(turn) / (s * 2))
        inner = part if inner is None else inner + part
    if gvh is not None:
        part = column(s) * (skew(times(vh, adjoint(gvh))) / gaps)
        inner = part if inner is None else inner + part
    ga = times(u, times(inner, vh))
    if m > k and gu is not None:
        scaled = gu / row(s)
        ga = ga + times(scaled - times(u, times(adjoint(u), scaled)), vh)
    if n > k and gvh is not None:
        scaled = gvh / column(s)
        ga = ga + times(u, scaled - times(times(scaled, adjoint(vh)), vh))
    return ga


def _svd_input(g, U, S, Vh, full_matrices):
    gu, gs, gvh = g
    if full_matrices:
        k = S.shape[-1]
        U, Vh = U[..., :k], Vh[..., :k, :]
        gu, gvh = (None if gu is None else gu[..., :k]), (None if gvh is None else gvh[..., :k, :])
    return svd_grad(gu, gs, gvh, U, S, Vh)


def svd_of(a, full):
    try:
        return tuple(np.linalg.svd(a, full))
    except np.linalg.LinAlgError:
        raise LinAlgError(
            "linalg.svd: The algorithm failed to converge because the input matrix is ill-conditioned or has too many "
            "repeated singular values (error code: 1)."
        ) from None


@op(name="linalg_svd", out_dtype=SAME_DTYPE, outputs=("U", "S", "Vh"), A=_svd_input, method=False, namespace=None)
def _svd(A, full_matrices=True, compute_uv=True):
    check_matrix(A, "linalg.svd")
    check_float(A, "linalg.svd")
    if not compute_uv:
        nothing = np.zeros(0, A.dtype)
        return nothing, np.linalg.svd(A, compute_uv=False), nothing
    u, s, vh = svd_of(A, full_matrices)
    return by_columns(u), s, by_columns(vh)


@plain("svd")
def svd(A, full_matrices=True, *, driver=None, out=None):
    """The triple (U, S, Vh) with A = U diag(S) Vh of matrices (..., m, n); S is in descending order.

    With full_matrices=False U and Vh have min(m, n) columns and rows.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.svd.html

    >>> import borch as torch
    >>> torch.linalg.svd(torch.tensor([[3.0, 0.0], [0.0, 4.0]])).S
    tensor([4., 3.])
    """
    return _svd(A, full_matrices, **given(out))


@plain("svdvals")
def svdvals(A, *, driver=None, out=None):
    """The singular values of matrices (..., m, n) in descending order.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.svdvals.html

    >>> import borch as torch
    >>> torch.linalg.svdvals(torch.tensor([[3.0, 0.0], [0.0, 4.0]]))
    tensor([4., 3.])
    """
    return into("linalg_svdvals", out, _svd(A, False, A.requires_grad)[1], SAME_DTYPE)


SVD, SVD_OUT = (return_type(name, ("U", "S", "V")) for name in ("svd", "svd_out"))


@function(name="svd")
def torch_svd(input, some=True, compute_uv=True, *, out=None):
    """The triple (U, S, V) with A = U diag(S) V^H, by its old name: use `torch.linalg.svd`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.svd.html

    >>> import borch as torch
    >>> torch.svd(torch.tensor([[3.0, 0.0], [0.0, 4.0]])).S
    tensor([4., 3.])
    """
    if not compute_uv:
        m, n = input.shape[-2:]
        lead, kind = tuple(input.shape[:-2]), input._array.dtype
        u, v = (wrap(np.zeros((*lead, k, k), kind)) for k in (m, n))
        results = SVD(u, svdvals(input), v)
    else:
        u, s, vh = _svd(input, not some)
        results = SVD(u, s, vh.mH)
    if out is None:
        return results
    check_outs(out, len(results))
    return SVD_OUT(*(into("svd", o, r, SAME_DTYPE) for o, r in zip(out, results, strict=True)))


# ----------------------------------------------------------------------------------------------------------- eigenvalues
def _eigh_input(g, eigenvalues, eigenvectors):
    gl, gv = g
    if gv is None:
        return None if gl is None else times(eigenvectors * row(gl), adjoint(eigenvectors))
    gaps = row(eigenvalues) - column(eigenvalues) + constant(eigenvalues, np.eye(eigenvalues.shape[-1]))
    inner = times(adjoint(eigenvectors), gv) / gaps
    inner = inner * constant(inner, 1 - np.eye(eigenvalues.shape[-1]))
    inner = inner if gl is None else inner + embed(gl)
    ga = times(eigenvectors, times(inner, adjoint(eigenvectors)))
    return ga if mode.pushing else (ga + adjoint(ga)) * 0.5


def _uplo(UPLO):
    if str(UPLO).upper() not in ("L", "U"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    return str(UPLO).upper()


@op(
    name="linalg_eigh",
    out_dtype=SAME_DTYPE,
    outputs=("eigenvalues", "eigenvectors"),
    A=_eigh_input,
    method=False,
    namespace=None,
)
def _eigh(A, UPLO="L", compute_v=True):
    check_square(A, "linalg.eigh")
    UPLO = _uplo(UPLO)
    check_kernel(A, "linalg_eigh_cpu")
    if not compute_v:
        return np.linalg.eigvalsh(A, UPLO), np.zeros(0, A.dtype)
    values, vectors = np.linalg.eigh(A, UPLO)
    return values, by_columns(vectors)


@plain("eigh")
def eigh(A, UPLO="L", *, out=None):
    """The pair (eigenvalues, eigenvectors) of Hermitian matrices (..., n, n), eigenvalues in ascending order.

    Only the lower ("L") or upper ("U") triangle is looked at.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.eigh.html

    >>> import borch as torch
    >>> torch.linalg.eigh(torch.tensor([[2.0, 1.0], [1.0, 2.0]])).eigenvalues
    tensor([1., 3.])
    """
    return _eigh(A, UPLO, **given(out))


@plain("eigvalsh")
def eigvalsh(A, UPLO="L", *, out=None):
    """The eigenvalues of Hermitian matrices (..., n, n) in ascending order.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.eigvalsh.html

    >>> import borch as torch
    >>> torch.linalg.eigvalsh(torch.tensor([[2.0, 1.0], [1.0, 2.0]]))
    tensor([1., 3.])
    """
    return into("linalg_eigvalsh", out, _eigh(A, UPLO, A.requires_grad)[0], SAME_DTYPE)


def _eig_input(g, A, eigenvalues, eigenvectors):
    gl, gv = g
    v = eigenvectors
    if gv is None and gl is None:
        return None
    if gv is None:
        inner = embed(gl)
    else:
        vhgv = times(adjoint(v), gv)
        vhv = times(adjoint(v), v)
        n = eigenvalues.shape[-1]
        gaps = conjugate(row(eigenvalues) - column(eigenvalues)) + constant(eigenvalues, np.eye(n))
        inner = (vhgv - vhv * row(real(diagonal(vhgv)))) / gaps
        inner = inner * constant(inner, 1 - np.eye(n))
        inner = inner if gl is None else inner + embed(gl)
    vh = adjoint(v)
    ga = times(inverse_of(vh), times(inner, vh))
    return ga if is_complex(A) else real(ga)


def _eig_of(a):
    values, vectors = np.linalg.eig(a)
    kind = np.result_type(a.dtype, np.complex64)
    return values.astype(kind), vectors.astype(kind)


@op(name="linalg_eig", outputs=("eigenvalues", "eigenvectors"), A=_eig_input, method=False, namespace=None)
def _eig(A):
    check_square(A, "linalg.eig")
    if A.dtype.kind not in "fcV":
        raise RuntimeError(f"Unknown Complex ScalarType for {legacy(A)}")
    check_float(A, "linalg.eig")
    if not np.isfinite(A).all():
        raise RuntimeError("torch.linalg.eig: input tensor should not contain infs or NaNs.")
    values, vectors = _eig_of(A)
    return values, by_columns(vectors)


_eig.op.out_cast = safe_cast("torch.linalg.eig", "eigenvalues")


@plain("eig")
def eig(A, *, out=None):
    """The pair (eigenvalues, eigenvectors) of square matrices (..., n, n), both complex; vectors have length 1.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.eig.html

    >>> import borch as torch
    >>> torch.linalg.eig(torch.tensor([[0.0, 1.0], [-1.0, 0.0]])).eigenvalues
    tensor([0.+1.j, 0.-1.j])
    """
    return _eig(A, **given(out))


@plain("eigvals")
def eigvals(A, *, out=None):
    """The eigenvalues of square matrices (..., n, n): complex, in no order.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.eigvals.html

    >>> import borch as torch
    >>> torch.linalg.eigvals(torch.tensor([[0.0, 1.0], [-1.0, 0.0]]))
    tensor([0.+1.j, 0.-1.j])
    """
    return into_safely("torch.linalg.eigvals", out, _eig(A)[0], "eigenvalues")
