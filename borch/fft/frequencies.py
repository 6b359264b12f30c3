"""The frequencies that belong to a transform's places, and the move of frequency zero to the middle."""

from .._core import dtype as dtypes
from .._core.args import type_name
from .._core.op import OPS, function
from .._core.tensor import Tensor


def _frequencies(name, n, d, first, last, out, dtype, options):
    dtype = dtypes.get_default_dtype() if dtype is None else dtype
    if out is not None:
        dtype = out.dtype
    if not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(f"{name} requires a floating point or complex dtype")
    if n < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
    if dtype.is_complex:
        raise NotImplementedError(f"\"arange_cpu\" not implemented for '{dtype.legacy}'")
    requires_grad = options.pop("requires_grad", False)
    counts = OPS["arange"](0, last, dtype=dtype, **options)
    if first:
        counts = OPS["cat"]([counts, OPS["arange"](first, 0, dtype=dtype)])
    value = counts * _inverse(n * d)
    if out is not None:
        return out.resize_(value.shape).copy_(value)
    return value.requires_grad_(requires_grad)


def _inverse(x):
    return 1.0 / x if x else float("inf")


@function(method=False, namespace="torch.fft")
def fftfreq(n, d=1.0, *, out=None, dtype=None, **options):
    """The frequencies of `fft`'s `n` places in cycles per unit, for samples `d` apart: positive ones, then negative.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.fftfreq.html

    >>> import borch as torch
    >>> torch.fft.fftfreq(4)
    tensor([ 0.0000,  0.2500, -0.5000, -0.2500])
    """
    return _frequencies("fftfreq", n, d, -(n // 2), (n + 1) // 2, out, dtype, options)


@function(method=False, namespace="torch.fft")
def rfftfreq(n, d=1.0, *, out=None, dtype=None, **options):
    """The frequencies of `rfft`'s `n // 2 + 1` places in cycles per unit, for samples `d` apart.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.rfftfreq.html

    >>> import borch as torch
    >>> torch.fft.rfftfreq(4)
    tensor([0.0000, 0.2500, 0.5000])
    """
    return _frequencies("rfftfreq", n, d, 0, n // 2 + 1, out, dtype, options)


def _shifted(input, dim, name, up):
    if not isinstance(input, Tensor):
        raise TypeError(f"fft_{name}(): argument 'input' (position 1) must be Tensor, not {type_name(input)}")
    dims = tuple(range(input.ndim)) if dim is None else tuple(dim) if isinstance(dim, (tuple, list)) else (dim,)
    return OPS["roll"](
        input, tuple((input.shape[d] + up) // 2 if -input.ndim <= d < input.ndim else 0 for d in dims), dims
    )


@function(method=False, namespace="torch.fft")
def fftshift(input, dim=None):
    """`input` rolled so that frequency zero, which `fft` puts first, is in the middle of each axis (or of `dim`).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.fftshift.html

    >>> import borch as torch
    >>> torch.fft.fftshift(torch.fft.fftfreq(4))
    tensor([-0.5000, -0.2500,  0.0000,  0.2500])
    """
    return _shifted(input, dim, "fftshift", 0)


@function(method=False, namespace="torch.fft")
def ifftshift(input, dim=None):
    """The inverse of `fftshift`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.ifftshift.html

    >>> import borch as torch
    >>> torch.fft.ifftshift(torch.tensor([-2, -1, 0, 1]))
    tensor([ 0,  1, -2, -1])
    """
    return _shifted(input, dim, "ifftshift", 1)
