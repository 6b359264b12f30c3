"""Where the numpy functions of the ops are held: for those who watch every op while a program runs.

An op's wrapper closes over its function. Who puts another function into these places sees every call; nothing is slower
while nobody does.
"""

import gc
from types import FunctionType

from .op import Op

__all__ = ["objects", "recordables"]


def objects():
    """All that the garbage collector knows, with what a program has set aside by gc.freeze()."""
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    found = gc.get_objects()
    if frozen:
        gc.freeze()
    return found


def recordables():
    """(object, attribute, op) of every place that holds the function of an op: the ops, and the cells of their wrappers,
    which an op's function and its method have in common."""
    found, seen = [], set()
    for x in objects():
        if isinstance(x, Op):
            found.append((x, "fn", x))
        elif type(x) is FunctionType and x.__closure__ and "fn" in x.__code__.co_freevars:
            cells = dict(zip(x.__code__.co_freevars, x.__closure__, strict=True))
            if id(cells["fn"]) in seen:
                continue
            seen.add(id(cells["fn"]))
            try:
                owner = cells["o"].cell_contents if "o" in cells else cells["call"].cell_contents.__self__
            except (KeyError, AttributeError, ValueError):
                continue
            if isinstance(owner, Op):
                found.append((cells["fn"], "cell_contents", owner))
    return found
