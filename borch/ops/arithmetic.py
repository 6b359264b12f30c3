"""Sums, differences, products, fused sums, and signs: ops on elements, with torch's promotion.

Source: https://docs.pytorch.org/docs/stable/torch.html#pointwise-ops
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.args import as_number, type_name
from .._core.numbers import ZERO, number, some
from .._core.op import NUMBER, OPS, Op, function, op
from .._core.tensor import Tensor
from .both import FOUND_DTYPE, ONLY_BOOL, where
from .complex import conjugate, zeros

INT8 = np.dtype(np.int8)
FEW = 64  # elements whose signs are quicker taken by numpy, with a look for NaN
_TWO_BOOLS = (
    "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator "
    "instead."
)
_ONE_BOOL = (
    "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the "
    "`~` or `logical_not()` operator instead."
)


def _check_subtraction(o, input, other, *rest):
    bools = [x.dtype == np.bool_ if isinstance(x, np.ndarray) else isinstance(x, bool) for x in (input, other)]
    if any(bools):
        raise RuntimeError(_TWO_BOOLS if all(bools) else _ONE_BOOL)


def _subtract(input, other):
    if isinstance(input, np.ndarray) and input.dtype == np.bool_:
        raise RuntimeError(_TWO_BOOLS)
    return np.subtract(input, other)


def _scaled(other, alpha, beside=None):
    """alpha * other; integers wrap, also where `other` is a number: in the dtype of the array `beside` it."""
    if type(alpha) is int and alpha == 1:
        return other
    if isinstance(alpha, np.generic):
        alpha = as_number(alpha)
    array = other._array if isinstance(other, Tensor) else other
    if type(other) is int and isinstance(beside, np.ndarray) and beside.dtype.kind in "iu":
        array = other = np.asarray(other).astype(beside.dtype)
    kind = array.dtype.kind if isinstance(array, (np.ndarray, np.generic)) else "f"
    if isinstance(alpha, bool) and kind != "b":
        raise RuntimeError("Boolean alpha only supported for Boolean results.")
    if kind in "iub" and isinstance(alpha, (float, complex)):
        raise RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")
    if isinstance(alpha, complex) and kind != "c":
        raise RuntimeError("For non-complex input tensors, argument alpha must not be a complex number.")
    if kind == "b":
        return other & bool(alpha)
    if kind in "iu":
        return other * np.asarray(alpha).astype(array.dtype)
    return other * alpha


VECTORS = 32  # that many halves torch adds at once


def _rounded(rounded, value):
    """A number, or 0-dim tensor of a wider dtype, in the half dtype; other arrays have it."""
    return value if np.ndim(value) else rounded(np.float32(value))


def _half_sum(rounded, input, other, alpha=1):
    """input + alpha * other; the product is rounded but where torch adds whole vectors of halves."""
    if alpha == 1:
        return np.add(_rounded(rounded, input), _rounded(rounded, other))
    _scaled(other, alpha)  # refuses what is no number of the dtype
    input, part = (rounded(np.asarray(x, np.float32)) for x in (input, other))
    part = part * rounded(np.float32(alpha))
    out = np.asarray(input + rounded(part))
    whole = out.size - out.size % VECTORS
    if whole and all(not x.ndim or (x.shape == out.shape and x.flags.c_contiguous) for x in (input, part)):
        out.reshape(-1)[:whole] = np.add(*(x.reshape(-1)[:whole] if x.ndim else x for x in (input, part)))
    return out


def _half_difference(rounded, input, other, *, alpha=1):
    if alpha == 1:
        return np.subtract(_rounded(rounded, input), _rounded(rounded, other))
    return _half_sum(rounded, input, other, -alpha)


@op(
    legacy=("alpha",),
    kind="promote",
    plain=np.add,
    half=_half_sum,
    refuse={"w": "add_stub"},
    input=lambda g: g,
    other=lambda g, alpha: _scaled(g, conjugate(alpha)),
)
def add(input, other, *, alpha=1):
    """The sum input + alpha * other, element by element.

    Shapes broadcast; dtypes promote. RuntimeError when the shapes do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.add.html

    >>> import borch as torch
    >>> torch.add(torch.tensor([1.0, 2.0]), torch.tensor([[10.0], [20.0]]), alpha=2)
    tensor([[21., 22.],
            [41., 42.]])
    """
    return np.add(input, _scaled(other, alpha, input))


@op(
    legacy=("alpha",),
    kind="promote",
    plain=np.subtract,
    aliases=("subtract",),
    half=_half_difference,
    refuse={"w": "add_stub", "b": RuntimeError(_TWO_BOOLS)},
    input=lambda g: g,
    check=_check_subtraction,
    other=lambda g, alpha: _scaled(-g, conjugate(alpha)),
)
def sub(input, other, *, alpha=1):
    """The difference input - alpha * other, element by element.

    Shapes broadcast; dtypes promote. RuntimeError for bool tensors.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.sub.html

    >>> import borch as torch
    >>> torch.sub(torch.tensor([1, 2]), 0.5)
    tensor([0.5000, 1.5000])
    """
    return _subtract(input, _scaled(other, alpha, input))


@op(
    kind="promote",
    plain=np.multiply,
    half=lambda rounded, input, other: np.multiply(input, other),  # a number is not rounded
    aliases=("multiply",),
    input=lambda g, other: g * conjugate(other),
    other=lambda g, input: g * conjugate(input),
)
def mul(input, other):
    """The product of input and other, element by element.

    Shapes broadcast; dtypes promote.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.mul.html

    >>> import borch as torch
    >>> torch.mul(torch.tensor([1.0, 2.0]), 3)
    tensor([3., 6.])
    """
    return np.multiply(input, other)


@op(
    kind="promote",
    inplace=False,
    half=lambda rounded, input, other, *, alpha=1: _half_difference(rounded, other, input, alpha=alpha),
    node=("RsubBackward0", "RsubBackward1", "RsubBackward1"),
    method=False,
    strict="first",
    refuse={"w": "add_stub"},
    check=_check_subtraction,
    input=lambda g, alpha: _scaled(-g, conjugate(alpha)),
    other=lambda g: g,
)
def rsub(input, other, *, alpha=1):
    """The difference other - alpha * input, element by element.

    Shapes broadcast; dtypes promote. RuntimeError for bool tensors.
    Source: https://docs.pytorch.org/docs/stable/torch.html#pointwise-ops

    >>> import borch as torch
    >>> torch.rsub(torch.tensor([1, 2]), 10)
    tensor([9, 8])
    """
    return _subtract(other, _scaled(input, alpha))


def _bind_rsub(args, kwargs):
    """The values of the parameters; beside a number alpha may stand third."""
    if len(args) == 3 and "alpha" not in kwargs and not isinstance(args[1], Tensor):
        args, kwargs = args[:2], {**kwargs, "alpha": args[2]}
    return Op.bind(rsub.op, args, kwargs)


rsub.op.bind = _bind_rsub


# -------------------------------------------------------------------------------------------------------- fused sums
@op(
    legacy=("value",),
    kind="promote",
    half=lambda rounded, input, tensor1, tensor2, *, value=1: input + times(tensor1, value) * tensor2,
    refuse={"bw": "addcmul_cpu_out"},
    tensors=("input", "tensor1", "tensor2"),
    strict=True,
    input=lambda g: g,
    tensor1=lambda g, tensor2, value: g * conjugate(times(tensor2, value)),
    tensor2=lambda g, tensor1, value: g * conjugate(times(tensor1, value)),
)
def addcmul(input, tensor1, tensor2, *, value=1):
    """input + value * tensor1 * tensor2, element by element.

    Shapes broadcast; dtypes promote. Source: https://docs.pytorch.org/docs/stable/generated/torch.addcmul.html

    >>> import borch as torch
    >>> torch.addcmul(torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0]), torch.tensor([5.0, 6.0]), value=0.1)
    tensor([2.5000, 4.4000])
    """
    value = _check_value(input, value)
    return input + times(tensor1, value) * tensor2


def _check_value(array, value):
    """`value` as a number of the array's dtype: integers cut it, and a complex one is refused unless the array is."""
    if isinstance(value, np.generic):
        value = as_number(value)
    if array.dtype.kind in "iu" and isinstance(value, float):
        return int(value)
    if array.dtype.kind != "c" and isinstance(value, complex):
        word = "double" if array.dtype.itemsize == 8 else "float"
        raise RuntimeError(f"value cannot be converted to type {word} without overflow")
    return value


