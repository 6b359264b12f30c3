"""torch.accelerator: there is none.

Source: https://docs.pytorch.org/docs/stable/accelerator.html
"""

__all__ = [
    "Graph", "current_accelerator", "current_device_idx", "current_device_index", "current_stream", "device_count",
    "device_index", "empty_cache", "empty_host_cache", "get_device_capability", "get_memory_info", "is_available",
    "max_memory_allocated", "max_memory_reserved", "memory_allocated", "memory_reserved", "memory_stats",
    "reset_accumulated_memory_stats", "reset_peak_memory_stats", "set_device_idx", "set_device_index", "set_stream",
    "synchronize",
]  # fmt: skip


def is_available():
    """False.

    >>> import borch as torch
    >>> torch.accelerator.is_available()
    False
    """
    return False


def device_count():
    """0."""
    return 0


def current_accelerator(check_available=False):
    """None.

    >>> import borch as torch
    >>> torch.accelerator.current_accelerator() is None
    True
    """
    return None


def current_device_index():
    """RuntimeError, as without an accelerator."""
    raise RuntimeError("Cannot access accelerator device when none is available.")


def _refuse(*args, **kwargs):
    """RuntimeError, as without an accelerator."""
    current_device_index()


current_device_idx = current_device_index
set_device_index = set_device_idx = current_stream = set_stream = synchronize = _refuse
empty_cache = empty_host_cache = memory_allocated = max_memory_allocated = memory_reserved = _refuse
max_memory_reserved = memory_stats = reset_peak_memory_stats = reset_accumulated_memory_stats = _refuse


def get_memory_info(device_index=None):
    """RuntimeError, as without an accelerator."""
    if device_index is not None and not isinstance(device_index, int):
        raise RuntimeError("Accelerator expected")
    current_device_index()


get_device_capability = get_memory_info


class device_index:
    """A context in which another device is the current one; does nothing for None, else RuntimeError on entering.

    >>> import borch as torch
    >>> with torch.accelerator.device_index(None):
    ...     print(torch.ones(1))
    tensor([1.])
    """

    def __init__(self, device, /):
        self.idx = device

    def __enter__(self):
        if self.idx is not None:
            current_device_index()

    def __exit__(self, *exc):
        pass


class Graph:
    """RuntimeError, as without an accelerator."""

    def __init__(self, *args, **kwargs):
        current_device_index()
