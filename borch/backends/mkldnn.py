"""torch.backends.mkldnn: oneDNN is not behind borch.

>>> import borch as torch
>>> torch.backends.mkldnn.is_available()
False
"""

from ._flags import flags_of

enabled, deterministic, allow_tf32, fp32_precision = True, False, True, "none"
flags = flags_of(__name__, enabled=False, deterministic=False, allow_tf32=True)


def is_available():
    """False."""
    return False
