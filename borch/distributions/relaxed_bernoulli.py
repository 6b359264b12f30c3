"""The relaxed Bernoulli distribution, and the logits that it is the sigmoid of."""

from . import constraints
from .distribution import Distribution
from .probabilities import Probabilities
from .transformed_distribution import TransformedDistribution
from .transforms import SigmoidTransform
from .utils import broadcast_all, clamp_probs, torch

__all__ = ["LogitRelaxedBernoulli", "RelaxedBernoulli"]


class LogitRelaxedBernoulli(Probabilities, Distribution):
    """The logits of `RelaxedBernoulli`: `(logit(u) + logits) / temperature` for uniform u (Maddison et al., 2017).

    >>> import borch as torch
    >>> from borch.distributions.relaxed_bernoulli import LogitRelaxedBernoulli
    >>> LogitRelaxedBernoulli(torch.tensor(1.0), logits=torch.tensor(0.0)).log_prob(torch.tensor(0.0))
    tensor(-1.3863)
    """

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.real

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        super().__init__(self._store(probs, logits), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        return self._copied(
            LogitRelaxedBernoulli, _instance, batch_shape, temperature=self.temperature, **self._expanded(batch_shape)
        )

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        probs = clamp_probs(self.probs.expand(shape))
        u = clamp_probs(torch.rand(shape, dtype=probs.dtype))
        return (u.log() - (-u).log1p() + probs.log() - (-probs).log1p()) / self.temperature

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        difference = logits - value.mul(self.temperature)
        return self.temperature.log() + difference - 2 * difference.exp().log1p()


class RelaxedBernoulli(TransformedDistribution):
    """A Bernoulli draw made continuous: numbers in (0, 1) that near 0 and 1 as the temperature falls.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#relaxedbernoulli

    >>> import borch as torch
    >>> d = torch.distributions.RelaxedBernoulli(torch.tensor([2.2]), torch.tensor([0.1, 0.9]))
    >>> d.rsample().shape
    torch.Size([2])
    """

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        super().__init__(
            LogitRelaxedBernoulli(temperature, probs, logits), SigmoidTransform(), validate_args=validate_args
        )

    def expand(self, batch_shape, _instance=None):
        return super().expand(batch_shape, _instance=self._get_checked_instance(RelaxedBernoulli, _instance))

    @property
    def temperature(self):
        return self.base_dist.temperature

    @property
    def logits(self):
        return self.base_dist.logits

    @property
    def probs(self):
        return self.base_dist.probs