def times(x, value):
    """`x * value` that costs nothing for 1."""
    return x if value == 1 else x * value


_INTEGER_ADDCDIV = (
    "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a true "
    "division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + value * torch.trunc("
    "tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / tensor2) for float "
    "inputs. The future addcdiv behavior is just the latter implementation: (input + value * tensor1 / tensor2), for "
    "all dtypes."
)


def _check_addcdiv(o, input, tensor1, tensor2, *rest):
    if tensor1.dtype.kind in "biu" and tensor2.dtype.kind in "biu":
        raise RuntimeError(_INTEGER_ADDCDIV)


@op(
    legacy=("value",),
    kind="promote",
    half=lambda rounded, input, tensor1, tensor2, *, value=1: input + times(tensor1, value) / tensor2,
    refuse={"bwi": RuntimeError(_INTEGER_ADDCDIV)},
    strict=True,
    check=_check_addcdiv,
    tensors=("input", "tensor1", "tensor2"),
    input=lambda g: g,
    tensor1=lambda g, tensor2, value: g * conjugate(value / tensor2),
    tensor2=lambda g, tensor1, tensor2, value: -g * conjugate(times(tensor1, value) / (tensor2 * tensor2)),
)
def addcdiv(input, tensor1, tensor2, *, value=1):
    """input + value * tensor1 / tensor2, element by element; RuntimeError for integers.

    Shapes broadcast; dtypes promote. Source: https://docs.pytorch.org/docs/stable/generated/torch.addcdiv.html

    >>> import borch as torch
    >>> torch.addcdiv(torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0]), torch.tensor([5.0, 8.0]), value=0.5)
    tensor([1.3000, 2.2500])
    """
    return input + times(tensor1, _check_value(input, value)) / tensor2


