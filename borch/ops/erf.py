"""The error function and its kin: erf, erfc, erfinv, and the arrays' functions that the normal distribution uses.

float64 is computed to a few units of the last digit; float32 has a rational approximation of its own.
The coefficients are fits of this project, made with forty digits. Source: https://dlmf.nist.gov/7
"""

import math

import numpy as np

from .. import _kernels
from .._core.numbers import some
from .._core.op import OPS, op
from .both import real_arrays
from .series import elementwise, horner, in_blocks, in_order, one_by_one, piecewise
from .wide import clip

TWO_OVER_SQRT_PI = 2 / math.sqrt(math.pi)
ONE32, FIVE, TWO_FIFTHS = (np.array(v, np.float32) for v in (1, 5, 0.4))

# erf(x) / x as a polynomial in x**2 on [0, 1], and as a quotient of polynomials in x**2 on [0, 16] for float32
# (error below 3e-8 of the value); from the highest power down.
_NEAR = (
    -4.2320376764874594e-12, 8.709755232851789e-11, -1.2164764337224506e-09, 1.479243542696247e-08,
    -1.6364645854816389e-07, 1.6462045711013026e-06, -1.4925647581008593e-05, 0.00012055332903350668,
    -0.0008548327021945428, 0.005223977625423455, -0.026866170645129854, 0.1128379167095512, -0.37612638903183754,
    1.1283791670955126,
)  # fmt: skip
_SINGLE_TOP = (1.986954248e-06, 0.0002845448474, 0.003882379294, 0.05309872887, 0.1935224463, 1.12837914)
_SINGLE_BOTTOM = (3.74208807e-05, 0.001185339468, 0.01520530333, 0.1153406306, 0.5048373626, 1.0)

# (1 + 2 x) exp(x**2) erfc(x) for x >= 0, as a polynomial in (x - 3.75) / (x + 3.75).
_FAR = (
    -3.75315827795962e-11, 4.2514714447963895e-10, 5.457157304704688e-10, -5.1739902140113095e-09,
    -4.389284159986328e-09, 3.8675334242222354e-08, 2.4289762925488707e-08, -2.5866850716155884e-07,
    -5.826281078800777e-08, 1.751637648849062e-06, -9.72849582211122e-07, -1.1444146237700524e-05,
    2.2383912036550678e-05, 5.164909889268241e-05, -0.00029015397928986765, 0.0002937136655913448,
    0.0017556258324217529, -0.009746579558029276, 0.0283622774215156, -0.05869339858963677, 0.09230432116019834,
    -0.10880393014174886, 0.08227673849015102, 0.0035854154854644293, -0.14024059858554702, 1.2375126308378275,
)  # fmt: skip

# The same to float32's digits.
_FAR_SINGLE = (
    -6.35240465e-06, 1.85219474e-05, 4.42801352e-05, -0.000284313076, 0.000299596509, 0.00175115763, -0.00974924336,
    0.0283641051, -0.0586927358, 0.0923039375, -0.108804012, 0.082276774, 0.00358541932, -0.1402406, 1.23751263,
)  # fmt: skip

# erfinv(x) / x to float32's digits, with w = -log(1 - x**2): in w / 2.5 - 1 where w < 5, and beyond in the square root
# of w, brought from [sqrt(5), 4.1] to [-1, 1].
_INVERSE_NEAR = (
    2.93113704e-06, 4.14957743e-06, -4.14004362e-05, 2.51574354e-05, 0.00029213578, -0.000836468738, -0.000487876475,
    0.0085259345, -0.0195735643, -0.0261082808, 0.616600692, 1.50140935,
)  # fmt: skip
_INVERSE_FAR = (
    -2.68786476e-06, -1.605917e-05, 6.58793369e-05, -3.74744778e-05, -0.000218285163, 0.000765882858, -0.00155091153,
    0.00247748757, -0.00379861218, 0.00556217379, 0.935970679, 3.00152681,
)  # fmt: skip


