"""Rectifiers that torch offers as functions or methods of tensors themselves: relu, prelu, celu, selu, the thresholds.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#non-linear-activation-functions
"""

import math

import numpy as np

from .. import _kernels
from .._core import dtype as dtypes
from .._core.args import check_number
from .._core.numbers import ZERO, Number, number
from .._core.op import OPS, function, op
from .._core.tensor import Tensor
from . import wide
from .assign import number_as
from .both import FOUND_DTYPE, array_of, constant, where
from .erf import erf_of

FLOAT16, FLOAT32 = np.dtype(np.float16), np.dtype(np.float32)
ROOT_HALF, ROOT_2_OVER_PI, CUBIC = math.sqrt(0.5), math.sqrt(2.0 / math.pi), 0.044715
THREE, SIX = Number(3), Number(6)
SELU_ALPHA, SELU_SCALE = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946


def single(x):
    """float16 as float32, in which torch computes; other arrays as they are."""
    return x.astype(FLOAT32) if x.dtype == FLOAT16 else x


def back(values, dtype):
    """Values in the dtype of the op's result."""
    return np.asarray(values) if values.dtype == dtype else np.asarray(values).astype(dtype)


def passing(g, mask):
    """The gradient where `mask` is True, 0 elsewhere, whatever it is there; or the gradient times slopes."""
    if mask.dtype == np.bool_:
        return where(mask, g, 0.0)
    return g * constant(g, mask)


def with_write(written=None, **options):
    """An op whose `write` computes in place, under the name torch's node has then: with 1 for 0 at its end.

    `written` is the formula of the in-place form where it is another one.
    """

    def decorate(fn):
        made = op(kind="same", strict=True, inplace=False, **options)(fn)
        hidden = {**options, "method": False, "namespace": None, "node": options["node"][:-1] + "1"}
        if written is not None:
            hidden["input"] = written
        twin = op(kind="same", strict=True, inplace=False, **hidden)(fn)
        made.write = lambda *args: twin.op.inplace(args, {})
        return made

    return decorate


def written(made):
    """Publishes the in-place form of an op as torch.NAME_."""

    def twin(*args, **kwargs):
        return made.write(*made.op.bind(args, kwargs))

    twin.__name__ = twin.__qualname__ = made.op.name + "_"
    twin.__doc__ = f"In-place version of `{made.op.name}`."
    return function(method=False)(twin)


# ---------------------------------------------------------------------------------------------------------------- relu
def _relu_input(g, out):
    if isinstance(g, np.ndarray) and g.dtype.kind == "f":
        return _kernels.relu_gradient(g, array_of(out))
    return passing(g, ~(array_of(out) <= 0))


@op(
    kind="same",
    strict=True,
    inplace=True,
    refuse={"c": NotImplementedError("clamp is not supported for complex types")},
    input=_relu_input,
    reads=("input",),
)
def relu(input):
    """max(input, 0), element by element.

    RuntimeError for bool, NotImplementedError for complex tensors.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.relu.html

    >>> import borch as torch
    >>> torch.relu(torch.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """
    if input.dtype == np.bool_:
        raise RuntimeError("Boolean inputs not supported for relu")
    return _kernels.maximum(ZERO[input.dtype], input)  # which keeps a -0


@function(method=False)
def relu_(input):
    """In-place version of `relu`."""
    return input.relu_()


# ---------------------------------------------------------------------------------------------------- exponential units
def elu_values(input, alpha, scale=1.0, input_scale=1.0):
    return back(_kernels.elu(single(input), alpha, scale, input_scale, _elu), input.dtype)


def _elu(x, alpha, scale, input_scale):
    if x.dtype == FLOAT32 and x.size >= wide.SOME:
        return wide.bent(x, alpha, scale, input_scale)
    zero = ZERO[x.dtype]
    low = wide.expm1(times(np.minimum(x, zero), input_scale))
    return np.where(x < zero, times(low, alpha * scale), times(x, scale))


def times(x, factor):
    """The product in the dtype of `x`."""
    return x if factor == 1 else x * number(factor, x.dtype)


def elu_slope(x, alpha, scale=1.0, input_scale=1.0):
    low = array_of(x) <= 0
    bent = OPS["exp"](where(array_of(x) < 0, x, 0.0) * input_scale) * (alpha * scale * input_scale)
    return where(low, bent, scale)


def gelu_gradient(g, x):
    """`g` times the derivative of x * Phi(x): Phi(x) + x * phi(x)."""
    if not isinstance(x, Tensor):
        return _kernels.gelu_gradient(g, x, erf_of)
    return g * (0.5 * (1 + OPS["erf"](x * ROOT_HALF)) + x * OPS["exp"](x * x * -0.5) / math.sqrt(2 * math.pi))


def gelu_tanh_gradient(g, x):
    if not isinstance(x, Tensor):
        return _kernels.gelu_tanh_gradient(g, x)
    inner = ROOT_2_OVER_PI * (x + CUBIC * x * x * x)
    tanh = OPS["tanh"](inner)
    return g * (0.5 * (1 + tanh) + 0.5 * x * (1 - tanh * tanh) * (ROOT_2_OVER_PI * (1 + 3 * CUBIC * x * x)))


def ramp(x, weighted=False):
    """relu6(x + 3) / 6, or where `weighted` x * relu6(x + 3) / 6."""
    kind = x.dtype
    out = np.asarray(x + THREE[kind])
    wide.clip(out, ZERO[kind], SIX[kind], out)
    if weighted:
        out *= x
    out /= SIX[kind]
    return out


