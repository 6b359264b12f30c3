"""Tensors without elements: there are none, so nothing is one."""

from contextlib import nullcontext as unset_fake_temporarily

__all__ = ["is_fake", "unset_fake_temporarily"]


def is_fake(x):
    """False."""
    return False
