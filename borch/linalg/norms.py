"""Norms of matrices and what is said with singular values: norm, matrix_norm, cond, matrix_rank, pinv, lstsq.

Source: https://docs.pytorch.org/docs/stable/linalg.html#matrix-properties
"""

import numpy as np

from .._core.args import wrap_dim
from .._core.op import OPS, check_result_cast, function, op, return_type, wrap
from .._core.tensor import Tensor
from ..ops.both import array_of, into, into_safely, safe_cast
from ..ops.norm import vector_norm
from .checks import check_double, check_float, check_matrix, check_square, legacy
from .equations import _inv_ex
from .factor import svdvals
from .forms import adjoint, column, plain, row, times

INF = float("inf")


# ----------------------------------------------------------------------------------------------------------------- norms
def _check_dims(A, dim):
    if isinstance(dim, int) or len(dim) != 2:
        shown = dim if isinstance(dim, int) else ", ".join(str(d) for d in dim)
        kind = TypeError if isinstance(dim, int) else RuntimeError
        raise kind(f"linalg.matrix_norm: dim must be a 2-tuple. Got {shown}")
    first, second = wrap_dim(dim[0], A.ndim), wrap_dim(dim[1], A.ndim)
    if first == second:
        raise RuntimeError(f"linalg.matrix_norm: dims must be different. Got ({dim[0]}, {dim[1]})")
    return first, second


def _last_two(A, first, second):
    rest = [k for k in range(A.ndim) if k not in (first, second)]
    return OPS["permute"](A, (*rest, first, second))


def _with_kept(x, ndim, first, second):
    """x with axes of length 1 where the two axes were."""
    order = list(range(ndim - 2))
    for place, k in sorted(((first, ndim - 2), (second, ndim - 1))):
        order.insert(place, k)
    return OPS["permute"](OPS["unsqueeze"](OPS["unsqueeze"](x, -1), -1), order)


def _norm_into(out, result):
    return into("linalg_matrix_norm", out, result, "linalg.matrix_norm expected out tensor dtype {1} but got: {0}")


@plain("matrix_norm")
def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None, out=None):
    """The norm of matrices (..., m, n): "fro", "nuc", inf, -inf, 1, -1, 2 or -2.

    RuntimeError for another order and for integers.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.matrix_norm.html

    >>> import borch as torch
    >>> torch.linalg.matrix_norm(torch.tensor([[1.0, -2.0], [3.0, 4.0]]), ord=1)
    tensor(6.)
    """
    check_matrix(A, "linalg.matrix_norm")
    check_float(A._array, "linalg.matrix_norm", low=False)
    first, second = _check_dims(A, dim)
    if isinstance(ord, str):
        if ord not in ("fro", "nuc"):
            raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
        if ord == "fro":
            return _norm_into(out, vector_norm(A, 2, (first, second), keepdim, dtype=dtype))
    elif abs(ord) not in (1, 2, INF):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord:g} not supported.")
    A = A if dtype is None else OPS["to_dtype"](A, dtype)
    if ord == "nuc" or (not isinstance(ord, str) and abs(ord) == 2):
        check_float(A._array, "linalg.matrix_norm")
    if ord in ("nuc", 1, 2, INF) and not (A.shape[first] and A.shape[second]):
        return _norm_into(out, vector_norm(A, 2, (first, second), keepdim))
    if ord == "nuc" or abs(ord) == 2:
        values = svdvals(_last_two(A, first, second))
        result = values.sum(-1) if ord == "nuc" else values.amax(-1) if ord > 0 else values.amin(-1)
        return _norm_into(out, _with_kept(result, A.ndim, first, second) if keepdim else result)
    if abs(ord) == INF:
        first, second = second, first
    sums = vector_norm(A, 1, first, keepdim)
    at = second if keepdim or second < first else second - 1
    result = sums.amax(at, keepdim) if ord > 0 else sums.amin(at, keepdim)
    return _norm_into(out, result)


