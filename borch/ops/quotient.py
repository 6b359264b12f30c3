"""Quotients and what they leave: div with its roundings, remainders, greatest common divisors.

Source: https://docs.pytorch.org/docs/stable/torch.html#pointwise-ops
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.numbers import some
from .._core.op import op
from .complex import conjugate, zeros


def _no_derivative(name):
    def formula(g):
        raise RuntimeError(f"derivative for aten::{name} is not implemented")

    return formula


def _check_divisor(other):
    if isinstance(other, np.ndarray):
        zero = other.dtype.kind in "iu" and not other.all()
    else:
        zero = not isinstance(other, float) and other == 0
    if zero:
        raise RuntimeError("ZeroDivisionError")


def _integers(input, other):
    return _is_integer(input) and _is_integer(other)


def _is_integer(x):
    return (x if type(x) is np.ndarray else np.asarray(x)).dtype.kind in "iub"


PIECE = 16384  # elements that stay in the cache with what is made of them
FARTHEST = {"rest": 2.0**26, "modulo": 2.0**26, "floor": 2.0**21}  # quotients up to here are exact in float64


def _piecewise(ufunc, what, input, other):
    """`ufunc` (fmod, remainder or floor_divide); of large float32 tensors by way of the quotient in float64.

    There the remainder of two float32 numbers is exact; elements whose quotient is too large are left to numpy.
    """
    if not (_is_large(input) and (type(other) is float or _is_large(other) and other.shape == input.shape)):
        return ufunc(input, other)
    out = np.empty(input.shape, np.float32)
    x, flat = input.reshape(-1), out.reshape(-1)
    y = np.full(PIECE, other, np.float32) if type(other) is float else other.reshape(-1)
    for start in range(0, x.size, PIECE):
        top, below = x[start : start + PIECE], y[start : start + PIECE] if y.size == x.size else y
        below = below[: top.size]
        a, b = top.astype(np.float64), below.astype(np.float64)
        quotient = a / b
        np.trunc(quotient, quotient)
        odd = ~(np.abs(quotient) < FARTHEST[what]) | ~np.isfinite(b)
        rest = a - quotient * b
        part = flat[start : start + PIECE]
        if what == "rest":
            part[...] = np.copysign(rest, a, rest)
        else:
            other_side = (rest != 0) & ((b < 0) != (rest < 0))
            part[...] = quotient - other_side if what == "floor" else rest + b * other_side
        if odd.any():
            part[odd] = ufunc(top[odd], below[odd])
    return out


def _is_large(x):
    return type(x) is np.ndarray and x.dtype == np.float32 and x.size > PIECE and x.flags.c_contiguous


def _divide_floor(input, other):
    if _integers(input, other):
        _check_divisor(other)
        return np.floor_divide(input, other)
    return _piecewise(np.floor_divide, "floor", input, other)


def _divide_trunc(input, other):
    if not _integers(input, other):
        return np.trunc(np.true_divide(input, other))
    _check_divisor(other)
    quotient = np.floor_divide(input, other)
    inexact = quotient * other != input
    return quotient + (inexact & ((np.asarray(input) < 0) != (np.asarray(other) < 0)))


_ROUNDED = {"floor": _divide_floor, "trunc": _divide_trunc}


def _half_rounded(rounded, input, other, *, rounding_mode=None):
    """The quotient is rounded before it is cut."""
    if rounding_mode != "trunc":
        return div_rounded.op.fn(input, other, rounding_mode=rounding_mode)
    input, other = (x if np.ndim(x) else rounded(np.float32(x)) for x in (input, other))
    return np.trunc(rounded(np.true_divide(input, other)))


@op(
    kind="promote",
    name="div",
    node="DivBackward2",
    method=False,
    namespace=None,
    inplace=False,
    half=_half_rounded,
    input=zeros,
    other=zeros,
)
def div_rounded(input, other, *, rounding_mode=None):
    if rounding_mode not in _ROUNDED:
        raise RuntimeError(
            f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'"
        )
    dtype = dtypes.from_numpy(np.result_type(input, other))
    if dtypes.letter(dtype) in "bcw":
        raise NotImplementedError(f"\"div_{rounding_mode}_cpu\" not implemented for '{dtype.legacy}'")
    return _ROUNDED[rounding_mode](input, other)


@op(
    kind="float",
    plain=np.true_divide,
    half=lambda rounded, input, other: np.true_divide(input, other),
    aliases=("divide",),
    overloads={"rounding_mode": div_rounded},
    input=lambda g, other: g / conjugate(other),
    other=lambda g, input, other: -g * conjugate((input / other) / other),
)
def div(input, other):
    """The quotient input / other, element by element; `rounding_mode` "trunc" or "floor" rounds it to an integer.

    Shapes broadcast; dtypes promote, integers to the default float unless rounded. RuntimeError for rounded integer
    division by zero and for other rounding modes.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.div.html

    >>> import borch as torch
    >>> torch.div(torch.tensor([7, -7]), 2)
    tensor([ 3.5000, -3.5000])
    >>> torch.div(torch.tensor([7, -7]), 2, rounding_mode="trunc")
    tensor([ 3, -3])
    """
    return np.true_divide(input, other)


@op(
    kind="float",
    plain=np.true_divide,
    half=lambda rounded, input, other: np.true_divide(input, other),
    node="DivBackward0",
    input=lambda g, other: g / conjugate(other),
    other=lambda g, input, other: -g * conjugate((input / other) / other),
)
def true_divide(input, other):
    """The quotient input / other: `torch.div` without rounding.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.true_divide.html

    >>> import borch as torch
    >>> torch.true_divide(torch.tensor([1, 2]), 4)
    tensor([0.2500, 0.5000])
    """
    return np.true_divide(input, other)


true_divide.op.apart = ()


@op(
    kind="promote",
    half=lambda rounded, input, other: _divide_floor(input, other),
    node="NotImplemented",
    refuse={"bcw": "div_floor_cpu"},
    input=_no_derivative("floor_divide"),
    other=_no_derivative("floor_divide"),
)
def floor_divide(input, other):
    """The quotient input / other rounded down, in the operands' common dtype.

    Shapes broadcast; dtypes promote. RuntimeError for integer division by zero.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.floor_divide.html

    >>> import borch as torch
    >>> torch.floor_divide(torch.tensor([7, -7]), 2)
    tensor([ 3, -4])
    """
    return _divide_floor(input, other)


def _remainder_other(g, input, other):
    if type(input) in (int, float, bool):
        raise RuntimeError("derivative for aten::remainder is not implemented")
    return -g * div_rounded(input, other, rounding_mode="floor")


@op(
    kind="promote",
    node=("RemainderBackward1", "RemainderBackward0", "NotImplemented"),
    refuse={"bcw": "remainder_cpu"},
    strict="some",
    input=lambda g: g,
    other=_remainder_other,
)
def remainder(input, other):
    """What is left of input after division by other, with the sign of other (Python's `%`).

    Shapes broadcast; dtypes promote. RuntimeError for integer division by zero.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.remainder.html

    >>> import borch as torch
    >>> torch.remainder(torch.tensor([-3.0, 3.0]), 2)
    tensor([1., 1.])
    """
    if _integers(input, other):
        _check_divisor(other)
        return np.remainder(input, other)
    out = np.asarray(_piecewise(np.remainder, "modulo", input, other))
    zero = out == 0
    return np.copysign(out, input, out, where=zero) if out.dtype.kind == "f" and some(zero) else out


@op(
    kind="promote",
    node=("FmodBackward1", "FmodBackward0", "FmodBackward1"),
    refuse={"bcw": "fmod_cpu"},
    strict="first",
    input=lambda g: g,
    other=lambda g, input, other: -g * div_rounded(input, other, rounding_mode="trunc"),
)
def fmod(input, other):
    """What is left of input after division by other, with the sign of input (C's `fmod`).

    Shapes broadcast; dtypes promote. RuntimeError for integer division by zero.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.fmod.html

    >>> import borch as torch
    >>> torch.fmod(torch.tensor([-3.0, 3.0]), 2)
    tensor([-1.,  1.])
    """
    if _integers(input, other):
        _check_divisor(other)
    return _piecewise(np.fmod, "rest", input, other)


@op(kind="promote", refuse={"bhfcw": "gcd_cpu"}, strict=True, tensors=("input", "other"))
def gcd(input, other):
    """The greatest common divisor of input and other, integers, element by element.

    Shapes broadcast; dtypes promote. NotImplementedError for dtypes other than integers.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.gcd.html

    >>> import borch as torch
    >>> torch.gcd(torch.tensor([5, 10, 15]), torch.tensor([3, 4, 5]))
    tensor([1, 2, 5])
    """
    return np.gcd(input, other)


@op(kind="promote", refuse={"bhfcw": "lcm_cpu"}, strict=True, tensors=("input", "other"))
def lcm(input, other):
    """The least common multiple of input and other, integers, element by element.

    Shapes broadcast; dtypes promote. NotImplementedError for dtypes other than integers.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.lcm.html

    >>> import borch as torch
    >>> torch.lcm(torch.tensor([5, 10, 15]), torch.tensor([3, 4, 5]))
    tensor([15, 20, 15])
    """
    return np.lcm(input, other)
