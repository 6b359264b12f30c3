"""Softmax and its kin as modules.

Source: https://docs.pytorch.org/docs/stable/nn.html#non-linear-activations-other
"""

from ..functional.softmax import log_softmax, softmax, softmin
from .module import Module


class _Along(Module):
    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def __setstate__(self, state):
        super().__setstate__(state)
        self.__dict__.setdefault("dim", None)

    def forward(self, input):
        return self.function(input, self.dim, _stacklevel=5)

    def extra_repr(self):
        return f"dim={self.dim}"


class Softmax(_Along):
    """exp(x) over the sum of exp(x) along `dim`.

    >>> import borch as torch
    >>> torch.nn.Softmax(dim=0)(torch.zeros(4))
    tensor([0.2500, 0.2500, 0.2500, 0.2500])
    """

    __constants__ = ["dim"]
    function = staticmethod(softmax)


class Softmin(_Along):
    """The softmax of -x along `dim`.

    >>> import borch as torch
    >>> torch.nn.Softmin(dim=0)(torch.zeros(2))
    tensor([0.5000, 0.5000])
    """

    __constants__ = ["dim"]
    function = staticmethod(softmin)


class LogSoftmax(_Along):
    """The logarithm of the softmax along `dim`.

    >>> import borch as torch
    >>> torch.nn.LogSoftmax(dim=0)(torch.zeros(2))
    tensor([-0.6931, -0.6931])
    """

    __constants__ = ["dim"]
    function = staticmethod(log_softmax)


class Softmax2d(Module):
    """The softmax over the channels of (N, C, H, W) or (C, H, W) at each place.

    >>> import borch as torch
    >>> torch.nn.Softmax2d()(torch.zeros(2, 1, 2))
    tensor([[[0.5000, 0.5000]],
    <BLANKLINE>
            [[0.5000, 0.5000]]])
    """

    def forward(self, input):
        if input.dim() not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D instead")
        return softmax(input, -3, _stacklevel=5)
