"""Bounds and choices between two tensors: clamp, maximum, minimum, fmax, fmin, copysign, heaviside, nextafter.

Source: https://docs.pytorch.org/docs/stable/torch.html#pointwise-ops
"""

import numpy as np

from .. import _kernels
from .._core import dtype as dtypes
from .._core.args import type_name
from .._core.halves import to_float16
from .._core.op import NUMBER, OPS, function, op
from .._core.tensor import Tensor
from .both import FOUND_DTYPE, array_of, constant, where
from .complex import zeros


# -------------------------------------------------------------------------------------------------------------- clamp
def _clamp(input, min, max):
    if min is not None:
        input = _kernels.maximum(min, input)  # the second of equal ones: a zero keeps its sign
    return _kernels.minimum(max, input) if max is not None else input


def _inside(input, min, max):
    x = array_of(input)
    inside = True
    if min is not None:
        inside = x >= array_of(min)
    return inside & (x <= array_of(max)) if max is not None else inside


def _clamp_input(g, input, min, max):
    return where(_inside(input, min, max), g, 0.0)


def _clamp_min(g, input, min, max):
    below = array_of(input) < array_of(min)
    if max is not None:
        below = below & (array_of(min) < array_of(max))
    return where(below, g, 0.0)


def _clamp_max(g, input, min, max):
    above = array_of(input) > array_of(max)
    if min is not None:
        above = above | (array_of(max) < array_of(min))
    return where(above, g, 0.0)


_COMPLEX = NotImplementedError("clamp is not supported for complex types")


@op(kind="same", name="clamp", node="ClampBackward1", method=False, namespace=None, input=_clamp_input)
def clamp_float(input, min=None, max=None):
    if min is not None and max is not None:
        return _kernels.clip(input, min, max)
    return _clamp(input, min, max)


@op(
    kind="promote",
    name="clamp",
    node="ClampBackward1",
    method=False,
    namespace=None,
    tensors=("input", "min", "max"),
    refuse={"w": "clamp_scalar_cpu", "c": _COMPLEX},
    out_dtype=FOUND_DTYPE,
    input=_clamp_input,
)
def clamp_number(input, min=None, max=None):
    return _clamp(input, min, max)


@op(
    kind="promote",
    name="clamp",
    node="ClampBackward0",
    method=False,
    namespace=None,
    refuse={"w": "clamp_cpu", "c": _COMPLEX},
    input=_clamp_input,
    min=_clamp_min,
    max=_clamp_max,
)
def clamp_tensor(input, min=None, max=None):
    if input.dtype.kind == "b" and min is not None and max is not None:
        raise NotImplementedError("\"clamp_cpu\" not implemented for 'Bool'")
    return _clamp(input, min, max)


clamp_float.op.apart = clamp_number.op.apart = clamp_tensor.op.apart = ()


def _read_bounds(input, min, max):
    """Which of the ops above a call means, and its bounds."""
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    tensors = [isinstance(v, (Tensor, np.ndarray)) for v in (min, max)]
    if any(tensors):
        if all(t or v is None for t, v in zip(tensors, (min, max), strict=True)):
            return clamp_tensor, min, max
        if not all(v.ndim == 0 for t, v in zip(tensors, (min, max), strict=True) if t):
            _refuse_bounds(input, min, max)
        min, max = (v.item() if t else v for t, v in zip(tensors, (min, max), strict=True))
    for bound in (min, max):
        if bound is not None and not isinstance(bound, NUMBER):
            _refuse_bounds(input, min, max)
        if isinstance(bound, complex) and input.dtype.is_floating_point:
            raise RuntimeError("value cannot be converted to type double without overflow")
        _check_range(input, bound)
    kernel = "clamp_min_scalar_cpu" if max is None else "clamp_max_scalar_cpu" if min is None else "clamp_scalar_cpu"
    _refuse_bool(input, kernel, min, max)
    return clamp_number, min, max


def _refuse_bool(input, kernel, *bounds):
    if input.dtype is dtypes.bool_ and all(b is None or type(b) is bool for b in bounds):
        raise NotImplementedError(f"\"{kernel}\" not implemented for 'Bool'")


def _check_range(input, bound):
    if type(bound) is int and input.dtype.category == dtypes.INTEGER:
        limits = np.iinfo(input.dtype.numpy)
        least = limits.min or -limits.max  # what is unsigned wraps around once
        if not least <= bound <= limits.max:
            word = "int" if input.dtype is dtypes.int32 else f"{input.dtype.name}_t"
            raise RuntimeError(f"value cannot be converted to type {word} without overflow")


