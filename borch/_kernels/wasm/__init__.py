"""The compiled kernels: a file per family, which decides whether the arrays are what the kernel takes, else numpy."""

from ..numpy import FAMILIES as MEANINGS
from . import (
    attention,
    channels,
    conv,
    elementwise,
    embedding,
    gemm,
    loss,
    normal,
    optim,
    pool,
    reduce,
    rnn,
    rows,
    twister,
)
from .module import start, stop
from .ufuncs import Ufunc

FAMILIES = {
    module.__name__.rpartition(".")[2]: module
    for module in (
        attention,
        channels,
        conv,
        elementwise,
        embedding,
        gemm,
        loss,
        normal,
        optim,
        pool,
        reduce,
        rnn,
        rows,
        twister,
    )
}


def names():
    """{name: kernel} of what is compiled; each has its meaning in the numpy file of the same family."""
    return {
        name: kernel.now() if isinstance(kernel := getattr(family, name), Ufunc) else kernel
        for which, family in FAMILIES.items()
        for name in MEANINGS[which].__all__
        if hasattr(family, name)
    }
