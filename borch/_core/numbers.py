"""Numbers in the form in which numpy's functions take them up soonest."""

from functools import lru_cache
from math import copysign

import numpy as np


class Number(dict):
    """A number as an array without axes for each dtype: a ufunc takes that in half the time of a Python number."""

    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value

    def __missing__(self, numpy_dtype):
        array = self[numpy_dtype] = np.array(self.value, numpy_dtype)
        array.flags.writeable = False
        return array


@lru_cache(1024)
def _kept(value, numpy_dtype):
    array = np.array(value, numpy_dtype)
    array.flags.writeable = False
    return array


def number(value, numpy_dtype):
    """The same for numbers that come again with each call, as counts and settings do."""
    kind = type(value)
    if kind is int or (kind is float and (value or copysign(1, value) > 0)):  # -0.0 would be found as 0.0
        return _kept(value, numpy_dtype)
    return np.array(value, numpy_dtype)


def some(mask):
    """Whether any element of an array of bools is True: few are looked at sooner as Python's."""
    return True in mask.reshape(-1).tolist() if mask.size <= 64 else bool(mask.any())


ZERO, HALF, ONE, TWO = map(Number, (0, 0.5, 1, 2))
