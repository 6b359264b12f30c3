"""torch.ao.nn: see torch.ao."""

import importlib


def __getattr__(name):
    if name == "quantized":
        return importlib.import_module("." + name, __name__)
    raise AttributeError(f"module 'torch.ao.nn' has no attribute '{name}'")
