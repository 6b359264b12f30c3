"""Transforms over vectors and matrices: reshaping, softmax, stick breaking, Cholesky factors, pieces of an axis.

They are public in transforms.py, as in torch.
"""

import functools
import operator

from .._core.size import Size
from . import constraints
from .scalar_transforms import Transform, _clipped_sigmoid, softplus
from .utils import _sum_rightmost, cholesky, lazy_property, torch, tril_matrix_to_vec, vec_to_tril_matrix


class IndependentTransform(Transform):
    """A transform whose last `reinterpreted_batch_ndims` batch axes belong to the event: their Jacobians are summed.

    >>> import borch as torch
    >>> D = torch.distributions
    >>> t = D.IndependentTransform(D.ExpTransform(), 1)
    >>> x = torch.tensor([1.0, 2.0])
    >>> t.log_abs_det_jacobian(x, t(x))
    tensor(3.)
    """

    def __init__(self, base_transform, reinterpreted_batch_ndims, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.base_transform = base_transform.with_cache(cache_size)
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    def with_cache(self, cache_size=1):
        if self._cache_size == cache_size:
            return self
        return IndependentTransform(self.base_transform, self.reinterpreted_batch_ndims, cache_size=cache_size)

    @constraints.dependent_property(is_discrete=False)
    def domain(self):
        return constraints.independent(self.base_transform.domain, self.reinterpreted_batch_ndims)

    @constraints.dependent_property(is_discrete=False)
    def codomain(self):
        return constraints.independent(self.base_transform.codomain, self.reinterpreted_batch_ndims)

    @property
    def bijective(self):
        return self.base_transform.bijective

    @property
    def sign(self):
        return self.base_transform.sign

    def _call(self, x):
        if x.dim() < self.domain.event_dim:
            raise ValueError("Too few dimensions on input")
        return self.base_transform(x)

    def _inverse(self, y):
        if y.dim() < self.codomain.event_dim:
            raise ValueError("Too few dimensions on input")
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x, y):
        return _sum_rightmost(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)

    def __repr__(self):
        return f"{self.__class__.__name__}({self.base_transform!r}, {self.reinterpreted_batch_ndims})"

    def forward_shape(self, shape):
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape):
        return self.base_transform.inverse_shape(shape)


class ReshapeTransform(Transform):
    """An event of shape `in_shape` laid out as `out_shape`.

    >>> import borch as torch
    >>> t = torch.distributions.ReshapeTransform((4,), (2, 2))
    >>> t(torch.tensor([1.0, 2.0, 3.0, 4.0]))
    tensor([[1., 2.],
            [3., 4.]])
    """

    bijective = True

    def __init__(self, in_shape, out_shape, cache_size=0):
        self.in_shape, self.out_shape = Size(in_shape), Size(out_shape)
        if self.in_shape.numel() != self.out_shape.numel():
            raise ValueError("in_shape, out_shape have different numbers of elements")
        super().__init__(cache_size=cache_size)

    @constraints.dependent_property
    def domain(self):
        return constraints.independent(constraints.real, len(self.in_shape))

    @constraints.dependent_property
    def codomain(self):
        return constraints.independent(constraints.real, len(self.out_shape))

    def with_cache(self, cache_size=1):
        if self._cache_size == cache_size:
            return self
        return ReshapeTransform(self.in_shape, self.out_shape, cache_size=cache_size)

    def _batch(self, x, shape):
        return tuple(x.shape[: x.dim() - len(shape)])

    def _call(self, x):
        return x.reshape(self._batch(x, self.in_shape) + tuple(self.out_shape))

    def _inverse(self, y):
        return y.reshape(self._batch(y, self.out_shape) + tuple(self.in_shape))

    def log_abs_det_jacobian(self, x, y):
        return torch.zeros(self._batch(x, self.in_shape), dtype=x.dtype)

    def forward_shape(self, shape):
        return self._changed(shape, self.in_shape, self.out_shape)

    def inverse_shape(self, shape):
        return self._changed(shape, self.out_shape, self.in_shape)

    def _changed(self, shape, old, new):
        if len(shape) < len(old):
            raise ValueError("Too few dimensions on input")
        cut = len(shape) - len(old)
        if tuple(shape[cut:]) != tuple(old):
            raise ValueError(f"Shape mismatch: expected {shape[cut:]} but got {old}")
        return shape[:cut] + new


