"""The Laplace distribution."""

from .._core import dtype as dtypes
from .._core.size import Size
from . import constraints
from .distribution import Distribution
from .utils import all_numbers, broadcast_all, torch

__all__ = ["Laplace"]


class Laplace(Distribution):
    """Numbers with density `exp(-|x - loc| / scale) / (2 scale)`.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#laplace

    >>> import borch as torch
    >>> torch.distributions.Laplace(0.0, 1.0).log_prob(torch.tensor(1.0))
    tensor(-1.6931)
    """

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(Size() if all_numbers(loc, scale) else self.loc.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return 2 * self.scale.pow(2)

    @property
    def stddev(self):
        return (2**0.5) * self.scale

    def expand(self, batch_shape, _instance=None):
        return self._copied(
            Laplace, _instance, batch_shape, loc=self.loc.expand(batch_shape), scale=self.scale.expand(batch_shape)
        )  # fmt: skip

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        u = torch.empty(shape, dtype=self.loc.dtype).uniform_(dtypes.finfo(self.loc.dtype).eps - 1, 1)
        return self.loc - self.scale * u.sign() * torch.log1p(-u.abs())

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return -torch.log(2 * self.scale) - torch.abs(value - self.loc) / self.scale

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        away = value - self.loc
        return 0.5 - 0.5 * away.sign() * torch.expm1(-away.abs() / self.scale)

    def icdf(self, value):
        term = value - 0.5
        return self.loc - self.scale * term.sign() * torch.log1p(-2 * term.abs())

    def entropy(self):
        return 1 + torch.log(2 * self.scale)
