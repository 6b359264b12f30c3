"""Layers that move elements between channels and space.

Source: https://docs.pytorch.org/docs/stable/nn.html#vision-layers
"""

from ..functional.shuffle import channel_shuffle, pixel_shuffle, pixel_unshuffle
from .module import Module


class PixelShuffle(Module):
    """(..., C * r ** 2, H, W) to (..., C, H * r, W * r). Source: Shi et al. 2016, arXiv:1609.05158.

    >>> import borch as torch
    >>> torch.nn.PixelShuffle(2)(torch.ones(1, 8, 3, 3)).shape
    torch.Size([1, 2, 6, 6])
    """

    __constants__ = ["upscale_factor"]

    def __init__(self, upscale_factor):
        super().__init__()
        self.upscale_factor = upscale_factor

    def forward(self, input):
        return pixel_shuffle(input, self.upscale_factor)

    def extra_repr(self):
        return f"upscale_factor={self.upscale_factor}"


class PixelUnshuffle(Module):
    """(..., C, H * r, W * r) to (..., C * r ** 2, H, W).

    >>> import borch as torch
    >>> torch.nn.PixelUnshuffle(2)(torch.ones(1, 2, 6, 6)).shape
    torch.Size([1, 8, 3, 3])
    """

    __constants__ = ["downscale_factor"]

    def __init__(self, downscale_factor):
        super().__init__()
        self.downscale_factor = downscale_factor

    def forward(self, input):
        return pixel_unshuffle(input, self.downscale_factor)

    def extra_repr(self):
        return f"downscale_factor={self.downscale_factor}"


class ChannelShuffle(Module):
    """The channels of (N, C, ...) dealt out anew. Source: Zhang et al. 2017, arXiv:1707.01083.

    >>> import borch as torch
    >>> torch.nn.ChannelShuffle(2)(torch.arange(4.0).reshape(1, 4, 1)).flatten()
    tensor([0., 2., 1., 3.])
    """

    __constants__ = ["groups"]

    def __init__(self, groups):
        super().__init__()
        self.groups = groups

    def forward(self, input):
        return channel_shuffle(input, self.groups)

    def extra_repr(self):
        return f"groups={self.groups}"
