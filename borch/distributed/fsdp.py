"""torch.distributed.fsdp: the classes of modules spread over processes, by which programs ask whether one is."""

from dataclasses import dataclass
from typing import Any

from ..absent import REASONS, Refusal
from ..nn.modules.module import Module

__all__ = ["FSDPModule", "FullyShardedDataParallel", "MixedPrecisionPolicy", "fully_shard"]


class FSDPModule:
    """What a module is after `fully_shard`: none is.

    >>> import borch as torch
    >>> from borch.distributed.fsdp import FSDPModule
    >>> isinstance(torch.nn.Linear(1, 1), FSDPModule)
    False
    """

    def __new__(cls, *args, **kwargs):
        raise NotImplementedError(
            f"torch.distributed.fsdp.FSDPModule is not implemented in borch: {REASONS['distributed']}"
        )


class FullyShardedDataParallel(Module):
    """A module whose parameters several processes hold: NotImplementedError when one is made."""

    def __init__(self, *args, **kwargs):
        raise NotImplementedError(
            f"torch.distributed.fsdp.FullyShardedDataParallel is not implemented in borch: {REASONS['distributed']}"
        )


@dataclass(frozen=True)
class MixedPrecisionPolicy:
    """In which dtypes `fully_shard` would compute.

    >>> from borch.distributed.fsdp import MixedPrecisionPolicy
    >>> MixedPrecisionPolicy().cast_forward_inputs
    True
    """

    param_dtype: Any = None
    reduce_dtype: Any = None
    output_dtype: Any = None
    cast_forward_inputs: bool = True


fully_shard = Refusal("torch.distributed.fsdp.fully_shard", REASONS["distributed"])
