"""Variance and standard deviation, alone and with the mean.

Source: https://docs.pytorch.org/docs/stable/torch.html#reduction-ops
"""

import warnings

import numpy as np

from .. import _kernels
from .._core import dtype as dtypes
from .._core.args import reduce_dims, type_name
from .._core.halves import HALVES
from .._core.numbers import number
from .._core.op import OPS, function, op
from .._core.tensor import Tensor
from .both import array_of, constant, dense, spread, total, unreduced
from .reduce import FLOAT16, FLOAT32, add_reduce, count


def _moments(input, dim, correction, name):
    """(variance with the reduced axes kept, mean likewise, axes) of an array of floats or complex numbers."""
    kind = input.dtype
    if kind.kind not in "fc":
        name = "std and var" if name in ("std", "var") else name
        raise RuntimeError(f"{name} only support floating point and complex dtypes")
    if kind == FLOAT16:
        input = input.astype(FLOAT32)
    dims = reduce_dims(dim, input.ndim)
    n = count(input.shape, dims)
    if kind.kind == "f":
        center, squares = _kernels.deviations(input, dims)
    else:
        center = add_reduce(input, dims, None, None, True) / input.real.dtype.type(n)
        off = np.subtract(input, center)
        squares = add_reduce(off.real * off.real + off.imag * off.imag, dims, None, None, True)
    if n - correction <= 0:
        warn_degrees(name)
    return squares / number(max(n - correction, 0), squares.dtype), center, dims


def warn_degrees(name):
    warnings.warn(
        f"{name}(): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor (input "
        "numel divided by output numel).",
        UserWarning,
        stacklevel=6,
    )


def unkept(x, dims, keepdim):
    if keepdim:
        return x
    return x.reshape(()) if len(dims) == x.ndim else x.reshape([s for i, s in enumerate(x.shape) if i not in dims])


def half(x, have):
    """Results of a float16 input as float16, in C order."""
    return dense(x.astype(FLOAT16) if have == FLOAT16 else x)


def _centered(input, dims):
    if isinstance(input, Tensor):
        return input - OPS["mean"](input, dims, True)
    return input - total(input, dims, True) / count(input.shape, dims)


def _var_input(g, input, dim, correction, keepdim):
    shape = input.shape
    dims = reduce_dims(dim, len(shape))
    freedom = count(shape, dims) - correction
    off = _centered(input, dims)
    if freedom == 0 and dim is None:
        g = unreduced(g, shape, dims, keepdim)
        return g * constant(g, np.where(array_of(off) == 0, np.nan, np.inf))
    return unreduced(g * (2.0 / freedom if freedom else float("inf")), shape, dims, keepdim) * off


def _std_input(g, input, out, dim, correction, keepdim):
    zero = array_of(out) == 0
    if np.any(zero):
        g, out = g * constant(g, ~zero), out + constant(out, zero)
    return _var_input(g / (out * 2), input, dim, correction, keepdim)


@op(kind="same", input=_var_input, name="var", method=False, namespace=None)
def _var(input, dim=None, correction=1, keepdim=False):
    value, _, dims = _moments(input, dim, correction, "var")
    return half(unkept(value, dims, keepdim), input.dtype)


@op(kind="same", input=_std_input, name="std", method=False, namespace=None)
def _std(input, dim=None, correction=1, keepdim=False):
    value, _, dims = _moments(input, dim, correction, "std")
    return half(unkept(np.sqrt(value), dims, keepdim), input.dtype)


def _spread_out(out, ans, values):
    data = values[0]._array
    if values[1] is None and data.dtype.kind != "c":
        if data.dtype in HALVES and out.dtype not in HALVES:
            raise RuntimeError(f"std_var_all: Unsupported dtype {dtypes.from_numpy(data.dtype).legacy}")
    elif out.dtype.kind == "c" and ans.dtype.kind != "c" and values[0]._array.dtype.kind != "c":
        raise NotImplementedError(f"\"std_cpu\" not implemented for '{dtypes.from_numpy(out.dtype).legacy}'")


