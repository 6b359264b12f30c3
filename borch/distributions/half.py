"""Distributions folded at 0: what |x| of a symmetric x has for a density."""

import math

from .transformed_distribution import TransformedDistribution
from .transforms import AbsTransform
from .utils import torch


class Half(TransformedDistribution):
    """|x| for x of a symmetric distribution around 0."""

    has_rsample = True

    def __init__(self, symmetric, validate_args=None):
        super().__init__(symmetric, AbsTransform(), validate_args=validate_args)

    @property
    def scale(self):
        return self.base_dist.scale

    @property
    def mode(self):
        return torch.zeros_like(self.scale)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return torch.where(value >= 0, self.base_dist.log_prob(value) + math.log(2), -math.inf)

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return 2 * self.base_dist.cdf(value) - 1

    def icdf(self, prob):
        return self.base_dist.icdf((prob + 1) / 2)

    def entropy(self):
        return self.base_dist.entropy() - math.log(2)
