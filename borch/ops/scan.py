"""Running results along an axis: cumsum, cumprod, cummax, cummin, logcumsumexp; differences and trapezoids.

Source: https://docs.pytorch.org/docs/stable/torch.html#other-operations
"""

import math

import numpy as np

from .._core import dtype as dtypes
from .._core.args import as_index, type_name, wrap_dim
from .._core.dtype import BFLOAT16, cast, narrow, widen
from .._core.halves import HALVES
from .._core.numbers import ZERO
from .._core.op import OPS, function, op, wrap
from .._core.tensor import Tensor
from .both import (
    array_of,
    constant,
    dense,
    flip,
    into,
    scatter,
    to_dtype,
    total,
    unsqueeze,
    where,
    without_each,
)
from .complex import conjugate
from .parts import slice_

FLOAT16, FLOAT32, FLOAT64 = np.dtype(np.float16), np.dtype(np.float32), np.dtype(np.float64)
INT64, COMPLEX64 = np.dtype(np.int64), np.dtype(np.complex64)
SCALAR_TYPE = "expected scalar_type {1} but found {0}"
# torch adds float32 up in float64 and halves in float32, and rounds each partial result
WIDER = {FLOAT32: FLOAT64, COMPLEX64: np.dtype(np.complex128), FLOAT16: FLOAT32, BFLOAT16: FLOAT32}


def accumulate(ufunc, x, dim, dtype):
    dim = wrap_dim(dim, x.ndim)
    target = dtype.numpy if dtype is not None else x.dtype if x.dtype.kind in "fcV" else INT64
    x = cast(x, target)
    if not x.ndim:
        return x.copy()
    if target.kind == "b" and x.size:
        name = "cumsum" if ufunc is np.add else "cumprod"
        raise NotImplementedError(f"\"{name}_out_cpu\" not implemented for 'Bool'")
    wide = WIDER.get(target, target)
    if x.ndim == 1 and x.size > BLOCK and target == FLOAT32:
        return running_in_blocks(ufunc, x, wide)
    out = running(ufunc, widen(x), dim, wide)
    if ufunc is np.add and wide.kind in "fc":
        out += ZERO[wide]  # a sum starts from 0, and so is never -0
    if wide is target:
        return out
    return narrow(out) if target == BFLOAT16 else out.astype(target)


BLOCK = 1 << 14


def running_in_blocks(ufunc, x, wide):
    """ufunc.accumulate of a long vector in the dtype `wide`, with no array of that dtype but for one block."""
    out, room = np.empty_like(x), np.empty(BLOCK + 1, wide)
    room[0] = ufunc.identity
    for start in range(0, x.size, BLOCK):
        source = x[start : start + BLOCK]
        whole = room[: source.size + 1]  # which starts with the last of the block before
        part = whole[1:]
        part[...] = source
        ufunc.accumulate(whole, 0, None, whole)
        out[start : start + BLOCK] = part
        room[0] = part[-1]
    return out


def running(ufunc, x, dim, wide):
    """ufunc.accumulate in the dtype `wide`; along an outer axis row by row, which is quicker for long rows."""
    if dim < x.ndim - 1 and x.size > 16 * x.shape[dim]:
        out = np.array(x, wide, order="C")
        rows = out.reshape(-1, out.shape[dim], math.prod(out.shape[dim + 1 :])).swapaxes(0, 1) if out.size else out
        for k in range(1, rows.shape[0]):
            ufunc(rows[k - 1], rows[k], out=rows[k])
        return out
    if x.size > 4096 and x.dtype != wide:
        out = x.astype(wide)
        return ufunc.accumulate(out, dim, None, out)
    return dense(ufunc.accumulate(x, dim, wide))


def cumsum_of(g, dim):
    """cumsum in a formula, where gradients of bfloat16 are float32."""
    return cumsum(g, dim) if isinstance(g, Tensor) else accumulate(np.add, np.asarray(g), dim, None)


def from_behind(g, dim):
    """For each place along `dim` the sum of what stands there and after it."""
    return flip(cumsum_of(flip(g, dim), dim), dim)


def _cumsum_input(g, dim, input_shape, input_dtype):
    if not input_shape:
        return to_dtype(g, input_dtype)
    return to_dtype(from_behind(g, wrap_dim(dim, len(input_shape))), input_dtype)


