"""Dropout layers.

Source: https://docs.pytorch.org/docs/stable/nn.html#dropout-layers
"""

from ..functional.dropout import alpha_dropout, dropout, dropout1d, dropout2d, dropout3d, feature_alpha_dropout
from .module import Module


class _DropoutNd(Module):
    __constants__ = ["p", "inplace"]

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


class Dropout(_DropoutNd):
    """While training, sets each element to zero with probability `p` and divides the others by 1 - p.

    Source: Srivastava et al. 2014.

    >>> import borch as torch
    >>> torch.nn.Dropout(0.5).eval()(torch.ones(2))
    tensor([1., 1.])
    """

    function = staticmethod(dropout)


class Dropout1d(_DropoutNd):
    """Dropout of whole channels of (N, C, L) or (C, L).

    >>> import borch as torch
    >>> torch.nn.Dropout1d().eval()(torch.ones(1, 2))
    tensor([[1., 1.]])
    """

    function = staticmethod(dropout1d)


class Dropout2d(_DropoutNd):
    """Dropout of whole channels of (N, C, H, W).

    >>> import borch as torch
    >>> torch.nn.Dropout2d().eval()(torch.ones(1, 1, 1, 2))
    tensor([[[[1., 1.]]]])
    """

    function = staticmethod(dropout2d)


class Dropout3d(_DropoutNd):
    """Dropout of whole channels of (N, C, D, H, W).

    >>> import borch as torch
    >>> torch.nn.Dropout3d().eval()(torch.ones(1, 1, 1, 1, 2))
    tensor([[[[[1., 1.]]]]])
    """

    function = staticmethod(dropout3d)


class _AlphaDropoutNd(_DropoutNd):
    def forward(self, input):
        return self.function(input, self.p, self.training)


class AlphaDropout(_AlphaDropoutNd):
    """Dropout that keeps mean and variance, for SELU networks. Source: Klambauer et al. 2017, arXiv:1706.02515.

    >>> import borch as torch
    >>> torch.nn.AlphaDropout().eval()(torch.ones(2))
    tensor([1., 1.])
    """

    function = staticmethod(alpha_dropout)


class FeatureAlphaDropout(_AlphaDropoutNd):
    """AlphaDropout of whole channels of (N, C, ...).

    >>> import borch as torch
    >>> torch.nn.FeatureAlphaDropout().eval()(torch.ones(1, 2))
    tensor([[1., 1.]])
    """

    function = staticmethod(feature_alpha_dropout)
