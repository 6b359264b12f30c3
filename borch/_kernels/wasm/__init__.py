"""The compiled kernels: a file per family, which decides whether the arrays are what the kernel takes, else numpy."""

from importlib import import_module

from ..numpy import FAMILIES as MEANINGS
from . import arithmetic
from .module import start, stop
from .ufuncs import Ufunc

FAMILIES = {name: import_module(f".{name}", __name__) for name in MEANINGS}


def names():
    """{name: kernel} of what is compiled; each has its meaning in the numpy file of the same family."""
    return {
        name: kernel.now() if isinstance(kernel := getattr(family, name), Ufunc) else kernel
        for which, family in FAMILIES.items()
        for name in MEANINGS[which].__all__
        if hasattr(family, name)
    }
