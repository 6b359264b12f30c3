"""Bessel functions: J and Y, the modified I and K and their scaled forms, the spherical one, and Airy's Ai.

Source: https://docs.pytorch.org/docs/stable/special.html
"""

import math

import numpy as np

from .._core.op import OPS, op
from ..ops.both import array_of, where
from ..ops.series import chebyshev, elementwise, one_by_one, piecewise
from . import coefficients as table

TWO_OVER_PI = 2 / math.pi


# ---------------------------------------------------------------------------------------------------------- I, modified
def _scaled_i(near, far, odd):
    """exp(-|x|) I(x) of a float64 array."""

    def compute(x):
        size = np.abs(x)
        return piecewise(
            size,
            (size <= 8, lambda v: chebyshev(v / 4 - 1, near) * (v if odd else 1)),
            ((size > 8) & (size < np.inf), lambda v: chebyshev(16 / v - 1, far) / np.sqrt(v)),
            (size == np.inf, np.zeros_like),
        ) * (np.sign(x) if odd else 1)

    return compute


_i0e_double = _scaled_i(table.I0_NEAR, table.I0_FAR, odd=False)
_i1e_double = _scaled_i(table.I1_NEAR, table.I1_FAR, odd=True)


def _grown(scaled):
    """exp(|x|) times a scaled function."""
    return lambda x: np.exp(np.abs(x)) * scaled(x)


_i0_double, _i1_double = _grown(_i0e_double), _grown(_i1e_double)
_i0e, _i1e = elementwise(_i0e_double), elementwise(_i1e_double)
FLOAT32_EXP_MAX = np.log(np.finfo(np.float32).max)


def _single(grown):
    """`grown` of any float dtype: in float32 it is infinite where exp(|x|) is, as torch's."""
    compute = elementwise(grown)

    def wrapped(x):
        out = compute(x)
        if x.dtype == np.float64:
            return out
        size = np.abs(x)
        over = (size > FLOAT32_EXP_MAX) & (size < np.inf)
        return np.where(over, np.copysign(np.inf, out).astype(out.dtype), out) if over.any() else out

    return wrapped


_i0_single, _i1 = _single(_i0_double), _single(_i1_double)


# The power series in x * x / 4, all of whose terms are positive: to the digits of float32 up to 2, and up to 8.
_I0_SERIES = [1 / math.factorial(k) ** 2 for k in range(22, -1, -1)]
_I0_SHORT = _I0_SERIES[-10:]


def _i0_number(x):
    quarter, total = x * x / 4, 0.0
    for c in _I0_SHORT if quarter <= 1 else _I0_SERIES:
        total = total * quarter + c
    return total


_i0 = one_by_one(_i0_number, _i0_single, -8, 8)


def _divided(numerator, input, at_zero):
    """numerator / input, with a limit where input is 0."""
    zero = array_of(input) == 0
    return where(zero, at_zero, numerator / where(zero, 1.0, input)) if zero.any() else numerator / input


@op(kind="float", node="I0Backward0", refuse={"c": "i0_vml_cpu"}, input=lambda g, input: g * i1(input))
def i0(input):
    """The modified Bessel function of the first kind of order 0. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.i0

    >>> import borch as torch
    >>> torch.i0(torch.tensor([0.0, 1.0, 2.0]))
    tensor([1.0000, 1.2661, 2.2796])
    """
    return _i0(input)


def _special(name, **settings):
    return op(kind="float", name=f"special_{name}", method=False, namespace=None, inplace=False, **settings)


@_special(
    "i0e",
    node="SpecialI0EBackward0",
    refuse={"c": "i0e_cpu"},
    input=lambda g, input, out: g * (i1e(input) - OPS["sgn"](input) * out),
)
def i0e(input):
    """exp(-|x|) `i0`(x) of each element. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.i0e

    >>> import borch as torch
    >>> torch.special.i0e(torch.tensor([0.0, 1.0, 2.0]))
    tensor([1.0000, 0.4658, 0.3085])
    """
    return _i0e(input)


@_special("i1", refuse={"c": "i1_cpu"}, input=lambda g, input, out: g * (OPS["i0"](input) - _divided(out, input, 0.5)))
def i1(input):
    """The modified Bessel function of the first kind of order 1. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.i1

    >>> import borch as torch
    >>> torch.special.i1(torch.tensor([0.0, 1.0, 2.0]))
    tensor([0.0000, 0.5652, 1.5906])
    """
    return _i1(input)


