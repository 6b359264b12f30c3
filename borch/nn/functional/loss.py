"""Losses over class scores: cross-entropy and negative log likelihood. The others are in distance_loss.py.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#loss-functions
"""

import warnings

import numpy as np

from ... import _kernels
from ..._core.args import check_tensor, type_name
from ..._core.dtype import widen
from ..._core.op import OPS, function, op, wrap
from ..._core.tensor import Tensor
from ...ops.shape import reshape, view
from .linear import linear
from .reduction import NAMESPACE, check_reduction, legacy_reduction

INT64 = np.dtype(np.int64)
TARGETS = frozenset((np.dtype(np.int64), np.dtype(np.uint8)))


# --------------------------------------------------------------------------------------------- negative log likelihood
def _likelihood(node):
    """The op under one of the two names its node has in torch."""
    return op(
        kind="same",
        tensors=("input", "target", "weight"),
        input=lambda g, input_shape, target, weight, ignore_index, reduction: _nll_spread(
            g, target, weight, tuple(input_shape), ignore_index, reduction
        ),
        node=node,
        fused=True,
        reads=("input",),
        method=False,
        namespace=None,
    )


@_likelihood("NllLoss2DBackward0")
def _nll_of_pixels(input, target, weight=None, ignore_index=-100, reduction="mean"):
    return _nll.op.fn(input, target, weight, ignore_index, reduction)


@_likelihood("NllLossBackward0")
def _nll(input, target, weight=None, ignore_index=-100, reduction="mean"):
    return _kernels.nll(input, target, weight, ignore_index, reduction)


@op(
    kind="same",
    tensors=("g_out", "target", "weight"),
    g_out=lambda g, target, weight, ignore_index, reduction: _nll(g, target, weight, ignore_index, reduction),
    node="NllLossBackwardBackward0",
    method=False,
    namespace=None,
)
def _nll_spread(g_out, target, weight=None, shape=(), ignore_index=-100, reduction="mean"):
    """The gradient of `_nll` with respect to the scores, which is linear in `g_out`."""
    return _kernels.nll_gradient(g_out, target, weight, shape, ignore_index, reduction)


@function(method=False, namespace=NAMESPACE)
def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """Minus the log probability of each target class: input (N, C), (N, C, d1, ...) or (C,), target without C.

    `weight` (C,) scales classes; the mean divides by the sum of the weights used. Targets equal to `ignore_index` do
    not count. IndexError for a target that is no class.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.nll_loss.html

    >>> import borch as torch
    >>> scores = torch.log_softmax(torch.zeros(2, 4), 1)
    >>> torch.nn.functional.nll_loss(scores, torch.tensor([0, 3]))
    tensor(1.3863)
    """
    check_tensor(input, "nll_loss_nd")
    reduction = legacy_reduction(size_average, reduce, reduction)
    check_reduction(reduction)
    _check_nll(input, target, weight)
    return _nll_of_any(input, target, weight, ignore_index, reduction)


def _nll_of_any(input, target, weight, ignore_index, reduction):
    """torch's kernel of more than vectors is one for images: all other axes become one of them."""
    shape = input._array.shape
    if len(shape) <= 2:
        return _nll(input, target, weight, ignore_index, reduction)
    if len(shape) == 4:
        return _nll_of_pixels(input, target, weight, ignore_index, reduction)
    n, classes, *rest = shape
    size = (0, 0) if 0 in (n, *rest) else (1, -1)
    image, wanted = reshape(input, (n, classes, *size)), reshape(target, (n, *size))
    losses = _nll_of_pixels(image, wanted, weight, ignore_index, reduction)
    return view(losses, (n, *rest)) if reduction == "none" else losses


def _check_nll(input, target, weight):
    shape, given = input._array.shape, target._array.shape
    if not shape:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    if len(shape) > 1 and shape[0] != (given[0] if given else 1):
        raise ValueError(
            f"Expected input batch_size ({shape[0]}) to match target batch_size ({given[0] if given else 1})."
        )
    _check_target_shape(shape, given)
    classes = shape[1] if len(shape) > 1 else shape[0]
    if weight is not None and weight._array.shape != (classes,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no classes but got weight tensor of "
            f"shape: {list(weight._array.shape)}"
        )
    if target._array.dtype not in TARGETS:
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {target.dtype.legacy}")
    kernel = "nll_loss_out_frame" if len(shape) <= 2 else "nll_loss2d_forward_out_frame"
    if not input.is_floating_point():
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{input.dtype.legacy}'")
    if weight is not None and weight._array.dtype != input._array.dtype:
        raise RuntimeError(f"expected scalar type {input.dtype.legacy} but found {weight.dtype.legacy}")
    if len(shape) > 2 and target._array.dtype != np.int64:
        raise RuntimeError(f"expected scalar type Long but found {target.dtype.legacy}")


