"""torch.signal.windows: windows of `M` places, symmetric or (with `sym=False`) as one period of a repeating one.

Source: https://docs.pytorch.org/docs/stable/signal.html#module-torch.signal.windows
"""

import math
from collections.abc import Iterable

from .._core import dtype as dtypes
from .._core.device import strided
from .._core.op import OPS

__all__ = [
    "bartlett", "blackman", "cosine", "exponential", "gaussian", "general_cosine", "general_hamming", "hamming", "hann",
    "kaiser", "nuttall",
]  # fmt: skip


class _Options:
    """The keyword arguments that every window takes, checked."""

    def __init__(self, name, M, dtype, layout, device, requires_grad):
        self.dtype = dtypes.get_default_dtype() if dtype is None else dtype
        if M < 0:
            raise ValueError(f"{name} requires non-negative window length, got M={M}")
        if layout is not strided:
            raise ValueError(f"{name} is implemented for strided tensors only, got: {layout}")
        if self.dtype not in (dtypes.float32, dtypes.float64):
            raise ValueError(f"{name} expects float32 or float64 dtypes, got: {self.dtype}")
        self.device, self.requires_grad = device, requires_grad

    def empty(self, M):
        return OPS["ones"]((M,), dtype=self.dtype, device=self.device, requires_grad=self.requires_grad)

    def line(self, start, end, steps):
        return OPS["linspace"](
            start, end, steps, dtype=self.dtype, device=self.device, requires_grad=self.requires_grad
        )  # fmt: skip


def exponential(
    M, *, center=None, tau=1.0, sym=True, dtype=None, layout=strided, device=None, requires_grad=False
):  # fmt: skip
    """`exp(-|n - center| / tau)` for n from 0 to M - 1. Shape: (M,). ValueError for tau <= 0 and for a center with `sym`.

    >>> import borch as torch
    >>> torch.signal.windows.exponential(5)
    tensor([0.1353, 0.3679, 1.0000, 0.3679, 0.1353])
    """
    options = _Options("exponential", M, dtype, layout, device, requires_grad)
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    if M == 0:
        return options.empty(M)
    if center is None:
        center = (M if not sym and M > 1 else M - 1) / 2.0
    k = options.line(-center * (1 / tau), (-center + (M - 1)) * (1 / tau), M)
    return OPS["exp"](-OPS["abs"](k))


