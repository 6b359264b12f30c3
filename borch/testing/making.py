"""make_tensor: a tensor of random values for a test, drawn from torch's stream.

Source: https://docs.pytorch.org/docs/stable/testing.html#torch.testing.make_tensor
"""

import math
import warnings

import numpy as np

from .._core import dtype as dtypes
from .._core.device import device as as_device
from .._core.op import OPS


def make_tensor(
    *shape,
    dtype,
    device,
    low=None,
    high=None,
    requires_grad=False,
    noncontiguous=False,
    exclude_zero=False,
    memory_format=None,
):
    """A tensor of `shape` with values drawn uniformly from [low, high).

    The defaults are [-9, 9) for floating and complex dtypes, -9 to 9 for signed integers, 0 to 9 for unsigned ones, and
    both values for bool. Bounds outside the dtype's finite values are moved to its limits. `noncontiguous` leaves gaps
    in memory; `exclude_zero` replaces zeros by the smallest normal number, or 1. ValueError for bounds that are NaN or
    leave nothing between them, for `requires_grad` with integers, and for `noncontiguous` with `memory_format`.

    >>> import borch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.testing.make_tensor((3,), dtype=torch.float32, device="cpu", low=-1, high=1)
    tensor([-0.0075,  0.5364, -0.8230])
    """
    shape = tuple(shape[0]) if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    if not isinstance(dtype, dtypes.dtype):
        raise TypeError(
            f"The requested dtype '{dtype}' is not supported by torch.testing.make_tensor(). To request support, file "
            "an issue at: https://github.com/pytorch/pytorch/issues"
        )
    as_device(device)
    inexact = dtype.is_floating_point or dtype.is_complex
    if requires_grad and not inexact:
        raise ValueError(
            f"`requires_grad=True` is not supported for boolean and integral dtypes, but got dtype={dtype}"
        )
    if noncontiguous and memory_format is not None:
        raise ValueError(
            f"The parameters `noncontiguous` and `memory_format` are mutually exclusive, but got {noncontiguous=} and "
            f"{memory_format=}"
        )
    gaps = noncontiguous and math.prod(shape) >= 2
    drawn = _draw((*shape[:-1], 2 * shape[-1]) if gaps else shape, dtype, low, high)
    if exclude_zero:
        array = drawn._array
        array[array == 0] = _smallest(dtype)
    if gaps:
        drawn = drawn[..., 1::2]
    elif memory_format is not None:
        drawn = drawn.clone(memory_format=memory_format)
    return drawn.requires_grad_(requires_grad) if requires_grad else drawn


def _smallest(dtype):
    if dtype.is_complex:
        tiny = dtypes.finfo(dtype.to_real()).tiny
        return complex(tiny, tiny)
    return np.asarray(dtypes.finfo(dtype).tiny).astype(dtype.numpy) if dtype.is_floating_point else 1


def _draw(shape, dtype, low, high):
    empty = OPS["empty"](shape, dtype=dtype)
    if dtype is dtypes.bool_:
        low, high = _bounds(low, high, 0, 2, 0, 2, dtype)
        return empty.random_(low, high)
    if dtype.is_floating_point or dtype.is_complex:
        limits = dtypes.finfo(dtype)
        low, high = _bounds(low, high, -9, 9, limits.min, limits.max, dtype)
        target = OPS["view_as_real"](empty) if dtype.is_complex else empty
        if low == high:
            return _filled(empty, target, low)
        if high - low > limits.max:
            target.uniform_(low / 2, high / 2).mul_(2)
        else:
            target.uniform_(low, high)
        return empty
    limits = dtypes.iinfo(dtype)
    least = -9 if limits.min < 0 else 0
    low, high = _bounds(low, high, least, 10, limits.min, limits.max + (dtype is not dtypes.int64), dtype)
    return OPS["randint"](math.ceil(low), math.ceil(high), shape, dtype=dtype)


def _filled(empty, target, value):
    warnings.warn(
        "Passing `low==high` to `torch.testing.make_tensor` for floating or complex types is deprecated since 2.1 and "
        "will be removed in 2.3. Use `torch.full(...)` instead.",
        FutureWarning,
        stacklevel=4,
    )
    target.uniform_(value, value)
    return empty


def _bounds(low, high, default_low, default_high, least, most, dtype):
    """The bounds to draw between: what was given or the default, moved to what the dtype can hold."""
    low = default_low if low is None else low
    high = default_high if high is None else high
    if math.isnan(low) or math.isnan(high):
        raise ValueError(f"`low` and `high` cannot be NaN, but got {low=} and {high=}")
    floating = dtype.is_floating_point or dtype.is_complex
    if low > high or (low == high and not floating):
        raise ValueError(f"`low` must be less than `high`, but got {low} >= {high}")
    if high < least or low > most:
        # torch names the largest value and not the open end
        top = most if floating or dtype is dtypes.bool_ else dtypes.iinfo(dtype).max + 1
        raise ValueError(
            f"The value interval specified by `low` and `high` is [{low}, {high}), but {dtype} only supports "
            f"[{least}, {top})"
        )
    return max(low, least), min(high, most)
