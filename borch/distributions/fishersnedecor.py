"""The Fisher-Snedecor distribution."""

import math

from .._core import dtype as dtypes
from .._core.size import Size
from . import constraints
from .distribution import Distribution
from .gamma import Gamma
from .utils import all_numbers, broadcast_all, torch

__all__ = ["FisherSnedecor"]


class FisherSnedecor(Distribution):
    """The ratio of two chi-squared numbers, each divided by its degrees of freedom `df1` and `df2`.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#fishersnedecor

    >>> import borch as torch
    >>> torch.distributions.FisherSnedecor(torch.tensor(2.0), torch.tensor(4.0)).mean
    tensor(2.)
    """

    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, df1, df2, validate_args=None):
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._gamma1 = Gamma(self.df1 * 0.5, self.df1)
        self._gamma2 = Gamma(self.df2 * 0.5, self.df2)
        super().__init__(Size() if all_numbers(df1, df2) else self.df1.size(), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        return self._copied(
            FisherSnedecor, _instance, batch_shape, df1=self.df1.expand(batch_shape), df2=self.df2.expand(batch_shape),
            _gamma1=self._gamma1.expand(batch_shape), _gamma2=self._gamma2.expand(batch_shape),
        )  # fmt: skip

    @property
    def mean(self):
        df2 = self.df2.clone()
        df2[df2 <= 2] = math.nan
        return df2 / (df2 - 2)

    @property
    def mode(self):
        mode = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        mode[self.df1 <= 2] = math.nan
        return mode

    @property
    def variance(self):
        df2 = self.df2.clone()
        df2[df2 <= 4] = math.nan
        return 2 * df2.pow(2) * (self.df1 + df2 - 2) / (self.df1 * (df2 - 2).pow(2) * (df2 - 4))

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        x1, x2 = self._gamma1.rsample(sample_shape).view(shape), self._gamma2.rsample(sample_shape).view(shape)
        tiny = dtypes.finfo(x2.dtype).tiny
        x2.clamp_(min=tiny)
        y = x1 / x2
        y.clamp_(min=tiny)
        return y

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        ct1, ct2, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        t1 = (ct1 + ct2).lgamma() - ct1.lgamma() - ct2.lgamma()
        t2 = ct1 * ratio.log() + (ct1 - 1) * torch.log(value)
        return t1 + t2 - (ct1 + ct2) * torch.log1p(ratio * value)
