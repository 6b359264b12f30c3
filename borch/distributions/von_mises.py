"""The von Mises distribution."""

import math

from .._core import dtype as dtypes
from .._core.size import Size
from ..special import i0e, i1e
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all, lazy_property, no_record, torch

__all__ = ["VonMises"]


def _log_bessel(order, x):
    """log I_0(x) or log I_1(x)."""
    scaled = i0e(x) if order == 0 else i1e(x)
    return scaled.log() + x.abs()


def _rejected(loc, concentration, proposal_r, x):
    """Fills `x` by Best and Fisher's rejection, drawing for all places until every one is accepted."""
    done = torch.zeros(tuple(x.shape), dtype=dtypes.bool_)
    while not done.all():
        u1, u2, u3 = torch.rand((3, *x.shape), dtype=loc.dtype).unbind()
        z = torch.cos(math.pi * u1)
        f = (1 + proposal_r * z) / (proposal_r + z)
        c = concentration * (proposal_r - f)
        accept = ((c * (2 - c) - u2) > 0) | ((c / u2).log() + 1 - c >= 0)
        if accept.any():
            x = torch.where(accept, (u3 - 0.5).sign() * f.acos(), x)
            done = done | accept
    return (x + math.pi + loc) % (2 * math.pi) - math.pi


class VonMises(Distribution):
    """Angles around `loc` with density proportional to `exp(concentration * cos(x - loc))`.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#vonmises

    >>> import borch as torch
    >>> torch.distributions.VonMises(torch.tensor(0.0), torch.tensor(1.0)).log_prob(torch.tensor(0.0))
    tensor(-1.0738)
    """

    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}
    support = constraints.real
    has_rsample = False

    def __init__(self, loc, concentration, validate_args=None):
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, Size(), validate_args)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        log_prob = self.concentration * torch.cos(value - self.loc)
        return log_prob - math.log(2 * math.pi) - _log_bessel(0, self.concentration)

    @lazy_property
    def _loc(self):
        return self.loc.to(dtypes.float64)

    @lazy_property
    def _concentration(self):
        return self.concentration.to(dtypes.float64)

    @lazy_property
    def _proposal_r(self):
        kappa = self._concentration
        tau = 1 + (1 + 4 * kappa**2).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * kappa)
        taylor = 1 / kappa + kappa  # for small concentrations, where the quotient loses its digits
        return torch.where(kappa < 1e-5, taylor, (1 + rho**2) / (2 * rho))

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with no_record():
            x = torch.empty(shape, dtype=dtypes.float64)
            return _rejected(self._loc, self._concentration, self._proposal_r, x).to(self.loc.dtype)

    def expand(self, batch_shape, _instance=None):
        return type(self)(
            self.loc.expand(batch_shape), self.concentration.expand(batch_shape), validate_args=self._validate_args
        )

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @lazy_property
    def variance(self):
        return 1 - (_log_bessel(1, self.concentration) - _log_bessel(0, self.concentration)).exp()
