"""The multinomial distribution."""

from .._core.size import Size
from . import constraints
from .binomial import Binomial
from .categorical import Categorical
from .distribution import Distribution
from .utils import broadcast_all, no_record, torch

__all__ = ["Multinomial"]


class Multinomial(Distribution):
    """How often each of K outcomes comes up in `total_count` draws with probabilities `probs` (..., K).

    Source: https://docs.pytorch.org/docs/stable/distributions.html#multinomial

    >>> import borch as torch
    >>> torch.distributions.Multinomial(3, torch.tensor([0.5, 0.5])).log_prob(torch.tensor([1.0, 2.0]))
    tensor(-0.9808)
    """

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}

    @property
    def mean(self):
        return self.probs * self.total_count

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        if not isinstance(total_count, int):
            raise NotImplementedError("inhomogeneous total_count is not supported")
        self.total_count = total_count
        self._categorical = Categorical(probs=probs, logits=logits)
        self._binomial = Binomial(total_count=total_count, probs=self.probs)
        super().__init__(
            self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=validate_args
        )  # fmt: skip

    def expand(self, batch_shape, _instance=None):
        return self._copied(
            Multinomial, _instance, batch_shape, self.event_shape, total_count=self.total_count,
            _categorical=self._categorical.expand(batch_shape),
            _binomial=Binomial(self.total_count, probs=self.probs),
        )  # fmt: skip

    @constraints.dependent_property(is_discrete=True, event_dim=1)
    def support(self):
        return constraints.multinomial(self.total_count)

    @property
    def _param(self):
        return self._categorical._param

    @property
    def logits(self):
        return self._categorical.logits

    @property
    def probs(self):
        return self._categorical.probs

    @property
    def param_shape(self):
        return self._categorical.param_shape

    def sample(self, sample_shape=()):
        sample_shape = Size(sample_shape)
        with no_record():
            drawn = self._categorical.sample((self.total_count, *sample_shape))
            drawn = drawn.permute(*range(1, drawn.dim()), 0)
            counts = torch.zeros(self._extended_shape(sample_shape), dtype=drawn.dtype)
            counts.scatter_add_(-1, drawn, torch.ones_like(drawn))
            return counts.type_as(self.probs)

    def entropy(self):
        n = torch.tensor(self.total_count)
        entropy = n * self._categorical.entropy() - torch.lgamma(n + 1)
        values = self._binomial.enumerate_support(expand=False)[1:]
        weights = torch.exp(self._binomial.log_prob(values))
        return entropy + (weights * torch.lgamma(values + 1)).sum([0, -1])

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        logits = logits.clone()
        log_factorial_n = torch.lgamma(value.sum(-1) + 1)
        log_factorials = torch.lgamma(value + 1).sum(-1)
        logits[(value == 0) & (logits == -float("inf"))] = 0
        return log_factorial_n - log_factorials + (logits * value).sum(-1)