@plain("norm")
def norm(A, ord=None, dim=None, keepdim=False, *, out=None, dtype=None):
    """The norm of a vector or of matrices: `vector_norm` for one axis or without `ord`, else `matrix_norm`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.norm.html

    >>> import borch as torch
    >>> torch.linalg.norm(torch.tensor([[3.0, 0.0], [0.0, 4.0]]), ord=2)
    tensor(4.)
    """
    if out is not None:
        result = norm(A, ord, dim, keepdim, dtype=dtype)
        want = (dtype or A.dtype).to_real()
        if out.dtype is not want:
            raise RuntimeError(f"linalg.norm expected out tensor dtype {want.legacy} but got: {out.dtype.legacy}")
        return into("linalg_norm", out, result)
    if dim is not None:
        dims = (dim,) if isinstance(dim, int) else tuple(dim)
        if len(dims) not in (1, 2):
            raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(dims)}")
        if len(dims) == 2 and ord is not None:
            return matrix_norm(A, ord, dims, keepdim, dtype=dtype, out=out)
    elif ord is not None and A.ndim not in (1, 2):
        raise RuntimeError(
            f"linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got {A.ndim}D."
        )
    elif ord is not None and A.ndim == 2:
        return matrix_norm(A, ord, (-2, -1), keepdim, dtype=dtype, out=out)
    if isinstance(ord, str):
        return matrix_norm(A, ord, (0, 1) if dim is None else dim, keepdim, dtype=dtype, out=out)
    return vector_norm(A, 2 if ord is None else ord, dim, keepdim, dtype=dtype, out=out)


@plain("cond")
def cond(A, p=None, *, out=None):
    """The condition number of matrices (..., m, n): the quotient of singular values, or norm(A) * norm(inverse).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.cond.html

    >>> import borch as torch
    >>> torch.linalg.cond(torch.tensor([[4.0, 0.0], [0.0, 2.0]]))
    tensor(2.)
    """
    check_matrix(A, "linalg.cond")
    if p is None or p in (2, -2):
        s = svdvals(A)
        low, high = OPS["narrow"](s, -1, -1 % max(s.shape[-1], 1), 1), OPS["narrow"](s, -1, 0, 1)
        quotient = low / high if p == -2 else high / low
        return into_safely("linalg.cond", out, OPS["squeeze"](quotient, -1))
    if p not in ("fro", "nuc", INF, -INF, 1, -1):
        shown = p if isinstance(p, str) else f"{p:g}"
        raise RuntimeError(f"linalg.cond got an invalid norm type: {shown}")
    shown = p if isinstance(p, str) else f"{p:g}"
    check_square(A, f"linalg.cond(ord={shown})")
    if p == "nuc":
        inverse, _ = _inv_ex(A)
        return into_safely("linalg.cond", out, matrix_norm(A, p) * matrix_norm(inverse, p))
    inverse, info = _inv_ex(A)
    result = matrix_norm(A, p) * matrix_norm(inverse, p)
    if info._array.any():
        result = OPS["where"](wrap(info._array > 0), float("inf"), result)
    return into_safely("linalg.cond", out, OPS["nan_to_num"](result, nan=INF, posinf=INF, neginf=-INF))


# ------------------------------------------------------------------------------------------------------------------ rank
def _tolerance(A, top, atol, rtol):
    """max(atol, rtol * greatest singular value) as an array with a last axis of length 1."""
    kind = A.real.dtype
    given = atol is not None
    atol = np.asarray(array_of(atol) if isinstance(atol, Tensor) else (0.0 if atol is None else atol), kind)
    if rtol is None:
        default = max(A.shape[-2:]) * np.finfo(kind).eps
        rtol = np.where(atol > 0, 0.0, default) if given else default
    rtol = np.asarray(array_of(rtol) if isinstance(rtol, Tensor) else rtol, kind)
    return np.maximum(atol[..., None], rtol[..., None] * top)


@plain("matrix_rank")
def matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None, out=None):
    """The number of singular values (or, hermitian, of eigenvalues) of matrices that are greater than a tolerance.

    The tolerance is max(atol, rtol * greatest), where rtol is max(m, n) * eps by default.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.matrix_rank.html

    >>> import borch as torch
    >>> torch.linalg.matrix_rank(torch.tensor([[1.0, 2.0], [2.0, 4.0]]))
    tensor(1)
    """
    check_matrix(A, "torch.linalg.matrix_rank", "input")
    a = A._array
    check_double(a)
    if hermitian:
        check_square(a, "linalg.matrix_rank")
    if not a.size:
        return into("linalg_matrix_rank", out, wrap(np.zeros(a.shape[:-2], np.int64)))
    s = np.abs(np.linalg.eigvalsh(a)) if hermitian else np.linalg.svd(a, compute_uv=False)
    if tol is not None:
        limit = np.asarray(array_of(tol) if isinstance(tol, Tensor) else tol)[..., None]
    else:
        limit = _tolerance(a, s.max(-1, keepdims=True), atol, rtol)
    return into("linalg_matrix_rank", out, wrap(np.asarray((s > limit).sum(-1), np.int64)))


