"""Rprop: each element has a step size of its own, which grows while the gradient's sign stays and shrinks when it turns.

Source: Riedmiller and Braun 1993; https://docs.pytorch.org/docs/stable/generated/torch.optim.Rprop.html
"""

import numpy as np

from .._core.op import wrap
from .._core.tensor import Tensor
from .elementwise import Elementwise
from .optimizer import check_lr, number


class Rprop(Elementwise):
    """Steps by the gradient's sign times a step size; `etas` shrink and grow it, within `step_sizes`.

    ValueError for a negative lr and for etas that are not 0 < eta_minus < 1 < eta_plus.

    >>> import borch as torch
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.Rprop([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.9000], requires_grad=True)
    """

    def __init__(
        self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, capturable=False, foreach=None,
        maximize=False, differentiable=False,
    ):  # fmt: skip
        check_lr(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        super().__init__(
            params,
            dict(
                lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize,
                differentiable=differentiable, capturable=capturable,
            ),
        )  # fmt: skip

    def _entries(self, group):
        return {"prev": 0.0, "step_size": number(group["lr"])}

    def _options(self, group):
        return dict(etas=group["etas"], step_sizes=group["step_sizes"])

    @staticmethod
    def _update(x, g, step, previous, step_size, *, etas, step_sizes):
        if isinstance(g, Tensor):
            return _recorded(x, g, previous, step_size, etas, step_sizes)
        agreement = g * previous
        turned = agreement < 0
        step_size *= np.where(agreement > 0, etas[1], np.where(turned, etas[0], 1)).astype(step_size.dtype)
        np.maximum(step_size, step_sizes[0], out=step_size)
        np.minimum(step_size, step_sizes[1], out=step_size)
        previous[...] = np.where(turned, 0, g)
        return x - np.sign(previous) * step_size


def _recorded(x, g, previous, step_size, etas, step_sizes):
    """The same of a differentiable step: gradients reach the parameter and the step size, and stop at the signs."""
    agreement = (g * previous).detach()._array
    turned = agreement < 0
    factor = np.where(agreement > 0, etas[1], np.where(turned, etas[0], 1)).astype(agreement.dtype)
    step_size *= wrap(factor)
    step_size.clamp_(*step_sizes)
    g = g.masked_fill(wrap(turned), 0)
    previous.copy_(g)
    return x - g.sign() * step_size
