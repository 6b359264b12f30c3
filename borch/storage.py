"""torch.storage: the memory behind tensors.

Source: https://docs.pytorch.org/docs/stable/storage.html
"""

from .ops.memory import TypedStorage, UntypedStorage

__all__ = ["TypedStorage", "UntypedStorage"]
