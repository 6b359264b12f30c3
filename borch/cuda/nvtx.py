"""torch.cuda.nvtx: marks for NVIDIA's profiler, which refuse as without CUDA."""

import contextlib

__all__ = ["mark", "range", "range_pop", "range_push"]


def range_push(msg):
    """RuntimeError, as without CUDA."""
    raise RuntimeError("NVTX functions not installed. Are you sure you have a CUDA build?")


def range_pop():
    """RuntimeError, as without CUDA."""
    range_push("")


mark = range_push


@contextlib.contextmanager
def range(msg, *args, **kwargs):
    """A context between two marks, also as a decorator: RuntimeError when it is entered, as without CUDA."""
    range_push(msg.format(*args, **kwargs))
    yield
