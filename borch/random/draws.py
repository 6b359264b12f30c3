"""Distributions that use a fixed number of words per value, as arrays: uniform, normal, integers, permutations ...

What belongs here: array-level draws whose loop is numpy's; those that reject and draw again are in rejection.py.
dtype is torch's name; a "bfloat16" array is a float32 array whose values are rounded to bfloat16.
"""

import math
import sys

import numpy as np

from .. import _kernels
from .._core.numbers import number
from .box_muller import fma, fma64, normal_blocks

F32, UINT64 = np.float32, np.dtype(np.uint64)
TAU = 2 * math.pi
DIGITS = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53}
BLOCK = 1 << 15  # numbers drawn at once where none of them is kept
INT_MAX = {"bool": 1, "uint8": 255, "int8": 127, "int16": 2**15 - 1, "int32": 2**31 - 1, "int64": 2**63 - 1}
REAL_PART = {"complex64": "float32", "complex128": "float64"}


def storage(dtype):
    """numpy's dtype for the elements of a torch dtype."""
    return np.dtype(F32 if dtype == "bfloat16" else dtype)


def round_to(values, dtype):
    """values, of any float dtype, in the precision of `dtype`, through float32 for the 16-bit ones as torch does."""
    if dtype == "float64":
        return np.asarray(values, np.float64)
    values = np.asarray(values, F32)
    if dtype == "float16":
        with np.errstate(over="ignore"):
            return values.astype(np.float16)
    return round_bfloat16(values) if dtype == "bfloat16" else values


def round_bfloat16(values):
    """float32 values rounded to the nearest bfloat16, ties to even; a NaN stays one."""
    bits = values.view(np.uint32)
    odd = (bits >> np.uint32(16)) & np.uint32(1)
    rounded = ((bits + (np.uint32(0x7FFF) + odd)) & np.uint32(0xFFFF0000)).view(F32)
    return np.where(np.isnan(values), values, rounded)


def libm(name, x, exact=True):
    """math.<name> of each element of a float64 array.

    numpy's own float64 loops, but for sine and cosine, differ from the C library in the last bit here and there. That
    can only be seen in a float64 result, so exact=False takes them; under Pyodide both are the same C library.
    """
    if (exact or x.size < 16) and sys.platform != "emscripten":
        return np.fromiter(map(getattr(math, name), x.ravel().tolist()), np.float64, x.size).reshape(x.shape)
    return getattr(np, name)(x)


def uniform(generator, shape, dtype="float32", low=0.0, high=1.0):
    """Uniform numbers in [low, high)."""
    if dtype == "float32" and low == 0 and high == 1:
        return generator.uniform24(math.prod(shape)).reshape(shape)
    if dtype in REAL_PART:
        return uniform(generator, (*shape, 2), REAL_PART[dtype], low, high).view(dtype)[..., 0]
    n = math.prod(shape)
    if dtype == "float64":
        u = generator.uniform53(n)
        if low != 0 or high != 1:
            u = fma64(u, np.float64(high) - np.float64(low), np.float64(low))
            u[u == high] = low
        return u.reshape(shape)
    u = generator.uniform24(n)
    low, high = F32(low), F32(high)
    if low != 0 or high != 1:
        u = fma(u, high - low, low)
    u = round_to(u, dtype)
    u[u == round_to(high, dtype)] = round_to(low, dtype)
    return u.reshape(shape)


def normal(generator, shape, dtype="float32", mean=0.0, std=1.0, contiguous=True):
    """Normal numbers. From 16 elements of a contiguous array on torch fills blocks of 16, else it draws pairs."""
    if dtype in REAL_PART:
        parts = normal(generator, (*shape, 2), REAL_PART[dtype], mean, std / math.sqrt(2), contiguous)
        return parts.view(dtype)[..., 0]
    n = math.prod(shape)
    if n < 16 or not contiguous:
        return round_to(scalar_normal(generator, n, mean, std, dtype == "float64"), dtype).reshape(shape)
    if dtype == "float64":
        return _fill_float64(generator, n, mean, std).reshape(shape)
    whole = n - n % 16
    if dtype == "float32":
        out = generator.uniform24(n)
    else:  # the 16-bit kernels draw block by block and so never draw the words that the last block replaces
        out = np.empty(n, F32)
        out[:whole] = generator.uniform24(whole)
    _kernels.normal_blocks(out[:whole], mean, std, normal_blocks)
    if n % 16:
        last = generator.uniform24(16)
        _kernels.normal_blocks(last, mean, std, normal_blocks)
        out[-16:] = last
    return round_to(out, dtype).reshape(shape)


def _fill_float64(generator, n, mean, std):
    u = generator.uniform53(n)
    last = generator.uniform53(16 if n % 16 else 0)
    blocks = np.concatenate([u[: n - n % 16], last]).reshape(-1, 2, 8)
    radius = np.sqrt(-2 * libm("log", 1 - blocks[:, 0]))
    angle = TAU * blocks[:, 1]
    values = np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1).ravel()
    if mean != 0 or std != 1:
        values = fma64(values, np.float64(std), np.float64(mean))
    if n % 16:
        u[: n - n % 16] = values[:-16]
        u[-16:] = values[-16:]
        return u
    return values


