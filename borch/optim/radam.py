"""RAdam: Adam that trusts its running square only once that has seen enough gradients.

Source: Liu et al. 2019, arXiv:1908.03265; https://docs.pytorch.org/docs/stable/generated/torch.optim.RAdam.html
"""

import math

from .arrays import root
from .elementwise import Elementwise, decayed, running_mean, running_square
from .optimizer import check_at_least_zero, check_betas, check_lr, number


class RAdam(Elementwise):
    """Adam whose first steps go by the running mean alone, later ones by a rectified quotient.

    ValueError for options out of range.

    >>> import borch as torch
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.RAdam([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.8000], requires_grad=True)
    """

    _missing = {**Elementwise._missing, "decoupled_weight_decay": False}

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, decoupled_weight_decay=False, *,
        foreach=None, maximize=False, capturable=False, differentiable=False,
    ):  # fmt: skip
        check_lr(lr)
        check_at_least_zero(eps, "Invalid epsilon value: {}")
        check_betas(betas)
        check_at_least_zero(weight_decay, "Invalid weight_decay value: {}")
        super().__init__(
            params,
            dict(
                lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, maximize=maximize, foreach=foreach,
                capturable=capturable, decoupled_weight_decay=decoupled_weight_decay, differentiable=differentiable,
            ),
        )  # fmt: skip

    def _entries(self, group):
        return {"exp_avg": 0.0, "exp_avg_sq": 0.0}

    def _options(self, group):
        beta1, beta2 = group["betas"]
        return dict(
            lr=number(group["lr"]), beta1=beta1, beta2=beta2, eps=group["eps"], weight_decay=group["weight_decay"],
            decoupled=group["decoupled_weight_decay"],
        )  # fmt: skip

    @staticmethod
    def _update(x, g, step, mean, square, *, lr, beta1, beta2, eps, weight_decay, decoupled):
        x, g = decayed(x, g, weight_decay, lr if decoupled else None)
        running_mean(mean, g, 1 - beta1)
        running_square(square, g, beta2)
        correction1, correction2 = 1 - beta1**step, 1 - beta2**step
        update = mean / correction1
        most = 2 / (1 - beta2) - 1  # length of the running square's memory, at last and so far
        length = most - 2 * step * beta2**step / correction2
        if length > 5.0:
            update *= math.sqrt((length - 4) * (length - 2) * most / ((most - 4) * (most - 2) * length))
            update *= math.sqrt(correction2) / (root(square) + eps)
        return x - lr * update
