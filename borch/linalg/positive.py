"""Positive definite matrices: the Cholesky factorisation and what is solved with it.

Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.cholesky.html
"""

import numpy as np

from .._core.mode import mode
from .._core.op import function, op
from .._core.tensor import Tensor
from .._core.warn import warn_once
from ..ops.both import SAME_DTYPE, into, into_safely
from .checks import (
    WEB,
    attempt,
    by_columns,
    check_kernel,
    check_square,
    check_square_float,
    not_positive,
    raise_if,
)
from .forms import (
    adjoint,
    given,
    plain,
    solve_upper_or_lower,
    times,
    triangular,
    triangular_right,
    tril,
)


# -------------------------------------------------------------------------------------------------------------- Cholesky
def _cholesky_of(a, upper):
    """(L or its adjoint, info): the lower triangle (or the upper) of `a` is looked at."""
    if not (upper or WEB) and a.dtype.kind == "f":  # numpy itself looks at the lower one alone
        try:
            return by_columns(np.linalg.cholesky(a)), np.zeros(a.shape[:-2], np.int32)
        except np.linalg.LinAlgError:
            pass
    low = np.tril(a) if not upper else np.triu(a).conj().swapaxes(-1, -2)
    n = a.shape[-1]
    whole = low + (low * (1 - np.eye(n))).conj().swapaxes(-1, -2)
    if a.dtype.kind == "c":
        whole = np.where(np.eye(n, dtype=bool), whole.real, whole)
    info = np.zeros(a.shape[:-2], np.int32)
    try:
        out = attempt(np.linalg.cholesky, whole.astype(a.dtype))
    except np.linalg.LinAlgError:
        out = low.copy()
        flat_in, flat_out, flat_info = whole.reshape(-1, n, n), out.reshape(-1, n, n), info.reshape(-1)
        for k in range(flat_in.shape[0]):
            flat_info[k] = _cholesky_one(flat_in[k].astype(a.dtype), flat_out[k])
    return by_columns(out.conj().swapaxes(-1, -2) if upper else out), info


def _cholesky_one(a, out):
    """Writes the factor of one matrix to `out`; the order of the first minor that is not positive, or 0."""
    for order in range(1, a.shape[0] + 1):
        try:
            out[:order, :order] = attempt(np.linalg.cholesky, a[:order, :order])
        except np.linalg.LinAlgError:
            return order
    return 0


def cholesky_grad(g, factor, upper):
    """The gradient of a Cholesky factor, given back to a Hermitian matrix."""
    low, g = (adjoint(factor), adjoint(g)) if upper else (factor, g)
    phi = tril(times(adjoint(low), g))
    below = tril(phi, -1)
    inner = (phi + (below if mode.pushing else adjoint(below))) * 0.5
    left = triangular(adjoint(low), inner, True)
    return triangular_right(left, low, False)


def _cholesky_input(g, L, upper):
    return None if g[0] is None else cholesky_grad(g[0], L, upper)


@op(
    name="linalg_cholesky_ex",
    out_dtype=SAME_DTYPE,
    outputs=("L", "info"),
    A=_cholesky_input,
    method=False,
    namespace=None,
)
def _cholesky_ex(A, upper=False, check_errors=False):
    check_square_float(A, "linalg.cholesky")
    factor, info = _cholesky_of(A, upper)
    if check_errors:
        raise_if(info, "linalg.cholesky_ex", not_positive)
    return factor, info


@plain("cholesky_ex")
def cholesky_ex(A, *, upper=False, check_errors=False, out=None):
    """The pair (L, info) of Hermitian matrices; info is not 0 where a matrix is not positive definite.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.cholesky_ex.html

    >>> import borch as torch
    >>> torch.linalg.cholesky_ex(torch.tensor([[4.0]])).L
    tensor([[2.]])
    """
    return _cholesky_ex(A, upper, check_errors, **given(out))


@plain("cholesky")
def cholesky(A, *, upper=False, out=None):
    """The lower triangular L with A = L L^H of Hermitian positive definite matrices (or its adjoint with upper=True).

    LinAlgError where a matrix is not positive definite.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.cholesky.html

    >>> import borch as torch
    >>> torch.linalg.cholesky(torch.tensor([[4.0, 2.0], [2.0, 5.0]]))
    tensor([[2., 0.],
            [1., 2.]])
    """
    factor, info = _cholesky_ex(A, upper)
    raise_if(info._array, "linalg.cholesky", not_positive)
    return into("linalg_cholesky", out, factor, SAME_DTYPE)


