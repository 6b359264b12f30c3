"""Fourier transforms along one axis: fft, ifft, rfft, irfft, hfft, ihfft."""

from .._core.args import dim_range_error, wrap_dim
from .._core.op import OPS, function
from ..ops.both import FOUND_DTYPE, into
from .transforms import (
    check_out,
    check_points,
    check_tensor,
    fft_c2c,
    fft_c2r,
    fft_r2c,
    mode_of,
    promoted,
    resized,
)


def _axis(input, dim):
    if not input.ndim:
        if dim in (-1, 0):
            raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
        raise dim_range_error(dim, 0)
    return wrap_dim(dim, input.ndim)


def _prepared(input, n, dim, name, require_complex):
    """The tensor in its dtype, cut or padded to `n`, and its axis as a tuple."""
    check_tensor(input, name)
    input = promoted(input, require_complex)
    dim = _axis(input, dim)
    n = input.shape[dim] if n is None else n
    check_points(n)
    return resized(input, (dim,), (n,)), (dim,)


def _complex_result(input, n, dim, norm, out, name, forward):
    check_tensor(input, name)
    check_out(out, name, True)
    input, dims = _prepared(input, n, dim, name, False)
    mode = mode_of(norm, forward, name)
    if input.dtype.is_complex:
        return into("_fft_c2c", out, fft_c2c(input, dims, mode, forward), rows=True)
    value = fft_r2c(input, dims, mode, False)
    return into(
        "_fft_r2c", out, value if forward else OPS["conj"](value), None if forward else FOUND_DTYPE, rows=forward
    )


def _half_spectrum(input, n, dim, norm, out, name, forward):
    check_tensor(input, name)
    if input.dtype.is_complex:
        raise RuntimeError(f"{name} expects a real input tensor, but got {input.dtype.legacy}")
    check_out(out, name, True)
    input, dims = _prepared(input, n, dim, name, False)
    value = fft_r2c(input, dims, mode_of(norm, forward, name), True)
    return into(
        "_fft_r2c", out, value if forward else OPS["conj"](value), None if forward else FOUND_DTYPE, rows=forward
    )


def _real_result(input, n, dim, norm, out, name, forward):
    check_tensor(input, name)
    check_out(out, name, False)
    input = promoted(input, True)
    dim = _axis(input, dim)
    n = 2 * (input.shape[dim] - 1) if n is None else n
    check_points(n)
    input = resized(input, (dim,), (n // 2 + 1,))
    if forward:
        input = OPS["conj"](input)
    return into("_fft_c2r", out, fft_c2r(input, (dim,), mode_of(norm, forward, name), n), rows=True)


@function(method=False, namespace="torch.fft")
def fft(input, n=None, dim=-1, norm=None, *, out=None):
    """The discrete Fourier transform along one axis: complex, of the input's shape.

    `n` cuts or pads the axis with zeros first; `norm` is "backward", "forward" or "ortho".
    Integers become the default float. RuntimeError for float16 and bfloat16, for an unknown `norm` and for no points.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.fft.html

    >>> import borch as torch
    >>> torch.fft.fft(torch.tensor([1.0, 2.0, 3.0, 4.0]))
    tensor([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])
    """
    return _complex_result(input, n, dim, norm, out, "fft", True)


@function(method=False, namespace="torch.fft")
def ifft(input, n=None, dim=-1, norm=None, *, out=None):
    """The inverse of `fft` along one axis: complex, of the input's shape.

    `n` cuts or pads the axis with zeros first; `norm` is "backward", "forward" or "ortho".

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.ifft.html

    >>> import borch as torch
    >>> torch.fft.ifft(torch.tensor([10.0 + 0j, -2 + 2j, -2, -2 - 2j]))
    tensor([1.+0.j, 2.+0.j, 3.+0.j, 4.+0.j])
    """
    return _complex_result(input, n, dim, norm, out, "ifft", False)


@function(method=False, namespace="torch.fft")
def rfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The Fourier transform of real numbers along one axis, without the frequencies that repeat: `n // 2 + 1` complex ones.

    `n` cuts or pads the axis with zeros first; `norm` is "backward", "forward" or "ortho". RuntimeError for complex input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.rfft.html

    >>> import borch as torch
    >>> torch.fft.rfft(torch.tensor([1.0, 2.0, 3.0, 4.0]))
    tensor([10.+0.j, -2.+2.j, -2.+0.j])
    """
    return _half_spectrum(input, n, dim, norm, out, "rfft", True)


@function(method=False, namespace="torch.fft")
def irfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The inverse of `rfft`: `n` real numbers along the axis, `2 * (m - 1)` from m frequencies when `n` is not given.

    `n` cuts or pads the axis with zeros first; `norm` is "backward", "forward" or "ortho".

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.irfft.html

    >>> import borch as torch
    >>> torch.fft.irfft(torch.tensor([10.0 + 0j, -2 + 2j, -2]))
    tensor([1., 2., 3., 4.])
    """
    return _real_result(input, n, dim, norm, out, "irfft", False)


@function(method=False, namespace="torch.fft")
def hfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The Fourier transform of a signal that is Hermitian along one axis, given by its half: `n` real numbers.

    `n` cuts or pads the axis with zeros first; `norm` is "backward", "forward" or "ortho".

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.hfft.html

    >>> import borch as torch
    >>> torch.fft.hfft(torch.tensor([1.0 + 0j, 2 - 1j, 3]))
    tensor([ 8., -4.,  0.,  0.])
    """
    return _real_result(input, n, dim, norm, out, "hfft", True)


@function(method=False, namespace="torch.fft")
def ihfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The inverse of `hfft`: the half of a Hermitian signal, `n // 2 + 1` complex numbers, from `n` real ones.

    `n` cuts or pads the axis with zeros first; `norm` is "backward", "forward" or "ortho". RuntimeError for complex input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.ihfft.html

    >>> import borch as torch
    >>> torch.fft.ihfft(torch.tensor([1.0, 2.0, 3.0, 4.0]))
    tensor([ 2.5000-0.0000j, -0.5000-0.5000j, -0.5000-0.0000j])
    """
    return _half_spectrum(input, n, dim, norm, out, "ihfft", False)
