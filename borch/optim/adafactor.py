"""Adafactor: Adam's idea in little memory, the running squares of a matrix kept as one per row and one per column.

Source: Shazeer and Stern 2018, arXiv:1804.04235; https://docs.pytorch.org/docs/stable/generated/torch.optim.Adafactor.html
"""

import numpy as np

from .._core.dtype import finfo
from .._core.op import wrap
from .arrays import compute, store
from .elementwise import filled, scalar
from .optimizer import Optimizer, check_at_least_zero, check_lr, number, run_closure, unrecorded


class Adafactor(Optimizer):
    """Steps relative to the parameter's own size, by the gradient over the root of a factored running square.

    ValueError for options out of range, RuntimeError for complex parameters.

    >>> import borch as torch
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.Adafactor([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.9000], requires_grad=True)
    """

    def __init__(
        self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, *, foreach=None,
        maximize=False,
    ):  # fmt: skip
        check_lr(lr, "Learning rate should be >= 0 but is: {}")
        if not beta2_decay <= 0.0:
            raise ValueError(f"beta2_decay should be <= 0 but is: {beta2_decay}")
        for k, epsilon in enumerate(eps, 1):
            if epsilon is not None and not epsilon >= 0.0:
                raise ValueError(f"epsilon{k} should be >= 0 but is: {epsilon}")
        if not d >= 1.0:
            raise ValueError(f"Clipping threshold d should be >= 1 but is: {d}")
        check_at_least_zero(weight_decay, "weight_decay should be >= 0 but is: {}")
        super().__init__(
            params,
            dict(
                lr=lr, beta2_decay=beta2_decay, eps=eps, d=d, weight_decay=weight_decay, foreach=foreach,
                maximize=maximize,
            ),
        )  # fmt: skip

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            group.setdefault("foreach", None)

    @unrecorded
    def step(self, closure=None):
        """One update of every parameter that has a gradient."""
        loss = run_closure(closure)
        for group in self.param_groups:
            params = [p for p in group["params"] if p._grad is not None]
            for p in params:
                if p.is_complex():
                    raise RuntimeError("Adafactor does not support complex parameters")
                if not self.state[p]:
                    self.state[p].update(_first_state(p))
            adafactor(
                params, [p._grad for p in params], [self.state[p] for p in params], lr=number(group["lr"]),
                beta2_decay=group["beta2_decay"], eps=group["eps"], d=group["d"], weight_decay=group["weight_decay"],
                maximize=group["maximize"],
            )  # fmt: skip
        return loss


def _first_state(p):
    shape = p._array.shape
    if len(shape) < 2:
        return {"step": scalar(0.0), "variance": filled(p, 0.0)}
    row = wrap(np.zeros((*shape[:-1], 1), p._array.dtype))
    col = wrap(np.zeros((*shape[:-2], 1, shape[-1]), p._array.dtype))
    return {"step": scalar(0.0), "row_var": row, "col_var": col}


def adafactor(params, grads, states, *, lr, beta2_decay, eps, d, weight_decay, maximize):
    """One step over lists of tensors and of their states."""
    for p, grad, state in zip(params, grads, states, strict=True):
        state["step"]._array += 1
        step = state["step"]._array.item()
        eps1 = finfo(p.dtype).eps if eps[0] is None else eps[0]
        x, g = compute(p), compute(grad)
        if maximize:
            g = -g
        weight = step**beta2_decay
        size = max(eps[1], _norm(x) / x.size**0.5) * min(lr, 1 / step**0.5)
        if weight_decay:
            x = x * (1 - lr * weight_decay)
        squared = g * g
        if g.ndim > 1:
            row = _averaged(state["row_var"], np.add.reduce(squared, -1, keepdims=True) / g.shape[-1], weight)
            col = _averaged(state["col_var"], np.add.reduce(squared, -2, keepdims=True) / g.shape[-2], weight)
            variance = row @ col
            variance /= np.maximum(np.add.reduce(row, -2, keepdims=True) / row.shape[-2], eps1)
        else:
            variance = _averaged(state["variance"], squared, weight)
        update = g / np.sqrt(np.maximum(variance, eps1 * eps1))
        clip = max(1.0, _norm(update) / (update.size**0.5 * d))
        store(p, x - size / clip * update)


def _averaged(entry, value, weight):
    mean = compute(entry)
    mean = mean + weight * (value - mean)
    store(entry, mean)
    return mean


def _norm(array):
    return float(np.sqrt(np.add.reduce(array * array, axis=None)))
