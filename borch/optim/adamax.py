"""Adamax: Adam with the running maximum of the gradients' magnitudes in place of their running square.

Source: Kingma and Ba 2014, arXiv:1412.6980, section 7; https://docs.pytorch.org/docs/stable/generated/torch.optim.Adamax.html
"""

from .arrays import keep_greater
from .elementwise import Elementwise, decayed, running_mean
from .optimizer import check_at_least_zero, check_betas, check_lr, number


class Adamax(Elementwise):
    """Steps by the gradient's running mean over its decaying maximum.

    ValueError for options out of range.

    >>> import borch as torch
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.Adamax([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.9000], requires_grad=True)
    """

    def __init__(
        self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *, maximize=False,
        differentiable=False, capturable=False,
    ):  # fmt: skip
        check_lr(lr)
        check_at_least_zero(eps, "Invalid epsilon value: {}")
        check_betas(betas)
        check_at_least_zero(weight_decay, "Invalid weight_decay value: {}")
        super().__init__(
            params,
            dict(
                lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach, maximize=maximize,
                differentiable=differentiable, capturable=capturable,
            ),
        )  # fmt: skip

    def _entries(self, group):
        return {"exp_avg": 0.0, "exp_inf": 0.0}

    def _options(self, group):
        beta1, beta2 = group["betas"]
        return dict(
            lr=number(group["lr"]), beta1=beta1, beta2=beta2, eps=group["eps"], weight_decay=group["weight_decay"]
        )

    @staticmethod
    def _update(x, g, step, mean, maximum, *, lr, beta1, beta2, eps, weight_decay):
        x, g = decayed(x, g, weight_decay)
        running_mean(mean, g, 1 - beta1)
        maximum *= beta2
        keep_greater(maximum, abs(g) + eps)
        return x - lr / (1 - beta1**step) * (mean / maximum)
