"""The half-Cauchy distribution."""

import math

from . import constraints
from .cauchy import Cauchy
from .half import Half
from .utils import torch

__all__ = ["HalfCauchy"]


class HalfCauchy(Half):
    """|x| for Cauchy x of median 0 and the given scale.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#halfcauchy

    >>> import borch as torch
    >>> torch.distributions.HalfCauchy(1.0).cdf(torch.tensor(1.0))
    tensor(0.5000)
    """

    arg_constraints = {"scale": constraints.positive}
    support = constraints.nonnegative

    def __init__(self, scale, validate_args=None):
        super().__init__(Cauchy(0, scale, validate_args=False), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        return super().expand(batch_shape, _instance=self._get_checked_instance(HalfCauchy, _instance))

    @property
    def mean(self):
        return torch.full(self._extended_shape(), math.inf, dtype=self.scale.dtype)

    @property
    def variance(self):
        return self.base_dist.variance

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return super().log_prob(torch.as_tensor(value, dtype=self.scale.dtype))
