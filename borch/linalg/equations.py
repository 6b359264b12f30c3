"""Systems of equations and determinants: inv, solve, det, slogdet, triangular systems, tensorinv and tensorsolve.

Source: https://docs.pytorch.org/docs/stable/linalg.html
"""

import numpy as np

from .._core.mode import mode
from .._core.op import OPS, function, like, op
from .._core.tensor import Tensor
from .._core.warn import warn_once
from ..ops.both import SAME_DTYPE, SCALAR_DTYPE, array_of, into, into_safely
from .checks import (
    attempt,
    by_columns,
    check_float,
    check_kernel,
    check_matrix,
    check_square,
    check_square_float,
    legacy,
    raise_if,
    singular,
)
from .forms import (
    adjoint,
    column,
    conjugate,
    constant,
    given,
    imag,
    is_complex,
    lu_of,
    mT,
    plain,
    row,
    solve_upper_or_lower,
    times,
    triangular,
    triangular_right,
    tril,
    triu,
)


# --------------------------------------------------------------------------------------------------------------- inverse
def _inverse(a):
    """(inverse, info) of arrays; where info is not 0 the inverse is what the algorithm left."""
    try:
        return attempt(np.linalg.inv, a), np.zeros(a.shape[:-2], np.int32)
    except np.linalg.LinAlgError:
        lu, _, info = lu_of(a)
        safe = np.where((info != 0)[..., None, None], np.eye(a.shape[-1]), a).astype(a.dtype)
        return np.where((info != 0)[..., None, None], lu, np.linalg.inv(safe)).astype(a.dtype), info


def _inv_input(g, inverse):
    g = g[0]
    return None if g is None else -times(adjoint(inverse), times(g, adjoint(inverse)))


@op(name="linalg_inv_ex", out_dtype=SAME_DTYPE, outputs=("inverse", "info"), A=_inv_input, method=False, namespace=None)
def _inv_ex(A, check_errors=False):
    check_square_float(A, "linalg.inv")
    inverse, info = _inverse(A)
    if check_errors:
        raise_if(info, "linalg.inv_ex", singular)
    return by_columns(inverse), info


@plain("inv_ex")
def inv_ex(A, *, check_errors=False, out=None):
    """The pair (inverse, info) of square matrices (..., n, n); info is not 0 where a matrix is singular.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.inv_ex.html

    >>> import borch as torch
    >>> torch.linalg.inv_ex(torch.zeros(1, 1)).info
    tensor(1, dtype=torch.int32)
    """
    return _inv_ex(A, check_errors, **given(out))


@plain("inv")
def inv(A, *, out=None):
    """The inverse of square matrices (..., n, n). LinAlgError for a singular one.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.inv.html

    >>> import borch as torch
    >>> torch.linalg.inv(torch.tensor([[2.0, 0.0], [0.0, 4.0]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.2500]])
    """
    inverse, info = _inv_ex(A)
    raise_if(info._array, "linalg.inv", singular)
    return into("linalg_inv", out, inverse, SAME_DTYPE)


@function()
def inverse(input, *, out=None):
    """The inverse of square matrices: `torch.linalg.inv`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.inverse.html

    >>> import borch as torch
    >>> torch.inverse(torch.tensor([[2.0]]))
    tensor([[0.5000]])
    """
    return inv(input, out=out)


def inverse_of(a):
    """The inverse in a formula."""
    return inv(a) if isinstance(a, Tensor) else np.linalg.inv(a)


# ----------------------------------------------------------------------------------------------------------------- solve
def is_vector(A, B):
    """Whether B is a vector, or a stack of them, in A X = B."""
    return B.ndim == 1 or (A.ndim - 1 == B.ndim and tuple(B.shape) == tuple(A.shape[:-1]))


def check_solve(A, B, left, name):
    check_square_float(A, name)
    if A.dtype != B.dtype:
        raise RuntimeError(
            f"{name}: Expected A and B to have the same dtype, but found A of type {legacy(A)} and B of type {legacy(B)} "
            "instead"
        )
    vector = is_vector(A, B)
    rows, columns = (B.shape[-1], 1) if vector else B.shape[-2:]
    if A.shape[-1] != (rows if left else columns):
        equation, shapes = ("AX = B", (A, B)) if left else ("XA = B", (A, B))
        raise RuntimeError(
            f"{name}: Incompatible shapes of A and B for the equation {equation} ({A.shape[-2]}x{A.shape[-1]} and "
            f"{rows}x{columns})"
        )
    if vector and not left:
        raise RuntimeError(
            f"{name}: Vector broadcasting of the left hand side is not supported for left=False. In this case linalg.solve "
            "is equivalent to B / A.squeeze(-1)"
        )
    return vector


