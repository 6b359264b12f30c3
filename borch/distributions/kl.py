"""Kullback-Leibler divergences: the table of pairs, and how the closest pair for two distributions is found.

The formulas are in kl_continuous.py, kl_discrete.py and kl_multivariate.py.
Source: https://docs.pytorch.org/docs/stable/distributions.html#module-torch.distributions.kl
"""

import functools
import math

from .distribution import Distribution
from .utils import torch

__all__ = ["kl_divergence", "register_kl"]

_KL_REGISTRY = {}
_KL_MEMOIZE = {}


def register_kl(type_p, type_q):
    """Decorates the function (p, q) that gives the divergence of two types of distributions.

    >>> import borch as torch
    >>> D = torch.distributions
    >>> class Point(D.Normal): pass
    >>> @D.register_kl(Point, D.Normal)
    ... def kl_point(p, q):
    ...     return torch.tensor(1.0)
    >>> D.kl_divergence(Point(0.0, 1.0), D.Normal(0.0, 1.0))
    tensor(1.)
    """
    for side, kind in (("type_p", type_p), ("type_q", type_q)):
        if not isinstance(kind, type) and issubclass(kind, Distribution):
            raise TypeError(f"Expected {side} to be a Distribution subclass but got {kind}")

    def decorate(fun):
        _KL_REGISTRY[type_p, type_q] = fun
        _KL_MEMOIZE.clear()
        return fun

    return decorate


@functools.total_ordering
class _Match:
    """A pair of types, of which one is smaller when each of its types derives from the other's."""

    def __init__(self, *types):
        self.types = types

    def __eq__(self, other):
        return self.types == other.types

    def __le__(self, other):
        for x, y in zip(self.types, other.types, strict=True):
            if not issubclass(x, y):
                return False
            if x is not y:
                break
        return True

    __hash__ = object.__hash__


def _dispatch_kl(type_p, type_q):
    """The function for the closest registered pair; NotImplemented when there is none."""
    matches = [(p, q) for p, q in _KL_REGISTRY if issubclass(type_p, p) and issubclass(type_q, q)]
    if not matches:
        return NotImplemented
    left = min(_Match(*m) for m in matches).types
    right_q, right_p = min(_Match(*reversed(m)) for m in matches).types
    left_fun, right_fun = _KL_REGISTRY[left], _KL_REGISTRY[right_p, right_q]
    if left_fun is not right_fun:
        import warnings

        warnings.warn(
            f"Ambiguous kl_divergence({type_p.__name__}, {type_q.__name__}). Please register_kl({left[0].__name__}, "
            f"{right_q.__name__})",
            RuntimeWarning,
            stacklevel=3,
        )
    return left_fun


def _infinite_like(tensor):
    return torch.full_like(tensor, math.inf)


def kl_divergence(p, q):
    """KL(p || q), the expectation under p of log p(x) - log q(x), of the batch shape. NotImplementedError without formula.

    >>> import borch as torch
    >>> D = torch.distributions
    >>> D.kl_divergence(D.Normal(0.0, 1.0), D.Normal(1.0, 2.0))
    tensor(0.4431)
    """
    from . import kl_continuous, kl_discrete, kl_multivariate  # noqa: F401

    try:
        fun = _KL_MEMOIZE[type(p), type(q)]
    except KeyError:
        fun = _KL_MEMOIZE[type(p), type(q)] = _dispatch_kl(type(p), type(q))
    if fun is NotImplemented:
        raise NotImplementedError(
            f"No KL(p || q) is implemented for p type {p.__class__.__name__} and q type {q.__class__.__name__}"
        )
    return fun(p, q)
