"""Lengths and distances: vector norms of every order, norm, dist, cdist, renorm.

Matrix norms live in borch/linalg. Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.vector_norm.html
"""

import numpy as np

from .. import _kernels
from .._core import dtype as dtypes
from .._core.args import broadcast_shape, check_tensor, reduce_dims, type_name
from .._core.dtype import cast, narrow, widen
from .._core.mode import mode
from .._core.op import OPS, function, op, wrap
from .._core.tensor import Tensor
from .both import (
    SAME_DTYPE,
    array_of,
    constant,
    dense,
    spread,
    to_dtype,
    total,
    unreduced,
    unsqueeze,
    where,
)
from .complex import conjugate
from .reduce import axes

add_reduce = _kernels.add.reduce
FLOAT16, FLOAT32, BFLOAT16 = np.dtype(np.float16), np.dtype(np.float32), dtypes.BFLOAT16
INF = float("inf")


# ---------------------------------------------------------------------------------------------------- norms of arrays
def norm_of(x, p, axis, keepdim):
    """The p-norm of an array over `axis`, real, in the array's precision."""
    if p == 2:
        return np.sqrt(squares_of(x, axis, keepdim))
    size = np.abs(x)
    p = p.item() if isinstance(p, np.generic) else p  # which would widen the array
    if p == 1:
        return add_reduce(size, axis, None, None, keepdim)
    if p == INF:
        return np.maximum.reduce(size, axis, None, None, keepdim)
    if p == -INF:
        return np.minimum.reduce(size, axis, None, None, keepdim)
    if p == 0:
        return add_reduce(size != 0, axis, size.dtype, None, keepdim)
    return add_reduce(size**p, axis, None, None, keepdim) ** size.dtype.type(1.0 / p)


def squares_of(x, axis, keepdim):
    """The sum of squares over `axis`; a long row is multiplied and added in one pass."""
    if x.dtype.kind == "c":
        return add_reduce(x.real * x.real + x.imag * x.imag, axis, None, None, keepdim)
    if x.size > 2048 and not keepdim:
        if axis is None and x.flags.c_contiguous:
            flat = x.reshape(-1)
            n = flat.size // 1024 * 1024
            rows = flat[:n].reshape(-1, 1024)
            return add_reduce(np.einsum("ij,ij->i", rows, rows)) + add_reduce(np.square(flat[n:]))
        if axis in (-1, x.ndim - 1) and x.strides[-1] == x.itemsize and 16 < x.shape[-1] < 4096:
            return np.einsum("...i,...i->...", x, x)
    return add_reduce(np.square(x), axis, None, None, keepdim)


def check_norm(x, p, dim, name):
    if x.dtype.kind not in "fcV":
        raise RuntimeError(
            f"{name}: Expected a floating point or complex tensor as input. Got {dtypes.from_numpy(x.dtype).legacy}"
        )
    if p in (-INF, INF) or p < 0:
        _check_reducible(x, p, dim, name)


def _check_reducible(x, p, dim, name):
    if x.size:
        return
    if dim is None or (isinstance(dim, (tuple, list)) and not len(dim)):
        raise RuntimeError(
            f"{name} cannot compute the {_order(p)} norm on an empty tensor because the operation does not have an "
            "identity"
        )
    for d in reduce_dims(dim, x.ndim):
        if x.shape[d] == 0:
            raise RuntimeError(
                f"{name} cannot compute the {_order(p)} norm on the dimension {d}because this dimension is empty and "
                "the operation does not have an identity"
            )


def _order(p):
    return f"{p:g}" if abs(p) != INF else ("inf" if p > 0 else "-inf")


