"""float16 and bfloat16 where torch computes in float32 and rounds in between: see the setting `half` of an op."""

import sys
from functools import partial

import numpy as np

from .dtype import BFLOAT16, BLOCK, blocks, cast, narrow, narrow_into, widen, widen_into

FLOAT16, FLOAT32 = np.dtype(np.float16), np.dtype(np.float32)
HALVES = frozenset((FLOAT16, BFLOAT16))
IN_BLOCKS = HALVES if sys.platform != "emscripten" else frozenset((BFLOAT16,))  # numpy has no SIMD there


def to_bfloat16(x):
    """float32 values rounded to those of bfloat16."""
    return widen(narrow(x))


def to_float16(x):
    """float32 values rounded to those of float16."""
    return np.asarray(x).astype(FLOAT16).astype(np.float32)


def alike(arrays):
    """Whether these are arrays of one half dtype and one shape."""
    first = arrays[0]
    return (
        type(first) is np.ndarray
        and first.dtype in HALVES
        and all(type(a) is np.ndarray and a.shape == first.shape and a.dtype == first.dtype for a in arrays)
    )


def of_halves(ufunc, arrays):
    """`ufunc` of such arrays, computed in float32 and rounded: in blocks where there are many and dense numbers."""
    first = arrays[0]
    if first.size >= BLOCK and first.dtype in IN_BLOCKS and all(a.flags.c_contiguous for a in arrays):
        return by_blocks(ufunc, arrays)
    return ufunc(*arrays) if first.dtype is FLOAT16 else narrow(ufunc(*map(widen, arrays)))


def by_blocks(ufunc, arrays):
    """`ufunc` of such arrays, computed in float32 and rounded while the cache still holds what it reads."""
    result = np.empty(arrays[0].shape, arrays[0].dtype)
    if result.dtype == FLOAT16 and ufunc in SUMS:
        for parts in blocks(*(a.view(INT16) for a in (*arrays, result))):
            write_sums(ufunc, *parts)
        return result
    memory = np.empty((max(3, len(arrays)), BLOCK), np.uint32)
    halves = [a.view(np.uint16) for a in (*arrays, result)]
    read, write = (widen_into, narrow_into) if result.dtype == BFLOAT16 else (float16_into, to_float16_into)
    for *sources, part in blocks(*halves):
        rooms = memory[:, : part.size]
        for room, source in zip(rooms, sources, strict=False):
            read(room, source)
        values = rooms.view(np.float32)
        ufunc(*values[: len(arrays)], out=values[0])
        write(part, values[0], rooms[1:].reshape(-1))
    return result


SUMS = (np.add, np.subtract)
INT16, UINT16, INT32, UINT32 = map(np.dtype, (np.int16, np.uint16, np.int32, np.uint32))
TO_FIELDS, TO_SIGN, FIELDS = (np.array(n, np.int32) for n in (13, 16, -0x70000001))
SIGN, SPLITTER = np.array(-0x8000, np.int16), np.array(2**13 + 1, np.float32)


def below_half_the_greatest(halves):
    """Whether all the numbers are so small that two of them add up to one within float16's range."""
    return halves.max() < 0x7800 and halves.view(UINT16).max() < 0xF800


def write_sums(ufunc, x, y, out):
    """Writes the sums or differences of float16 numbers: all three are given by their bits, as int16.

    The fields of a half, moved to where a float32 has them, are a number 2**-112 as large, and so is the sum of two. Its
    first 11 digits are split off as Veltkamp does, which rounds them, ties to even, where what is to be cut off ends in
    zeros.
    """
    if not (below_half_the_greatest(x) and below_half_the_greatest(y)):
        ufunc(x.view(FLOAT16), y.view(FLOAT16), out.view(FLOAT16))
        return
    first, second = np.empty((2, x.size), INT32)
    for half, bits in ((x, first), (y, second)):
        np.left_shift(half, TO_FIELDS, bits, dtype=INT32)
        np.bitwise_and(bits, FIELDS, bits)
    total, rest = first.view(FLOAT32), second.view(FLOAT32)
    ufunc(total, rest, total)
    np.multiply(total, SPLITTER, rest)
    np.subtract(rest, total, total)
    np.subtract(rest, total, total)
    np.right_shift(first, TO_FIELDS, out, dtype=INT32, casting="unsafe")
    sign = second.view(INT16)[: x.size]
    np.right_shift(first, TO_SIGN, sign, dtype=INT32, casting="unsafe")
    sign &= SIGN
    out |= sign


UP, DOWN = np.float32(2.0**112), np.float32(2.0**-112)  # the exponents of float16 and float32 differ by so much
LEAST, GREATEST = np.array([2.0**-14, 65520], np.float32).view(np.uint32)
SIGN_AND_REST = np.uint32(0x8FFFFFFF)


