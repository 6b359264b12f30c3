"""Gaussian elimination: LU factorisations with exchanged rows, and what is solved with them.

Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.lu.html
"""

import numpy as np

from .._core.op import function, like, op, return_type, wrap
from .._core.results import check_outs
from .._core.tensor import Tensor
from .._core.warn import warn_once
from ..ops.both import SAME_DTYPE, array_of, into
from .checks import (
    by_columns,
    check_float,
    check_square,
    legacy,
    raise_if,
)
from .forms import (
    adjoint,
    conjugate,
    constant,
    cut,
    given,
    join_columns,
    join_rows,
    lu_of,
    mT,
    permutation_matrix,
    plain,
    solve_upper_or_lower,
    times,
    triangular,
    triangular_right,
    tril,
    triu,
)


# -------------------------------------------------------------------------------------------------------------------- LU
def lu_grad(g_low, g_up, low, up, p):
    """The gradient of A = P L U, given back to A. One of the gradients may be None."""
    (m, k), n = low.shape[-2:], up.shape[-1]
    low1, up1 = cut(low, k, k), cut(up, k, k)
    inner = 0
    below = right = None
    if g_low is not None:
        part = times(adjoint(low1), cut(g_low, k, k))
        if n > k and g_up is not None:
            right = triangular(adjoint(low1), g_up[..., :, k:], True, True)
            part = part - times(g_up[..., :, k:], adjoint(up[..., :, k:]))
        inner = inner + tril(part, -1)
    elif n > k:
        inner = inner - tril(times(g_up[..., :, k:], adjoint(up[..., :, k:])), -1)
    if g_up is not None:
        part = times(cut(g_up, k, k), adjoint(up1))
        if m > k and g_low is not None:
            part = part - times(adjoint(low[..., k:, :]), g_low[..., k:, :])
        inner = inner + triu(part)
    elif m > k:
        inner = inner - triu(times(adjoint(low[..., k:, :]), g_low[..., k:, :]))
    ga = triangular_right(triangular(adjoint(low1), inner, True, True), adjoint(up1), False)
    if m > k:
        zero = times(low[..., k:, :], ga) * 0
        below = zero if g_low is None else triangular_right(g_low[..., k:, :], adjoint(up1), False)
        ga = join_rows(ga, below)
    if n > k:
        right = (
            times(ga, up[..., :, k:]) * 0 if g_up is None else triangular(adjoint(low1), g_up[..., :, k:], True, True)
        )
        ga = join_columns(ga, right)
    return times(like(ga, p) if not isinstance(p, Tensor) else p, ga)


def parts_of(lu, k):
    """(L, U) out of both in one matrix, on arrays and on Tensors."""
    m, n = lu.shape[-2:]
    return tril(lu, -1)[..., :, :k] + constant(lu, np.eye(m, k)), triu(lu)[..., :k, :]


def _lu_factor_input(g, LU, pivots):
    g = g[0]
    if g is None:
        return None
    m, n = LU.shape[-2:]
    k = min(m, n)
    low, up = parts_of(LU, k)
    p = permutation_matrix(array_of(pivots), m, array_of(LU).dtype)
    return lu_grad(tril(g, -1)[..., :, :k], triu(g)[..., :k, :], low, up, p)


def check_lu(A, pivot, name):
    if A.ndim < 2:
        raise RuntimeError(f"{name}: Expected tensor with 2 or more dimensions. Got size: {list(A.shape)} instead")
    if A.dtype.kind not in "fc":
        raise NotImplementedError(f"\"lu_cpu\" not implemented for '{legacy(A)}'")
    if not pivot:
        raise RuntimeError("linalg.lu_factor: LU without pivoting is not implemented on the CPU")


def _zero_pivot(info):
    return (
        f"U[{info},{info}] is zero and using it on lu_solve would result in a division by zero. If you still want to "
        "perform the factorization, consider calling linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)"
    )


