"""How gamma and Dirichlet draws change with their parameters, so that gradients can flow through them.

A draw x of a fixed rank u = F(x; a) moves by dx/da = -(dF/da) / f(x; a): implicit reparameterisation (Figurnov, Mohamed
and Mnih, 2018). dF/da is computed from the power series of the incomplete gamma and beta functions, term by term, in
float64; for large shapes from the Cornish-Fisher expansion. torch uses approximations that are good to three digits.
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.op import op

LARGE = 2000.0  # shapes from here on take the expansion
TERMS = 200_000


def _digamma(x):
    """The derivative of log gamma for positive x, by recurrence and its asymptotic series."""
    x = np.asarray(x, np.float64).copy()
    result = np.zeros_like(x)
    for _ in range(8):
        small = x < 8
        result -= np.where(small, 1 / x, 0)
        x += small
    square = 1 / (x * x)
    series = square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square * (1 / 132)))))
    return result + np.log(x) - 0.5 / x - series


def gamma_derivative(alpha, x):
    """dx/dalpha for gamma draws x of shape alpha, float64 arrays of one shape."""
    with np.errstate(all="ignore"):
        large = alpha >= LARGE
        result = np.empty(alpha.shape)
        if not large.all():
            result[~large] = _gamma_series(alpha[~large], x[~large])
        if large.any():
            result[large] = _gamma_expansion(alpha[large], x[large])
    return result


def _gamma_series(a, x):
    """With P(a, x) = sum of x^(a+n) e^-x / gamma(a+n+1): each term's derivative by a, over the density."""
    log_x = np.log(x)
    psi = _digamma(a + 1)
    term = x / a
    total = term * (log_x - psi)
    size = term.copy()
    for n in range(1, TERMS):
        psi = psi + 1 / (a + n)
        term = term * (x / (a + n))
        total = total + term * (log_x - psi)
        size = size + term
        if not ((term > 1e-17 * size) | (x > a + n)).any():
            break
    return -total


def _gamma_expansion(a, x):
    """x as a power series in sqrt(a) and the normal number z of the same rank, solved for z and differentiated by a."""
    root = np.sqrt(a)
    z = (x - a) / root
    for _ in range(20):
        value, slope = _cornish_fisher(a, root, z)
        z = z - (value - x) / slope
    c2, c3 = (z**3 - 7 * z) / 36, -(3 * z**4 + 7 * z**2 - 16) / 810
    return 1 + z / (2 * root) - c2 / (2 * a * root) - c3 / (a * a)


def _cornish_fisher(a, root, z):
    value = a + root * z + (z**2 - 1) / 3 + (z**3 - 7 * z) / (36 * root) - (3 * z**4 + 7 * z**2 - 16) / (810 * a)
    slope = root + 2 * z / 3 + (3 * z**2 - 7) / (36 * root) - (12 * z**3 + 14 * z) / (810 * a)
    return value, slope


def beta_derivative(x, a, b):
    """dx/da for beta draws x of shapes a and b, b held fixed: float64 arrays of one shape."""
    with np.errstate(all="ignore"):
        left = x <= (a + 1) / (a + b + 2)
        result = np.empty(x.shape)
        result[left] = -_beta_series(x[left], a[left], b[left], first=True)
        right = ~left
        result[right] = _beta_series(1 - x[right], b[right], a[right], first=False)
    return result


def _beta_series(x, a, b, first):
    """The derivative of the incomplete beta function I_x(a, b) by a (or by b), over the density at x.

    I = x^a (1-x)^b / (a B(a, b)) times the sum of (a+b)_n / (a+1)_n x^n, whose terms are all positive.
    """
    both = _digamma(a + b)
    log = np.log(x) - _digamma(a + 1) + both if first else np.log1p(-x) - _digamma(b) + both
    term = np.ones_like(x)
    total, size = log.copy(), term.copy()
    for n in range(TERMS):
        log = log + (1 / (a + b + n) - 1 / (a + 1 + n) if first else 1 / (a + b + n))
        ratio = x * (a + b + n) / (a + 1 + n)
        term = term * ratio
        total = total + term * log
        size = size + term
        if not ((term > 1e-17 * size) | (ratio > 1)).any():
            break
    return x * (1 - x) / a * total


def _refused(name):
    def formula(g):
        raise NotImplementedError(f"the derivative for '{name}' is not implemented.")

    return formula


@op(kind="same", tensors=("self", "output"), method=False, self=_refused("_standard_gamma_grad"))
def _standard_gamma_grad(self, output):
    """The derivative of gamma draws `output` of scale 1 by their shapes `self`, element by element.

    >>> import borch as torch
    >>> torch._standard_gamma_grad(torch.tensor([1.0]), torch.tensor([0.5]))
    tensor([0.8070])
    """
    shape = np.broadcast_shapes(self.shape, output.shape)
    alpha, x = (np.broadcast_to(v, shape).astype(np.float64) for v in (self, output))
    return dtypes.cast(gamma_derivative(alpha, x), self.dtype)


@op(kind="same", tensors=("x", "alpha", "total"), method=False, x=_refused("x"), alpha=_refused("alpha"))
def _dirichlet_grad(x, alpha, total):
    """For each element of Dirichlet draws `x`, the derivative by its concentration over `1 - x`; `total` is the
    concentrations' sum.

    >>> import borch as torch
    >>> torch._dirichlet_grad(torch.tensor([0.5]), torch.tensor([1.0]), torch.tensor([2.0]))
    tensor([0.6931])
    """
    dtype = x.dtype
    x, alpha, total = np.broadcast_arrays(*(np.asarray(v, np.float64) for v in (x, alpha, total)))
    kept = np.clip(x, np.finfo(np.float64).tiny, 1 - 1e-16)
    alone = total <= alpha  # one number that is always 1
    slope = beta_derivative(kept, alpha, np.where(alone, 1, total - alpha)) / (1 - kept)
    return dtypes.cast(np.where(alone, -0.0, slope), dtype)
