"""torch.utils._python_dispatch: modes and subclasses that answer for ops by torch's own names.

Source: https://docs.pytorch.org/docs/stable/notes/extending.html
"""

import contextlib

from .._core.asking import state
from .._core.dispatch import BaseTorchDispatchMode, TorchDispatchMode
from .._core.tensor import Tensor

__all__ = [
    "BaseTorchDispatchMode", "TorchDispatchMode", "is_traceable_wrapper_subclass", "return_and_correct_aliasing",
    "transform_subclass",
]  # fmt: skip


def is_traceable_wrapper_subclass(t):
    """Whether a tensor is of a class with `__tensor_flatten__` and `__tensor_unflatten__`."""
    return type(t) is not Tensor and isinstance(t, Tensor) and hasattr(t, "__tensor_flatten__")


def is_traceable_wrapper_subclass_type(t):
    """The same of a class."""
    return t is not Tensor and issubclass(t, Tensor) and hasattr(t, "__tensor_flatten__")


def transform_subclass(t, callback, outer_size=None, outer_stride=None):
    """A traceable wrapper with `callback(name, tensor)` in the place of each tensor that it holds."""
    names, context = t.__tensor_flatten__()
    inner = {name: callback(name, getattr(t, name)) for name in names}
    size = t.size() if outer_size is None else outer_size
    stride = t.stride() if outer_stride is None else outer_stride
    return type(t).__tensor_unflatten__(inner, context, size, stride)


def return_and_correct_aliasing(func, args, kwargs, out):
    """What a wrapper's `__torch_dispatch__` returns: the first argument itself where `func` writes in place, else `out`."""
    in_place = func.overloadpacket.__name__.endswith("_") and not func.overloadpacket.__name__.startswith("_")
    return args[0] if in_place else out


def _get_current_dispatch_mode():
    """The innermost mode; None where there is none."""
    return state.dispatch_modes[-1] if state.dispatch_modes else None


def _get_current_dispatch_mode_stack():
    """The modes that were entered, the innermost last."""
    return list(state.dispatch_modes)


@contextlib.contextmanager
def _disable_current_modes():
    """Inside, no mode is asked."""
    before, state.dispatch_modes = state.dispatch_modes, ()
    try:
        yield list(before)
    finally:
        state.dispatch_modes = before


@contextlib.contextmanager
def _pop_mode_temporarily():
    """Inside, the innermost mode is not asked."""
    before, state.dispatch_modes = state.dispatch_modes, state.dispatch_modes[:-1]
    try:
        yield before[-1]
    finally:
        state.dispatch_modes = before