# ----------------------------------------------------------------------------------------------------------- gradients
def norm_grad(g, x, norm, p):
    """The gradient of a p-norm; g and norm have the reduced axes at length 1. On arrays and on Tensors."""
    if p == 0:
        return constant(x, np.zeros(array_of(x).shape)) * g if mode.pushing else None
    x = x if isinstance(x, Tensor) else np.asarray(x)
    if p == 2:
        return quotient(x, norm) * g
    sign = OPS["sgn"](x)
    if p == 1:
        return sign * g
    size = OPS["abs"](x)
    if abs(p) == INF:
        at, top = array_of(size), array_of(norm)
        mask = np.asarray(np.equal(at, top) | (np.isnan(at) & np.isnan(top)), np.float64)
        axis = tuple(k for k in range(mask.ndim) if top.shape[k] == 1) if np.ndim(mask) else ()
        return sign * constant(g, mask / add_reduce(mask, axis, None, None, True)) * g
    zero = np.equal(array_of(x), 0)
    if p < 2:
        power = sign * masked(OPS["pow"](safe(size, zero), p - 1), zero)
        if p >= 1:
            return power * quotient(g, OPS["pow"](norm, p - 1))
        scale = masked(OPS["pow"](safe(norm, np.equal(array_of(norm), 0)), 1 - p), np.equal(array_of(norm), 0))
        return power * g * scale
    power = masked(OPS["pow"](safe(size, zero), p - 2), zero) if p != int(p) else OPS["pow"](size, p - 2)
    return x * power * quotient(g, OPS["pow"](norm, p - 1))


def quotient(g, d):
    """g / d, and 0 where d is 0."""
    zero = np.equal(array_of(d), 0)
    if not np.any(zero):
        return g / d
    return where(zero, 0.0, g / (safe(d, zero) if mode.pushing else d))


def safe(x, zero):
    """x with 1 in the place of zeros, so that what is computed from it there stays finite."""
    return x + constant(x, zero) if np.any(zero) else x


def masked(x, zero):
    """x with 0 where `zero` says so."""
    return x * constant(x, ~zero) if np.any(zero) else x


def _vector_norm_input(g, x, out, ord, dim, keepdim, x_dtype):
    shape = array_of(x).shape
    dims = reduce_dims(dim, len(shape))
    if not isinstance(g, Tensor):
        x, out = widen(x), widen(out)
    if array_of(out).dtype != array_of(x).real.dtype:
        target = np.result_type(array_of(out).dtype, array_of(x).dtype)
        x = to_dtype(x, target)
    if dim is None and not keepdim and len(shape):
        keepdim_shape = (1,) * len(shape)
        g, out = (spread(v, keepdim_shape, dims, False) for v in (g, out))
    else:
        g, out = (unreduced(v, shape, dims, keepdim) for v in (g, out))
    return to_dtype(norm_grad(g, x, out, ord), x_dtype)


@op(name="linalg_vector_norm", out_dtype=SAME_DTYPE, x=_vector_norm_input, method=False, namespace=None)
def _vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None):
    check_norm(x, ord, dim, "linalg.vector_norm")
    have = x.dtype
    if dtype is not None:
        x = cast(x, check_norm_dtype(dtype, x).numpy)
    axis = axes(dim, x.ndim)
    target = x.dtype
    if target in (FLOAT16, BFLOAT16):
        out = np.asarray(norm_of(widen(x).astype(FLOAT32), ord, axis, keepdim))
        return narrow(out) if target == BFLOAT16 else out.astype(FLOAT16)
    if have == FLOAT16 and dtype is None:
        return np.asarray(norm_of(x.astype(FLOAT32), ord, axis, keepdim)).astype(FLOAT16)
    return dense(norm_of(x, ord, axis, keepdim))


def check_norm_dtype(dtype, x):
    if not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(f"linalg.vector_norm: dtype should be floating point or complex, but got {dtype.legacy}")
    have = dtypes.from_numpy(x.dtype)
    if have.is_complex != dtype.is_complex:
        kind = "complex" if have.is_complex else "real"
        raise RuntimeError(f"linalg.vector_norm: dtype should be {kind} for {kind} inputs, but got {dtype.legacy}")
    return dtype


