"""The normal distribution."""

import math

from .._core.size import Size
from . import constraints
from .exp_family import ExponentialFamily
from .utils import _standard_normal, all_numbers, broadcast_all, no_record, torch

__all__ = ["Normal"]


class Normal(ExponentialFamily):
    """Normal numbers with mean `loc` and standard deviation `scale`, tensors that broadcast or numbers.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#normal

    >>> import borch as torch
    >>> d = torch.distributions.Normal(0.0, 2.0)
    >>> d.log_prob(torch.tensor(1.0)), d.cdf(torch.tensor(0.0)), d.entropy()
    (tensor(-1.7371), tensor(0.5000), tensor(2.1121))
    """

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True
    _mean_carrier_measure = 0

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(Size() if all_numbers(loc, scale) else self.loc.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)

    def expand(self, batch_shape, _instance=None):
        return self._copied(
            Normal, _instance, batch_shape, loc=self.loc.expand(batch_shape), scale=self.scale.expand(batch_shape)
        )  # fmt: skip

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with no_record():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=()):
        eps = _standard_normal(self._extended_shape(sample_shape), self.loc.dtype)
        return self.loc + eps * self.scale

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        var = self.scale**2
        return -((value - self.loc) ** 2) / (2 * var) - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return 0.5 * (1 + torch.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value):
        return self.loc + self.scale * torch.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)

    @property
    def _natural_params(self):
        return self.loc / self.scale.pow(2), -0.5 * self.scale.pow(2).reciprocal()

    def _log_normalizer(self, x, y):
        return -0.25 * x.pow(2) / y + 0.5 * torch.log(-math.pi / y)
