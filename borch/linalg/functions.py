"""Functions of matrices: powers, the exponential, Vandermonde matrices, products of vectors.

Source: https://docs.pytorch.org/docs/stable/linalg.html#matrix-functions
"""

import numpy as np

from .._core.args import as_index
from .._core.dtype import cast
from .._core.op import OPS, check_result_cast, function, op, wrap
from .._core.tensor import Tensor
from ..ops import matmul as products
from ..ops.both import SAME_DTYPE, array_of, into, into_safely, safe_cast
from ..ops.products import _linalg_cross, multi_dot
from .checks import check_float, check_square
from .equations import inv
from .forms import adjoint, join_columns, join_rows, plain


# ---------------------------------------------------------------------------------------------------------------- powers
@plain("matrix_power")
def matrix_power(A, n, *, out=None):
    """Square matrices (..., m, m) multiplied by themselves n times; a negative n takes powers of the inverse.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.matrix_power.html

    >>> import borch as torch
    >>> torch.linalg.matrix_power(torch.tensor([[1.0, 1.0], [0.0, 1.0]]), 3)
    tensor([[1., 3.],
            [0., 1.]])
    """
    check_square(A, "linalg.matrix_power")
    n = as_index(n)
    result = _power(A, n)
    if n not in (0, 1):  # the last product goes straight into `out`
        if out is not None:
            check_result_cast(result._array, out, safe_cast("matrix_power"))
        return into("matrix_power", out, result, SAME_DTYPE)
    return into_safely("matrix_power", out, result)


def _power(A, n):
    if n == 0:
        eye = np.broadcast_to(cast(np.eye(A.shape[-1]), A._array.dtype), tuple(A.shape))
        return OPS["empty_like"](A).copy_(wrap(eye)) if not A.requires_grad else A * 0 + wrap(eye)
    if n == 1:
        return OPS["clone"](A)
    if n < 0:
        return _power(inv(A), -n) if n != -1 else inv(A)
    if n == 3:
        return products.matmul(products.matmul(A, A), A)
    square, result = A, None
    while n:
        if n & 1:
            result = square if result is None else products.matmul(result, square)
        n >>= 1
        if n:
            square = products.matmul(square, square)
    return result


@function(name="matrix_power")
def torch_matrix_power(input, n, *, out=None):
    """Powers of square matrices: `torch.linalg.matrix_power`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.matrix_power.html

    >>> import borch as torch
    >>> torch.matrix_power(torch.tensor([[2.0]]), 3)
    tensor([[8.]])
    """
    return matrix_power(input, n, out=out)


# ----------------------------------------------------------------------------------------------------------- exponential
# Numerator coefficients of the Pade approximant of order 13, and the 1-norm up to which it is exact to double precision.
PADE = (
    64764752532480000, 32382376266240000, 7771770303897600, 1187353796428800, 129060195264000, 10559470521600,
    670442572800, 33522128640, 1323241920, 40840800, 960960, 16380, 182, 1,
)  # fmt: skip
PADE_NORM = 5.371920351148152


def _exponential(a):
    """exp of arrays (..., n, n): halved until small, a Pade approximant, squared as often."""
    if not a.size:
        return a.copy()
    if not np.isfinite(a).all():
        return np.full_like(a, np.nan)
    x = a.astype(np.complex128 if a.dtype.kind == "c" else np.float64)
    norm = np.abs(x).sum(-2).max()
    times = max(0, int(np.ceil(np.log2(norm / PADE_NORM)))) if norm > PADE_NORM else 0
    x = x / 2.0**times
    eye = np.eye(x.shape[-1])
    c = PADE
    x2 = x @ x
    x4, x6 = x2 @ x2, x2 @ x2 @ x2
    odd = x @ (x6 @ (c[13] * x6 + c[11] * x4 + c[9] * x2) + c[7] * x6 + c[5] * x4 + c[3] * x2 + c[1] * eye)
    even = x6 @ (c[12] * x6 + c[10] * x4 + c[8] * x2) + c[6] * x6 + c[4] * x4 + c[2] * x2 + c[0] * eye
    out = np.linalg.solve(even - odd, even + odd)
    for _ in range(times):
        out = out @ out
    return out.astype(a.dtype)


def _exp_input(g, A):
    """The derivative of exp at A^H in direction g: the upper right block of exp([[A^H, g], [0, A^H]])."""
    n = A.shape[-1]
    ah = adjoint(A)
    block = join_rows(join_columns(ah, g), join_columns(ah * 0, ah))
    out = matrix_exp(block) if isinstance(A, Tensor) else _exponential(array_of(block))
    return out[..., :n, n:]


@op(kind="same", name="linalg_matrix_exp", A=_exp_input, method=False, namespace=None)
def _matrix_exp(A):
    check_square(A, "linalg.matrix_exp")
    check_float(A, "linalg.matrix_exp", low=False)
    return _exponential(A)