def _refuse_bounds(input, min, max):
    got = ", ".join(type_name(v) for v in (input, min, max))
    raise TypeError(f"clamp() received an invalid combination of arguments - got ({got})")


def _clamp_call(input, min, max, out):
    quick = isinstance(input, Tensor) and out is None and type(min) in _QUICK and type(max) in _QUICK
    if quick and min is not max and input._array.dtype in dtypes.NUMPY_FLOATS:
        return clamp_float(input, min, max)
    if not isinstance(input, (Tensor, np.ndarray)):
        raise TypeError(f"clamp(): argument 'input' (position 1) must be Tensor, not {type_name(input)}")
    chosen, min, max = _read_bounds(input, min, max)
    return chosen(input, min, max) if out is None else chosen(input, min, max, out=out)


_QUICK = (int, float, type(None))


@function(aliases=("clip",))
def clamp(input, min=None, max=None, *, out=None):
    """Each element, or the bound it lies beyond: below `min` it becomes min, above `max` max.

    The bounds are numbers or tensors.

    Tensors broadcast; dtypes promote. RuntimeError without any bound, NotImplementedError for complex tensors.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.clamp.html

    >>> import borch as torch
    >>> torch.clamp(torch.tensor([-2.0, 0.5, 3.0]), min=-1, max=1)
    tensor([-1.0000,  0.5000,  1.0000])
    """
    return _clamp_call(input, min, max, out)


def _clamp_(self, min=None, max=None):
    """In-place version of `clamp`."""
    chosen, min, max = _read_bounds(self, min, max)
    return _inplace(chosen, self, min, max)


Tensor.clamp_ = Tensor.clip_ = _clamp_


def _inplace(chosen, self, *bounds):
    try:
        return chosen.op.inplace((self, *bounds), {})
    except RuntimeError as error:
        if "can't be cast" in str(error) and not any(
            isinstance(b, Tensor) for b in bounds
        ):  # here torch calls the dtype by another name
            raise RuntimeError(str(error).rpartition(" ")[0] + " " + dtypes.cpp_name(self.dtype.numpy)) from None
        raise


def _one_sided(name, node):
    """clamp_min or clamp_max: maximum or minimum with a number too, whose gradient at a tie is the input's."""
    low = name == "clamp_min"

    def beyond(input, bound):
        a, b = array_of(input), array_of(bound)
        return a < b if low else a > b

    def for_input(g, input, bound):
        a, b = array_of(input), array_of(bound)
        return where(a >= b if low else a <= b, g, 0.0)

    def for_bound(g, input, bound):
        return where(beyond(input, bound), g, 0.0)

    def compute(input, bound):
        return _kernels.maximum(bound, input) if low else _kernels.minimum(bound, input)

    refuse = {"w": f"{name}_scalar_cpu", "c": _COMPLEX}
    return op(kind="promote", name=name, node=node, namespace=None, strict="first", refuse=refuse, input=for_input,
              bound=for_bound)(compute)  # fmt: skip


_lower = _one_sided("clamp_min", ("ClampMinBackward1", "ClampMinBackward0", "ClampMinBackward0"))
_upper = _one_sided("clamp_max", ("ClampMaxBackward1", "ClampMaxBackward0", "ClampMaxBackward0"))


def _one_sided_twin(name, one_sided):
    def twin(self, bound):
        _refuse_complex("maximum_cpu" if name == "clamp_min_" else "minimum_cpu", self, bound)
        _refuse_bool(self, f"{name}scalar_cpu", bound)
        return _inplace(one_sided, self, bound)

    twin.__name__, twin.__doc__ = name, f"In-place version of `{name[:-1]}`."
    setattr(Tensor, name, twin)


_one_sided_twin("clamp_min_", _lower)
_one_sided_twin("clamp_max_", _upper)


def _refuse_complex(kernel, *values):
    """torch's words for a bound that is a tensor; of a number another part of it speaks."""
    if isinstance(values[1], Tensor):
        for t in values:
            if t._array.dtype.kind == "c":
                raise NotImplementedError(f"\"{kernel}\" not implemented for '{t.dtype.legacy}'")


