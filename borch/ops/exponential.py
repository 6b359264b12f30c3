"""Exponentials and logarithms: exp, log and their kin, sigmoid, logit, logaddexp, xlogy.

Source: https://docs.pytorch.org/docs/stable/torch.html#pointwise-ops
"""

import math

import numpy as np

from .. import _kernels
from .._core.args import check_number
from .._core.halves import in_float32
from .._core.op import OPS, like, op
from .._core.tensor import Tensor
from . import wide
from .both import array_of, real_arrays, where
from .complex import conjugate

LN2, LN10 = math.log(2.0), math.log(10.0)


def _widely(compute):
    """`compute` on float16 through float32, so that only the result is rounded, as torch does it."""

    def wrapped(*args):
        for a in args:
            if isinstance(a, np.ndarray) and a.dtype == np.float16:
                return compute(*[in_float32(a) for a in args]).astype(np.float16)
        return compute(*args)

    return wrapped


# -------------------------------------------------------------------------------------------------------- exponentials
@op(kind="float", plain=_kernels.exp, input=lambda g, out: g * conjugate(out))
def exp(input):
    """e to the power of each element. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.exp.html

    >>> import borch as torch
    >>> torch.exp(torch.tensor([0.0, 1.0]))
    tensor([1.0000, 2.7183])
    """
    return _kernels.exp(input)


@op(kind="float", plain=np.exp2, input=lambda g, out: g * conjugate(out) * LN2)
def exp2(input):
    """2 to the power of each element. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.exp2

    >>> import borch as torch
    >>> torch.exp2(torch.tensor([0.0, 3.0]))
    tensor([1., 8.])
    """
    return np.exp2(input)


def _expm1(x):
    return _kernels.expm1(x, wide.expm1)


def _expm1_input(g, out):
    return _kernels.expm1_gradient(g, out) if real_arrays(g, out) else g * (conjugate(out) + 1)


@op(kind="float", plain=_expm1, input=_expm1_input)
def expm1(input):
    """e to the power of each element minus 1, exact for small ones. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.expm1

    >>> import borch as torch
    >>> torch.expm1(torch.tensor([0.0, 1.0]))
    tensor([0.0000, 1.7183])
    """
    return _expm1(input)


def _sigmoid(x):
    if x.dtype == np.float16:
        return _sigmoid(x.astype(np.float32)).astype(np.float16)
    return _kernels.sigmoid(x)


def _sigmoid_input(g, out):
    if real_arrays(g, out):
        return _kernels.sigmoid_gradient(g, out)
    return g * conjugate(1 - out) * conjugate(out)


@op(kind="float", fused=True, input=_sigmoid_input)
def sigmoid(input):
    """The logistic function 1 / (1 + exp(-x)) of each element, in (0, 1). Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.expit

    >>> import borch as torch
    >>> torch.sigmoid(torch.tensor([0.0, 2.0]))
    tensor([0.5000, 0.8808])
    """
    return _sigmoid(input)


# ---------------------------------------------------------------------------------------------------------- logarithms
@op(kind="float", plain=_kernels.log, input=lambda g, input: g / conjugate(input))
def log(input):
    """The natural logarithm of each element; -inf for 0, NaN for negative ones. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.log.html

    >>> import borch as torch
    >>> torch.log(torch.tensor([1.0, 10.0]))
    tensor([0.0000, 2.3026])
    """
    return _kernels.log(input)


@op(kind="float", plain=np.log2, input=lambda g, input: g / (conjugate(input) * LN2))
def log2(input):
    """The logarithm of each element to base 2. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.log2.html

    >>> import borch as torch
    >>> torch.log2(torch.tensor([1.0, 8.0]))
    tensor([0., 3.])
    """
    return np.log2(input)


@op(kind="float", plain=wide.log10, input=lambda g, input: g / (conjugate(input) * LN10))
def log10(input):
    """The logarithm of each element to base 10. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.log10.html

    >>> import borch as torch
    >>> torch.log10(torch.tensor([1.0, 1000.0]))
    tensor([0., 3.])
    """
    return wide.log10(input)


def _log1p(x):
    out = wide.log1p(x)
    if x.dtype.kind == "c":
        lost = np.isnan(x)
        if lost.any():  # numpy keeps an infinity beside nan
            out[lost] = complex("nan+nanj")
    return out


@op(kind="float", plain=_log1p, node="Log1PBackward0", input=lambda g, input: g / (conjugate(input) + 1))
def log1p(input):
    """The natural logarithm of 1 plus each element, exact for small ones. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.log1p

    >>> import borch as torch
    >>> torch.log1p(torch.tensor([0.0, 1.0]))
    tensor([0.0000, 0.6931])
    """
    return _log1p(input)


def _logit_gradient(g, input, eps):
    x = array_of(input)
    slope = g / (input * (1 - input))
    if eps is None:
        return where((x < 0) | (x > 1), math.nan, slope)
    return where((x < eps) | (x > 1 - eps), 0.0, slope)


def _half_logit(rounded, input, eps=None):
    if eps is not None:
        input = np.clip(input, rounded(np.float32(eps)), rounded(np.float32(1 - eps)))
    return np.log(rounded(input / rounded(1 - input)))


