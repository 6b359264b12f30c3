"""torch.nn.quantized: FloatFunctional, the sums of a float model that could be quantised."""

from ..absent import REASONS
from ..ops.arithmetic import add, mul
from ..ops.join import cat
from ..ops.matmul import matmul
from ..ops.rectify import relu
from .modules.linear import Identity
from .modules.module import Module

__all__ = ["FloatFunctional"]


class FloatFunctional(Module):
    """Operations as methods of a module, so that their results can be watched before a model is quantised.

    >>> import borch as torch
    >>> torch.ao.nn.quantized.FloatFunctional().add_relu(torch.tensor([-2.0, 2.0]), 1.0)
    tensor([0., 3.])
    """

    def __init__(self):
        super().__init__()
        self.activation_post_process = Identity()

    def forward(self, x):
        raise RuntimeError("FloatFunctional is not intended to use the 'forward'. Please use the underlying operation")

    def add(self, x, y):
        return self.activation_post_process(add(x, y))

    add_scalar = add

    def mul(self, x, y):
        return self.activation_post_process(mul(x, y))

    mul_scalar = mul

    def cat(self, x, dim=0):
        return self.activation_post_process(cat(x, dim=dim))

    def add_relu(self, x, y):
        return self.activation_post_process(relu(add(x, y)))

    def matmul(self, x, y):
        return self.activation_post_process(matmul(x, y))


def __getattr__(name):
    raise AttributeError(f"module 'torch.nn.quantized' has no attribute '{name}' in borch: {REASONS['quantised']}")
