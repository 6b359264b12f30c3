"""Convolution layers in one, two and three dimensions, and their transposes.

Source: https://docs.pytorch.org/docs/stable/nn.html#convolution-layers
"""

import math

from ...creation import empty
from .. import init
from ..functional.conv import conv1d, conv2d, conv3d, conv_transpose1d, conv_transpose2d, conv_transpose3d
from ..functional.pad import pad
from ..parameter import Parameter
from .module import Module


def _tuple(value, n):
    if isinstance(value, (tuple, list)):
        return tuple(value)
    return (value,) * n


class _ConvNd(Module):
    __constants__ = [
        "stride",
        "padding",
        "dilation",
        "groups",
        "padding_mode",
        "output_padding",
        "in_channels",
        "out_channels",
        "kernel_size",
    ]

    def __init__(
        self, in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding, groups,
        bias, padding_mode, device=None, dtype=None,
    ):  # fmt: skip
        super().__init__()
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups:
            raise ValueError("out_channels must be divisible by groups")
        if isinstance(padding, str):
            if padding not in ("same", "valid"):
                raise ValueError(f"Invalid padding string {padding!r}, should be one of {{'same', 'valid'}}")
            if padding == "same" and any(s != 1 for s in stride):
                raise ValueError("padding='same' is not supported for strided convolutions")
        if padding_mode not in ("zeros", "reflect", "replicate", "circular"):
            raise ValueError(
                "padding_mode must be one of {'zeros', 'reflect', 'replicate', 'circular'}, but got "
                f"padding_mode='{padding_mode}'"
            )
        self.in_channels, self.out_channels = in_channels, out_channels
        self.kernel_size, self.stride, self.padding, self.dilation = kernel_size, stride, padding, dilation
        self.transposed, self.output_padding = transposed, output_padding
        self.groups, self.padding_mode = groups, padding_mode
        self._reversed_padding_repeated_twice = self._padding_around()
        channels = (in_channels, out_channels // groups) if transposed else (out_channels, in_channels // groups)
        self.weight = Parameter(empty((*channels, *self.kernel_size), device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(empty(out_channels, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def _padding_around(self):
        """The padding on each side, last axis first, as `pad` takes it."""
        n = len(self.kernel_size)
        if self.padding == "valid":
            return [0, 0] * n
        around = []
        for axis in reversed(range(n)):
            if self.padding == "same":
                total = self.dilation[axis] * (self.kernel_size[axis] - 1)
                around += [total // 2, total - total // 2]
            else:
                around += [self.padding[axis]] * 2
        return around if self.padding == "same" else tuple(around)

    def reset_parameters(self):
        """Draws weight and bias anew."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            if fan_in:
                bound = 1 / math.sqrt(fan_in)
                init.uniform_(self.bias, -bound, bound)

    def extra_repr(self):
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        zeros = (0,) * len(self.padding)
        if self.padding != zeros:
            text += f", padding={self.padding}"
        if self.dilation != (1,) * len(self.dilation):
            text += f", dilation={self.dilation}"
        if self.output_padding != (0,) * len(self.output_padding):
            text += f", output_padding={self.output_padding}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        if self.padding_mode != "zeros":
            text += f", padding_mode={self.padding_mode}"
        return text


class _Conv(_ConvNd):
    n = None

    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
        padding_mode="zeros", device=None, dtype=None,
    ):  # fmt: skip
        n = self.n
        super().__init__(
            in_channels, out_channels, _tuple(kernel_size, n), _tuple(stride, n),
            padding if isinstance(padding, str) else _tuple(padding, n), _tuple(dilation, n), False, _tuple(0, n), groups,
            bias, padding_mode, device, dtype,
        )  # fmt: skip

    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)

    def _conv_forward(self, input, weight, bias):
        padding = self.padding
        if self.padding_mode != "zeros":
            input, padding = pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode), 0
        return self.function(input, weight, bias, self.stride, padding, self.dilation, self.groups)


class Conv1d(_Conv):
    """Convolution over (N, C, L).

    >>> import borch as torch
    >>> torch.nn.Conv1d(2, 4, 3, padding="same")(torch.ones(1, 2, 8)).shape
    torch.Size([1, 4, 8])
    """

    n = 1
    function = staticmethod(conv1d)


class Conv2d(_Conv):
    """Convolution over images (N, C, H, W).

    >>> import borch as torch
    >>> torch.nn.Conv2d(3, 8, 3, stride=2, padding=1)(torch.ones(1, 3, 32, 32)).shape
    torch.Size([1, 8, 16, 16])
    """

    n = 2
    function = staticmethod(conv2d)


class Conv3d(_Conv):
    """Convolution over volumes (N, C, D, H, W).

    >>> import borch as torch
    >>> torch.nn.Conv3d(1, 2, 3)(torch.ones(1, 1, 4, 5, 6)).shape
    torch.Size([1, 2, 2, 3, 4])
    """

    n = 3
    function = staticmethod(conv3d)


class _ConvTransposeNd(_ConvNd):
    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True,
        dilation=1, padding_mode="zeros", device=None, dtype=None,
    ):  # fmt: skip
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        n = self.n
        super().__init__(
            in_channels, out_channels, _tuple(kernel_size, n), _tuple(stride, n), _tuple(padding, n), _tuple(dilation, n),
            True, _tuple(output_padding, n), groups, bias, padding_mode, device, dtype,
        )  # fmt: skip

    def forward(self, input, output_size=None):
        output_padding = self.output_padding if output_size is None else self._output_padding(input, output_size)
        return self.function(
            input, self.weight, self.bias, self.stride, self.padding, output_padding, self.groups, self.dilation
        )

    def _output_padding(self, input, output_size):
        n = self.n
        space = tuple(input.shape[-n:])
        output_size = output_size[-n:]
        padding, low, high = [], [], []
        for i, s, p, d, k in zip(space, self.stride, self.padding, self.dilation, self.kernel_size, strict=True):
            least = (i - 1) * s - 2 * p + d * (k - 1) + 1
            low.append(least)
            high.append(least + s - 1)
        for size, least, most in zip(output_size, low, high, strict=True):
            if not least <= size <= most:
                raise ValueError(
                    f"requested an output size of {output_size}, but valid sizes range from {low} to {high} (for "
                    f"an input of {input.shape[2:]})"
                )
            padding.append(size - least)
        return tuple(padding)


class ConvTranspose1d(_ConvTransposeNd):
    """Transposed convolution over (N, C, L).

    >>> import borch as torch
    >>> torch.nn.ConvTranspose1d(2, 4, 3, stride=2)(torch.ones(1, 2, 8)).shape
    torch.Size([1, 4, 17])
    """

    n = 1
    function = staticmethod(conv_transpose1d)


class ConvTranspose2d(_ConvTransposeNd):
    """Transposed convolution over images (N, C, H, W).

    >>> import borch as torch
    >>> torch.nn.ConvTranspose2d(2, 4, 2, stride=2)(torch.ones(1, 2, 8, 8)).shape
    torch.Size([1, 4, 16, 16])
    """

    n = 2
    function = staticmethod(conv_transpose2d)


class ConvTranspose3d(_ConvTransposeNd):
    """Transposed convolution over volumes (N, C, D, H, W).

    >>> import borch as torch
    >>> torch.nn.ConvTranspose3d(1, 2, 2)(torch.ones(1, 1, 3, 3, 3)).shape
    torch.Size([1, 2, 4, 4, 4])
    """

    n = 3
    function = staticmethod(conv_transpose3d)