class SoftmaxTransform(Transform):
    """y = softmax(x), one of whose inverses is log(y); it is not bijective and has no Jacobian.

    >>> import borch as torch
    >>> t = torch.distributions.SoftmaxTransform()
    >>> t(torch.tensor([0.0, 1.0, 2.0]))
    tensor([0.0900, 0.2447, 0.6652])
    """

    domain, codomain = constraints.real_vector, constraints.simplex

    def __eq__(self, other):
        return isinstance(other, SoftmaxTransform)

    __hash__ = object.__hash__

    def _call(self, x):
        probs = (x - x.max(-1, True)[0]).exp()
        return probs / probs.sum(-1, True)

    def _inverse(self, y):
        return y.log()

    def forward_shape(self, shape):
        return _at_least(shape, 1)

    inverse_shape = forward_shape


def _at_least(shape, n):
    if len(shape) < n:
        raise ValueError("Too few dimensions on input")
    return shape


class StickBreakingTransform(Transform):
    """Vectors of K - 1 real numbers to points of the simplex of K, by breaking a stick piece by piece.

    >>> import borch as torch
    >>> t = torch.distributions.StickBreakingTransform()
    >>> t(torch.tensor([0.0, 0.0]))
    tensor([0.3333, 0.3333, 0.3333])
    """

    domain, codomain = constraints.real_vector, constraints.simplex
    bijective = True

    def __eq__(self, other):
        return isinstance(other, StickBreakingTransform)

    __hash__ = object.__hash__

    def _offset(self, x, n):
        return n - torch.ones(x.shape[-1], dtype=x.dtype).cumsum(-1)

    def _call(self, x):
        z = _clipped_sigmoid(x - self._offset(x, x.shape[-1] + 1).log())
        left = (1 - z).cumprod(-1)
        one = torch.ones((*z.shape[:-1], 1), dtype=z.dtype)
        return torch.cat([z, one], -1) * torch.cat([one, left], -1)

    def _inverse(self, y):
        pieces = y[..., :-1]
        left = 1 - pieces.cumsum(-1)
        left = torch.clamp(left, min=_tiny(y))
        return pieces.log() - left.log() + self._offset(pieces, y.shape[-1]).log()

    def log_abs_det_jacobian(self, x, y):
        x = x - self._offset(x, x.shape[-1] + 1).log()
        return (-x + _log_sigmoid(x) + y[..., :-1].log()).sum(-1)

    def forward_shape(self, shape):
        _at_least(shape, 1)
        return shape[:-1] + Size((shape[-1] + 1,))

    def inverse_shape(self, shape):
        _at_least(shape, 1)
        return shape[:-1] + Size((shape[-1] - 1,))


def _tiny(x):
    from .._core import dtype as dtypes

    return dtypes.finfo(x.dtype).tiny


def _log_sigmoid(x):
    return -torch.logaddexp(torch.zeros_like(x), -x)


