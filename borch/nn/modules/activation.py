"""Activations as modules.

Source: https://docs.pytorch.org/docs/stable/nn.html#non-linear-activations-weighted-sum-nonlinearity
"""

from ..functional.activation import gelu, relu
from .module import Module


class ReLU(Module):
    """max(x, 0).

    >>> import borch as torch
    >>> torch.nn.ReLU()(torch.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return input.relu_() if self.inplace else relu(input)

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class GELU(Module):
    """x * Phi(x); `approximate="tanh"` for the approximation by tanh.

    >>> import borch as torch
    >>> torch.nn.GELU()(torch.tensor([-1.0, 1.0]))
    tensor([-0.1587,  0.8413])
    """

    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return gelu(input, approximate=self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"
