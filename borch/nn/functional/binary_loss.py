"""Losses of yes-or-no targets: binary cross-entropy of probabilities and of logits, and the soft margins.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#loss-functions
"""

import math

import numpy as np

from ..._core.args import broadcast_shape, check_tensor
from ..._core.dtype import can_cast, promote_types
from ..._core.op import OPS, function, op
from ...ops import wide
from .reduction import NAMESPACE, check_reduction, legacy_reduction, no_gradient, reduce_tensor, reduced, share

LEAST_LOG, LEAST_VARIANCE = -100.0, 1e-12


def _whole(x):
    """What arithmetic of 0-dim arrays gives, as an array again."""
    return np.asarray(x) if isinstance(x, np.generic) else x


def _weighed(g, weight):
    return g if weight is None else g * weight


# ----------------------------------------------------------------------------------------------------- of probabilities
def _bce_input(g, input, target, weight, reduction):
    variance = OPS["clamp"](_whole(input * (1 - input)), LEAST_VARIANCE)
    return _weighed(share(g, input, reduction) * (input - target) / variance, weight)


def _bce_target(g, input, weight, reduction):
    no, yes = (OPS["clamp"](_whole(x), LEAST_LOG) for x in (OPS["log"](1 - input), OPS["log"](input)))
    return _weighed(share(g, input, reduction) * (no - yes), weight)


@op(
    kind="same",
    strict=True,
    tensors=("input", "target", "weight"),
    refuse={"biwc": "binary_cross_entropy"},
    node="BinaryCrossEntropyBackward0",
    method=False,
    namespace=None,
    input=_bce_input,
    target=_bce_target,
)
def _binary_cross_entropy(input, target, weight=None, reduction="mean"):
    if not ((input >= 0) & (input <= 1)).all():
        raise RuntimeError("all elements of input should be between 0 and 1")
    x = input.astype(np.float32) if input.dtype == np.float16 else input
    losses = (target - 1) * np.maximum(np.log1p(-x), LEAST_LOG) - target * np.maximum(np.log(x), LEAST_LOG)
    if weight is not None:
        if broadcast_shape(losses.shape, weight.shape) != losses.shape:
            raise RuntimeError(
                f"output with shape {list(losses.shape)} doesn't match the broadcast shape "
                f"{list(broadcast_shape(losses.shape, weight.shape))}"
            )
        losses = losses * weight
    return reduced(losses.astype(input.dtype, copy=False), reduction)


@function(method=False, namespace=NAMESPACE)
def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """-(target * log(input) + (1 - target) * log(1 - input)) of probabilities; logarithms stop at -100.

    input and target have one shape; `weight` broadcasts to it. RuntimeError for input outside [0, 1] and for a target
    of another dtype, ValueError for one of another shape.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.binary_cross_entropy.html

    >>> import borch as torch
    >>> torch.nn.functional.binary_cross_entropy(torch.tensor([0.5, 0.25]), torch.tensor([1.0, 0.0]))
    tensor(0.4904)
    """
    reduction = check_reduction(legacy_reduction(size_average, reduce, reduction))
    if target.size() != input.size():
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input size ({input.size()}) is deprecated. "
            "Please ensure they have the same size."
        )
    no_gradient("binary_cross_entropy", weight=weight)
    for other in (target, weight):
        if other is not None and other.dtype != input.dtype:
            raise RuntimeError(f"Found dtype {other.dtype.legacy} but expected {input.dtype.legacy}")
    return _binary_cross_entropy(input, target, weight, reduction)


# ------------------------------------------------------------------------------------------------------------ of logits
def _logits_input(g, input, target, weight, pos_weight, reduction):
    sigmoid = OPS["sigmoid"](input)
    if pos_weight is None:
        slope = sigmoid - target
    else:
        positive = pos_weight * target
        slope = (positive + 1 - target) * sigmoid - positive
    return _weighed(share(g, input, reduction) * slope, weight)


def _logits_target(g, input, weight, pos_weight, reduction):
    slope = -input
    if pos_weight is not None:
        slope = OPS["logsigmoid"](slope) - pos_weight * OPS["logsigmoid"](input)
    return _weighed(share(g, input, reduction) * slope, weight)


def _half_logits(rounded, input, target, weight=None, pos_weight=None, reduction="mean"):
    log_sigmoid = rounded(np.minimum(input, 0) - np.log1p(np.exp(-np.abs(input))))
    if pos_weight is not None:
        log_sigmoid = rounded(rounded(rounded(rounded(pos_weight - 1) * target) + 1) * log_sigmoid)
    losses = rounded(rounded(rounded(1 - target) * input) - log_sigmoid)
    return reduced(losses if weight is None else rounded(losses * weight), reduction)


