"""The multivariate normal distribution."""

import math

from .._core.size import Size
from . import constraints
from .distribution import Distribution
from .utils import _standard_normal, cholesky, lazy_property, torch

__all__ = ["MultivariateNormal"]


def _batch_mv(mat, vec):
    """Matrices (..., n, n) times vectors (..., n)."""
    return torch.matmul(mat, vec.unsqueeze(-1)).squeeze(-1)


def _batch_mahalanobis(L, x):
    """The squared norms of L^-1 x for lower triangular L, whose batch axes broadcast against those of x."""
    shape = torch.broadcast_to(x[..., 0], _common(x.shape[:-1], L.shape[:-2])).shape
    solved = torch.solve_triangular(L, x.expand((*shape, x.shape[-1])).unsqueeze(-1), upper=False)
    return solved.squeeze(-1).pow(2).sum(-1)


def _common(a, b):
    from .._core.args import broadcast_shapes

    return broadcast_shapes(tuple(a), tuple(b))


def _precision_to_scale_tril(P):
    """The Cholesky factor of a precision matrix's inverse, without that inverse."""
    Lf = cholesky(torch.flip(P, (-2, -1)))
    L_inv = torch.transpose(torch.flip(Lf, (-2, -1)), -2, -1)
    return torch.solve_triangular(L_inv, torch.eye(P.shape[-1], dtype=P.dtype), upper=False)


class MultivariateNormal(Distribution):
    """Normal vectors with mean `loc` and one of: covariance matrix, its inverse, its lower Cholesky factor.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#multivariatenormal

    >>> import borch as torch
    >>> d = torch.distributions.MultivariateNormal(torch.zeros(2), torch.eye(2))
    >>> d.log_prob(torch.zeros(2))
    tensor(-1.8379)
    """

    arg_constraints = {
        "loc": constraints.real_vector,
        "covariance_matrix": constraints.positive_definite,
        "precision_matrix": constraints.positive_definite,
        "scale_tril": constraints.lower_cholesky,
    }
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        given = {
            "covariance_matrix": covariance_matrix, "scale_tril": scale_tril, "precision_matrix": precision_matrix
        }  # fmt: skip
        given = {name: value for name, value in given.items() if value is not None}
        if len(given) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        ((name, matrix),) = given.items()
        if matrix.dim() < 2:
            raise ValueError(f"{name} must be at least two-dimensional, with optional leading batch dimensions")
        batch_shape = _common(matrix.shape[:-2], loc.shape[:-1])
        setattr(self, name, matrix.expand(batch_shape + Size((-1, -1))))
        self.loc = loc.expand(batch_shape + Size((-1,)))
        super().__init__(batch_shape, self.loc.shape[-1:], validate_args=validate_args)
        if scale_tril is not None:
            self._unbroadcasted_scale_tril = scale_tril
        elif covariance_matrix is not None:
            self._unbroadcasted_scale_tril = cholesky(covariance_matrix)
        else:
            self._unbroadcasted_scale_tril = _precision_to_scale_tril(precision_matrix)

    def expand(self, batch_shape, _instance=None):
        matrix_shape = (*batch_shape, *self.event_shape, *self.event_shape)
        names = ("covariance_matrix", "scale_tril", "precision_matrix")
        kept = {name: self.__dict__[name].expand(matrix_shape) for name in names if name in self.__dict__}
        return self._copied(
            MultivariateNormal, _instance, batch_shape, self.event_shape,
            loc=self.loc.expand((*batch_shape, *self.event_shape)),
            _unbroadcasted_scale_tril=self._unbroadcasted_scale_tril, **kept,
        )  # fmt: skip

    def _expanded(self, matrix):
        return matrix.expand(self._batch_shape + self._event_shape + self._event_shape)

    @lazy_property
    def scale_tril(self):
        return self._expanded(self._unbroadcasted_scale_tril)

    @lazy_property
    def covariance_matrix(self):
        return self._expanded(torch.matmul(self._unbroadcasted_scale_tril, self._unbroadcasted_scale_tril.mT))

    @lazy_property
    def precision_matrix(self):
        return self._expanded(torch.cholesky_inverse(self._unbroadcasted_scale_tril))

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return self._unbroadcasted_scale_tril.pow(2).sum(-1).expand(self._batch_shape + self._event_shape)

    def rsample(self, sample_shape=()):
        eps = _standard_normal(self._extended_shape(sample_shape), self.loc.dtype)
        return self.loc + _batch_mv(self._unbroadcasted_scale_tril, eps)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        m = _batch_mahalanobis(self._unbroadcasted_scale_tril, value - self.loc)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + m) - self._half_log_det()

    def _half_log_det(self):
        return self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def entropy(self):
        h = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._half_log_det()
        return h if len(self._batch_shape) == 0 else h.expand(self._batch_shape)
