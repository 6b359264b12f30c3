"""The gamma function's family: lgamma, digamma, polygamma, Hurwitz zeta, mvlgamma, the incomplete gamma functions.

float64 is computed to a few units of the last digit, narrower dtypes through it. Source: https://dlmf.nist.gov/5
"""

import math

import numpy as np

from .._core import dtype as dtypes
from .._core.args import type_name
from .._core.op import OPS, function, op
from .._core.tensor import Tensor
from ..ops.erf import erfc_double
from ..ops.series import elementwise, horner, in_blocks, in_order, one_by_one, piecewise
from .coefficients import LGAMMA

HALF_LOG_2PI = 0.5 * math.log(2 * math.pi)
LOG_PI = math.log(math.pi)
BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798, -174611 / 330)
# The tails of Stirling's series and of digamma's, in 1 / x**2, from the highest power down.
_STIRLING = tuple(b / ((2 * k + 2) * (2 * k + 1)) for k, b in enumerate(BERNOULLI[:8]))[::-1]
_DIGAMMA = tuple(b / (2 * k + 2) for k, b in enumerate(BERNOULLI[:8]))[::-1]


# --------------------------------------------------------------------------------------------------------------- lgamma
def _stirling(x):
    x = np.minimum(x, 1e306)
    return (x - 0.5) * np.log(x) - x + HALF_LOG_2PI + horner(1 / (x * x), _STIRLING) / x


def _lgamma_middle(x):
    out = horner(x - 1.75, LGAMMA)
    out *= x - 1
    out *= x - 2
    out += 0.0  # 0 at 1 and 2, not -0
    return out


def _lgamma_shifted(x):
    product = x.copy()
    for k in range(1, 8):
        product *= x + k
    return _stirling(x + 8) - np.log(product)


def _lgamma_positive(x):
    return piecewise(
        x,
        ((x >= 0.75) & (x <= 2.75), _lgamma_middle),
        (x < 0.75, lambda v: _lgamma_middle(v + 1) - np.log(v)),
        ((x > 2.75) & (x < 10), _lgamma_shifted),
        ((x >= 10) & (x < np.inf), _stirling),
        (x == np.inf, np.copy),
    )


def _lgamma_reflected(x):
    whole = np.rint(x)
    sine = np.abs(np.sin(math.pi * (x - whole)))
    return np.where(whole == x, np.inf, LOG_PI - np.log(sine) - _lgamma_positive(1 - x))


def lgamma_double(x):
    """log |gamma(x)| of a float64 array."""
    return piecewise(
        x,
        (x > 0, _lgamma_positive),
        ((x <= -0.25) & (x > -np.inf), _lgamma_reflected),
        ((x > -0.25) & (x <= 0), lambda v: _lgamma_middle(v + 1) - np.log(-v)),
        (x == -np.inf, np.negative),
    )


# -------------------------------------------------------------------------------------------------------------- digamma
def _digamma_positive(x):
    small = x < 10
    total = np.zeros_like(x)
    if small.any():
        x, step = x.copy(), small.astype(np.float64)
        for _ in range(10):
            total -= step / x
            x += step
    squared = 1 / (x * x)
    return total + np.log(x) - 0.5 / x - squared * horner(squared, _DIGAMMA)


def _digamma_negative(x):
    whole = np.rint(x)
    turn = math.pi / np.tan(math.pi * (x - whole))
    return np.where(whole == x, np.nan, _digamma_positive(1 - x) - turn)


ROOT = 1.4616321449683623  # where digamma is 0
# digamma(1 + t) / (1 + t - ROOT) on [0, 1] as a quotient: a fit of this project, with an error below 5e-10 of the value
NEAR_ROOT = 1.25038013697089, 1.10488372367955, 0.190424954152068
BELOW = 1.5671850148293, 0.621747560799792, 0.0533237150695786, -0.000610580339093694


