"""The LKJ distribution over Cholesky factors of correlation matrices."""

import math

from .._core import dtype as dtypes
from .._core.size import Size
from . import constraints
from .beta import Beta
from .distribution import Distribution
from .utils import broadcast_all, no_record, torch

__all__ = ["LKJCholesky"]


class LKJCholesky(Distribution):
    """Lower Cholesky factors L of correlation matrices of size `dim`, with `p(L L^T)` proportional to a power of the
    determinant, `concentration - 1` (Lewandowski, Kurowicka and Joe, 2009; the onion method draws them).

    Source: https://docs.pytorch.org/docs/stable/distributions.html#lkjcholesky

    >>> import borch as torch
    >>> torch.distributions.LKJCholesky(3, 0.5).sample().shape
    torch.Size([3, 3])
    """

    arg_constraints = {"concentration": constraints.positive}
    support = constraints.corr_cholesky

    def __init__(self, dim, concentration=1.0, validate_args=None):
        if dim < 2:
            raise ValueError(f"Expected dim to be an integer greater than or equal to 2. Found dim={dim}.")
        self.dim = dim
        (self.concentration,) = broadcast_all(concentration)
        marginal = self.concentration + 0.5 * (dim - 2)
        offset = torch.arange(dim - 1, dtype=self.concentration.dtype)
        offset = torch.cat([torch.zeros((1,), dtype=offset.dtype), offset])
        self._beta = Beta(offset + 0.5, marginal.unsqueeze(-1) - 0.5 * offset)
        super().__init__(self.concentration.size(), Size((dim, dim)), validate_args)

    def expand(self, batch_shape, _instance=None):
        batch_shape = Size(batch_shape)
        return self._copied(
            LKJCholesky, _instance, batch_shape, self.event_shape, dim=self.dim,
            concentration=self.concentration.expand(batch_shape),
            _beta=self._beta.expand(batch_shape + Size((self.dim,))),
        )  # fmt: skip

    def sample(self, sample_shape=()):
        with no_record():
            y = self._beta.sample(sample_shape).unsqueeze(-1)
            u_normal = torch.randn(self._extended_shape(sample_shape), dtype=y.dtype).tril(-1)
            u_sphere = u_normal / u_normal.norm(dim=-1, keepdim=True)
            u_sphere[..., 0, :].fill_(0.0)
            w = torch.sqrt(y) * u_sphere
            eps = dtypes.finfo(w.dtype).tiny
            diagonal = torch.clamp(1 - torch.sum(w**2, dim=-1), min=eps).sqrt()
            return w + torch.diag_embed(diagonal)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        diagonal = value.diagonal(dim1=-1, dim2=-2)[..., 1:]
        order = torch.arange(2, self.dim + 1)
        order = 2 * (self.concentration - 1).unsqueeze(-1) + self.dim - order
        unnormalized = torch.sum(order * diagonal.log(), dim=-1)
        n = self.dim - 1
        alpha = self.concentration + 0.5 * n
        normalize = torch.lgamma(alpha) * n
        numerator = torch.mvlgamma(alpha - 0.5, n)
        pi_constant = 0.5 * n * math.log(math.pi)
        return unnormalized - (pi_constant + numerator - normalize)
