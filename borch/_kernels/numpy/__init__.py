"""What each kernel means, in numpy: a file per family, whose `__all__` names its kernels.

Arrays are float32 or float64 unless said otherwise; each result is a fresh array.
"""

from importlib import import_module

NAMES = (
    "attention", "channels", "conv", "elementwise", "embedding", "gemm", "loss", "normal", "optim", "pool", "reduce",
    "rnn", "rows", "twister",
)  # fmt: skip

FAMILIES = {name: import_module(f".{name}", __name__) for name in NAMES}


def names():
    """{name: kernel} of every family."""
    return {name: getattr(family, name) for family in FAMILIES.values() for name in family.__all__}


globals().update(names())
