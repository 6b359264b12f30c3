"""torch._dynamo: switches of torch.compile, which runs what it is given as it is; they can be set and change nothing."""

from ..compiler import disable, reset
from . import exc
from .eval_frame import OptimizedModule

__all__ = ["OptimizedModule", "config", "disable", "exc", "mark_dynamic", "optimize", "reset"]


class _Config:
    """Holds what a program sets."""

    suppress_errors = False
    cache_size_limit = recompile_limit = 8
    verbose = False


config = _Config()


def optimize(*args, **kwargs):
    """A decorator that gives back what it is given."""
    return lambda fn: fn


def mark_dynamic(*args, **kwargs):
    """Does nothing."""


mark_static = graph_break = mark_dynamic
