"""torch._dynamo: switches of torch.compile, which runs what it is given as it is; they can be set and change nothing."""

from ..compiler import disable, reset
from . import config, exc
from .eval_frame import OptimizedModule

__all__ = ["OptimizedModule", "config", "disable", "exc", "mark_dynamic", "optimize", "reset"]


def optimize(*args, **kwargs):
    """A decorator that gives back what it is given."""
    return lambda fn: fn


def mark_dynamic(*args, **kwargs):
    """Does nothing."""


mark_static = mark_static_address = graph_break = maybe_mark_dynamic = mark_dynamic


def is_compiling():
    """False: nothing is ever compiled.

    >>> import borch as torch
    >>> torch._dynamo.is_compiling()
    False
    """
    return False


def allow_in_graph(fn):
    """`fn` itself."""
    return fn


assume_constant_result = forbid_in_graph = disallow_in_graph = allow_in_graph
