"""Student's t distribution."""

import math

from .._core.size import Size
from . import constraints
from .chi2 import Chi2
from .distribution import Distribution
from .utils import _standard_normal, all_numbers, broadcast_all, torch

__all__ = ["StudentT"]


class StudentT(Distribution):
    """Numbers `loc + scale * x / sqrt(z / df)` for x standard normal and z chi-squared with `df` degrees of freedom.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#studentt

    >>> import borch as torch
    >>> torch.distributions.StudentT(torch.tensor(3.0)).log_prob(torch.tensor(0.0))
    tensor(-1.0009)
    """

    arg_constraints = {"df": constraints.positive, "loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        self._chi2 = Chi2(self.df)
        super().__init__(Size() if all_numbers(df, loc, scale) else self.df.size(), validate_args=validate_args)

    @property
    def mean(self):
        m = self.loc.clone()
        m[self.df <= 1] = math.nan
        return m

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        m, large = self.df.clone(), self.df > 2
        m[large] = self.scale[large].pow(2) * self.df[large] / (self.df[large] - 2)
        m[(self.df <= 2) & (self.df > 1)] = math.inf
        m[self.df <= 1] = math.nan
        return m

    def expand(self, batch_shape, _instance=None):
        return self._copied(
            StudentT, _instance, batch_shape, df=self.df.expand(batch_shape), loc=self.loc.expand(batch_shape),
            scale=self.scale.expand(batch_shape), _chi2=self._chi2.expand(batch_shape),
        )  # fmt: skip

    def rsample(self, sample_shape=()):
        x = _standard_normal(self._extended_shape(sample_shape), self.df.dtype)
        z = self._chi2.rsample(sample_shape)
        return self.loc + self.scale * (x * torch.rsqrt(z / self.df))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        y = (value - self.loc) / self.scale
        z = (
            self.scale.log()
            + 0.5 * self.df.log()
            + 0.5 * math.log(math.pi)
            + torch.lgamma(0.5 * self.df)
            - torch.lgamma(0.5 * (self.df + 1.0))
        )
        return -0.5 * (self.df + 1.0) * torch.log1p(y**2.0 / self.df) - z

    def entropy(self):
        log_beta = torch.lgamma(0.5 * self.df) + math.lgamma(0.5) - torch.lgamma(0.5 * (self.df + 1))
        digammas = torch.digamma(0.5 * (self.df + 1)) - torch.digamma(0.5 * self.df)
        return self.scale.log() + 0.5 * (self.df + 1) * digammas + 0.5 * self.df.log() + log_beta
