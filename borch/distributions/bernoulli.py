"""The Bernoulli distribution."""

from . import constraints
from .exp_family import ExponentialFamily
from .probabilities import Probabilities
from .utils import binary_cross_entropy, broadcast_all, no_record, torch

__all__ = ["Bernoulli"]


class Bernoulli(Probabilities, ExponentialFamily):
    """0 or 1, with probability `probs` of 1, or the log-odds `logits`; exactly one of the two is given.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#bernoulli

    >>> import borch as torch
    >>> d = torch.distributions.Bernoulli(torch.tensor([0.3]))
    >>> d.log_prob(torch.tensor([1.0])), d.variance
    (tensor([-1.2040]), tensor([0.2100]))
    """

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.boolean
    has_enumerate_support = True
    _mean_carrier_measure = 0

    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(self._store(probs, logits), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        return self._copied(Bernoulli, _instance, batch_shape, **self._expanded(batch_shape))

    @property
    def mean(self):
        return self.probs

    @property
    def mode(self):
        mode = (self.probs >= 0.5).to(self.probs)
        mode[self.probs == 0.5] = float("nan")
        return mode

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        with no_record():
            return torch.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        return -binary_cross_entropy(logits, value)

    def entropy(self):
        return binary_cross_entropy(self.logits, self.probs)

    def enumerate_support(self, expand=True):
        values = torch.arange(2, dtype=self._param.dtype).view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1, *self._batch_shape)) if expand else values

    @property
    def _natural_params(self):
        return (torch.logit(self.probs),)

    def _log_normalizer(self, x):
        return torch.log1p(torch.exp(x))
