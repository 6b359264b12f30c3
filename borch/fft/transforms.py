"""The three transforms that all others are made of: complex to complex, real to complex and complex to real.

`normalization` is 0 for none, 1 for 1/sqrt(n) and 2 for 1/n. Float32 stays in single precision, as numpy 2 computes it.
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.args import type_name
from .._core.op import OPS, op
from .._core.tensor import Tensor
from ..ops.both import constant
from ..ops.complex import real_part

FORWARD = {0: "backward", 1: "ortho", 2: "forward"}  # numpy's words for the scale of a forward transform
INVERSE = {0: "forward", 1: "ortho", 2: "backward"}


def _along(transform, array, n, d, norm):
    """`transform` along one axis, which is brought to the end in memory: there numpy is quick, and torch leaves it so."""
    if d == array.ndim - 1:
        return transform(np.ascontiguousarray(array), n, -1, norm)
    others = [k for k in range(array.ndim) if k != d]
    out = transform(np.ascontiguousarray(array.transpose([*others, d])), n, -1, norm)
    return out.transpose([*range(d), array.ndim - 1, *range(d, array.ndim - 1)])


def _laid_out(out, array, dim, last):
    """`out` in torch's order of axes: those that stay, then the transformed ones, each by their strides in `array`.

    With `last` the last of `dim` stays the innermost.
    """
    if not dim or out.ndim < 2:
        return out
    outermost = lambda axes: sorted(axes, key=lambda k: -array.strides[k])  # noqa: E731
    inner = [*outermost(dim[:-1]), dim[-1]] if last else outermost(dim)
    order = [*outermost(k for k in range(array.ndim) if k not in dim), *inner]
    return np.ascontiguousarray(out.transpose(order)).transpose(np.argsort(order))


def _c2c(array, dim, normalization, forward):
    transform, norm = (np.fft.fft, FORWARD) if forward else (np.fft.ifft, INVERSE)
    out = array
    for d in reversed(dim):
        out = _along(transform, out, None, d, norm[normalization])
    if out.dtype != array.dtype:
        out = out.astype(array.dtype)
    return _laid_out(out, array, dim, False)


def _r2c(array, dim, normalization, onesided):
    kind = np.complex64 if array.dtype == np.float32 else np.complex128
    transform = np.fft.rfft if onesided else np.fft.fft
    out = _along(transform, array, None, dim[-1], FORWARD[normalization])
    out = out if out.dtype == kind else out.astype(kind)
    return _laid_out(_c2c(out, dim[:-1], normalization, True), array, dim, True)


def _c2r(array, dim, normalization, last_dim_size):
    kind = np.float32 if array.dtype == np.complex64 else np.float64
    out = _c2c(array, dim[:-1], normalization, False) if len(dim) > 1 else array
    out = _along(np.fft.irfft, out, last_dim_size, dim[-1], INVERSE[normalization])
    out = out if out.dtype == kind else out.astype(kind)
    return _laid_out(out, array, dim, True)


def _r2c_gradient(g, dim, normalization, onesided, input_shape):
    """The real part of the inverse transform; frequencies that were left out count as zero."""
    if onesided:
        g = pad_end(g, _padding(g.shape, dim[-1], input_shape[dim[-1]]))
    return real_part(fft_c2c(g, dim, normalization, False))


def _c2r_gradient(g, dim, normalization, input_shape):
    """The half spectrum of the gradient, twice where a frequency stands for two."""
    spectrum = fft_r2c(g, dim, normalization, True)
    length, last = input_shape[dim[-1]], g.shape[dim[-1]]
    weights = np.ones(length)
    weights[1 : 1 + last - length] = 2
    shape = [1] * len(input_shape)
    shape[dim[-1]] = length
    return spectrum * constant(spectrum, weights.reshape(shape))


def _padding(shape, dim, size):
    return tuple(size - s if d == dim else 0 for d, s in enumerate(shape))


@op(
    kind="same", name="_fft_c2c", node="FftC2CBackward0", namespace=None, method=False,
    input=lambda g, dim, normalization, forward: fft_c2c(g, dim, normalization, not forward),
)  # fmt: skip
def fft_c2c(input, dim, normalization, forward):
    return _c2c(input, dim, normalization, forward)


@op(kind="same", name="_fft_r2c", node="FftR2CBackward0", namespace=None, method=False, input=_r2c_gradient)
def fft_r2c(input, dim, normalization, onesided):
    return _r2c(input, dim, normalization, onesided)


@op(kind="same", name="_fft_c2r", node="FftC2RBackward0", namespace=None, method=False, input=_c2r_gradient)
def fft_c2r(input, dim, normalization, last_dim_size):
    return _c2r(input, dim, normalization, last_dim_size)


def _unpad(g, pad):
    index = tuple(slice(0, s - p) for s, p in zip(g.shape, pad, strict=True))
    return g[index]


@op(kind="same", node="ConstantPadNdBackward0", namespace=None, method=False, input=_unpad)
def pad_end(input, pad):
    """`input` with `pad[d]` zeros after its end along each axis `d`."""
    out = np.zeros(tuple(s + p for s, p in zip(input.shape, pad, strict=True)), input.dtype)
    out[tuple(slice(0, s) for s in input.shape)] = input
    return out


# ----------------------------------------------------------------------------------------------------------- arguments
def check_tensor(input, name):
    if not isinstance(input, Tensor):
        raise TypeError(f"fft_{name}(): argument 'input' (position 1) must be Tensor, not {type_name(input)}")


def promoted(input, require_complex):
    """`input` in a dtype that can be transformed: integers become the default float, real numbers complex if asked."""
    have = input.dtype
    kind = have if have.is_floating_point or have.is_complex else dtypes.get_default_dtype()
    if kind in (dtypes.float16, dtypes.bfloat16):
        raise RuntimeError(f"Unsupported dtype {kind.legacy}")
    if require_complex:
        kind = kind.to_complex()
    return input if kind is have else OPS["to_dtype"](input, kind)


def mode_of(norm, forward, name):
    """The normalization for torch's word `norm`."""
    if norm is not None and not isinstance(norm, str):
        raise TypeError(f"fft_{name}(): argument 'norm' must be str, not {type_name(norm)}")
    if norm is None or norm == "backward":
        return 0 if forward else 2
    if norm == "forward":
        return 2 if forward else 0
    if norm == "ortho":
        return 1
    raise RuntimeError(f'Invalid normalization mode: "{norm}"')


def resized(input, dims, sizes):
    """`input` cut or padded with zeros to `sizes` along `dims`."""
    pad = [0] * input.ndim
    for d, size in zip(dims, sizes, strict=True):
        if size == -1:
            continue
        check_points(size)
        have = input.shape[d]
        if have > size:
            input = input[(slice(None),) * d + (slice(0, size),)]
        pad[d] = max(size - have, 0)
    return pad_end(input, tuple(pad)) if any(pad) else input


def check_points(n):
    if n < 1:
        raise RuntimeError(f"Invalid number of data points ({n}) specified")


def check_out(out, name, complex_result):
    """Refuses an out= tensor of the other kind of dtype."""
    if out is None:
        return
    fits = out.dtype.is_complex if complex_result else out.dtype.is_floating_point
    if not fits:
        kind = "complex" if complex_result else "floating point"
        raise RuntimeError(f"{name} expects a {kind} output tensor, but got {out.dtype.legacy}")
