"""torch.xpu: Intel's accelerators are not there.

Source: https://docs.pytorch.org/docs/stable/xpu.html
"""

__all__ = [
    "current_device", "device_count", "empty_cache", "init", "is_available", "is_bf16_supported", "is_initialized",
    "manual_seed", "manual_seed_all", "set_device", "synchronize",
]  # fmt: skip


def is_available():
    """False.

    >>> import borch as torch
    >>> torch.xpu.is_available()
    False
    """
    return False


def is_bf16_supported(including_emulation=True):
    """False."""
    return False


def is_initialized():
    """False."""
    return False


def device_count():
    """0."""
    return 0


def empty_cache():
    """Does nothing."""


def manual_seed(seed):
    """Does nothing."""


manual_seed_all = manual_seed


def current_device(*args, **kwargs):
    """AssertionError, as without such a device."""
    raise AssertionError("Torch not compiled with XPU enabled")


init = set_device = synchronize = current_device