def float16_into(bits, halves):
    """Writes the bits of float32 values: the fields of a half, moved to their places, are a number 2**-112 as large."""
    if halves.view(np.int16).max() >= 0x7C00 or halves.max() >= 0xFC00:  # some are infinite or NaN
        bits.view(np.float32)[...] = halves.view(FLOAT16)
        return
    bits.view(np.int32)[...] = halves.view(np.int16)
    bits <<= 13
    bits &= SIGN_AND_REST
    values = bits.view(np.float32)
    values *= UP


def to_float16_into(halves, values, room):
    """Writes the bits of float16 numbers, ties to even, with `room` for two float32 arrays."""
    size = np.abs(values, out=room[: values.size].view(np.float32))
    bits, rounded = size.view(np.uint32), room[values.size :][: values.size]
    others = np.subtract(bits, LEAST, rounded) >= GREATEST - LEAST  # 0 and below the normal numbers, too large, NaN
    number = np.count_nonzero(others)
    if 8 * number > values.size:
        halves.view(FLOAT16)[...] = values
        return
    size *= DOWN
    np.right_shift(bits, 13, rounded)
    rounded &= 1
    rounded += bits
    rounded += 0xFFF
    rounded >>= 13
    np.right_shift(values.view(np.uint32), 16, bits)
    bits &= 0x8000
    rounded |= bits
    halves[...] = rounded
    if number:
        halves.view(FLOAT16)[others] = values[others]


def half_operand(value, target, rounds):
    """An operand of an op that computes in a half dtype, as float32.

    rounds  numbers, of which 0-dim tensors of a wider dtype are some, are brought to the dtype too
    """
    if isinstance(value, np.ndarray):
        if value.dtype != target.numpy and not rounds and not value.ndim:
            return cast(value, FLOAT32)
        return in_float32(cast(value, target.numpy))
    if value is None or not rounds:
        return value
    rounded = to_bfloat16 if target.numpy == BFLOAT16 else to_float16
    return float(rounded(np.float32(value)))


def in_float32(value):
    """float32 values of an array of a half dtype; everything else as it is."""
    if not isinstance(value, np.ndarray):
        return value
    return value.astype(FLOAT32) if value.dtype == FLOAT16 else widen(value)


def is_wide(value):
    """Whether a value is an array of floats of another dtype than the half ones."""
    return isinstance(value, np.ndarray) and value.dtype.kind == "f" and value.dtype != FLOAT16


def rounding(half, target):
    """`half` with its first argument given, the function that rounds to `target`."""
    return partial(half, to_bfloat16 if target == BFLOAT16 else to_float16)


def add_each(rounded, out, places, values):
    """Adds the columns of `values` to the columns `places` of `out` one after another, each sum rounded."""
    order = np.argsort(places, kind="stable")
    placed = places[order]
    counted = np.arange(placed.size)
    first = np.ones(placed.size, np.bool_)
    first[1:] = placed[1:] != placed[:-1]
    rank = counted - np.maximum.accumulate(np.where(first, counted, 0))
    for k in range(int(rank.max(initial=-1)) + 1):
        at = order[rank == k]
        out[:, places[at]] = rounded(out[:, places[at]] + values[:, at])
    return out


class Stepwise(np.ndarray):
    """float32 numbers of a half dtype: whatever numpy computes of them is rounded to that dtype at each step."""

    rounded = None

    def __array_finalize__(self, source):
        self.rounded = getattr(source, "rounded", None)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        plain = [np.asarray(x) if isinstance(x, Stepwise) else x for x in inputs]
        if "out" in kwargs:
            kwargs["out"] = tuple(np.asarray(x) for x in kwargs["out"])
        result = getattr(ufunc, method)(*plain, **kwargs)
        if getattr(result, "dtype", None) != FLOAT32:
            return result
        result = np.asarray(self.rounded(result)).view(Stepwise)
        result.rounded = self.rounded
        return result


def stepwise(fn):
    """`fn` as a setting `half`: the same steps, each of them rounded."""

    def half(rounded, *args, **kwargs):
        return np.asarray(fn(*(_in_steps(a, rounded) for a in args), **kwargs))

    return half


def _in_steps(value, rounded):
    if not isinstance(value, np.ndarray) or value.dtype != FLOAT32:
        return value
    steps = value.view(Stepwise)
    steps.rounded = rounded
    return steps


def rounding_steps(array, dtype):
    """float32 or float16 numbers of a half dtype, whose sums and products are rounded to it."""
    return _in_steps(in_float32(array), to_bfloat16 if dtype == BFLOAT16 else to_float16)