@function()
def clamp_min(input, min, *, out=None):
    """Each element, or `min` where that is larger.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.clamp.html

    >>> import borch as torch
    >>> torch.clamp_min(torch.tensor([-2.0, 0.5]), 0)
    tensor([0.0000, 0.5000])
    """
    if isinstance(input, Tensor):
        _refuse_complex("maximum_cpu", input, min)
        _check_range(input, min)
        _refuse_bool(input, "clamp_min_scalar_cpu", min)
    return _lower(input, min) if out is None else _lower(input, min, out=out)


@function()
def clamp_max(input, max, *, out=None):
    """Each element, or `max` where that is smaller.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.clamp.html

    >>> import borch as torch
    >>> torch.clamp_max(torch.tensor([-2.0, 0.5]), 0)
    tensor([-2.,  0.])
    """
    if isinstance(input, Tensor):
        _refuse_complex("minimum_cpu", input, max)
        _check_range(input, max)
        _refuse_bool(input, "clamp_max_scalar_cpu", max)
    return _upper(input, max) if out is None else _upper(input, max, out=out)


# -------------------------------------------------------------------------------------------- the larger, the smaller
def _shared(g, loses, ties):
    """The gradient for an operand that gets nothing where it `loses` and half where it `ties`."""
    return where(loses, 0.0, where(ties, g * 0.5, g))


def _in_order(input, other):
    """The kernels take the second of two zeros; torch does in whole vectors and takes the first in few elements."""
    return (other, input) if input.nbytes < 64 else (input, other)


def _complex_refused(name, kernel):
    return {"w": kernel, "c": RuntimeError(f"{name} not implemented for complex tensors.")}


@op(
    kind="promote",
    strict=True,
    inplace=False,
    refuse=_complex_refused("maximum", "maximum_cpu"),
    input=lambda g, input, other: _shared(g, array_of(input) < array_of(other), array_of(input) == array_of(other)),
    other=lambda g, input, other: _shared(g, array_of(other) < array_of(input), array_of(input) == array_of(other)),
)
def maximum(input, other):
    """The larger of input and other, element by element; NaN where either is. At a tie each gets half the gradient.

    Shapes broadcast; dtypes promote. RuntimeError for complex tensors.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.maximum.html

    >>> import borch as torch
    >>> torch.maximum(torch.tensor([1, 5]), torch.tensor([3, 2]))
    tensor([3, 5])
    """
    return _kernels.maximum(*_in_order(input, other))


@op(
    kind="promote",
    strict=True,
    inplace=False,
    refuse=_complex_refused("minimum", "minimum_cpu"),
    input=lambda g, input, other: _shared(g, array_of(input) > array_of(other), array_of(input) == array_of(other)),
    other=lambda g, input, other: _shared(g, array_of(other) > array_of(input), array_of(input) == array_of(other)),
)
def minimum(input, other):
    """The smaller of input and other, element by element; NaN where either is. At a tie each gets half the gradient.

    Shapes broadcast; dtypes promote. RuntimeError for complex tensors.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.minimum.html

    >>> import borch as torch
    >>> torch.minimum(torch.tensor([1, 5]), torch.tensor([3, 2]))
    tensor([1, 2])
    """
    return _kernels.minimum(*_in_order(input, other))


def _first_wins(input, other, smaller):
    a, b = array_of(input), array_of(other)
    return ((a <= b) if smaller else (a >= b)) | np.isnan(b)


def _first_of_equals(choose, input, other):
    """Of two zeros the first, whatever the sign."""
    out = np.asarray(choose(input, other))
    if out.dtype.kind == "f" and not out.all():
        np.copyto(out, input, where=np.equal(input, other))
    return out


@op(
    kind="promote",
    strict=True,
    inplace=False,
    refuse=_complex_refused("fmax", "maximum_cpu"),
    input=lambda g, input, other: where(_first_wins(input, other, False), g, 0.0),
    other=lambda g, input, other: where(_first_wins(input, other, False), 0.0, g),
)
def fmax(input, other):
    """The larger of input and other, element by element; where one is NaN, the other.

    Shapes broadcast; dtypes promote. RuntimeError for complex tensors.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.fmax.html

    >>> import borch as torch
    >>> torch.fmax(torch.tensor([1.0, float("nan")]), torch.tensor([3.0, 2.0]))
    tensor([3., 2.])
    """
    return _first_of_equals(np.fmax, input, other)


