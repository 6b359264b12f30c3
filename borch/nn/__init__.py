"""torch.nn: parameters, modules, their functions and initial values.

Source: https://docs.pytorch.org/docs/stable/nn.html
"""

import importlib

from . import functional, init, modules, parameter
from .modules import *  # noqa: F403
from .parameter import Buffer, Parameter

__all__ = [*modules.__all__, "Buffer", "Parameter", "functional", "init", "modules", "parameter"]

# Rooms that open when they are first asked for.
_LAZY = ("attention", "parallel", "utils")


def __getattr__(name):
    if name in _LAZY:
        return importlib.import_module("." + name, __name__)
    raise AttributeError(f"module 'torch.nn' has no attribute '{name}'")


def __dir__():
    return sorted({*globals(), *_LAZY})
