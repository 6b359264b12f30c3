"""Elements moved between channels and space: pixel shuffle and its inverse, channel shuffle.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#vision-functions
"""

from math import prod

from ..._core.op import function, op
from ...ops.strides import laid_out_as

NAMESPACE = "torch.nn.functional"


def _shuffled(x, factor):
    *lead, channels, height, width = x.shape
    n = prod(lead)
    inner = x.reshape(n, channels // factor**2, factor, factor, height, width).transpose(0, 1, 4, 2, 5, 3)
    return inner.copy().reshape(*lead, channels // factor**2, height * factor, width * factor)


def _unshuffled(x, factor):
    *lead, channels, height, width = x.shape
    n = prod(lead)
    h, w = height // factor, width // factor
    inner = x.reshape(n, channels, h, factor, w, factor).transpose(0, 1, 3, 5, 2, 4)
    return inner.copy().reshape(*lead, channels * factor**2, h, w)


@op(input=lambda g, upscale_factor: pixel_unshuffle(g, upscale_factor), method=False)
def pixel_shuffle(input, upscale_factor):
    """(..., C * r ** 2, H, W) to (..., C, H * r, W * r), with r = `upscale_factor`.

    RuntimeError when the channels are not divisible by r ** 2. Source: Shi et al. 2016, arXiv:1609.05158;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.pixel_shuffle.html

    >>> import borch as torch
    >>> torch.pixel_shuffle(torch.arange(4.0).reshape(4, 1, 1), 2)
    tensor([[[0., 1.],
             [2., 3.]]])
    """
    if input.ndim < 3:
        raise RuntimeError(
            f"pixel_shuffle expects input to have at least 3 dimensions, but got input with {input.ndim} dimension(s)"
        )
    if upscale_factor <= 0:
        raise RuntimeError(f"pixel_shuffle expects a positive upscale_factor, but got {upscale_factor}")
    if input.shape[-3] % upscale_factor**2:
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but "
            f"input.size(-3)={input.shape[-3]} is not divisible by {upscale_factor**2}"
        )
    return laid_out_as(_shuffled(input, upscale_factor), input)


@op(input=lambda g, downscale_factor: pixel_shuffle(g, downscale_factor), method=False)
def pixel_unshuffle(input, downscale_factor):
    """(..., C, H * r, W * r) to (..., C * r ** 2, H, W), with r = `downscale_factor`: the inverse of pixel_shuffle.

    RuntimeError when height or width are not divisible by r.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.pixel_unshuffle.html

    >>> import borch as torch
    >>> torch.pixel_unshuffle(torch.arange(4.0).reshape(1, 2, 2), 2).flatten()
    tensor([0., 1., 2., 3.])
    """
    if input.ndim < 3:
        raise RuntimeError(
            f"pixel_unshuffle expects input to have at least 3 dimensions, but got input with {input.ndim} dimension(s)"
        )
    if downscale_factor <= 0:
        raise RuntimeError(f"pixel_unshuffle expects a positive downscale_factor, but got {downscale_factor}")
    for axis, word in ((-2, "height"), (-1, "width")):
        if input.shape[axis] % downscale_factor:
            raise RuntimeError(
                f"pixel_unshuffle expects {word} to be divisible by downscale_factor, but input.size({axis})="
                f"{input.shape[axis]} is not divisible by {downscale_factor}"
            )
    return laid_out_as(_unshuffled(input, downscale_factor), input)


def _channel_input(g, input_shape, groups):
    return channel_shuffle(g, input_shape[1] // groups)


@op(input=_channel_input, method=False)
def channel_shuffle(input, groups):
    """The channels of (N, C, ...) dealt out anew: those of each group next to those of the others.

    RuntimeError when C is not divisible by `groups`. Source: Zhang et al. 2017, arXiv:1707.01083;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.channel_shuffle.html

    >>> import borch as torch
    >>> torch.channel_shuffle(torch.arange(4.0).reshape(1, 4, 1), 2).flatten()
    tensor([0., 2., 1., 3.])
    """
    if input.ndim < 3:
        raise RuntimeError(f"channel_shuffle expects input with > 2 dims, but got input with sizes {list(input.shape)}")
    if groups <= 0:
        raise RuntimeError(f"Number of groups to divide channels in must be positive. Value of groups:{groups}")
    n, channels = input.shape[:2]
    if channels % groups:
        raise RuntimeError(
            f"Number of channels must be divisible by groups. Got {channels} channels and {groups} groups."
        )
    rest = prod(input.shape[2:])
    moved = input.reshape(n, groups, channels // groups, rest).transpose(0, 2, 1, 3)
    return laid_out_as(moved.copy().reshape(input.shape), input)


@function(method=False)
def native_channel_shuffle(input, groups):
    """channel_shuffle under its other name.

    >>> import borch as torch
    >>> torch.native_channel_shuffle(torch.arange(4.0).reshape(1, 4, 1), 2).flatten()
    tensor([0., 2., 1., 3.])
    """
    return channel_shuffle(input, groups)


for _fn in (pixel_shuffle, pixel_unshuffle, channel_shuffle, native_channel_shuffle):
    function(method=False, namespace=NAMESPACE)(_fn)