@op(input=_cumsum_input, inplace=True)
def cumsum(input, dim, *, dtype=None):
    """The sums of the elements up to each place along `dim`; integers add up in int64.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cumsum.html

    >>> import borch as torch
    >>> torch.cumsum(torch.tensor([1, 2, 3]), dim=0)
    tensor([1, 3, 6])
    """
    return accumulate(np.add, input, dim, dtype)


cumsum.op.adopts, cumsum.op.apart = True, ()


# --------------------------------------------------------------------------------------------------------------- cumprod
def _cumprod_input(g, input, out, dim, input_dtype):
    shape = array_of(out).shape
    dim = wrap_dim(dim, len(shape))
    if not shape or shape[dim] == 1 or 0 in shape:
        return to_dtype(g, input_dtype)
    if not isinstance(g, Tensor):
        input, out = widen(input), widen(out)
    x = to_dtype(input, array_of(out).dtype)
    if array_of(x).all():
        return to_dtype(from_behind(g * conjugate(out), dim) / conjugate(x), input_dtype)
    others = without_each(x, dim)
    products = cumprod(others, dim + 1) if isinstance(g, Tensor) else accumulate(np.multiply, others, dim + 1, None)
    n = shape[dim]
    later = np.triu(np.ones((n, n))).reshape((n, n) + (1,) * (len(shape) - 1 - dim)).astype(array_of(x).dtype)
    return to_dtype(total(unsqueeze(g, dim) * conjugate(products) * constant(g, later), (dim + 1,)), input_dtype)


@op(input=_cumprod_input, inplace=True)
def cumprod(input, dim, *, dtype=None):
    """The products of the elements up to each place along `dim`; integers multiply in int64.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cumprod.html

    >>> import borch as torch
    >>> torch.cumprod(torch.tensor([1, 2, 3]), dim=0)
    tensor([1, 2, 6])
    """
    return accumulate(np.multiply, input, dim, dtype)


cumprod.op.adopts, cumprod.op.apart = True, ()


# ------------------------------------------------------------------------------------------------------ running extremes
def _running(ufunc, name, x, dim):
    dim = wrap_dim(dim, x.ndim)
    if not x.ndim or not x.size:
        return x.copy(), np.zeros(x.shape, INT64)
    if x.dtype.kind == "c":
        raise NotImplementedError(f"\"{name}_cpu\" not implemented for '{dtypes.from_numpy(x.dtype).legacy}'")
    values = running(ufunc, x, dim, x.dtype)
    new = np.equal(x, values)
    if x.dtype.kind == "f":
        new |= np.isnan(x)
    if dim == x.ndim - 1 and x.size > 4096:  # each row begins with a new one, which stands till the next
        at = np.flatnonzero(new)
        indices = np.repeat(at, np.diff(at, append=x.size)).reshape(x.shape)
        if x.ndim > 1:
            indices %= x.shape[dim]
        return values, indices.astype(INT64, copy=False)
    places = np.arange(x.shape[dim], dtype=np.int32).reshape((-1,) + (1,) * (x.ndim - 1 - dim))
    return values, running(np.maximum, new * places, dim, np.int32).astype(INT64)


def _running_input(g, indices, input, dim):
    return scatter(g[0], wrap_dim(dim, input.ndim), array_of(indices), tuple(input.shape))


@op(kind="same", outputs=("values", "indices"), input=_running_input, out_dtype=SCALAR_TYPE)
def cummax(input, dim):
    """The greatest element up to each place along `dim`, as the pair (values, indices); of equal ones the last.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cummax.html

    >>> import borch as torch
    >>> torch.cummax(torch.tensor([1, 3, 2]), dim=0)
    torch.return_types.cummax(
    values=tensor([1, 3, 3]),
    indices=tensor([0, 1, 1]))
    """
    return _running(np.maximum, "cummax", input, dim)


@op(kind="same", outputs=("values", "indices"), input=_running_input, out_dtype=SCALAR_TYPE)
def cummin(input, dim):
    """The least element up to each place along `dim`, as the pair (values, indices); of equal ones the last.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cummin.html

    >>> import borch as torch
    >>> torch.cummin(torch.tensor([3, 1, 2]), dim=0).values
    tensor([3, 1, 1])
    """
    return _running(np.minimum, "cummin", input, dim)


