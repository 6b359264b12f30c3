"""torch.distributed.optim: the optimizer of several processes, by which programs ask whether one is."""

from ..absent import REASONS
from ..optim import Optimizer

__all__ = ["ZeroRedundancyOptimizer"]


class ZeroRedundancyOptimizer(Optimizer):
    """States spread over processes: NotImplementedError when one is made."""

    def __init__(self, *args, **kwargs):
        raise NotImplementedError(
            f"torch.distributed.optim.ZeroRedundancyOptimizer is not implemented in borch: {REASONS['distributed']}"
        )