def negative_slope_error(name, more=""):
    """What torch says when the gradient of an in-place form is asked for that could not be told from its result."""
    return RuntimeError(
        f"In-place {name} backward calculation is triggered with a negative slope which is not supported. This is caused "
        f"by calling in-place forward function with a negative slope, please call out-of-place version instead.{more}"
    )


def _celu_input(g, input, alpha):
    return g * elu_slope(input, alpha, 1.0, 1 / alpha)


def _celu_written(g, input, alpha):
    if alpha < 0:
        raise negative_slope_error("elu")
    return _celu_input(g, input, alpha)


@with_write(
    node="CeluBackward0",
    fused=True,
    refuse={"biwc": "elu_cpu"},
    method=False,
    input=_celu_input,
    written=_celu_written,
)
def celu(input, alpha=1.0):
    """input where it is positive, else alpha * (exp(input / alpha) - 1).

    RuntimeError when `alpha` is 0. Source: Barron 2017, arXiv:1704.07483;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.celu.html

    >>> import borch as torch
    >>> torch.celu(torch.tensor([-1.0, 2.0]), alpha=2.0)
    tensor([-0.7869,  2.0000])
    """
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return elu_values(input, alpha, 1.0, 1 / alpha)


@with_write(
    node="EluBackward0",
    fused=True,
    refuse={"biwc": "elu_cpu"},
    method=False,
    input=lambda g, input: g * elu_slope(input, SELU_ALPHA, SELU_SCALE),
)
def selu(input):
    """The exponential linear unit scaled so that layers keep mean 0 and variance 1.

    Source: Klambauer et al. 2017, arXiv:1706.02515;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.selu.html

    >>> import borch as torch
    >>> torch.selu(torch.tensor([-1.0, 2.0]))
    tensor([-1.1113,  2.1014])
    """
    return elu_values(input, SELU_ALPHA, SELU_SCALE)


# ----------------------------------------------------------------------------------------------------------- thresholds
@with_write(
    node="ThresholdBackward0",
    refuse={"bc": "threshold_cpu"},
    method=False,
    reads=("input",),
    input=lambda g, input, threshold: passing(g, ~(array_of(input) <= threshold)),
)
def threshold(input, threshold, value):
    """input where it is above `threshold`, else `value`. NotImplementedError for bool and complex tensors.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.threshold.html

    >>> import borch as torch
    >>> torch.threshold(torch.tensor([-1.0, 0.5, 2.0]), 0.5, 20.0)
    tensor([20., 20.,  2.])
    """
    check_number(threshold, "threshold", "threshold", 2)
    check_number(value, "threshold", "value", 3)
    if input.dtype.kind in "iu":
        threshold, value = number_as(threshold, input.dtype), number_as(value, input.dtype)
    return np.where(input <= threshold, input.dtype.type(value), input)


def shrink_gradient(g, input, lambd):
    x = array_of(input)
    return passing(g, ~(np.abs(x) <= x.dtype.type(lambd)))


@op(
    kind="same",
    strict=True,
    inplace=False,
    refuse={"biwc": "hardshrink_cpu"},
    out_dtype=FOUND_DTYPE,
    reads=("input",),
    input=shrink_gradient,
)
def hardshrink(input, lambd=0.5):
    """0 where |input| is at most `lambd`, else input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.hardshrink.html

    >>> import borch as torch
    >>> torch.hardshrink(torch.tensor([-1.0, 0.3, 2.0]))
    tensor([-1.,  0.,  2.])
    """
    check_number(lambd, "hardshrink", "lambd", 2)
    return np.where(np.abs(input) <= input.dtype.type(lambd), input.dtype.type(0), input)


# --------------------------------------------------------------------------------------------------------------- prelu
@op(
    kind="same",
    strict=True,
    inplace=False,
    method=False,
    namespace=None,
    refuse={"biwc": "prelu_cpu"},
    node="PreluKernelBackward0",
    reads=("input", "weight"),
    input=lambda g, input, weight: g * where(array_of(input) > 0, 1.0, weight),
    weight=lambda g, input: g * where(array_of(input) > 0, 0.0, input),
)
def _prelu_kernel(input, weight):
    return np.where(input > 0, input, input * weight)


@function()
def prelu(input, weight):
    """input where it is positive, else weight * input; `weight` has one element or one for each channel (axis 1).

    RuntimeError when the sizes or dtypes do not fit. Source: He et al. 2015, arXiv:1502.01852;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.prelu.html

    >>> import borch as torch
    >>> torch.prelu(torch.tensor([[-1.0, -2.0]]), torch.tensor([0.5, 0.25]))
    tensor([[-0.5000, -0.5000]])
    """
    if input.dtype is not weight.dtype:
        have, want = (dtypes.from_numpy(t._array.dtype).legacy for t in (input, weight))
        raise RuntimeError(f"prelu: Type promoting not supported. Got {have} and {want}")
    count = weight._array.size
    if count != 1:
        if not input.ndim:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = input._array.shape[1] if input.ndim > 1 else 1
        if channels != count:
            raise RuntimeError(
                f"Mismatch of parameter numbers and input channel size. Found parameter numbers = {count} and channel "
                f"size = {channels}."
            )
    if weight.ndim > 1:
        raise RuntimeError(f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.ndim}")
    if input.ndim != weight.ndim or input.ndim > 1:
        weight = OPS["reshape"](weight, [count if k == min(1, input.ndim - 1) else 1 for k in range(input.ndim)])
    return _prelu_kernel(input, weight)


celu_, selu_, threshold_ = written(celu), written(selu), written(threshold)