def _digamma_number(x):
    if x <= 2:
        t, less = (x, 1 / x) if x < 1 else (x - 1, 0.0)
        a, b, c = NEAR_ROOT
        d, e, f, g = BELOW
        return (1 + t - ROOT) * ((c * t + b) * t + a) / ((((g * t + f) * t + e) * t + d) * t + 1) - less
    total = 0.0
    if x < 10:  # less 1 / x, 1 / (x + 1), ... 1 / (x + 9), the first with the last
        p = x * (x + 9)
        total = -(x + x + 9) * (1 / p + 1 / (p + 8) + 1 / (p + 14) + 1 / (p + 18) + 1 / (p + 20))
        x += 10
    squared = 1 / (x * x)
    fourth, third, second, first = _DIGAMMA[-4:]  # from 10 on the next term is below float32's digits
    tail = ((fourth * squared + third) * squared + second) * squared + first
    return total + math.log(x) - 0.5 / x - squared * tail


def digamma_double(x):
    """The derivative of log gamma of a float64 array."""
    return piecewise(
        x,
        ((x > 0) & (x < np.inf), _digamma_positive),
        ((x < 0) & (x > -np.inf), _digamma_negative),
        (x == 0, lambda v: np.copysign(np.inf, -v)),
        (x == np.inf, np.copy),
    )


# ----------------------------------------------------------------------------------------------------------------- zeta
_ZETA = tuple(b / math.factorial(2 * k + 2) for k, b in enumerate(BERNOULLI))


def _zeta_sum(s, q):
    """Euler and Maclaurin's sum, for s > 1 and q that is no pole."""
    terms = 12 + max(0, math.ceil(-float(q.min()))) if q.size else 0
    total = np.zeros_like(q)
    for k in range(terms):
        total += (q + k) ** -s
    w = q + terms
    power = w**-s
    total += w * power / (s - 1) + power / 2
    factor = s * power / w
    for k, b in enumerate(_ZETA):
        total += b * factor
        factor = factor * (s + 2 * k + 1) * (s + 2 * k + 2) / (w * w)
    return total


def zeta_double(s, q):
    """Hurwitz's zeta function, the sum of (q + k)**-s over k = 0, 1, ..., of float64 arrays."""
    s, q = np.broadcast_arrays(np.asarray(s, np.float64), np.asarray(q, np.float64))
    out = np.full(s.shape, np.nan)
    out[(s == 1) | ((s > 1) & (q <= 0) & (q == np.floor(q)))] = np.inf
    usable = (s > 1) & ((q > 0) | ((q != np.floor(q)) & (s == np.floor(s)))) & np.isfinite(q)
    last = (s == np.inf) & usable  # the greatest term alone counts
    out[last] = np.where(q[last] == 1, 1.0, np.where(q[last] < 1, np.inf, np.nan))
    out[np.isnan(s) & (q <= 0) & (q == np.floor(q))] = np.inf
    usable &= ~last
    far = usable & (q < -FAR)
    near = usable ^ far
    if near.any():
        out[near] = _zeta_sum(s[near], q[near])
    if far.any():
        out[far] = _zeta_far_below(s[far], q[far])
    return out


FAR = 64


def _zeta_far_below(s, q):
    """For whole s and q far below 0: the terms at negative places are those of positive ones, up to their sign."""
    above = q - np.floor(q)
    below = _zeta_sum(s, 1 - above) - _zeta_sum(s, 1 - q)
    return _zeta_sum(s, above) + np.where(s % 2 == 0, below, -below)


def _polygamma_double(n):
    sign = 1.0 if n % 2 else -1.0

    def compute(x):
        if n == 0:
            return digamma_double(x)
        if n == 1:
            return _trigamma(x)
        return sign * math.factorial(n) * zeta_double(n + 1, x)

    return compute


def _trigamma(x):
    """The derivative of digamma to the ten digits that torch gives: six steps up, then three terms of the series.

    float32 is computed in float32, as torch does it.
    """
    low, pi = x < 0.5, x.dtype.type(math.pi)
    sine = np.sin(pi * np.where(low, x, x.dtype.type(0.5)))
    total = np.where(low, -(pi * pi) / (sine * sine), x.dtype.type(0))
    x = np.where(low, 1 - x, x)
    for _ in range(6):
        total += 1 / (x * x)
        x = x + 1
    squared = 1 / (x * x)
    total += (1 + 0.5 / x + squared * (1 / 6 - squared * (1 / 30 - squared / 42))) / x
    return np.where(low, -total, total)