def cosine(M, *, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """`sin(pi (n + 1/2) / M)` for n from 0 to M - 1. Shape: (M,).

    >>> import borch as torch
    >>> torch.signal.windows.cosine(4)
    tensor([0.3827, 0.9239, 0.9239, 0.3827])
    """
    options = _Options("cosine", M, dtype, layout, device, requires_grad)
    if M == 0:
        return options.empty(M)
    step = math.pi / (M + 1 if not sym and M > 1 else M)
    return OPS["sin"](options.line(0.5 * step, (0.5 + (M - 1)) * step, M))


def gaussian(M, *, std=1.0, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """`exp(-(n - middle)**2 / (2 std**2))` for n from 0 to M - 1. Shape: (M,). ValueError for std <= 0.

    >>> import borch as torch
    >>> torch.signal.windows.gaussian(5)
    tensor([0.1353, 0.6065, 1.0000, 0.6065, 0.1353])
    """
    options = _Options("gaussian", M, dtype, layout, device, requires_grad)
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    if M == 0:
        return options.empty(M)
    start = -(M if not sym and M > 1 else M - 1) / 2.0
    step = 1 / (std * math.sqrt(2))
    k = options.line(start * step, (start + (M - 1)) * step, M)
    return OPS["exp"](-(k**2))


def kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """`i0(sqrt(beta**2 - k**2)) / i0(beta)` for k from -beta to beta. Shape: (M,). ValueError for beta < 0.

    >>> import borch as torch
    >>> torch.signal.windows.kaiser(5, beta=3.0)
    tensor([0.2049, 0.7269, 1.0000, 0.7269, 0.2049])
    """
    options = _Options("kaiser", M, dtype, layout, device, requires_grad)
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    if M <= 1:
        return options.empty(M)
    beta = OPS["tensor"](beta, dtype=options.dtype)
    step = 2.0 * beta / (M if not sym else M - 1)
    end = OPS["minimum"](beta, -beta + (M - 1) * step)
    k = options.line(-beta, end, M)
    return OPS["sqrt"](beta * beta - OPS["pow"](k, 2)).i0() / beta.i0()


def hamming(M, *, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """`0.54 - 0.46 * cos(2 pi n / (M - 1))` for n from 0 to M - 1. Shape: (M,).

    >>> import borch as torch
    >>> torch.signal.windows.hamming(5)
    tensor([0.0800, 0.5400, 1.0000, 0.5400, 0.0800])
    """
    return general_hamming(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hann(M, *, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """`0.5 - 0.5 * cos(2 pi n / (M - 1))` for n from 0 to M - 1. Shape: (M,).

    >>> import borch as torch
    >>> torch.signal.windows.hann(5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    return general_hamming(
        M, alpha=0.5, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad
    )  # fmt: skip


def blackman(M, *, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """`0.42 - 0.5 * cos(2 pi n / (M - 1)) + 0.08 * cos(4 pi n / (M - 1))` for n from 0 to M - 1. Shape: (M,).

    >>> import borch as torch
    >>> torch.signal.windows.blackman(5).abs()
    tensor([1.4901e-08, 3.4000e-01, 1.0000e+00, 3.4000e-01, 1.4901e-08])
    """
    _Options("blackman", M, dtype, layout, device, requires_grad)
    return general_cosine(
        M, a=[0.42, 0.5, 0.08], sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad
    )  # fmt: skip


def bartlett(M, *, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """A triangle that rises from 0 to 1 in the middle and falls to 0. Shape: (M,).

    >>> import borch as torch
    >>> torch.signal.windows.bartlett(5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    options = _Options("bartlett", M, dtype, layout, device, requires_grad)
    if M <= 1:
        return options.empty(M)
    k = options.line(-1, -1 + (M - 1) * (2 / (M if not sym else M - 1)), M)
    return 1 - OPS["abs"](k)


def general_cosine(M, *, a, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """The sum of `(-1)**i * a[i] * cos(2 pi i n / (M - 1))` over i, for n from 0 to M - 1. Shape: (M,).

    TypeError when `a` is no sequence, ValueError when it is empty.

    >>> import borch as torch
    >>> torch.signal.windows.general_cosine(5, a=[0.46, 0.23, 0.31])
    tensor([0.5400, 0.1500, 1.0000, 0.1500, 0.5400])
    """
    options = _Options("general_cosine", M, dtype, layout, device, requires_grad)
    if M <= 1:
        return options.empty(M)
    if not isinstance(a, Iterable):
        raise TypeError("Coefficients must be a list/tuple")
    if not a:
        raise ValueError("Coefficients cannot be empty")
    step = 2 * math.pi / (M if not sym else M - 1)
    k = options.line(0, (M - 1) * step, M)
    weights = OPS["tensor"]([(-1) ** i * w for i, w in enumerate(a)], dtype=options.dtype)
    i = OPS["arange"](len(weights), dtype=options.dtype)
    return OPS["sum"](weights[:, None] * OPS["cos"](i[:, None] * k), 0)


def general_hamming(M, *, alpha=0.54, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """`alpha - (1 - alpha) * cos(2 pi n / (M - 1))` for n from 0 to M - 1. Shape: (M,).

    >>> import borch as torch
    >>> torch.signal.windows.general_hamming(5, alpha=0.3)
    tensor([-0.4000,  0.3000,  1.0000,  0.3000, -0.4000])
    """
    return general_cosine(
        M, a=[alpha, 1.0 - alpha], sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad
    )  # fmt: skip


def nuttall(M, *, sym=True, dtype=None, layout=strided, device=None, requires_grad=False):
    """The minimum 4-term Blackman-Harris window after Nuttall, a sum of four cosines. Shape: (M,).

    >>> import borch as torch
    >>> torch.signal.windows.nuttall(5)
    tensor([3.6280e-04, 2.2698e-01, 1.0000e+00, 2.2698e-01, 3.6280e-04])
    """
    a = [0.3635819, 0.4891775, 0.1365995, 0.0106411]
    return general_cosine(
        M, a=a, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad
    )  # fmt: skip
