"""The error function and its kin: erf, erfc, erfinv, and the arrays' functions that the normal distribution uses.

float64 is computed to a few units of the last digit; float32 has a rational approximation of its own.
The coefficients are fits of this project, made with forty digits. Source: https://dlmf.nist.gov/7
"""

import math

import numpy as np

from .._core.op import OPS, op
from .series import elementwise, horner, in_blocks, piecewise

TWO_OVER_SQRT_PI = 2 / math.sqrt(math.pi)

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
    x = np.minimum(np.maximum(x, -4), 4)
    squared = x * x
    out = horner(squared, _SINGLE_TOP)
    out *= x
    out /= horner(squared, _SINGLE_BOTTOM)
    np.maximum(out, -1, out=out)
    return np.minimum(out, 1, out=out)


_SMALL, _SMALL_DOUBLE = 100, 1000  # up to so many elements Python's own erf, one by one, is quicker


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
@op(
    kind="float",
    refuse={"c": "erf_vml_cpu"},
    input=lambda g, input: TWO_OVER_SQRT_PI * OPS["exp"](-(input * input)) * g,
)
def erf(input):
    """The error function of each element, 2 / sqrt(pi) times the integral of exp(-t**2) from 0 to it.

    Integers become the default float; NotImplementedError for complex tensors.
    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.erf

    >>> import borch as torch
    >>> torch.erf(torch.tensor([0.0, -1.0, 10.0]))
    tensor([ 0.0000, -0.8427,  1.0000])
    """
    return erf_of(input)


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
    return _erfc(input)


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
    return _erfinv(input)


_erfc, _erfinv = elementwise(erfc_double), elementwise(erfinv_double)
