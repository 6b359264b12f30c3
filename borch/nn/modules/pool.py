"""Pooling layers.

Source: https://docs.pytorch.org/docs/stable/nn.html#pooling-layers
"""

from ..functional import adaptive_pool, pool, unpool
from .module import Module


def _tuple(value, n):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,) * n


class _MaxPoolNd(Module):
    __constants__ = ["kernel_size", "stride", "padding", "dilation", "return_indices", "ceil_mode"]

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride if stride is not None else kernel_size
        self.padding, self.dilation = padding, dilation
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def forward(self, input):
        return self.function(
            input, self.kernel_size, self.stride, self.padding, self.dilation, ceil_mode=self.ceil_mode,
            return_indices=self.return_indices,
        )  # fmt: skip

    def extra_repr(self):
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, dilation={self.dilation}, "
            f"ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPoolNd):
    """The largest element under each window over (N, C, L).

    >>> import borch as torch
    >>> torch.nn.MaxPool1d(2)(torch.tensor([[1.0, 5.0, 2.0, 3.0]]))
    tensor([[5., 3.]])
    """

    function = staticmethod(pool.max_pool1d)


class MaxPool2d(_MaxPoolNd):
    """The largest element under each window over (N, C, H, W).

    >>> import borch as torch
    >>> torch.nn.MaxPool2d(3, stride=2)(torch.ones(2, 3, 9, 7)).shape
    torch.Size([2, 3, 4, 3])
    """

    function = staticmethod(pool.max_pool2d)


class MaxPool3d(_MaxPoolNd):
    """The largest element under each window over (N, C, D, H, W).

    >>> import borch as torch
    >>> torch.nn.MaxPool3d(2)(torch.ones(1, 2, 4, 4, 4)).shape
    torch.Size([1, 2, 2, 2, 2])
    """

    function = staticmethod(pool.max_pool3d)


class _AvgPoolNd(Module):
    __constants__ = ["kernel_size", "stride", "padding", "ceil_mode", "count_include_pad"]

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool1d(_AvgPoolNd):
    """The mean under each window over (N, C, L).

    >>> import borch as torch
    >>> torch.nn.AvgPool1d(2)(torch.tensor([[1.0, 5.0, 2.0, 3.0]]))
    tensor([[3.0000, 2.5000]])
    """

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        super().__init__()
        self.kernel_size = _tuple(kernel_size, 1)
        self.stride = _tuple(stride if stride is not None else kernel_size, 1)
        self.padding = _tuple(padding, 1)
        self.ceil_mode, self.count_include_pad = ceil_mode, count_include_pad

    def forward(self, input):
        return pool.avg_pool1d(
            input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad
        )


class _AvgPoolWithDivisor(_AvgPoolNd):
    def __init__(
        self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
    ):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride if stride is not None else kernel_size
        self.padding, self.ceil_mode = padding, ceil_mode
        self.count_include_pad, self.divisor_override = count_include_pad, divisor_override

    def forward(self, input):
        return self.function(
            input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad,
            self.divisor_override,
        )  # fmt: skip


class AvgPool2d(_AvgPoolWithDivisor):
    """The mean under each window over (N, C, H, W).

    >>> import borch as torch
    >>> torch.nn.AvgPool2d(2)(torch.tensor([[[1.0, 5.0], [2.0, 4.0]]]))
    tensor([[[3.]]])
    """

    __constants__ = ["kernel_size", "stride", "padding", "ceil_mode", "count_include_pad", "divisor_override"]
    function = staticmethod(pool.avg_pool2d)


class AvgPool3d(_AvgPoolWithDivisor):
    """The mean under each window over (N, C, D, H, W).

    >>> import borch as torch
    >>> torch.nn.AvgPool3d(2)(torch.ones(1, 2, 4, 4, 4)).shape
    torch.Size([1, 2, 2, 2, 2])
    """

    __constants__ = ["kernel_size", "stride", "padding", "ceil_mode", "count_include_pad", "divisor_override"]
    function = staticmethod(pool.avg_pool3d)


