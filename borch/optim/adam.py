"""Adam, and the step that AdamW shares with it.

Source: Kingma and Ba 2014, arXiv:1412.6980; https://docs.pytorch.org/docs/stable/generated/torch.optim.Adam.html
"""

import math

import numpy as np

from .._core.op import wrap
from .._core.tensor import Tensor
from .arrays import compute, store
from .optimizer import Optimizer, check_fused, number, refuse_capturable, refuse_differentiable, run_closure


class Adam(Optimizer):
    """Steps by the gradient's running mean over the root of its running square, both corrected for their start.

    ValueError for options out of range. `amsgrad` keeps the maximum of the squares (Reddi et al. 2018);
    `decoupled_weight_decay` decays as AdamW does.

    >>> import borch as torch
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.Adam([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.9000], requires_grad=True)
    """

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None,
        maximize=False, capturable=False, differentiable=False, fused=None, decoupled_weight_decay=False,
    ):  # fmt: skip
        if isinstance(lr, Tensor):
            if foreach and not capturable:
                raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
            if lr.numel() != 1:
                raise ValueError("Tensor lr must be 1-element")
        if not 0.0 <= number(lr):
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        for k in (0, 1):
            if not 0.0 <= number(betas[k]) < 1.0:
                raise ValueError(f"Invalid beta parameter at index {k}: {betas[k]}")
        if not 0.0 <= weight_decay:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        check_fused(foreach, fused)
        refuse_capturable(capturable)
        refuse_differentiable(differentiable)
        super().__init__(
            params,
            dict(
                lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, maximize=maximize,
                foreach=foreach, capturable=capturable, differentiable=differentiable, fused=fused,
                decoupled_weight_decay=decoupled_weight_decay,
            ),
        )  # fmt: skip

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            for name, default in (("amsgrad", False), ("maximize", False), ("foreach", None), ("capturable", False),
                                  ("differentiable", False), ("decoupled_weight_decay", False), ("fused", None)):  # fmt: skip
                group.setdefault(name, default)
            for p in group["params"]:
                state = self.state.get(p, {})
                if "step" in state and not isinstance(state["step"], Tensor):
                    state["step"] = wrap(np.array(float(state["step"]), np.float32))

    def step(self, closure=None):
        """One update of every parameter that has a gradient."""
        loss = run_closure(closure)
        for group in self.param_groups:
            params, grads, states = [], [], []
            for p in group["params"]:
                if p._grad is None:
                    continue
                if p._grad.is_sparse:
                    raise RuntimeError(
                        "Adam does not support sparse gradients, please consider SparseAdam instead"
                    )
                state = self.state[p]
                if not state:
                    state["step"] = wrap(np.array(0.0, np.float32))
                    state["exp_avg"] = wrap(np.zeros_like(p._array))
                    state["exp_avg_sq"] = wrap(np.zeros_like(p._array))
                    if group["amsgrad"]:
                        state["max_exp_avg_sq"] = wrap(np.zeros_like(p._array))
                params.append(p)
                grads.append(p._grad)
                states.append(state)
            beta1, beta2 = group["betas"]
            adam(
                params, grads, states, amsgrad=group["amsgrad"], beta1=number(beta1), beta2=number(beta2),
                lr=number(group["lr"]), weight_decay=group["weight_decay"], eps=group["eps"],
                maximize=group["maximize"], decoupled=group["decoupled_weight_decay"],
            )  # fmt: skip
        return loss


def adam(params, grads, states, *, amsgrad, beta1, beta2, lr, weight_decay, eps, maximize, decoupled):
    """One step over lists of tensors and of their states."""
    for p, g, state in zip(params, grads, states, strict=True):
        x, d = compute(p), compute(g)
        counter = state["step"]
        counter._array += 1
        step = counter._array.item()
        if maximize:
            d = -d
        if weight_decay:
            if decoupled:
                x = x * (1 - lr * weight_decay)
            else:
                d = d + weight_decay * x
        mean, square = compute(state["exp_avg"]), compute(state["exp_avg_sq"])
        share = d - mean
        share *= 1 - beta1
        mean = np.add(mean, share, out=share)
        square = square * beta2
        d = d * (1 - beta2) * d if d.dtype.kind != "c" else (d * np.conjugate(d)).real * (1 - beta2)
        square += d
        store(state["exp_avg"], mean)
        store(state["exp_avg_sq"], square)
        if amsgrad:
            np.maximum(compute(state["max_exp_avg_sq"]), square, out=square)
            store(state["max_exp_avg_sq"], square)
        denominator = np.sqrt(square, out=square)
        denominator /= math.sqrt(1 - beta2**step)
        denominator += eps
        change = np.divide(mean, denominator, out=denominator) if mean.dtype.kind != "c" else mean / denominator
        change *= lr / (1 - beta1**step)
        store(p, x - change)


