"""torch.distributed._composable.fsdp: the older path of torch.distributed.fsdp. Names only."""

from ..fsdp import FSDPModule, MixedPrecisionPolicy, fully_shard

__all__ = ["FSDPModule", "MixedPrecisionPolicy", "fully_shard"]
