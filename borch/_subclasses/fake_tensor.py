"""Tensors without elements: there are none, so nothing is one."""

__all__ = ["is_fake"]


def is_fake(x):
    """False."""
    return False