def _solved(A, B, left):
    """(X, info) of arrays."""
    a, b = (A, B) if left else (A.swapaxes(-1, -2), B.swapaxes(-1, -2))
    try:
        x = attempt(np.linalg.solve, a, b)
        info = np.zeros(a.shape[:-2], np.int32)
    except np.linalg.LinAlgError:
        info = lu_of(A)[2]
        safe = np.where((info != 0)[..., None, None], np.eye(a.shape[-1]), a).astype(a.dtype)
        x = np.linalg.solve(safe, b)
    return x if left else x.swapaxes(-1, -2), info


def _solve_in_formula(A, B, left):
    if isinstance(A, Tensor):
        return solve(A, B, left=left)
    vector = is_vector(A, B)
    x = _solved(A, column(B) if vector else B, left)[0]
    return x[..., 0] if vector else x


def _solve_b(g, A, left):
    g = g[0]
    return None if g is None else _solve_in_formula(adjoint(A), g, left)


def _solve_a(g, A, B, result, left):
    if g[0] is None:
        return None
    gb = _solve_in_formula(adjoint(A), g[0], left)
    if is_vector(A, B):
        return -(column(gb) * conjugate(row(result)))
    return -(times(gb, adjoint(result)) if left else times(adjoint(result), gb))


@op(
    name="linalg_solve_ex",
    out_dtype=SAME_DTYPE,
    outputs=("result", "info"),
    A=_solve_a,
    B=_solve_b,
    strict=True,
    method=False,
    namespace=None,
)
def _solve_ex(A, B, left=True, check_errors=False):
    vector = check_solve(A, B, left, "linalg.solve")
    x, info = _solved(A, B[..., None] if vector else B, left)
    if check_errors:
        raise_if_singular(info, "torch.linalg.solve_ex")
    if vector:
        return by_columns(x[..., 0]) if x.ndim > 2 else x[..., 0], info
    return by_columns(x) if left else by_columns(x.swapaxes(-1, -2)).swapaxes(-1, -2), info


def raise_if_singular(info, name):
    raise_if(info, name, lambda _: "The solver failed because the input matrix is singular.")


@plain("solve_ex")
def solve_ex(A, B, *, left=True, check_errors=False, out=None):
    """The pair (X, info) of A X = B; info is not 0 where A is singular.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.solve_ex.html

    >>> import borch as torch
    >>> torch.linalg.solve_ex(torch.tensor([[2.0]]), torch.tensor([3.0])).result
    tensor([1.5000])
    """
    return _solve_ex(A, B, left, check_errors, **given(out))


@plain("solve")
def solve(A, B, *, left=True, out=None):
    """The X of A X = B (or X A = B with left=False) for square matrices (..., n, n). LinAlgError where A is singular.

    B is a vector (n,), a stack of vectors with A's batch shape, or matrices (..., n, k).
    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.solve.html

    >>> import borch as torch
    >>> torch.linalg.solve(torch.tensor([[2.0, 0.0], [0.0, 4.0]]), torch.tensor([2.0, 2.0]))
    tensor([1.0000, 0.5000])
    """
    result, info = _solve_ex(A, B, left)
    raise_if_singular(info._array, "torch.linalg.solve")
    return into("linalg_solve", out, result, SAME_DTYPE)


# ---------------------------------------------------------------------------------------------------------- determinants
def _cofactors(a):
    """The derivative of a determinant of arrays that may be singular, conjugated."""
    u, s, vh = np.linalg.svd(a)
    n = s.shape[-1]
    others = np.prod(np.where(np.eye(n, dtype=bool), 1, s[..., None, :]), -1)
    turn = np.linalg.det(u) * np.linalg.det(vh)
    return turn[..., None, None] * ((u * others[..., None, :]) @ vh)


def _det_input(g, A, out):
    if (array_of(out) == 0).any():
        return column(column(g)) * like(g, _cofactors(array_of(A)))
    return column(column(g * conjugate(out))) * adjoint(inverse_of(A))


@op(name="linalg_det", A=_det_input, method=False, namespace=None)
def _det(A):
    check_square_float(A, "linalg.det")
    return np.asarray(np.linalg.det(A), A.dtype)


@plain("det")
def det(A, *, out=None):
    """The determinant of square matrices (..., n, n): (...).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.det.html

    >>> import borch as torch
    >>> torch.linalg.det(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor(-2.)
    """
    return into("linalg_det", out, _det(A), SAME_DTYPE)


@function(name="det")
def torch_det(input):
    """The determinant of square matrices: `torch.linalg.det`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.det.html

    >>> import borch as torch
    >>> torch.det(torch.tensor([[2.0, 0.0], [0.0, 3.0]]))
    tensor(6.)
    """
    return _det(input)


