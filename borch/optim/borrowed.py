"""Names of torch.optim.optimizer that optimizers of other authors are written with."""

from collections.abc import Iterable
from typing import Any, TypeAlias

from .._core.tensor import Tensor

ParamsT: TypeAlias = Iterable[Tensor] | Iterable[dict[str, Any]] | Iterable[tuple[str, Tensor]]


def _get_value(x):
    """A tensor of one element as a number; a number as it is."""
    return x.item() if isinstance(x, Tensor) else x


def _stack_if_compiling(x):
    """`x` itself: nothing is compiled."""
    return x


def _get_capturable_supported_devices(supports_xla=True):
    """The devices for which torch's optimizers take capturable=True: none that are here."""
    return ["cuda", "xpu", "hpu", "privateuseone", *(["xla"] if supports_xla else [])]


def _default_to_fused_or_foreach(params, differentiable, use_fused=False):
    """(False, False), as torch answers for tensors on the CPU, unless a fused step is asked for."""
    if differentiable or not use_fused:
        return False, False
    return all(
        p is None or (type(p).__name__ in ("Tensor", "Parameter") and p.is_floating_point()) for p in params
    ), False


def _disable_dynamo_if_unsupported(single_tensor_fn=None):
    """A decorator that gives back what it is given."""
    return lambda fn: fn
