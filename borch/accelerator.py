"""torch.accelerator: there is none.

Source: https://docs.pytorch.org/docs/stable/accelerator.html
"""

__all__ = [
    "current_accelerator", "current_device_idx", "current_device_index", "current_stream", "device_count",
    "is_available", "set_device_idx", "set_device_index", "set_stream", "synchronize",
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
