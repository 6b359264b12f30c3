"""Adadelta: steps in the parameter's own unit, by running squares of the gradients and of the steps themselves.

Source: Zeiler 2012, arXiv:1212.5701; https://docs.pytorch.org/docs/stable/generated/torch.optim.Adadelta.html
"""

from .arrays import root
from .elementwise import Elementwise, decayed, running_square
from .optimizer import check_at_least_zero, check_lr, number


class Adadelta(Elementwise):
    """Steps by the gradient times the root of the running square of steps over that of gradients.

    ValueError for options out of range.

    >>> import borch as torch
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.Adadelta([w], eps=0.01)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.6877], requires_grad=True)
    """

    _xla = False
    _whole = True

    def __init__(
        self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, capturable=False, maximize=False,
        differentiable=False,
    ):  # fmt: skip
        check_lr(lr)
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        check_at_least_zero(eps, "Invalid epsilon value: {}")
        check_at_least_zero(weight_decay, "Invalid weight_decay value: {}")
        super().__init__(
            params,
            dict(
                lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize, capturable=capturable,
                foreach=foreach, differentiable=differentiable,
            ),
        )  # fmt: skip

    def _entries(self, group):
        return {"square_avg": 0.0, "acc_delta": 0.0}

    def _options(self, group):
        return dict(lr=number(group["lr"]), rho=group["rho"], eps=group["eps"], weight_decay=group["weight_decay"])

    @staticmethod
    def _update(x, g, step, square, steps_square, *, lr, rho, eps, weight_decay):
        x, g = decayed(x, g, weight_decay)
        running_square(square, g, rho)
        delta = root(steps_square + eps)
        delta /= root(square + eps)
        delta *= g
        running_square(steps_square, delta, rho)
        return x - lr * delta
