"""The one-hot categorical distribution, and the form whose samples let gradients straight through."""

from . import constraints
from .categorical import Categorical
from .distribution import Distribution
from .utils import one_hot, torch

__all__ = ["OneHotCategorical", "OneHotCategoricalStraightThrough"]


class OneHotCategorical(Distribution):
    """A vector of zeros with a single 1, at an index drawn with probabilities `probs`.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#onehotcategorical

    >>> import borch as torch
    >>> d = torch.distributions.OneHotCategorical(torch.tensor([0.25, 0.75]))
    >>> d.log_prob(torch.tensor([0.0, 1.0]))
    tensor(-0.2877)
    """

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support = constraints.one_hot
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._categorical = Categorical(probs, logits)
        super().__init__(
            self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=validate_args
        )  # fmt: skip

    def expand(self, batch_shape, _instance=None):
        return self._copied(
            OneHotCategorical, _instance, batch_shape, self._event_shape,
            _categorical=self._categorical.expand(batch_shape),
        )  # fmt: skip

    @property
    def _param(self):
        return self._categorical._param

    @property
    def probs(self):
        return self._categorical.probs

    @property
    def logits(self):
        return self._categorical.logits

    @property
    def mean(self):
        return self._categorical.probs

    @property
    def mode(self):
        probs = self._categorical.probs
        return one_hot(probs.argmax(dim=-1), probs.shape[-1], probs)

    @property
    def variance(self):
        return self._categorical.probs * (1 - self._categorical.probs)

    @property
    def param_shape(self):
        return self._categorical.param_shape

    def sample(self, sample_shape=()):
        probs = self._categorical.probs
        return one_hot(self._categorical.sample(sample_shape), self._categorical._num_events, probs)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self):
        return self._categorical.entropy()

    def enumerate_support(self, expand=True):
        n = self.event_shape[0]
        values = torch.eye(n, dtype=self._param.dtype).view((n,) + (1,) * len(self.batch_shape) + (n,))
        return values.expand((n, *self.batch_shape, n)) if expand else values


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """`OneHotCategorical` with an `rsample` whose gradient is that of the probabilities (Bengio et al., 2013).

    >>> import borch as torch
    >>> p = torch.tensor([0.25, 0.75], requires_grad=True)
    >>> torch.distributions.OneHotCategoricalStraightThrough(p).rsample().requires_grad
    True
    """

    has_rsample = True

    def rsample(self, sample_shape=()):
        samples, probs = self.sample(sample_shape), self._categorical.probs
        return samples + (probs - probs.detach())
