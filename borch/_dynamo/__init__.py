"""torch._dynamo: switches of torch.compile, which runs what it is given as it is; they can be set and change nothing."""

import contextlib

from ..compiler import disable, reset
from . import exc
from .eval_frame import OptimizedModule

__all__ = ["OptimizedModule", "config", "disable", "exc", "mark_dynamic", "optimize", "reset"]


class _Config:
    """Holds what a program sets."""

    suppress_errors = False
    cache_size_limit = recompile_limit = 8
    verbose = False
    capture_scalar_outputs = False

    def patch(self, *args, **changes):
        """A context in which the settings are others."""
        return _Patched(self, dict([args]) if len(args) == 2 else {**(args[0] if args else {}), **changes})


class _Patched(contextlib.ContextDecorator):
    def __init__(self, config, changes):
        self.config, self.changes = config, changes

    def __enter__(self):
        self.before = {name: getattr(self.config, name, None) for name in self.changes}
        vars(self.config).update(self.changes)

    def __exit__(self, *exc):
        vars(self.config).update(self.before)


config = _Config()


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
