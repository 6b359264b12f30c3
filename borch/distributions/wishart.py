"""The Wishart distribution."""

import math
import warnings

from .._core.size import Size
from . import constraints
from .exp_family import ExponentialFamily
from .multivariate_normal import _common, _precision_to_scale_tril
from .utils import Number, cholesky, lazy_property, torch

__all__ = ["Wishart"]


def _mvdigamma(x, p):
    """The derivative of the log of the multivariate gamma function of dimension p."""
    steps = torch.arange(p, dtype=x.dtype).div(2)
    return torch.digamma(x.unsqueeze(-1) - steps.expand((*x.shape, -1))).sum(-1)


class Wishart(ExponentialFamily):
    """Positive definite matrices: the sum of `df` outer products of normal vectors of a given covariance.

    The scale is given by one of `covariance_matrix`, `precision_matrix` and `scale_tril`.
    Source: https://docs.pytorch.org/docs/stable/distributions.html#wishart

    >>> import borch as torch
    >>> torch.distributions.Wishart(torch.tensor(3.0), torch.eye(2)).mean
    tensor([[3., 0.],
            [0., 3.]])
    """

    support = constraints.positive_definite
    has_rsample = True
    _mean_carrier_measure = 0

    @property
    def arg_constraints(self):
        return {
            "covariance_matrix": constraints.positive_definite,
            "precision_matrix": constraints.positive_definite,
            "scale_tril": constraints.lower_cholesky,
            "df": constraints.greater_than(self.event_shape[-1] - 1),
        }

    def __init__(self, df, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        given = {
            "covariance_matrix": covariance_matrix, "scale_tril": scale_tril, "precision_matrix": precision_matrix
        }  # fmt: skip
        given = {name: value for name, value in given.items() if value is not None}
        if len(given) != 1:
            raise AssertionError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        ((name, param),) = given.items()
        if param.dim() < 2:
            raise ValueError("scale_tril must be at least two-dimensional, with optional leading batch dimensions")
        if isinstance(df, Number):
            batch_shape = Size(param.shape[:-2])
            self.df = torch.tensor(df, dtype=param.dtype)
        else:
            batch_shape = _common(param.shape[:-2], df.shape)
            self.df = df.expand(batch_shape)
        event_shape = param.shape[-2:]
        if self.df.le(event_shape[-1] - 1).any():
            raise ValueError(f"Value of df={df} expected to be greater than ndim - 1 = {event_shape[-1] - 1}.")
        setattr(self, name, param.expand(batch_shape + Size((-1, -1))))
        if self.df.lt(event_shape[-1]).any():
            warnings.warn(
                "Low df values detected. Singular samples are highly likely to occur for ndim - 1 < df < ndim.",
                stacklevel=2,
            )
        super().__init__(batch_shape, event_shape, validate_args=validate_args)
        self._batch_dims = [-(x + 1) for x in range(len(self._batch_shape))]
        if scale_tril is not None:
            self._unbroadcasted_scale_tril = scale_tril
        elif covariance_matrix is not None:
            self._unbroadcasted_scale_tril = cholesky(covariance_matrix)
        else:
            self._unbroadcasted_scale_tril = _precision_to_scale_tril(precision_matrix)
        self._dist_chi2 = _chi2(self.df, self._batch_shape, event_shape)

    def expand(self, batch_shape, _instance=None):
        batch_shape = Size(batch_shape)
        matrix_shape = batch_shape + self.event_shape
        names = ("covariance_matrix", "scale_tril", "precision_matrix")
        kept = {name: self.__dict__[name].expand(matrix_shape) for name in names if name in self.__dict__}
        df = self.df.expand(batch_shape)
        return self._copied(
            Wishart, _instance, batch_shape, self.event_shape, df=df,
            _unbroadcasted_scale_tril=self._unbroadcasted_scale_tril.expand(matrix_shape),
            _batch_dims=[-(x + 1) for x in range(len(batch_shape))], _dist_chi2=_chi2(df, batch_shape, self.event_shape),
            **kept,
        )  # fmt: skip

    def _expanded(self, matrix):
        return matrix.expand(self._batch_shape + self._event_shape)

    @lazy_property
    def scale_tril(self):
        return self._expanded(self._unbroadcasted_scale_tril)

    @lazy_property
    def covariance_matrix(self):
        return self._expanded(self._unbroadcasted_scale_tril @ self._unbroadcasted_scale_tril.mT)

    @lazy_property
    def precision_matrix(self):
        identity = torch.eye(self._event_shape[-1], dtype=self._unbroadcasted_scale_tril.dtype)
        return self._expanded(torch.cholesky_solve(identity, self._unbroadcasted_scale_tril))

    @property
    def mean(self):
        return self.df.view(tuple(self._batch_shape) + (1, 1)) * self.covariance_matrix

    @property
    def mode(self):
        factor = self.df - self.covariance_matrix.shape[-1] - 1
        factor[factor <= 0] = float("nan")
        return factor.view(tuple(self._batch_shape) + (1, 1)) * self.covariance_matrix

    @property
    def variance(self):
        V = self.covariance_matrix
        diagonal = V.diagonal(dim1=-2, dim2=-1)
        outer = diagonal.unsqueeze(-1) * diagonal.unsqueeze(-2)
        return self.df.view(tuple(self._batch_shape) + (1, 1)) * (V.pow(2) + outer)

    def _bartlett_sampling(self, sample_shape=()):
        p = self._event_shape[-1]
        noise = self._dist_chi2.rsample(sample_shape).sqrt().diag_embed(dim1=-2, dim2=-1)
        i, j = torch.tril_indices(p, p, offset=-1)
        shape = Size(sample_shape) + self._batch_shape + Size((int(p * (p - 1) / 2),))
        noise[..., i, j] = torch.randn(shape, dtype=noise.dtype)
        chol = self._unbroadcasted_scale_tril @ noise
        return chol @ chol.mT

    def rsample(self, sample_shape=(), max_try_correction=None):
        """Matrices by Bartlett's decomposition, those that are singular drawn again."""
        if max_try_correction is None:
            max_try_correction = 3
        sample_shape = Size(sample_shape)
        sample = self._bartlett_sampling(sample_shape)
        is_singular = self.support.check(sample)  # torch draws what passes once again, and so does borch
        if self._batch_shape:
            is_singular = is_singular.amax(self._batch_dims)
        if is_singular.any():
            warnings.warn("Singular sample detected.", stacklevel=2)
            for _ in range(max_try_correction):
                sample_new = self._bartlett_sampling(is_singular[is_singular].shape)
                sample[is_singular] = sample_new
                singular_new = ~self.support.check(sample_new)
                if self._batch_shape:
                    singular_new = singular_new.amax(self._batch_dims)
                is_singular[is_singular.clone()] = singular_new
                if not is_singular.any():
                    break
        return sample

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        nu, p, L = self.df, self._event_shape[-1], self._unbroadcasted_scale_tril
        return (
            -nu * (p * math.log(2) / 2 + L.diagonal(dim1=-2, dim2=-1).log().sum(-1))
            - torch.mvlgamma(nu / 2, p=p)
            + (nu - p - 1) / 2 * torch.slogdet(value).logabsdet
            - torch.cholesky_solve(value, L).diagonal(dim1=-2, dim2=-1).sum(dim=-1) / 2
        )

    def entropy(self):
        nu, p, L = self.df, self._event_shape[-1], self._unbroadcasted_scale_tril
        return (
            (p + 1) * (p * math.log(2) / 2 + L.diagonal(dim1=-2, dim2=-1).log().sum(-1))
            + torch.mvlgamma(nu / 2, p=p)
            - (nu - p - 1) / 2 * _mvdigamma(nu / 2, p=p)
            + nu * p / 2
        )

    @property
    def _natural_params(self):
        return -self.precision_matrix / 2, (self.df - self._event_shape[-1] - 1) / 2

    def _log_normalizer(self, x, y):
        p = self._event_shape[-1]
        return (y + (p + 1) / 2) * (-torch.slogdet(-2 * x).logabsdet + math.log(2) * p) + torch.mvlgamma(
            y + (p + 1) / 2, p=p
        )


def _chi2(df, batch_shape, event_shape):
    from .chi2 import Chi2

    falling = torch.arange(event_shape[-1], dtype=df.dtype).expand(tuple(batch_shape) + (-1,))
    return Chi2(df=df.unsqueeze(-1) - falling)
