"""Tensors of numbers between two bounds: arange, range, linspace, logspace.

Source: https://docs.pytorch.org/docs/stable/torch.html#creation-ops
"""

import math
import warnings

import numpy as np

from .._core import dtype as dtypes
from .._core.args import as_index, type_name
from .._core.op import function, wrap
from .._core.tensor import Tensor
from .options import as_number, check_dtype, check_options, form, fresh, into, is_number

_OPTIONS = (
    "torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool "
    "requires_grad = False)\n"
)
_ARANGE = (
    f" * (Number end, *, Tensor out = None, {_OPTIONS} * (Number start, Number end, *, {_OPTIONS}"
    f" * (Number start, Number end, Number step = 1, *, Tensor out = None, {_OPTIONS}"
)


def _words(args, kwargs):
    return ", ".join([*map(type_name, args), *(f"{k}={type_name(v)}" for k, v in kwargs.items())])


def _bounds(args, start, end, step, name):
    """(start, end, step) from `(end)`, `(start, end)` and `(start, end, step)`, positional or by keyword."""
    given = {k: v for k, v in (("start", start), ("end", end), ("step", step)) if v is not None}
    values = list(args)
    if len(values) == 1 and "start" not in given and "end" not in given:
        values.insert(0, 0)
    elif not values and "start" not in given and "end" in given:
        values.append(0)
    names = ("start", "end", "step")
    found = {**dict(zip(names, values, strict=False)), **given}
    wrong = len(values) > 3 or set(names[: len(values)]) & set(given) or not {"start", "end"} <= set(found)
    if not wrong and len(args) == 1 and not given and not is_number(args[0]):
        raise TypeError(f"{name}(): argument 'end' (position 1) must be Number, not {type_name(args[0])}")
    if wrong or not all(map(is_number, found.values())):
        raise TypeError(
            f"{name}() received an invalid combination of arguments - got ({_words(args, given)}), but expected one of:\n"
            + _ARANGE
        )
    numbers = [as_number(found["start"]), as_number(found["end"]), as_number(found.get("step", 1))]
    for n in numbers:
        if isinstance(n, complex):
            raise RuntimeError("value cannot be converted to type double without overflow")
    return numbers


def _check_range(start, end, step):
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start} -> {end}")
    if (step > 0 and start > end) or (step < 0 and start < end):
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")


def steps_from(start, step, count, dtype):
    """start + k * step for k < count, rounded as torch rounds it."""
    if dtype.category == dtypes.INTEGER:
        return (int(start) + np.arange(count, dtype=np.int64) * int(step)).astype(dtype.numpy)
    wide = np.longdouble if dtype is dtypes.float64 else np.float64
    lanes = 32 // dtype.itemsize
    start, step = wide(start), wide(step)
    vectors = count // (2 * lanes) * (2 * lanes)
    values = dtypes.cast(start + np.arange(vectors, count).astype(wide) * step, dtype.numpy)
    if vectors:  # torch counts these from the rounded first element of each vector
        base = start + np.arange(0, vectors, lanes).astype(wide) * step
        base = dtypes.widen(dtypes.cast(base, dtype.numpy)).astype(wide)
        counted = dtypes.cast((base[:, None] + np.arange(lanes).astype(wide) * step).reshape(-1), dtype.numpy)
        values = np.concatenate((counted, values))
    return values