@function(namespace="torch.linalg", method=False)
def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None):
    """The vector norm of order `ord` of all elements, or over the axes `dim`: (sum of |x|^ord)^(1/ord).

    `ord` is any number; inf is the greatest and -inf the least absolute value, 0 counts what is not zero.
    RuntimeError for integers.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.vector_norm.html

    >>> import borch as torch
    >>> torch.linalg.vector_norm(torch.tensor([3.0, 4.0]))
    tensor(5.)
    """
    options = {} if out is None else {"out": out}
    return _vector_norm(x, ord, dim, keepdim, dtype=dtype, **options)


@function()
def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    """The norm of all elements, or over the axes `dim`: of order `p`, "fro" (2) or "nuc" (sum of singular values).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.norm.html

    >>> import borch as torch
    >>> torch.norm(torch.tensor([[3.0, 4.0], [0.0, 12.0]]), dim=1)
    tensor([ 5., 12.])
    """
    if not isinstance(input, Tensor):
        raise TypeError(f"norm(): argument 'input' (position 1) must be Tensor, not {type_name(input)}")
    if p == "nuc":
        from ..linalg.norms import matrix_norm

        return matrix_norm(input, "nuc", (-2, -1) if dim is None else dim, keepdim, dtype=dtype, out=out)
    if isinstance(p, str) and p != "fro":
        raise RuntimeError(f"linalg.matrix_norm: Order {p} not supported.")
    return vector_norm(input, 2.0 if p is None or p == "fro" else p, dim, keepdim, dtype=dtype, out=out)


# ------------------------------------------------------------------------------------------------------------ distances
def negative(g):
    return None if g is None else -g


def _dist_grad(g, input, other, out, p):
    x = input - other
    ndim = len(x.shape)
    if ndim:
        g, out = (spread(v, (1,) * ndim, tuple(range(ndim)), False) for v in (g, out))
    return norm_grad(g, x, out, p)


@op(
    kind="same",
    name="dist",
    method=False,
    namespace=None,
    strict=True,
    half=lambda rounded, input, other, p=2: norm_of(rounded(input - other), p, None, False),
    input=lambda g, input, other, out, p: _dist_grad(g, input, other, out, p),
    other=lambda g, input, other, out, p: negative(_dist_grad(g, input, other, out, p)),
)
def _dist(input, other, p=2):
    if input.dtype.kind not in "fc" and other.dtype.kind not in "fc":
        if "b" in (input.dtype.kind, other.dtype.kind):
            OPS["sub"](input, other)
        raise RuntimeError(
            "norm(): input dtype should be either floating point or complex. Got "
            f"{dtypes.from_numpy(input.dtype).legacy} instead."
        )
    return norm_of(input - other, p, None, False)


@function()
def dist(input, other, p=2):
    """The p-norm of input - other.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.dist.html

    >>> import borch as torch
    >>> torch.dist(torch.tensor([1.0, 1.0]), torch.tensor([4.0, 5.0]))
    tensor(5.)
    """
    both = isinstance(input, Tensor) and isinstance(other, Tensor)
    if both and input.dtype is not other.dtype and (input.dtype.is_floating_point or other.dtype.is_floating_point):
        common = dtypes.result_type_of([input._array, other._array])
        input, other = (t if t.dtype is common else OPS["to_dtype"](t, common) for t in (input, other))
    return _dist(input, other, p)


def _pairs(x1, x2):
    return unsqueeze(x1, len(x1.shape) - 1) - unsqueeze(x2, len(x2.shape) - 2)


def _cdist_grad(g, x1, x2, out, p):
    """Gradient with respect to the differences of all pairs, whose last axis are the coordinates."""
    n = len(array_of(out).shape)
    return norm_grad(unsqueeze(g, n), _pairs(x1, x2), unsqueeze(out, n), p)