# ------------------------------------------------------------------------------------------------------------------ ops
def in_double(compute, *arrays):
    """`compute` on the arrays as float64, the result in the dtype they had."""
    kept = next(a.dtype for a in arrays if isinstance(a, (np.ndarray, np.generic)))
    if all(isinstance(a, np.ndarray) for a in arrays):
        arrays, compute = np.broadcast_arrays(*arrays), in_order(compute)
    out = np.asarray(compute(*(np.asarray(a, np.float64) for a in arrays)))
    return out.astype(kept, copy=False)


_lgamma_vector = elementwise(lgamma_double)
_digamma_of = one_by_one(_digamma_number, elementwise(digamma_double), 0, math.inf)


@in_order
def _lgamma(x):
    if x.size <= _SMALL:
        try:
            return np.array(list(map(math.lgamma, x.reshape(-1).tolist())), x.dtype).reshape(x.shape)
        except (ValueError, OverflowError):
            pass  # a pole, of which Python has its own opinion
    return _lgamma_vector(x)


_SMALL = 500  # up to so many elements Python's own lgamma, one by one, is quicker


@op(kind="float", refuse={"c": "lgamma_vml_cpu"}, input=lambda g, input: g * digamma(input))
def lgamma(input):
    """The logarithm of the absolute value of the gamma function of each element. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.gammaln

    >>> import borch as torch
    >>> torch.lgamma(torch.tensor([0.5, 1.0, 6.0]))
    tensor([0.5724, 0.0000, 4.7875])
    """
    return _lgamma(input)


@op(kind="float", refuse={"c": "digamma"}, input=lambda g, input: g * polygamma(1, input))
def digamma(input):
    """The derivative of `lgamma` of each element; NaN at negative integers. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.digamma

    >>> import borch as torch
    >>> torch.digamma(torch.tensor([1.0, 0.5]))
    tensor([-0.5772, -1.9635])
    """
    return _digamma_of(input)


@op(
    kind="float",
    name="polygamma",
    method=False,
    namespace=None,
    refuse={"c": "polygamma"},
    input=lambda g, input, n: g * polygamma(n + 1, input),
)
def polygamma_of(input, n):
    if n == 1 and input.dtype == np.float32:
        return in_blocks(_trigamma, input)
    return elementwise(_polygamma_double(n))(input)


def _check_order(n):
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")


@function(method=False)
def polygamma(n, input, *, out=None):
    """The n-th derivative of `digamma` of each element; n is an int of 0 or more. Integers become the default float.

    RuntimeError for negative n. Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.polygamma

    >>> import borch as torch
    >>> torch.polygamma(1, torch.tensor([1.0, 0.5]))
    tensor([1.6449, 4.9348])
    """
    if not isinstance(input, (Tensor, np.ndarray, np.generic)):
        raise TypeError(f"polygamma(): argument 'input' (position 2) must be Tensor, not {type_name(input)}")
    _check_order(n)
    _refuse_complex(n, input)
    return polygamma_of(input, n) if out is None else polygamma_of(input, n, out=out)


_KERNELS = {0: "digamma", 1: "trigamma"}


def _refuse_complex(n, input):
    if isinstance(input, Tensor) and input.is_complex():
        raise NotImplementedError(f"\"{_KERNELS.get(n, 'polygamma')}\" not implemented for '{input.dtype.legacy}'")


def _polygamma_method(self, n):
    return polygamma(n, self)


def _polygamma_(self, n):
    """In-place version of `polygamma`."""
    _check_order(n)
    _refuse_complex(n, self)
    return polygamma_of.op.inplace((self, n), {})


_polygamma_method.__doc__ = polygamma.__doc__
Tensor.polygamma, Tensor.polygamma_ = _polygamma_method, _polygamma_


