"""SparseAdam, which steps by sparse gradients: borch has none, so it is refused by name.

Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.SparseAdam.html
"""

from .optimizer import Optimizer


class SparseAdam(Optimizer):
    """Adam for sparse gradients: NotImplementedError, for borch's tensors are dense.

    >>> import borch as torch
    >>> torch.optim.SparseAdam([torch.zeros(2, requires_grad=True)])
    Traceback (most recent call last):
    NotImplementedError: SparseAdam is not implemented in borch: its gradients are dense; use Adam
    """

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        raise NotImplementedError("SparseAdam is not implemented in borch: its gradients are dense; use Adam")
