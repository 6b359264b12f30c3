"""DistributedDataParallel, which needs several processes and is refused.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.parallel.DistributedDataParallel.html
"""

from ..modules.module import Module

__all__ = ["DistributedDataParallel", "DistributedDataParallelCPU"]


class DistributedDataParallel(Module):
    """Refused: training on several processes is real torch's, which reads the checkpoints saved here."""

    def __init__(self, module, *args, **kwargs):
        raise NotImplementedError(
            f"torch.nn.parallel.{type(self).__name__} is not implemented: "
            "one process is all that a browser's tab gives; borch has nothing of torch.distributed"
        )


class DistributedDataParallelCPU(DistributedDataParallel):
    """Refused, as DistributedDataParallel is."""