class _LPPoolNd(Module):
    __constants__ = ["norm_type", "kernel_size", "stride", "ceil_mode"]

    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        super().__init__()
        self.norm_type, self.kernel_size, self.stride, self.ceil_mode = norm_type, kernel_size, stride, ceil_mode

    def forward(self, input):
        return self.function(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)

    def extra_repr(self):
        return f"norm_type={self.norm_type}, kernel_size={self.kernel_size}, stride={self.stride}, ceil_mode={self.ceil_mode}"


class LPPool1d(_LPPoolNd):
    """The p-norm under each window over (N, C, L).

    >>> import borch as torch
    >>> torch.nn.LPPool1d(2, 2)(torch.tensor([[3.0, 4.0]]))
    tensor([[5.]])
    """

    function = staticmethod(pool.lp_pool1d)


class LPPool2d(_LPPoolNd):
    """The p-norm under each window over (N, C, H, W).

    >>> import borch as torch
    >>> torch.nn.LPPool2d(1, 2)(torch.ones(1, 2, 2))
    tensor([[[4.]]])
    """

    function = staticmethod(pool.lp_pool2d)


class LPPool3d(_LPPoolNd):
    """The p-norm under each window over (N, C, D, H, W).

    >>> import borch as torch
    >>> torch.nn.LPPool3d(1, 2)(torch.ones(1, 2, 2, 2))
    tensor([[[[8.]]]])
    """

    function = staticmethod(pool.lp_pool3d)


class _AdaptiveAvgPoolNd(Module):
    __constants__ = ["output_size"]

    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size

    def forward(self, input):
        return self.function(input, self.output_size)

    def extra_repr(self):
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    """The mean of each of `output_size` bins over (N, C, L).

    >>> import borch as torch
    >>> torch.nn.AdaptiveAvgPool1d(2)(torch.tensor([[1.0, 5.0, 2.0, 4.0]]))
    tensor([[3., 3.]])
    """

    function = staticmethod(adaptive_pool.adaptive_avg_pool1d)


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    """The mean of each of `output_size` bins over (N, C, H, W).

    >>> import borch as torch
    >>> torch.nn.AdaptiveAvgPool2d((1, None))(torch.ones(2, 3, 5, 7)).shape
    torch.Size([2, 3, 1, 7])
    """

    function = staticmethod(adaptive_pool.adaptive_avg_pool2d)


class AdaptiveAvgPool3d(_AdaptiveAvgPoolNd):
    """The mean of each of `output_size` bins over (N, C, D, H, W).

    >>> import borch as torch
    >>> torch.nn.AdaptiveAvgPool3d(2)(torch.ones(2, 3, 5, 7, 4)).shape
    torch.Size([2, 3, 2, 2, 2])
    """

    function = staticmethod(adaptive_pool.adaptive_avg_pool3d)


class _AdaptiveMaxPoolNd(Module):
    __constants__ = ["output_size", "return_indices"]

    def __init__(self, output_size, return_indices=False):
        super().__init__()
        self.output_size, self.return_indices = output_size, return_indices

    def forward(self, input):
        return self.function(input, self.output_size, self.return_indices)

    def extra_repr(self):
        return f"output_size={self.output_size}"


class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    """The largest element of each of `output_size` bins over (N, C, L).

    >>> import borch as torch
    >>> torch.nn.AdaptiveMaxPool1d(2)(torch.tensor([[1.0, 5.0, 2.0, 4.0]]))
    tensor([[5., 4.]])
    """

    function = staticmethod(adaptive_pool.adaptive_max_pool1d)


class AdaptiveMaxPool2d(_AdaptiveMaxPoolNd):
    """The largest element of each of `output_size` bins over (N, C, H, W).

    >>> import borch as torch
    >>> torch.nn.AdaptiveMaxPool2d((1, None))(torch.ones(2, 3, 5, 7)).shape
    torch.Size([2, 3, 1, 7])
    """

    function = staticmethod(adaptive_pool.adaptive_max_pool2d)


class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    """The largest element of each of `output_size` bins over (N, C, D, H, W).

    >>> import borch as torch
    >>> torch.nn.AdaptiveMaxPool3d(2)(torch.ones(2, 3, 5, 7, 4)).shape
    torch.Size([2, 3, 2, 2, 2])
    """

    function = staticmethod(adaptive_pool.adaptive_max_pool3d)


