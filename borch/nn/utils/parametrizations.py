"""Ready parametrizations: orthogonal matrices, weight norm, spectral norm.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.parametrizations.orthogonal.html
"""

from enum import Enum, auto

import numpy as np

from ... import linalg
from ..._core.op import OPS, wrap
from ..._core.tensor import Tensor
from ...autograd.grad_mode import no_grad
from ..modules.module import Module
from . import parametrize
from .spectral_norm import check_iterations, default_dim, matrix_of, unit
from .weight_norm import normalised

__all__ = ["orthogonal", "spectral_norm", "weight_norm"]


def _is_orthogonal(Q, eps=None):
    n, k = Q.shape[-2:]
    identity = OPS["eye"](k, dtype=Q.dtype)
    eps = 10.0 * n * np.finfo(Q._array.dtype).eps if eps is None else eps
    return OPS["allclose"](Q.mH @ Q, identity, atol=eps)


def _reflectors(A):
    """The Householder reflectors below the diagonal, R on and above it, and their factors tau, of a QR decomposition."""
    packed, tau = np.linalg.qr(A._array, mode="raw")
    return wrap(np.ascontiguousarray(packed.swapaxes(-1, -2))), wrap(np.ascontiguousarray(tau))


def _make_orthogonal(A):
    """The Q of A's QR decomposition whose R has a positive diagonal."""
    X, tau = _reflectors(A)
    Q = linalg.householder_product(X, tau)
    return Q * X.diagonal(dim1=-2, dim2=-1).sgn().unsqueeze(-2)


class _OrthMaps(Enum):
    matrix_exp = auto()
    cayley = auto()
    householder = auto()


class _Orthogonal(Module):
    """A matrix with orthonormal columns (or rows, when it is wider than high), made of any matrix."""

    def __init__(self, weight, orthogonal_map, *, use_trivialization=True):
        super().__init__()
        if weight.is_complex() and orthogonal_map == _OrthMaps.householder:
            raise ValueError("The householder parametrization does not support complex tensors.")
        self.shape = weight.shape
        self.orthogonal_map = orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, X):
        n, k = X.shape[-2:]
        transposed = n < k
        if transposed:
            X, n, k = X.mT, k, n
        Q = self._householder(X) if self.orthogonal_map is _OrthMaps.householder else self._of_skew(X, n, k)
        if hasattr(self, "base") and self.base is not None:
            Q = self.base @ Q
        return Q.mT if transposed else Q

    def _householder(self, X):
        A = X.tril(diagonal=-1)
        tau = 2.0 / (1.0 + (A * A).sum(-2))
        Q = linalg.householder_product(A, tau)
        return Q * X.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)

    def _of_skew(self, X, n, k):
        """By the exponential or the Cayley map of the skew matrix X - X^H."""
        X = X.tril()
        if n != k:
            X = OPS["cat"]([X, X.new_zeros(n, n - k).expand(*X.shape[:-2], -1, -1)], -1)
        A = X - X.mH
        if self.orthogonal_map is _OrthMaps.matrix_exp:
            Q = linalg.matrix_exp(A)
        else:
            identity = OPS["eye"](n, dtype=A.dtype)
            Q = linalg.solve(identity - A * 0.5, identity + A * 0.5)
        return Q[..., :k] if n != k else Q

    def right_inverse(self, Q):
        if Q.shape != self.shape:
            raise ValueError(
                f"Expected a matrix or batch of matrices of shape {self.shape}. Got a tensor of shape {Q.shape}."
            )
        Q_init = Q
        n, k = Q.shape[-2:]
        transposed = n < k
        if transposed:
            Q, n, k = Q.mT, k, n
        if not hasattr(self, "base"):
            return self._without_base(Q, transposed)
        if n == k:
            Q = Q.clone() if _is_orthogonal(Q) else _make_orthogonal(Q)
        else:
            noise = OPS["randn"](*Q.shape[:-2], n, n - k, dtype=Q.dtype)
            Q = _make_orthogonal(OPS["cat"]([Q, noise], -1))
        self.base = Q
        start = OPS["zeros_like"](Q_init)
        start.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
        return start

    def _without_base(self, Q, transposed):
        if self.orthogonal_map is not _OrthMaps.householder:
            raise NotImplementedError(
                "It is not possible to assign to the matrix exponential or the Cayley parametrizations when "
                "use_trivialization=False."
            )
        A, tau = _reflectors(Q)
        diagonal = A.diagonal(dim1=-2, dim2=-1)
        diagonal.sign_()
        diagonal[tau == 0.0] *= -1
        return A.mT if transposed else A