@op(name="linalg_lu_factor_ex", out_dtype=SAME_DTYPE, outputs=("LU", "pivots", "info"), A=_lu_factor_input,
    method=False, namespace=None)  # fmt: skip
def _lu_factor_ex(A, pivot=True, check_errors=False):
    check_lu(A, pivot, "torch.lu_factor")
    lu, pivots, info = lu_of(A)
    if check_errors:
        raise_if(info, "torch.linalg.lu_factor_ex", _zero_pivot)
    return by_columns(lu), pivots, info


@op(name="linalg_lu_factor", out_dtype=SAME_DTYPE, outputs=("LU", "pivots"), A=_lu_factor_input, method=False, namespace=None,
    node="LinalgLuFactorExBackward0")  # fmt: skip
def _lu_factor(A, pivot=True):
    check_lu(A, pivot, "torch.lu_factor")
    lu, pivots, info = lu_of(A)
    raise_if(info, "torch.linalg.lu_factor", _zero_pivot, RuntimeError)
    return by_columns(lu), pivots


@plain("lu_factor_ex")
def lu_factor_ex(A, *, pivot=True, check_errors=False, out=None):
    """The triple (LU, pivots, info) of matrices (..., m, n): L and U in one matrix, rows exchanged counted from 1.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.lu_factor_ex.html

    >>> import borch as torch
    >>> torch.linalg.lu_factor_ex(torch.zeros(1, 1)).info
    tensor(1, dtype=torch.int32)
    """
    return _lu_factor_ex(A, pivot, check_errors, **given(out))


@plain("lu_factor")
def lu_factor(A, *, pivot=True, out=None):
    """The pair (LU, pivots) of matrices (..., m, n), for `torch.linalg.lu_solve`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.lu_factor.html

    >>> import borch as torch
    >>> torch.linalg.lu_factor(torch.tensor([[1.0, 2.0], [4.0, 4.0]])).pivots
    tensor([2, 2], dtype=torch.int32)
    """
    return _lu_factor(A, pivot, **given(out))


def _lu_input(g, P, L, U):
    _, gl, gu = g
    return None if gl is None and gu is None else lu_grad(gl, gu, L, U, P)


@op(
    name="linalg_lu",
    out_dtype=SAME_DTYPE,
    outputs=("P", "L", "U"),
    A=_lu_input,
    constant=("P",),
    method=False,
    namespace=None,
)
def _lu(A, pivot=True):
    check_lu(A, pivot, "linalg.lu")
    m, n = A.shape[-2:]
    lu, pivots, _ = lu_of(A)
    return (permutation_matrix(pivots, m, A.dtype), *map(np.ascontiguousarray, parts_of(lu, min(m, n))))


@plain("lu")
def lu(A, *, pivot=True, out=None):
    """The triple (P, L, U) with A = P L U of matrices (..., m, n): a permutation, lower and upper triangular matrices.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.lu.html

    >>> import borch as torch
    >>> torch.linalg.lu(torch.tensor([[1.0, 2.0], [4.0, 4.0]])).U
    tensor([[4., 4.],
            [0., 1.]])
    """
    return _lu(A, pivot, **given(out))


LU_WITH_INFO = return_type("_lu_with_info", ("LU", "pivots", "info"))


