"""Powers and roots: pow in its three forms, square, sqrt, rsqrt, reciprocal, hypot, ldexp, frexp.

Source: https://docs.pytorch.org/docs/stable/torch.html#pointwise-ops
"""

import math

import numpy as np

from .._core import dtype as dtypes
from .._core.args import type_name
from .._core.node import unbroadcast, unbroadcast_recorded
from .._core.op import OPS, Op, function, op
from .._core.tensor import Tensor
from .both import array_of, numpy_names, to_dtype, where
from .complex import conjugate, zeros

LN2 = math.log(2.0)


def _power(input, exponent):
    if type(exponent) in (int, float) and isinstance(input, np.ndarray) and input.dtype.kind in "fc":
        short = _SHORT.get(exponent)
        if short is not None:
            return short(input)
    if not isinstance(exponent, np.ndarray):
        if input.dtype.kind == "b":
            return input | (not exponent)  # no other powers get here
        if input.dtype.kind in "iu" and exponent < 0:
            raise RuntimeError("Integers to negative integer powers are not allowed.")
        return np.power(input, exponent)
    if exponent.dtype.kind != "i":
        return np.power(input, exponent)
    negative = exponent < 0
    if not negative.any():
        return np.power(input, exponent)
    # the quotient 1 / input**-exponent, rounded towards zero
    exponent = np.where(negative, np.where(np.asarray(input) == -1, exponent & 1, 0), exponent)
    ones = (np.asarray(input) == 1) | (np.asarray(input) == -1)
    return np.where(negative & ~ones, 0, np.power(input, exponent)).astype(exponent.dtype)


_SHORT = {
    0.5: np.sqrt,
    2: np.square,
    3: lambda x: x * x * x,
    1: np.positive,
    -1: np.reciprocal,
    -2: lambda x: np.reciprocal(x * x),
    -0.5: lambda x: np.reciprocal(np.sqrt(x)),
}


def _pow_input(g, input, exponent):
    if not isinstance(exponent, (Tensor, np.ndarray, np.generic)):
        if exponent == 2:
            return g * conjugate(2 * input)
        if exponent == 0:
            return zeros(g)
        return g * conjugate(exponent * input ** (exponent - 1))
    zero = array_of(exponent) == 0
    return where(zero, 0.0, g * conjugate(exponent * pow(input, where(zero, 1.0, exponent - 1))))


def _pow_exponent(g, input, exponent, out):
    if not isinstance(input, (Tensor, np.ndarray, np.generic)):
        log = np.log(input) if input != 0 else -math.inf
        slope = g * conjugate(out * (log.item() if isinstance(log, np.generic) else log))
    else:
        complex_out = array_of(out).dtype.kind == "c" and array_of(input).dtype.kind != "c"
        slope = g * conjugate(out * OPS["log"](input + 0j if complex_out else input))
    powers = np.asarray(array_of(exponent))
    known = (powers.real >= 0) & (powers.imag == 0) if powers.dtype.kind == "c" else powers >= 0
    return where((np.asarray(array_of(input)) == 0) & known, 0.0, slope)


@op(
    kind="promote",
    node=("PowBackward1", "PowBackward0", "PowBackward2"),
    refuse={"bw": "pow"},
    strict="some",
    input=_pow_input,
    exponent=_pow_exponent,
)
def pow(input, exponent):
    """input to the power of exponent, element by element; either may be a number.

    Shapes broadcast; dtypes promote. RuntimeError for an integer tensor with a negative integer as exponent.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.pow.html

    >>> import borch as torch
    >>> torch.pow(torch.tensor([1.0, 2.0, 3.0]), 2)
    tensor([1., 4., 9.])
    >>> torch.pow(2, torch.tensor([1, 2, 3]))
    tensor([2, 4, 8])
    """
    return _power(input, exponent)


def _check_pow_dtype(dtype, raw):
    """Refuses the dtypes that have no powers, but for the powers 0 and 1, which torch does not compute."""
    exponent = raw[1]
    if isinstance(exponent, (np.ndarray, np.generic)) or exponent not in (0, 1) or not isinstance(raw[0], np.ndarray):
        Op.check_dtype(pow.op, dtype, raw)


pow.op.check_dtype = _check_pow_dtype


@function()
@numpy_names
def float_power(input, exponent, *, out=None):
    """input to the power of exponent, computed in float64, or in complex128 when one is complex.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.float_power.html

    >>> import borch as torch
    >>> torch.float_power(torch.tensor([1, 2, 3]), -1)
    tensor([1.0000, 0.5000, 0.3333], dtype=torch.float64)
    """
    if not any(isinstance(v, Tensor) for v in (input, exponent)):
        raise TypeError(f"float_power(): argument 'input' (position 1) must be Tensor, not {type_name(input)}")
    wide = _wide(input, exponent)
    if out is not None and out.dtype.numpy != wide:
        raise RuntimeError(
            f"the output given to float_power has dtype {out.dtype.legacy} but the operation's result requires dtype "
            f"{dtypes.from_numpy(wide).legacy}"
        )
    base, power = (to_dtype(v, wide) if isinstance(v, Tensor) else v for v in (input, exponent))
    return pow(base, power) if out is None else pow(base, power, out=out)


