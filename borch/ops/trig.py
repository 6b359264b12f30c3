"""Trigonometric and hyperbolic functions and their inverses, atan2, sinc, degrees and radians.

Source: https://docs.pytorch.org/docs/stable/torch.html#pointwise-ops
"""

import math

import numpy as np

from .. import _kernels
from .._core.numbers import ONE, ZERO, number
from .._core.op import OPS, op
from . import wide
from .both import array_of, real_arrays, where
from .complex import conjugate
from .power import rsqrt


def _sin_input(g, input):
    if real_arrays(g, input) and input.itemsize == 4:  # the others have no kernel for both steps
        return _kernels.sin_gradient(g, input)
    return g * conjugate(cos(input))


@op(kind="float", plain=_kernels.sin, input=_sin_input)
def sin(input):
    """The sine of each element, an angle in radians. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sin.html

    >>> import borch as torch
    >>> torch.sin(torch.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8415])
    """
    return _kernels.sin(input)


def _cos_input(g, input):
    if real_arrays(g, input) and input.itemsize == 4:
        return _kernels.cos_gradient(g, input)
    return -g * conjugate(sin(input))


@op(kind="float", plain=_kernels.cos, input=_cos_input)
def cos(input):
    """The cosine of each element, an angle in radians. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cos.html

    >>> import borch as torch
    >>> torch.cos(torch.tensor([0.0, 1.0]))
    tensor([1.0000, 0.5403])
    """
    return _kernels.cos(input)


@op(kind="float", plain=wide.tan, input=lambda g, out: g * conjugate(1 + out * out))
def tan(input):
    """The tangent of each element, an angle in radians. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.tan.html

    >>> import borch as torch
    >>> torch.tan(torch.tensor([0.0, 1.0]))
    tensor([0.0000, 1.5574])
    """
    return wide.tan(input)


@op(kind="float", plain=np.arcsin, aliases=("arcsin",), input=lambda g, input: g * conjugate(rsqrt(1 - input * input)))
def asin(input):
    """The angle in [-pi/2, pi/2] whose sine is each element; NaN outside [-1, 1]. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.asin.html

    >>> import borch as torch
    >>> torch.asin(torch.tensor([0.0, 1.0]))
    tensor([0.0000, 1.5708])
    """
    return np.arcsin(input)


@op(kind="float", plain=np.arccos, aliases=("arccos",), input=lambda g, input: -g * conjugate(rsqrt(1 - input * input)))
def acos(input):
    """The angle in [0, pi] whose cosine is each element; NaN outside [-1, 1]. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.acos.html

    >>> import borch as torch
    >>> torch.acos(torch.tensor([0.0, 1.0]))
    tensor([1.5708, 0.0000])
    """
    return np.arccos(input)


@op(kind="float", plain=wide.atan, aliases=("arctan",), input=lambda g, input: g / conjugate(input * input + 1))
def atan(input):
    """The angle in (-pi/2, pi/2) whose tangent is each element. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.atan.html

    >>> import borch as torch
    >>> torch.atan(torch.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7854])
    """
    return wide.atan(input)


# ---------------------------------------------------------------------------------------------------------- hyperbolic
@op(kind="float", plain=wide.sinh, input=lambda g, input: g * conjugate(cosh(input)))
def sinh(input):
    """The hyperbolic sine of each element. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sinh.html

    >>> import borch as torch
    >>> torch.sinh(torch.tensor([0.0, 1.0]))
    tensor([0.0000, 1.1752])
    """
    return wide.sinh(input)


@op(kind="float", plain=wide.cosh, input=lambda g, input: g * conjugate(sinh(input)))
def cosh(input):
    """The hyperbolic cosine of each element. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cosh.html

    >>> import borch as torch
    >>> torch.cosh(torch.tensor([0.0, 1.0]))
    tensor([1.0000, 1.5431])
    """
    return wide.cosh(input)


def _tanh_input(g, out):
    if real_arrays(g, out):
        return _kernels.tanh_gradient(g, out)
    return g * conjugate((1 - out) * (1 + out))


@op(kind="float", plain=_kernels.tanh, fused=True, input=_tanh_input)
def tanh(input):
    """The hyperbolic tangent of each element, in (-1, 1). Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.tanh.html

    >>> import borch as torch
    >>> torch.tanh(torch.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7616])
    """
    return _kernels.tanh(input)


@op(
    kind="float", plain=np.arcsinh, aliases=("arcsinh",), input=lambda g, input: g * conjugate(rsqrt(input * input + 1))
)
def asinh(input):
    """The inverse hyperbolic sine of each element. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.asinh.html

    >>> import borch as torch
    >>> torch.asinh(torch.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8814])
    """
    return np.arcsinh(input)


