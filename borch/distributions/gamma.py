"""The gamma distribution."""

from .._core import dtype as dtypes
from .._core.size import Size
from . import constraints
from .exp_family import ExponentialFamily
from .utils import all_numbers, broadcast_all, torch

__all__ = ["Gamma"]


class Gamma(ExponentialFamily):
    """Numbers with density proportional to `x**(concentration - 1) * exp(-rate * x)`.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#gamma

    >>> import borch as torch
    >>> d = torch.distributions.Gamma(torch.tensor(3.0), torch.tensor(2.0))
    >>> d.mean, d.log_prob(torch.tensor(1.0))
    (tensor(1.5000), tensor(-0.6137))
    """

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True
    _mean_carrier_measure = 0

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = broadcast_all(concentration, rate)
        shape = Size() if all_numbers(concentration, rate) else self.concentration.size()
        super().__init__(shape, validate_args=validate_args)

    @property
    def mean(self):
        return self.concentration / self.rate

    @property
    def mode(self):
        return ((self.concentration - 1) / self.rate).clamp(min=0)

    @property
    def variance(self):
        return self.concentration / self.rate.pow(2)

    def expand(self, batch_shape, _instance=None):
        return self._copied(
            Gamma, _instance, batch_shape,
            concentration=self.concentration.expand(batch_shape), rate=self.rate.expand(batch_shape),
        )  # fmt: skip

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        value = torch._standard_gamma(self.concentration.expand(shape)) / self.rate.expand(shape)
        value.detach().clamp_(min=dtypes.finfo(value.dtype).tiny)  # in the same memory: a density at 0 may be infinite
        return value

    def log_prob(self, value):
        value = torch.as_tensor(value, dtype=self.rate.dtype)
        if self._validate_args:
            self._validate_sample(value)
        return (
            torch.xlogy(self.concentration, self.rate)
            + torch.xlogy(self.concentration - 1, value)
            - self.rate * value
            - torch.lgamma(self.concentration)
        )

    def entropy(self):
        return (
            self.concentration
            - torch.log(self.rate)
            + torch.lgamma(self.concentration)
            + (1.0 - self.concentration) * torch.digamma(self.concentration)
        )

    @property
    def _natural_params(self):
        return self.concentration - 1, -self.rate

    def _log_normalizer(self, x, y):
        return torch.lgamma(x + 1) + (x + 1) * torch.log(-y.reciprocal())

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return torch.igamma(self.concentration, self.rate * value)
