"""torch.nn: parameters, modules, their functions and initial values.

Source: https://docs.pytorch.org/docs/stable/nn.html
"""

import importlib

from ..absent import find
from . import functional, init, modules, parameter
from .modules import *  # noqa: F403
from .parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter

__all__ = [
    *modules.__all__, "Buffer", "LinearCrossEntropyOptions", "Parameter",  # noqa: F405  (opened by __getattr__)
    "UninitializedBuffer", "UninitializedParameter", "functional", "init",
    "modules", "parameter",
]  # fmt: skip

# Rooms that open when they are first asked for.
_LAZY = ("attention", "common_types", "grad", "parallel", "quantized", "utils")


def factory_kwargs(kwargs):
    """The arguments `device`, `dtype` and `memory_format` out of those of a constructor; TypeError for others.

    >>> import borch as torch
    >>> torch.nn.factory_kwargs({"dtype": torch.float64})
    {'dtype': torch.float64}
    """
    if kwargs is None:
        return {}
    known = {"device", "dtype", "memory_format"}
    unknown = kwargs.keys() - known - {"factory_kwargs"}
    if unknown:
        raise TypeError(f"unexpected kwargs {unknown}")
    made = dict(kwargs.get("factory_kwargs", {}))
    for name in known & kwargs.keys():
        if name in made:
            raise TypeError(f"{name} specified twice, in **kwargs and in factory_kwargs")
        made[name] = kwargs[name]
    return made


def __getattr__(name):
    if name in _LAZY:
        return importlib.import_module("." + name, __name__)
    if name == "LinearCrossEntropyOptions":
        return modules.LinearCrossEntropyOptions
    if name == "DataParallel":
        return importlib.import_module(".parallel", __name__).DataParallel
    return find("torch.nn", name)


def __dir__():
    return sorted({*globals(), *_LAZY, "DataParallel", "LinearCrossEntropyOptions"})