def _acosh_gradient(g, input):
    if array_of(input).dtype.kind != "c":
        return g * rsqrt(OPS["pow"](input, 2) - 1)
    return g * conjugate(rsqrt(input - 1) * rsqrt(input + 1))


@op(
    kind="float",
    plain=np.arccosh,
    aliases=("arccosh",),
    input=_acosh_gradient,
)
def acosh(input):
    """The inverse hyperbolic cosine of each element; NaN below 1. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.acosh.html

    >>> import borch as torch
    >>> torch.acosh(torch.tensor([1.0, 2.0]))
    tensor([0.0000, 1.3170])
    """
    return np.arccosh(input)


@op(kind="float", plain=wide.atanh, aliases=("arctanh",), input=lambda g, input: g / conjugate(1 - input * input))
def atanh(input):
    """The inverse hyperbolic tangent of each element; NaN outside [-1, 1]. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.atanh.html

    >>> import borch as torch
    >>> torch.atanh(torch.tensor([0.0, 0.5]))
    tensor([0.0000, 0.5493])
    """
    return wide.atanh(input)


# -------------------------------------------------------------------------------------------------------------- others
@op(
    kind="float",
    strict=True,
    aliases=("arctan2",),
    refuse={"c": "atan2_cpu"},
    input=lambda g, input, other: g * other * OPS["reciprocal"](_squares(input, other)),
    other=lambda g, input, other: g * -input * OPS["reciprocal"](_squares(input, other)),
)
def atan2(input, other):
    """The angle in [-pi, pi] of the point (other, input), whose first coordinate is `other`.

    Shapes broadcast; integers become the default float.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.atan2.html

    >>> import borch as torch
    >>> torch.atan2(torch.tensor([1.0, -1.0]), torch.tensor([1.0, -1.0]))
    tensor([ 0.7854, -2.3562])
    """
    return wide.atan2(input, other)


def _squares(input, other):
    """input**2 + other**2; where both are 0, infinity, so that the gradient there is 0."""
    total = input * input + other * other
    return where(array_of(total) == 0, math.inf, total)


def _sinc_gradient(g, input):
    x = input * math.pi
    squared = input * input * math.pi
    zero = array_of(squared) == 0
    safe = where(zero, 1.0, squared) if zero.any() else squared
    slope = (x * cos(x) - sin(x)) / safe
    return g * conjugate(where(zero, 0.0, slope) if zero.any() else slope)


@op(kind="float", input=_sinc_gradient)
def sinc(input):
    """sin(pi x) / (pi x) of each element, 1 at 0. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.sinc

    >>> import borch as torch
    >>> torch.sinc(torch.tensor([0.0, 0.5]))
    tensor([1.0000, 0.6366])
    """
    wide = input.astype(np.float32) if input.dtype == np.float16 else input
    x = np.asarray(wide * number(math.pi, wide.dtype))
    out = np.asarray(np.sin(x))
    zero, one = x == ZERO[x.dtype], ONE[x.dtype]
    np.putmask(x, zero, one)
    out /= x
    np.putmask(out, zero, one)
    return out.astype(input.dtype, copy=False)


_NO_COMPLEX = "{} is not supported for complex tensors."


@op(
    kind="float",
    node="Deg2RadBackward0",
    refuse={"c": RuntimeError(_NO_COMPLEX.format("deg2rad"))},
    input=lambda g: g * (math.pi / 180),
)
def deg2rad(input):
    """Each element, an angle in degrees, in radians. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.deg2rad.html

    >>> import borch as torch
    >>> torch.deg2rad(torch.tensor([180.0, 90.0]))
    tensor([3.1416, 1.5708])
    """
    return input * input.dtype.type(math.pi / 180)


@op(
    kind="float",
    node="Rad2DegBackward0",
    refuse={"c": RuntimeError(_NO_COMPLEX.format("rad2deg"))},
    input=lambda g: g * (180 / math.pi),
)
def rad2deg(input):
    """Each element, an angle in radians, in degrees. Integers become the default float.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.rad2deg.html

    >>> import borch as torch
    >>> torch.rad2deg(torch.tensor([3.1415927, 0.0]))
    tensor([180.,   0.])
    """
    return input * input.dtype.type(180 / math.pi)


def _refuse_in_place(made):
    """The in-place twin of an op whose derivative torch has for the plain form alone."""
    name = made.op.name

    def refusal(g):
        raise NotImplementedError(f"the derivative for 'inplace version of {name}' is not implemented.")

    twin = op(
        kind="float",
        name=f"_{name}_written",
        node=f"{name.capitalize()}Backward1",
        method=False,
        namespace=None,
        inplace=False,
        input=refusal,
    )(made.op.fn).op
    twin.name = name
    made.op.inplace = twin.inplace


for _made in (asinh, acosh, atanh):
    _refuse_in_place(_made)