# --------------------------------------------------------------------------------------------------------- pseudo-inverse
def pinv_grad(g, p, a):
    """The gradient of a pseudo-inverse p, given back to a."""
    (m, n), ph, gh = a.shape[-2:], adjoint(p), adjoint(g)
    if m <= n:
        k = times(gh, p)
        kph = times(k, ph)
        return -adjoint(times(p, k)) + kph - times(times(a, p), kph) + times(times(ph, p), gh - times(k, a))
    k = times(p, gh)
    phk = times(ph, k)
    return -adjoint(times(k, p)) + times(gh - times(a, k), times(p, ph)) + phk - times(times(phk, p), a)


def _pinv_of(a, atol, rtol, hermitian):
    if not a.size:
        return np.zeros((*a.shape[:-2], a.shape[-1], a.shape[-2]), a.dtype)
    if hermitian:
        values, vectors = np.linalg.eigh(a)
        size = np.abs(values)
        keep = size > _tolerance(a, size.max(-1, keepdims=True), atol, rtol)
        inverse = np.where(keep, 1 / np.where(keep, values, 1), 0)
        return ((vectors * inverse[..., None, :]) @ vectors.conj().swapaxes(-1, -2)).astype(a.dtype)
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    keep = s > _tolerance(a, s[..., :1], atol, rtol)
    inverse = np.where(keep, 1 / np.where(keep, s, 1), 0)
    out = (vh.conj().swapaxes(-1, -2) * inverse[..., None, :]) @ u.conj().swapaxes(-1, -2)
    return out.astype(a.dtype, copy=False)


@op(name="linalg_pinv", A=lambda g, A, out: pinv_grad(g, out, A), method=False, namespace=None)
def _pinv(A, atol=None, rtol=None, hermitian=False):
    if A.ndim < 2 or A.dtype.kind not in "fc" or A.dtype == np.float16:
        raise RuntimeError(
            f"linalg.pinv({legacy(A)}{{{list(A.shape)}}}): expected a tensor with 2 or more dimensions of float, double, "
            "cfloat or cdouble types"
        )
    if hermitian:
        check_square(A, "linalg.pinv")
    return _pinv_of(A, atol, rtol, hermitian)


@plain("pinv")
def pinv(A, rcond=None, hermitian=False, *, atol=None, rtol=None, out=None):
    """The pseudo-inverse (..., n, m) of matrices (..., m, n); singular values below the tolerance count as 0.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.pinv.html

    >>> import borch as torch
    >>> torch.linalg.pinv(torch.tensor([[2.0, 0.0], [0.0, 0.0]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.0000]])
    """
    return into_safely("linalg.pinv", out, _pinv(A, atol, rcond if rtol is None else rtol, hermitian))


@function()
def pinverse(input, rcond=1e-15):
    """The pseudo-inverse: `torch.linalg.pinv`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.pinverse.html

    >>> import borch as torch
    >>> torch.pinverse(torch.tensor([[2.0]]))
    tensor([[0.5000]])
    """
    return _pinv(input, 0.0, rcond)


# --------------------------------------------------------------------------------------------------------- least squares
def _lstsq_grads(g, needed, A, B, solution):
    gx, gr = g[0], g[1]
    if gx is None:
        return _residual_grads(gr, needed, A, B, solution) if gr is not None else (None, None)
    p = pinv(A) if isinstance(A, Tensor) else _pinv_of(A, None, None, False)
    vector = len(B.shape) == len(A.shape) - 1
    gx, b = (column(gx), column(B)) if vector else (gx, B)
    ga = pinv_grad(times(gx, adjoint(b)), p, A) if needed[0] else None
    gb = times(adjoint(p), gx) if needed[1] else None
    gb = gb if gb is None or not vector else gb[..., 0]
    if gr is not None:
        ra, rb = _residual_grads(gr, needed, A, B, solution)
        if ra is not None:
            ga, gb = ga if ga is None else ga + ra, gb if gb is None else gb + rb
    return ga, gb


def _residual_grads(gr, needed, A, B, solution):
    """Through the sums of squares of A X - B at the X where they are least."""
    if not array_of(gr).size:
        return None, None
    vector = len(B.shape) == len(A.shape) - 1
    x, b = (column(solution), column(B)) if vector else (solution, B)
    rest = (times(A, x) - b) * row(gr) * 2
    return times(rest, adjoint(x)), -(rest[..., 0] if vector else rest)


@op(name="linalg_lstsq", outputs=("solution", "residuals", "rank", "singular_values"), joint=_lstsq_grads,
    differentiable=("A", "B"), constant=("singular_values",), method=False, namespace=None, strict=True)  # fmt: skip
