"""The negative log likelihood of classes: scores (N, C), (N, C, ...) or (C,), targets without C."""

from functools import lru_cache

import numpy as np

__all__ = ["nll", "nll_gradient"]

FEW = 16  # targets that are looked at quicker as Python's ints


def _all_below(target, classes):
    """Whether all are in [0, classes): a negative int64 is a large number without its sign."""
    if target.size <= FEW:
        given = target.reshape(-1).tolist()
        return min(given) >= 0 and max(given) < classes
    return np.maximum.reduce(target.view(np.uint64) if target.dtype == np.int64 else target, None) < classes


@lru_cache(64)
def _counted(n):
    return np.arange(n)


def counted(n):
    """The numbers from 0 to n - 1."""
    return _counted(n) if n <= 4096 else np.arange(n)


def per_target(shape, target, weight, ignore_index, numpy_dtype):
    """Each target's weight (0 where ignored), None for ones alone, the place of its class, and where ignored, if any."""
    classes = shape[1] if len(shape) > 1 else shape[0]
    some, ignored, safe = False, None, target
    if target.size and (ignore_index in range(classes) or not _all_below(target, classes)):
        ignored = target == ignore_index
        some = bool(ignored.any())
        safe = np.where(ignored, 0, target) if some else target
        outside = (safe < 0) | (safe >= classes)
        if outside.any():
            raise IndexError(f"Target {safe[outside].flat[0]} is out of bounds.")
    weights = None
    if weight is not None:
        weights = (np.where(ignored, 0, weight[safe]) if some else weight[safe]).astype(numpy_dtype, copy=False)
    elif some:
        weights = (~ignored).astype(numpy_dtype)
    if len(shape) < 2:
        places = safe
    elif len(shape) == 2:
        places = counted(shape[0]), safe
    else:
        axes = np.ix_(*(range(s) for s in safe.shape))
        places = axes[0], safe, *axes[1:]
    return weights, places, ignored if some else None


def _divisor(weights, losses, dtype):
    """The sum of the weights."""
    return dtype.type(losses.size) if weights is None else np.add.reduce(weights, None, dtype)


def nll(input, target, weight, ignore_index, reduction):
    """Minus the scores of the targets, each times its class's weight, reduced. IndexError for a target that is no class."""
    weights, places, ignored = per_target(input.shape, target, weight, ignore_index, input.dtype)
    losses = np.asarray(-input[places] if weights is None else -weights * input[places])
    if ignored is not None:  # even where the score is infinite
        losses = np.where(ignored, 0, losses)
    if reduction == "none":
        return losses
    total = np.add.reduce(losses, None, input.dtype)
    return total if reduction == "sum" else total / _divisor(weights, losses, input.dtype)


def nll_gradient(g_out, target, weight, shape, ignore_index, reduction):
    """The transpose of `nll` in the scores, which have the shape `shape`."""
    weights, places, ignored = per_target(shape, target, weight, ignore_index, g_out.dtype)
    share = -g_out if weights is None else -weights * g_out
    if reduction == "mean":
        share = share / _divisor(weights, target, g_out.dtype)
    if ignored is not None:
        share = np.where(ignored, 0, share)
    out = np.zeros(shape, g_out.dtype)
    out[places] = share
    return out