@op(
    kind="promote",
    strict=True,
    inplace=False,
    refuse=_complex_refused("fmin", "minimum_cpu"),
    input=lambda g, input, other: where(_first_wins(input, other, True), g, 0.0),
    other=lambda g, input, other: where(_first_wins(input, other, True), 0.0, g),
)
def fmin(input, other):
    """The smaller of input and other, element by element; where one is NaN, the other.

    Shapes broadcast; dtypes promote. RuntimeError for complex tensors.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.fmin.html

    >>> import borch as torch
    >>> torch.fmin(torch.tensor([1.0, float("nan")]), torch.tensor([3.0, 2.0]))
    tensor([1., 2.])
    """
    return _first_of_equals(np.fmin, input, other)


# ---------------------------------------------------------------------------------------------- one by another's sign
def _copysign_gradient(g, input, out):
    x = array_of(input)
    same = where(np.asarray(x) == 0, 0.0, np.asarray(array_of(out) / x))
    return g * (OPS["sign"](_constant(g, same)) if isinstance(g, Tensor) else np.sign(same))


def _constant(g, array):
    from .._core.op import like

    return like(g, np.asarray(array, array_of(g).dtype))


@op(
    kind="float",
    strict="first",
    node=("CopysignBackward0", "CopysignBackward1", "CopysignBackward1"),
    refuse={"c": "copysign_cpu"},
    input=_copysign_gradient,
    reads={"input": ("input", "other")},
    other=zeros,
)
def copysign(input, other):
    """The size of input with the sign of other (-0.0 counts as negative). Integers become the default float.

    Shapes broadcast. Source: https://docs.pytorch.org/docs/stable/generated/torch.copysign.html

    >>> import borch as torch
    >>> torch.copysign(torch.tensor([1.0, -2.0]), torch.tensor([-0.0, 3.0]))
    tensor([-1.,  2.])
    """
    return np.copysign(input, other)


def _check_heaviside(o, input, values):
    if "c" in (input.dtype.kind, values.dtype.kind):
        raise RuntimeError("heaviside is not yet implemented for complex tensors.")
    if input.dtype != values.dtype:
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")


def _no_derivative(g):
    raise RuntimeError("derivative for aten::heaviside is not implemented")


@op(
    kind="same",
    strict=True,
    inplace=True,
    node="NotImplemented",
    refuse={"w": "heaviside_cpu", "c": RuntimeError("heaviside is not yet implemented for complex tensors.")},
    check=_check_heaviside,
    out_dtype=lambda out, ans, values: _check_heaviside(None, out, ans),
    input=_no_derivative,
    values=_no_derivative,
)
def heaviside(input, values):
    """0 where input is negative, `values` where it is 0, 1 where it is positive.

    Shapes broadcast; RuntimeError for different dtypes and for complex ones.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.heaviside.html

    >>> import borch as torch
    >>> torch.heaviside(torch.tensor([-1.5, 0.0, 2.0]), torch.tensor([0.5]))
    tensor([0.0000, 0.5000, 1.0000])
    """
    return np.where(input == 0, values, input > 0).astype(values.dtype)


def _half_nextafter(rounded, input, other):
    """Of bfloat16s the neighbour in the order of their bits; float16s numpy knows itself."""
    if rounded is to_float16:
        return np.nextafter(input.astype(np.float16), other.astype(np.float16))
    input, other = np.broadcast_arrays(np.asarray(input, np.float32), np.asarray(other, np.float32))
    bits = np.array(input, order="C").view(np.int32) >> 16
    place = np.where(bits < 0, -(bits & 0x7FFF), bits) + np.sign(np.nan_to_num(other - input)).astype(np.int32)
    size = np.abs(place).astype(np.uint32) << 16
    step = np.copysign(size.view(np.float32), np.where(place == 0, input, place))
    return np.where(np.isnan(input + other), np.float32(np.nan), np.where(input == other, other, step))


@op(
    kind="promote",
    strict=True,
    refuse={"biwc": "nextafter_cpu"},
    half=_half_nextafter,
    tensors=("input", "other"),
    input=lambda g, input, other: g * constant(g, array_of(input) != array_of(other)),
    other=zeros,
)
def nextafter(input, other):
    """The next floating point value after input on the way to other.

    Shapes broadcast; floating dtypes alone. Source: https://docs.pytorch.org/docs/stable/generated/torch.nextafter.html

    >>> import borch as torch
    >>> eps = torch.finfo(torch.float32).eps
    >>> torch.nextafter(torch.tensor([1.0]), torch.tensor([2.0])) == torch.tensor([1 + eps])
    tensor([True])
    """
    return np.nextafter(input, other)
