"""torch.cuda as a build of torch without CUDA has it: it can be asked, seeded and emptied; devices are refused.

Source: https://docs.pytorch.org/docs/stable/cuda.html
"""

from .._core import dtype as _dtypes
from . import amp, nvtx

__all__ = [
    "Event", "OutOfMemoryError", "Stream", "amp", "current_device", "current_stream", "default_stream", "device",
    "device_count", "empty_cache", "get_arch_list", "get_device_capability", "get_device_name",
    "get_device_properties", "get_rng_state", "get_rng_state_all", "init", "initial_seed", "ipc_collect",
    "is_available", "is_bf16_supported", "is_initialized", "manual_seed", "manual_seed_all", "max_memory_allocated",
    "max_memory_cached", "max_memory_reserved", "mem_get_info", "memory_allocated", "memory_cached",
    "memory_reserved", "reset_peak_memory_stats", "seed", "seed_all", "set_device", "set_rng_state",
    "set_rng_state_all", "stream", "synchronize",
]  # fmt: skip

has_half = has_magma = _initialized = False


class OutOfMemoryError(RuntimeError):
    """What torch raises when an accelerator's memory is full; here nothing does.

    >>> import borch as torch
    >>> issubclass(torch.OutOfMemoryError, RuntimeError)
    True
    """


class AcceleratorError(RuntimeError):
    """What torch raises for errors of an accelerator; here nothing does.

    >>> import borch as torch
    >>> issubclass(torch.AcceleratorError, RuntimeError)
    True
    """


OutOfMemoryError.__module__ = AcceleratorError.__module__ = "torch"


def is_available():
    """False.

    >>> import borch as torch
    >>> torch.cuda.is_available()
    False
    """
    return False


def is_bf16_supported(including_emulation=True):
    """False."""
    return False


def is_initialized():
    """False."""
    return False


def device_count():
    """0.

    >>> import borch as torch
    >>> torch.cuda.device_count()
    0
    """
    return 0


def _refused(name):
    def refuse(*args, **kwargs):
        raise AssertionError("Torch not compiled with CUDA enabled")

    refuse.__name__ = refuse.__qualname__ = name
    refuse.__doc__ = "AssertionError, as without CUDA."
    return refuse


current_device = _refused("current_device")
current_stream = _refused("current_stream")
default_stream = _refused("default_stream")
get_device_capability = _refused("get_device_capability")
get_device_name = _refused("get_device_name")
get_device_properties = _refused("get_device_properties")
get_rng_state = _refused("get_rng_state")
init = _refused("init")
initial_seed = _refused("initial_seed")
ipc_collect = _refused("ipc_collect")
mem_get_info = _refused("mem_get_info")
memory_summary = _refused("memory_summary")
reset_peak_memory_stats = _refused("reset_peak_memory_stats")
set_device = _refused("set_device")
set_rng_state = _refused("set_rng_state")
synchronize = _refused("synchronize")


def _nothing(name, gives=None):
    def nothing(*args, **kwargs):
        return gives

    nothing.__name__ = nothing.__qualname__ = name
    nothing.__doc__ = f"{gives!r}, as without CUDA."
    return nothing


empty_cache = _nothing("empty_cache")
set_stream = _nothing("set_stream")
manual_seed = _nothing("manual_seed")
manual_seed_all = _nothing("manual_seed_all")
seed = _nothing("seed")
seed_all = _nothing("seed_all")
set_rng_state_all = _nothing("set_rng_state_all")
memory_allocated = _nothing("memory_allocated", 0)
max_memory_allocated = _nothing("max_memory_allocated", 0)
memory_reserved = _nothing("memory_reserved", 0)
max_memory_reserved = _nothing("max_memory_reserved", 0)
memory_cached, max_memory_cached = memory_reserved, max_memory_reserved


class CUDAGraph:
    """A recorded graph of CUDA's work: RuntimeError when it is made, as without CUDA.

    >>> import borch as torch
    >>> torch.cuda.CUDAGraph()
    Traceback (most recent call last):
    RuntimeError: Tried to instantiate dummy base class CUDAGraph
    """

    def __init__(self, *args, **kwargs):
        raise RuntimeError("Tried to instantiate dummy base class CUDAGraph")


class graph:
    """A context that records a CUDAGraph: refused, as without CUDA."""

    def __init__(self, *args, **kwargs):
        init()


def get_arch_list():
    """An empty list."""
    return []


def get_rng_state_all():
    """An empty list: the states of no devices."""
    return []


class device:
    """A context that selects a CUDA device: without one it does nothing."""

    def __init__(self, device):
        self.idx, self.prev_idx = device, -1

    def __enter__(self):
        return None

    def __exit__(self, *exc):
        return False


class device_of(device):
    """A context that selects a tensor's device: without CUDA it does nothing."""

    def __init__(self, obj):
        super().__init__(-1)


def is_current_stream_capturing():
    """RuntimeError, as without CUDA."""
    raise RuntimeError("Tried to instantiate dummy base class _cuda_isCurrentStreamCapturing")


class stream(device):
    """A context that selects a stream: without CUDA it does nothing."""

    def __init__(self, stream):
        self.stream = stream


StreamContext = stream


class Stream:
    """RuntimeError, as without CUDA."""

    def __new__(cls, *args, **kwargs):
        raise RuntimeError("torch.cuda.Stream requires CUDA support")


class Event:
    """RuntimeError, as without CUDA."""

    def __new__(cls, *args, **kwargs):
        raise RuntimeError("Tried to instantiate dummy base class Event")


class _CudaTensorType(type):
    def __call__(cls, *args, **kwargs):
        raise TypeError(f"type torch.cuda.{cls.__name__} not available. Torch not compiled with CUDA enabled.")

    def __instancecheck__(cls, instance):
        return False


def _old_type(d):
    doc = f"torch's old constructor of tensors of {d!r} in CUDA's memory: TypeError."
    return _CudaTensorType(d.legacy + "Tensor", (), {"dtype": d, "__doc__": doc, "__module__": "torch.cuda"})


globals().update(
    {d.legacy + "Tensor": _old_type(d) for d in _dtypes.ALL if not d.legacy.startswith(("Complex", "UInt"))}
)

from . import random  # noqa: E402  (its names are those above)
