"""The binomial distribution."""

from . import constraints
from .distribution import Distribution
from .probabilities import BOTH, Probabilities
from .utils import no_record, torch

__all__ = ["Binomial"]


def _clamp_by_zero(x):
    """The positive part, with gradient 1/2 at 0."""
    return (x.clamp(min=0) + x - x.clamp(max=0)) / 2


class Binomial(Probabilities, Distribution):
    """How often an event of probability `probs` (or log-odds `logits`) happens in `total_count` trials.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#binomial

    >>> import borch as torch
    >>> torch.distributions.Binomial(4, torch.tensor([0.5])).log_prob(torch.tensor([2.0]))
    tensor([-0.9808])
    """

    arg_constraints = {
        "total_count": constraints.nonnegative_integer,
        "probs": constraints.unit_interval,
        "logits": constraints.real,
    }
    has_enumerate_support = True

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        super().__init__(self._store_with_count(total_count, probs, logits), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        return self._copied(Binomial, _instance, batch_shape, **self._expanded(batch_shape, ("total_count", *BOTH)))

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self):
        return constraints.integer_interval(0, self.total_count)

    @property
    def mean(self):
        return self.total_count * self.probs

    @property
    def mode(self):
        return ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count)

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with no_record():
            return torch.binomial(self.total_count.expand(shape), self.probs.expand(shape))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        n = self.total_count
        softplus = n * _clamp_by_zero(self.logits) + n * torch.log1p(torch.exp(-torch.abs(self.logits)))
        normalize = softplus - torch.lgamma(n + 1)
        return value * self.logits - torch.lgamma(value + 1) - torch.lgamma(n - value + 1) - normalize

    def entropy(self):
        total = int(self.total_count.max())
        if not self.total_count.min() == total:
            raise NotImplementedError("Inhomogeneous total count not supported by `entropy`.")
        log_prob = self.log_prob(self.enumerate_support(False))
        return -(torch.exp(log_prob) * log_prob).sum(0)

    def enumerate_support(self, expand=True):
        total = int(self.total_count.max())
        if not self.total_count.min() == total:
            raise NotImplementedError("Inhomogeneous total count not supported by `enumerate_support`.")
        values = torch.arange(1 + total, dtype=self._param.dtype).view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1, *self._batch_shape)) if expand else values
