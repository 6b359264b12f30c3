"""torch.distributed.nn: collective operations with gradients, which refuse as torch.distributed's own do.

Source: https://docs.pytorch.org/docs/stable/distributed.html
"""

from ..absent import REASONS, Refusal

__all__ = ["all_gather", "all_reduce", "all_to_all", "broadcast", "gather", "reduce", "reduce_scatter", "scatter"]


def _refusal(name):
    return Refusal("torch.distributed.nn." + name, REASONS["distributed"])


all_gather = _refusal("all_gather")
all_reduce = _refusal("all_reduce")
all_to_all = _refusal("all_to_all")
broadcast = _refusal("broadcast")
gather = _refusal("gather")
reduce = _refusal("reduce")
reduce_scatter = _refusal("reduce_scatter")
scatter = _refusal("scatter")
