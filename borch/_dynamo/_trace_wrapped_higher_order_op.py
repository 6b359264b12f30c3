"""TransformGetItemToIndex, under which torch's vmap takes tensors as indices; vmap here does so anyway."""

import contextlib

__all__ = ["TransformGetItemToIndex"]


class TransformGetItemToIndex(contextlib.nullcontext[None]):
    """A context that changes nothing."""
