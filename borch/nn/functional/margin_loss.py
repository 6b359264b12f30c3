"""Losses with a margin: nothing to pay once the right answer is far enough from the wrong ones.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#loss-functions
"""

import numpy as np

from ..._core.args import check_tensor
from ..._core.op import OPS, function, op
from ...ops.both import array_of, constant, gather, reshape, scatter, total
from .distance import pairwise_distance
from .reduction import (
    NAMESPACE,
    check_floating,
    check_reduction,
    legacy_reduction,
    no_gradient,
    reduce_tensor,
    reduced,
)


def public(fn):
    return function(method=False, namespace=NAMESPACE)(fn)


def numbered(name):
    """Publishes a loss as torch.NAME, which takes the reduction as a number: 0 none, 1 mean, 2 sum."""
    return function(name=name, method=False)


def _at_least_zero(x):
    return OPS["clamp_min"](x, 0)


# -------------------------------------------------------------------------------------------- signs, ranks and triplets
@numbered("hinge_embedding_loss")
def _hinge_embedding(input, target, margin=1.0, reduction=0):
    """hinge_embedding_loss with the reduction as a number: 0 none, 1 mean, 2 sum.

    >>> import borch as torch
    >>> torch.hinge_embedding_loss(torch.tensor([0.5, 0.25]), torch.tensor([1, -1]))
    tensor([0.5000, 0.7500])
    """
    where, zero = OPS["where"], OPS["zeros_like"](input)
    apart = where(target != 1, _at_least_zero(OPS["full"]((), margin, dtype=input.dtype) - input), zero)
    return reduce_tensor(apart + where(target != -1, input, zero), check_reduction(reduction))


@public
def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """input where target is 1, max(0, margin - input) where it is -1: for distances of like and unlike pairs.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.hinge_embedding_loss.html

    >>> import borch as torch
    >>> torch.nn.functional.hinge_embedding_loss(torch.tensor([0.5, 0.25]), torch.tensor([1, -1]))
    tensor(0.6250)
    """
    check_tensor(input, "hinge_embedding_loss")
    return _hinge_embedding(
        input, target, margin, check_reduction(legacy_reduction(size_average, reduce, reduction, 4))
    )


@numbered("margin_ranking_loss")
def _margin_ranking(input1, input2, target, margin=0.0, reduction=0):
    """margin_ranking_loss with the reduction as a number: 0 none, 1 mean, 2 sum.

    >>> import borch as torch
    >>> torch.margin_ranking_loss(torch.tensor([1.0, 2.0]), torch.tensor([0.0, 5.0]), torch.tensor([1.0, 1.0]))
    tensor([0., 3.])
    """
    if not input1.dim() == input2.dim() == target.dim():
        raise RuntimeError(
            "margin_ranking_loss: All input tensors should have same dimension but got sizes: input1: "
            f"{list(input1.size())}, input2: {list(input2.size())}, target: {list(target.size())} "
        )
    difference = input1 - input2
    return reduce_tensor(_at_least_zero(-target * difference + margin), check_reduction(reduction))


@public
def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """max(0, margin - target * (input1 - input2)): target 1 wants input1 larger, -1 input2.

    RuntimeError when the three have not as many axes.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.margin_ranking_loss.html

    >>> import borch as torch
    >>> one, two = torch.tensor([1.0, 2.0]), torch.tensor([0.0, 5.0])
    >>> torch.nn.functional.margin_ranking_loss(one, two, torch.tensor([1.0, 1.0]))
    tensor(1.5000)
    """
    reduction = check_reduction(legacy_reduction(size_average, reduce, reduction))
    if input1.dim() != input2.dim() or input1.dim() != target.dim():
        raise RuntimeError(
            f"margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: {input1.size()}, "
            f"input2: {input2.size()}, target: {target.size()} "
        )
    return _margin_ranking(input1, input2, target, float(margin), reduction)


