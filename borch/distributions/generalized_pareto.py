"""The generalized Pareto distribution."""

import math

from .._core.size import Size
from . import constraints
from .distribution import Distribution
from .utils import all_numbers, broadcast_all, torch

__all__ = ["GeneralizedPareto"]


class GeneralizedPareto(Distribution):
    """Numbers from `loc` on with `P(x > loc + scale z) = (1 + concentration z) ** (-1 / concentration)`.

    A negative concentration bounds them above, at `loc - scale / concentration`; at 0 they are exponential.
    Source: https://docs.pytorch.org/docs/stable/distributions.html#generalizedpareto

    >>> import borch as torch
    >>> torch.distributions.GeneralizedPareto(0.0, 1.0, 0.5).mean
    tensor(2.)
    """

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive, "concentration": constraints.real}
    has_rsample = True

    def __init__(self, loc, scale, concentration, validate_args=None):
        self.loc, self.scale, self.concentration = broadcast_all(loc, scale, concentration)
        shape = Size() if all_numbers(loc, scale, concentration) else self.loc.size()
        super().__init__(shape, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        names = ("loc", "scale", "concentration")
        return self._copied(
            GeneralizedPareto, _instance, batch_shape, **{n: getattr(self, n).expand(batch_shape) for n in names}
        )  # fmt: skip

    def rsample(self, sample_shape=()):
        return self.icdf(torch.rand(self._extended_shape(sample_shape), dtype=self.loc.dtype))

    def _exponential(self):
        """Where the concentration is so near to 0 that the exponential stands in, and one that divides."""
        near = torch.isclose(self.concentration, torch.zeros_like(self.concentration))
        return near, torch.where(near, torch.ones_like(self.concentration), self.concentration)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        z = (value - self.loc) / self.scale
        near, c = self._exponential()
        return -self.scale.log() - torch.where(near, z, (1 + 1 / c) * torch.log1p(c * z))

    def log_survival_function(self, value):
        if self._validate_args:
            self._validate_sample(value)
        z = (value - self.loc) / self.scale
        near, c = self._exponential()
        return torch.where(near, -z, -torch.log1p(c * z) / c)

    def log_cdf(self, value):
        return torch.log1p(-torch.exp(self.log_survival_function(value)))

    def cdf(self, value):
        return torch.exp(self.log_cdf(value))

    def icdf(self, value):
        near, c = self._exponential()
        left = torch.log1p(-value)
        curved = self.loc + self.scale * torch.expm1(-c * left) / c
        return torch.where(near, self.loc - self.scale * left, curved)

    @property
    def mean(self):
        c = self.concentration
        value = self.loc + self.scale / (1 - torch.where(c < 1, c, torch.zeros_like(c)))
        return torch.where(c < 1, value, torch.full_like(c, math.nan))

    @property
    def variance(self):
        c = self.concentration
        safe = torch.where(c < 0.5, c, torch.zeros_like(c))
        value = self.scale**2 / ((1 - safe) ** 2 * (1 - 2 * safe))
        return torch.where(c < 0.5, value, torch.full_like(c, math.nan))

    def entropy(self):
        return (torch.log(self.scale) + self.concentration + 1).expand(self.batch_shape)

    @property
    def mode(self):
        return self.loc

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self):
        upper = torch.where(self.concentration < 0, self.loc - self.scale / self.concentration, math.inf)
        return constraints.interval(self.loc, upper)
