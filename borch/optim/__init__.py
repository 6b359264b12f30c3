"""torch.optim: one algorithm a file; a class gathers the state, a function of lists takes the step.

Source: https://docs.pytorch.org/docs/stable/optim.html
"""

import importlib
import sys
from types import ModuleType

from ..absent import find
from .adam import Adam
from .adamw import AdamW
from .optimizer import Optimizer
from .sgd import SGD

# The other algorithms and the two rooms open when they are first asked for: a start should not wait for them.
_FILES = {
    "ASGD": "asgd", "Adadelta": "adadelta", "Adafactor": "adafactor", "Adagrad": "adagrad", "Adamax": "adamax",
    "LBFGS": "lbfgs", "Muon": "muon", "NAdam": "nadam", "RAdam": "radam", "RMSprop": "rmsprop", "Rprop": "rprop",
    "SparseAdam": "sparse_adam",
}  # fmt: skip
_ROOMS = ("lr_scheduler", "swa_utils")

__all__ = ["SGD", "Adam", "AdamW", "Optimizer", *_FILES, *_ROOMS]


def __getattr__(name):
    if name in _ROOMS or name == "_functional":
        return importlib.import_module("." + name, __name__)
    if name in _FILES:
        value = getattr(importlib.import_module("." + _FILES[name], __name__), name)
        globals()[name] = value
        return value
    return find("torch.optim", name)


def __dir__():
    return sorted({*globals(), *__all__})


class _Module(ModuleType):
    """This module. Who reads its `__dict__` looks for every algorithm, so that opens them all."""

    @property
    def __dict__(self):
        for name in (*_FILES, *_ROOMS):
            getattr(self, name)
        return ModuleType.__dict__["__dict__"].__get__(self)


sys.modules[__name__].__class__ = _Module