@function(name="lu")
def torch_lu(A, pivot=True, get_infos=False, out=None):
    """The pair (LU, pivots), and info where asked for, by its old name: use `torch.linalg.lu_factor`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.lu.html

    >>> import warnings, borch as torch
    >>> with warnings.catch_warnings(action="ignore"):
    ...     print(torch.lu(torch.tensor([[2.0]]))[0])
    tensor([[2.]])
    """
    warn_once(
        "torch.lu is deprecated in favor of torch.linalg.lu_factor / torch.linalg.lu_factor_ex and will be removed in a "
        "future PyTorch release.\nLU, pivots = torch.lu(A, compute_pivots)\nshould be replaced with\nLU, pivots = "
        "torch.linalg.lu_factor(A, compute_pivots)\nand\nLU, pivots, info = torch.lu(A, compute_pivots, get_infos=True)\n"
        "should be replaced with\nLU, pivots, info = torch.linalg.lu_factor_ex(A, compute_pivots)"
    )
    lu_, pivots, info = _lu_factor_ex(A, pivot, False)
    results = LU_WITH_INFO(lu_, pivots, info) if get_infos else (lu_, pivots)
    if out is None:
        return results
    check_outs(out, len(results))
    for target, result in zip(out, results, strict=True):
        target.resize_as_(result).copy_(result)
    return out


def _lu_method(self, pivot=True, get_infos=False):
    """The pair (LU, pivots), and info where asked for: `torch.lu`.

    >>> import warnings, borch as torch
    >>> with warnings.catch_warnings(action="ignore"):
    ...     print(torch.tensor([[2.0]]).lu()[0])
    tensor([[2.]])
    """
    return tuple(torch_lu(self, pivot, get_infos))


_lu_method.__name__ = _lu_method.__qualname__ = "lu"
Tensor.lu = _lu_method


def _unpack_input(g, LU_data, L):
    _, gl, gu = g
    m, n = LU_data.shape[-2:]
    grad = None
    if gl is not None:
        part = tril(gl, -1)
        grad = _padded(part, m, n)
    if gu is not None:
        part = _padded(triu(gu), m, n)
        grad = part if grad is None else grad + part
    return grad


def _padded(x, m, n):
    """x in the upper left corner of an m by n matrix of zeros."""
    rows, columns = x.shape[-2:]
    if rows < m:
        x = join_rows(x, like(x, np.zeros((*x.shape[:-2], m - rows, columns), array_of(x).dtype)))
    if columns < n:
        x = join_columns(x, like(x, np.zeros((*x.shape[:-2], m, n - columns), array_of(x).dtype)))
    return x


@op(name="lu_unpack", outputs=("P", "L", "U"), LU_data=_unpack_input, tensors=("LU_data", "LU_pivots"), constant=("P",),
    out_dtype=SAME_DTYPE, method=False)  # fmt: skip
def lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True):
    """The triple (P, L, U) out of what `torch.linalg.lu_factor` gives.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.lu_unpack.html

    >>> import borch as torch
    >>> torch.lu_unpack(*torch.linalg.lu_factor(torch.tensor([[2.0]]))).U
    tensor([[2.]])
    """
    m, n = LU_data.shape[-2:]
    nothing = np.zeros(0, LU_data.dtype)
    p = permutation_matrix(LU_pivots, m, LU_data.dtype) if unpack_pivots else nothing
    low, up = map(np.ascontiguousarray, parts_of(LU_data, min(m, n))) if unpack_data else (nothing, nothing)
    return p, low, up


def _permuted(pivots, x, back=False):
    """Rows of the array or Tensor x as P^T x (or P x)."""
    p = permutation_matrix(array_of(pivots), x.shape[-2], array_of(x).dtype)
    p = p if back else p.swapaxes(-1, -2)
    return times(like(x, np.ascontiguousarray(p)), x)


def _lu_solve_array(LU, pivots, B, left, adjoint_):
    if not left:
        x = _lu_solve_array(LU, pivots, B.conj().swapaxes(-1, -2), True, not adjoint_)
        return x.conj().swapaxes(-1, -2)
    if adjoint_:
        y = solve_upper_or_lower(LU.conj().swapaxes(-1, -2), B, False)
        return _permuted(pivots, solve_upper_or_lower(LU.conj().swapaxes(-1, -2), y, True, True), True)
    y = solve_upper_or_lower(LU, _permuted(pivots, B), False, True)
    return solve_upper_or_lower(LU, y, True)


