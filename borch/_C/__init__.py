"""torch._C: the few names of torch's compiled part that programs touch.

Nothing is compiled here; switches of torch's graph compiler are accepted and do nothing.
"""

import importlib

from .. import absent
from .._core import asking
from .._core.asking import DisableTorchFunction, DisableTorchFunctionSubclass, disabled
from .._core.device import device, layout, memory_format
from .._core.dtype import dtype
from .._core.size import Size
from .._core.tensor import Tensor as TensorBase
from ..random.seeding import Generator
from .dispatch import DispatchKey, DispatchKeySet
from .dispatch import _ExcludeDispatchKeyGuard as _ExcludeDispatchKeyGuard

__all__ = [
    "DisableTorchFunction",
    "DisableTorchFunctionSubclass",
    "DispatchKey",
    "DispatchKeySet",
    "Generator",
    "Size",
    "TensorBase",
    "device",
    "dtype",
    "layout",
    "memory_format",
]

_TensorBase = TensorBase
_TensorMeta = type(TensorBase)
_disabled_torch_function_impl = disabled


def _log_api_usage_once(event):
    """Does nothing: no use is counted."""


def _get_tracing_state():
    """None: nothing is ever traced."""


def _is_tracing():
    """False: nothing is ever traced."""
    return False


def _are_functorch_transforms_active():
    """False: the tensors inside torch.func's transforms are plain ones."""
    return False


def _get_accelerator(check=False):
    """The CPU: there is no accelerator."""
    return device("cpu")


def _get_cudnn_enabled():
    """The flag of torch.backends.cudnn."""
    from ..backends import cudnn

    return cudnn.enabled


def _get_default_device():
    """The type of the default device."""
    return "cpu"


def _get_privateuse1_backend_name():
    """The name of the device of nobody's."""
    return "privateuseone"


def _AutoDispatchBelowAutograd():
    """Context in which an op of torch.library passes over its kernel for autograd."""
    from ..library.operator import below_autograd

    return below_autograd()


def _nothing(*args, **kwargs):
    """Does nothing: there is no graph compiler."""


def _is_torch_function_mode_enabled():
    """Whether a TorchFunctionMode is in force."""
    return bool(asking.state.modes)


def __getattr__(name):
    if name == "_nn":
        return importlib.import_module("._nn", __name__)
    if name.startswith(("_jit_", "_set_graph_executor", "_debug_set")):
        return _nothing
    if name == "_LinAlgError":
        from ..linalg import LinAlgError

        return LinAlgError
    reason, function = absent.listing("torch").get(name, (None, True))
    if not function:
        globals()[name] = found = absent.absent_class("torch._C", name, reason)
        return found
    raise AttributeError(f"module 'torch._C' has no attribute '{name}'")
