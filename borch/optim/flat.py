"""A group's parameters as one array: one numpy call steps them all, which is what small models need.

The state tensors of the parameters are views of flat arrays, so that everything that reads or loads state sees the
usual tensors; a state that was replaced, or a parameter without gradient, sends the step the ordinary way. States that
were loaded move into flat arrays at the first step after it.
"""

from collections import deque
from itertools import chain, repeat
from operator import add, attrgetter, is_, itemgetter, methodcaller, setitem

import numpy as np

from .._core.op import wrap

LARGEST = 1 << 15  # elements; above, a parameter's own arrays are as quick
array_of, writes_of, values_of = attrgetter("_array"), attrgetter("_writes"), methodcaller("values")
FLOATS = (np.dtype(np.float32), np.dtype(np.float64))


class _Parts(np.ndarray):
    """Memory whose parts count as storages of their own: what `storage_offset` and a saved file tell of them."""


def _memory(size, value, dtype):
    array = np.ndarray.__new__(_Parts, (size,), dtype)
    array[...] = value
    return array


class Flat:
    """Flat state arrays for `params`; `entries` are the state entries of each parameter's shape and their first values.

    States that are there already give their values instead.
    """

    def __init__(self, params, states, entries):
        names = tuple(entries)
        self.params, self.states = list(params), states
        arrays = [p._array for p in params]
        self.bounds = np.cumsum([0, *(a.size for a in arrays)]).tolist()
        steps = _memory(len(params), 0, np.float32)
        memory = {name: _memory(self.bounds[-1], entries[name], arrays[0].dtype) for name in names}
        self.steps = np.asarray(steps)
        self.arrays = {name: np.asarray(array) for name, array in memory.items()}
        self.values = np.empty(self.bounds[-1], arrays[0].dtype)
        self.parts = []  # of the values, as the parameters have them
        for k, (p, state) in enumerate(zip(params, states, strict=True)):
            parts = {name: memory[name][self.bounds[k] : self.bounds[k + 1]].reshape(p._array.shape) for name in names}
            parts["step"] = steps[k : k + 1].reshape(())
            for name in ("step", *names):
                if name in state:
                    parts[name][...] = state[name]._array
                state[name] = wrap(np.asarray(parts[name]))
            self.parts.append(self.values[self.bounds[k] : self.bounds[k + 1]].reshape(p._array.shape))
        self.lengths = list(map(len, states))
        self.views = list(map(array_of, chain.from_iterable(map(values_of, states))))

    def is_whole(self, params, state):
        """Whether `state`, an optimizer's, is of these parameters alone, and is the one that the flat arrays stand for."""
        return (
            len(state) == len(params) == len(self.params)
            and all(map(is_, params, self.params))
            and all(map(is_, state, params))
            and all(map(is_, state.values(), self.states))
        )

    def holds(self, params, states):
        """Whether these are still the parameters and states that the flat arrays stand for."""
        if len(params) != len(self.params) or list(map(len, states)) != self.lengths:
            return False
        arrays = map(array_of, chain.from_iterable(map(values_of, states)))
        return (
            all(map(is_, params, self.params))
            and all(map(is_, arrays, self.views))
            and len(set(self.steps.tolist())) == 1
        )

    @staticmethod
    def joined(tensors):
        """The tensors' elements in one new array."""
        return np.concatenate(list(map(array_of, tensors)), None)

    def write(self, values):
        """Writes flat `values` into the parameters."""
        self.values[...] = values
        deque(map(setitem, map(array_of, self.params), repeat(...), self.parts), 0)
        cells = [*map(writes_of, self.params)]
        deque(map(setitem, cells, repeat(0), map(add, map(itemgetter(0), cells), repeat(1))), 0)


def can_be_flat(params):
    """Whether one array for all is possible and pays: several small parameters of one float dtype."""
    if len(params) < 2:
        return False
    first = params[0]._array.dtype
    return first in FLOATS and all(p._array.dtype is first and p._array.size <= LARGEST for p in params)


def can_adopt(params, states, names):
    """Whether loaded `states` can move into flat arrays: all there, at the same step, of the parameters' form."""
    for p, state in zip(params, states, strict=True):
        if state.keys() != {"step", *names} or state["step"]._array.shape != ():
            return False
        arrays = [state[name]._array for name in names]
        if any(a.shape != p._array.shape or a.dtype != p._array.dtype for a in arrays):
            return False
        if state["step"]._array != states[0]["step"]._array:
            return False
    return can_be_flat(params)