def _slogdet_input(g, A, sign):
    gs, gl = g
    scale = gl
    if gs is not None and is_complex(A):
        turn = imag(conjugate(gs) * sign) * constant(gs, 1j)
        scale = -turn if scale is None else scale - turn
    if scale is None:
        return array_of(A) * 0 if not isinstance(A, Tensor) else A * 0
    return column(column(scale)) * adjoint(inverse_of(A))


@op(
    name="linalg_slogdet",
    out_dtype=SAME_DTYPE,
    outputs=("sign", "logabsdet"),
    A=_slogdet_input,
    method=False,
    namespace=None,
)
def _slogdet(A):
    check_square_float(A, "linalg.slogdet")
    sign, log = np.linalg.slogdet(A)
    return np.asarray(sign, A.dtype), np.asarray(log, A.real.dtype)


@op(name="slogdet", outputs=("sign", "logabsdet"), A=_slogdet_input, method=False, namespace=None,
    node="LinalgSlogdetBackward0")  # fmt: skip
def _torch_slogdet(A):
    return _slogdet.op.fn(A)


@plain("slogdet")
def slogdet(A, *, out=None):
    """The pair (sign, logabsdet) of determinants of square matrices (..., n, n).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.slogdet.html

    >>> import borch as torch
    >>> torch.linalg.slogdet(torch.tensor([[-1.0, 0.0], [0.0, 1.0]]))
    torch.return_types.linalg_slogdet(
    sign=tensor(-1.),
    logabsdet=tensor(0.))
    """
    return _slogdet(A, **given(out))


@function(name="slogdet")
def torch_slogdet(input, *, out=None):
    """The pair (sign, logabsdet): `torch.linalg.slogdet`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.slogdet.html

    >>> import borch as torch
    >>> torch.slogdet(torch.tensor([[-2.0]])).sign
    tensor(-1.)
    """
    return _torch_slogdet(input, **given(out))


@function()
def logdet(input):
    """The logarithm of the determinant of square matrices: nan where it is negative, -inf where it is 0.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.logdet.html

    >>> import borch as torch
    >>> torch.logdet(torch.eye(3))
    tensor(0.)
    """
    check_square(input, "logdet")
    check_float(input._array, "logdet")
    sign, log = _slogdet(input)
    if input.is_complex():
        return OPS["log"](sign) + log
    return OPS["where"](sign == -1.0, float("nan"), log)


# ------------------------------------------------------------------------------------------------------------ triangular
def _triangular_b(g, A, upper, left, unitriangular):
    if left:
        return triangular(adjoint(A), g, not upper, unitriangular)
    return triangular_right(g, adjoint(A), not upper, unitriangular)


def _triangular_a(g, A, out, upper, left, unitriangular):
    gb = _triangular_b(g, A, upper, left, unitriangular)
    ga = -(times(gb, adjoint(out)) if left else times(adjoint(out), gb))
    return triu(ga, int(unitriangular)) if upper else tril(ga, -int(unitriangular))


@op(name="linalg_solve_triangular", A=_triangular_a, B=_triangular_b, strict=True, method=False, namespace=None)
def _solve_triangular(A, B, upper, left=True, unitriangular=False):
    check_square(A, "linalg.solve_triangular")
    check_matrix(B, "linalg.solve_triangular", "B")
    if A.dtype != B.dtype:
        raise RuntimeError(
            "linalg.solve_triangular: Expected A and B to have the same dtype, but found A of type "
            f"{legacy(A)} and B of type {legacy(B)} instead"
        )
    if A.shape[-1] != B.shape[-2 if left else -1]:
        raise RuntimeError(
            f"linalg.solve_triangular: Incompatible shapes of A and B for the equation {'AX = B' if left else 'XA = B'} "
            f"({A.shape[-2]}x{A.shape[-1]} and {B.shape[-2]}x{B.shape[-1]})"
        )
    check_kernel(A, "triangular_solve_cpu")
    if left:
        return by_columns(solve_upper_or_lower(A, B, upper, unitriangular))
    return by_columns(solve_upper_or_lower(mT(A), mT(B), not upper, unitriangular)).swapaxes(-1, -2)


@plain("solve_triangular")
def solve_triangular(A, B, *, upper, left=True, unitriangular=False, out=None):
    """The X of A X = B (or X A = B with left=False) for triangular matrices; the other triangle is not looked at.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.solve_triangular.html

    >>> import borch as torch
    >>> torch.linalg.solve_triangular(torch.tensor([[2.0, 0.0], [1.0, 1.0]]), torch.tensor([[2.0], [3.0]]), upper=False)
    tensor([[1.],
            [2.]])
    """
    return into("linalg_solve_triangular", out, _solve_triangular(A, B, upper, left, unitriangular), SCALAR_DTYPE)


