"""torch.return_types: the named tuples in which ops return several tensors, by the op's name.

>>> import borch as torch
>>> isinstance(torch.ones(2, 3).max(dim=1), torch.return_types.max)
True
"""

from ._core.op import OPS


def _types():
    found = {}
    for name, function in OPS.items():
        kind = getattr(getattr(function, "op", None), "tuple_type", None)
        if kind is not None:
            found.setdefault(kind.__name__, kind)
            found.setdefault(name, kind)
    return found


def __getattr__(name):
    import borch

    if not name.startswith("__"):
        getattr(borch, name, None)  # opens the room of an op that was not asked for yet
        kind = _types().get(name)
        if kind is not None:
            return kind
    raise AttributeError(f"module 'torch.return_types' has no attribute '{name}'")


def __dir__():
    return sorted(_types())
