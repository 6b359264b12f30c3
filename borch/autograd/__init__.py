"""torch.autograd: gradients of recorded programs, and what steers the recording.

Source: https://docs.pytorch.org/docs/stable/autograd.html
"""

import importlib

from .._core.engine import backward, grad
from ..absent import find
from . import function
from .anomaly import detect_anomaly, set_detect_anomaly
from .function import Function
from .grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled, set_multithreading_enabled
from .gradcheck import GradcheckError, gradcheck, gradgradcheck
from .variable import Variable

__all__ = [
    "Function",
    "GradcheckError",
    "Variable",
    "backward",
    "detect_anomaly",
    "enable_grad",
    "function",
    "functional",
    "grad",
    "gradcheck",
    "gradgradcheck",
    "graph",
    "inference_mode",
    "no_grad",
    "set_detect_anomaly",
    "set_grad_enabled",
    "set_multithreading_enabled",
]

# Rooms that open when they are first asked for.
_ROOMS = ("anomaly_mode", "forward_ad", "functional", "graph", "profiler")
_OVERRIDES = ("handle_torch_function", "has_torch_function", "is_tensor_like")


def is_multithreading_enabled():
    """True, what torch begins with; the backward pass runs in one thread.

    >>> import borch as torch
    >>> torch.autograd.is_multithreading_enabled()
    True
    """
    return True


def is_view_replay_enabled():
    """False, what torch begins with.

    >>> import borch as torch
    >>> torch.autograd.is_view_replay_enabled()
    False
    """
    return False


def kineto_available():
    """False: there is no profiler."""
    return False


def __getattr__(name):
    if name in _ROOMS:
        return importlib.import_module("." + name, __name__)
    if name == "SavedTensor":
        from .._core.saved import SavedTensor

        return SavedTensor
    if name in _OVERRIDES:
        return getattr(importlib.import_module("..overrides", __name__), name)
    return find("torch.autograd", name)


def __dir__():
    return sorted({*globals(), *_ROOMS})
