"""torch.backends.nnpack: NNPACK is not behind borch.

>>> import borch as torch
>>> torch.backends.nnpack.is_available()
False
"""

from ._flags import flags_of

enabled = True
flags = flags_of(__name__, enabled=False)


def is_available():
    """False."""
    return False