@op(name="cholesky", node="CholeskyBackward0", method=False, namespace=None,
    input=lambda g, out, upper: cholesky_grad(g, out, upper))  # fmt: skip
def _cholesky(input, upper=False):
    check_square(input, "cholesky")
    check_kernel(input, "cholesky_cpu")
    factor, info = _cholesky_of(input, upper)
    raise_if(info, "cholesky", not_positive)
    return factor


@function(name="cholesky")
def torch_cholesky(input, upper=False, *, out=None):
    """The Cholesky factor, by its old name: use `torch.linalg.cholesky`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cholesky.html

    >>> import warnings, borch as torch
    >>> with warnings.catch_warnings(action="ignore"):
    ...     print(torch.cholesky(torch.tensor([[4.0]])))
    tensor([[2.]])
    """
    warn_once(
        "torch.cholesky is deprecated in favor of torch.linalg.cholesky and will be removed in a future PyTorch release.\n"
        "L = torch.cholesky(A)\nshould be replaced with\nL = torch.linalg.cholesky(A)\nand\n"
        "U = torch.cholesky(A, upper=True)\nshould be replaced with\nU = torch.linalg.cholesky(A).mH\nThis transform will "
        "produce equivalent results for all valid (symmetric positive definite) inputs."
    )
    return into_safely("cholesky", out, _cholesky(input, upper), rows=True)


def _solved_of(B, L, upper):
    """The X of A X = B for arrays, given the factor of A."""
    low = L.conj().swapaxes(-1, -2) if upper else L
    return solve_upper_or_lower(low.conj().swapaxes(-1, -2), solve_upper_or_lower(low, B, False), True)


def _solved_in_formula(B, L, upper):
    return cholesky_solve(B, L, upper) if isinstance(L, Tensor) else _solved_of(B, L, upper)


def _factor_grad(common, L, upper):
    common = common + adjoint(common)
    return -(times(L, common) if upper else times(common, L))


@op(name="cholesky_solve", method=False, namespace=None, strict=True,
    B=lambda g, L, upper: _solved_in_formula(g, L, upper),
    L=lambda g, L, out, upper: _factor_grad(times(_solved_in_formula(g, L, upper), adjoint(out)), L, upper))  # fmt: skip
def _cholesky_solve(B, L, upper=False):
    for name, x in (("b", B), ("u", L)):
        if x.ndim < 2:
            raise RuntimeError(f"{name} should have at least 2 dimensions, but has {x.ndim} dimensions instead")
    check_square(L, "cholesky_solve")
    check_kernel(L, "cholesky_solve_cpu")
    return by_columns(_solved_of(B, L, upper))


@op(name="cholesky_inverse", method=False, namespace=None,
    L=lambda g, L, out, upper: _factor_grad(times(out, times(g, out)), L, upper))  # fmt: skip
def _cholesky_inverse(L, upper=False):
    check_square(L, "cholesky_inverse")
    check_kernel(L, "cholesky_inverse_out_cpu")
    return by_columns(_solved_of(np.broadcast_to(np.eye(L.shape[-1], dtype=L.dtype), L.shape), L, upper))


@function()
def cholesky_solve(B, L, upper=False, *, out=None):
    """The X of A X = B, given the Cholesky factor L of A.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cholesky_solve.html

    >>> import borch as torch
    >>> torch.cholesky_solve(torch.tensor([[8.0]]), torch.tensor([[2.0]]))
    tensor([[2.]])
    """
    return into_safely("cholesky_solve", out, _cholesky_solve(B, L, upper), rows=True)


@function()
def cholesky_inverse(L, upper=False, *, out=None):
    """The inverse of A, given its Cholesky factor L.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cholesky_inverse.html

    >>> import borch as torch
    >>> torch.cholesky_inverse(torch.tensor([[2.0]]))
    tensor([[0.2500]])
    """
    rows = isinstance(out, Tensor) and out._array.size > 0
    return into_safely("cholesky_inverse", out, _cholesky_inverse(L, upper), rows=rows)
