"""Matrix moves that gradients make on arrays and on Tensors alike. Also the triangular solves and LU of arrays."""

import math

import numpy as np

from .._core.args import broadcast_shape
from .._core.op import OPS, function, op
from .._core.tensor import Tensor
from ..ops.both import array_of, constant, mT, reshape, total
from ..ops.complex import conjugate
from ..ops.matmul import adjoint, times

__all__ = ["adjoint", "conjugate", "constant", "mT", "reshape", "times"]


def is_complex(x):
    return array_of(x).dtype.kind == "c"


def real(x):
    return x if not is_complex(x) else OPS["real"](x) if isinstance(x, Tensor) else x.real


def imag(x):
    return OPS["imag"](x) if isinstance(x, Tensor) else x.imag


def tril(x, k=0):
    n, m = x.shape[-2:]
    return x * constant(x, np.tril(np.ones((n, m)), k))


def triu(x, k=0):
    n, m = x.shape[-2:]
    return x * constant(x, np.triu(np.ones((n, m)), k))


def column(v):
    """A vector as a column: a new last axis."""
    return reshape(v, (*v.shape, 1))


def row(v):
    return reshape(v, (*v.shape[:-1], 1, v.shape[-1]))


def embed(v):
    """The diagonal matrix of a vector."""
    return column(v) * constant(v, np.eye(v.shape[-1]))


def diagonal(x):
    """The diagonal of a square matrix."""
    return total(x * constant(x, np.eye(x.shape[-1])), (len(x.shape) - 1,))


def half_diagonal(x):
    """x with its diagonal halved."""
    return x * constant(x, 1 - 0.5 * np.eye(x.shape[-1]))


def skew(x):
    return x - adjoint(x)


def cut(x, rows, columns):
    """The upper left part of a matrix."""
    return x[..., :rows, :columns]


def join_rows(a, b):
    return OPS["cat"]([a, b], -2) if isinstance(a, Tensor) else np.concatenate((a, b), -2)


def join_columns(a, b):
    return OPS["cat"]([a, b], -1) if isinstance(a, Tensor) else np.concatenate((a, b), -1)


def given(out):
    """The keyword `out` for a call, where it is given."""
    return {} if out is None else {"out": out}


def as_named(node, form=lambda array: array):
    """An op that does nothing but carry torch's name of the node of a function made of other ops, and lay it out."""

    @op(node=node, name="_" + node, method=False, namespace=None, input=lambda g: g)
    def named(input):
        return form(input)

    return named


def plain(name):
    """Publishes a function of torch.linalg that has no torch.NAME of its own."""
    return function(namespace="torch.linalg", method=False, name=name)


# ------------------------------------------------------------------------------------------------------ triangular solves
def solve_upper_or_lower(a, b, upper, unit=False):
    """The X of A X = B for arrays, A triangular: what stands in its other triangle is not looked at."""
    batch = broadcast_shape(a.shape[:-2], b.shape[:-2])
    x = np.array(np.broadcast_to(b, (*batch, *b.shape[-2:])), np.result_type(a, b))
    _substitute(a, x, upper, unit)
    return x


def _substitute(a, x, upper, unit):
    n = a.shape[-1]
    if n > 16:
        h = n // 2
        first, second = slice(None, h), slice(h, None)
        if upper:
            first, second = second, first
        _substitute(a[..., first, first], x[..., first, :], upper, unit)
        x[..., second, :] -= a[..., second, first] @ x[..., first, :]
        _substitute(a[..., second, second], x[..., second, :], upper, unit)
        return
    for i in range(n - 1, -1, -1) if upper else range(n):
        known = slice(i + 1, None) if upper else slice(None, i)
        x[..., i, :] -= (a[..., i : i + 1, known] @ x[..., known, :])[..., 0, :]
        if not unit:
            x[..., i, :] /= a[..., i, i, None]


def triangular(a, b, upper, unit=False):
    """`solve_upper_or_lower` in a formula."""
    if isinstance(a, Tensor) or isinstance(b, Tensor):
        from .equations import solve_triangular

        return solve_triangular(a, b, upper=upper, unitriangular=unit)
    return solve_upper_or_lower(a, b, upper, unit)


def triangular_right(b, a, upper, unit=False):
    """The X of X A = B."""
    return adjoint(triangular(adjoint(a), adjoint(b), not upper, unit))


# ---------------------------------------------------------------------------------------------------------------------- LU
def lu_of(a):
    """(LU, pivots from 1, info) of arrays (..., m, n), with rows exchanged so that pivots are greatest."""
    m, n = a.shape[-2:]
    b = math.prod(a.shape[:-2])
    lu = np.array(a).reshape(b, m, n)
    k = min(m, n)
    pivots, info, batch = np.zeros((b, k), np.int32), np.zeros(b, np.int32), np.arange(b)
    for j in range(k):
        below = lu[:, j:, j]
        size = np.abs(below) if below.dtype.kind == "f" else np.abs(below.real) + np.abs(below.imag)
        p = size.argmax(1) + j
        pivots[:, j] = p + 1
        lu[batch, p], lu[:, j] = lu[:, j].copy(), lu[batch, p]
        pivot = lu[:, j, j]
        zero = pivot == 0
        info[zero & (info == 0)] = j + 1
        lu[:, j + 1 :, j] /= np.where(zero, 1, pivot)[:, None]
        lu[:, j + 1 :, j + 1 :] -= lu[:, j + 1 :, j, None] * lu[:, j, None, j + 1 :]
    lead = a.shape[:-2]
    return lu.reshape(a.shape), pivots.reshape(*lead, k), info.reshape(lead)


def permutation(pivots, m):
    """The order of rows that a row of pivots stands for, (..., m)."""
    lead, k = pivots.shape[:-1], pivots.shape[-1]
    order = np.tile(np.arange(m), (math.prod(lead), 1))
    flat, batch = pivots.reshape(math.prod(lead), k) - 1, np.arange(order.shape[0])
    for j in range(k):
        p = flat[:, j]
        order[batch, p], order[:, j] = order[:, j].copy(), order[batch, p]
    return order.reshape(*lead, m)


def permutation_matrix(pivots, m, dtype):
    """The P of A = P L U."""
    order = permutation(pivots, m)
    return np.ascontiguousarray(np.eye(m, dtype=dtype)[order].swapaxes(-1, -2))
