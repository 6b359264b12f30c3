"""Functions around the normal distribution and entropy: ndtr, ndtri, log_ndtr, erfcx, entr, xlog1py.

Source: https://docs.pytorch.org/docs/stable/special.html
"""

import math

import numpy as np

from .._core.op import OPS, op
from .._core.tensor import Tensor
from ..ops.both import array_of, where
from ..ops.erf import erf, erfc_double, erfcx_double, erfinv_double, inverse_erfc
from ..ops.exponential import times_log, weakly
from ..ops.series import elementwise, piecewise

SQRT_HALF, SQRT_2, TWO_OVER_SQRT_PI = math.sqrt(0.5), math.sqrt(2), 2 / math.sqrt(math.pi)
SQRT_2PI = math.sqrt(2 * math.pi)


def _special(name, **settings):
    return op(kind="float", name=f"special_{name}", method=False, namespace=None, inplace=False, **settings)


def _half_ndtr(rounded, x):
    return rounded(1 + rounded(erf(rounded(x / SQRT_2)))) * np.float32(0.5)


def _ndtr_gradient(g, input):
    x = input / SQRT_2
    return TWO_OVER_SQRT_PI * OPS["exp"](-(x * x)) * (g * 0.5) / SQRT_2


@_special(
    "ndtr",
    node="MulBackward1",
    refuse={"c": "erf_vml_cpu"},
    half=_half_ndtr,
    input=_ndtr_gradient,
)
def ndtr(input):
    """The share of the standard normal distribution that lies below each element. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.ndtr

    >>> import borch as torch
    >>> torch.special.ndtr(torch.tensor([-1.0, 0.0, 1.0]))
    tensor([0.1587, 0.5000, 0.8413])
    """
    return (1 + erf(input / SQRT_2)) * input.dtype.type(0.5)


ndtr.op.apart = False


def _ndtri_double(p):
    return piecewise(
        p,
        ((p > 0) & (p < 0.3), lambda v: -inverse_erfc(2 * v) / SQRT_HALF),
        ((p >= 0.3) & (p <= 0.7), lambda v: erfinv_double(2 * v - 1) / SQRT_HALF),
        ((p > 0.7) & (p < 1), lambda v: inverse_erfc(2 * (1 - v)) / SQRT_HALF),
        (p == 0, lambda v: np.full_like(v, -np.inf)),
        (p == 1, lambda v: np.full_like(v, np.inf)),
    )


_ndtri = elementwise(_ndtri_double)


@_special("ndtri", refuse={"hc": "ndtri_cpu"}, input=lambda g, out: g * SQRT_2PI * OPS["exp"](out * out * 0.5))
def ndtri(input):
    """The number below which the share `input` of the standard normal distribution lies; NaN outside [0, 1].

    Integers become the default float. Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.ndtri

    >>> import borch as torch
    >>> torch.special.ndtri(torch.tensor([0.025, 0.5, 1.0]))
    tensor([-1.9600,  0.0000,     inf])
    """
    return _ndtri(input)


_log_ndtr = elementwise(
    lambda x: piecewise(
        x,
        (x < -1, lambda v: np.log(0.5 * erfcx_double(-SQRT_HALF * v)) - 0.5 * v * v),
        (x >= -1, lambda v: np.log1p(-0.5 * erfc_double(SQRT_HALF * v))),
    )
)


@_special(
    "log_ndtr",
    refuse={"hc": "log_ndtr_cpu"},
    input=lambda g, input, out: g / SQRT_2PI * OPS["exp"](-(out + input * input / 2)),
)
def log_ndtr(input):
    """The logarithm of `ndtr`, without the loss of digits for small ones. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.log_ndtr

    >>> import borch as torch
    >>> torch.special.log_ndtr(torch.tensor([-3.0, 0.0]))
    tensor([-6.6077, -0.6931])
    """
    return _log_ndtr(input)


def _erfcx(x):
    out = _erfcx_alone(np.abs(x))
    negative = x < 0
    if negative.any():  # in the precision of x, as torch computes it
        square = np.asarray(x * x)
        out = np.where(negative, 2 * np.exp(square) - out, out)
    return out


_erfcx_alone = elementwise(erfcx_double)


@_special(
    "erfcx",
    refuse={"hc": "erfcx_cpu"},
    input=lambda g, input, out: (2.0 * input * out - 2 / math.sqrt(math.pi)) * g,
)
def erfcx(input):
    """exp(x**2) erfc(x) of each element. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.erfcx

    >>> import borch as torch
    >>> torch.special.erfcx(torch.tensor([0.0, -1.0, 10.0]))
    tensor([1.0000, 5.0090, 0.0561])
    """
    return _erfcx(input)


@_special(
    "entr",
    refuse={"c": "entr_cpu"},
    input=lambda g, input: g * -(1 + OPS["log"](input)),
)
def entr(input):
    """-x log(x) of each element; 0 at 0 and -inf below. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.entr

    >>> import borch as torch
    >>> torch.special.entr(torch.tensor([-0.5, 0.0, 0.5]))
    tensor([  -inf, 0.0000, 0.3466])
    """
    inside = -input * np.log(np.where(input > 0, input, 1))
    return np.where(input < 0, -np.inf, inside + 0.0).astype(input.dtype)


def _xlog1py_input(g, input, other):
    nothing = (np.asarray(array_of(input)) == 0) & (np.asarray(array_of(other)) <= -1)
    if isinstance(other, (Tensor, np.ndarray, np.generic)):
        slope = OPS["log1p"](other)
    else:
        slope = math.log1p(other) if other > -1 else -math.inf if other == -1 else math.nan
    return where(nothing, 0.0, g * slope)


@op(
    kind="float",
    half=lambda rounded, input, other: times_log(rounded, np.log1p, input, other),
    name="special_xlog1py",
    method=False,
    namespace=None,
    inplace=False,
    strict="some",
    node=("SpecialXlog1PyBackward0", "SpecialXlog1PyBackward2", "SpecialXlog1PyBackward1"),
    refuse={"c": "xlog1py_cpu"},
    input=_xlog1py_input,
    other=lambda g, input, other: g * input / (other + 1),
)
def xlog1py(input, other):
    """input * log1p(other), with 0 where input is 0 and other is not NaN. Integers become the default float.

    Shapes broadcast; either may be a number.
    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.xlog1py

    >>> import borch as torch
    >>> torch.special.xlog1py(torch.tensor([0.0, 2.0]), torch.tensor([-1.0, 1.0]))
    tensor([0.0000, 1.3863])
    """
    product = input * weakly(np.log1p, other)
    return np.where((input == 0) & ~np.isnan(other), np.zeros((), product.dtype), product)
