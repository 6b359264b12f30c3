"""Adam, and the step that AdamW shares with it.

Source: Kingma and Ba 2014, arXiv:1412.6980; https://docs.pytorch.org/docs/stable/generated/torch.optim.Adam.html
"""

import math

import numpy as np

from .. import _kernels
from .._core.op import wrap
from .._core.tensor import Tensor
from .arrays import compute, keep_greater, root, store
from .flat import Flat, can_adopt, can_be_flat
from .optimizer import (
    Optimizer,
    check_at_least_zero,
    check_betas,
    check_foreach,
    check_fused,
    check_fused_dtypes,
    check_lr,
    number,
    refuse_capturable,
    run_closure,
    unrecorded,
    with_gradients,
)


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
        if isinstance(lr, Tensor) and foreach and not capturable:
            raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
        check_lr(lr)
        check_at_least_zero(eps, "Invalid epsilon value: {}")
        check_betas(betas)
        check_at_least_zero(weight_decay, "Invalid weight_decay value: {}")
        if not any(all(isinstance(b, kind) for b in betas[:2]) for kind in (float, Tensor)):
            raise ValueError("betas must be either both floats or both Tensors")
        for k in (0, 1) if isinstance(betas[0], Tensor) else ():
            if foreach and not capturable:
                raise ValueError(f"betas[{k}] as a Tensor is not supported for capturable=False and foreach=True")
            if betas[k].numel() != 1:
                raise ValueError(f"Tensor betas[{k}] must be 1-element")
        check_fused(foreach, fused, differentiable)
        self._flat, self._loaded = {}, set()  # by number of group
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
        self._flat, self._loaded = {}, set(range(len(self.param_groups)))
        for group in self.param_groups:
            for name, default in (("amsgrad", False), ("maximize", False), ("foreach", None), ("capturable", False),
                                  ("differentiable", False), ("decoupled_weight_decay", False), ("fused", None)):  # fmt: skip
                group.setdefault(name, default)
            for p in group["params"]:
                state = self.state.get(p, {})
                if "step" in state and not isinstance(state["step"], Tensor):
                    state["step"] = wrap(np.array(float(state["step"]), np.float32))

    @unrecorded
    def step(self, closure=None):
        """One update of every parameter that has a gradient."""
        loss = run_closure(closure)
        for k, group in enumerate(self.param_groups):
            params, grads = with_gradients(group)
            if not params:
                continue
            if group["capturable"]:
                refuse_capturable()
            check_foreach(group)
            check_fused_dtypes(group, params)
            beta1, beta2 = group["betas"]
            adam(
                params, grads, self._states(k, group, params), self._flat.get(k),
                amsgrad=group["amsgrad"], beta1=number(beta1), beta2=number(beta2), lr=number(group["lr"]),
                weight_decay=group["weight_decay"], eps=group["eps"], maximize=group["maximize"],
                decoupled=group["decoupled_weight_decay"],
            )  # fmt: skip
        return loss

    def _states(self, k, group, params):
        flat = self._flat.get(k)
        if flat is not None and k not in self._loaded and flat.is_whole(params, self.state):
            return flat.states
        states = [self.state[p] for p in params]
        names = ("exp_avg", "exp_avg_sq", "max_exp_avg_sq") if group["amsgrad"] else ("exp_avg", "exp_avg_sq")
        loaded = k in self._loaded
        self._loaded.discard(k)
        if not group["differentiable"] and (
            can_adopt(params, states, names) if loaded else not any(states) and can_be_flat(params)
        ):
            self._flat[k] = Flat(params, states, dict.fromkeys(names, 0.0))
            return states
        if all(states):
            return states
        for p, state in zip(params, states, strict=True):
            if not state:
                state["step"] = wrap(np.array(0.0, np.float32))
                for name in names:
                    state[name] = wrap(np.zeros_like(p._array))
        return states


def adam(params, grads, states, flat, *, amsgrad, lr, **options):
    """One step over lists of tensors and of their states; `flat` holds the states in one array, or is None."""
    if flat is not None and flat.holds(params, states):
        flat.steps += 1
        arrays = flat.arrays
        values = _stepped(
            flat.joined(params), flat.joined(grads), flat.steps[0].item(), arrays["exp_avg"], arrays["exp_avg_sq"],
            arrays["max_exp_avg_sq"] if amsgrad else None, lr, **options,
        )  # fmt: skip
        flat.write(values)
        return
    for p, g, state in zip(params, grads, states, strict=True):
        state["step"]._array += 1
        names = ("exp_avg", "exp_avg_sq", "max_exp_avg_sq") if amsgrad else ("exp_avg", "exp_avg_sq")
        arrays = [compute(state[name]) for name in names]
        values = _stepped(
            compute(p), compute(g), state["step"]._array.item(), arrays[0], arrays[1],
            arrays[2] if amsgrad else None, lr, **options,
        )  # fmt: skip
        for name, array in zip(names, arrays, strict=True):
            if array is not state[name]._array:
                store(state[name], array)
        store(p, values, whole=bool(options["decoupled"] and options["weight_decay"]))


def _stepped(x, g, step, mean, square, maximum, lr, *, beta1, beta2, weight_decay, eps, maximize, decoupled):
    """The parameter's new values; `mean`, `square` and `maximum` are brought up to date in place."""
    if maximize:
        g = -g
    shrink = 1.0
    if weight_decay:
        if decoupled:
            shrink = 1 - lr * weight_decay
        else:
            g = g + weight_decay * x
    if isinstance(mean, Tensor):
        return _recorded(x * shrink, g, mean, square, maximum, step, lr, beta1, beta2, eps)
    correction, rate = math.sqrt(1 - beta2**step), lr / (1 - beta1**step)
    if maximum is None:
        return _kernels.adam_step(x, g, mean, square, shrink, 1 - beta1, 1 - beta2, beta2, correction, eps, rate)
    if shrink != 1:
        x = x * shrink
    share = g - mean
    share *= 1 - beta1
    mean += share
    squared = g * (1 - beta2)
    squared *= g
    square *= beta2
    square += squared
    np.maximum(maximum, square, out=maximum)
    denominator = np.sqrt(maximum)
    denominator /= correction
    denominator += eps
    update = mean / denominator
    update *= rate
    return x - update


def _recorded(x, g, mean, square, maximum, step, lr, beta1, beta2, eps):
    """The same of a differentiable step; the numbers before the tensors are float32, as torch's state is."""
    mean += (g - mean) * (1 - beta1)
    square *= beta2
    square += g * (1 - beta2) * g
    if maximum is not None:
        keep_greater(maximum, square)
        square = maximum
    correction1, correction2 = (np.float32(1) - np.float32(beta) ** np.float32(step) for beta in (beta1, beta2))
    size = -lr / correction1.item() if isinstance(lr, Tensor) else -np.float32(lr) / correction1
    scale, least = np.sqrt(correction2).item() * size, eps / size
    if not isinstance(lr, Tensor):
        scale, least = float(np.sqrt(correction2) * size), float(np.float32(eps) / size)
    return x + mean / (root(square) / scale + least)
