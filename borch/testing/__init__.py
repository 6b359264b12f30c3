"""What tests are written with: when values are close, and when printed lines keep a promise.

Names only, and opened when first asked for: `lines` is also used by programs that have nothing to do with tensors.
Source: https://docs.pytorch.org/docs/stable/testing.html
"""

import importlib

_HOME = {"assert_allclose": "closeness", "assert_close": "closeness", "make_tensor": "making"}

__all__ = ["assert_allclose", "assert_close", "make_tensor"]


def __getattr__(name):
    if name in _HOME:
        return getattr(importlib.import_module("." + _HOME[name], __name__), name)
    raise AttributeError(f"module 'torch.testing' has no attribute '{name}'")


def __dir__():
    return sorted({*globals(), *_HOME})