class CorrCholeskyTransform(Transform):
    """Vectors of D (D - 1) / 2 real numbers to Cholesky factors of correlation matrices, by tanh and stick breaking.

    >>> import borch as torch
    >>> t = torch.distributions.CorrCholeskyTransform()
    >>> factor = t(torch.tensor([0.5]))
    >>> factor, factor @ factor.mT
    (tensor([[1.0000, 0.0000],
            [0.4621, 0.8868]]), tensor([[1.0000, 0.4621],
            [0.4621, 1.0000]]))
    """

    domain, codomain = constraints.real_vector, constraints.corr_cholesky
    bijective = True

    def _call(self, x):
        eps = _eps(x)
        r = vec_to_tril_matrix(torch.tanh(x).clamp(min=-1 + eps, max=1 - eps), diag=-1)
        z = r**2
        roots = (1 - z).sqrt().cumprod(-1)
        r = r + torch.eye(r.shape[-1], dtype=r.dtype)
        first = torch.ones((*roots.shape[:-1], 1), dtype=roots.dtype)
        return r * torch.cat([first, roots[..., :-1]], -1)

    def _inverse(self, y):
        left = 1 - torch.cumsum(y * y, -1)
        first = torch.ones((*left.shape[:-1], 1), dtype=left.dtype)
        shifted = torch.cat([first, left[..., :-1]], -1)
        below = tril_matrix_to_vec(y, diag=-1)
        t = below / tril_matrix_to_vec(shifted, diag=-1).sqrt()
        return (t.log1p() - t.neg().log1p()) / 2

    def log_abs_det_jacobian(self, x, y, intermediates=None):
        left = 1 - (y * y).cumsum(-1)
        logs = 0.5 * tril_matrix_to_vec(left, diag=-2).log().sum(-1)
        tanh = -2 * (x + softplus(-2 * x) - 0.6931471805599453).sum(-1)
        return logs + tanh

    def forward_shape(self, shape):
        _at_least(shape, 1)
        n = shape[-1]
        d = round((0.25 + 2 * n) ** 0.5 + 0.5)
        if d * (d - 1) // 2 != n:
            raise ValueError("Input is not a flattened lower-diagonal number")
        return shape[:-1] + Size((d, d))

    def inverse_shape(self, shape):
        _at_least(shape, 2)
        if shape[-2] != shape[-1]:
            raise ValueError("Input is not square")
        d = shape[-1]
        return shape[:-2] + Size((d * (d - 1) // 2,))


def _eps(x):
    from .._core import dtype as dtypes

    return dtypes.finfo(x.dtype).eps


class LowerCholeskyTransform(Transform):
    """Square matrices to lower triangular ones with a positive diagonal: its exponential. Not bijective.

    >>> import borch as torch
    >>> t = torch.distributions.LowerCholeskyTransform()
    >>> t(torch.tensor([[0.0, 5.0], [2.0, 1.0]]))
    tensor([[1.0000, 0.0000],
            [2.0000, 2.7183]])
    """

    domain = constraints.independent(constraints.real, 2)
    codomain = constraints.lower_cholesky

    def __eq__(self, other):
        return isinstance(other, LowerCholeskyTransform)

    __hash__ = object.__hash__

    def _call(self, x):
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y):
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()


class PositiveDefiniteTransform(Transform):
    """Square matrices to positive definite ones, by way of a Cholesky factor. Not bijective.

    >>> import borch as torch
    >>> t = torch.distributions.PositiveDefiniteTransform()
    >>> t(torch.tensor([[0.0, 5.0], [2.0, 1.0]]))
    tensor([[ 1.0000,  2.0000],
            [ 2.0000, 11.3891]])
    """

    domain = constraints.independent(constraints.real, 2)
    codomain = constraints.positive_definite

    def __eq__(self, other):
        return isinstance(other, PositiveDefiniteTransform)

    __hash__ = object.__hash__

    def _call(self, x):
        x = LowerCholeskyTransform()(x)
        return x @ x.mT

    def _inverse(self, y):
        return LowerCholeskyTransform().inv(cholesky(y))


class CatTransform(Transform):
    """Transforms of pieces along an axis, of the given lengths.

    >>> import borch as torch
    >>> D = torch.distributions
    >>> t = D.CatTransform([D.ExpTransform(), D.AffineTransform(0.0, 10.0)], lengths=[1, 2])
    >>> t(torch.tensor([0.0, 1.0, 2.0]))
    tensor([ 1., 10., 20.])
    """

    def __init__(self, tseq, dim=0, lengths=None, cache_size=0):
        if not all(isinstance(t, Transform) for t in tseq):
            raise AssertionError("All elements of tseq must be Transform instances")
        if cache_size:
            tseq = [t.with_cache(cache_size) for t in tseq]
        super().__init__(cache_size=cache_size)
        self.transforms = list(tseq)
        self.lengths = [1] * len(self.transforms) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.transforms):
            raise AssertionError(
                f"lengths must have the same length as transforms, got {len(self.lengths)} and {len(self.transforms)}"
            )
        self.dim = dim

    @lazy_property
    def event_dim(self):
        return max(t.event_dim for t in self.transforms)

    @lazy_property
    def length(self):
        return sum(self.lengths)

    def with_cache(self, cache_size=1):
        if self._cache_size == cache_size:
            return self
        return CatTransform(self.transforms, self.dim, self.lengths, cache_size)

    def _pieces(self, value):
        start = 0
        for transform, length in zip(self.transforms, self.lengths, strict=True):
            yield transform, value.narrow(self.dim, start, length)
            start += length

    def _call(self, x):
        return torch.cat([t(piece) for t, piece in self._pieces(x)], self.dim)

    def _inverse(self, y):
        return torch.cat([t.inv(piece) for t, piece in self._pieces(y)], self.dim)

    def log_abs_det_jacobian(self, x, y):
        terms = []
        for (t, before), (_, after) in zip(self._pieces(x), self._pieces(y), strict=True):
            term = t.log_abs_det_jacobian(before, after)
            if t.event_dim < self.event_dim:
                term = term.reshape((*term.shape[: term.dim() - (self.event_dim - t.event_dim)], -1)).sum(-1)
            terms.append(term)
        dim = self.dim - x.dim() if self.dim >= 0 else self.dim
        dim += self.event_dim
        return torch.cat(terms, dim) if dim < 0 else functools.reduce(operator.add, terms)

    @property
    def bijective(self):
        return all(t.bijective for t in self.transforms)

    @constraints.dependent_property
    def domain(self):
        return constraints.cat([t.domain for t in self.transforms], self.dim, self.lengths)

    @constraints.dependent_property
    def codomain(self):
        return constraints.cat([t.codomain for t in self.transforms], self.dim, self.lengths)


