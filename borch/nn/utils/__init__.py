"""torch.nn.utils: gradients clipped, sequences packed, weights reparametrised and pruned, layers fused.

Each room opens when it, or a name out of it, is first asked for.
Source: https://docs.pytorch.org/docs/stable/nn.html#utilities
"""

import importlib

# These two are files and functions of one name: the function must be there first.
from .spectral_norm import remove_spectral_norm, spectral_norm
from .weight_norm import remove_weight_norm, weight_norm

_ROOMS = {
    "clip_grad": ("clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_", "get_total_norm"),
    "convert_parameters": ("parameters_to_vector", "vector_to_parameters"),
    "fusion": ("fuse_conv_bn_eval", "fuse_conv_bn_weights", "fuse_linear_bn_eval", "fuse_linear_bn_weights"),
    "init": ("skip_init",),
    "memory_format": ("convert_conv2d_weight_memory_format", "convert_conv3d_weight_memory_format"),
    "parametrizations": (),
    "parametrize": (),
    "rnn": (),
    "stateless": (),
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}
__all__ = [*_HOME, "remove_spectral_norm", "remove_weight_norm", "spectral_norm", "weight_norm"]


def __getattr__(name):
    if name in _ROOMS:
        return importlib.import_module("." + name, __name__)
    if name in _HOME:
        globals()[name] = found = getattr(importlib.import_module("." + _HOME[name], __name__), name)
        return found
    raise AttributeError(f"module 'torch.nn.utils' has no attribute '{name}'")


def __dir__():
    return sorted({*globals(), *_ROOMS, *_HOME})
