"""torch.nn.parallel: one process and one device, so that DataParallel only passes through and the rest is refused.

Source: https://docs.pytorch.org/docs/stable/nn.html#dataparallel-layers-multi-gpu-distributed
"""

from .data_parallel import DataParallel, data_parallel
from .distributed import DistributedDataParallel, DistributedDataParallelCPU

__all__ = [
    "DataParallel", "DistributedDataParallel", "DistributedDataParallelCPU", "data_parallel", "gather", "parallel_apply",
    "replicate", "scatter",
]  # fmt: skip


def _refused(name):
    def function(*args, **kwargs):
        raise NotImplementedError(f"torch.nn.parallel.{name} is not implemented: there is one device, the CPU")

    function.__name__ = function.__qualname__ = name
    function.__doc__ = "Refused: it spreads work over several devices, and there is one."
    return function


gather, parallel_apply, replicate, scatter = map(_refused, ("gather", "parallel_apply", "replicate", "scatter"))
