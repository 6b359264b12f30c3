"""Exponentials over a sum of exponentials: softmax, log_softmax, logsumexp, each safe against overflow.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#torch.nn.functional.softmax
"""

import numpy as np

from .. import _kernels
from .._core import dtype as dtypes
from .._core.args import reduce_dims, wrap_dim
from .._core.dtype import BFLOAT16, cast, narrow, widen
from .._core.halves import HALVES
from .._core.op import OPS, op
from .._core.tensor import Tensor
from .._core.warn import COMPLEX_TO_REAL, warn_once
from .both import SAME_DTYPE, dense, to_dtype, total, unreduced
from .complex import conjugate

add_reduce, max_reduce = np.add.reduce, np.maximum.reduce
FLOAT16, FLOAT32 = np.dtype(np.float16), np.dtype(np.float32)
QUICK = frozenset((FLOAT32, np.dtype(np.float64)))


def _start(input, dim, dtype, name):
    """(input in the dtype to compute in, the axis, the result's dtype)."""
    if dtype is not None:
        if input.dtype.kind == "c" and not dtype.is_complex:
            warn_once(COMPLEX_TO_REAL)
        input = cast(input, dtype.numpy)
    input = dense(input)
    dim = wrap_dim(dim, input.ndim)
    result = input.dtype
    if result in (BFLOAT16, FLOAT16):
        input = widen(input).astype(FLOAT32)
    elif result.kind != "f":
        if not input.size:  # torch has nothing to compute, and asks no kernel
            return input.astype(FLOAT32) if result.kind != "c" else input, dim, result
        word = "lastdim_kernel_impl" if dim == max(input.ndim, 1) - 1 else "kernel_impl"
        raise NotImplementedError(f"\"{name}_{word}\" not implemented for '{dtypes.from_numpy(result).legacy}'")
    return input, dim if input.ndim else (), result


def _end(values, result):
    if values.dtype is result or values.dtype == result:
        return values
    return narrow(values) if result == BFLOAT16 else values.astype(result)


def _shifted(input, dim):
    if not input.size:
        return input.copy()
    return np.asarray(np.subtract(input, max_reduce(input, dim, None, None, True)))


def _sum_along(x, dim):
    if isinstance(x, Tensor):
        return total(x, dim, True)
    return add_reduce(x, dim if np.ndim(x) else (), None, None, True)


def _softmax_input(g, out, dim, input_dtype):
    if not isinstance(g, Tensor):
        return to_dtype(_kernels.softmax_gradient(g, widen(out), dim), input_dtype)
    return to_dtype(out * (g - _sum_along(g * out, dim)), input_dtype)


@op(fused=True, input=_softmax_input, out_dtype=SAME_DTYPE)
def softmax(input, dim, dtype=None):
    """exp(input) over the sum of exp(input) along `dim`: positive values that add up to one.

    `dtype` is the dtype that input is cast to first. NotImplementedError for integers and complex numbers.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.softmax.html

    >>> import borch as torch
    >>> torch.softmax(torch.tensor([0.0, 0.0, 0.0, 0.0]), dim=0)
    tensor([0.2500, 0.2500, 0.2500, 0.2500])
    """
    if dtype is None and input.dtype in QUICK and input.size and type(dim) is int and -input.ndim <= dim < input.ndim:
        return _kernels.softmax(dense(input), dim)
    x, axis, result = _start(input, dim, dtype, "softmax")
    e = _shifted(x, axis)
    np.exp(e, e)
    sums = add_reduce(e, axis, None, None, True)
    if result in HALVES and e.ndim and axis != e.ndim - 1:
        _round_rest(e, axis, result)
    np.divide(e, sums, e)
    return _end(e, result)