def _mvlgamma_gradient(g, input, p):
    total = digamma(input)
    for k in range(1, p):
        total = total + digamma(input - k / 2)
    return g * total


def _refuse_bool(op, input, p):
    if input.dtype.kind == "b":
        raise RuntimeError("The input tensor may not be a boolean tensor.")


@op(kind="float", refuse={"c": "arange_cpu"}, input=_mvlgamma_gradient, check=_refuse_bool)
def mvlgamma(input, p):
    """The logarithm of the multivariate gamma function of dimension `p` of each element. RuntimeError for p < 1.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.multigammaln

    >>> import borch as torch
    >>> torch.mvlgamma(torch.tensor([2.0, 3.0]), 2)
    tensor([0.4516, 1.5502])
    """
    if p < 1:
        raise RuntimeError("p has to be greater than or equal to 1")

    def compute(x):
        total = np.full(x.shape, p * (p - 1) / 4 * LOG_PI)
        for k in range(p):
            total = total + lgamma_double(x - k / 2)
        return total

    return np.asarray(in_double(compute, input), order="C")


def _mvlgamma_out(out, ans, values):
    if not dtypes.can_cast(dtypes.from_numpy(ans.dtype), dtypes.from_numpy(out.dtype)):
        raise RuntimeError(
            f"mvlgamma: result type {values[0].dtype.legacy} can't be cast to the desired output type "
            f"{dtypes.from_numpy(ans.dtype).legacy}"
        )


mvlgamma.op.out_dtype = _mvlgamma_out
mvlgamma.op.out_cast = "mvlgamma: result type {1} can't be cast to the desired output type {0}"


# ---------------------------------------------------------------------------------------------------- incomplete gamma
LARGE = 1e5  # from here on gamma is Stirling's formula, and x close to a has an expansion of its own


def _bend(a, x):
    """How far x is from a, relative to a, and what log(x / a) is less than that."""
    off = (x - a) / a
    gap = off - np.log1p(off)
    near = np.abs(off) < 1e-3
    return off, np.where(near, off * off * horner(off, BEND), gap)


BEND = (-1 / 7, 1 / 6, -1 / 5, 1 / 4, -1 / 3, 1 / 2)


def _front(a, x):
    """x**a exp(-x) / gamma(a + 1), which both expansions have before them."""
    large = a >= LARGE
    if not large.any():
        return np.exp(a * np.log(x) - x - lgamma_double(a + 1))
    out = np.empty_like(a)
    small = ~large
    out[small] = _front(a[small], x[small])
    a, x = a[large], x[large]
    out[large] = np.exp(-a * _bend(a, x)[1] - 1 / (12 * a)) / np.sqrt(2 * math.pi * a)
    return out


def _upper_near(a, x):
    """Q(a, x) for large a and x close to it: Temme's uniform expansion, whose second term is exact enough."""
    off, gap = _bend(a, x)
    eta = np.copysign(np.sqrt(2 * gap), off)
    tail = horner(eta, TEMME_FIRST) + horner(eta, TEMME_SECOND) / a
    return 0.5 * erfc_double(eta * np.sqrt(a / 2)) + np.exp(-a * gap) / np.sqrt(2 * math.pi * a) * tail


TEMME_FIRST = (-139 / 777600, 1 / 2835, 1 / 864, -2 / 135, 1 / 12, -1 / 3)
TEMME_SECOND = (1 / 378, -1 / 288, -1 / 540)


def _lower_series(a, x):
    """P(a, x) = the sum of x**k / ((a + 1) ... (a + k)) times the front."""
    term, total, k = np.ones_like(x), np.ones_like(x), 0
    while k < 100_000:
        k += 1
        term = term * (x / (a + k))
        total += term
        if not (term > total * 1e-17).any():
            break
    return total * _front(a, x)


