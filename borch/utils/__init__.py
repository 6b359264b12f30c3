"""torch.utils: data loading, and checkpointing of activations. Its rooms open when they are first asked for."""

import importlib

_ROOMS = ("checkpoint", "data", "tensorboard")

__all__ = list(_ROOMS)


def __getattr__(name):
    if name in _ROOMS:
        return importlib.import_module("." + name, __name__)
    raise AttributeError(f"module 'torch.utils' has no attribute '{name}'")


def __dir__():
    return sorted({*globals(), *_ROOMS})
