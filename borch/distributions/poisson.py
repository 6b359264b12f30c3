"""The Poisson distribution."""

from .._core.size import Size
from . import constraints
from .exp_family import ExponentialFamily
from .utils import all_numbers, broadcast_all, no_record, torch

__all__ = ["Poisson"]


class Poisson(ExponentialFamily):
    """Counts with probability `rate**k * exp(-rate) / k!`.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#poisson

    >>> import borch as torch
    >>> torch.distributions.Poisson(torch.tensor(4.0)).log_prob(torch.tensor(2.0))
    tensor(-1.9206)
    """

    arg_constraints = {"rate": constraints.nonnegative}
    support = constraints.nonnegative_integer

    def __init__(self, rate, validate_args=None):
        (self.rate,) = broadcast_all(rate)
        super().__init__(Size() if all_numbers(rate) else self.rate.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.rate

    @property
    def mode(self):
        return self.rate.floor()

    @property
    def variance(self):
        return self.rate

    def expand(self, batch_shape, _instance=None):
        return self._copied(Poisson, _instance, batch_shape, rate=self.rate.expand(batch_shape))

    def sample(self, sample_shape=()):
        with no_record():
            return torch.poisson(self.rate.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        rate, value = broadcast_all(self.rate, value)
        return value.xlogy(rate) - rate - (value + 1).lgamma()

    @property
    def _natural_params(self):
        return (torch.log(self.rate),)

    def _log_normalizer(self, x):
        return torch.exp(x)