def scaled_erfc(x):
    """exp(x**2) erfc(x) of a float64 array of values that are not negative."""
    t = 1 - 7.5 / (x + 3.75)
    return horner(t, _FAR) / (1 + 2 * x)


def gauss(x):
    """exp(-x**2) without the loss of digits that squaring brings for large x."""
    head = x.astype(np.float32).astype(np.float64)
    return np.exp(-head * head) * np.exp((head - x) * (head + x))


def _erf_near(x):
    return x * horner(x * x, _NEAR)


def _erf_far(x):
    size = np.minimum(np.abs(x), 7.0)
    return np.copysign(1 - np.exp(-size * size) * scaled_erfc(size), x)


def _erf_double(x):
    near = np.abs(x) < 1
    return piecewise(x, (near, _erf_near), (~near, lambda v: np.where(np.isnan(v), v, _erf_far(v))))


def _erf_single(x):
    x = clip(x, np.float32(-4), np.float32(4))
    squared = x * x
    out = horner(squared, _SINGLE_TOP)
    out *= x
    out /= horner(squared, _SINGLE_BOTTOM)
    return clip(out, np.float32(-1), np.float32(1), out)


_SMALL, _SMALL_DOUBLE = 100, 1000  # up to so many elements Python's own erf, one by one, is quicker


@in_order
def erf_of(x):
    """erf of an array of any float dtype."""
    if x.size <= (_SMALL_DOUBLE if x.dtype == np.float64 else _SMALL):
        return np.array(list(map(math.erf, x.reshape(-1).tolist())), x.dtype).reshape(x.shape)
    if x.dtype == np.float32:
        return in_blocks(_erf_single, x)
    if x.dtype == np.float16:
        return in_blocks(_erf_single, x.astype(np.float32)).astype(np.float16)
    return in_blocks(_erf_double, x)


def erfc_double(x):
    """erfc of a float64 array."""
    return piecewise(
        x,
        (np.abs(x) < 0.5, lambda v: 1 - _erf_near(v)),
        (x >= 0.5, lambda v: gauss(np.minimum(v, 30.0)) * scaled_erfc(v)),
        (x <= -0.5, lambda v: 2 - np.exp(-v * v) * scaled_erfc(-v)),
    )


def _erfc_single(x):
    size = np.abs(x)
    clip(size, np.float32(0), np.float32(11), size)
    head = (size.view(np.int32) & -4096).view(np.float32)  # its square is exact
    out = horner(1 - 7.5 / (size + 3.75), _FAR_SINGLE)
    out *= ~(size >= 10.06)
    power = np.negative(head)
    power *= head
    np.exp(power, power)
    out *= power
    np.subtract(head, size, power)
    head += size
    power *= head
    np.exp(power, power)
    out *= power
    size *= 2
    size += 1
    out /= size
    sign = np.copysign(np.float32(1), x)
    out *= sign
    out += 1 - sign  # 2 - out for negative x
    return out


@in_order
def erfc_of(x):
    """erfc of an array of any float dtype."""
    if x.size <= (_SMALL_DOUBLE if x.dtype == np.float64 else _SMALL):
        return np.array(list(map(math.erfc, x.reshape(-1).tolist())), x.dtype).reshape(x.shape)
    if x.dtype == np.float32:
        return in_blocks(_erfc_single, x)
    return elementwise(erfc_double)(x)


def erfcx_double(x):
    """exp(x**2) erfc(x) of a float64 array."""
    return piecewise(
        x,
        (x >= 0, scaled_erfc),
        (x < 0, lambda v: 2 * np.exp(v * v) - scaled_erfc(-v)),
    )


def inverse_erfc(q):
    """The x with erfc(x) = q, for a float64 array of values in (0, 1]: a guess, and three steps of Halley's method."""
    log = np.log(q * (2 - q))
    half = 2 / (math.pi * 0.147) + log / 2
    x = np.sqrt(np.maximum(np.sqrt(half * half - log / 0.147) - half, 0))
    for _ in range(3):
        # the step divided by the density stays finite where both underflow
        step = (q / gauss(x) - erfcx_double(x)) / TWO_OVER_SQRT_PI
        x = x - step / (1 + x * step)
    return x