def _round_rest(e, axis, result):
    """Rounds the exponentials of the halves that torch does not take in whole vectors of 32."""
    columns = e.reshape(*e.shape[: axis + 1], -1)
    rest = columns[..., columns.shape[-1] // 32 * 32 :]
    rest[...] = widen(_end(rest, result))


def _log_softmax_input(g, out, dim, input_dtype):
    if isinstance(g, Tensor):
        return to_dtype(g - OPS["exp"](out) * _sum_along(g, dim), input_dtype)
    return to_dtype(_kernels.log_softmax_gradient(g, widen(out), dim), input_dtype)


@op(fused=True, input=_log_softmax_input, out_dtype=SAME_DTYPE)
def log_softmax(input, dim, dtype=None):
    """The logarithm of `softmax` along `dim`, computed without taking a logarithm of a small number.

    `dtype` is the dtype that input is cast to first. NotImplementedError for integers and complex numbers.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.log_softmax.html

    >>> import borch as torch
    >>> torch.log_softmax(torch.tensor([0.0, 0.0]), dim=0)
    tensor([-0.6931, -0.6931])
    """
    if dtype is None and input.dtype in QUICK and input.size and type(dim) is int and -input.ndim <= dim < input.ndim:
        return _kernels.log_softmax(dense(input), dim)
    x, axis, result = _start(input, dim, dtype, "log_softmax")
    shifted = _shifted(x, axis)
    total_ = add_reduce(np.exp(shifted), axis, None, None, True)
    if result in HALVES and axis == shifted.ndim - 1:
        total_ = widen(_end(np.log(widen(_end(total_, result)).astype(FLOAT32)), result))
    else:
        total_ = np.log(total_)
    np.subtract(shifted, total_, shifted)
    return _end(shifted, result)


def _logsumexp_input(g, input, out, dim, keepdim, input_dtype):
    shape = input.shape
    dims = reduce_dims(dim, len(shape))
    weight = input - unreduced(out, shape, dims, keepdim)
    weight = OPS["exp"](weight) if isinstance(g, Tensor) else np.exp(weight)
    return to_dtype(unreduced(g, shape, dims, keepdim) * conjugate(weight), input_dtype)


def _half_logsumexp(rounded, input, dim, keepdim=False):
    """Every step is rounded."""
    dims = reduce_dims(dim, input.ndim)
    if not input.size:
        return _logsumexp(input, dims, keepdim)
    top = max_reduce(input, dims, None, None, True)
    top = np.where(np.isfinite(top), top, np.float32(0))
    sums = add_reduce(rounded(np.exp(rounded(input - top))), dims, None, None, True)
    out = rounded(np.log(rounded(sums))) + top
    return out if keepdim else out.reshape([s for i, s in enumerate(input.shape) if i not in dims])


@op(kind="float", half=_half_logsumexp, input=_logsumexp_input, inplace=False)
def logsumexp(input, dim, keepdim=False):
    """log(sum(exp(input))) over `dim` (an int or several), without overflow; integers become floats.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.logsumexp.html

    >>> import borch as torch
    >>> torch.logsumexp(torch.tensor([[500.0, 500.0]]), dim=1)
    tensor([500.6931])
    """
    dims = reduce_dims(dim, input.ndim)
    return dense(_logsumexp(input, dims, keepdim))


logsumexp.op.out_cast = "logsumexp(): Expected floating point type for result tensor, but got: {1}"


def _logsumexp(x, dims, keepdim):
    if not x.size:
        return np.log(add_reduce(x, dims, None, None, keepdim))
    top = max_reduce(x.real if x.dtype.kind == "c" else x, dims, None, None, True)
    top = np.where(np.isfinite(top), top, 0).astype(top.dtype)
    out = np.log(add_reduce(np.exp(x - top), dims, None, None, True)) + top
    return out if keepdim else out.reshape([s for i, s in enumerate(x.shape) if i not in dims])


@op(fused=True, input=_softmax_input, method=False)
def _safe_softmax(input, dim, dtype=None):
    """`softmax` that gives zeros where every element along `dim` is -inf.

    >>> import borch as torch
    >>> torch._safe_softmax(torch.tensor([[0.0, 0.0], [-float("inf"), -float("inf")]]), 1)
    tensor([[0.5000, 0.5000],
            [0.0000, 0.0000]])
    """
    out = softmax(input, dim, dtype)
    lost = np.broadcast_to(np.equal(widen(input), -np.inf).all(dim, keepdims=True), out.shape)
    if lost.any():
        out[lost] = cast(np.zeros(1), out.dtype)
    return out


def _softmax_output(g, grad_output, output, dim):
    dots = [OPS["sum"](x * output, (dim,), keepdim=True) for x in (g, grad_output)]
    return g * grad_output - dots[0] * grad_output - g * dots[1]


@op(kind="same", strict=True, tensors=("grad_output", "output"), method=False, node="SoftmaxBackwardDataBackward0",
    grad_output=lambda g, output, dim, output_dtype: _softmax_input(g, output, dim, output_dtype),
    output=_softmax_output)  # fmt: skip
def _softmax_backward_data(grad_output, output, dim, input_dtype):
    """The gradient of softmax's input, by that of its output and the output itself.

    >>> import borch as torch
    >>> torch._softmax_backward_data(torch.tensor([1.0, 0.0]), torch.tensor([0.5, 0.5]), 0, torch.float32)
    tensor([ 0.2500, -0.2500])
    """
    return _softmax_input(grad_output, output, dim, grad_output.dtype)


@op(kind="same", strict=True, tensors=("grad_output", "output"), method=False, node="LogSoftmaxBackwardDataBackward0",
    grad_output=lambda g, output, dim: g - OPS["sum"](g * OPS["exp"](output), (dim,), keepdim=True),
    output=lambda g, grad_output, output, dim: -g * OPS["exp"](output) * OPS["sum"](
        grad_output, (dim,), keepdim=True))  # fmt: skip
def _log_softmax_backward_data(grad_output, output, dim, input_dtype):
    """The gradient of log_softmax's input, by that of its output and the output itself.

    >>> import borch as torch
    >>> torch._log_softmax_backward_data(torch.tensor([1.0, 0.0]), torch.tensor([0.5, 0.5]).log(), 0, torch.float32)
    tensor([ 0.5000, -0.5000])
    """
    return _log_softmax_input(grad_output, output, dim, grad_output.dtype)
