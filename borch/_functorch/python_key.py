"""functorch's make_fx, which refuses."""

from ..absent import REASONS, Refusal

__all__ = ["make_fx"]

make_fx = Refusal("functorch.make_fx", REASONS["compile"])