_var.op.out_dtype = _std.op.out_dtype = _spread_out


def _var_mean_input(g, input, dim, correction, keepdim):
    gv, gm = g
    shape = input.shape
    grad = None if gv is None else _var_input(gv, input, dim, correction, keepdim)
    if gm is not None:
        dims = reduce_dims(dim, len(shape))
        part = spread(gm / count(shape, dims), shape, dims, keepdim)
        grad = part if grad is None else grad + part
    return grad


def _std_mean_input(g, input, std, dim, correction, keepdim):
    gs, gm = g
    shape = input.shape
    grad = None if gs is None else _std_input(gs, input, std, dim, correction, keepdim)
    if gm is not None:
        dims = reduce_dims(dim, len(shape))
        part = spread(gm / count(shape, dims), shape, dims, keepdim)
        grad = part if grad is None else grad + part
    return grad


@op(kind="same", outputs=("var", "mean"), input=_var_mean_input, name="var_mean", method=False, namespace=None)
def _var_mean(input, dim=None, correction=1, keepdim=False):
    value, center, dims = _moments(input, dim, correction, "var_mean")
    return half(unkept(value, dims, keepdim), input.dtype), half(unkept(center, dims, keepdim), input.dtype)


@op(kind="same", outputs=("std", "mean"), input=_std_mean_input, name="std_mean", method=False, namespace=None)
def _std_mean(input, dim=None, correction=1, keepdim=False):
    value, center, dims = _moments(input, dim, correction, "std_mean")
    return half(unkept(np.sqrt(value), dims, keepdim), input.dtype), half(unkept(center, dims, keepdim), input.dtype)


def spread_settings(dim, unbiased, correction):
    """(dim, correction) from torch's two forms of asking: `unbiased` and `correction`."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if unbiased is not None:
        if not isinstance(unbiased, bool):
            raise TypeError(f"argument 'unbiased' must be bool, not {type_name(unbiased)}")
        return dim, 1 if unbiased else 0
    return dim, 1 if correction is None else correction


def _public_spread(part, pair):
    def call(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None):
        dim, correction = spread_settings(dim, unbiased, correction)
        if out is not None:
            return part(input, dim, correction, keepdim, out=out)
        result = part(input, dim, correction, keepdim)
        return tuple(result) if pair and isinstance(result, tuple) else result

    return call


def _publish_spread(part, name, doc, pair=False, method=True):
    call = _public_spread(part, pair)
    call.__name__ = call.__qualname__ = name
    call.__doc__ = doc
    call.op = part.op
    return function(name=name, method=method)(call)


var = _publish_spread(
    _var,
    "var",
    """The variance of all elements, or over the axes `dim`: squares of distances from the mean over n - correction.

    `correction=1` (or `unbiased=True`) divides by n - 1. RuntimeError for integers.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.var.html

    >>> import borch as torch
    >>> torch.var(torch.tensor([1.0, 2.0, 3.0, 4.0]), correction=0)
    tensor(1.2500)
    """,
)
std = _publish_spread(
    _std,
    "std",
    """The standard deviation: the square root of `var`, with the same settings.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.std.html

    >>> import borch as torch
    >>> torch.std(torch.tensor([[1.0, 3.0], [2.0, 6.0]]), dim=1)
    tensor([1.4142, 2.8284])
    """,
)
var_mean = _publish_spread(
    _var_mean,
    "var_mean",
    """The pair (variance, mean) of all elements, or over the axes `dim`; settings as for `var`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.var_mean.html

    >>> import borch as torch
    >>> torch.var_mean(torch.tensor([1.0, 2.0, 3.0]))
    (tensor(1.), tensor(2.))
    """,
    pair=True,
    method=False,
)
std_mean = _publish_spread(
    _std_mean,
    "std_mean",
    """The pair (standard deviation, mean) of all elements, or over the axes `dim`; settings as for `std`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.std_mean.html

    >>> import borch as torch
    >>> torch.std_mean(torch.tensor([1.0, 2.0, 3.0]))
    (tensor(1.), tensor(2.))
    """,
    pair=True,
    method=False,
)
