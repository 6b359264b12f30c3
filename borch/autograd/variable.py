"""torch.autograd.variable: the old path of Variable, which is Tensor."""

from .._core.tensor import Tensor as Variable

__all__ = ["Variable"]
