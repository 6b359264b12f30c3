"""Adagrad: steps divided by the root of the sum of all squared gradients so far.

Source: Duchi et al. 2011; https://docs.pytorch.org/docs/stable/generated/torch.optim.Adagrad.html
"""

from .arrays import root
from .elementwise import Elementwise, decayed
from .optimizer import check_at_least_zero, check_fused, check_lr, number


class Adagrad(Elementwise):
    """Divides each step by the root of the sum of the squared gradients; lr decays as lr / (1 + (step - 1) lr_decay).

    ValueError for options out of range. The state is there from the start: `step` and `sum`.

    >>> import borch as torch
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.Adagrad([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.9000], requires_grad=True)
    """

    _missing = {"foreach": None, "maximize": False, "differentiable": False, "fused": None}

    def __init__(
        self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None, *,
        maximize=False, differentiable=False, fused=None,
    ):  # fmt: skip
        check_lr(lr)
        check_at_least_zero(lr_decay, "Invalid lr_decay value: {}")
        check_at_least_zero(weight_decay, "Invalid weight_decay value: {}")
        check_at_least_zero(initial_accumulator_value, "Invalid initial_accumulator_value value: {}")
        check_at_least_zero(eps, "Invalid epsilon value: {}")
        check_fused(foreach, fused, differentiable)
        super().__init__(
            params,
            dict(
                lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay,
                initial_accumulator_value=initial_accumulator_value, foreach=foreach, maximize=maximize,
                differentiable=differentiable, fused=fused,
            ),
        )  # fmt: skip
        for k, group in enumerate(self.param_groups):
            self._states(k, group["params"], self._entries(group))

    def share_memory(self):
        raise NotImplementedError("share_memory is not implemented in borch")

    def _entries(self, group):
        return {"sum": group["initial_accumulator_value"]}

    def _options(self, group):
        return dict(
            lr=number(group["lr"]), lr_decay=group["lr_decay"], weight_decay=group["weight_decay"], eps=group["eps"]
        )

    @staticmethod
    def _update(x, g, step, total, *, lr, lr_decay, weight_decay, eps):
        x, g = decayed(x, g, weight_decay)
        total += g * g
        denominator = root(total)
        denominator += eps
        return x - lr / (1 + (step - 1) * lr_decay) * (g / denominator)
