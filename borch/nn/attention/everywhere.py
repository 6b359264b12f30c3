"""A function of one place (batch, head, query, key), computed for all places at once."""

import inspect
import itertools

import numpy as np

from ..._core.op import NAMESPACES, wrap
from ..._core.tensor import Tensor


def parameters(function):
    """How many positional parameters the function has."""
    kinds = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
    found = inspect.signature(function).parameters.values()
    return sum(p.kind in kinds and p.default is p.empty for p in found)


def everywhere(function, shape, *first):
    """`function(*first, b, h, i, j)` for every place of `shape`, where `first` has a value for each place.

    The indices broadcast; what comes out is compared with the function's answer at single places. Where it differs, since
    the function is not one of single elements, every place is computed by itself.
    """
    axes = [wrap(np.arange(n).reshape([-1 if k == d else 1 for k in range(4)])) for d, n in enumerate(shape)]
    if 0 in shape:
        return function(*first, *axes)
    try:
        found = function(*first, *axes).expand(shape)
    except (RuntimeError, ValueError, TypeError, IndexError, AttributeError):
        found = None
    if found is not None and all(same(found[p], at(function, first, p)) for p in samples(shape)):
        return found
    stack = NAMESPACES["torch"]["stack"]
    return stack([at(function, first, p) for p in itertools.product(*map(range, shape))]).reshape(shape)


def at(function, first, place):
    """The function's answer at one place."""
    indices = [wrap(np.asarray(n)) for n in place]
    return function(*[t[place] for t in first], *indices)


def samples(shape):
    """Corners and inner places."""
    b, h, i, j = shape
    return {
        (0, 0, 0, 0), (b - 1, h - 1, i - 1, j - 1), (0, h - 1, i - 1, 0), (b - 1, 0, 0, j - 1), (0, 0, i // 2, j // 3),
        (b // 2, h // 2, i // 3, j // 2), (b - 1, h // 2, i // 2, i // 2 % j),
    }  # fmt: skip


def same(x, y):
    return (
        isinstance(y, Tensor)
        and y.dim() == 0
        and bool(np.allclose(x.detach().double().numpy(), y.detach().double().numpy(), rtol=1e-4, equal_nan=True))
    )
