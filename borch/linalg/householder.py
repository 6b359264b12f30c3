"""Householder reflectors: QR as LAPACK keeps it, and products with its Q.

Source: https://docs.pytorch.org/docs/stable/linalg.html#decompositions
"""

import numpy as np

from .._core.op import function, op, wrap
from ..ops.both import into, into_safely, safe_cast
from .checks import by_columns, check_kernel, check_matrix
from .forms import as_named, column, conjugate, constant, plain, row, times

_orthogonal = as_named("LinalgHouseholderProductBackward0", by_columns)
_multiplied = as_named("OrmqrBackward0", by_columns)


def _check_reflectors(input, tau, name, argument):
    check_matrix(input, name, argument)
    if input.shape[-2] < input.shape[-1]:
        raise RuntimeError(f"{name}: {argument}.shape[-2] must be greater than or equal to {argument}.shape[-1]")
    if tau.shape[-1] > input.shape[-1]:
        raise RuntimeError(f"{name}: {argument}.shape[-1] must be greater than or equal to tau.shape[-1]")
    if input.dtype is not tau.dtype:
        raise RuntimeError(f"{name}: tau dtype {tau.dtype.legacy} does not match {argument} dtype {input.dtype.legacy}")


def _reflector(input, k):
    """The k-th reflector's vector: zeros, a one, then what stands below the diagonal."""
    m = input.shape[-2]
    below, one = np.zeros(m), np.zeros(m)
    below[k + 1 :], one[k] = 1, 1
    return input[..., k] * constant(input, below) + constant(input, one)


def _reflect(x, v, t):
    """x - t v (v^H x)"""
    return x - column(v) * (column(column(t)) * times(row(conjugate(v)), x))


@plain("householder_product")
def householder_product(input, tau, *, out=None):
    """The first columns of the product of Householder reflectors, given as `torch.geqrf` gives them.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.householder_product.html

    >>> import borch as torch
    >>> torch.linalg.householder_product(torch.tensor([[1.0], [2.0]]), torch.tensor([0.4]))
    tensor([[ 0.6000],
            [-0.8000]])
    """
    _check_reflectors(input, tau, "torch.linalg.householder_product", "input")
    check_kernel(input._array, "orgqr_cpu")
    m, n = input.shape[-2:]
    eye = np.broadcast_to(np.eye(m, n, dtype=input._array.dtype), tuple(input.shape))
    q = wrap(eye) + input * 0 if input.requires_grad else wrap(np.array(eye))
    for k in range(tau.shape[-1] - 1, -1, -1):
        q = _reflect(q, _reflector(input, k), tau[..., k])
    return into_safely("torch.linalg.householder_product", out, _orthogonal(q))


@function(name="orgqr")
def orgqr(input, tau, *, out=None):
    """The product of Householder reflectors: `torch.linalg.householder_product`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.orgqr.html

    >>> import borch as torch
    >>> torch.orgqr(torch.tensor([[1.0], [2.0]]), torch.tensor([0.4]))
    tensor([[ 0.6000],
            [-0.8000]])
    """
    return householder_product(input, tau, out=out)


def _geqrf_input(g):
    raise NotImplementedError("the derivative for 'geqrf' is not implemented.")


@op(outputs=("a", "tau"), input=_geqrf_input)
def geqrf(input):
    """The pair (a, tau): R in the upper triangle of `a`, Householder reflectors below it.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.geqrf.html

    >>> import borch as torch
    >>> torch.geqrf(torch.tensor([[3.0], [4.0]])).a[0]
    tensor([-5.])
    """
    check_matrix(input, "torch.geqrf", "input")
    check_kernel(input, "geqrf_cpu")
    h, tau = np.linalg.qr(input, "raw")
    return by_columns(h.swapaxes(-1, -2)), tau


geqrf.op.out_cast = safe_cast("torch.geqrf", "a")


@function()
def ormqr(input, tau, other, left=True, transpose=False, *, out=None):
    """The product of Q, given by Householder reflectors, and a matrix: Q @ other, or other @ Q with left=False.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.ormqr.html

    >>> import borch as torch
    >>> torch.ormqr(torch.tensor([[1.0], [0.0]]), torch.tensor([2.0]), torch.tensor([[3.0], [4.0]]))
    tensor([[-3.],
            [ 4.]])
    """
    for name, x in (("input", input), ("other", other)):
        if x.ndim < 2:
            raise RuntimeError(f"torch.ormqr: {name} must have at least 2 dimensions.")
    side = -2 if left else -1
    if other.shape[side] < tau.shape[-1]:
        raise RuntimeError(f"torch.ormqr: other.shape[{side}] must be greater than or equal to tau.shape[-1]")
    if other.shape[side] != input.shape[-2]:
        raise RuntimeError(f"torch.ormqr: other.shape[{side}] must be equal to input.shape[-2]")
    if tau.shape[-1] > input.shape[-1]:
        raise RuntimeError("torch.ormqr: tau.shape[-1] must be equal to min(other.shape[-2], input.shape[-1])")
    check_kernel(input._array, "ormqr_cpu")
    x = other if left else other.mH
    k = tau.shape[-1]
    # Q = H_0 H_1 ...: from the left the last is first; Q^H the other way round
    backwards = transpose != left
    order = range(k - 1, -1, -1) if backwards else range(k)
    flipped = transpose if left else not transpose
    for j in order:
        t = tau[..., j]
        x = _reflect(x, _reflector(input, j), conjugate(t) if flipped else t)
    words = (
        "torch.ormqr: Expected input and result to have the same dtype, but input has dtype{1} and result has dtype {0}"
    )
    return into("ormqr", out, _multiplied(x if left else x.mH), words)