def scalar_normal(generator, n, mean=0.0, std=1.0, exact=True):
    """n float64 normals drawn in pairs; the second of a pair waits in the generator for the next draw."""
    if n == 0:
        return np.empty(0)
    held = [] if generator.next_normal is None else [generator.next_normal]
    pairs = (n - len(held) + 1) // 2
    generator.next_normal = None
    if n < 16:
        values = held + _few_pairs(generator, pairs)
        if len(values) > n:
            generator.next_normal = values.pop()
        values = np.array(values)
    else:
        u = generator.uniform53(2 * pairs).reshape(pairs, 2)
        radius = np.sqrt(-2 * libm("log1p", -u[:, 1], exact))
        angle = TAU * u[:, 0]
        drawn = np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1).ravel()
        values = np.concatenate([held, drawn])
        if len(values) > n:
            generator.next_normal = float(values[-1])
            values = values[:n]
    return values if mean == 0 and std == 1 else fma64(values, np.float64(std), np.float64(mean))


def _few_pairs(generator, pairs):
    drawn = []
    words = iter(generator.words(4 * pairs).tolist())
    for first, second, third, fourth in zip(words, words, words, words, strict=True):
        radius = math.sqrt(-2 * math.log1p(-((third & 0x1FFFFF) << 32 | fourth) * 2.0**-53))
        angle = TAU * (((first & 0x1FFFFF) << 32 | second) * 2.0**-53)
        drawn += radius * math.cos(angle), radius * math.sin(angle)
    return drawn


def log_normal(generator, shape, dtype="float32", mean=1.0, std=2.0):
    """exp of normal numbers, always drawn in pairs."""
    exact = dtype == "float64"
    values = libm("exp", scalar_normal(generator, math.prod(shape), mean, std, exact), exact)
    return round_to(values, dtype).reshape(shape)


def exponential(generator, shape, dtype="float32", rate=1.0):
    """Exponential numbers with the given rate."""
    u = generator.uniform53(math.prod(shape))
    return round_to((-1.0 / rate) * libm("log1p", -u, dtype == "float64"), dtype).reshape(shape)


def cauchy(generator, shape, dtype="float32", median=0.0, sigma=1.0):
    """Cauchy numbers."""
    u = generator.uniform53(math.prod(shape))
    values = fma64(libm("tan", np.pi * (u - 0.5), dtype == "float64"), np.float64(sigma), np.float64(median))
    return round_to(values, dtype).reshape(shape)


def geometric(generator, shape, p):
    """Number of trials up to the first success, as float64."""
    u = generator.uniform53(math.prod(shape))
    return np.ceil(libm("log", u) / math.log1p(-p)).reshape(shape)


def bernoulli(generator, shape, p):
    """Booleans that are True with probability p: a number, or a float64 array that broadcasts to shape."""
    n = math.prod(shape)
    if n > BLOCK and isinstance(p, float):
        drawn = np.empty(n, bool)
        for start in range(0, n, BLOCK):
            part = drawn[start : start + BLOCK]
            np.less(generator.uniform53(part.size), p, part)
        return drawn.reshape(shape)
    return generator.uniform53(math.prod(shape)).reshape(shape) < p


def random(generator, shape, dtype):
    """Integers from 0 up to the largest that `dtype` can hold exactly with all smaller ones."""
    top = 2 ** DIGITS[dtype] if dtype in DIGITS else INT_MAX[dtype]
    n = math.prod(shape)
    words = generator.words64(n) if dtype in ("int64", "float64") else generator.words(n)
    return (words % np.uint64(top + 1)).reshape(shape)


def integers(generator, low, high, shape):
    """int64 integers in [low, high); high may be 2**63. A range from 2**28 on takes two words per number."""
    n, span = math.prod(shape), high - low
    words = generator.words64(n) if span >= 2**28 else generator.words(n)
    if span < 2**64:  # the whole range is the words themselves
        words %= number(span, UINT64)
        if low:
            words += number(low % 2**64, UINT64)
    return words.view(np.int64).reshape(shape)


def permutation(generator, n):
    """A permutation of 0 ... n-1 by Fisher and Yates's shuffle, forwards."""
    return _kernels.permutation(generator.bits(), n)


def multinomial(generator, p, num_samples, replacement=False, dtype="float32"):
    """Indices drawn with probabilities proportional to the last axis of p, which has one axis or two."""
    if num_samples == 1 or not replacement:
        q = exponential(generator, p.shape, dtype)
        with np.errstate(divide="ignore", invalid="ignore"):
            score = round_to(p / q, dtype)
        if num_samples == 1:
            return score.argmax(-1)[..., None].astype(np.int64)
        return np.argsort(-score, axis=-1, kind="stable")[..., :num_samples].astype(np.int64)
    rows = p.reshape(-1, p.shape[-1])
    u = generator.uniform53(len(rows) * num_samples).reshape(len(rows), num_samples)
    cumulative = np.cumsum(rows, -1, dtype=np.promote_types(rows.dtype, F32))
    cumulative /= cumulative[:, -1:]
    chosen = [np.searchsorted(row, wanted) for row, wanted in zip(cumulative, u, strict=True)]
    return np.array(chosen, np.int64).reshape(*p.shape[:-1], num_samples)
