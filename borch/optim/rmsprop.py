"""RMSprop: steps divided by the root of the running square of the gradients.

Source: Hinton's lecture notes 2012; Graves 2013, arXiv:1308.0850 (centered); https://docs.pytorch.org/docs/stable/generated/torch.optim.RMSprop.html
"""

from .arrays import root
from .elementwise import Elementwise, decayed, running_mean, running_square
from .optimizer import check_at_least_zero, check_lr, number


class RMSprop(Elementwise):
    """Divides each gradient by its running root mean square, or standard deviation when `centered`; with momentum.

    ValueError for options out of range.

    >>> import borch as torch
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.RMSprop([w], lr=0.01)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.9000], requires_grad=True)
    """

    _missing = {**Elementwise._missing, "centered": False, "momentum": 0}

    def __init__(
        self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, capturable=False,
        foreach=None, maximize=False, differentiable=False,
    ):  # fmt: skip
        check_lr(lr)
        check_at_least_zero(eps, "Invalid epsilon value: {}")
        check_at_least_zero(momentum, "Invalid momentum value: {}")
        check_at_least_zero(weight_decay, "Invalid weight_decay value: {}")
        check_at_least_zero(alpha, "Invalid alpha value: {}")
        super().__init__(
            params,
            dict(
                lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered, weight_decay=weight_decay,
                capturable=capturable, foreach=foreach, maximize=maximize, differentiable=differentiable,
            ),
        )  # fmt: skip

    def _entries(self, group):
        entries = {"square_avg": 0.0}
        if group["momentum"] > 0:
            entries["momentum_buffer"] = 0.0
        if group["centered"]:
            entries["grad_avg"] = 0.0
        return entries

    def _options(self, group):
        return dict(
            lr=number(group["lr"]), alpha=group["alpha"], eps=group["eps"], weight_decay=group["weight_decay"],
            momentum=group["momentum"], centered=group["centered"],
        )  # fmt: skip

    @staticmethod
    def _update(x, g, step, square, *more, lr, alpha, eps, weight_decay, momentum, centered):
        x, g = decayed(x, g, weight_decay)
        running_square(square, g, alpha)
        if centered:
            mean = more[-1]
            running_mean(mean, g, 1 - alpha)
            denominator = root(square - mean * mean)
        else:
            denominator = root(square)
        denominator += eps
        update = g / denominator
        if momentum > 0:
            buffer = more[0]
            buffer *= momentum
            buffer += update
            return x - lr * buffer
        return x - lr * update
