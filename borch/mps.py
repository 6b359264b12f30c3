"""torch.mps: Apple's Metal is not there.

Source: https://docs.pytorch.org/docs/stable/mps.html
"""

__all__ = ["device_count", "empty_cache", "get_rng_state", "is_available", "manual_seed", "seed", "synchronize"]


def is_available():
    """False."""
    return False


def device_count():
    """0.

    >>> import borch as torch
    >>> torch.mps.device_count()
    0
    """
    return 0


def manual_seed(seed):
    """Does nothing."""


def seed():
    """Does nothing."""


def empty_cache():
    """RuntimeError, as without Metal."""
    raise RuntimeError("Cannot execute emptyCache() without MPS backend.")


def synchronize():
    """RuntimeError, as without Metal."""
    raise RuntimeError("Cannot execute deviceSynchronize() without MPS backend.")


def get_rng_state():
    """RuntimeError, as without Metal."""
    raise RuntimeError("PyTorch is not linked with support for mps devices")