@op(
    kind="promote",
    strict=True,
    tensors=("input", "target", "weight", "pos_weight"),
    refuse={"biwc": "log_sigmoid_cpu"},
    half=_half_logits,
    node="BinaryCrossEntropyWithLogitsBackward0",
    inplace=False,
    method=False,
    namespace=None,
    input=_logits_input,
    target=_logits_target,
)
def _logits(input, target, weight=None, pos_weight=None, reduction="mean"):
    log_sigmoid = np.minimum(input, 0) - wide.log1p(np.exp(-np.abs(input)))
    if pos_weight is not None:
        log_sigmoid = log_sigmoid * ((pos_weight - 1) * target + 1)
    losses = (1 - target) * input - log_sigmoid
    return reduced(losses if weight is None else losses * weight, reduction)


@function(name="binary_cross_entropy_with_logits", method=False)
def _with_logits(input, target, weight=None, pos_weight=None, reduction=0):
    """binary_cross_entropy_with_logits with the reduction as a number: 0 none, 1 mean, 2 sum.

    >>> import borch as torch
    >>> torch.binary_cross_entropy_with_logits(torch.tensor([0.0, -2.0]), torch.tensor([1.0, 0.0]))
    tensor([0.6931, 0.1269])
    """
    no_gradient("binary_cross_entropy_with_logits", weight=weight, pos_weight=pos_weight)
    result = target.dtype
    common = promote_types(input.dtype, target.dtype)
    if not can_cast(common, result):
        raise RuntimeError(f"result type {common.legacy} can't be cast to the desired output type {result.legacy}")
    out = _logits(input, target, weight, pos_weight, check_reduction(reduction))
    return out if out.dtype == result else out.to(result)


@function(method=False, namespace=NAMESPACE)
def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    """binary_cross_entropy of sigmoid(input), computed from the logits without overflow.

    input and target have one shape; `weight`, and `pos_weight` which scales the positive targets, broadcast to it.
    ValueError for a target of another shape.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.binary_cross_entropy_with_logits.html

    >>> import borch as torch
    >>> torch.nn.functional.binary_cross_entropy_with_logits(torch.tensor([0.0, -2.0]), torch.tensor([1.0, 0.0]))
    tensor(0.4100)
    """
    reduction = check_reduction(legacy_reduction(size_average, reduce, reduction))
    if target.size() != input.size():
        raise ValueError(f"Target size ({target.size()}) must be the same as input size ({input.size()})")
    return _with_logits(input, target, weight, pos_weight, reduction)


# --------------------------------------------------------------------------------------------------------- soft margins
def _soft_margin_input(g, input, target, reduction):
    z = OPS["exp"](-target * input)
    part = 1 / math.prod(input.shape) if reduction == "mean" else 1.0
    return target * z * -part / (z + 1) * g


def _half_soft_margin(rounded, input, target, reduction="mean"):
    z = rounded(np.exp(rounded(-target * input)))
    return reduced(rounded(np.log1p(z)), reduction)


@op(
    kind="promote",
    strict=True,
    tensors=("input", "target"),
    half=_half_soft_margin,
    node="SoftMarginLossBackward0",
    inplace=False,
    method=False,
    namespace=None,
    input=_soft_margin_input,
)
def _soft_margin(input, target, reduction="mean"):
    return reduced(wide.log1p(np.exp(-target * input)), reduction)


@function(method=False, namespace=NAMESPACE)
def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """log(1 + exp(-target * input)) for targets 1 and -1; target broadcasts.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.soft_margin_loss.html

    >>> import borch as torch
    >>> torch.nn.functional.soft_margin_loss(torch.tensor([0.0, 3.0]), torch.tensor([1.0, -1.0]))
    tensor(1.8709)
    """
    check_tensor(input, "soft_margin_loss")
    reduction = check_reduction(legacy_reduction(size_average, reduce, reduction))
    no_gradient("soft_margin_loss", target=target)
    common = promote_types(input.dtype, target.dtype)
    if not (input.is_floating_point() or input.is_complex()):
        if target.dtype.legacy == "Bool":
            OPS["neg"](target)
        raise RuntimeError(
            f"result type {common.legacy if common.is_floating_point else 'Float'} can't be cast to the desired output "
            f"type {input.dtype.legacy}"
        )
    return _soft_margin(input, target, reduction)


@function(method=False, namespace=NAMESPACE)
def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """binary_cross_entropy_with_logits averaged over the classes, the last axis of input; one loss for each sample.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.multilabel_soft_margin_loss.html

    >>> import borch as torch
    >>> torch.nn.functional.multilabel_soft_margin_loss(torch.zeros(1, 3), torch.tensor([[1.0, 0.0, 1.0]]))
    tensor(0.6931)
    """
    reduction = legacy_reduction(size_average, reduce, reduction)
    logsigmoid = OPS["logsigmoid"]
    losses = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    if weight is not None:
        losses = losses * weight
    axis = input.dim() - 1
    losses = losses.sum(dim=axis) / input.size(axis)
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not valid")
    return reduce_tensor(losses, reduction)