def _cdist_total(g, x1, x2, out, p, dim):
    grad = _cdist_grad(g, x1, x2, out, p)
    if grad is None:
        grad = unsqueeze(g, len(g.shape)) * (_pairs(x1, x2) * 0)
    return total(grad, (len(g.shape) + dim,))


CDIST = {
    "kind": "same",
    "strict": True,
    "method": False,
    "namespace": None,
    "x1": lambda g, x1, x2, out, p: _cdist_total(g, x1, x2, out, p, -1),
    "x2": lambda g, x1, x2, out, p: negative(_cdist_total(g, x1, x2, out, p, -2)),
}


def _check_cdist(x1, x2, p):
    for k, x in ((1, x1), (2, x2)):
        if x.dtype.kind not in "f":
            raise RuntimeError(
                f"cdist only supports floating-point dtypes, X{k} got: {dtypes.from_numpy(x.dtype).legacy}"
            )
    for k, x in ((1, x1), (2, x2)):
        if x.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, X{k} got: {x.ndim}D")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}")
    if p < 0:
        raise RuntimeError("cdist only supports non-negative p values")


@op(name="_cdist", node="CdistBackward0", **CDIST)
def _cdist_pairs(x1, x2, p):
    _check_cdist(x1, x2, p)
    if x1.shape[-1] == 0:
        return np.zeros((*broadcast_shape(x1.shape[:-2], x2.shape[:-2]), x1.shape[-2], x2.shape[-2]), x1.dtype)
    return norm_of(_pairs(x1, x2), p, -1, False)


@op(name="_euclidean_dist", node="ViewBackward0", **CDIST)
def _cdist_matrix(x1, x2, p):
    _check_cdist(x1, x2, p)
    return _euclidean(x1, x2)


def _euclidean(x1, x2):
    """Distances by way of one matrix product, as torch takes them for more than 25 rows."""
    a, b = (add_reduce(x * x, -1, None, None, True) for x in (x1, x2))
    squares = np.matmul(x1 * -2, x2.swapaxes(-1, -2)) + a + b.swapaxes(-1, -2)
    return np.sqrt(np.maximum(squares, 0))


MODES = {"use_mm_for_euclid_dist_if_necessary": 0, "use_mm_for_euclid_dist": 1, "donot_use_mm_for_euclid_dist": 2}


@function(method=False)
def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """The p-norm distances between all rows of (..., n, k) and all rows of (..., m, k): (..., n, m).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cdist.html

    >>> import borch as torch
    >>> torch.cdist(torch.tensor([[0.0, 0.0]]), torch.tensor([[3.0, 4.0], [1.0, 0.0]]))
    tensor([[5., 1.]])
    """
    if compute_mode not in MODES:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    check_tensor(x1, "cdist", "x1")
    check_tensor(x2, "cdist", "x2", 2)
    if x1.ndim < 2 or x2.ndim < 2:
        return _cdist_pairs(x1, x2, p)
    both = x1.shape[-2] and x2.shape[-2] and x1.shape[-1]
    many = x1.shape[-2] > 25 or x2.shape[-2] > 25
    matrix_way = p == 2 and x1.shape[-1] and (MODES[compute_mode] == 1 or (MODES[compute_mode] == 0 and many))
    if both and not matrix_way and x1._array.dtype.itemsize == 2 and x1.is_floating_point():
        raise NotImplementedError(f"\"cdist\" not implemented for '{x1.dtype.legacy}'")
    return (_cdist_matrix if matrix_way else _cdist_pairs)(x1, x2, p)


def _pdist_input(g, input, out, p):
    first, second = np.triu_indices(array_of(input).shape[0], 1)
    pairs = _rows(input, first) - _rows(input, second)
    grad = norm_grad(unsqueeze(g, 1), pairs, unsqueeze(out, 1), p)
    if grad is None:
        return input * 0
    shape = array_of(input).shape
    return _added(grad, first, shape) - _added(grad, second, shape)


