"""Fourier transforms along two axes and along several."""

from .._core.args import wrap_dim
from .._core.op import OPS, function, resize_out
from ..ops.both import into
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


def _as_tuple(value):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def _axes(input, s, dim):
    """The axes to transform and their sizes: `dim` and `s`, the last len(s) axes, or all."""
    ndim = input.ndim
    if dim is not None:
        dims = _as_tuple(dim)
        if dims and not ndim:
            raise IndexError(f"Dimension specified as {dims[0]} but tensor has no dimensions")
        dims = tuple(wrap_dim(d, ndim) for d in dims)
        if len(set(dims)) != len(dims):
            raise RuntimeError("FFT dims must be unique")
    if s is None:
        if dim is None:
            dims = tuple(range(ndim))
        return dims, [input.shape[d] for d in dims]
    s = _as_tuple(s)
    if dim is None:
        if len(s) > ndim:
            raise RuntimeError(f"Got shape with {len(s)} values but input tensor only has {ndim} dimensions.")
        dims = tuple(range(ndim - len(s), ndim))
    elif len(dims) != len(s):
        raise RuntimeError("When given, dim and shape arguments must have the same length")
    sizes = [input.shape[d] if size == -1 else size for d, size in zip(dims, s, strict=True)]
    for size in sizes:
        check_points(size)
    return dims, sizes


def _complex_result(input, s, dim, norm, out, name, forward):
    check_tensor(input, name)
    check_out(out, "fftn", True)
    input = promoted(input, True)
    dims, sizes = _axes(input, s, dim)
    input = resized(input, dims, sizes)
    return into("_fft_c2c", out, fft_c2c(input, dims, mode_of(norm, forward, name), forward), rows=True)


def _half_spectrum(input, s, dim, norm, out, name):
    check_tensor(input, name)
    if input.dtype.is_complex:
        raise RuntimeError(f"{name} expects a real-valued input tensor, but got {input.dtype.legacy}")
    check_out(out, name, True)
    input = promoted(input, False)
    dims, sizes = _axes(input, s, dim)
    _check_some(dims, name)
    input = resized(input, dims, sizes)
    return into("_fft_r2c", out, fft_r2c(input, dims, mode_of(norm, True, name), True), rows=True)


def _check_some(dims, name):
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")


def _real_prepared(input, s, dim, out, name):
    """The tensor cut or padded to the half spectrum, its axes, and the last axis's size in the result."""
    check_tensor(input, name)
    check_out(out, name, False)
    input = promoted(input, True)
    dims, sizes = _axes(input, s, dim)
    _check_some(dims, name)
    last = 2 * (input.shape[dims[-1]] - 1) if s is None or _as_tuple(s)[-1] == -1 else sizes[-1]
    check_points(last)
    return resized(input, dims, [*sizes[:-1], last // 2 + 1]), dims, last


def _inverse_real(input, s, dim, norm, out, name):
    input, dims, last = _real_prepared(input, s, dim, out, name)
    return into("_fft_c2r", out, fft_c2r(input, dims, mode_of(norm, False, name), last), rows=True)


def _hermitian(input, s, dim, norm, out, name):
    input, dims, last = _real_prepared(input, s, dim, out, name)
    mode = mode_of(norm, True, name)
    if len(dims) > 1:
        input = fft_c2c(input, dims[:-1], mode, True)
    return into("_fft_c2r", out, fft_c2r(OPS["conj"](input), dims[-1:], mode, last), rows=True)


def _left_alone(out, value):
    """`out` as it is: along one axis torch 2.13 takes it for what is to be conjugated."""
    if out.dtype is not value.dtype:
        raise RuntimeError(f"Found dtype {value.dtype.legacy} but expected {out.dtype.legacy}")
    if value.shape != out.shape:
        resize_out(value, out.shape)
    return out


def _inverse_hermitian(input, s, dim, norm, out, name):
    check_tensor(input, name)
    if input.dtype.is_complex:
        raise RuntimeError(f"Only supports floating-point dtypes, but found: {input.dtype.legacy}")
    input = promoted(input, False)
    dims, sizes = _axes(input, s, dim)
    if len(dims) != 1:
        check_out(out, name, True)
    _check_some(dims, name)
    mode = mode_of(norm, False, name)
    value = fft_r2c(resized(input, dims, sizes), dims[-1:], mode, True)
    if len(dims) == 1:
        return OPS["conj"](value) if out is None else _left_alone(out, value)
    return into("_fft_c2c", out, fft_c2c(OPS["conj_physical"](value), dims[:-1], mode, False), rows=True)


@function(method=False, namespace="torch.fft")
def fft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The Fourier transform along two axes, the last ones by default: complex, of the input's shape.

    `s` gives the sizes to cut or pad the axes to, -1 for as they are; `norm` is "backward", "forward" or "ortho".

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.fft2.html

    >>> import borch as torch
    >>> torch.fft.fft2(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[10.+0.j, -2.+0.j],
            [-4.+0.j,  0.+0.j]])
    """
    return _complex_result(input, s, dim, norm, out, "fft2", True)


@function(method=False, namespace="torch.fft")
def ifft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The inverse Fourier transform along two axes, the last ones by default: complex, of the input's shape.

    `s` gives the sizes to cut or pad the axes to, -1 for as they are; `norm` is "backward", "forward" or "ortho".

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.ifft2.html

    >>> import borch as torch
    >>> torch.fft.ifft2(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[ 2.5000+0.j, -0.5000+0.j],
            [-1.0000+0.j,  0.0000+0.j]])
    """
    return _complex_result(input, s, dim, norm, out, "ifft2", False)


@function(method=False, namespace="torch.fft")
def rfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The Fourier transform of real numbers along two axes, the last ones by default; of the last one only the first half.

    `s` gives the sizes to cut or pad the axes to, -1 for as they are; `norm` is "backward", "forward" or "ortho".

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.rfft2.html

    >>> import borch as torch
    >>> torch.fft.rfft2(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[10.+0.j, -2.+0.j],
            [-4.+0.j,  0.+0.j]])
    """
    return _half_spectrum(input, s, dim, norm, out, "rfftn")


@function(method=False, namespace="torch.fft")
def irfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The inverse of `rfft` along two axes, the last ones by default: real numbers.

    `s` gives the sizes to cut or pad the axes to, -1 for as they are; `norm` is "backward", "forward" or "ortho".

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.irfft2.html

    >>> import borch as torch
    >>> torch.fft.irfft2(torch.tensor([[10.0, -2.0], [-4.0, 0.0]]))
    tensor([[1., 2.],
            [3., 4.]])
    """
    return _inverse_real(input, s, dim, norm, out, "irfftn")


