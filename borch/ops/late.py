"""Methods of Tensor whose ops live in rooms that open on first use."""

import importlib

from .._core.tensor import Tensor


def _method(name, room):
    def method(self, *args, **kwargs):
        importlib.import_module(f"borch.{room}")
        return getattr(Tensor, name)(self, *args, **kwargs)

    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"In-place version of `{name[:-1]}`." if name.endswith("_") else f"See `torch.{name}`."
    return method


for _name in ("lgamma", "digamma", "polygamma", "mvlgamma", "i0", "igamma", "igammac"):
    for _public in (_name, _name + "_"):
        setattr(Tensor, _public, _method(_public, "special"))
