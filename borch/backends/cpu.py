"""torch.backends.cpu: what the processor can do for torch's kernels.

>>> import borch as torch
>>> torch.backends.cpu.get_cpu_capability()
'AVX2'
"""


def get_cpu_capability():
    """The kernels of torch whose results borch gives: images of uint8, for one, come out as theirs when resized."""
    return "AVX2"