def _rows(x, index):
    return OPS["index_select"](x, 0, wrap(index.astype(np.int64))) if isinstance(x, Tensor) else x[index]


def _added(rows, index, shape):
    """Zeros of `shape` with `rows` added at the rows `index`."""
    if isinstance(rows, Tensor):
        return OPS["index_add"](wrap(np.zeros(shape, rows._array.dtype)), 0, wrap(index.astype(np.int64)), rows)
    out = np.zeros(shape, rows.dtype)
    np.add.at(out, index, rows)
    return out


@op(kind="same", input=_pdist_input, refuse={"h": "pdist"}, inplace=False, method=False)
def pdist(input, p=2.0):
    """The p-norm of every pair of rows of a matrix (N, M): a vector of length N * (N - 1) / 2.

    RuntimeError for other shapes, a negative `p` or a dtype that is not floating.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.pdist.html

    >>> import borch as torch
    >>> torch.pdist(torch.tensor([[0.0, 0.0], [3.0, 4.0], [0.0, 1.0]]))
    tensor([5.0000, 1.0000, 4.2426])
    """
    if input.ndim != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input.ndim}D")
    if input.dtype.kind != "f":
        raise RuntimeError("pdist only supports floating-point dtypes")
    if p < 0:
        raise RuntimeError("pdist only supports non-negative p values")
    first, second = np.triu_indices(input.shape[0], 1)
    if not input.shape[1] or not first.size:
        return np.zeros(first.size, input.dtype)
    return norm_of(input[first] - input[second], p, 1, False).astype(input.dtype, copy=False)


# --------------------------------------------------------------------------------------------------------------- renorm
def _other_axes(dim, ndim):
    return tuple(k for k in range(ndim) if k != dim % ndim)


def _renorm_input(g, input, p, dim, maxnorm):
    ndim = len(input.shape)
    axis = _other_axes(dim, ndim)
    norm_ = vector_norm(input, p, axis, True) if isinstance(g, Tensor) else norm_of(input, p, axis, True)
    over = np.asarray(array_of(norm_) > maxnorm, np.float64)
    inverse = 1 / (norm_ + 1e-7)
    scale = constant(norm_, over * maxnorm) * inverse + constant(norm_, 1 - over)
    through = total(conjugate(input) * g, axis, True)
    if array_of(through).dtype.kind == "c":
        through = OPS["real"](through)
    slope = -(through * constant(norm_, over * maxnorm) * inverse * inverse)
    return g * scale + norm_grad(slope, input, norm_, p)


@op(kind="same", input=_renorm_input, inplace=True, out_dtype=SAME_DTYPE)
def renorm(input, p, dim, maxnorm):
    """`input` with each slice along `dim` whose p-norm is greater than `maxnorm` scaled down to it.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.renorm.html

    >>> import borch as torch
    >>> torch.renorm(torch.tensor([[3.0, 4.0], [0.3, 0.4]]), 2, 0, 1.0)
    tensor([[0.6000, 0.8000],
            [0.3000, 0.4000]])
    """
    if p <= 0:
        raise RuntimeError("renorm: non-positive-norm not supported")
    if maxnorm < 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm}")
    if input.ndim < 2:
        raise RuntimeError(f"renorm: input needs at least 2 dimensions, got {input.ndim} dimensions")
    from .._core.args import wrap_dim

    dim = wrap_dim(dim, input.ndim)
    if input.dtype.kind in "biu":
        got = dtypes.from_numpy(input.dtype).legacy
        raise RuntimeError(f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {got}")
    x = input.astype(FLOAT32) if input.dtype == FLOAT16 else input
    norms = norm_of(x, p, _other_axes(dim, input.ndim), True)
    scale = np.where(norms > maxnorm, maxnorm / (norms + 1e-7), 1).astype(norms.dtype)
    return (x * scale).astype(input.dtype, "C", copy=False)
