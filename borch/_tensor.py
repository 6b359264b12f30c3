"""torch._tensor: torch's path of Tensor."""

from ._core.tensor import Tensor

__all__ = ["Tensor"]
