"""LDL: the factorisation of symmetric or Hermitian matrices that need not be positive, by Bunch and Kaufman.

Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.ldl_factor.html
"""

import math

import numpy as np

from .._core.op import op
from ..ops.both import SAME_DTYPE, into
from .checks import by_columns, check_square_float, legacy, raise_if
from .forms import given, plain

ALPHA = (1 + 17**0.5) / 8  # below this quotient a pivot of one row would let elements grow


def _size(x):
    return np.abs(x.real) + np.abs(x.imag) if x.dtype.kind == "c" else np.abs(x)


def _factor_one(a, hermitian):
    """Replaces the lower triangle of `a` by L and D; (pivots, info). A pivot < 0 marks a block of two rows."""
    n = a.shape[0]
    pivots, info, k = np.zeros(n, np.int32), 0, 0
    conj = np.conjugate if hermitian else (lambda x: x)
    while k < n:
        step, p = _choose(a, k, hermitian)
        if step == 0:
            info = info or k + 1
            pivots[k] = k + 1
            k += 1
            continue
        kk = k + step - 1
        if p != kk:
            _exchange(a, k, kk, p, conj, hermitian)
        if step == 1:
            _eliminate_one(a, k, conj, hermitian)
            pivots[k] = p + 1
        else:
            _eliminate_two(a, k, conj)
            pivots[k] = pivots[k + 1] = -(p + 1)
        k += step
    return pivots, info


def _choose(a, k, hermitian):
    """(rows of the next block: 0 for a zero column, else 1 or 2; the row that comes to its end)."""
    n = a.shape[0]
    own = abs(a[k, k].real) if hermitian else _size(a[k, k])
    if k == n - 1:
        return (1, k) if own != 0 else (0, k)
    below = _size(a[k + 1 :, k])
    i = int(below.argmax()) + k + 1
    most = below.max()
    if max(own, most) == 0 or np.isnan(own):
        return 0, k
    if own >= ALPHA * most:
        return 1, k
    along = _size(a[i, k:i]).max()
    if i < n - 1:
        along = max(along, _size(a[i + 1 :, i]).max())
    if own >= ALPHA * most * (most / along):
        return 1, k
    other = abs(a[i, i].real) if hermitian else _size(a[i, i])
    return (1, i) if other >= ALPHA * along else (2, i)


def _exchange(a, k, kk, p, conj, hermitian):
    """Rows and columns kk and p of the lower triangle, exchanged."""
    a[p + 1 :, [kk, p]] = a[p + 1 :, [p, kk]]
    middle = a[kk + 1 : p, kk].copy()
    a[kk + 1 : p, kk] = conj(a[p, kk + 1 : p])
    a[p, kk + 1 : p] = conj(middle)
    if hermitian:
        a[p, kk] = np.conjugate(a[p, kk])
    a[kk, kk], a[p, p] = a[p, p], a[kk, kk]
    if kk != k:
        a[kk, k], a[p, k] = a[p, k], a[kk, k]


def _eliminate_one(a, k, conj, hermitian):
    d = a[k, k].real if hermitian else a[k, k]
    if hermitian:
        a[k, k] = d
    column = a[k + 1 :, k] / d
    a[k + 1 :, k + 1 :] -= np.tril(column[:, None] * conj(a[k + 1 :, k])[None, :])
    a[k + 1 :, k] = column


def _eliminate_two(a, k, conj):
    block = np.array([[a[k, k], conj(a[k + 1, k])], [a[k + 1, k], a[k + 1, k + 1]]])
    rest = a[k + 2 :, k : k + 2].copy()
    low = rest @ np.linalg.inv(block)
    a[k + 2 :, k + 2 :] -= np.tril(low @ conj(rest).T)
    a[k + 2 :, k : k + 2] = low


def _factor(a, hermitian):
    n = a.shape[-1]
    ld = np.tril(a).reshape(math.prod(a.shape[:-2]), n, n)
    found = [_factor_one(one, hermitian) for one in ld]
    pivots = np.array([p for p, _ in found], np.int32).reshape(a.shape[:-1])
    info = np.array([i for _, i in found], np.int32).reshape(a.shape[:-2])
    return by_columns(ld.reshape(a.shape)), pivots, info


def _no_derivative(g):
    raise RuntimeError("derivative for aten::linalg_ldl_factor_ex is not implemented")


def _no_derivative_of_solve(g):
    raise RuntimeError("derivative for aten::linalg_ldl_solve is not implemented")


@op(name="linalg_ldl_factor_ex", outputs=("LD", "pivots", "info"), self=_no_derivative, node="NotImplemented",
    out_dtype=SAME_DTYPE, method=False, namespace=None)  # fmt: skip
def _ldl_factor_ex(self, hermitian=False, check_errors=False):
    check_square_float(self, "torch.linalg.ldl_factor_ex")
    ld, pivots, info = _factor(self, hermitian)
    if check_errors:
        raise_if(info, "torch.linalg.ldl_factor_ex", _zero)
    return ld, pivots, info


