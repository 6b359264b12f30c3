"""Comparisons and questions: eq to ge, isclose, equal, allclose, isnan and its kin, the logical ops. Results are bool.

Source: https://docs.pytorch.org/docs/stable/torch.html#comparison-ops
"""

from functools import partial

import numpy as np

from .._core.args import type_name
from .._core.dtype import widen
from .._core.halves import to_float16
from .._core.nodata import is_meta, refused
from .._core.op import function, op, wrap
from .._core.tensor import Tensor
from .both import ONLY_BOOL
from .complex import zeros

BOTH = ("input", "other")
comparison = partial(op, kind="compare", input=zeros, other=zeros, tensors=BOTH, strict="first")


@comparison(plain=np.equal)
def eq(input, other):
    """Whether input equals other, element by element; NaN equals nothing.

    Shapes broadcast. Source: https://docs.pytorch.org/docs/stable/generated/torch.eq.html

    >>> import borch as torch
    >>> torch.eq(torch.tensor([1, 2]), torch.tensor([1, 3]))
    tensor([ True, False])
    """
    return np.equal(input, other)


@comparison(plain=np.not_equal, aliases=("not_equal",))
def ne(input, other):
    """Whether input differs from other, element by element.

    Shapes broadcast. Source: https://docs.pytorch.org/docs/stable/generated/torch.ne.html

    >>> import borch as torch
    >>> torch.ne(torch.tensor([1, 2]), 2)
    tensor([ True, False])
    """
    return np.not_equal(input, other)


@comparison(plain=np.less, aliases=("less",), refuse={"cw": "lt_cpu"})
def lt(input, other):
    """Whether input is smaller than other, element by element.

    Shapes broadcast; NotImplementedError for complex tensors.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.lt.html

    >>> import borch as torch
    >>> torch.lt(torch.tensor([1, 2]), 2)
    tensor([ True, False])
    """
    return np.less(input, other)


@comparison(plain=np.less_equal, aliases=("less_equal",), refuse={"cw": "le_cpu"})
def le(input, other):
    """Whether input is at most other, element by element.

    Shapes broadcast; NotImplementedError for complex tensors.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.le.html

    >>> import borch as torch
    >>> torch.le(torch.tensor([1, 3]), 2)
    tensor([ True, False])
    """
    return np.less_equal(input, other)


@comparison(plain=np.greater, aliases=("greater",), refuse={"cw": "gt_cpu"})
def gt(input, other):
    """Whether input is larger than other, element by element.

    Shapes broadcast; NotImplementedError for complex tensors.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.gt.html

    >>> import borch as torch
    >>> torch.gt(torch.tensor([1, 3]), 2)
    tensor([False,  True])
    """
    return np.greater(input, other)


@comparison(plain=np.greater_equal, aliases=("greater_equal",), refuse={"cw": "ge_cpu"})
def ge(input, other):
    """Whether input is at least other, element by element.

    Shapes broadcast; NotImplementedError for complex tensors.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.ge.html

    >>> import borch as torch
    >>> torch.ge(torch.tensor([1, 3]), torch.tensor([[1], [3]]))
    tensor([[ True,  True],
            [False,  True]])
    """
    return np.greater_equal(input, other)


# ------------------------------------------------------------------------------------------------------- close or equal
def _check_tensor(value, name, argument, position):
    if not isinstance(value, Tensor):
        raise TypeError(f"{name}(): argument '{argument}' (position {position}) must be Tensor, not {type_name(value)}")


