"""Dropout layers.

Source: https://docs.pytorch.org/docs/stable/nn.html#dropout-layers
"""

from ..functional.dropout import dropout
from .module import Module


class _Dropout(Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if not 0.0 <= p <= 1.0:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p = p
        self.inplace = inplace

    def forward(self, input):
        return self.function(input, self.p, self.training, self.inplace)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_Dropout):
    """While training, sets each element to zero with probability `p` and divides the others by 1 - p.

    >>> import borch as torch
    >>> torch.nn.Dropout(0.5).eval()(torch.ones(2))
    tensor([1., 1.])
    """

    function = staticmethod(dropout)
