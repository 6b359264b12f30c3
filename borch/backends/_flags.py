"""What modules of settings share: the context that sets some for a while, and the precision of float32."""

import contextlib
import sys
from types import ModuleType

PRECISIONS = {
    "cuda": ("ieee", "tf32", "none"),
    "generic": ("ieee", "tf32", "bf16", "none"),
    "mkldnn": ("ieee", "tf32", "bf16", "none"),
}
_chosen = {}  # path -> what a program set
_DEFAULTS = {"cudnn.conv": "tf32", "cudnn.rnn": "tf32"}


def precision(path):
    """The attribute `fp32_precision` of a module or a group of settings: where it is not set, that of the one above."""

    def get(self=None):
        value = _chosen.get(path, "none")
        if value == "none" and path:
            value = above(path)
        return _DEFAULTS.get(path, "none") if value == "none" else value

    def put(self, value):
        backend = "generic" if not path else "mkldnn" if path.startswith("mkldnn") else "cuda"
        if value not in PRECISIONS["generic"]:
            raise RuntimeError(f"Unknown precision: {value}")
        if value not in PRECISIONS[backend]:
            raise RuntimeError(f"backend '{backend}' does not support precision '{value}'")
        _chosen[path] = value

    return property(get, put)


def above(path):
    return precision(path.rpartition(".")[0]).fget()


def group(path):
    """A group of settings that has the precision alone."""
    return type("group", (), {"fp32_precision": precision(path)})()


def with_precision(module, path):
    """Gives the named module the attribute `fp32_precision`."""
    sys.modules[module].__class__ = type("Settings", (ModuleType,), {"fp32_precision": precision(path)})


def flags_of(module, **defaults):
    """A context manager `flags(**settings)` over attributes of the named module."""

    @contextlib.contextmanager
    def flags(**settings):
        for name in settings:
            if name not in defaults:
                raise TypeError(f"flags() got an unexpected keyword argument '{name}'")
        place = sys.modules[module]
        before = {name: getattr(place, name) for name in defaults}
        for name, value in {**defaults, **settings}.items():
            setattr(place, name, value)
        try:
            yield
        finally:
            for name, value in before.items():
                setattr(place, name, value)

    return flags
