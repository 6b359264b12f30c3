"""Losses between distributions: Kullback-Leibler divergence, Poisson and Gaussian negative log likelihood.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#loss-functions
"""

import math
import warnings

from ..._core.args import check_tensor
from ..._core.op import OPS, function
from ...autograd.grad_mode import no_grad
from .reduction import NAMESPACE, check_reduction, legacy_reduction, reduce_tensor


@function(name="kl_div", method=False)
def _kl_div(input, target, reduction=0, *, log_target=False):
    """kl_div with the reduction as a number: 0 none, 1 mean, 2 sum.

    >>> import borch as torch
    >>> torch.kl_div(torch.tensor([0.5, 0.5]).log(), torch.tensor([0.25, 0.75]))
    tensor([-0.1733,  0.3041])
    """
    for t in (input, target):
        if t.is_complex():
            raise RuntimeError("kl_div: Complex inputs not supported.")
    for t in (input, target):
        if not t.is_floating_point():
            raise RuntimeError("kl_div: Integral inputs not supported.")
    losses = OPS["exp"](target) * (target - input) if log_target else OPS["xlogy"](target, target) - target * input
    return reduce_tensor(losses, check_reduction(reduction))


@function(method=False, namespace=NAMESPACE)
def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """target * (log(target) - input): how far log probabilities `input` are from probabilities `target`.

    With `log_target` the target is given as log probabilities too. reduction="batchmean" divides the sum by the length
    of the first axis. RuntimeError for integers and complex numbers.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.kl_div.html

    >>> import borch as torch
    >>> p, q = torch.tensor([[0.5, 0.5]]), torch.tensor([[0.25, 0.75]])
    >>> torch.nn.functional.kl_div(p.log(), q, reduction="batchmean")
    tensor(0.1308)
    """
    check_tensor(input, "kl_div")
    reduction = legacy_reduction(size_average, reduce, reduction)
    if reduction == "mean" and size_average is None and reduce is None:
        warnings.warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support size.'batchmean' divides "
            "only by the batch size, and aligns with the KL div math definition.'mean' will be changed to behave the "
            "same as 'batchmean' in the next major release.",
            stacklevel=2,
        )
    whole = _kl_div(
        input, target, "sum" if reduction == "batchmean" else check_reduction(reduction), log_target=log_target
    )
    return whole / input.size()[0] if reduction == "batchmean" and input.dim() else whole


@function(name="poisson_nll_loss", method=False)
def _poisson_nll(input, target, log_input, full, eps, reduction):
    """poisson_nll_loss with all settings given, the reduction as a number: 0 none, 1 mean, 2 sum.

    >>> import borch as torch
    >>> torch.poisson_nll_loss(torch.zeros(2), torch.tensor([1.0, 3.0]), True, False, 1e-8, 0)
    tensor([1., 1.])
    """
    losses = OPS["exp"](input) - target * input if log_input else input - target * OPS["log"](input + eps)
    if full:
        stirling = target * OPS["log"](target) - target + 0.5 * OPS["log"](2 * math.pi * target)
        losses = losses + OPS["masked_fill"](stirling, target <= 1, 0)
    return reduce_tensor(losses, check_reduction(reduction))


@function(method=False, namespace=NAMESPACE)
def poisson_nll_loss(
    input, target, log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction="mean"
):
    """exp(input) - target * input: minus the log likelihood of counts `target` at Poisson rates exp(input).

    With log_input=False `input` is the rate itself. `full` adds Stirling's approximation of log(target!).
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.poisson_nll_loss.html

    >>> import borch as torch
    >>> torch.nn.functional.poisson_nll_loss(torch.zeros(2), torch.tensor([1.0, 3.0]))
    tensor(1.)
    """
    check_tensor(input, "poisson_nll_loss")
    check_tensor(target, "poisson_nll_loss", "target", 2)
    reduction = check_reduction(legacy_reduction(size_average, reduce, reduction))
    return _poisson_nll(input, target, log_input, full, eps, reduction)


@function(method=False, namespace=NAMESPACE)
def gaussian_nll_loss(input, target, var, full=False, eps=1e-06, reduction="mean"):
    """(log(var) + (input - target) ** 2 / var) / 2: minus the log likelihood of `target` at mean `input`.

    `var`, a number or a tensor of input's shape or without its last axis, is kept at least at `eps` (without a gradient
    through that). `full` adds log(2 pi) / 2. ValueError for a negative or ill-shaped variance.
    Source: Nix and Weigend 1994; https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.gaussian_nll_loss.html

    >>> import borch as torch
    >>> torch.nn.functional.gaussian_nll_loss(torch.tensor([1.0]), torch.tensor([3.0]), torch.tensor([1.0]))
    tensor(2.)
    """
    if isinstance(var, float):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        var = var * OPS["ones_like"](input)
    elif OPS["any"](var < 0):
        raise ValueError("var has negative entry/entries")
    if var.size() != input.size():
        if input.size()[:-1] == var.size():
            var = OPS["unsqueeze"](var, -1)
        elif input.ndim != var.ndim or sum(n for m, n in zip(input.size(), var.size(), strict=True) if m != n) != 1:
            raise ValueError("var is of incorrect size")
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not valid")
    var = var.clone()
    with no_grad():
        var.clamp_(min=eps)
    losses = 0.5 * (OPS["log"](var) + (input - target) ** 2 / var)
    if full:
        losses = losses + 0.5 * math.log(2 * math.pi)
    return reduce_tensor(losses, reduction)
