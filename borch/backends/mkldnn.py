"""torch.backends.mkldnn: oneDNN is not behind borch.

>>> import borch as torch
>>> torch.backends.mkldnn.is_available()
False
"""

from ._flags import flags_of, group, with_precision

enabled, deterministic, allow_tf32 = True, False, None
matmul, conv, rnn = group("mkldnn.matmul"), group("mkldnn.conv"), group("mkldnn.rnn")
with_precision(__name__, "mkldnn")
flags = flags_of(__name__, enabled=False, deterministic=False, allow_tf32=True)


def is_available():
    """False."""
    return False
