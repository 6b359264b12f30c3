"""torch.backends.cpu: what the processor can do for torch's kernels.

>>> import borch as torch
>>> torch.backends.cpu.get_cpu_capability()
'DEFAULT'
"""


def get_cpu_capability():
    """The word for: no kernels for special instructions are chosen."""
    return "DEFAULT"
