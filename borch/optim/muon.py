"""Muon: momentum whose matrix is made nearly orthogonal before each step, for the weights of hidden layers.

Source: Jordan et al. 2024, https://kellerjordan.github.io/posts/muon/; https://docs.pytorch.org/docs/stable/generated/torch.optim.Muon.html
"""

import math

import numpy as np

from .._core.dtype import narrow, widen
from .._core.op import wrap
from .arrays import compute, store
from .optimizer import Optimizer, check_at_least_zero, check_lr, number, run_closure, unrecorded

NS_COEFFICIENTS = (3.4445, -4.7750, 2.0315)


class Muon(Optimizer):
    """Steps by the orthogonalised momentum of 2-dim parameters, with decoupled weight decay.

    `adjust_lr_fn` "original" (also None) scales lr by the root of max(1, rows / columns), "match_rms_adamw" by
    0.2 times the root of the longer side. ValueError for other parameters and for options out of range.

    >>> import borch as torch
    >>> w = torch.eye(2, requires_grad=True)
    >>> optimizer = torch.optim.Muon([w], lr=0.1, weight_decay=0.0)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> bool((w.diagonal() < 0.95).all())
    True
    """

    def __init__(
        self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True, ns_coefficients=NS_COEFFICIENTS,
        eps=1e-7, ns_steps=5, adjust_lr_fn=None,
    ):  # fmt: skip
        check_lr(lr, "Learning rate should be >= 0 but is: {}")
        check_at_least_zero(momentum, "momentum should be >= 0 but is: {}")
        check_at_least_zero(weight_decay, "weight decay should be >= 0 but is: {}")
        if adjust_lr_fn not in (None, "original", "match_rms_adamw"):
            raise ValueError(f"Adjust learning rate function {adjust_lr_fn} is not supported")
        super().__init__(
            params,
            dict(
                lr=lr, weight_decay=weight_decay, momentum=momentum, nesterov=nesterov,
                ns_coefficients=ns_coefficients, eps=eps, ns_steps=ns_steps, adjust_lr_fn=adjust_lr_fn,
            ),
        )  # fmt: skip
        for group in self.param_groups:
            for p in group["params"]:
                if p.dim() != 2:
                    raise ValueError(
                        f"Muon only supports 2D parameters whereas we found a parameter with size: {p.size()}"
                    )

    @unrecorded
    def step(self, closure=None):
        """One update of every parameter that has a gradient."""
        loss = run_closure(closure)
        for group in self.param_groups:
            params = [p for p in group["params"] if p._grad is not None]
            for p in params:
                if p.is_complex():
                    raise RuntimeError("Muon does not support complex parameters")
                if "momentum_buffer" not in self.state[p]:
                    self.state[p]["momentum_buffer"] = wrap(np.zeros_like(p._grad._array))
            muon(
                params, [p._grad for p in params], [self.state[p]["momentum_buffer"] for p in params],
                lr=group["lr"], weight_decay=group["weight_decay"], momentum=group["momentum"],
                nesterov=group["nesterov"], ns_coefficients=group["ns_coefficients"], eps=group["eps"],
                ns_steps=group["ns_steps"], adjust_lr_fn=group["adjust_lr_fn"],
            )  # fmt: skip
        return loss


def muon(
    params, grads, buffers, *, lr, weight_decay, momentum, nesterov, ns_coefficients, eps, ns_steps, adjust_lr_fn
):  # fmt: skip
    """One step over lists of matrices and of their momentum buffers."""
    decay = number(1 - lr * weight_decay)  # of a tensor in its own precision
    for p, grad, buffer in zip(params, grads, buffers, strict=True):
        g, mean = compute(grad), compute(buffer)
        mean = mean + (1 - momentum) * (g - mean)
        store(buffer, mean)
        update = orthogonalized(g + momentum * (mean - g) if nesterov else mean, ns_coefficients, ns_steps, eps)
        rows, columns = update.shape
        scale = 0.2 * math.sqrt(max(rows, columns)) if adjust_lr_fn == "match_rms_adamw" else (
            math.sqrt(max(1, rows / columns))
        )  # fmt: skip
        x = compute(p)
        store(p, x * decay - number(lr * scale) * update.astype(x.dtype))


def orthogonalized(matrix, coefficients, steps, eps):
    """The nearest orthogonal matrix, roughly: a quintic Newton-Schulz iteration in bfloat16's precision."""
    if steps >= 100:
        raise ValueError("Number of steps must be less than 100 for computational efficiency")
    if matrix.ndim != 2:
        raise ValueError("Input tensor gradient must be a 2D matrix")
    if len(coefficients) != 3:
        raise ValueError("Coefficients must be a tuple of exactly 3 values")
    a, b, c = coefficients
    x = _bfloat16(matrix)
    wide = x.shape[0] > x.shape[1]
    if wide:
        x = x.T
    norm = _bfloat16(np.sqrt(np.add.reduce(x * x, axis=None)))
    x = _bfloat16(x / np.maximum(norm, np.float32(eps)))
    for _ in range(steps):
        gram = _bfloat16(x @ x.T)
        polynomial = _bfloat16(b * gram + c * (gram @ gram))
        x = _bfloat16(a * x + polynomial @ x)
    return x.T if wide else x


def _bfloat16(array):
    """float32 values that bfloat16 holds."""
    return widen(narrow(np.asarray(array, np.float32)))
