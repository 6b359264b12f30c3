"""ASGD: gradient descent with a falling rate that also averages the parameters it passes.

Source: Polyak and Juditsky 1992; https://docs.pytorch.org/docs/stable/generated/torch.optim.ASGD.html
"""

import numpy as np

from .arrays import compute, store
from .elementwise import Elementwise, decayed, filled, scalar
from .optimizer import check_at_least_zero, check_foreach, check_lr, number, refuse_capturable, run_closure, unrecorded


class ASGD(Elementwise):
    """Steps by eta = lr / (1 + lambd lr step) ** alpha, and keeps in `ax` the mean of the parameters from step t0 on.

    ValueError for a negative lr or weight decay.

    >>> import borch as torch
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.ASGD([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.8000], requires_grad=True)
    """

    def __init__(
        self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False,
        differentiable=False, capturable=False,
    ):  # fmt: skip
        check_lr(lr)
        check_at_least_zero(weight_decay, "Invalid weight_decay value: {}")
        super().__init__(
            params,
            dict(
                lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay, foreach=foreach, maximize=maximize,
                differentiable=differentiable, capturable=capturable,
            ),
        )  # fmt: skip

    @unrecorded
    def step(self, closure=None):
        """One update of every parameter that has a gradient."""
        loss = run_closure(closure)
        for group in self.param_groups:
            params = [p for p in group["params"] if p._grad is not None]
            if params and group["capturable"]:
                refuse_capturable("params, mus, etas, and state_steps")
            check_foreach(group)
            for p in params:
                if not self.state[p]:
                    self.state[p].update(
                        step=scalar(0.0), eta=scalar(number(group["lr"])), mu=scalar(1.0), ax=filled(p, 0.0)
                    )
            asgd(
                params, [p._grad for p in params], [self.state[p] for p in params], lr=number(group["lr"]),
                lambd=group["lambd"], alpha=group["alpha"], t0=group["t0"], weight_decay=group["weight_decay"],
                maximize=group["maximize"], foreach=group["foreach"],
            )  # fmt: skip
        return loss


def asgd(params, grads, states, *, lr, lambd, alpha, t0, weight_decay, maximize, foreach):
    """One step over lists of tensors and of their states."""
    for p, grad, state in zip(params, grads, states, strict=True):
        state["step"]._array += 1
        step = state["step"]._array.item()
        eta, mu = state["eta"]._array.item(), state["mu"]._array.item()
        g = compute(grad)
        x, g = decayed(compute(p), -g if maximize else g, weight_decay)
        x = x - eta * (g + lambd * x) if foreach else x * (1 - lambd * eta) - eta * g
        store(p, x)
        if mu == 1:
            store(state["ax"], x)
        else:
            mean = compute(state["ax"])
            store(state["ax"], mean + (x - mean) * mu)
        if foreach:  # torch then has the step as a float32 tensor
            step = np.float32(step)
        slowed = (1 + lambd * lr * step) ** alpha
        state["eta"]._array[...] = np.float32(lr * (1 / slowed) if foreach else lr / slowed)
        state["mu"]._array[...] = np.float32(1 / max(1, step - t0))
