"""torch.distributed.device_mesh: the class of devices side by side, a name for annotations."""

from ..absent import REASONS, Refusal

__all__ = ["DeviceMesh", "init_device_mesh"]

init_device_mesh = Refusal("torch.distributed.device_mesh.init_device_mesh", REASONS["distributed"])


class DeviceMesh:
    """Devices of several processes: NotImplementedError when one is made."""

    def __init__(self, *args, **kwargs):
        raise NotImplementedError(
            f"torch.distributed.device_mesh.DeviceMesh is not implemented in borch: {REASONS['distributed']}"
        )
