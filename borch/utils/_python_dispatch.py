"""torch.utils._python_dispatch: questions about subclasses that torch's dispatcher asks; here it asks none."""

__all__ = ["is_traceable_wrapper_subclass"]


def is_traceable_wrapper_subclass(t):
    """Whether a tensor is of a class with `__tensor_flatten__` and `__tensor_unflatten__`."""
    from .._core.tensor import Tensor

    return type(t) is not Tensor and isinstance(t, Tensor) and hasattr(t, "__tensor_flatten__")


def is_traceable_wrapper_subclass_type(t):
    """The same of a class."""
    from .._core.tensor import Tensor

    return t is not Tensor and issubclass(t, Tensor) and hasattr(t, "__tensor_flatten__")


def _get_current_dispatch_mode():
    """None: there is no dispatcher to steer."""


def _get_current_dispatch_mode_stack():
    """An empty list."""
    return []
