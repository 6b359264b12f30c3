"""torch.backends.mps: Apple's Metal is not behind borch.

>>> import borch as torch
>>> torch.backends.mps.is_available()
False
"""


def is_available():
    """False."""
    return False


def is_built():
    """False."""
    return False


def is_macos13_or_newer(minor=0):
    """False."""
    return False


is_macos_or_newer = is_macos13_or_newer
