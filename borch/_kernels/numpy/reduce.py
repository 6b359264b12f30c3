"""Reductions along axes that give more than a sum: places of the largest and smallest, squared distances from the mean."""

from math import prod

import numpy as np

from ..._core.numbers import number

__all__ = ["argmax", "argmin", "largest", "smallest", "deviations"]


def argmax(x, axis=None, out=None, *, keepdims=False):
    """The place of the greatest element along `axis`, or of all."""
    return x.argmax(axis, out, keepdims=True) if keepdims else x.argmax(axis, out)


def argmin(x, axis=None, out=None, *, keepdims=False):
    """The place of the least element along `axis`, or of all."""
    return x.argmin(axis, out, keepdims=True) if keepdims else x.argmin(axis, out)


def largest(x, axis, keepdims):
    """(the largest numbers along an axis, the first place of each); a NaN counts as larger than all."""
    return np.maximum.reduce(x, axis, None, None, keepdims), argmax(x, axis, keepdims=keepdims)


def smallest(x, axis, keepdims):
    """(the smallest numbers along an axis, the first place of each); a NaN counts as smaller than all."""
    return np.minimum.reduce(x, axis, None, None, keepdims), argmin(x, axis, keepdims=keepdims)


def deviations(x, axes):
    """(the means over some axes, the sums of squared distances from them), with the axes kept."""
    mean = np.add.reduce(x, axes, None, None, True)
    n = x.size // mean.size if mean.size else prod(x.shape[a] for a in axes)
    mean = mean / number(n, x.dtype)
    off = np.subtract(x, mean)
    return mean, np.add.reduce(np.square(off), axes, None, None, True)