def _lerp_out(out, ans, values):
    if out.dtype != ans.dtype and values[2].ndim:  # a weight without axes is a number to torch
        raise RuntimeError(FOUND_DTYPE.format(*(dtypes.from_numpy(a.dtype).legacy for a in (out, ans))))


@op(
    out_dtype=_lerp_out,
    kind="same",
    name="lerp",
    namespace=None,
    method=False,
    inplace=True,
    tensors=("input", "end", "weight"),
    strict=True,
    node="LerpBackward1",
    refuse={"biw": "lerp_kernel_tensor"},
    input=lambda g, weight: g * conjugate(1 - weight),
    end=lambda g, weight: g * conjugate(weight),
    weight=lambda g, input, end: g * conjugate(end - input),
)
def lerp_tensor(input, end, weight):
    return _lerp(input, end, weight)


@op(
    kind="same",
    name="lerp",
    namespace=None,
    method=False,
    inplace=False,
    tensors=("input", "end"),
    strict=True,
    refuse={"biw": "lerp_kernel_scalar"},
    input=lambda g, weight: g * conjugate(1 - weight),
    end=lambda g, weight: g * conjugate(weight),
)
def lerp_scalar(input, end, weight):
    return _lerp(input, end, weight)


def _lerp(input, end, weight):
    if input.dtype == np.float16:
        wide = (x.astype(np.float32) if isinstance(x, np.ndarray) else x for x in (input, end, weight))
        return _lerp(*wide).astype(np.float16)
    difference = end - input
    if not isinstance(weight, np.ndarray):
        weight = _check_value(input, weight)
    if isinstance(weight, np.ndarray):
        weight = weight.astype(input.dtype, copy=False)
        near = input + weight * difference
        return np.where(np.abs(weight) < 0.5, near, end - difference * (1 - weight)).astype(input.dtype, copy=False)
    if -0.5 < weight < 0.5 if type(weight) is float else np.abs(weight) < 0.5:
        return input + difference * (number(weight, input.dtype) if type(weight) is float else weight)
    return end - difference * (1 - weight)