def _check_target_shape(shape, given):
    """The batches are as large as each other; the other axes are looked at here."""
    if len(shape) <= 2:
        if len(given) > 1:
            raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
        if len(shape) == 1 and given not in ((), (1,)):
            raise ValueError(f"For 1D input, 1D target must have size 1, but got target size: {given[0]}")
    elif len(shape) == 4 and len(given) != 3:
        raise RuntimeError(
            f"only batches of spatial targets supported (3D tensors) but got targets of dimension: {len(given)}"
        )
    elif len(shape) == 4 and given[1:] != shape[2:]:
        raise RuntimeError(f"size mismatch (got input: {list(shape)} , target: {list(given)}")
    elif given[1:] != shape[2:]:
        raise RuntimeError(f"Expected target size {[shape[0], *shape[2:]]}, got {list(given)}")


# ------------------------------------------------------------------------------------------------------- cross-entropy
@function(method=False, namespace=NAMESPACE)
def cross_entropy(
    input,
    target,
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    reduction="mean",
    label_smoothing=0.0,
):
    """Cross-entropy of class scores (logits) against class indices or class probabilities.

    input (N, C), (N, C, d1, ...) or (C,); target int64 without the class axis, or probabilities of input's shape.
    `weight` (C,), `ignore_index` (indices only) and `label_smoothing` in [0, 1] as in torch.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.cross_entropy.html

    >>> import borch as torch
    >>> torch.nn.functional.cross_entropy(torch.zeros(2, 4), torch.tensor([0, 3]))
    tensor(1.3863)
    """
    reduction = legacy_reduction(size_average, reduce, reduction)
    check_reduction(reduction)
    if not (isinstance(input, Tensor) and isinstance(target, Tensor)):
        _refuse_what_is_no_tensor(input, target)
    if not 0.0 <= label_smoothing <= 1.0:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing}")
    ndim = input._array.ndim
    axis = 1 if ndim > 1 else 0
    if target._array.shape == input._array.shape:
        if target._array.dtype.kind in "fV":
            return _with_probabilities(input, target, weight, reduction, label_smoothing, axis, ignore_index)
        raise RuntimeError(
            "Expected floating point type for target with class probabilities, got " + target.dtype.legacy
        )
    scores = OPS["log_softmax"](input, axis)
    if not (
        ndim == 2 and weight is None and target._array.dtype is INT64 and target._array.shape == scores._array.shape[:1]
    ):
        _check_nll(scores, target, weight)
    loss = _nll_of_any(scores, target, weight, ignore_index, reduction)
    if not label_smoothing:
        return loss
    return _smoothed(scores, target, weight, reduction, label_smoothing, axis, ignore_index, loss)


def _refuse_what_is_no_tensor(*values):
    for at, (value, name) in enumerate(zip(values, ("input", "target"), strict=True), 1):
        if not isinstance(value, Tensor):
            raise TypeError(
                f"cross_entropy_loss(): argument '{name}' (position {at}) must be Tensor, not {type_name(value)}"
            )


def _weights_along(weight, ndim, axis):
    return weight.reshape([-1 if k == axis else 1 for k in range(ndim)])


def _with_probabilities(input, target, weight, reduction, label_smoothing, axis, ignore_index):
    if ignore_index >= 0:
        raise RuntimeError("ignore_index is not supported for floating point target")
    classes = input.shape[axis]
    if weight is not None and weight._array.shape != (classes,):
        raise RuntimeError(
            f"cross_entropy: weight tensor should be defined either for all {classes} classes or no classes but got "
            f"weight tensor of shape: {list(weight._array.shape)}"
        )
    if label_smoothing:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    scores = OPS["log_softmax"](input, axis)
    product = scores * target
    if weight is not None:
        product = product * _weights_along(weight, input.ndim, axis)
    losses = product.sum(axis)
    if reduction == "none":
        return -losses
    total = -losses.sum()
    if reduction == "sum":
        return total
    count = input.numel() // classes if input.numel() else 0
    return _mean_over(total, count)