@function(method=False)
def arange(
    *args, start=None, end=None, step=None, out=None, dtype=None, layout=None, device=None, pin_memory=False,
    requires_grad=False,
):  # fmt: skip
    """The numbers from `start` (0) up to but not including `end`, `step` (1) apart.

    int64 when all three are ints, else the default dtype. RuntimeError when the step leads away from `end`.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.arange.html

    >>> import borch as torch
    >>> torch.arange(1, 2.5, 0.5)
    tensor([1.0000, 1.5000, 2.0000])
    """
    plain = dtype is out is start is end is step is device is layout is None and requires_grad is pin_memory is False
    if plain and len(args) <= 3 and set(map(type, args)) == {int}:
        bounds = (0, args[0], 1) if len(args) == 1 else args if len(args) == 3 else (*args, 1)
        _check_range(*bounds)
        return wrap(np.arange(*bounds, dtype=np.int64))
    start, end, step = _bounds(args, start, end, step, "arange")
    meta = False
    if device is not None or layout is not None or pin_memory or requires_grad is not False:
        meta = check_options("arange", device, layout, pin_memory, requires_grad)
    wanted = check_dtype(dtype, "arange")
    exact = isinstance(start, int) and isinstance(end, int) and isinstance(step, int)
    dtype = wanted or (out.dtype if out is not None else None) or (dtypes.int64 if exact else dtypes.default.real)
    _check_range(start, end, step)
    if dtype.category in (dtypes.BOOL, dtypes.COMPLEX):
        raise NotImplementedError(f"\"arange_cpu\" not implemented for '{dtype.legacy}'")
    if dtype is dtypes.int64 or exact:
        a, b, s = int(start), int(end), int(step)
        if s == 0:
            raise ValueError("step must be nonzero")
        count = max(0, -((a - b) // s)) if dtype is dtypes.int64 else math.ceil((end - start) / step)
    else:
        count = math.ceil((end - start) / step)
    if meta and out is None:
        return fresh(form((count,), dtype.numpy), requires_grad)
    array = steps_from(start, step, count, dtype)
    if out is None:
        return fresh(array, requires_grad)
    if isinstance(out, Tensor) and out._array.size != count and out._array.size:
        warnings.warn(
            f"The number of elements in the out tensor of shape {list(out.shape)} is {out._array.size} which does not match "
            f"the computed number of elements {count}. Note that this may occur as a result of rounding error. The out "
            f"tensor will be resized to a tensor of shape ({count},).",
            stacklevel=2,
        )
    return _into(out, array, "arange", wanted)


@function(method=False, name="range")
def range_(
    *args, start=None, end=None, step=None, out=None, dtype=None, layout=None, device=None, pin_memory=False,
    requires_grad=False,
):  # fmt: skip
    """The numbers from `start` up to and including `end`, `step` apart, in the default dtype; deprecated in torch.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.range.html

    >>> import warnings, borch as torch
    >>> with warnings.catch_warnings(action="ignore"):
    ...     print(torch.range(1, 3))
    tensor([1., 2., 3.])
    """
    warnings.warn(
        "torch.range is deprecated and will be removed in a future release because its behavior is inconsistent with "
        "Python's range builtin. Instead, use torch.arange, which produces values in [start, end).",
        UserWarning,
        stacklevel=2,
    )
    start, end, step = _bounds(args, start, end, step, "range")
    meta = check_options("range", device, layout, pin_memory, requires_grad)
    wanted = check_dtype(dtype, "range")
    _check_range(start, end, step)
    dtype = wanted or (out.dtype if out is not None else dtypes.default.real)
    array = steps_from(start, step, math.floor((end - start) / step) + 1, dtype)
    return into(out, array, "range", wanted) if out is not None else fresh(array, requires_grad, meta)


def _end(value, name, word):
    if isinstance(value, Tensor):
        if value._array.ndim:
            raise RuntimeError(
                f"{name} only supports 0-dimensional start and end tensors, but got {word} with {value._array.ndim} "
                "dimension(s)."
            )
        return value.item()
    return as_number(value)


def _check_steps(start, end, steps, name):
    ok = isinstance(start, Tensor) or is_number(start)
    ok = ok and (isinstance(end, Tensor) or is_number(end))
    if not ok or steps is None or isinstance(steps, bool) or not hasattr(steps, "__index__"):
        given = [start, end] if steps is None else [start, end, steps]
        raise TypeError(
            f"{name}() received an invalid combination of arguments - got ({_words(given, {})}), but expected one of:\n"
            + "".join(
                f" * ({a} start, {b} end, int steps, *, Tensor out = None, {_OPTIONS}"
                for a, b in (("Tensor", "Tensor"), ("Number", "Tensor"), ("Tensor", "Number"), ("Number", "Number"))
            )
        )
    steps = as_index(steps)
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    if isinstance(start, Tensor) and isinstance(end, Tensor) and (start._array.ndim or end._array.ndim):
        raise RuntimeError(
            f"{name} only supports 0-dimensional start and end tensors, but got start with {start._array.ndim} "
            f"dimension(s) and end with {end._array.ndim} dimension(s)."
        )
    return _end(start, name, "start"), _end(end, name, "end"), steps


def _line_dtype(start, end, out, dtype, name):
    wanted = check_dtype(dtype, name)
    if wanted is None and out is None:
        return None, dtypes.default.complex if complex in (type(start), type(end)) else dtypes.default.real
    return wanted, wanted or out.dtype


def evenly(start, end, steps, dtype):
    """`steps` numbers from `start` to `end`: counted from the start in the first half and from the end in the second."""
    if steps == 1:
        return dtypes.cast(np.array([start]), dtype.numpy)
    k = np.arange(steps, dtype=np.int64)
    if dtype.category == dtypes.INTEGER:
        start, end = int(start), int(end)
        step = np.longdouble((float(end) - float(start)) / (steps - 1))  # product and sum are rounded together
        low, high = (x.astype(np.float64) for x in (start + step * k, end - step * (steps - 1 - k)))
        return np.where(k < steps // 2, low, high).astype(np.int64).astype(dtype.numpy)
    rounded = lambda x: dtypes.widen(dtypes.cast(np.asarray(x), dtype.numpy))  # noqa: E731
    first, last = rounded(start), rounded(end)
    step = rounded((last - first) / first.dtype.type(steps - 1))
    if dtype.itemsize == 2:  # every product is rounded
        counted = rounded(k.astype(first.dtype))
        low, high = first + rounded(step * counted), last - rounded(step * counted[::-1])
    else:  # product and sum are rounded together
        wide = {"float32": np.float64, "float64": np.longdouble}.get(dtype.name, first.dtype)
        half = steps // 2
        counted = np.arange(steps - half).astype(wide)
        first, last, step = first.astype(wide), last.astype(wide), step.astype(wide)
        low, high = first + step * counted[:half], last - step * counted[::-1]
        return dtypes.cast(np.concatenate((low, high)), dtype.numpy)
    return dtypes.cast(np.where(k < steps // 2, low, high), dtype.numpy)


def _into(out, array, name, dtype):
    """`into`, for a tensor with as many elements whatever its shape."""
    if isinstance(out, Tensor) and out._array.size == array.size:
        array = array.reshape(out._array.shape)
    return into(out, array, name, dtype)


@function(method=False)
def linspace(
    start, end, steps=None, *, out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False
):
    """`steps` numbers from `start` to `end`, both included, evenly apart.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linspace.html

    >>> import borch as torch
    >>> torch.linspace(0, 1, 5)
    tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])
    """
    start, end, steps = _check_steps(start, end, steps, "linspace")
    meta = check_options("linspace", device, layout, pin_memory, requires_grad)
    wanted, dtype = _line_dtype(start, end, out, dtype, "linspace")
    if dtype is dtypes.bool_ and steps > 1:
        raise NotImplementedError("\"linspace_cpu\" not implemented for 'Bool'")
    array = evenly(start, end, steps, dtype) if steps else np.empty(0, dtype.numpy)
    return _into(out, array, "linspace", wanted) if out is not None else fresh(array, requires_grad, meta)


@function(method=False)
def logspace(
    start, end, steps=None, base=10.0, *, out=None, dtype=None, layout=None, device=None, pin_memory=False,
    requires_grad=False,
):  # fmt: skip
    """`base` to the power of `steps` numbers from `start` to `end`, both included, evenly apart.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.logspace.html

    >>> import borch as torch
    >>> torch.logspace(0, 2, 3)
    tensor([  1.,  10., 100.])
    """
    start, end, steps = _check_steps(start, end, steps, "logspace")
    meta = check_options("logspace", device, layout, pin_memory, requires_grad)
    wanted, dtype = _line_dtype(start, end, out, dtype, "logspace")
    if dtype is dtypes.bool_ and steps > 1:
        raise NotImplementedError("\"logspace_cpu\" not implemented for 'Bool'")
    array = _powers(base, start, end, steps, dtype) if steps else np.empty(0, dtype.numpy)
    return _into(out, array, "logspace", wanted) if out is not None else fresh(array, requires_grad, meta)


def _powers(base, start, end, steps, dtype):
    if dtype.is_complex:
        return np.power(np.array(base, dtype.numpy), evenly(start, end, steps, dtype)).astype(dtype.numpy)
    start, end = (_held(x, dtype) for x in (start, end))
    exponents = np.array([start], np.float64)
    if steps > 1:
        k = np.arange(steps, dtype=np.float64)
        inexact = dtypes.float32 if dtype.category == dtypes.FLOAT and dtype.itemsize < 8 else dtypes.float64
        step = _held((end - start) / (steps - 1), inexact)
        exponents = np.where(
            k < steps // 2,
            _held(start + _held(step * k, inexact), inexact),
            _held(end - _held(step * (steps - 1 - k), inexact), inexact),
        )
    return dtypes.cast(np.power(float(base), exponents), dtype.numpy)


def _held(value, dtype):
    """The numbers that `dtype` holds for `value`, in float64."""
    return dtypes.widen(dtypes.cast(np.asarray(value, np.float64), dtype.numpy)).astype(np.float64)
