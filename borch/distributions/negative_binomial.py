"""The negative binomial distribution."""

from . import constraints
from .distribution import Distribution
from .gamma import Gamma
from .probabilities import BOTH, Probabilities
from .utils import lazy_property, no_record, torch

__all__ = ["NegativeBinomial"]


class NegativeBinomial(Probabilities, Distribution):
    """How many successes of probability `probs` (or log-odds `logits`) come before `total_count` failures.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#negativebinomial

    >>> import borch as torch
    >>> torch.distributions.NegativeBinomial(3.0, torch.tensor([0.5])).mean
    tensor([3.])
    """

    arg_constraints = {
        "total_count": constraints.greater_than_eq(0),
        "probs": constraints.half_open_interval(0.0, 1.0),
        "logits": constraints.real,
    }
    support = constraints.nonnegative_integer

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        super().__init__(self._store_with_count(total_count, probs, logits), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        return self._copied(
            NegativeBinomial, _instance, batch_shape, **self._expanded(batch_shape, ("total_count", *BOTH))
        )

    @property
    def mean(self):
        return self.total_count * torch.exp(self.logits)

    @property
    def mode(self):
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0)

    @property
    def variance(self):
        return self.mean / torch.sigmoid(-self.logits)

    @lazy_property
    def _gamma(self):
        return Gamma(concentration=self.total_count, rate=torch.exp(-self.logits), validate_args=False)

    def sample(self, sample_shape=()):
        with no_record():
            return torch.poisson(self._gamma.sample(sample_shape))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        n = self.total_count
        unnormalized = n * _log_sigmoid(-self.logits) + value * _log_sigmoid(self.logits)
        normalization = -torch.lgamma(n + value) + torch.lgamma(1.0 + value) + torch.lgamma(n)
        normalization = normalization.masked_fill(n + value == 0.0, 0.0)
        return unnormalized - normalization


def _log_sigmoid(x):
    return -torch.logaddexp(torch.zeros_like(x), -x)
