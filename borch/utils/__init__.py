"""torch.utils: data loading, and checkpointing of activations. Its rooms open when they are first asked for."""

import importlib

from .._core.tensor import fields
from ..absent import find

_ROOMS = (
    "_pytree", "backcompat", "benchmark", "checkpoint", "collect_env", "cpp_extension", "data", "deterministic", "dlpack",
    "hooks", "model_zoo", "serialization", "tensorboard", "weak",
)  # fmt: skip

__all__ = [room for room in _ROOMS if not room.startswith("_")]


def set_module(obj, mod):
    """Sets the object's `__module__`, so that its repr speaks of another place.

    >>> import borch as torch
    >>> def double(x):
    ...     return 2 * x
    >>> torch.utils.set_module(double, "tools")
    >>> double.__module__
    'tools'
    """
    if not isinstance(mod, str):
        raise TypeError("The mod argument should be a string")
    obj.__module__ = mod


def swap_tensors(t1, t2):
    """Exchanges two tensors: every name of the one means the other. RuntimeError unless both are of one type.

    >>> import borch as torch
    >>> a, b = torch.zeros(1), torch.ones(1)
    >>> torch.utils.swap_tensors(a, b)
    >>> a, b
    (tensor([1.]), tensor([0.]))
    """
    if type(t1) is not type(t2):
        raise RuntimeError("Cannot swap t1 and t2 if they are of different types")
    first, second = fields.__get__(t1), fields.__get__(t2)
    fields.__set__(t1, second)
    fields.__set__(t2, first)


def __getattr__(name):
    if name in _ROOMS:
        return importlib.import_module("." + name, __name__)
    return find("torch.utils", name)


def __dir__():
    return sorted({*globals(), *_ROOMS})