def _upper_fraction(a, x):
    """Q(a, x) by Lentz's evaluation of Legendre's continued fraction."""
    tiny = 1e-300
    b = x + 1 - a
    c = np.full_like(x, 1 / tiny)
    d = 1 / np.where(b == 0, tiny, b)
    h = d.copy()
    for k in range(1, 100_000):
        an = -k * (k - a)
        b = b + 2
        d = an * d + b
        d = 1 / np.where(np.abs(d) < tiny, tiny, d)
        c = b + an / c
        c = np.where(np.abs(c) < tiny, tiny, c)
        step = c * d
        h *= step
        if not (np.abs(step - 1) > 2e-16).any():
            break
    return h * _front(a, x) * a


def incomplete_gamma(a, x, upper):
    """The regularized lower or upper incomplete gamma function of float64 arrays."""
    a, x = np.broadcast_arrays(a, x)
    out = np.full(a.shape, np.nan)
    good = (a >= 0) & (x >= 0) & ~((a == 0) & (x == 0))
    edge = good & ((a == 0) | (x == 0) | (x == np.inf) | (a == np.inf))
    is_one = (a == 0) | ((x == np.inf) & (a < np.inf))
    both = (a == np.inf) & (x == np.inf)
    out[edge] = np.where(is_one[edge] != upper, 1.0, 0.0)
    out[both] = np.nan
    inside = good & ~edge
    close = inside & (a >= LARGE) & (np.abs(x - a) < 0.05 * a)
    inside &= ~close
    series = inside & ((x < a + 1) | (x < 1))
    fraction = inside & ~series
    ways = ((series, _lower_series, False), (fraction, _upper_fraction, True), (close, _upper_near, True))
    for where_, function_, is_upper in ways:
        if where_.any():
            value = function_(a[where_], x[where_])
            out[where_] = 1 - value if is_upper != upper else value
    return out


def _density(g, input, other):
    return g * OPS["exp"]((input - 1) * OPS["log"](other) - other - lgamma(input))


def _no_derivative(name):
    def formula(g):
        raise NotImplementedError(f"the derivative for '{name}' is not implemented.")

    return formula


@op(
    kind="promote",
    strict=True,
    refuse={"biwc": "igamma_cpu"},
    input=_no_derivative("igamma: input"),
    other=_density,
)
def igamma(input, other):
    """The regularized lower incomplete gamma function P(input, other), both at least 0.

    Shapes broadcast; floating dtypes promote. Only `other` has a gradient.
    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.gammainc

    >>> import borch as torch
    >>> torch.igamma(torch.tensor([4.0]), torch.tensor([3.0, 4.0, 5.0]))
    tensor([0.3528, 0.5665, 0.7350])
    """
    return in_double(lambda a, x: incomplete_gamma(a, x, False), input, other)


@op(
    kind="promote",
    strict=True,
    refuse={"biwc": "igammac_cpu"},
    input=_no_derivative("igammac: input"),
    other=lambda g, input, other: -_density(g, input, other),
)
def igammac(input, other):
    """The regularized upper incomplete gamma function Q(input, other) = 1 - P(input, other).

    Shapes broadcast; floating dtypes promote. Only `other` has a gradient.
    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.gammaincc

    >>> import borch as torch
    >>> torch.igammac(torch.tensor([4.0]), torch.tensor([3.0, 4.0, 5.0]))
    tensor([0.6472, 0.4335, 0.2650])
    """
    return in_double(lambda a, x: incomplete_gamma(a, x, True), input, other)


@op(
    kind="float",
    name="special_zeta",
    strict="some",
    method=False,
    namespace=None,
    inplace=False,
    node=("SpecialZetaBackward0", "SpecialZetaBackward2", "SpecialZetaBackward1"),
    refuse={"hc": "zeta_cpu"},
    input=_no_derivative("zeta"),
    other=lambda g, input, other: g * (-input * zeta(input + 1.0, other)),
)
def zeta(input, other):
    """Hurwitz's zeta function: the sum of (other + k)**-input over k = 0, 1, ...; Riemann's for other = 1.

    Shapes broadcast; either may be a number. Only `other` has a gradient.
    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.zeta

    >>> import borch as torch
    >>> torch.special.zeta(torch.tensor([2.0, 4.0]), 1)
    tensor([1.6449, 1.0823])
    """
    return in_double(zeta_double, input, other)
