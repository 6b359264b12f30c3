"""torch._dynamo.utils: what programs ask torch.compile before they use it."""

import functools
import warnings

__all__ = ["is_compile_supported", "warn_once"]


def is_compile_supported(device_type):
    """False: there is no compiler."""
    return False


@functools.cache
def warn_once(msg, stacklevel=1):
    """A warning of each text once."""
    warnings.warn(msg, stacklevel=stacklevel + 1)
