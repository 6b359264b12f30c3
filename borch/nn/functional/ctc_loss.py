"""Connectionist temporal classification: the likelihood of a sequence whatever its alignment in time.

All samples go through the recursion together, padded to the longest.
Source: Graves et al. 2006; https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.ctc_loss.html
"""

import numpy as np

from ..._core.op import OPS, function, op
from ..._core.tensor import Tensor
from ...ops.both import array_of
from .reduction import NAMESPACE, check_reduction

NEVER = -np.inf


def _lattice(targets, target_lengths, blank):
    """The labels with blanks around each, (N, 2 S + 1), and where a path may jump over a blank."""
    n = len(target_lengths)
    longest = max(target_lengths, default=0)
    states = np.full((n, 2 * longest + 1), blank, np.int64)
    for k, labels in enumerate(targets):
        states[k, 1 : 2 * len(labels) : 2] = labels
    jumps = np.zeros(states.shape, np.bool_)
    jumps[:, 2:] = (states[:, 2:] != blank) & (states[:, 2:] != states[:, :-2])
    return states, jumps


def _summed(a, b, c):
    """log(exp(a) + exp(b) + exp(c)), minus infinity where all three are."""
    top = np.maximum(np.maximum(a, b), c)
    safe = np.where(np.isneginf(top), 0, top)
    with np.errstate(divide="ignore"):
        return np.log(np.exp(a - safe) + np.exp(b - safe) + np.exp(c - safe)) + safe


def _moved(x, by):
    """The states shifted by `by` places, with minus infinity where nothing comes in."""
    out = np.full(x.shape, NEVER, x.dtype)
    if by > 0:
        out[:, by:] = x[:, :-by]
    else:
        out[:, :by] = x[:, -by:]
    return out


def _forwards(emitted, jumps, target_lengths):
    """log alpha, (T, N, states)."""
    steps, n, width = emitted.shape
    alpha = np.full(emitted.shape, NEVER, emitted.dtype)
    if steps:
        alpha[0, :, 0] = emitted[0, :, 0]
        if width > 1:
            some = np.array(target_lengths) > 0
            alpha[0, some, 1] = emitted[0, some, 1]
    for t in range(1, steps):
        before = alpha[t - 1]
        jumped = np.where(jumps, _moved(before, 2), NEVER) if width > 2 else np.full_like(before, NEVER)
        alpha[t] = _summed(before, _moved(before, 1) if width > 1 else np.full_like(before, NEVER), jumped) + emitted[t]
    return alpha


def _backwards(emitted, jumps, input_lengths, target_lengths):
    """log beta, (T, N, states); each sample starts at its own end."""
    steps, n, width = emitted.shape
    beta = np.full(emitted.shape, NEVER, emitted.dtype)
    last = 2 * np.array(target_lengths)
    rows = np.arange(n)
    ends = np.array(input_lengths) - 1
    after = np.full((n, width), NEVER, emitted.dtype)
    may_jump = np.where(jumps, 0, NEVER)
    for t in range(steps - 1, -1, -1):
        jumped = _moved(after + may_jump, -2) if width > 2 else np.full_like(after, NEVER)
        after = _summed(after, _moved(after, -1) if width > 1 else np.full_like(after, NEVER), jumped) + emitted[t]
        start = rows[ends == t]
        after[start] = NEVER
        after[start, last[start]] = emitted[t, start, last[start]]
        some = start[last[start] > 0]
        after[some, last[some] - 1] = emitted[t, some, last[some] - 1]
        beta[t] = after
    return beta


def _emitted(log_probs, states):
    n = states.shape[0]
    return log_probs[:, np.arange(n)[:, None], states]


def _likelihoods(alpha, input_lengths, target_lengths):
    """Minus log likelihood of each sample."""
    out = np.empty(len(input_lengths), alpha.dtype)
    for k, (steps, labels) in enumerate(zip(input_lengths, target_lengths, strict=True)):
        if steps == 0:
            out[k] = 0 if labels == 0 else np.inf
        elif labels == 0:
            out[k] = -alpha[steps - 1, k, 0]
        else:
            out[k] = -np.logaddexp(alpha[steps - 1, k, 2 * labels], alpha[steps - 1, k, 2 * labels - 1])
    return out


def _ctc_input(g, log_probs, targets, input_lengths, target_lengths, blank, zero_infinity):
    return OPS["_ctc_loss_backward"](g, log_probs, targets, input_lengths, target_lengths, blank, zero_infinity)


@op(
    kind="same",
    refuse={"biwch": "ctc_loss_cpu"},
    node="CtcLossBackward0",
    method=False,
    namespace=None,
    log_probs=_ctc_input,
)
def _ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, zero_infinity):
    states, jumps = _lattice(targets, target_lengths, blank)
    alpha = _forwards(_emitted(log_probs, states), jumps, target_lengths)
    return _likelihoods(alpha, input_lengths, target_lengths)


def _not_again(*_):
    raise RuntimeError("derivative for aten::_ctc_loss_backward is not implemented")


