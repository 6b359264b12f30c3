"""NAdam: Adam with Nesterov's momentum, whose weight warms up by a schedule.

Source: Dozat 2016; https://docs.pytorch.org/docs/stable/generated/torch.optim.NAdam.html
"""

from .arrays import compute, root, store
from .elementwise import Elementwise, decayed, filled, running_mean, running_square, scalar
from .optimizer import (
    check_at_least_zero,
    check_betas,
    check_foreach,
    check_lr,
    number,
    refuse_capturable,
    run_closure,
    unrecorded,
)


class NAdam(Elementwise):
    """Steps by Adam's quotient with the next step's momentum already in it.

    ValueError for options out of range.

    >>> import borch as torch
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.NAdam([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.8944], requires_grad=True)
    """

    _missing = {**Elementwise._missing, "decoupled_weight_decay": False}

    def __init__(
        self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3,
        decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False, differentiable=False,
    ):  # fmt: skip
        check_lr(lr)
        check_at_least_zero(eps, "Invalid epsilon value: {}")
        check_betas(betas)
        check_at_least_zero(weight_decay, "Invalid weight_decay value: {}")
        check_at_least_zero(momentum_decay, "Invalid momentum_decay value: {}")
        super().__init__(
            params,
            dict(
                lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay,
                decoupled_weight_decay=decoupled_weight_decay, maximize=maximize, foreach=foreach,
                capturable=capturable, differentiable=differentiable,
            ),
        )  # fmt: skip

    @unrecorded
    def step(self, closure=None):
        """One update of every parameter that has a gradient."""
        loss = run_closure(closure)
        for group in self.param_groups:
            params = [p for p in group["params"] if p._grad is not None]
            if params and group["capturable"]:
                refuse_capturable("params, mu_products and state_steps")
            check_foreach(group)
            for p in params:
                if not self.state[p]:
                    self.state[p].update(
                        step=scalar(0.0), mu_product=scalar(1.0), exp_avg=filled(p, 0.0), exp_avg_sq=filled(p, 0.0)
                    )
            beta1, beta2 = group["betas"]
            nadam(
                params, [p._grad for p in params], [self.state[p] for p in params], lr=number(group["lr"]),
                beta1=beta1, beta2=beta2, eps=group["eps"], weight_decay=group["weight_decay"],
                momentum_decay=group["momentum_decay"], decoupled=group["decoupled_weight_decay"],
                maximize=group["maximize"],
            )  # fmt: skip
        return loss


def nadam(
    params, grads, states, *, lr, beta1, beta2, eps, weight_decay, momentum_decay, decoupled, maximize
):  # fmt: skip
    """One step over lists of tensors and of their states."""
    for p, grad, state in zip(params, grads, states, strict=True):
        state["step"]._array += 1
        step = state["step"]._array.item()
        g = compute(grad)
        x, g = decayed(compute(p), -g if maximize else g, weight_decay, lr if decoupled else None)
        mu, next_mu = (beta1 * (1.0 - 0.5 * 0.96 ** (k * momentum_decay)) for k in (step, step + 1))
        state["mu_product"]._array *= mu
        product = state["mu_product"]._array.item()
        mean, square = compute(state["exp_avg"]), compute(state["exp_avg_sq"])
        running_mean(mean, g, 1 - beta1)
        running_square(square, g, beta2)
        store(state["exp_avg"], mean)
        store(state["exp_avg_sq"], square)
        denominator = root(square / (1 - beta2**step)) + eps
        now = lr * (1.0 - mu) / (1.0 - product)
        ahead = lr * next_mu / (1.0 - product * next_mu)
        store(p, x - now * (g / denominator) - ahead * (mean / denominator))
