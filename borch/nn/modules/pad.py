"""Padding layers.

Source: https://docs.pytorch.org/docs/stable/nn.html#padding-layers
"""

from ..functional.pad import pad
from .module import Module


def _sides(padding, n):
    """An int stands for every side of the `n` padded axes."""
    return tuple(padding) if isinstance(padding, (tuple, list)) else (padding,) * (2 * n)


class _Pad(Module):
    """Padding with what is in the tensor already."""

    def __init__(self, padding):
        super().__init__()
        self.padding = _sides(padding, self.n)

    def forward(self, input):
        return pad(input, self.padding, self.mode)

    def extra_repr(self):
        return f"{self.padding}"


class _ConstantPadNd(Module):
    __constants__ = ["padding", "value"]

    def __init__(self, padding, value):
        super().__init__()
        self.padding, self.value = _sides(padding, self.n), value

    def forward(self, input):
        return pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


class _ZeroPad(_ConstantPadNd):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"


class _CircularPadNd(_Pad):
    __constants__ = ["padding"]
    mode = "circular"

    def forward(self, input):
        n = self.n
        if input.dim() not in (n + 1, n + 2):
            raise ValueError(f"expected {n + 1}D or {n + 2}D input (got {input.dim()}D input)")
        return super().forward(input)


class _ReflectionPadNd(_Pad):
    __constants__ = ["padding"]
    mode = "reflect"


class _ReplicationPadNd(_Pad):
    __constants__ = ["padding"]
    mode = "replicate"


class ConstantPad1d(_ConstantPadNd):
    """`value` around the last axis; `padding` is an int or (left, right).

    >>> import borch as torch
    >>> torch.nn.ConstantPad1d(1, 5.0)(torch.ones(1, 2))
    tensor([[5., 1., 1., 5.]])
    """

    n = 1


class ConstantPad2d(_ConstantPadNd):
    """`value` around the last two axes; `padding` is an int or (left, right, top, bottom).

    >>> import borch as torch
    >>> torch.nn.ConstantPad2d((1, 0, 0, 1), 5.0)(torch.ones(1, 1, 2))
    tensor([[[5., 1., 1.],
             [5., 5., 5.]]])
    """

    __constants__ = ["padding", "value"]
    n = 2


class ConstantPad3d(_ConstantPadNd):
    """`value` around the last three axes; `padding` is an int or (left, right, top, bottom, front, back).

    >>> import borch as torch
    >>> torch.nn.ConstantPad3d(1, 5.0)(torch.ones(1, 2, 2, 2)).shape
    torch.Size([1, 4, 4, 4])
    """

    n = 3


class ZeroPad1d(_ZeroPad):
    """Zeros around the last axis.

    >>> import borch as torch
    >>> torch.nn.ZeroPad1d(1)(torch.ones(1, 2))
    tensor([[0., 1., 1., 0.]])
    """

    n = 1


class ZeroPad2d(_ZeroPad):
    """Zeros around the last two axes.

    >>> import borch as torch
    >>> torch.nn.ZeroPad2d((1, 0, 0, 1))(torch.ones(1, 1, 2))
    tensor([[[0., 1., 1.],
             [0., 0., 0.]]])
    """

    n = 2


class ZeroPad3d(_ZeroPad):
    """Zeros around the last three axes.

    >>> import borch as torch
    >>> torch.nn.ZeroPad3d(1)(torch.ones(1, 2, 2, 2)).sum()
    tensor(8.)
    """

    n = 3


class ReflectionPad1d(_ReflectionPadNd):
    """The last axis continued by its mirror image, the edge not repeated.

    >>> import borch as torch
    >>> torch.nn.ReflectionPad1d(2)(torch.arange(4.0).reshape(1, 4))
    tensor([[2., 1., 0., 1., 2., 3., 2., 1.]])
    """

    n = 1


class ReflectionPad2d(_ReflectionPadNd):
    """The last two axes continued by their mirror image.

    >>> import borch as torch
    >>> torch.nn.ReflectionPad2d(1)(torch.ones(1, 2, 2)).shape
    torch.Size([1, 4, 4])
    """

    n = 2


class ReflectionPad3d(_ReflectionPadNd):
    """The last three axes continued by their mirror image.

    >>> import borch as torch
    >>> torch.nn.ReflectionPad3d(1)(torch.ones(1, 2, 2, 2)).shape
    torch.Size([1, 4, 4, 4])
    """

    n = 3


class ReplicationPad1d(_ReplicationPadNd):
    """The last axis continued by its edge.

    >>> import borch as torch
    >>> torch.nn.ReplicationPad1d((2, 1))(torch.arange(3.0).reshape(1, 3))
    tensor([[0., 0., 0., 1., 2., 2.]])
    """

    n = 1


class ReplicationPad2d(_ReplicationPadNd):
    """The last two axes continued by their edges.

    >>> import borch as torch
    >>> torch.nn.ReplicationPad2d(1)(torch.ones(1, 2, 2)).shape
    torch.Size([1, 4, 4])
    """

    n = 2


class ReplicationPad3d(_ReplicationPadNd):
    """The last three axes continued by their edges.

    >>> import borch as torch
    >>> torch.nn.ReplicationPad3d(1)(torch.ones(1, 2, 2, 2)).shape
    torch.Size([1, 4, 4, 4])
    """

    n = 3


class CircularPad1d(_CircularPadNd):
    """The last axis continued as a ring.

    >>> import borch as torch
    >>> torch.nn.CircularPad1d(1)(torch.arange(3.0).reshape(1, 3))
    tensor([[2., 0., 1., 2., 0.]])
    """

    n = 1


class CircularPad2d(_CircularPadNd):
    """The last two axes continued as rings.

    >>> import borch as torch
    >>> torch.nn.CircularPad2d(1)(torch.ones(1, 2, 2)).shape
    torch.Size([1, 4, 4])
    """

    n = 2


class CircularPad3d(_CircularPadNd):
    """The last three axes continued as rings.

    >>> import borch as torch
    >>> torch.nn.CircularPad3d(1)(torch.ones(1, 2, 2, 2)).shape
    torch.Size([1, 4, 4, 4])
    """

    n = 3