def _zero(info):
    return (
        f"D[{info},{info}] is zero and using it to solve the system would result in a division by zero. If you still want "
        "to perform the factorization, consider calling linalg.ldl_factor_ex"
    )


@op(name="linalg_ldl_factor", outputs=("LD", "pivots"), self=_no_derivative, node="NotImplemented", method=False,
    out_dtype=SAME_DTYPE, namespace=None)  # fmt: skip
def _ldl_factor(self, hermitian=False):
    check_square_float(self, "torch.linalg.ldl_factor_ex")
    ld, pivots, info = _factor(self, hermitian)
    raise_if(info, "torch.linalg.ldl_factor", _zero)
    return ld, pivots


@plain("ldl_factor_ex")
def ldl_factor_ex(A, *, hermitian=False, check_errors=False, out=None):
    """The triple (LD, pivots, info) of symmetric (or Hermitian) matrices: L and D in one lower triangle.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.ldl_factor_ex.html

    >>> import borch as torch
    >>> torch.linalg.ldl_factor_ex(torch.tensor([[2.0]])).info
    tensor(0, dtype=torch.int32)
    """
    return _ldl_factor_ex(A, hermitian, check_errors, **given(out))


@plain("ldl_factor")
def ldl_factor(A, *, hermitian=False, out=None):
    """The pair (LD, pivots) of symmetric (or Hermitian) matrices, for `torch.linalg.ldl_solve`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.ldl_factor.html

    >>> import borch as torch
    >>> torch.linalg.ldl_factor(torch.tensor([[2.0, 1.0], [1.0, 3.0]])).LD
    tensor([[2.0000, 0.0000],
            [0.5000, 2.5000]])
    """
    return _ldl_factor(A, hermitian, **given(out))


def _solve_one(ld, pivots, b, hermitian):
    """X of A X = B from one factorisation, row by row: P L, then D, then (P L)^H."""
    n, x, conj = ld.shape[0], b.copy(), np.conjugate if hermitian else (lambda v: v)
    blocks, k = [], 0
    while k < n:
        step = 1 if pivots[k] > 0 else 2
        p = abs(int(pivots[k])) - 1
        kk = k + step - 1
        blocks.append((k, step, kk, p))
        if p != kk:
            x[[kk, p]] = x[[p, kk]]
        x[k + step :] -= ld[k + step :, k : k + step] @ x[k : k + step]
        if step == 1:
            x[k] /= ld[k, k]
        else:
            block = np.array([[ld[k, k], conj(ld[k + 1, k])], [ld[k + 1, k], ld[k + 1, k + 1]]])
            x[k : k + 2] = np.linalg.solve(block, x[k : k + 2])
        k += step
    for k, step, kk, p in reversed(blocks):
        x[k : k + step] -= conj(ld[k + step :, k : k + step]).T @ x[k + step :]
        if p != kk:
            x[[kk, p]] = x[[p, kk]]
    return x


@op(name="linalg_ldl_solve", tensors=("LD", "pivots", "B"), LD=_no_derivative_of_solve, B=_no_derivative_of_solve,
    node="NotImplemented", namespace=None, method=False)  # fmt: skip
def _ldl_solve(LD, pivots, B, hermitian=False):
    check_square_float(LD, "torch.linalg.ldl_solve")
    if LD.dtype != B.dtype:
        raise RuntimeError(f"torch.linalg.ldl_solve: LD dtype {legacy(LD)} does not match b dtype {legacy(B)}")
    if pivots.dtype.kind != "i":
        raise RuntimeError(f"torch.linalg.ldl_solve: Expected pivots to be integers. Got {legacy(pivots)}")
    batch = np.broadcast_shapes(LD.shape[:-2], B.shape[:-2])
    n = LD.shape[-1]
    count = math.prod(batch)
    lds = np.broadcast_to(LD, (*batch, n, n)).reshape(count, n, n)
    ps = np.broadcast_to(pivots, (*batch, n)).reshape(count, n)
    bs = np.broadcast_to(B, (*batch, *B.shape[-2:])).reshape(count, *B.shape[-2:])
    out = [_solve_one(ld, p, b, hermitian) for ld, p, b in zip(lds, ps, bs, strict=True)]
    return by_columns(np.array(out, B.dtype).reshape(*batch, *B.shape[-2:]))


@plain("ldl_solve")
def ldl_solve(LD, pivots, B, *, hermitian=False, out=None):
    """The X of A X = B from what `torch.linalg.ldl_factor` gives for A.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.ldl_solve.html

    >>> import borch as torch
    >>> torch.linalg.ldl_solve(*torch.linalg.ldl_factor(torch.tensor([[2.0]])), torch.tensor([[4.0]]))
    tensor([[2.]])
    """
    return into("linalg_ldl_solve", out, _ldl_solve(LD, pivots, B, hermitian), SAME_DTYPE)
