"""torch.backends.openmp: OpenMP is not behind borch.

>>> import borch as torch
>>> torch.backends.openmp.is_available()
False
"""


def is_available():
    """False."""
    return False