@numbered("cosine_embedding_loss")
def _cosine_embedding(input1, input2, target, margin=0.0, reduction=0):
    """cosine_embedding_loss with the reduction as a number: 0 none, 1 mean, 2 sum.

    >>> import borch as torch
    >>> torch.cosine_embedding_loss(torch.tensor([[1.0, 0.0]]), torch.tensor([[0.0, 1.0]]), torch.tensor([1]))
    tensor([1.])
    """
    n = target.dim()
    if n > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if input1.dim() != n + 1 or input2.dim() != n + 1:
        raise RuntimeError(
            f"{n}D target tensor expects {n + 1}D input tensors, but found inputs with sizes {list(input1.size())} and "
            f"{list(input2.size())}."
        )
    least = 1e-12
    products = (input1 * input2).sum(n)
    squares = [(x * x).sum(n) + least for x in (input1, input2)]
    cosine = products / (squares[0] * squares[1]).sqrt()
    where, zero = OPS["where"], OPS["zeros_like"](cosine)
    alike = where(target == 1, 1 - cosine, zero)
    apart = where(target == -1, _at_least_zero(cosine - margin), zero)
    return reduce_tensor(alike + apart, check_reduction(reduction))


@public
def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """1 - cos(input1, input2) where target is 1, max(0, cos - margin) where it is -1.

    input1, input2: (N, D) and target (N), or all without N. RuntimeError for other shapes.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.cosine_embedding_loss.html

    >>> import borch as torch
    >>> x, y = torch.tensor([[1.0, 0.0]]), torch.tensor([[0.0, 1.0]])
    >>> torch.nn.functional.cosine_embedding_loss(x, y, torch.tensor([1]))
    tensor(1.)
    """
    reduction = check_reduction(legacy_reduction(size_average, reduce, reduction, 4))
    return _cosine_embedding(input1, input2, target, margin, reduction)


def _check_triplet(anchor, positive, negative):
    a, p, n = anchor.dim(), positive.dim(), negative.dim()
    if not a == p == n:
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: "
            f"anchor {a}D, positive {p}D, and negative {n}D inputs"
        )


def _triplet(anchor, positive, negative, distance, margin, swap, reduction):
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = OPS["minimum"](far, distance(positive, negative))
    return reduce_tensor(_at_least_zero(margin + near - far), reduction)


@numbered("triplet_margin_loss")
def _triplet_margin(anchor, positive, negative, margin=1.0, p=2.0, eps=1e-06, swap=False, reduction=0):
    """triplet_margin_loss with the reduction as a number: 0 none, 1 mean, 2 sum.

    >>> import borch as torch
    >>> a, p, n = torch.tensor([[0.0, 0.0]]), torch.tensor([[3.0, 4.0]]), torch.tensor([[6.0, 8.0]])
    >>> torch.triplet_margin_loss(a, p, n, 5.5)
    tensor([0.5000])
    """
    _check_triplet(anchor, positive, negative)
    return _triplet(
        anchor,
        positive,
        negative,
        lambda x, y: pairwise_distance(x, y, p, eps),
        margin,
        swap,
        check_reduction(reduction),
    )


@public
def triplet_margin_loss(
    anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False, size_average=None, reduce=None, reduction="mean"
):
    """max(0, margin + |anchor - positive| - |anchor - negative|) with p-norms over the last axis.

    `swap` takes the distance from positive to negative where it is the smaller one. ValueError for a margin that is not
    positive, RuntimeError for tensors with different numbers of axes. Source: Balntas et al. 2016;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.triplet_margin_loss.html

    >>> import borch as torch
    >>> a, p, n = torch.tensor([[0.0, 0.0]]), torch.tensor([[3.0, 4.0]]), torch.tensor([[6.0, 8.0]])
    >>> torch.nn.functional.triplet_margin_loss(a, p, n, margin=5.5)
    tensor(0.5000)
    """
    reduction = check_reduction(legacy_reduction(size_average, reduce, reduction, 4))
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    return _triplet_margin(anchor, positive, negative, margin, p, eps, swap, reduction)


