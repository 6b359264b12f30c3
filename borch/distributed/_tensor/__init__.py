"""torch.distributed._tensor: the older path of torch.distributed.tensor."""

from ..device_mesh import DeviceMesh as DeviceMesh
from ..tensor import DTensor, distribute_module, distribute_tensor

__all__ = ["DTensor", "distribute_module", "distribute_tensor"]
