"""Distances and similarities of vectors: between pairs of rows, and between all rows of one matrix.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#distance-functions
"""

import numpy as np

from ..._core import dtype as dtypes
from ..._core.args import broadcast_shape, check_tensor
from ..._core.op import OPS, function, op
from ..._core.tensor import Tensor
from ...autograd.grad_mode import no_grad
from ...ops.norm import norm_grad, norm_of, pdist

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
    check_tensor(x1, "pairwise_distance", "x1")
    check_tensor(x2, "pairwise_distance", "x2", 2)
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


for _fn in (pairwise_distance, cosine_similarity, pdist):
    function(method=False, namespace=NAMESPACE)(_fn)