def orthogonal(module, name="weight", orthogonal_map=None, *, use_trivialization=True):
    """Keeps the matrix `name` orthogonal: its columns, or rows when it is wider than high, are orthonormal.

    orthogonal_map: "matrix_exp", "cayley" or "householder" (default: the first for square and complex ones, else the
    last). ValueError for other maps and for what is no matrix. Source: Lezcano-Casado 2019, arXiv:1909.09501.

    >>> import borch as torch
    >>> w = torch.nn.utils.parametrizations.orthogonal(torch.nn.Linear(3, 2)).weight
    >>> torch.allclose(w @ w.T, torch.eye(2), atol=1e-6)
    True
    """
    weight = getattr(module, name, None)
    if not isinstance(weight, Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    if weight.ndim < 2:
        raise ValueError(f"Expected a matrix or batch of matrices. Got a tensor of {weight.ndim} dimensions.")
    if orthogonal_map is None:
        square = weight.shape[-2] == weight.shape[-1] or weight.is_complex()
        orthogonal_map = "matrix_exp" if square else "householder"
    kind = getattr(_OrthMaps, orthogonal_map, None)
    if kind is None:
        raise ValueError(
            f'orthogonal_map has to be one of "matrix_exp", "cayley", "householder". Got: {orthogonal_map}'
        )
    made = _Orthogonal(weight, kind, use_trivialization=use_trivialization)
    parametrize.register_parametrization(module, name, made, unsafe=True)
    return module


class _WeightNorm(Module):
    """A weight from its length and its direction."""

    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g, weight_v):
        return normalised(weight_v, weight_g, self.dim)

    def right_inverse(self, weight):
        return OPS["norm_except_dim"](weight, 2, self.dim), weight


def weight_norm(module, name="weight", dim=0):
    """Makes the parameter `name` a length (`original0`) times a direction (`original1`); `dim` None: one length for all.

    Source: Salimans and Kingma 2016, arXiv:1602.07868.

    >>> import borch as torch
    >>> layer = torch.nn.utils.parametrizations.weight_norm(torch.nn.Linear(3, 2))
    >>> list(layer.state_dict())
    ['bias', 'parametrizations.weight.original0', 'parametrizations.weight.original1']
    """
    parametrize.register_parametrization(module, name, _WeightNorm(dim), unsafe=True)
    module._register_load_state_dict_pre_hook(_OldNames(name))
    return module


class _OldNames:
    """Lets a state with `name_g` and `name_v`, from before parametrizations, be loaded."""

    def __init__(self, name):
        self.name = name

    def __call__(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        old = f"{prefix}{self.name}_g", f"{prefix}{self.name}_v"
        if all(key in state_dict for key in old):
            for k, key in enumerate(old):
                state_dict[f"{prefix}parametrizations.{self.name}.original{k}"] = state_dict.pop(key)


class _SpectralNorm(Module):
    """A weight divided by its largest singular value."""

    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        ndim = weight.ndim
        if not -ndim <= dim < ndim:
            raise IndexError(f"Dimension out of range (expected to be in range of [-{ndim}, {ndim - 1}] but got {dim})")
        check_iterations(n_power_iterations)
        self.dim = dim if dim >= 0 else dim + ndim
        self.eps = eps
        if ndim > 1:
            self.n_power_iterations = n_power_iterations
            matrix = matrix_of(weight, self.dim)
            rows, columns = matrix.shape
            u, v = (matrix.new_empty(n).normal_(0, 1) for n in (rows, columns))
            self.register_buffer("_u", unit(u, eps))
            self.register_buffer("_v", unit(v, eps))
            self._power_method(matrix, 15)

    def _power_method(self, matrix, n_power_iterations):
        with no_grad():
            for _ in range(n_power_iterations):
                self._u = unit(OPS["mv"](matrix, self._v), self.eps)
                self._v = unit(OPS["mv"](matrix.mH, self._u), self.eps)

    def forward(self, weight):
        if weight.ndim == 1:
            return unit(weight, self.eps)
        matrix = matrix_of(weight, self.dim)
        if self.training:
            self._power_method(matrix, self.n_power_iterations)
        u, v = self._u.clone(), self._v.clone()
        return weight / OPS["vdot"](u, OPS["mv"](matrix, v))

    def right_inverse(self, value):
        return value


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divides the parameter `name` by its largest singular value, found by power iteration (in training mode alone).

    Source: Miyato et al. 2018, arXiv:1802.05957.

    >>> import borch as torch
    >>> layer = torch.nn.utils.parametrizations.spectral_norm(torch.nn.Linear(20, 40))
    >>> bool((torch.linalg.matrix_norm(layer.weight, 2) - 1).abs() < 0.2)
    True
    """
    weight = getattr(module, name, None)
    if not isinstance(weight, Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    dim = default_dim(module) if dim is None else dim
    made = _SpectralNorm(weight.detach(), n_power_iterations, dim, eps)
    parametrize.register_parametrization(module, name, made)
    return module