def _erfinv_single(y):
    w = np.log((ONE32 - y) * (ONE32 + y))
    np.negative(w, w)
    near = w < FIVE
    scaled = np.minimum(w, FIVE)
    scaled *= TWO_FIFTHS
    scaled -= ONE32
    out = horner(scaled, _INVERSE_NEAR)
    if some(~near):
        start = math.sqrt(5)
        far = np.sqrt(w[~near])
        out[~near] = horner((far * 2 - np.float32(4.1 + start)) / np.float32(4.1 - start), _INVERSE_FAR)
    out *= y
    edge = np.abs(y) == ONE32
    if some(edge):
        out[edge] = y[edge] * np.float32(np.inf)
    return out


def _erfinv_number(y):
    w = math.log((1 - y) * (1 + y)) * -0.4 - 1
    a, b, c, d, e, f, g, h, i, j, k, m = _INVERSE_NEAR  # written out, which is quicker than a loop
    return (
        ((((((((((a * w + b) * w + c) * w + d) * w + e) * w + f) * w + g) * w + h) * w + i) * w + j) * w + k) * w + m
    ) * y


def _erfinv_of(x):
    if x.dtype == np.float32:
        return in_blocks(_erfinv_single, x)
    return elementwise(erfinv_double)(x)


# erfinv of an array of any float dtype; beyond 0.99 w is not less than 5
erfinv_of = one_by_one(_erfinv_number, _erfinv_of, -0.99, 0.99)


def erfinv_double(y):
    """The x with erf(x) = y, for a float64 array."""
    size = np.abs(y)
    small, tail = size <= 0.5, (size > 0.5) & (size < 1)

    def near(v):
        x = v * (math.sqrt(math.pi) / 2) * (1 + v * v * (math.pi / 12))
        for _ in range(3):
            step = (_erf_double(x) - v) * np.exp(x * x) / TWO_OVER_SQRT_PI
            x = x - step / (1 + x * step)
        return x

    return piecewise(
        y,
        (small, near),
        (tail, lambda v: np.copysign(inverse_erfc(1 - np.abs(v)), v)),
        (size == 1, lambda v: v * np.inf),
    )


# ----------------------------------------------------------------------------------------------------------------- ops
def _erf_input(g, input):
    if real_arrays(g, input):
        return _kernels.erf_gradient(g, input)
    return TWO_OVER_SQRT_PI * OPS["exp"](-(input * input)) * g


@op(kind="float", refuse={"c": "erf_vml_cpu"}, input=_erf_input)
def erf(input):
    """The error function of each element, 2 / sqrt(pi) times the integral of exp(-t**2) from 0 to it.

    Integers become the default float; NotImplementedError for complex tensors.
    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.erf

    >>> import borch as torch
    >>> torch.erf(torch.tensor([0.0, -1.0, 10.0]))
    tensor([ 0.0000, -0.8427,  1.0000])
    """
    return _kernels.erf(input, erf_of)


@op(
    kind="float",
    refuse={"c": "erfc_vml_cpu"},
    input=lambda g, input: -TWO_OVER_SQRT_PI * OPS["exp"](-(input * input)) * g,
)
def erfc(input):
    """1 - erf(x) of each element, without the loss of digits for large ones. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.erfc

    >>> import borch as torch
    >>> torch.erfc(torch.tensor([0.0, -1.0, 20.0]))
    tensor([1.0000, 1.8427, 0.0000])
    """
    return erfc_of(input)


@op(
    kind="float",
    refuse={"c": "erfinv_vml_cpu"},
    input=lambda g, out: (math.sqrt(math.pi) / 2) * OPS["exp"](out * out) * g,
)
def erfinv(input):
    """The number whose error function is each element; infinite at -1 and 1, NaN beyond.

    Integers become the default float. Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.erfinv

    >>> import borch as torch
    >>> torch.erfinv(torch.tensor([0.0, 0.5, -1.0]))
    tensor([0.0000, 0.4769,   -inf])
    """
    return erfinv_of(input)
