"""torch.cpu: the functions of the other devices for the one there is.

Source: https://docs.pytorch.org/docs/stable/cpu.html
"""

__all__ = ["current_device", "device_count", "is_available", "is_initialized", "set_device", "synchronize"]


def is_available():
    """True.

    >>> import borch as torch
    >>> torch.cpu.is_available(), torch.cpu.device_count(), torch.cpu.current_device()
    (True, 1, 'cpu')
    """
    return True


def is_initialized():
    """True."""
    return True


def device_count():
    """1."""
    return 1


def current_device():
    """The text "cpu"."""
    return "cpu"


def set_device(device):
    """Does nothing."""


def synchronize(device=None):
    """Does nothing: nothing runs by itself."""