def _wide(input, exponent):
    is_complex = any(v.is_complex() if isinstance(v, Tensor) else isinstance(v, complex) for v in (input, exponent))
    return np.dtype(np.complex128 if is_complex else np.float64)


def _float_power_(self, exponent):
    """Raises this tensor to a power in float64, in place: the tensor must have the result's dtype.

    >>> import borch as torch
    >>> torch.tensor([2.0, 3.0], dtype=torch.float64).float_power_(2)
    tensor([4., 9.], dtype=torch.float64)
    """
    wide = dtypes.from_numpy(_wide(self, exponent))
    if self.dtype is not wide:
        raise RuntimeError(
            f"the base given to float_power_ has dtype {self.dtype.legacy} but the operation's result requires dtype "
            f"{wide.legacy}"
        )
    return pow.op.inplace((self, to_dtype(exponent, wide.numpy) if isinstance(exponent, Tensor) else exponent), {})


Tensor.float_power_ = _float_power_


@op(
    kind="same", inplace=True, node="PowBackward0", refuse={"w": "pow"}, input=lambda g, input: g * conjugate(2 * input)
)
def square(input):
    """The square of each element.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.square.html

    >>> import borch as torch
    >>> torch.square(torch.tensor([-2.0, 3.0]))
    tensor([4., 9.])
    """
    if input.dtype.kind == "c":  # where an infinity less another is NaN
        return np.multiply(input, input)
    return np.square(input) if input.dtype.kind != "b" else input.astype(np.int64)


@op(kind="float", plain=np.sqrt, input=lambda g, out: g / conjugate(2 * out))
def sqrt(input):
    """The square root of each element; NaN for negative ones. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sqrt.html

    >>> import borch as torch
    >>> torch.sqrt(torch.tensor([4.0, 2.0]))
    tensor([2.0000, 1.4142])
    """
    return np.sqrt(input)


def _reciprocal(x):
    out = np.reciprocal(x)
    if x.dtype.kind == "c" and not x.all():
        out = np.where(x == 0, complex(math.inf, math.nan), out).astype(x.dtype)
    return out


@op(kind="float", input=lambda g, out: -0.5 * g * conjugate(OPS["pow"](out, 3)))
def rsqrt(input):
    """One divided by the square root of each element. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.rsqrt.html

    >>> import borch as torch
    >>> torch.rsqrt(torch.tensor([4.0, 0.25]))
    tensor([0.5000, 2.0000])
    """
    root = np.sqrt(input)
    return np.reciprocal(root) if root.dtype.kind == "f" else _reciprocal(root)


@op(kind="float", input=lambda g, out: -g * conjugate(out * out))
def reciprocal(input):
    """One divided by each element. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.reciprocal.html

    >>> import borch as torch
    >>> torch.reciprocal(torch.tensor([2, 4]))
    tensor([0.5000, 0.2500])
    """
    return _reciprocal(input)


@op(
    kind="promote",
    strict=True,
    refuse={"biwc": "hypot_cpu"},
    input=lambda g, input, out: g * input / out,
    other=lambda g, other, out: g * other / out,
)
def hypot(input, other):
    """The length of the hypotenuse, sqrt(input**2 + other**2), without overflow on the way.

    Shapes broadcast; floating dtypes promote. Source: https://docs.pytorch.org/docs/stable/generated/torch.hypot.html

    >>> import borch as torch
    >>> torch.hypot(torch.tensor([3.0]), torch.tensor([4.0]))
    tensor([5.])
    """
    return np.hypot(input, other)


def _ldexp_other(g, input, other):
    through = g * conjugate(input)
    if through.shape != other.shape:
        through = (unbroadcast_recorded if isinstance(through, Tensor) else unbroadcast)(through, tuple(other.shape))
    return through * conjugate(OPS["exp2"](other) * LN2)


@op(
    kind="float",
    strict=True,
    half=lambda rounded, input, other: input * rounded(np.exp2(other)),
    input=lambda g, other: g * conjugate(OPS["exp2"](other)),
    other=_ldexp_other,
)
def ldexp(input, other):
    """input * 2**other, element by element. Integers become the default float.

    Shapes broadcast. Source: https://docs.pytorch.org/docs/stable/generated/torch.ldexp.html

    >>> import borch as torch
    >>> torch.ldexp(torch.tensor([1.0]), torch.tensor([1, 2, 3]))
    tensor([2., 4., 8.])
    """
    return input * np.exp2(other)


def _ldexp_cast(want):
    return None if want.is_floating_point else "ldexp can't be cast to the desired output type {1}"


ldexp.op.out_cast = _ldexp_cast


@op(
    kind="same",
    outputs=("mantissa", "exponent"),
    refuse={"biwc": RuntimeError("torch.frexp() only supports floating-point dtypes")},
    out_dtype="torch.frexp() expects mantissa to have dtype {3} but got {2}",
    input=lambda g, exponent: g[0] / OPS["exp2"](to_dtype(exponent, np.dtype(np.float64))),
)
def frexp(input):
    """mantissa (0.5 <= |mantissa| < 1, or 0) and int32 exponent with input = mantissa * 2**exponent.

    RuntimeError for dtypes that are not floating point.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.frexp.html

    >>> import borch as torch
    >>> torch.frexp(torch.tensor([9.0])).exponent
    tensor([4], dtype=torch.int32)
    """
    return np.frexp(input)
