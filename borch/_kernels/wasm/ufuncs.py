"""Compiled loops inside numpy's own ufuncs: broadcasting, strides, casts, `out=` and a small call come from numpy.

numpy calls the inner loops of a ufunc by their places in the interpreter's function table, and an export of kernels.wasm
can be put there. A ufunc made here has the loops of one of numpy's, but for the types that are compiled. Nothing of the
page is held: `stop` puts numpy's loops back, and the next `start` points the same ufuncs to their new places.
Source: numpy's stable C ABI, https://numpy.org/doc/stable/reference/c-api/ufunc.html
"""

import numpy as np
from numpy._core import _multiarray_umath

from . import places
from .places import address, memory

CHARS = {"?": 0, "q": 9, "f": 11, "d": 12}  # numpy's numbers of the types
FROM_FUNCTIONS, FROM_SIGNATURE = 1, 31  # what makes a ufunc, by its place among numpy's functions
NIN, NOUT, FUNCTIONS, DATA, COUNT, TYPES = 2, 3, 6, 7, 8, 11  # words of a ufunc object
BEFORE = 5  # words of c/before.h: numpy's loop and its data, and room for the arguments of another call
IDENTITIES = {0: 0, 1: 1, None: 2**32 - 2}  # numpy's number for what a reduction of nothing gives; it may be reordered

_declared = []  # each Ufunc
within = []  # each Within: they start last, since the others copy numpy's loops


class Ufunc:
    """A ufunc with compiled loops.

    base   numpy's ufunc of the same meaning, whose other loops it has; None where there is none
    loops  {"f->f": export}
    nin, nout, signature   where there is no base; the signature makes it a generalized ufunc
    room   bytes of scratch memory that every compiled loop gets the address of; where it needs none, that of numpy's loop
    """

    def __init__(self, name, base, loops, *, nin=1, nout=1, signature=None, room=0):
        self.name, self.base, self.loops = name, base, loops
        self.nin, self.nout = (nin, nout) if base is None else (base.nin, base.nout)
        self.signature = signature if base is None else base.signature
        self.size = room
        self.made = None  # the ufunc, once there was a start
        self.loop = None  # the same while the compiled loops run
        _declared.append(self)

    def __call__(self, *args, **kwargs):
        return self.now()(*args, **kwargs)

    def now(self):
        """The ufunc to call: numpy's where none has been made."""
        return self.base if self.made is None else self.made

    def _describe(self):
        """Reads numpy's loops of the base; the arrays are memory of the new ufunc and live as long."""
        per = self.nin + self.nout
        if self.base is None:
            self.kinds = list(self.loops)
            self.plain_functions = self.plain_data = np.zeros(len(self.kinds), np.uint32)
            self.types = np.array([CHARS[c] for kind in self.kinds for c in kind.replace("->", "")], np.uint8)
        else:
            head = memory(id(self.base), 12)
            count = len(self.base.types)
            if [*head[[NIN, NOUT, COUNT]]] != [self.nin, self.nout, count]:
                raise RuntimeError("a ufunc of numpy is not laid out as expected")
            self.kinds = self.base.types
            self.plain_functions = memory(head[FUNCTIONS], count).copy()
            self.plain_data = memory(head[DATA], count).copy() if head[DATA] else np.zeros(count, np.uint32)
            self.types = memory(head[TYPES], count * per, "|u1").copy()
        self.functions, self.data = self.plain_functions.copy(), self.plain_data.copy()

    def _make(self, table):
        self._describe()
        functions = memory(memory(id(_multiarray_umath._UFUNC_API), 3)[2], FROM_SIGNATURE + 1)  # a capsule's pointer
        self.words = [np.frombuffer(text.encode() + b"\0", np.uint8) for text in (self.name, self.signature or "")]
        given = [address(self.functions), address(self.data), address(self.types), len(self.kinds)]
        identity = IDENTITIES[None if self.base is None else self.base.identity]
        given += [self.nin, self.nout, identity, address(self.words[0]), 0, 0]
        if self.signature is None:
            made = table.get(int(functions[FROM_FUNCTIONS]))(*given)
        else:
            made = table.get(int(functions[FROM_SIGNATURE]))(*given, address(self.words[1]))
        self.made = places.owned(made)

    def start(self, exports, table):
        """Makes the ufunc, and points its loops to the exports, which get places at the end of `table`."""
        if self.made is None:
            self._make(table)
        self.room = np.empty(self.size, np.uint8)
        self.theirs = np.zeros((len(self.kinds), BEFORE), np.uint32)
        theirs = address(self.theirs)
        for kind, name in self.loops.items():
            place = places.put(getattr(exports, name))
            for k, have in enumerate(self.kinds):
                if have == kind:
                    self.functions[k] = place
                    self.theirs[k, :2] = self.plain_functions[k], self.plain_data[k]
                    self.data[k] = address(self.room) if self.size else theirs + 4 * BEFORE * k
        self.loop = self.made

    def stop(self):
        self.loop = self.room = self.theirs = None
        if self.made is not None:
            self.functions[:] = self.plain_functions
            self.data[:] = self.plain_data


class Within:
    """Compiled loops in one of numpy's own ufuncs, for all who call it: their results have the bits of numpy's.

    loops  {"ff->f": export}; each gets the place of the loop of numpy's that was there, for what it does not do itself
    """

    def __init__(self, ufunc, loops):
        self.ufunc, self.loops = ufunc, loops
        self.before = None  # the words of the ufunc as numpy made it
        within.append(self)

    def start(self, exports, table):
        self.head = memory(id(self.ufunc), 12)
        kinds = self.ufunc.types
        if self.head[COUNT] != len(kinds):
            raise RuntimeError("a ufunc of numpy is not laid out as expected")
        before = self.head[[FUNCTIONS, DATA]]
        self.functions = memory(before[0], len(kinds)).copy()
        self.data = memory(before[1], len(kinds)).copy() if before[1] else np.zeros(len(kinds), np.uint32)
        self.theirs = np.zeros((len(kinds), BEFORE), np.uint32)
        self.theirs[:, 0], self.theirs[:, 1] = self.functions, self.data
        theirs = address(self.theirs)
        for kind, name in self.loops.items():
            k = kinds.index(kind)
            self.functions[k] = places.put(getattr(exports, name))
            self.data[k] = theirs + 4 * BEFORE * k
        self.before = before
        self.head[[FUNCTIONS, DATA]] = address(self.functions), address(self.data)

    def stop(self):
        if self.before is not None:
            self.head[[FUNCTIONS, DATA]] = self.before
            self.before = None


def loops():
    """The names of all exports that are loops."""
    return {name for ufunc in (*_declared, *within) for name in ufunc.loops.values()}


def start(exports, table):
    for ufunc in (*_declared, *within):
        ufunc.start(exports, table)


def stop():
    for ufunc in (*within, *_declared):
        ufunc.stop()