@op(kind="same", node="DivBackward1", method=False, namespace=None, input=lambda g, count: g / count)
def _mean_over(input, count):
    return np.divide(input, input.dtype.type(count))


def _smoothed(scores, target, weight, reduction, label_smoothing, axis, ignore_index, loss):
    classes = scores.shape[axis]
    uniform = scores if weight is None else scores * _weights_along(weight, scores.ndim, axis)
    smooth = -uniform.sum(axis)
    ignored = target._array == ignore_index
    smooth = OPS["masked_fill"](smooth, wrap(np.asarray(ignored)), 0.0)
    if reduction == "mean":
        if weight is not None:
            used = np.where(ignored, 0, widen(weight._array)[np.where(ignored, 0, target._array)])
            smooth = smooth.sum() / float(used.sum(dtype=np.float64))
        else:
            smooth = smooth.sum() / int((~ignored).sum())
    elif reduction == "sum":
        smooth = smooth.sum()
    return loss * (1 - label_smoothing) + smooth * (label_smoothing / classes)


@function(method=False, namespace=NAMESPACE)
def linear_cross_entropy(
    input, linear_weight, target, *, linear_bias=None, weight=None, reduction="mean", ignore_index=None,
    label_smoothing=0.0, options=None,
):  # fmt: skip
    """cross_entropy of linear(input, linear_weight, linear_bias): a classifier's last layer and its loss in one call.

    linear_weight (C, in_features), or (C, d1, ..., in_features) for a loss of several axes, then input is
    (N, in_features). `options` chooses in torch how the work is cut up; here it changes nothing.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.linear_cross_entropy.html

    >>> import borch as torch
    >>> x, w = torch.zeros(2, 3), torch.ones(4, 3)
    >>> torch.nn.functional.linear_cross_entropy(x, w, torch.tensor([0, 3]))
    tensor(1.3863)
    """
    sizes, shape = linear_weight._array.shape, input._array.shape
    if len(shape) not in (1, 2):
        raise RuntimeError(f"expected input with dimensionality 1 or 2, got {len(shape)}")
    if len(sizes) < 2:
        raise RuntimeError(f"expected linear_weight with dimensionality at least 2, got {len(sizes)}")
    if shape[-1] != sizes[-1]:
        raise RuntimeError(
            f"expected equal input and linear_weight last dimensions (in_features), got {shape[-1]} and {sizes[-1]}, "
            "respectively"
        )
    if linear_bias is not None and linear_bias._array.shape != sizes[:-1]:
        raise RuntimeError(f"expected linear_bias shape {sizes[:-1]}, got {linear_bias._array.shape}")
    if len(sizes) > 2 and len(shape) == 1:
        raise RuntimeError(
            f"K-dimensional loss defined by linear_weight shape {sizes} requires batched input, (N, {sizes[-1]}), got "
            f"unbatched input with shape {shape}"
        )
    if len(sizes) == 2:
        logits = linear(input, linear_weight, linear_bias)
    else:
        bias = None if linear_bias is None else OPS["flatten"](linear_bias)
        logits = linear(input, OPS["flatten"](linear_weight, 0, -2), bias).reshape(shape[0], *sizes[:-1])
    if ignore_index is not None and target._array.shape == logits._array.shape:
        raise RuntimeError("ignore_index cannot be specified when target contains probabilities")
    ignored = -100 if ignore_index is None else ignore_index
    if options is not None and (label_smoothing or target._array.dtype is not INT64 or len(sizes) > 2):
        bias = None if linear_bias is None else tuple(linear_bias.shape)
        warnings.warn(
            "linear_cross_entropy: ``options`` ignored; chunked path needs reduction in {'mean','sum','none'}, label_smoothing "
            f"== 0, target.dtype == int64, out_features == (). Got reduction={reduction!r}, {label_smoothing=}, "
            f"{target.dtype=!s}, out_features={sizes[1:-1]}, tracing=False, linear_bias.shape={bias}.",
            stacklevel=2,
        )
    return cross_entropy(
        logits, target, weight, ignore_index=ignored, reduction=reduction, label_smoothing=label_smoothing
    )
