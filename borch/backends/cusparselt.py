"""torch.backends.cusparselt: NVIDIA's sparse products are not behind borch.

>>> import borch as torch
>>> torch.backends.cusparselt.is_available()
False
"""


def is_available():
    """False."""
    return False
