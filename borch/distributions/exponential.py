"""The exponential distribution."""

from .._core.size import Size
from . import constraints
from .exp_family import ExponentialFamily
from .utils import all_numbers, broadcast_all, torch

__all__ = ["Exponential"]


class Exponential(ExponentialFamily):
    """Numbers with density `rate * exp(-rate * x)`.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#exponential

    >>> import borch as torch
    >>> d = torch.distributions.Exponential(torch.tensor(2.0))
    >>> d.mean, d.log_prob(torch.tensor(1.0))
    (tensor(0.5000), tensor(-1.3069))
    """

    arg_constraints = {"rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True
    _mean_carrier_measure = 0

    def __init__(self, rate, validate_args=None):
        (self.rate,) = broadcast_all(rate)
        super().__init__(Size() if all_numbers(rate) else self.rate.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.rate.reciprocal()

    @property
    def mode(self):
        return torch.zeros_like(self.rate)

    @property
    def stddev(self):
        return self.rate.reciprocal()

    @property
    def variance(self):
        return self.rate.pow(-2)

    def expand(self, batch_shape, _instance=None):
        return self._copied(Exponential, _instance, batch_shape, rate=self.rate.expand(batch_shape))

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        return torch.empty(shape, dtype=self.rate.dtype).exponential_() / self.rate

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return 1 - torch.exp(-self.rate * value)

    def icdf(self, value):
        return -torch.log1p(-value) / self.rate

    def entropy(self):
        return 1.0 - torch.log(self.rate)

    @property
    def _natural_params(self):
        return (-self.rate,)

    def _log_normalizer(self, x):
        return -torch.log(-x)