def _check_lerp(input, end, weight):
    if not isinstance(end, Tensor):
        raise TypeError(f"lerp(): argument 'end' (position 1) must be Tensor, not {type(end).__name__}")
    if not isinstance(weight, (Tensor, *NUMBER)):
        got = ", ".join(type_name(v) for v in (input, end, weight))
        raise TypeError(f"lerp() received an invalid combination of arguments - got ({got})")
    others = (end, weight) if isinstance(weight, Tensor) else (end,)
    for other, word in zip(others, ("end", "weight"), strict=False):
        if word == "weight" and other.ndim == 0 and other.dtype.category == input.dtype.category:
            continue
        if other.dtype is not input.dtype:
            names = dtypes.cpp_name(input.dtype.numpy), dtypes.cpp_name(other.dtype.numpy)
            raise RuntimeError(f"expected dtype {names[0]} for `{word}` but got dtype {names[1]}")


addcmul.op.apart = addcdiv.op.apart = lerp_tensor.op.apart = lerp_scalar.op.apart = ()


@function(method=False)
def lerp(input, end, weight, *, out=None):
    """The point between input and end at `weight`: input + weight * (end - input). weight is a number or a tensor.

    Shapes broadcast; one dtype, float or complex. RuntimeError for mixed dtypes, NotImplementedError for integers.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.lerp.html

    >>> import borch as torch
    >>> torch.lerp(torch.tensor([1.0, 2.0]), torch.tensor([10.0, 10.0]), 0.5)
    tensor([5.5000, 6.0000])
    """
    plain = isinstance(input, Tensor) and isinstance(end, Tensor) and type(weight) is float
    plain = plain and input._array.dtype is end._array.dtype
    if not plain and isinstance(input, Tensor):
        _check_lerp(input, end, weight)
    target = {} if out is None else {"out": out}
    return (lerp_tensor if isinstance(weight, (Tensor, np.ndarray)) else lerp_scalar)(input, end, weight, **target)


def _lerp_(self, end, weight):
    """In-place version of `lerp`."""
    _check_lerp(self, end, weight)
    return (lerp_tensor if isinstance(weight, Tensor) else lerp_scalar).op.inplace((self, end, weight), {})


Tensor.lerp, Tensor.lerp_ = lerp, _lerp_


# --------------------------------------------------------------------------------------------------------------- signs
@op(
    out_dtype=FOUND_DTYPE,
    kind="same",
    aliases=("negative",),
    inplace=True,
    refuse={
        "b": RuntimeError(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use "
            "the `~` or `logical_not()` operator instead."
        ),
        "w": "neg_cpu",
    },
    plain=np.negative,
    input=lambda g: -g,
)
def neg(input):
    """The negative of each element, in the input's dtype; RuntimeError for bool.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.neg.html

    >>> import borch as torch
    >>> torch.neg(torch.tensor([1, -2]))
    tensor([-1,  2])
    """
    return np.negative(input)


@function()
def positive(input):
    """The input itself; RuntimeError for bool.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.positive.html

    >>> import borch as torch
    >>> torch.positive(torch.tensor([1.0, -2.0]))
    tensor([ 1., -2.])
    """
    if not isinstance(input, Tensor):
        raise TypeError(f"positive(): argument 'input' (position 1) must be Tensor, not {type_name(input)}")
    if input.dtype is dtypes.bool_:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


