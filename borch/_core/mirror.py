"""Conjugates that are views in torch and copies here: a write to either side reaches the other.

torch carries out `x.conj()` only when it is read. Here it is computed at once; what counts the writes to both tensors,
their version cell, is one that hands every write on.
"""

import weakref

import numpy as np

from .mode import mode
from .node import recorded


class Linked(list):
    """A version cell of a tensor that has conjugates, or is one."""

    source = None  # for a conjugate: the tensor that it shows
    array = None  # for a conjugate: its own memory
    owner = None  # for a conjugate: the tensor itself, weakly
    before = None  # the cell that this one took the place of
    quiet = False

    def __init__(self, values):
        super().__init__(values)
        self.mirrors = []  # the cells of the conjugates, weakly

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        if key == 0 and not self.quiet:
            self.hand_on(None)

    def hand_on(self, origin):
        """Brings the memory on the other sides up to date, but for the side from which the write came."""
        if self.before is not None:
            self.before[0] = self[0]
        source = self.source
        if source is not None and source._writes is not origin:
            source._array[...] = np.conjugate(self.array)
            source._writes.count(self)
        for link in self.mirrors:
            mirror = link()
            if mirror is not None and mirror is not origin:
                mirror.array[...] = np.conjugate(mirror.source._array)
                mirror.count(self)

    def count(self, origin):
        list.__setitem__(self, 0, self[0] + 1)
        self.hand_on(origin)

    def shows_leaf(self):
        """Whether this is the cell of a conjugate of a leaf that requires a gradient."""
        source = self.source
        return source is not None and source._requires_grad and source._node is None

    def record(self, tensor):
        """After a recorded write to `tensor`, whose cell this is: the other sides take over its history."""
        if self.quiet:
            return
        self.quiet = True
        try:
            if self.source is not None:
                owner = tensor if tensor._base is None else tensor._base
                source = self.source._writes
                source.quiet, was = True, source.quiet
                try:
                    recorded("copy_")(self.source, recorded("_conjugated")(owner))
                finally:
                    source.quiet = was
            for link in self.mirrors:
                mirror = link()
                owner = mirror and mirror.owner()
                if owner is not None and mode.grad:
                    owner._node, owner._requires_grad = recorded("_conjugated")(mirror.source)._node, True
        finally:
            self.quiet = False


def link(out, input):
    """Makes `out`, the conjugate of `input`, follow what is written to it, and the other way round."""
    cell = input._writes
    if type(cell) is not Linked:
        if type(cell) is not list:
            return
        linked = Linked(cell)
        linked.before = cell
        base = input if input._base is None else input._base
        for t in (input, base):
            if t._writes is cell:
                t._writes = linked
        cell = linked
    mirror = Linked([cell[0]])
    mirror.source, mirror.array, mirror.owner = input, out._array, weakref.ref(out)
    out._writes = mirror
    cell.mirrors[:] = [m for m in cell.mirrors if m() is not None]
    cell.mirrors.append(weakref.ref(mirror))
