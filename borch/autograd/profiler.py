"""torch.autograd.profiler: marks that programs set while no profiler runs; profiling refuses.

Source: https://docs.pytorch.org/docs/stable/autograd.html#profiler
"""

from ..absent import REASONS, Refusal

__all__ = ["emit_itt", "emit_nvtx", "profile", "record_function"]

profile = Refusal("torch.autograd.profiler.profile", REASONS["profiler"])
emit_nvtx = Refusal("torch.autograd.profiler.emit_nvtx", REASONS["profiler"])
emit_itt = Refusal("torch.autograd.profiler.emit_itt", REASONS["profiler"])


class record_function:
    """A context, or a decorator, that names a stretch of a program for a profiler; without one it does nothing.

    >>> import borch as torch
    >>> with torch.autograd.profiler.record_function("forward"):
    ...     print(torch.ones(1))
    tensor([1.])
    """

    def __init__(self, name, args=None):
        self.name, self.args = name, args

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return False

    def __call__(self, fn):
        return fn