def _abs_out(out, ans, values):
    """A complex number's length may be cast, but to another complex dtype than the number's."""
    want = values[0]._array.dtype
    if out.dtype != want and (want.kind != "c" or out.dtype.kind == "c"):
        raise RuntimeError(FOUND_DTYPE.format(*(dtypes.from_numpy(d).legacy for d in (out.dtype, want))))


@op(
    out_dtype=_abs_out,
    kind="same",
    aliases=("absolute",),
    inplace=True,
    refuse={"bw": "abs_cpu"},
    plain=np.absolute,
    input=lambda g, input: g * sgn(input),
)
def abs(input):
    """The absolute value of each element; of a complex one its length, which is real.

    Shape and dtype are the input's. NotImplementedError for bool.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.abs.html

    >>> import borch as torch
    >>> torch.abs(torch.tensor([-1.5, 2.0]))
    tensor([1.5000, 2.0000])
    """
    return np.absolute(input)


def _abs_(self):
    """In-place version of `abs`."""
    if self.is_complex():
        raise RuntimeError("In-place abs is not supported for complex tensors.")
    return abs.op.inplace((self,), {})


Tensor.abs_ = Tensor.absolute_ = _abs_


def _sign(input):
    if input.dtype.kind != "f":
        return input.copy() if input.dtype == np.bool_ else np.sign(input)
    if input.size <= FEW:
        out = np.asarray(np.sign(input))
        if not some(out != out):
            return out
    # as int8 the comparisons are quick to subtract; NaN counts as 0
    zero = ZERO[input.dtype]
    difference = np.asarray(input > zero).view(INT8)
    difference -= np.asarray(input < zero).view(INT8)
    return difference.astype(input.dtype)


@op(
    out_dtype=FOUND_DTYPE,
    kind="same",
    inplace=True,
    refuse={
        "c": NotImplementedError(
            "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead."
        ),
        "w": "sign_cpu",
    },
    input=zeros,
)
def sign(input):
    """-1, 0 or 1 for each element, by its sign, in the input's dtype; NotImplementedError for complex.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sign.html

    >>> import borch as torch
    >>> torch.sign(torch.tensor([-0.5, 0.0, 3.0]))
    tensor([-1.,  0.,  1.])
    """
    return _sign(input)


def _sgn_gradient(g, input, out):
    array = input._array if isinstance(input, Tensor) else input
    if array.dtype.kind != "c":
        return zeros(g)
    length = OPS["abs"](input)
    zero = array == 0
    # the part of g along the direction of input does not turn it
    turned = (g - OPS["real"](conjugate(g) * out) * out) / length
    return where(zero, 0.0, turned)


@op(out_dtype=FOUND_DTYPE, kind="same", inplace=True, refuse={"w": "sign_cpu"}, input=_sgn_gradient)
def sgn(input):
    """The sign of each element: -1, 0 or 1, and for a complex one the number of length 1 with its angle (0 for 0).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sgn.html

    >>> import borch as torch
    >>> torch.sgn(torch.tensor([3 + 4j, 0j]))
    tensor([0.6000+0.8000j, 0.0000+0.0000j])
    """
    if input.dtype.kind != "c":
        return sign(input)
    length = np.absolute(input)
    return np.divide(input, length, out=np.zeros_like(input), where=length != 0)


@op(out_dtype=ONLY_BOOL.format("signbit"),
    refuse={"c": NotImplementedError("signbit is not implemented for complex tensors.")})  # fmt: skip
def signbit(input):
    """Whether the sign bit of each element is set, -0.0 included; a bool tensor.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.signbit.html

    >>> import borch as torch
    >>> torch.signbit(torch.tensor([-0.0, 1.0, -2.0]))
    tensor([ True, False,  True])
    """
    if input.dtype.kind in "bu":
        return np.zeros(input.shape, np.bool_)
    if input.dtype.kind == "f":
        return np.signbit(input)
    return np.signbit(dtypes.widen(input)) if input.dtype.kind != "i" else input < 0