# ---------------------------------------------------------------------------------------------------------- logcumsumexp
def _logcumsumexp(x, dim):
    wide = WIDER.get(x.dtype)
    if wide is not None:
        return _logcumsumexp(x.astype(wide), dim).astype(x.dtype)
    if x.dtype.kind != "c":
        return np.logaddexp.accumulate(x, dim)
    out = np.array(x.swapaxes(dim, -1))
    for k in range(1, out.shape[-1]):
        a, b = out[..., k - 1], out[..., k]
        top = np.where(a.real > b.real, a, b)
        low = np.where(a.real > b.real, b, a)
        out[..., k] = top + np.log1p(np.exp(low - top))
    return out.swapaxes(dim, -1)


def _logcumsumexp_input(g, input, out, dim):
    shape = array_of(input).shape
    if not shape or not array_of(g).size:
        return g
    dim = wrap_dim(dim, len(shape))
    top = np.maximum.reduce(array_of(input).real, dim, None, None, True)
    recorded = isinstance(g, Tensor) and g._array.dtype not in HALVES  # which are rounded as torch rounds them
    if not isinstance(g, Tensor) and g.dtype.kind == "c" and g.all():
        return np.conj(np.exp(_from_behind_in_logs(np.log(np.conj(g)) - out, dim) + input))
    if array_of(g).dtype.kind == "c" or (recorded and not np.any(top - array_of(out) > 80)):
        top = constant(g, top)
        weight = OPS["exp"](conjugate(input) - top)
        return from_behind(g * OPS["exp"](top - conjugate(out)), dim) * weight
    size, value = OPS["log"](OPS["abs"](g)), array_of(g)
    least = float(np.finfo(value.dtype).min)
    up, down = (
        OPS["exp"](_from_behind_in_logs(where(sign, size, least) - out, dim) + input) for sign in (value > 0, value < 0)
    )
    return up - down


def _from_behind_in_logs(x, dim):
    x = flip(x, dim)
    return flip(logcumsumexp(x, dim) if isinstance(x, Tensor) else _logcumsumexp(x, dim), dim)


@op(kind="same", input=_logcumsumexp_input, out_dtype=SCALAR_TYPE)
def logcumsumexp(input, dim):
    """log(cumsum(exp(input))) along `dim`, without overflow. NotImplementedError for integers.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.logcumsumexp.html

    >>> import borch as torch
    >>> torch.logcumsumexp(torch.tensor([0.0, 0.0, 0.0]), dim=0)
    tensor([0.0000, 0.6931, 1.0986])
    """
    dim = wrap_dim(dim, input.ndim)
    if input.dtype.kind not in "fc":
        legacy = dtypes.from_numpy(input.dtype).legacy
        raise NotImplementedError(f"\"logcumsumexp_out_cpu\" not implemented for '{legacy}'")
    if not input.ndim:
        return input.copy()
    return dense(_logcumsumexp(input, dim))


logcumsumexp.op.apart = ()


# ------------------------------------------------------------------------------------------- differences and trapezoids
@op(kind="promote", input=lambda g, other: g * other, node="MulBackward1", method=False, namespace=None, inplace=False,
    tensors=("input", "other"))  # fmt: skip
def _scaled(input, other):
    return np.multiply(input, other)


@op(kind="promote", input=lambda g, other: g / other, node="DivBackward1", method=False, namespace=None, inplace=False,
    tensors=("input", "other"))  # fmt: skip
def _divided(input, other):
    return np.true_divide(input, other)


@function()
def diff(input, n=1, dim=-1, prepend=None, append=None, *, out=None):
    """The differences of neighbours along `dim`, taken `n` times; bool tensors give where neighbours differ.

    `prepend` and `append` are joined to the ends first. RuntimeError for a 0-dim input or a negative n.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.diff.html

    >>> import borch as torch
    >>> torch.diff(torch.tensor([1, 3, 6]))
    tensor([2, 3])
    """
    if not input.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    dim = wrap_dim(dim, input.ndim)
    for end in (prepend, append):
        if end is not None:
            _check_end(input, end, dim)
    n = as_index(n)
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    parts = [t for t in ((prepend, input, append) if n else (input,)) if t is not None]
    x = parts[0] if len(parts) == 1 else OPS["cat"](parts, dim)
    if n == 0:
        x = wrap(np.empty(x.shape, x._array.dtype)).copy_(x) if out is None else x
    length = x._array.shape[dim]
    n = min(n, length)
    minus = OPS["logical_xor" if x.dtype is dtypes.bool_ else "sub"]
    for end in range(length, length - n, -1):
        x = minus(slice_(x, dim, 1, end, 1), slice_(x, dim, 0, end - 1, 1))
    return into("diff", out, x, None if n else SCALAR_TYPE)


