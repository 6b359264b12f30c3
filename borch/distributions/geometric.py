"""The geometric distribution."""

from .._core import dtype as dtypes
from . import constraints
from .distribution import Distribution
from .probabilities import Probabilities
from .utils import binary_cross_entropy, broadcast_all, no_record, torch

__all__ = ["Geometric"]


class Geometric(Probabilities, Distribution):
    """How many failures come before the first success, of probability `probs` (or log-odds `logits`).

    Source: https://docs.pytorch.org/docs/stable/distributions.html#geometric

    >>> import borch as torch
    >>> torch.distributions.Geometric(torch.tensor([0.5])).log_prob(torch.tensor([2.0]))
    tensor([-2.0794])
    """

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.nonnegative_integer

    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(self._store(probs, logits), validate_args=validate_args)
        if self._validate_args and probs is not None and not (self.probs > 0).all():
            raise ValueError(
                f"Expected parameter probs ({type(self.probs).__name__} of shape {tuple(self.probs.shape)}) of "
                f"distribution {self!r} to be positive but found invalid values:\n{self.probs[~(self.probs > 0)]}"
            )

    def expand(self, batch_shape, _instance=None):
        return self._copied(Geometric, _instance, batch_shape, **self._expanded(batch_shape))

    @property
    def mean(self):
        return 1.0 / self.probs - 1.0

    @property
    def mode(self):
        return torch.zeros_like(self.probs)

    @property
    def variance(self):
        return (1.0 / self.probs - 1.0) / self.probs

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with no_record():
            u = torch.empty(shape, dtype=self.probs.dtype).uniform_(dtypes.finfo(self.probs.dtype).tiny, 1)
            return (u.log() / (-self.probs).log1p()).floor()

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        value, probs = broadcast_all(value, self.probs)
        probs = probs.clone()
        probs[(probs == 1) & (value == 0)] = 0
        return value * (-probs).log1p() + self.probs.log()

    def entropy(self):
        return binary_cross_entropy(self.logits, self.probs) / self.probs
