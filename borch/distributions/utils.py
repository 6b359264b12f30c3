"""What all distributions share: torch's names for the ops, broadcasting of parameters, logits and probabilities."""

import functools

import numpy as np

from .. import linalg, special  # noqa: F401 - these rooms hold ops that distributions are made of
from .._core import dtype as dtypes
from .._core.mode import mode
from .._core.op import NAMESPACES, OPS
from .._core.tensor import Tensor
from ..random import reparameterized  # noqa: F401 - the derivatives of gamma and Dirichlet draws

Number = (int, float, complex, bool, np.number)
euler_constant = 0.57721566490153286060


class _Names:
    """The ops under torch's names: `torch.exp` is the op exp."""

    def __getattr__(self, name):
        try:
            return OPS[name]
        except KeyError:
            raise AttributeError(f"there is no op {name}") from None


torch = _Names()
cholesky = NAMESPACES["torch.linalg"]["cholesky"]


class no_record:
    """Nothing is recorded inside."""

    def __enter__(self):
        self.before, mode.grad = mode.grad, False

    def __exit__(self, *exc):
        mode.grad = self.before


class record:
    """Ops are recorded inside."""

    def __enter__(self):
        self.before, mode.grad = mode.grad, True

    def __exit__(self, *exc):
        mode.grad = self.before


def broadcast_all(*values):
    """The values as tensors of one shape; numbers take the first tensor's dtype. ValueError for other things.

    >>> import borch as torch
    >>> from borch.distributions.utils import broadcast_all
    >>> broadcast_all(torch.zeros(2), 1.0)
    (tensor([0., 0.]), tensor([1., 1.]))
    """
    if not all(isinstance(v, (Tensor, *Number)) for v in values):
        raise ValueError(
            "Input arguments must all be instances of Number, torch.Tensor or objects implementing __torch_function__."
        )
    if not all(isinstance(v, Tensor) for v in values):
        first = next((v for v in values if isinstance(v, Tensor)), None)
        kind = dtypes.get_default_dtype() if first is None else first.dtype
        values = [v if isinstance(v, Tensor) else torch.tensor(v, dtype=kind) for v in values]
    return torch.broadcast_tensors(*values)


def all_numbers(*values):
    return all(isinstance(v, Number) for v in values)


def _standard_normal(shape, dtype, device=None):
    return torch.normal(torch.zeros(shape, dtype=dtype), torch.ones(shape, dtype=dtype))


def _sum_rightmost(value, dim):
    """`value` summed over its last `dim` axes."""
    if dim == 0:
        return value
    return value.reshape(tuple(value.shape)[:-dim] + (-1,)).sum(-1)


def logits_to_probs(logits, is_binary=False):
    """Probabilities of logits: their sigmoid, or their softmax over the last axis."""
    return torch.sigmoid(logits) if is_binary else torch.softmax(logits, -1)


def clamp_probs(probs):
    """Probabilities kept one rounding away from 0 and 1."""
    eps = dtypes.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs, is_binary=False):
    """Logits of probabilities: log-odds, or logarithms."""
    kept = clamp_probs(probs)
    return torch.log(kept) - torch.log1p(-kept) if is_binary else torch.log(kept)


def one_hot(index, n, like):
    """Vectors of length `n` with a 1 at `index`, in the dtype of `like`."""
    return torch.eye(n, dtype=like.dtype)[index]


def binary_cross_entropy(logits, value):
    """-log p(value) for outcomes 0 and 1 with these logits."""
    from ..nn.functional import binary_cross_entropy_with_logits

    return binary_cross_entropy_with_logits(logits, value, reduction="none")


class lazy_property:
    """A property computed when it is first asked for, and kept in the instance; recorded also under no_grad."""

    def __init__(self, wrapped):
        self.wrapped = wrapped
        functools.update_wrapper(self, wrapped)

    def __get__(self, instance, owner=None):
        if instance is None:
            return _ClassSide(self.wrapped)
        with record():
            value = self.wrapped(instance)
        setattr(instance, self.wrapped.__name__, value)
        return value


class _ClassSide(property):
    """What the class itself shows in the place of a lazy property."""

    def __init__(self, wrapped):
        super().__init__(wrapped)


def tril_matrix_to_vec(mat, diag=0):
    """The entries of the lower triangle (up to diagonal `diag`) of square matrices (..., D, D) as vectors, row by row."""
    n = mat.shape[-1]
    if diag < -n or diag >= n:
        raise ValueError(f"diag ({diag}) provided is outside [{-n}, {n - 1}].")
    rows, columns = np.tril_indices(n, diag)
    return mat[..., torch.from_numpy(rows.astype(np.int64)), torch.from_numpy(columns.astype(np.int64))]


def vec_to_tril_matrix(vec, diag=0):
    """Square matrices (..., D, D) whose lower triangle holds the entries of vectors, row by row, and zeros above."""
    size = vec.shape[-1]
    n = (-(1 + 2 * diag) + ((1 + 2 * diag) ** 2 + 8 * size + 4 * abs(diag) * (diag + 1)) ** 0.5) / 2
    if not round(n) - n <= dtypes.finfo(vec.dtype).eps:
        raise ValueError(
            f"The size of last dimension is {size} which cannot be expressed as the lower triangular part of a "
            "square D x D matrix."
        )
    n = round(n.real) if isinstance(n, complex) else round(n)
    rows, columns = np.tril_indices(n, diag)
    mat = torch.zeros((*vec.shape[:-1], n, n), dtype=vec.dtype)
    mat[..., torch.from_numpy(rows.astype(np.int64)), torch.from_numpy(columns.astype(np.int64))] = vec
    return mat
