"""torch.backends.opt_einsum: the package that orders einsum's products is not used.

>>> import borch as torch
>>> torch.backends.opt_einsum.is_available()
False
"""

enabled, strategy = False, None


def is_available():
    """False."""
    return False


def get_opt_einsum():
    """None."""
    return None