@plain("matrix_exp")
def matrix_exp(A):
    """The exponential of square matrices (..., n, n): the sum of A^k / k!.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.matrix_exp.html

    >>> import borch as torch
    >>> torch.linalg.matrix_exp(torch.tensor([[0.0, 1.0], [0.0, 0.0]]))
    tensor([[1., 1.],
            [0., 1.]])
    """
    return _matrix_exp(A)


@function(name="matrix_exp")
def torch_matrix_exp(input):
    """The exponential of square matrices: `torch.linalg.matrix_exp`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.matrix_exp.html

    >>> import borch as torch
    >>> torch.matrix_exp(torch.zeros(2, 2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    return _matrix_exp(input)


# ----------------------------------------------------------------------------------------------------- vectors and others
@plain("vander")
def vander(x, *, N=None):
    """The Vandermonde matrix of vectors (..., n): columns 1, x, x^2, ... (..., n, N).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.vander.html

    >>> import borch as torch
    >>> torch.linalg.vander(torch.tensor([1, 2, 3]))
    tensor([[1, 1, 1],
            [1, 2, 4],
            [1, 3, 9]])
    """
    if x._array.dtype.kind in "bV" or x._array.dtype == np.float16:
        raise RuntimeError(
            f"linalg.vander supports floating point, complex, and integer tensors, but got {x.dtype.legacy}"
        )
    x = OPS["reshape"](x, (1,)) if not x.ndim else x
    n = x.shape[-1] if N is None else N
    if n <= 1:
        raise RuntimeError("N must be greater than 1.")
    shape = (*x.shape, n - 1)
    powers = OPS["cumprod"](OPS["expand"](OPS["unsqueeze"](x, -1), shape), -1)
    ones = wrap(np.ones((*x.shape, 1), powers._array.dtype))
    return OPS["cat"]([ones, powers], -1)


@function(name="vander", method=False)
def torch_vander(x, N=None, increasing=False):
    """The Vandermonde matrix of a vector, with the powers descending unless `increasing`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.vander.html

    >>> import borch as torch
    >>> torch.vander(torch.tensor([1, 2, 3]), 2)
    tensor([[1, 1],
            [2, 1],
            [3, 1]])
    """
    if x.ndim != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    n = x.shape[0] if N is None else N
    if n < 0:
        raise RuntimeError("N must be non-negative.")
    if n <= 1:
        return wrap(np.ones((x.shape[0], n), np.int64 if x._array.dtype.kind in "iub" else x._array.dtype))
    matrix = vander(x, N=n)
    return matrix if increasing else OPS["flip"](matrix, (1,))


@plain("vecdot")
def vecdot(x, y, *, dim=-1, out=None):
    """The dot products of vectors along `dim`, with the complex conjugate of x.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.vecdot.html

    >>> import borch as torch
    >>> torch.linalg.vecdot(torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([1.0, 1.0]))
    tensor([3., 7.])
    """
    check_float(x._array, "linalg.vecdot", low=False)
    if x.dtype != y.dtype:
        raise RuntimeError(
            f"linalg.vecdot: Expected x and y to have the same dtype, but found x of type {x.dtype.legacy} and y of type "
            f"{y.dtype.legacy} instead"
        )
    words = "linalg.vecdot: Expected out of dtype{1} but found {0}"
    if x.ndim == 1 and y.ndim == 1:
        return into("linalg_vecdot", out, products.vdot(x, y), words)
    conj = OPS["conj"](x) if x.is_complex() else x
    return into("linalg_vecdot", out, (conj * y).sum(dim), words)


@plain("cross")
def cross(input, other, *, dim=-1, out=None):
    """The cross product of vectors of length 3 along `dim`; other axes broadcast.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.cross.html

    >>> import borch as torch
    >>> torch.linalg.cross(torch.tensor([1.0, 0.0, 0.0]), torch.tensor([0.0, 1.0, 0.0]))
    tensor([0., 0., 1.])
    """
    return into("linalg_cross", out, _linalg_cross(input, other, dim), SAME_DTYPE)


@plain("diagonal")
def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    """The diagonals of matrices (..., m, n): `torch.diagonal` with the last two axes as default.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.diagonal.html

    >>> import borch as torch
    >>> torch.linalg.diagonal(torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    return OPS["diagonal"](A, offset, dim1, dim2)


@plain("matmul")
def matmul(input, other, *, out=None):
    """The matrix product: `torch.matmul`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.matmul.html

    >>> import borch as torch
    >>> torch.linalg.matmul(torch.tensor([[1.0, 2.0]]), torch.tensor([3.0, 4.0]))
    tensor([11.])
    """
    return products.matmul(input, other, out=out)


plain("multi_dot")(multi_dot)