@function()
def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether |input - other| <= atol + rtol * |other|, element by element; infinities are close to themselves alone.

    Shapes broadcast; RuntimeError for different dtypes and negative tolerances.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.isclose.html

    >>> import borch as torch
    >>> torch.isclose(torch.tensor([1.0, 2.0]), torch.tensor([1.0 + 1e-6, 3.0]))
    tensor([ True, False])
    """
    _check_tensor(input, "isclose", "input", 1)
    _check_tensor(other, "isclose", "other", 2)
    if input.dtype is not other.dtype:
        raise RuntimeError(f"{input.dtype.legacy} did not match {other.dtype.legacy}")
    for word, value in (("rtol", rtol), ("atol", atol)):
        if not value >= 0:
            raise RuntimeError(f"{word} must be greater than or equal to zero, but got {value:g}")
    a, b = widen(input._array), widen(other._array)
    close = eq(input, other)._array
    if equal_nan and a.dtype.kind in "fc":
        close = close | (np.isnan(a) & np.isnan(b))
    if rtol == 0 and atol == 0:
        return wrap(close)
    if a.dtype.kind in "biu":
        a, b = a.astype(np.float32), b.astype(np.float32)
    difference = np.abs(a - b)
    return wrap(close | (np.isfinite(difference) & (difference <= atol + np.abs(rtol * b))))


@function()
def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all elements are close, as a Python bool: see `torch.isclose`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.allclose.html

    >>> import borch as torch
    >>> torch.allclose(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.0 + 1e-6]))
    True
    """
    _check_tensor(input, "allclose", "input", 1)
    _check_tensor(other, "allclose", "other", 2)
    return bool(isclose(input, other, rtol, atol, equal_nan)._array.all())


@function()
def equal(input, other):
    """Whether both tensors have the same shape and elements, as a Python bool; NaN equals nothing.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.equal.html

    >>> import borch as torch
    >>> torch.equal(torch.tensor([1, 2]), torch.tensor([1, 2]))
    True
    """
    _check_tensor(input, "equal", "input", 1)
    _check_tensor(other, "equal", "other", 2)
    if is_meta(input._array) or is_meta(other._array):
        raise refused("equal")
    if input._array.shape != other._array.shape:
        return False
    return bool(np.equal(widen(input._array), widen(other._array)).all())


# ----------------------------------------------------------------------------------------------------- kinds of numbers
@op(kind="same", inplace=False)
def isnan(input):
    """Whether each element is NaN; a complex one when either part is.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.isnan.html

    >>> import borch as torch
    >>> torch.isnan(torch.tensor([1.0, float("nan")]))
    tensor([False,  True])
    """
    return np.isnan(input)


@op(kind="same", inplace=False)
def isinf(input):
    """Whether each element is infinite, of either sign; a complex one when either part is.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.isinf.html

    >>> import borch as torch
    >>> torch.isinf(torch.tensor([1.0, -float("inf")]))
    tensor([False,  True])
    """
    return np.isinf(input)


@op(kind="same", inplace=False)
def isfinite(input):
    """Whether each element is neither infinite nor NaN.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.isfinite.html

    >>> import borch as torch
    >>> torch.isfinite(torch.tensor([1.0, float("inf"), float("nan")]))
    tensor([ True, False, False])
    """
    return np.isfinite(input)


@op(kind="same", inplace=False, refuse={"c": RuntimeError("isposinf does not support complex inputs.")},
    out_dtype=ONLY_BOOL.format("isposinf"))  # fmt: skip
def isposinf(input):
    """Whether each element is positive infinity.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.isposinf.html

    >>> import borch as torch
    >>> torch.isposinf(torch.tensor([-float("inf"), float("inf")]))
    tensor([False,  True])
    """
    return np.equal(input, np.inf)


@op(kind="same", inplace=False, refuse={"c": RuntimeError("isneginf does not support complex inputs.")},
    out_dtype=ONLY_BOOL.format("isneginf"))  # fmt: skip
def isneginf(input):
    """Whether each element is negative infinity.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.isneginf.html

    >>> import borch as torch
    >>> torch.isneginf(torch.tensor([-float("inf"), float("inf")]))
    tensor([ True, False])
    """
    return np.equal(input, -np.inf)


REAL = (int, float, np.floating, np.integer, np.bool_)


