"""Distances and similarities of vectors: between pairs of rows, and between all rows of one matrix.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#distance-functions
"""

import numpy as np

from ..._core import dtype as dtypes
from ..._core.args import broadcast_shape
from ..._core.op import OPS, function, op, wrap
from ..._core.tensor import Tensor
from ...autograd.grad_mode import no_grad
from ...ops.norm import norm_grad, norm_of

NAMESPACE = "torch.nn.functional"


def _norm_input(g, input, out, p, keepdim):
    if not keepdim:
        shape = (*input.shape[:-1], 1)
        g, out = (OPS["reshape"](x, shape) if isinstance(x, Tensor) else x.reshape(shape) for x in (g, out))
    return norm_grad(g, input, out, p)


@op(kind="same", node="NormBackward1", method=False, namespace=None, input=_norm_input)
def _last_norm(input, p, keepdim):
    x = input.astype(np.float32) if input.dtype == np.float16 else input
    return np.asarray(norm_of(x, p, -1, keepdim)).astype(input.real.dtype, copy=False)


@function(method=False)
def pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False):
    """The p-norm of x1 - x2 + eps over the last axis; the two broadcast.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.pairwise_distance.html

    >>> import borch as torch
    >>> torch.pairwise_distance(torch.zeros(1, 2), torch.tensor([[3.0, 4.0]]))
    tensor([5.0000])
    """
    return _last_norm(x1 - x2 + eps, p, keepdim)


@function(method=False)
def cosine_similarity(x1, x2, dim=1, eps=1e-08):
    """The cosine of the angle between x1 and x2 along `dim`; norms count as at least `eps`. The two broadcast.

    RuntimeError unless their common dtype is a floating one.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.cosine_similarity.html

    >>> import borch as torch
    >>> torch.cosine_similarity(torch.tensor([[1.0, 0.0]]), torch.tensor([[1.0, 1.0]]))
    tensor([0.7071])
    """
    common = dtypes.promote_types(x1.dtype, x2.dtype)
    if not common.is_floating_point:
        raise RuntimeError(f"expected common dtype to be floating point, yet common dtype is {common.legacy}")
    shape = broadcast_shape(x1._array.shape, x2._array.shape)
    x1, x2 = (OPS["expand"](x.to(common), shape) for x in (x1, x2))
    norms = [_norm_at_least(x, dim, eps) for x in (x1, x2)]
    return ((x1 / norms[0]) * (x2 / norms[1])).sum(dim)


def _norm_at_least(x, dim, eps):
    norm = OPS["linalg_vector_norm"](x, 2, dim, True).clone()
    with no_grad():
        norm.clamp_min_(eps)
    return norm


# ------------------------------------------------------------------------------------------ all rows of one matrix
def _pairs(n):
    """The numbers of the first and second row of each pair, in torch's order."""
    first, second = np.triu_indices(n, 1)
    return first.astype(np.int64), second.astype(np.int64)


def _pdist_input(g, input, out, p):
    n = input.shape[0]
    first, second = _pairs(n)
    if isinstance(g, Tensor):
        rows = [OPS["index_select"](input, 0, wrap(k)) for k in (first, second)]
        column, norm = OPS["unsqueeze"](g, 1), OPS["unsqueeze"](out, 1)
    else:
        rows, column, norm = [input[first], input[second]], g[:, None], out[:, None]
    grad = norm_grad(column, rows[0] - rows[1], norm, p)
    if grad is None:
        return input * 0
    if isinstance(g, Tensor):
        zeros = OPS["zeros_like"](input)
        return OPS["index_add"](OPS["index_add"](zeros, 0, wrap(first), grad), 0, wrap(second), -grad)
    whole = np.zeros(input.shape, grad.dtype)
    np.add.at(whole, first, grad)
    np.subtract.at(whole, second, grad)
    return whole


@op(kind="same", node="PdistBackward0", refuse={"h": "pdist"}, inplace=False, method=False, input=_pdist_input)
def pdist(input, p=2.0):
    """The p-norm of every pair of rows of a matrix (N, M): a vector of length N * (N - 1) / 2.

    RuntimeError for other shapes, a negative `p` or a dtype that is not floating.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.pdist.html

    >>> import borch as torch
    >>> torch.pdist(torch.tensor([[0.0, 0.0], [3.0, 4.0], [0.0, 1.0]]))
    tensor([5.0000, 1.0000, 4.2426])
    """
    if input.ndim != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input.ndim}D")
    if input.dtype.kind != "f":
        raise RuntimeError("pdist only supports floating-point dtypes")
    if p < 0:
        raise RuntimeError("pdist only supports non-negative p values")
    first, second = _pairs(input.shape[0])
    if not input.shape[1] or not first.size:
        return np.zeros(first.size, input.dtype)
    return norm_of(input[first] - input[second], p, 1, False).astype(input.dtype, copy=False)


for _fn in (pairwise_distance, cosine_similarity, pdist):
    function(method=False, namespace=NAMESPACE)(_fn)