def _check_end(input, end, dim):
    if end.ndim != input.ndim:
        raise RuntimeError("diff expects prepend or append to be the same dimension as input")
    for k in range(input.ndim):
        if k != dim and end.shape[k] != input.shape[k]:
            raise RuntimeError(
                "diff expects the shape of tensor to prepend or append to match that of input except along the "
                f"differencing dimension; input.size({k}) = {input.shape[k]}, but got tensor.size({k}) = {end.shape[k]}"
            )


def _trapezoids(name, y, x, dim):
    """Twice the areas between neighbouring samples along `dim`, for a spacing of 1 or the points `x`."""
    if y.dtype is dtypes.bool_ or (x is not None and x.dtype is dtypes.bool_):
        which = "`y`" if x is None else "`x` or `y`"
        raise RuntimeError(f"{name}: received a bool input for {which}, but bool is not supported")
    dim = wrap_dim(dim, y.ndim)
    if x is None:
        return _sides(y, dim)
    if x.ndim == 1:
        if x.shape[0] != y.shape[dim]:
            raise RuntimeError(f"{name}: There must be one `x` value for each sample point")
        x = OPS["reshape"](x, (-1,) + (1,) * (y.ndim - 1 - dim))
    at = dim - y.ndim
    length = x.shape[at] - 1
    width = OPS["narrow"](x, at, 1, length) - OPS["narrow"](x, at, 0, length)
    return _sides(y, dim) * width


def _sides(y, dim):
    length = y.shape[dim] - 1
    return OPS["narrow"](y, dim, 1, length) + OPS["narrow"](y, dim, 0, length)


@function(method=False, aliases=("trapz",))
def trapezoid(y, x=None, *, dx=None, dim=-1):
    """The integral of samples `y` along `dim` by the trapezoidal rule, at the points `x` or with the spacing `dx`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.trapezoid.html

    >>> import borch as torch
    >>> torch.trapezoid(torch.tensor([1.0, 5.0, 10.0]))
    tensor(10.5000)
    """
    if x is not None and not isinstance(x, Tensor):
        raise TypeError(f"trapezoid(): argument 'x' (position 2) must be Tensor, not {type_name(x)}")
    dx = 1 if dx is None else dx
    if not isinstance(y, Tensor):
        raise TypeError(f"trapezoid(): argument 'y' (position 1) must be Tensor, not {type_name(y)}")
    if y.shape[wrap_dim(dim, y.ndim)] == 0 and y.dtype is not dtypes.bool_:
        dim = wrap_dim(dim, y.ndim)
        return wrap(np.zeros([s for k, s in enumerate(y.shape) if k != dim], y._array.dtype))
    whole = OPS["sum"](_trapezoids("trapezoid", y, x, dim), wrap_dim(dim, y.ndim) - y.ndim)
    return _scaled(whole, dx / 2) if x is None else _divided(whole, 2.0)


@function(method=False)
def cumulative_trapezoid(y, x=None, *, dx=None, dim=-1):
    """The integrals of samples `y` up to each point along `dim` by the trapezoidal rule: one fewer than samples.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cumulative_trapezoid.html

    >>> import borch as torch
    >>> torch.cumulative_trapezoid(torch.tensor([1.0, 5.0, 10.0]))
    tensor([ 3.0000, 10.5000])
    """
    if x is not None and not isinstance(x, Tensor):
        raise TypeError(f"cumulative_trapezoid(): argument 'x' (position 2) must be Tensor, not {type_name(x)}")
    dx = 1 if dx is None else dx
    twice, at = _trapezoids("cumulative_trapezoid", y, x, dim), wrap_dim(dim, y.ndim) - y.ndim
    return cumsum(_scaled(twice, dx / 2), at) if x is None else _divided(cumsum(twice, at), 2.0)
