"""The words of numpy's MT19937, compiled: its state is read and moved on where numpy holds it, so that both go on alike."""

import numpy as np

from ..numpy import twister as meaning
from .module import FLOAT32, FLOAT64, call, empty, least
from .ufuncs import memory

UINT64, INT64 = np.dtype(np.uint64), np.dtype(np.int64)
KEY = 624  # words of the state, and the position after them

_states = {}  # type of a bit generator -> whether its state lies as twister.c reads it


def _state(bits):
    """The address of the generator's state: the first word of the interface that its capsule points to."""
    capsule = bits.capsule
    return int(memory(memory(id(capsule), 3)[2], 1)[0])


def _known(bits):
    """Whether the state lies as twister.c reads it, which the first generator of a type is asked."""
    kind = type(bits)
    found = _states.get(kind)
    if found is None:
        found = False
        if kind is np.random.MT19937:
            told = bits.state["state"]
            seen = memory(_state(bits), KEY + 1)
            found = bool((seen[:KEY] == told["key"]).all() and seen[KEY] == told["pos"])
        _states[kind] = found
    return found


def _kernel(name, export, dtype, width):
    """A kernel that fills an array of `dtype` from `width` words a number."""
    otherwise = getattr(meaning, name)

    def kernel(bits, n):
        if n * width < least.elements or not _known(bits):
            return otherwise(bits, n)
        out = empty(n, dtype)
        getattr(call, export)(_state(bits), out)
        return out

    kernel.__module__ = __name__
    return kernel


words = _kernel("words", "words_u64", UINT64, 1)
words64 = _kernel("words64", "wide_words_u64", UINT64, 2)
uniform24 = _kernel("uniform24", "uniform_f32", FLOAT32, 1)
uniform53 = _kernel("uniform53", "uniform_f64", FLOAT64, 2)
permutation = _kernel("permutation", "permutation_i64", INT64, 1)
