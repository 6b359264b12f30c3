"""torch._custom_ops: the old path of torch.library's `get_ctx`."""

from .library import get_ctx

__all__ = ["get_ctx"]
