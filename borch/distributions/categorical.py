"""The categorical distribution."""

from .._core import dtype as dtypes
from .._core.size import Size
from . import constraints
from .distribution import Distribution
from .probabilities import Probabilities, one_of
from .utils import no_record, torch

__all__ = ["Categorical"]


class Categorical(Probabilities, Distribution):
    """An index 0 ... K-1 with probabilities `probs` (..., K), which are normalized, or their unnormalized logarithms.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#categorical

    >>> import borch as torch
    >>> d = torch.distributions.Categorical(torch.tensor([0.25, 0.25, 0.5]))
    >>> d.log_prob(torch.tensor(2)), d.entropy()
    (tensor(-0.6931), tensor(1.0397))
    """

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    has_enumerate_support = True
    _is_binary = False

    def __init__(self, probs=None, logits=None, validate_args=None):
        one_of(probs, logits)
        if probs is not None:
            if probs.dim() < 1:
                raise ValueError("`probs` parameter must be at least one-dimensional.")
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            if logits.dim() < 1:
                raise ValueError("`logits` parameter must be at least one-dimensional.")
            self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)
        self._num_events = self._param.size()[-1]
        super().__init__(Size(self._param.size()[:-1]), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        shape = (*batch_shape, self._num_events)
        return self._copied(Categorical, _instance, batch_shape, _num_events=self._num_events, **self._expanded(shape))

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self):
        return constraints.integer_interval(0, self._num_events - 1)

    @property
    def mean(self):
        return torch.full(self._extended_shape(), float("nan"), dtype=self.probs.dtype)

    @property
    def mode(self):
        return self.probs.argmax(dim=-1)

    @property
    def variance(self):
        return torch.full(self._extended_shape(), float("nan"), dtype=self.probs.dtype)

    def sample(self, sample_shape=()):
        sample_shape = Size(sample_shape)
        with no_record():
            drawn = torch.multinomial(self.probs.reshape(-1, self._num_events), sample_shape.numel(), True).T
            return drawn.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        value = value.to(dtypes.int64).unsqueeze(-1)
        value, log_pmf = torch.broadcast_tensors(value, self.logits)
        return log_pmf.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        logits = torch.clamp(self.logits, min=dtypes.finfo(self.logits.dtype).min)
        return -(logits * self.probs).sum(-1)

    def enumerate_support(self, expand=True):
        values = torch.arange(self._num_events, dtype=dtypes.int64).view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1, *self._batch_shape)) if expand else values
