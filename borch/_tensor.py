"""torch._tensor: torch's path of Tensor."""

from ._core.tensor import Tensor

__all__ = ["Tensor"]


def _rebuild_from_type_v2(func, new_type, args, state):
    """A tensor of a subclass, or one with attributes, as a pickled one is built again."""
    from .serialization.rebuild import from_type

    return from_type(func, new_type, args, state)