class StackTransform(Transform):
    """Transforms of the slices along an axis.

    >>> import borch as torch
    >>> D = torch.distributions
    >>> t = D.StackTransform([D.ExpTransform(), D.AffineTransform(0.0, 10.0)], dim=1)
    >>> t(torch.tensor([[0.0, 1.0], [1.0, 2.0]]))
    tensor([[ 1.0000, 10.0000],
            [ 2.7183, 20.0000]])
    """

    def __init__(self, tseq, dim=0, cache_size=0):
        if not all(isinstance(t, Transform) for t in tseq):
            raise AssertionError("All elements of tseq must be Transform instances")
        if cache_size:
            tseq = [t.with_cache(cache_size) for t in tseq]
        super().__init__(cache_size=cache_size)
        self.transforms, self.dim = list(tseq), dim

    def with_cache(self, cache_size=1):
        if self._cache_size == cache_size:
            return self
        return StackTransform(self.transforms, self.dim, cache_size)

    def _slices(self, value):
        return [value.select(self.dim, k) for k in range(value.size(self.dim))]

    def _call(self, x):
        return torch.stack([t(v) for v, t in zip(self._slices(x), self.transforms, strict=False)], self.dim)

    def _inverse(self, y):
        return torch.stack([t.inv(v) for v, t in zip(self._slices(y), self.transforms, strict=False)], self.dim)

    def log_abs_det_jacobian(self, x, y):
        pairs = zip(self._slices(x), self._slices(y), self.transforms, strict=False)
        return torch.stack([t.log_abs_det_jacobian(a, b) for a, b, t in pairs], self.dim)

    @property
    def bijective(self):
        return all(t.bijective for t in self.transforms)

    @constraints.dependent_property
    def domain(self):
        return constraints.stack([t.domain for t in self.transforms], self.dim)

    @constraints.dependent_property
    def codomain(self):
        return constraints.stack([t.codomain for t in self.transforms], self.dim)
