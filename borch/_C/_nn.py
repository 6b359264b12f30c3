"""torch._C._nn: how `to` of a module reads its arguments."""

from .._core.device import device as device_type
from .._core.device import memory_format as format_type
from .._core.dtype import dtype as dtype_type
from .._core.tensor import Tensor

__all__ = ["_parse_to"]


def _parse_to(*args, device=None, dtype=None, non_blocking=False, copy=False, memory_format=None):
    """(device, dtype, non_blocking, memory_format) out of the arguments of `to`."""
    for a in args:
        if isinstance(a, dtype_type):
            dtype = a
        elif isinstance(a, Tensor):
            device, dtype = a.device, a.dtype
        elif isinstance(a, bool):
            non_blocking = a
        elif isinstance(a, format_type):
            memory_format = a
        elif a is not None:
            device = a
    return None if device is None else device_type(device), dtype, non_blocking, memory_format