@function(method=False, namespace="torch.fft")
def hfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The Fourier transform of a Hermitian signal along two axes, the last ones by default, given by its half: real numbers.

    `s` gives the sizes to cut or pad the axes to, -1 for as they are; `norm` is "backward", "forward" or "ortho".

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.hfft2.html

    >>> import borch as torch
    >>> torch.fft.hfft2(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    return _hermitian(input, s, dim, norm, out, "hfftn")


@function(method=False, namespace="torch.fft")
def ihfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The inverse of `hfft` along two axes, the last ones by default: the half of a Hermitian signal.

    `s` gives the sizes to cut or pad the axes to, -1 for as they are; `norm` is "backward", "forward" or "ortho".

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.ihfft2.html

    >>> import borch as torch
    >>> torch.fft.ihfft2(torch.tensor([[1.0, 2.0], [3.0, 4.0]])).real
    tensor([[ 2.5000, -0.5000],
            [-1.0000,  0.0000]])
    """
    return _inverse_hermitian(input, s, dim, norm, out, "ihfftn")


@function(method=False, namespace="torch.fft")
def fftn(input, s=None, dim=None, norm=None, *, out=None):
    """The Fourier transform along several axes, all by default: complex, of the input's shape.

    `s` gives the sizes to cut or pad the axes to, -1 for as they are; `norm` is "backward", "forward" or "ortho".

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.fftn.html

    >>> import borch as torch
    >>> torch.fft.fftn(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[10.+0.j, -2.+0.j],
            [-4.+0.j,  0.+0.j]])
    """
    return _complex_result(input, s, dim, norm, out, "fftn", True)


@function(method=False, namespace="torch.fft")
def ifftn(input, s=None, dim=None, norm=None, *, out=None):
    """The inverse Fourier transform along several axes, all by default: complex, of the input's shape.

    `s` gives the sizes to cut or pad the axes to, -1 for as they are; `norm` is "backward", "forward" or "ortho".

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.ifftn.html

    >>> import borch as torch
    >>> torch.fft.ifftn(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[ 2.5000+0.j, -0.5000+0.j],
            [-1.0000+0.j,  0.0000+0.j]])
    """
    return _complex_result(input, s, dim, norm, out, "ifftn", False)


@function(method=False, namespace="torch.fft")
def rfftn(input, s=None, dim=None, norm=None, *, out=None):
    """The Fourier transform of real numbers along several axes, all by default; of the last one only the first half.

    `s` gives the sizes to cut or pad the axes to, -1 for as they are; `norm` is "backward", "forward" or "ortho".

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.rfftn.html

    >>> import borch as torch
    >>> torch.fft.rfftn(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[10.+0.j, -2.+0.j],
            [-4.+0.j,  0.+0.j]])
    """
    return _half_spectrum(input, s, dim, norm, out, "rfftn")


@function(method=False, namespace="torch.fft")
def irfftn(input, s=None, dim=None, norm=None, *, out=None):
    """The inverse of `rfft` along several axes, all by default: real numbers.

    `s` gives the sizes to cut or pad the axes to, -1 for as they are; `norm` is "backward", "forward" or "ortho".

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.irfftn.html

    >>> import borch as torch
    >>> torch.fft.irfftn(torch.tensor([[10.0, -2.0], [-4.0, 0.0]]))
    tensor([[1., 2.],
            [3., 4.]])
    """
    return _inverse_real(input, s, dim, norm, out, "irfftn")


@function(method=False, namespace="torch.fft")
def hfftn(input, s=None, dim=None, norm=None, *, out=None):
    """The Fourier transform of a Hermitian signal along several axes, all by default, given by its half: real numbers.

    `s` gives the sizes to cut or pad the axes to, -1 for as they are; `norm` is "backward", "forward" or "ortho".

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.hfftn.html

    >>> import borch as torch
    >>> torch.fft.hfftn(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    return _hermitian(input, s, dim, norm, out, "hfftn")


@function(method=False, namespace="torch.fft")
def ihfftn(input, s=None, dim=None, norm=None, *, out=None):
    """The inverse of `hfft` along several axes, all by default: the half of a Hermitian signal.

    `s` gives the sizes to cut or pad the axes to, -1 for as they are; `norm` is "backward", "forward" or "ortho".

    Source: https://docs.pytorch.org/docs/stable/generated/torch.fft.ihfftn.html

    >>> import borch as torch
    >>> torch.fft.ihfftn(torch.tensor([[1.0, 2.0], [3.0, 4.0]])).real
    tensor([[ 2.5000, -0.5000],
            [-1.0000,  0.0000]])
    """
    return _inverse_hermitian(input, s, dim, norm, out, "ihfftn")