@public
def triplet_margin_with_distance_loss(
    anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"
):
    """triplet_margin_loss with any function of two tensors as the distance (default: pairwise_distance).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.triplet_margin_with_distance_loss.html

    >>> import borch as torch
    >>> a, p, n = torch.tensor([[0.0]]), torch.tensor([[3.0]]), torch.tensor([[4.0]])
    >>> far = lambda x, y: (x - y).abs().sum(-1)
    >>> torch.nn.functional.triplet_margin_with_distance_loss(a, p, n, distance_function=far, margin=2.0)
    tensor(1.)
    """
    if distance_function is None:
        distance_function = pairwise_distance
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    _check_triplet(anchor, positive, negative)
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return _triplet(anchor, positive, negative, distance_function, margin, swap, reduction)


# ------------------------------------------------------------------------------------------------- one class out of many
def _matrix(shape):
    """A vector of class scores, or one score, as a matrix of one row."""
    return ((1, 1), (1, *shape))[len(shape)] if len(shape) < 2 else shape


def _check_vector_or_matrix(shape):
    if len(shape) > 2 or (len(shape) and not shape[-1]):
        raise RuntimeError(
            f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {list(shape)}"
        )


def _multi_margin_slope(input, target, p, margin, weight):
    """For each score its slope in its row's loss; on arrays and on Tensors, input (N, C) and target (N, 1)."""
    classes = input.shape[1]
    gap = input - gather(input, 1, target) + margin
    others = np.arange(classes) != array_of(target)
    scale = (others & (array_of(gap) > 0)) / classes
    if weight is not None:
        scale = scale * array_of(weight)[array_of(target)]
    slope = constant(input, scale) if p == 1 else gap * constant(input, 2 * scale)
    return slope - scatter(total(slope, (1,), True), 1, target, tuple(input.shape))


def _multi_margin_input(g, input, target, p, margin, weight, reduction, input_shape):
    shape = _matrix(tuple(input_shape))
    slope = _multi_margin_slope(reshape(input, shape), reshape(target, (-1, 1)), p, margin, weight)
    if reduction == "mean":
        g = g / shape[0]
    spread = reshape(g, (-1, 1)) if reduction == "none" else g
    return reshape(spread * slope, tuple(input_shape))


@op(
    kind="same",
    strict=True,
    tensors=("input", "target", "weight"),
    node="MultiMarginLossBackward0",
    method=False,
    namespace=None,
    input=_multi_margin_input,
)
def _multi_margin(input, target, p=1, margin=1.0, weight=None, reduction="mean"):
    x, index = input.reshape(_matrix(input.shape)), target.reshape(-1, 1)
    n, classes = x.shape
    if index.size and (index.min() < 0 or index.max() >= classes):
        raise RuntimeError("target out of range")
    gap = np.maximum(x - np.take_along_axis(x, index, 1) + margin, 0)
    gap = gap if p == 1 else gap * gap
    if weight is not None:
        gap = gap * weight[index]
    gap = np.where(np.arange(classes) == index, 0, gap)
    losses = (np.add.reduce(gap, 1) / classes).astype(input.dtype, copy=False)
    if reduction == "none":
        return losses.reshape(() if input.ndim <= 1 and target.ndim == 0 else (n,))
    if reduction == "mean" and not n:
        return np.zeros((), input.dtype)
    return reduced(losses, reduction)


@public
def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
    """The sum over the wrong classes of max(0, margin - right score + wrong score) ** p, over the number of classes.

    input (N, C) or (C,), target int64 (N) or (); `weight` (C,) scales the right classes; p is 1 or 2 (ValueError).
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.multi_margin_loss.html

    >>> import borch as torch
    >>> torch.nn.functional.multi_margin_loss(torch.tensor([[0.1, 0.2, 0.4, 0.8]]), torch.tensor([3]))
    tensor(0.3250)
    """
    check_tensor(input, "multi_margin_loss")
    reduction = check_reduction(legacy_reduction(size_average, reduce, reduction, 4))
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.dim() != 1:
        raise ValueError("weight must be one-dimensional")
    no_gradient("multi_margin_loss", weight=weight)
    shape = input._array.shape
    _check_vector_or_matrix(shape)
    n = _matrix(shape)[0]
    if target.dim() > 1 or target.numel() != n:
        raise RuntimeError(
            "multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples (batch "
            f"size). Expected target size [{n}], but got {list(target.size())}. Input has shape {list(shape)}."
        )
    classes = shape[-1] if shape else 1
    if weight is not None and weight.numel() != classes:
        raise RuntimeError(f"inconsistent weight size, expected {classes} but got {list(weight.size())}")
    check_floating(input, "multi_margin_loss_cpu_kernel", half=False)
    _check_long(target)
    return _multi_margin(input, target, p, margin, weight, reduction)


