"""torch._VF: functions of torch, under the name by which programs call those that torch hides behind Python ones."""

import importlib


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'torch._VF' has no attribute '{name}'")
    return getattr(importlib.import_module(__package__), name)
