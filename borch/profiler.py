"""torch.profiler: marks that programs set while no profiler runs. Profiling itself refuses.

Source: https://docs.pytorch.org/docs/stable/profiler.html
"""

from .absent import REASONS, Refusal
from .autograd.profiler import record_function

__all__ = ["ProfilerActivity", "profile", "record_function", "schedule", "tensorboard_trace_handler"]

profile = Refusal("torch.profiler.profile", REASONS["profiler"])
schedule = Refusal("torch.profiler.schedule", REASONS["profiler"])
tensorboard_trace_handler = Refusal("torch.profiler.tensorboard_trace_handler", REASONS["profiler"])


class ProfilerActivity:
    """What a profiler could watch: names alone."""

    CPU, CUDA, XPU = "CPU", "CUDA", "XPU"