def _lu_solve_in_formula(LU, pivots, B, left, adjoint_):
    if isinstance(LU, Tensor) or isinstance(B, Tensor):
        return lu_solve(LU, pivots if isinstance(pivots, Tensor) else wrap(pivots), B, left=left, adjoint=adjoint_)
    return _lu_solve_array(LU, pivots, B, left, adjoint_)


def _lu_solve_b(g, LU, pivots, left, adjoint):
    return _lu_solve_in_formula(LU, pivots, g, left, not adjoint)


def _lu_solve_lu(g, LU, pivots, out, left, adjoint):
    """Through A = P L U: the gradient of A, then of L and U in one matrix."""
    gb = _lu_solve_in_formula(LU, pivots, g, left, not adjoint)
    ga = -(times(gb, _H(out)) if left else times(_H(out), gb))
    ga = _H(ga) if adjoint else ga
    n = LU.shape[-1]
    low, up = parts_of(LU, n)
    inner = _permuted(pivots, ga)
    return tril(times(inner, _H(up)), -1) + triu(times(_H(low), inner))


def _H(x):
    return conjugate(mT(x))


@op(name="linalg_lu_solve", LU=_lu_solve_lu, B=_lu_solve_b, tensors=("LU", "pivots", "B"), strict=True, method=False,
    out_dtype=SAME_DTYPE, namespace=None)  # fmt: skip
def _lu_solve(LU, pivots, B, left=True, adjoint=False):
    check_square(LU, "torch.linalg.lu_solve", "LU")
    check_float(LU, "torch.linalg.lu_solve")
    if LU.dtype != B.dtype:
        raise RuntimeError(
            f"linalg.lu_solve: Expected LU and B to have the same dtype, but found LU of type {legacy(LU)} and B of type "
            f"{legacy(B)} instead"
        )
    if LU.shape[-1] != B.shape[-2 if left else -1]:
        raise RuntimeError(
            f"linalg.lu_solve: Incompatible shapes of A and B for the equation {'AX = B' if left else 'XA = B'} "
            f"({LU.shape[-2]}x{LU.shape[-1]} and {B.shape[-2]}x{B.shape[-1]})"
        )
    x = _lu_solve_array(LU, pivots, B, left, adjoint)
    return by_columns(x) if left else by_columns(x.swapaxes(-1, -2)).swapaxes(-1, -2)


@plain("lu_solve")
def lu_solve(LU, pivots, B, *, left=True, adjoint=False, out=None):
    """The X of A X = B (or A^H X = B, or X A = B) from what `torch.linalg.lu_factor` gives for A.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.lu_solve.html

    >>> import borch as torch
    >>> torch.linalg.lu_solve(*torch.linalg.lu_factor(torch.tensor([[2.0]])), torch.tensor([[3.0]]))
    tensor([[1.5000]])
    """
    return into("linalg_lu_solve", out, _lu_solve(LU, pivots, B, left, adjoint), SAME_DTYPE)


@function(name="lu_solve")
def torch_lu_solve(b, LU_data, LU_pivots, *, out=None):
    """The X of A X = b, by its old name: use `torch.linalg.lu_solve`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.lu_solve.html

    >>> import warnings, borch as torch
    >>> with warnings.catch_warnings(action="ignore"):
    ...     print(torch.lu_solve(torch.tensor([[3.0]]), *torch.linalg.lu_factor(torch.tensor([[2.0]]))))
    tensor([[1.5000]])
    """
    warn_once(
        "torch.lu_solve is deprecated in favor of torch.linalg.lu_solveand will be removed in a future PyTorch release.\n"
        "Note that torch.linalg.lu_solve has its arguments reversed.\nX = torch.lu_solve(B, LU, pivots)\nshould be "
        "replaced with\nX = torch.linalg.lu_solve(LU, pivots, B)"
    )
    return into("lu_solve", out, _lu_solve(LU_data, LU_pivots, b), SAME_DTYPE)
