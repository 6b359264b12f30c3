"""torch.backends.kleidiai: Arm's kernels are not behind borch.

>>> import borch as torch
>>> torch.backends.kleidiai.is_available()
False
"""


def is_available():
    """False."""
    return False