class _MaxUnpoolNd(Module):
    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        self.kernel_size = _tuple(kernel_size, self.n)
        self.stride = _tuple(stride if stride is not None else kernel_size, self.n)
        self.padding = _tuple(padding, self.n)

    def forward(self, input, indices, output_size=None):
        return self.function(input, indices, self.kernel_size, self.stride, self.padding, output_size)

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxUnpool1d(_MaxUnpoolNd):
    """Puts what MaxPool1d took back to its places, among zeros.

    >>> import borch as torch
    >>> pool, unpool = torch.nn.MaxPool1d(2, return_indices=True), torch.nn.MaxUnpool1d(2)
    >>> unpool(*pool(torch.tensor([[1.0, 5.0, 2.0, 3.0]])))
    tensor([[0., 5., 0., 3.]])
    """

    n = 1
    function = staticmethod(unpool.max_unpool1d)


class MaxUnpool2d(_MaxUnpoolNd):
    """Puts what MaxPool2d took back to its places, among zeros.

    >>> import borch as torch
    >>> pool, unpool = torch.nn.MaxPool2d(2, return_indices=True), torch.nn.MaxUnpool2d(2)
    >>> unpool(*pool(torch.tensor([[[1.0, 5.0], [2.0, 3.0]]])))
    tensor([[[0., 5.],
             [0., 0.]]])
    """

    n = 2
    function = staticmethod(unpool.max_unpool2d)


class MaxUnpool3d(_MaxUnpoolNd):
    """Puts what MaxPool3d took back to its places, among zeros.

    >>> import borch as torch
    >>> pool, unpool = torch.nn.MaxPool3d(2, return_indices=True), torch.nn.MaxUnpool3d(2)
    >>> unpool(*pool(torch.ones(1, 1, 4, 4, 4))).sum()
    tensor(8.)
    """

    n = 3
    function = staticmethod(unpool.max_unpool3d)


class _FractionalMaxPoolNd(Module):
    def __init__(self, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
        super().__init__()
        name = type(self).__name__
        self.kernel_size = _tuple(kernel_size, self.n)
        self.return_indices = return_indices
        self.register_buffer("_random_samples", _random_samples)
        self.output_size = None if output_size is None else _tuple(output_size, self.n)
        self.output_ratio = None if output_ratio is None else _tuple(output_ratio, self.n)
        if output_size is None and output_ratio is None:
            raise ValueError(f"{name} requires specifying either an output size, or a pooling ratio")
        if output_size is not None and output_ratio is not None:
            raise ValueError("only one of output_size and output_ratio may be specified")
        if self.output_ratio is not None and not all(0 < r < 1 for r in self.output_ratio):
            raise ValueError(f"output_ratio must be between 0 and 1 (got {output_ratio})")

    def forward(self, input):
        return self.function(
            input, self.kernel_size, self.output_size, self.output_ratio, self.return_indices,
            _random_samples=self._random_samples,
        )  # fmt: skip


class FractionalMaxPool2d(_FractionalMaxPoolNd):
    """Max pooling with windows at random distances over (N, C, H, W). Source: Graham 2014, arXiv:1412.6071.

    >>> import borch as torch
    >>> torch.nn.FractionalMaxPool2d(2, output_ratio=0.5)(torch.ones(1, 2, 8, 8)).shape
    torch.Size([1, 2, 4, 4])
    """

    __constants__ = ["kernel_size", "return_indices", "output_size", "output_ratio"]
    n = 2
    function = staticmethod(unpool.fractional_max_pool2d)


class FractionalMaxPool3d(_FractionalMaxPoolNd):
    """Max pooling with windows at random distances over (N, C, D, H, W). Source: Graham 2014, arXiv:1412.6071.

    >>> import borch as torch
    >>> torch.nn.FractionalMaxPool3d(2, output_size=3)(torch.ones(1, 2, 8, 8, 8)).shape
    torch.Size([1, 2, 3, 3, 3])
    """

    __constants__ = ["kernel_size", "return_indices", "output_size", "output_ratio"]
    n = 3
    function = staticmethod(unpool.fractional_max_pool3d)