def _lstsq(A, B, rcond=None, driver=None):
    check_lstsq(A, B, driver)
    m, n = A.shape[-2:]
    vector = B.ndim == A.ndim - 1
    b = B[..., None] if vector else B
    kind = A.real.dtype
    limit = np.finfo(kind).eps * max(m, n) if rcond is None else rcond
    u, s, vh = np.linalg.svd(A, full_matrices=False)
    top = s[..., :1] if s.shape[-1] else np.zeros((*s.shape[:-1], 1), kind)
    keep = s > limit * top if driver != "gels" else np.ones_like(s, np.bool_)
    inverse = np.where(keep, 1 / np.where(keep, s, 1), 0)
    x = (vh.conj().swapaxes(-1, -2) * inverse[..., None, :]) @ (u.conj().swapaxes(-1, -2) @ b)
    x = _as_lapack_leaves(x.astype(A.dtype, copy=False), max(m, n))
    rank = np.asarray(keep.sum(-1), np.int64)
    nothing = np.zeros(0, kind)
    residuals = nothing
    if driver != "gelsy" and m > n and (rank == n).all():
        rest = np.abs(A @ x - b) ** 2
        residuals = rest.sum(-2)
    values = s if driver in ("gelsd", "gelss") else nothing
    rank = np.zeros(0, np.int64) if driver == "gels" else rank
    return x[..., 0] if vector else x, residuals.astype(kind, copy=False), rank, values


def _as_lapack_leaves(x, rows):
    """Solutions laid out column by column, each in the place of a right-hand side of `rows` elements."""
    *batch, n, k = x.shape
    out = np.empty((*batch, k, rows), x.dtype)[..., :n].swapaxes(-1, -2)
    out[...] = x
    return out


def check_lstsq(A, B, driver):
    check_double(A)
    if A.ndim < 2:
        raise RuntimeError("torch.linalg.lstsq: input must have at least 2 dimensions.")
    if B.ndim < 1:
        raise RuntimeError("torch.linalg.lstsq: other must have at least 1 dimension.")
    if A.dtype != B.dtype:
        raise RuntimeError(
            f"torch.linalg.lstsq: Expected input and other to have the same dtype, but got input's dtype {legacy(A)} and "
            f"other's dtype {legacy(B)}"
        )
    diff = A.ndim - B.ndim
    if not 0 <= diff <= 1:
        raise RuntimeError(
            "torch.linalg.lstsq: input.dim() must be greater or equal to other.dim() and (input.dim() - other.dim()) <= 1"
        )
    if diff == 0 and A.shape[-2] != B.shape[-2]:
        raise RuntimeError("torch.linalg.lstsq: input.size(-2) should match other.size(-2)")
    if diff == 1 and A.shape[-2] != B.shape[-1]:
        raise RuntimeError("torch.linalg.lstsq: input.size(-2) should match other.size(-1)")
    if driver not in ("gels", "gelsy", "gelsd", "gelss"):
        raise RuntimeError("torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)")


@plain("lstsq")
def lstsq(A, B, rcond=None, *, driver=None, out=None):
    """The X for which A X is nearest to B, as (solution, residuals, rank, singular_values).

    `driver`: "gelsy" (default), "gels", "gelsd" or "gelss"; which of the last three there are depends on it.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.lstsq.html

    >>> import borch as torch
    >>> torch.linalg.lstsq(torch.tensor([[2.0], [0.0]]), torch.tensor([[4.0], [3.0]])).solution
    tensor([[2.]])
    """
    results = _lstsq(A, B, rcond, "gelsy" if driver is None else driver)
    if out is None:
        return results
    for name, target, value in zip(results._fields, out, results, strict=True):
        check_result_cast(value._array, target, safe_cast("torch.linalg.lstsq", name))
    kind = return_type("linalg_lstsq_out", results._fields)
    return kind(*(into("linalg_lstsq", target, value) for target, value in zip(out, results, strict=True)))


# ------------------------------------------------------------------------------------------------------------ old names
@function(method=False)
def nuclear_norm(input, dim=(-2, -1), keepdim=False, *, out=None):
    """The sum of singular values: use `torch.linalg.matrix_norm(A, "nuc")`.

    >>> import borch as torch
    >>> torch.nuclear_norm(torch.eye(3))
    tensor(3.)
    """
    return matrix_norm(input, "nuc", dim, keepdim, out=out)


@function(method=False)
def frobenius_norm(input, dim=(), keepdim=False, *, out=None):
    """The 2-norm over `dim`: use `torch.linalg.vector_norm`.

    >>> import borch as torch
    >>> torch.frobenius_norm(torch.tensor([[3.0, 4.0]]), dim=(0, 1))
    tensor(5.)
    """
    return vector_norm(input, 2, dim, keepdim, out=out)