@_special(
    "i1e",
    node="SpecialI1EBackward0",
    refuse={"c": "i1e_cpu"},
    input=lambda g, input, out: g * (i0e(input) - OPS["sgn"](input) * out - _divided(out, input, 0.5)),
)
def i1e(input):
    """exp(-|x|) `i1`(x) of each element. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.i1e

    >>> import borch as torch
    >>> torch.special.i1e(torch.tensor([0.0, 1.0, 2.0]))
    tensor([0.0000, 0.2079, 0.2153])
    """
    return _i1e(input)


# ---------------------------------------------------------------------------------------------------------- K, modified
def _k0_near(x):
    return chebyshev(x * x / 2 - 1, table.K0_NEAR) - np.log(x / 2) * _i0_double(x)


def _k1_near(x):
    return chebyshev(x * x / 2 - 1, table.K1_NEAR) / x + np.log(x / 2) * _i1_double(x)


def _k(near, far, scaled):
    def at_zero(v):
        return np.full_like(v, np.inf)

    def compute(x):
        return piecewise(
            x,
            ((x > 0) & (x <= 2), (lambda v: near(v) * np.exp(v)) if scaled else near),
            (x > 2, lambda v: chebyshev(4 / v - 1, far) / np.sqrt(v) * (1 if scaled else np.exp(-v))),
            (x == 0, at_zero),
        )

    return elementwise(compute)


_k0, _k0e = (_k(_k0_near, table.K0_FAR, scaled) for scaled in (False, True))
_k1, _k1e = (_k(_k1_near, table.K1_FAR, scaled) for scaled in (False, True))


# -------------------------------------------------------------------------------------------------------------- J and Y
def _far(x, p, q, turn, of_y):
    """sqrt(2 / (pi x)) (P cos(c) - Q sin(c)), or for Y (P sin(c) + Q cos(c)), with c = x - (2 turn + 1) pi / 4."""
    t = 128 / (x * x) - 1
    amplitude, phase = chebyshev(t, p), chebyshev(t, q) / x
    cosine, sine = np.cos(x), np.sin(x)
    # c's cosine and sine by the addition theorem, so that x - pi / 4 is never rounded
    c, s = (cosine + sine, sine - cosine) if turn == 0 else (sine - cosine, -sine - cosine)
    combined = amplitude * s + phase * c if of_y else amplitude * c - phase * s
    return combined * math.sqrt(0.5) * np.sqrt(TWO_OVER_PI / x)


def _j0_near(x):
    return chebyshev(x * x / 32 - 1, table.J0_NEAR)


def _j1_near(x):
    return x * chebyshev(x * x / 32 - 1, table.J1_NEAR)


def _y0_near(x):
    return chebyshev(x * x / 32 - 1, table.Y0_NEAR) + TWO_OVER_PI * np.log(x) * _j0_near(x)


def _y1_near(x):
    return x * chebyshev(x * x / 32 - 1, table.Y1_NEAR) + TWO_OVER_PI * (np.log(x) * _j1_near(x) - 1 / x)


def _j_double(near, p, q, turn):
    def compute(x):
        size = np.abs(x)
        out = piecewise(
            size,
            (size <= 8, near),
            (size > 8, lambda v: _far(v, p, q, turn, False)),
        )
        return out * np.where(x < 0, -1, 1) if turn else out

    return elementwise(compute)


def _y_double(near, p, q, turn):
    return elementwise(
        lambda x: piecewise(
            x,
            ((x > 0) & (x <= 8), near),
            (x > 8, lambda v: _far(v, p, q, turn, True)),
            (x == 0, lambda v: np.full_like(v, -np.inf)),
        )
    )


_j0 = _j_double(_j0_near, table.P0_FAR, table.Q0_FAR, 0)
_j1 = _j_double(_j1_near, table.P1_FAR, table.Q1_FAR, 1)
_y0 = _y_double(_y0_near, table.P0_FAR, table.Q0_FAR, 0)
_y1 = _y_double(_y1_near, table.P1_FAR, table.Q1_FAR, 1)


# ------------------------------------------------------------------------------------------------------ spherical, Airy
def _spherical_j0_double(x):
    squared = x * x
    near = 1 - squared / 6 * (1 - squared / 20 * (1 - squared / 42 * (1 - squared / 72 * (1 - squared / 110))))
    out = np.where(np.abs(x) < 0.5, near, np.sin(x) / x)
    return np.where(np.isinf(x), 0.0, out)


