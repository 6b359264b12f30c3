"""torch.backends.mkl: Intel's MKL is not behind borch.

>>> import borch as torch
>>> torch.backends.mkl.is_available()
False
"""


def is_available():
    """False."""
    return False