def _old_triangular(A, transpose):
    return conjugate(mT(A)) if transpose == 2 else mT(A) if transpose else A


def _old_triangular_b(g, A, upper, transpose, unitriangular):
    if g[0] is None:
        return None
    return triangular(adjoint(mT(A) if transpose else A), g[0], bool(upper) == bool(transpose), unitriangular)


def _old_triangular_a(g, A, solution, upper, transpose, unitriangular):
    if g[0] is None:
        return g[1]
    gb = _old_triangular_b(g, A, upper, transpose, unitriangular)
    if mode.pushing:  # torch's tangents take all of A's, and as they are
        ga = -times(gb, adjoint(solution))
    else:
        ga = -(times(conjugate(solution), mT(gb)) if transpose else times(gb, adjoint(solution)))
        ga = triu(ga, int(unitriangular)) if upper else tril(ga, -int(unitriangular))
    return ga if g[1] is None else ga + g[1]


@op(outputs=("solution", "cloned_coefficient"), b=_old_triangular_b, A=_old_triangular_a, strict=True,
    out_dtype=SAME_DTYPE)  # fmt: skip
def triangular_solve(b, A, upper=True, transpose=False, unitriangular=False):
    """The pair (X, A) of A X = b for triangular A, by its old name: use `torch.linalg.solve_triangular`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.triangular_solve.html

    >>> import warnings, borch as torch
    >>> with warnings.catch_warnings(action="ignore"):
    ...     print(torch.triangular_solve(torch.tensor([[3.0]]), torch.tensor([[2.0]])).solution)
    tensor([[1.5000]])
    """
    warn_once(
        "torch.triangular_solve is deprecated in favor of torch.linalg.solve_triangularand will be removed in a future "
        "PyTorch release.\ntorch.linalg.solve_triangular has its arguments reversed and does not return a copy of one of "
        "the inputs.\nX = torch.triangular_solve(B, A).solution\nshould be replaced with\nX = "
        "torch.linalg.solve_triangular(A, B)."
    )
    check_square(A, "triangular_solve")
    check_kernel(A, "triangular_solve_cpu")
    x = solve_upper_or_lower(mT(A) if transpose else A, b, bool(upper) != bool(transpose), unitriangular)
    return by_columns(x), by_columns(np.broadcast_to(A, (*x.shape[:-2], *A.shape[-2:])))


# --------------------------------------------------------------------------------------------------------------- tensors
def _numel(shape):
    n = 1
    for s in shape:
        n *= s
    return n


@plain("tensorinv")
def tensorinv(A, ind=2, *, out=None):
    """The inverse of A as a map from its last axes to its first `ind` axes.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.tensorinv.html

    >>> import borch as torch
    >>> torch.linalg.tensorinv(torch.eye(4).reshape(2, 2, 4)).shape
    torch.Size([4, 2, 2])
    """
    if ind <= 0:
        raise RuntimeError(f"Expected a strictly positive integer for 'ind', but got {ind}")
    first, last = tuple(A.shape[:ind]), tuple(A.shape[ind:])
    if _numel(first) != _numel(last):
        raise RuntimeError(
            f"Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got "
            f"{_numel(last)} != {_numel(first)}"
        )
    inverse_ = _inv_ex(OPS["reshape"](A, (_numel(last), _numel(first))))[0]
    return into_safely("tensorinv", out, OPS["reshape"](inverse_, (*last, *first)))


@plain("tensorsolve")
def tensorsolve(A, B, dims=None, *, out=None):
    """The X with tensordot(A, X, X.ndim) == B.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.tensorsolve.html

    >>> import borch as torch
    >>> torch.linalg.tensorsolve(torch.eye(4).reshape(2, 2, 4), torch.ones(2, 2))
    tensor([1., 1., 1., 1.])
    """
    if dims is not None:
        dims = [d % A.ndim for d in ((dims,) if isinstance(dims, int) else dims)]
        A = OPS["permute"](A, (*(k for k in range(A.ndim) if k not in dims), *dims))
    last = tuple(A.shape[B.ndim :])
    if _numel(A.shape[: B.ndim]) != _numel(last):
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), but "
            f"got {_numel(last)} != {_numel(A.shape[: B.ndim])}"
        )
    x = solve(OPS["reshape"](A, (-1, _numel(last))), OPS["reshape"](B, (-1,)))
    return into_safely("tensorsolve", out, OPS["reshape"](x, last))
