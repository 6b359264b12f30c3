"""torch.nn.utils: gradients clipped, sequences packed, weights reparametrised and pruned, layers fused.

Each room opens when it, or a name out of it, is first asked for.
Source: https://docs.pytorch.org/docs/stable/nn.html#utilities
"""

import importlib

_ROOMS = {
    "rnn": (),
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}
__all__ = list(_HOME)


def __getattr__(name):
    if name in _ROOMS:
        return importlib.import_module("." + name, __name__)
    if name in _HOME:
        globals()[name] = found = getattr(importlib.import_module("." + _HOME[name], __name__), name)
        return found
    raise AttributeError(f"module 'torch.nn.utils' has no attribute '{name}'")


def __dir__():
    return sorted({*globals(), *_ROOMS, *_HOME})
