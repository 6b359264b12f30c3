"""torch.utils.dlpack: memory shared with other libraries, by the DLPack protocol.

Source: https://docs.pytorch.org/docs/stable/dlpack.html
"""

from ..creation.data import from_dlpack, to_dlpack

__all__ = ["from_dlpack", "to_dlpack"]
