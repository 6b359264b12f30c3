"""What is said where an element of a meta tensor is asked for; the arrays of such tensors are in meta/."""

from contextlib import contextmanager

import numpy as np

from .mode import mode

ndarray = np.ndarray

NO_COPY = "Cannot copy out of meta tensor; no data!"


class NoData(NotImplementedError, TypeError):
    """An array without elements was computed with where forms are not inferred, or one of its elements was asked for."""


NoData.__name__ = NoData.__qualname__ = "NotImplementedError"  # which it is to a program
NoData.__module__ = "builtins"


@contextmanager
def inferring():
    """Context in which numpy's functions infer the form of their results from arrays without elements."""
    before, mode.inferring = mode.inferring, True
    try:
        yield
    finally:
        mode.inferring = before


def as_array(value):
    """np.asarray that leaves arrays without elements as they are."""
    return value if isinstance(value, ndarray) else np.asarray(value)


def inferred(function, args, kwargs, name, written=None):
    """The call of a function that met an array without elements: see meta/call.py."""
    from .meta.call import infer

    return infer(function, args, kwargs, name, written)


def refused(name):
    """The error of a function that needs elements which are not there."""
    from .meta.unruled import refusal

    return refusal(name)


def is_meta(array):
    """Whether an array has no elements, as the kind of a tensor on the device "meta"."""
    return type(array) is not ndarray and hasattr(type(array), "memory")