def _half_nan_to_num(rounded, input, nan=None, posinf=None, neginf=None):
    return _without_nan(input, 65504.0 if rounded is to_float16 else 255 * 2.0**120, nan, posinf, neginf)


@op(
    kind="same",
    inplace=True,
    half=_half_nan_to_num,
    out_dtype="nan_to_num: dtype of out: {} should be same as input: {}",
    input=lambda g, input: g * _finite(g, input),
)
def nan_to_num(input, nan=None, posinf=None, neginf=None):
    """Each element, with NaN replaced by `nan` (0), and the infinities by `posinf` and `neginf` (the dtype's limits).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nan_to_num.html

    >>> import borch as torch
    >>> torch.nan_to_num(torch.tensor([float("nan"), 1.0, float("inf")]), posinf=9.0)
    tensor([0., 1., 9.])
    """
    for number in (nan, posinf, neginf):
        if number is not None and not (isinstance(number, REAL) or getattr(number, "ndim", 1) == 0):
            raise TypeError("nan_to_num() takes numbers")
    if input.dtype.kind in "biu":
        return input.copy()
    if input.dtype.kind == "c":
        out = np.empty_like(input)
        out.real = nan_to_num.op.fn(input.real, nan, posinf, neginf)
        out.imag = nan_to_num.op.fn(input.imag, nan, posinf, neginf)
        return out
    return _without_nan(input, np.finfo(input.dtype).max, nan, posinf, neginf)


def _without_nan(input, largest, nan, posinf, neginf):
    out = np.where(np.isnan(input), input.dtype.type(0 if nan is None else nan), input)
    out[out == np.inf] = largest if posinf is None else posinf
    out[out == -np.inf] = -largest if neginf is None else neginf
    return out


def _finite(g, input):
    from .both import array_of
    from .complex import like

    return like(g, np.isfinite(array_of(input)).astype(array_of(g).dtype))


# -------------------------------------------------------------------------------------------------------------- logical
@op(kind="same", inplace=True, refuse={"w": "logical_not_cpu"})
def logical_not(input):
    """Whether each element is zero.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.logical_not.html

    >>> import borch as torch
    >>> torch.logical_not(torch.tensor([0, 1, -3]))
    tensor([ True, False, False])
    """
    return np.logical_not(input)


@op(kind="same", inplace=True, strict=True, tensors=BOTH, refuse={"w": "logical_and_cpu"})
def logical_and(input, other):
    """Whether both elements are other than zero.

    Shapes broadcast; any dtypes. Source: https://docs.pytorch.org/docs/stable/generated/torch.logical_and.html

    >>> import borch as torch
    >>> torch.logical_and(torch.tensor([0, 1]), torch.tensor([5, 5]))
    tensor([False,  True])
    """
    return np.logical_and(input, other)


@op(kind="same", inplace=True, strict=True, tensors=BOTH, refuse={"w": "logical_or_cpu"})
def logical_or(input, other):
    """Whether at least one of the two elements is other than zero.

    Shapes broadcast; any dtypes. Source: https://docs.pytorch.org/docs/stable/generated/torch.logical_or.html

    >>> import borch as torch
    >>> torch.logical_or(torch.tensor([0, 1]), torch.tensor([0, 0]))
    tensor([False,  True])
    """
    return np.logical_or(input, other)


@op(kind="same", inplace=True, strict=True, tensors=BOTH, refuse={"w": "logical_xor_cpu"})
def logical_xor(input, other):
    """Whether exactly one of the two elements is other than zero.

    Shapes broadcast; any dtypes. Source: https://docs.pytorch.org/docs/stable/generated/torch.logical_xor.html

    >>> import borch as torch
    >>> torch.logical_xor(torch.tensor([0, 1]), torch.tensor([5, 5]))
    tensor([ True, False])
    """
    return np.logical_xor(input, other)


for _logical in (logical_not, logical_and, logical_or, logical_xor):
    _logical.op.unrecorded = True