_AI_START = 2 / 3 * 2**1.5


def _airy_right(x):
    z = 2 / 3 * x * np.sqrt(x)
    return np.exp(-z) * chebyshev(2 * _AI_START / z - 1, table.AI_RIGHT) / (2 * math.sqrt(math.pi) * x**0.25)


def _airy_left(x):
    x = -x
    z = 2 / 3 * x * np.sqrt(x)
    t = 2 * (_AI_START / z) ** 2 - 1
    cosine, sine = np.cos(z), np.sin(z)
    c, s = (cosine - sine) * math.sqrt(0.5), (cosine + sine) * math.sqrt(0.5)
    return (chebyshev(t, table.AI_P) * s - chebyshev(t, table.AI_Q) / z * c) / (math.sqrt(math.pi) * x**0.25)


def _airy_double(x):
    return piecewise(
        x,
        (np.abs(x) <= 2, lambda v: chebyshev(v / 2, table.AI_NEAR)),
        ((x > 2) & (x < 1e100), _airy_right),
        ((x < -2) & (x > -np.inf), _airy_left),
        ((x >= 1e100) & (x < np.inf), np.zeros_like),
    )


# ------------------------------------------------------------------------------------- ops that torch gives no gradient
# What torch calls the argument of these is x.
_OF_X = {"airy_ai", "spherical_bessel_j0", "scaled_modified_bessel_k0", "scaled_modified_bessel_k1"}


def _plain(name, compute, sentence, example):
    if name in _OF_X:

        def function(x):
            return compute(x)

    else:

        def function(input):
            return compute(input)

    function.__name__ = name
    function.__doc__ = (
        f"{sentence} Integers become the default float; there is no gradient.\n\n"
        f"    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.{name}\n\n"
        f"    >>> import borch as torch\n    >>> torch.special.{name}(torch.tensor([1.0, 3.0]))\n    {example}\n    "
    )
    return _special(name, refuse={"hc": f"{name}_cpu"})(function)


_airy, _spherical = elementwise(_airy_double), elementwise(_spherical_j0_double)
bessel_j0 = _plain("bessel_j0", _j0, "The Bessel function of the first kind of order 0.", "tensor([ 0.7652, -0.2601])")
bessel_j1 = _plain("bessel_j1", _j1, "The Bessel function of the first kind of order 1.", "tensor([0.4401, 0.3391])")
bessel_y0 = _plain("bessel_y0", _y0, "The Bessel function of the second kind of order 0.", "tensor([0.0883, 0.3769])")
bessel_y1 = _plain("bessel_y1", _y1, "The Bessel function of the second kind of order 1.", "tensor([-0.7812,  0.3247])")
modified_bessel_i0 = _plain(
    "modified_bessel_i0", _i0, "The modified Bessel function of the first kind of order 0.", "tensor([1.2661, 4.8808])"
)
modified_bessel_i1 = _plain(
    "modified_bessel_i1", _i1, "The modified Bessel function of the first kind of order 1.", "tensor([0.5652, 3.9534])"
)
modified_bessel_k0 = _plain(
    "modified_bessel_k0", _k0, "The modified Bessel function of the second kind of order 0.", "tensor([0.4210, 0.0347])"
)
modified_bessel_k1 = _plain(
    "modified_bessel_k1", _k1, "The modified Bessel function of the second kind of order 1.", "tensor([0.6019, 0.0402])"
)
scaled_modified_bessel_k0 = _plain(
    "scaled_modified_bessel_k0",
    _k0e,
    "exp(x) times the modified Bessel function K of order 0.",
    "tensor([1.1445, 0.6978])",
)
scaled_modified_bessel_k1 = _plain(
    "scaled_modified_bessel_k1",
    _k1e,
    "exp(x) times the modified Bessel function K of order 1.",
    "tensor([1.6362, 0.8066])",
)
spherical_bessel_j0 = _plain(
    "spherical_bessel_j0",
    _spherical,
    "The spherical Bessel function of order 0, sin(x) / x.",
    "tensor([0.8415, 0.0470])",
)
airy_ai = _plain("airy_ai", _airy, "The Airy function Ai.", "tensor([0.1353, 0.0066])")
