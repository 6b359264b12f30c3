"""Places of our own in the interpreter's function table, by which it calls exports of kernels.wasm; its memory as arrays."""

import numpy as np

from . import interpreter

_places, _free = [], []  # ours, and those of them without a function yet
_table = None  # while there are places


def reserve(table, count):
    """Adds places at the end of the table; once for all, since it takes its time."""
    global _table
    first = table.length
    table.grow(count)
    _places.extend(range(first, first + count))
    _free[:] = _places
    _table = table


def put(function):
    """Puts a function into the next of our places: which that is."""
    place = _free.pop()
    _table.set(place, function)
    return place


def release():
    global _table
    _table = None
    if _places and (table := interpreter.table()) is not None:
        from pyodide.ffi import jsnull

        for place in _places:
            table.set(place, jsnull)
    _places.clear()


def address(array):
    """Where the numbers of an array lie."""
    return array.__array_interface__["data"][0]


class _At:
    def __init__(self, interface):
        self.__array_interface__ = interface


def memory(address, count, kind="<u4"):
    """An array of `count` numbers of this kind at an address of the interpreter's memory."""
    return np.asarray(_At({"data": (int(address), False), "shape": (count,), "typestr": kind, "version": 3}))


def owned(pointer):
    """The object at an address, of which a reference was given."""
    holder = np.empty(1, object)
    memory(address(holder), 1)[0] = pointer
    if holder[0] is None:
        raise RuntimeError("the interpreter makes no such object")
    return holder[0]
