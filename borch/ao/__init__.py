"""torch.ao: of quantisation only what models have before they are quantised; all else refuses."""

import importlib


def __getattr__(name):
    if name in ("nn", "quantization"):
        return importlib.import_module("." + name, __name__)
    raise AttributeError(f"module 'torch.ao' has no attribute '{name}'")
