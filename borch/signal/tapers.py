"""The window functions of torch: hann_window, hamming_window, blackman_window, bartlett_window, kaiser_window.

Each is computed in the order of torch's steps and in the result's dtype, so that the last digits agree.
"""

import math

from .._core import dtype as dtypes
from .._core.args import type_name
from .._core.op import OPS, function


def _window(name, window_length, periodic, dtype, options, formula):
    """`formula` of (the counting numbers, the window's length), for a periodic window one longer and cut again."""
    if not hasattr(window_length, "__index__"):
        raise TypeError(f"{name}(): argument 'window_length' (position 1) must be int, not {type_name(window_length)}")
    dtype = dtypes.get_default_dtype() if dtype is None else dtype
    if not (dtype.is_floating_point or dtype.is_complex):
        words = {"int64": "long int", "int32": "int", "uint8": "unsigned char", "int8": "signed char", "int16": "short"}
        kind = words.get(dtype.name, dtype.name)
        raise RuntimeError(
            f"{name} expects floating point dtypes, got: TensorOptions(dtype={kind}, device=cpu, layout=Strided "
            "(default), requires_grad=false (default), pinned_memory=false, memory_format=(nullopt))"
        )
    if window_length < 0:
        raise RuntimeError(f"{name} requires non-negative window_length, got window_length={window_length}")
    requires_grad = options.pop("requires_grad", False)
    if dtype.is_complex and window_length > 1:
        raise NotImplementedError(f"\"arange_cpu\" not implemented for '{dtype.legacy}'")
    if window_length <= 1:
        window = OPS["ones"]((window_length,), dtype=dtype, **options)
    else:
        length = window_length + bool(periodic)
        window = formula(OPS["arange"](length, dtype=dtype, **options), length)
        window = OPS["clone"](window[:window_length]) if periodic else window
    return window.requires_grad_(requires_grad)


@function(method=False)
def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, **options):
    """`alpha - beta * cos(2 pi n / (N - 1))` for n from 0, N being `window_length`, or one more when `periodic`.

    Shape: (window_length,). RuntimeError for a negative length and for dtypes that are not floating.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.hamming_window.html

    >>> import borch as torch
    >>> torch.hamming_window(4)
    tensor([0.0800, 0.5400, 1.0000, 0.5400])
    """

    def formula(n, length):
        return OPS["cos"](n * (2 * math.pi / (length - 1))) * -beta + alpha

    return _window("hamming_window", window_length, periodic, dtype, options, formula)


@function(method=False)
def hann_window(window_length, periodic=True, *, dtype=None, **options):
    """`0.5 - 0.5 * cos(2 pi n / (N - 1))` for n from 0, N being `window_length`, or one more when `periodic`.

    Shape: (window_length,). RuntimeError for a negative length and for dtypes that are not floating.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.hann_window.html

    >>> import borch as torch
    >>> torch.hann_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    """

    def formula(n, length):
        return OPS["cos"](n * (2 * math.pi / (length - 1))) * -0.5 + 0.5

    return _window("hann_window", window_length, periodic, dtype, options, formula)


@function(method=False)
def blackman_window(window_length, periodic=True, *, dtype=None, **options):
    """`0.42 - 0.5 * cos(2 pi n / (N - 1)) + 0.08 * cos(4 pi n / (N - 1))`; N is one more when `periodic`.

    Shape: (window_length,). RuntimeError for a negative length and for dtypes that are not floating.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.blackman_window.html

    >>> import borch as torch
    >>> torch.blackman_window(4, dtype=torch.float64)
    tensor([0.0000, 0.3400, 1.0000, 0.3400], dtype=torch.float64)
    """

    def formula(n, length):
        angle = n * (math.pi / (length - 1))
        return OPS["cos"](angle * 4) * 0.08 - OPS["cos"](angle * 2) * 0.5 + 0.42

    return _window("blackman_window", window_length, periodic, dtype, options, formula)


@function(method=False)
def bartlett_window(window_length, periodic=True, *, dtype=None, **options):
    """A triangle that rises from 0 to 1 and falls to 0 over N places; N is one more than the length when `periodic`.

    Shape: (window_length,). RuntimeError for a negative length and for dtypes that are not floating.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.bartlett_window.html

    >>> import borch as torch
    >>> torch.bartlett_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    """

    def formula(n, length):
        rising = n * (2 / (length - 1))
        half = (length - 1) // 2 + 1
        return OPS["cat"]([rising[:half], rising[half:] * -1 + 2])

    return _window("bartlett_window", window_length, periodic, dtype, options, formula)


@function(method=False)
def kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, **options):
    """`i0(beta * sqrt(1 - (2 n / (N - 1) - 1)**2)) / i0(beta)`; N is one more than the length when `periodic`.

    Shape: (window_length,). RuntimeError for a negative length and for dtypes that are not floating.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.kaiser_window.html

    >>> import borch as torch
    >>> torch.kaiser_window(4, periodic=False, beta=3.0)
    tensor([0.2049, 0.8712, 0.8712, 0.2049])
    """

    def formula(n, length):
        exact = n.to(dtypes.float64)
        middle = (length - 1) / 2
        under = (1 - ((exact - middle) / middle) ** 2).clamp(min=0)
        window = (beta * under.sqrt()).i0() / OPS["tensor"](float(beta), dtype=dtypes.float64).i0()
        return window.to(n.dtype)

    return _window("kaiser_window", window_length, periodic, dtype, options, formula)