@op(
    kind="same",
    tensors=("g_out", "log_probs"),
    method=False,
    namespace=None,
    g_out=lambda g: _not_again(g),
    log_probs=lambda g: _not_again(g),
)
def _ctc_loss_backward(g_out, log_probs, targets, input_lengths, target_lengths, blank, zero_infinity):
    """exp(log_probs) less each label's share of the alignments; what torch calls the gradient of normalised inputs."""
    states, jumps = _lattice(targets, target_lengths, blank)
    emitted = _emitted(log_probs, states)
    alpha = _forwards(emitted, jumps, target_lengths)
    loss = _likelihoods(alpha, input_lengths, target_lengths)
    beta = _backwards(emitted, jumps, input_lengths, target_lengths)
    both = np.exp(alpha + beta - emitted + loss[:, None])
    posterior = np.zeros(log_probs.shape, log_probs.dtype)
    rows = np.arange(states.shape[0])
    for s in range(states.shape[1]):
        inside = s <= 2 * np.array(target_lengths)
        posterior[:, rows[inside], states[inside, s]] += both[:, inside, s]
    grad = (np.exp(log_probs) - posterior) * g_out[:, None]
    late = np.arange(log_probs.shape[0])[:, None] >= np.array(input_lengths)
    grad[late] = 0
    if zero_infinity:
        grad[:, np.isinf(loss)] = 0
    return grad


# ------------------------------------------------------------------------------------------------------------ arguments
def _lengths(value, name, n):
    array = array_of(value) if isinstance(value, Tensor) else np.asarray(value)
    if array.dtype.kind not in "iu" and array.size:
        raise RuntimeError(f"{name} must be integral")
    lengths = [int(v) for v in array.reshape(-1)]
    if len(lengths) != n:
        raise RuntimeError(f"{name} must be of size batch_size")
    return lengths


def _check_lengths(input_lengths, steps):
    where = "(while checking arguments for ctc_loss_allocate_outputs)"
    for length in input_lengths:
        if length < 0:
            raise RuntimeError(f"Expected input_lengths to have value at least 0, but got value {length} {where}")
        if length > steps:
            raise RuntimeError(f"Expected input_lengths to have value at most {steps}, but got value {length} {where}")


def _split(targets, lengths):
    """Each sample's labels out of targets (N, S), or out of all of them one after another."""
    array = array_of(targets).astype(np.int64)
    where = "for argument #2 'targets' (while checking arguments for ctc_loss_allocate_outputs)"
    if array.ndim == 1:
        if array.size != sum(lengths):
            raise RuntimeError(
                f"Expected tensor to have size {sum(lengths)} at dimension 0, but got size {array.size} {where}"
            )
        return np.split(array, np.cumsum(lengths)[:-1]) if lengths else []
    longest = max(lengths, default=0)
    if array.shape[1] < longest:
        raise RuntimeError(
            f"Expected tensor to have size at least {longest} at dimension 1, but got size {array.shape[1]} {where}"
        )
    return [row[:length] for row, length in zip(array, lengths, strict=True)]


@function(name="ctc_loss", method=False)
def _ctc(log_probs, targets, input_lengths, target_lengths, blank=0, reduction=0, zero_infinity=False):
    """ctc_loss with the reduction as a number: 0 none, 1 mean, 2 sum.

    >>> import borch as torch
    >>> steps = torch.log_softmax(torch.zeros(4, 1, 3), 2)
    >>> torch.ctc_loss(steps, torch.tensor([[1, 2]]), (4,), (2,))
    tensor([1.6864])
    """
    reduction = check_reduction(reduction)
    batched = log_probs.dim() == 3
    if not batched:
        log_probs = OPS["unsqueeze"](log_probs, 1)
    if log_probs.dim() != 3:
        raise RuntimeError(
            f"Expected 3-dimensional tensor, but got {log_probs.dim()}-dimensional tensor for argument #1 'log_probs' "
            "(while checking arguments for ctc_loss_allocate_outputs)"
        )
    steps, n, classes = log_probs._array.shape
    input_lengths = _lengths(input_lengths, "input_lengths", n)
    target_lengths = _lengths(target_lengths, "target_lengths", n)
    if not 0 <= blank < classes:
        raise RuntimeError("blank must be in label range")
    _check_lengths(input_lengths, steps)
    labels = _split(targets, target_lengths)
    for row in labels:
        if row.size and (row.min() < 0 or row.max() >= classes):
            raise IndexError(f"ctc_loss: a label of targets is not in the range of the {classes} classes of log_probs")
    losses = _ctc_loss(log_probs, labels, input_lengths, target_lengths, blank, zero_infinity)
    if zero_infinity:
        infinite = losses.detach() == float("inf")
        losses = OPS["where"](infinite, OPS["zeros_like"](losses), losses)
    if reduction == "mean":
        divisor = log_probs.new_tensor([max(length, 1) for length in target_lengths])
        return (losses / divisor).mean()
    if reduction == "sum":
        return losses.sum()
    return losses if batched else losses.squeeze(0)


@function(method=False, namespace=NAMESPACE)
def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False):
    """Minus the log likelihood of label sequences, summed over all alignments with `blank` between labels.

    log_probs (T, N, C) or (T, C), logarithms that sum to one over C; targets (N, S), or all labels in one axis; the
    lengths (N,) as tensors or tuples. The mean divides each sample's loss by its target's length first. Infinite losses
    (no alignment fits) and their gradients become 0 with `zero_infinity`. RuntimeError for sizes that do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.ctc_loss.html

    >>> import borch as torch
    >>> steps = torch.log_softmax(torch.zeros(4, 1, 3), 2)
    >>> torch.nn.functional.ctc_loss(steps, torch.tensor([[1, 2]]), (4,), (2,))
    tensor(0.8432)
    """
    return _ctc(log_probs, targets, input_lengths, target_lengths, blank, check_reduction(reduction), zero_infinity)
