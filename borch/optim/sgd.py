"""SGD: stochastic gradient descent, with momentum, dampening, weight decay and Nesterov's form.

Source: Sutskever et al. 2013; https://docs.pytorch.org/docs/stable/generated/torch.optim.SGD.html
"""

import numpy as np

from .. import _kernels
from .._core.op import wrap
from .._core.tensor import Tensor
from .arrays import compute, store
from .optimizer import Optimizer, check_fused, check_fused_dtypes, check_lr, number, run_closure, unrecorded


class SGD(Optimizer):
    """Steps against the gradient: p -= lr * (g + weight_decay * p), with an optional momentum buffer.

    ValueError for a negative lr, momentum or weight decay, and for nesterov without momentum or with dampening.

    >>> import borch as torch
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.SGD([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.8000], requires_grad=True)
    """

    def __init__(
        self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None,
        differentiable=False, fused=None,
    ):  # fmt: skip
        check_lr(lr)
        if momentum < 0.0:
            raise ValueError(f"Invalid momentum value: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        check_fused(foreach, fused, differentiable)
        super().__init__(
            params,
            dict(
                lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov,
                maximize=maximize, foreach=foreach, differentiable=differentiable, fused=fused,
            ),
        )  # fmt: skip

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            for name, default in (("nesterov", False), ("maximize", False), ("foreach", None), ("differentiable", False),
                                  ("fused", False)):  # fmt: skip
                group.setdefault(name, default)

    @unrecorded
    def step(self, closure=None):
        """One update of every parameter that has a gradient."""
        loss = run_closure(closure)
        for group in self.param_groups:
            params, grads, buffers = [], [], []
            for p in group["params"]:
                if p._grad is not None:
                    params.append(p)
                    grads.append(p._grad)
                    if group["momentum"] != 0:
                        buffers.append(self.state[p].get("momentum_buffer"))
            check_fused_dtypes(group, params)
            sgd(
                params, grads, buffers, weight_decay=group["weight_decay"], momentum=group["momentum"],
                lr=number(group["lr"]), dampening=group["dampening"], nesterov=group["nesterov"],
                maximize=group["maximize"],
            )  # fmt: skip
            if group["momentum"] != 0:
                for p, buffer in zip(params, buffers, strict=True):
                    self.state[p]["momentum_buffer"] = buffer
        return loss


def sgd(params, grads, buffers, *, weight_decay, momentum, lr, dampening, nesterov, maximize):
    """One step over lists of tensors; `buffers` is filled with the momentum buffers."""
    for k, (p, g) in enumerate(zip(params, grads, strict=True)):
        x, d = compute(p), compute(g)
        if maximize:
            d = -d
        if weight_decay:
            d = d + weight_decay * x
        if momentum and isinstance(d, Tensor):  # a differentiable step
            if buffers[k] is None:
                buffers[k] = wrap(np.empty_like(p._array))
                b = d.detach()
            else:
                b = compute(buffers[k]) * momentum
                b += (1 - dampening) * d
            store(buffers[k], b)
            d = d + momentum * b if nesterov else b
        elif momentum and buffers[k] is not None:
            b = compute(buffers[k])
            values = _kernels.sgd_step(x, d, b, momentum, 1 - dampening, lr, nesterov)
            if b is buffers[k]._array:
                buffers[k]._writes[0] += 1
            else:
                store(buffers[k], b)
            store(p, values)
            continue
        elif momentum:
            buffers[k] = wrap(np.empty_like(p._array))
            store(buffers[k], d)
            d = d + momentum * d if nesterov else d
        store(p, x - lr * d, whole=True)