@op(kind="float", half=_half_logit, refuse={"c": "logit_cpu"}, input=_logit_gradient)
def logit(input, eps=None):
    """The inverse of the logistic function, log(x / (1 - x)); with `eps`, x is first clamped to [eps, 1 - eps].

    NaN outside [0, 1]. Integers become the default float.
    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.logit

    >>> import borch as torch
    >>> torch.logit(torch.tensor([0.5, 0.9]))
    tensor([0.0000, 2.1972])
    """
    if eps is not None:
        check_number(eps, "logit", "eps", 2)
        high = input.dtype.type(1 - eps)
        input = np.where(input < eps, input.dtype.type(eps), np.where(input > high, high, input))
    return np.log(input / (1 - input))


# ---------------------------------------------------------------------------------------------------------- with two
@_widely
def _logaddexp_real(input, other):
    if input.size + other.size < 1000:
        return np.logaddexp(input, other)
    # numpy's own is one loop of scalar code: for large arrays these passes take a quarter of its time
    out = input - other
    np.abs(out, out)
    np.negative(out, out)
    np.exp(out, out)
    out = wide.log1p(out)
    out += np.maximum(input, other)
    lost = np.isnan(out)
    if lost.any():  # infinity less infinity
        out[lost] = np.logaddexp(*(a[lost] for a in np.broadcast_arrays(input, other)))
    return out


def _logaddexp(input, other):
    if input.dtype.kind != "c":
        return _logaddexp_real(input, other)
    first = input.real >= other.real
    large, small = np.where(first, input, other), np.where(first, other, input)
    return np.where(large.real == -np.inf, large, large + np.log1p(np.exp(small - large)))


@op(
    kind="promote",
    strict=True,
    inplace=False,
    refuse={"biw": "logaddexp_cpu"},
    input=lambda g, input, other: g / conjugate(1 + OPS["exp"](other - input)),
    other=lambda g, input, other: g / conjugate(1 + OPS["exp"](input - other)),
)
def logaddexp(input, other):
    """log(exp(input) + exp(other)), without overflow on the way.

    Shapes broadcast; floating dtypes promote. Source: https://docs.pytorch.org/docs/stable/generated/torch.logaddexp.html

    >>> import borch as torch
    >>> torch.logaddexp(torch.tensor([-1000.0, 0.0]), torch.tensor([-1000.0, 1.0]))
    tensor([-999.3068,    1.3133])
    """
    return _logaddexp(input, other)


@op(
    kind="promote",
    strict=True,
    inplace=False,
    refuse={"biwc": "logaddexp2_cpu"},
    input=lambda g, input, other: g / (1 + OPS["exp2"](other - input)),
    other=lambda g, input, other: g / (1 + OPS["exp2"](input - other)),
)
def logaddexp2(input, other):
    """log2(2**input + 2**other), without overflow on the way.

    Shapes broadcast; floating dtypes promote. Source: https://docs.pytorch.org/docs/stable/generated/torch.logaddexp2.html

    >>> import borch as torch
    >>> torch.logaddexp2(torch.tensor([1.0]), torch.tensor([1.0]))
    tensor([2.])
    """
    return np.logaddexp2(input, other)


def times_log(rounded, log, input, other):
    """input * log(other) for halves, whose logarithm is rounded; 0 where input is 0."""
    input, other = (rounded(np.asarray(x, np.float32)) for x in (input, other))
    return np.where((input == 0) & ~np.isnan(other), np.float32(0), input * rounded(log(other)))


def weakly(log, x):
    """The logarithm of an array, or of a Python number as a Python number, which takes no part in promotion."""
    return log(x) if isinstance(x, (np.ndarray, np.generic)) else float(log(x))


def _xlogy(input, other):
    product = input * weakly(np.log, other)
    return np.where((input == 0) & ~np.isnan(other), np.zeros((), product.dtype), product)


def _xlogy_input(g, input, other):
    nothing = (np.asarray(array_of(input)) == 0) & (np.asarray(array_of(other)) <= 0)
    slope = OPS["log"](other) if isinstance(other, (Tensor, np.ndarray, np.generic)) else _log_number(other)
    if isinstance(g, Tensor) and not isinstance(slope, (Tensor, float)):
        slope = like(g, slope)
    return where(nothing, 0.0, g * slope)


def _log_number(x):
    return math.log(x) if x > 0 else -math.inf if x == 0 else math.nan


@op(
    kind="float",
    half=lambda rounded, input, other: times_log(rounded, np.log, input, other),
    node=("XlogyBackward0", "XlogyBackward2", "XlogyBackward1"),
    refuse={"c": "xlogy_cpu"},
    strict="some",
    input=_xlogy_input,
    other=lambda g, input, other: g * input / other,
)
def xlogy(input, other):
    """input * log(other), with 0 where input is 0 and other is not NaN. Integers become the default float.

    Shapes broadcast; either may be a number.
    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.xlogy

    >>> import borch as torch
    >>> torch.xlogy(torch.tensor([0.0, 2.0]), torch.tensor([0.0, 1.0]))
    tensor([0., 0.])
    """
    return _xlogy(input, other)
