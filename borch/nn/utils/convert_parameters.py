"""All parameters as one vector, and back.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.parameters_to_vector.html
"""

from ..._core.op import OPS
from ..._core.tensor import Tensor

__all__ = ["parameters_to_vector", "vector_to_parameters"]


def parameters_to_vector(parameters):
    """The elements of all parameters one after another, as one vector.

    >>> import borch as torch
    >>> torch.nn.utils.parameters_to_vector([torch.ones(2), torch.zeros(1, 2)])
    tensor([1., 1., 0., 0.])
    """
    return OPS["cat"]([p.view(-1) for p in parameters])


def vector_to_parameters(vec, parameters):
    """Gives each parameter its part of the vector `vec`, whose memory they then share.

    TypeError when `vec` is no tensor.

    >>> import borch as torch
    >>> p = torch.nn.Parameter(torch.zeros(2))
    >>> torch.nn.utils.vector_to_parameters(torch.tensor([1.0, 2.0]), [p])
    >>> p
    Parameter containing:
    tensor([1., 2.], requires_grad=True)
    """
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {type(vec).__name__}")
    at = 0
    for p in parameters:
        n = p.numel()
        p.data = (
            vec[at : at + n].view_as(p).data if vec[at : at + n].numel() == n else vec[at : at + n].view(p.shape).data
        )
        at += n
