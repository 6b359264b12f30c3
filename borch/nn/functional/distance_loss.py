"""Losses that measure how far input is from target, element by element: squared, absolute, smooth L1 and Huber.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#loss-functions
"""

from math import prod

import numpy as np

from ..._core.args import check_number
from ..._core.halves import to_bfloat16
from ..._core.op import OPS, function, op
from ...ops.both import array_of, constant, where
from .reduction import NAMESPACE, alike, check_reduction, legacy_reduction, reduce_tensor, reduced, warn_of_sizes


def pointwise(slope, node, refuse, half, fused=False):
    """An op of input and target whose loss depends on their difference alone; `slope` is its gradient.

    slope of (gradient, the loss's part in the reduction, difference, bend), in the order in which torch rounds
    half  the loss of float16 and bfloat16 as torch rounds it: a function of (rounded, difference, bend)
    """

    def half_loss(rounded, input, target, reduction="mean", bend=None):
        return reduced(rounded(half(rounded, input - target, bend)), reduction)

    def to_input(g, input, target, reduction, bend):
        difference = input - target
        count = prod(difference.shape)
        part = 1.0 if reduction != "mean" else 1 / count if count else float("nan")
        return slope(g, part, difference, bend)

    return op(
        kind="promote",
        strict=True,
        refuse={"biwc": refuse},
        half=half_loss,
        fused=fused,
        node=node,
        inplace=False,
        method=False,
        namespace=None,
        input=to_input,
        target=lambda g, input, target, reduction, bend: -to_input(g, input, target, reduction, bend),
    )


# -------------------------------------------------------------------------------------------------------- squared error
@pointwise(
    lambda g, part, difference, bend: constant(g, 2 * part) * difference * g,
    "MseLossBackward0",
    "mse_cpu",
    half=lambda rounded, difference, bend: np.square(rounded(difference)),
)
def _squared_error(input, target, reduction="mean", bend=None):
    difference = input - target
    difference *= difference
    return reduced(difference, reduction)


@function(method=False, namespace=NAMESPACE)
def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """The square of input - target, of each element or as their mean (the default) or sum.

    input and target broadcast, with a warning. `weight` of their shape makes the mean a weighted one.
    ValueError for an unknown `reduction` or a weight of another size, NotImplementedError for integers.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.mse_loss.html

    >>> import borch as torch
    >>> torch.nn.functional.mse_loss(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 5.0]))
    tensor(4.5000)
    """
    input.size, target.size  # noqa: B018  (torch's error for what is no tensor)
    warn_of_sizes(input, target)
    input, target = alike(input, target)
    reduction = check_reduction(legacy_reduction(size_average, reduce, reduction))
    if weight is None:
        return _squared_error(input, target, reduction)
    return _weighted(_squared_error(input, target, "none"), weight, input, reduction)


def _weighted(losses, weight, input, reduction):
    if weight.size() != input.size():
        raise ValueError("Weights and input must have the same size.")
    losses = losses * weight
    if reduction == "none":
        return losses
    total = losses.sum()
    return total if reduction == "sum" else total / weight.sum()


# -------------------------------------------------------------------------------------------------------- absolute error
@function(method=False, namespace=NAMESPACE)
def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """The absolute value of input - target, of each element or as their mean (the default) or sum.

    input and target broadcast, with a warning. `weight` of their shape makes the mean a weighted one.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.l1_loss.html

    >>> import borch as torch
    >>> torch.nn.functional.l1_loss(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 5.0]))
    tensor(1.5000)
    """
    warn_of_sizes(input, target)
    input, target = alike(input, target)
    reduction = check_reduction(legacy_reduction(size_average, reduce, reduction))
    losses = OPS["abs"](input - target)
    return reduce_tensor(losses, reduction) if weight is None else _weighted(losses, weight, input, reduction)


# --------------------------------------------------------------------------------------------- smooth L1 and Huber's loss
def _half_smooth_l1(rounded, difference, bend):
    """float16 is rounded at every step, bfloat16 at the end."""
    if rounded is to_bfloat16:
        rounded = np.asarray
    size = np.abs(rounded(difference))
    return np.where(size < bend, rounded(rounded(0.5 * size) * size) / bend, size - 0.5 * bend)


def _half_huber(rounded, difference, bend):
    """bfloat16 is rounded at every step, float16 at the end."""
    if rounded is not to_bfloat16:
        rounded = np.asarray
    size = np.abs(rounded(difference))
    return np.where(size < bend, rounded(0.5 * size) * size, bend * rounded(size - 0.5 * bend))


@pointwise(
    lambda g, part, difference, bend: (
        g * part * where(np.abs(array_of(difference)) < bend, difference / bend, OPS["sign"](difference))
    ),
    "SmoothL1LossBackward0",
    "smooth_l1_cpu",
    half=_half_smooth_l1,
    fused=True,
)
def _smooth_l1(input, target, reduction, bend):
    size = np.abs(input - target)
    return reduced(np.where(size < bend, 0.5 * size * size / bend, size - 0.5 * bend).astype(size.dtype), reduction)


@function(method=False, namespace=NAMESPACE)
def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """Half the squared difference over `beta` where it is smaller than `beta`, else the absolute one less beta / 2.

    RuntimeError for a negative `beta`; zero gives `l1_loss`. Source: Girshick 2015, arXiv:1504.08083;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.smooth_l1_loss.html

    >>> import borch as torch
    >>> torch.nn.functional.smooth_l1_loss(torch.tensor([0.5, 3.0]), torch.zeros(2), reduction="none")
    tensor([0.1250, 2.5000])
    """
    warn_of_sizes(input, target)
    input, target = alike(input, target)
    reduction = check_reduction(legacy_reduction(size_average, reduce, reduction))
    if beta == 0:
        return reduce_tensor(OPS["abs"](input - target), reduction)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    return _smooth_l1(input, target, reduction, beta)


def _huber_slope(g, part, difference, bend):
    part = constant(g, part)
    beyond = OPS["sign"](difference) * (part * g * bend)
    return where(np.abs(array_of(difference)) < bend, part * difference * g, beyond)


@pointwise(
    _huber_slope,
    "HuberLossBackward0",
    "huber_cpu",
    half=_half_huber,
)
def _huber(input, target, reduction, bend):
    size = np.abs(input - target)
    losses = np.where(size < bend, 0.5 * size * size, bend * (size - 0.5 * bend))
    return reduced(losses.astype(size.dtype), reduction)


@function(method=False, namespace=NAMESPACE)
def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """Half the squared difference where it is smaller than `delta`, else delta times the absolute one less delta / 2.

    `weight` of the input's shape scales the losses. RuntimeError for a `delta` that is not positive.
    Source: Huber 1964; https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.huber_loss.html

    >>> import borch as torch
    >>> torch.nn.functional.huber_loss(torch.tensor([0.5, 3.0]), torch.zeros(2), reduction="none", delta=2.0)
    tensor([0.1250, 4.0000])
    """
    warn_of_sizes(input, target)
    check_number(delta, "huber_loss", "delta", 4)
    if not delta > 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    reduction = check_reduction(reduction)
    if weight is None:
        return _huber(input, target, reduction, delta)
    if weight.size() != input.size():
        raise ValueError("Weights and input must have the same size.")
    return reduce_tensor(_huber(input, target, "none", delta) * weight, reduction)