def _check_long(target):
    if target._array.dtype != np.int64:
        raise RuntimeError(f"expected scalar type Long but found {target.dtype.legacy}")


# ------------------------------------------------------------------------------------------------ several classes at once
def _labels(target):
    """target (N, C): which entries stand before the first -1, and for each class whether it is among them."""
    listed = np.logical_and.accumulate(target >= 0, 1)
    wanted = np.zeros(target.shape, np.bool_)
    rows, columns = np.nonzero(listed)
    wanted[rows, target[rows, columns]] = True
    return listed, wanted


def _multilabel_pairs(x, target):
    """(N, label, class) the amounts by which a class comes too near to a label, 0 where they are not compared."""
    listed, wanted = _labels(target)
    safe = np.where(listed, target, 0)
    gap = 1 - np.take_along_axis(x, safe, 1)[:, :, None] + x[:, None, :]
    compared = listed[:, :, None] & ~wanted[:, None, :]
    return np.where(compared & (gap > 0), gap, 0), safe


def _multilabel_input(g, input, target, reduction, input_shape):
    x, index = (array_of(t).reshape(_matrix(tuple(t.shape))) for t in (input, target))
    gap, safe = _multilabel_pairs(x, index)
    counted = (gap > 0) / x.shape[1]
    slope = np.add.reduce(counted, 1)
    rows = np.broadcast_to(np.arange(x.shape[0])[:, None], safe.shape)
    np.subtract.at(slope, (rows, safe), np.add.reduce(counted, 2))
    if reduction == "mean":
        g = g / x.shape[0]
    spread = reshape(g, (-1, 1)) if reduction == "none" else g
    return reshape(spread * constant(g, slope), tuple(input_shape))


@op(
    kind="same",
    strict=True,
    tensors=("input", "target"),
    node="MultilabelMarginLossBackward0",
    method=False,
    namespace=None,
    input=_multilabel_input,
)
def _multilabel_margin(input, target, reduction="mean"):
    x, index = input.reshape(_matrix(input.shape)), target.reshape(_matrix(target.shape))
    gap, _ = _multilabel_pairs(x, index)
    losses = (np.add.reduce(gap, (1, 2)) / x.shape[1]).astype(input.dtype, copy=False)
    if reduction == "none":
        return losses.reshape(() if input.ndim <= 1 else (-1,))
    return reduced(losses, reduction)


@public
def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """The sum over right and wrong classes of max(0, 1 - right score + wrong score), over the number of classes.

    input (N, C) or (C,); target int64 of its shape lists the right classes, up to the first -1. RuntimeError for other
    shapes or a class that is none.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.multilabel_margin_loss.html

    >>> import borch as torch
    >>> scores, right = torch.tensor([[0.1, 0.2, 0.4, 0.8]]), torch.tensor([[3, 0, -1, 1]])
    >>> torch.nn.functional.multilabel_margin_loss(scores, right)
    tensor(0.8500)
    """
    check_tensor(input, "multilabel_margin_loss")
    reduction = check_reduction(legacy_reduction(size_average, reduce, reduction))
    shape = input._array.shape
    _check_vector_or_matrix(shape)
    if target._array.shape != shape:
        raise RuntimeError(f"inconsistent target size: {list(target.size())} for input of size: {list(shape)}")
    if target._array.size and (target._array.min() < -1 or target._array.max() >= (shape[-1] if shape else 1)):
        raise RuntimeError("argument #2 'target' is out of range")
    check_floating(input, "multilabel_margin_loss_forward_out_frame", half=False)
    _check_long(target)
    return _multilabel_margin(input, target, reduction)
