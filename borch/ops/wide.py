"""float32 functions computed in float64 and rounded once: nearly always the correctly rounded value, as torch's are.

numpy's own float32 routines for these are an element at a time, and some a unit or two off. For few elements numpy's
routine is called; for many the function is made of exp, log or polynomials, block by block within the cache.
"""

import math

import numpy as np
from numpy._core.umath import clip

from .series import order_of

SOME = 512  # elements, from which on the composed form is quicker
BLOCK = 16384
FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)


def blockwise(compute, rooms, *arrays):
    """What `compute(*parts, *rooms)` gives for float32 arrays of one shape, a block at a time.

    Its `rooms` are float64 arrays as long as the parts: for what it needs on the way, and for its results.
    """
    if not arrays[0].flags.c_contiguous and (order := order_of(*arrays)) is not None:
        return blockwise(compute, rooms, *[a.transpose(order) for a in arrays]).transpose(np.argsort(order))
    result = np.empty(arrays[0].shape, FLOAT32)
    sources, target = [np.ascontiguousarray(a).reshape(-1) for a in arrays], result.reshape(-1)
    memory = np.empty((rooms, min(BLOCK, target.size)))
    for start in range(0, target.size, BLOCK):
        parts = [s[start : start + BLOCK] for s in sources]
        target[start : start + BLOCK] = compute(*parts, *memory[:, : parts[0].size])
    return result


def _widely(ufunc, compose, rooms, few=None):
    """A function of arrays from numpy's `ufunc` and, for many float32 elements, a form `compose` for `blockwise`.

    few  what computes few elements, and other dtypes: as a rule the ufunc, by its float64 loop for float32
    """

    def through_float64(x):
        return ufunc(x.astype(FLOAT64)).astype(FLOAT32) if x.dtype is FLOAT32 else ufunc(x)

    few = few or through_float64

    def compute(x):
        return few(x) if x.size < SOME or x.dtype is not FLOAT32 else blockwise(compose, rooms, x)

    return compute


def constants(*values):
    """float64 arrays without axes, which numpy takes up quicker than Python's numbers."""
    return [np.array(v) for v in values]


def polynomial(x, coefficients, out):
    """Writes into `out` the polynomial in `x` whose coefficients are given from the highest power down."""
    np.multiply(x, coefficients[0], out)
    for c in coefficients[1:-1]:
        out += c
        out *= x
    out += coefficients[-1]


def _near_zero(part, limit):
    """Where elements are nearer to 0 than `limit` without being 0.0: -0.0 is among them. None for nowhere."""
    near = np.abs(part) < limit
    near &= part.view(np.int32) != 0
    return near if near.any() else None


def _is_itself_near_zero(part, out):
    near = _near_zero(part, 1e-8)  # x + x**2 and x round to the same float32, and the composed form cancels
    if near is not None:
        np.copyto(out, part, where=near)


# ---------------------------------------------------------------------------------------- of exponentials, of logarithms
def _expm1(part, out):
    out[:] = part
    np.exp(out, out)
    out -= 1
    _is_itself_near_zero(part, out)
    return out


def _half_of_exponentials(combine):
    """(exp(x) - exp(-x)) / 2 or, with np.add for `combine`, the sum's half."""

    def compose(part, out, inverse):
        out[:] = part
        np.exp(out, out)
        np.divide(1, out, inverse)
        combine(out, inverse, out)
        out *= 0.5
        if combine is np.subtract:
            _is_itself_near_zero(part, out)
        return out

    return compose


def _atanh(part, out, below):
    out[:] = part
    np.subtract(1, out, below)
    out += 1
    out /= below
    np.log(out, out)
    out *= 0.5
    _is_itself_near_zero(part, out)
    return out


def _log10(part, out):
    out[:] = part
    np.log(out, out)
    out *= 1 / math.log(10)
    return out


def _log1p(part, out):
    out[:] = part
    out += 1
    np.log(out, out)
    near = _near_zero(part, 1e-5)
    if near is not None:
        x = part[near].astype(FLOAT64)
        out[near] = x - x * x / 2
    return out


# ------------------------------------------------------------------------------------------------------- of polynomials
# tan(x) / x as a quotient in x**2: the continued fraction x / (1 - x**2 / (3 - x**2 / (5 - ...))), broken off
TAN_TOP, TAN_BOTTOM = constants(21.0, -1260.0, 10395.0), constants(-1.0, 210.0, -4725.0, 10395.0)
HALF_PI = (1.5707963267341256, 6.077100506506192e-11)  # the first has few digits: its multiples are exact
FAR = 1e6

# atan(x) / x on [0, 1] as a polynomial in x**2: a fit of this project, with an error below 4e-10 of the value
ATAN = constants(
    0.00109110046805, -0.00719933047515, 0.0222742364668, -0.0443573486801, 0.0671609646066, -0.0879876686351,
    0.110544997472, -0.142791593995, 0.19999604618, -0.333333239347, 0.999999999628,
)  # fmt: skip


def _tan(part, out, x, turns, top, bottom):
    x[:] = part
    np.multiply(x, 2 / math.pi, turns)
    np.rint(turns, turns)
    turns += 0.0  # no -0.0
    for piece in HALF_PI:
        np.multiply(turns, piece, out)
        x -= out
    np.multiply(x, x, out)
    polynomial(out, TAN_TOP, top)
    top *= x
    polynomial(out, TAN_BOTTOM, bottom)
    turns *= 0.5
    np.floor(turns, x)
    turns -= x
    turns *= 2  # now 1 after an odd number of quarter turns, where the tangent is -bottom / top, and 0 else
    np.subtract(1, turns, x)
    np.multiply(top, x, out)
    x *= bottom
    top *= turns
    bottom *= turns
    out -= bottom
    x += top
    out /= x
    far = ~(np.abs(part) < FAR)
    if far.any():
        out[far] = np.tan(part[far].astype(FLOAT64))
    return out


def _angle(ratio, out):
    """Writes atan of a ratio in [0, 1], which is overwritten."""
    top = ratio * ratio
    polynomial(top, ATAN, out)
    out *= ratio


def _reflect(angle, mask, whole, room):
    """Replaces angles where `mask` is True by `whole` less the angle."""
    np.multiply(mask, whole, room)
    angle -= room
    np.abs(angle, angle)


def _atan(part, out, x, least):
    x[:] = part
    np.abs(x, x)
    np.minimum(x, 1, out=least)
    np.maximum(x, 1, out=x)
    least /= x
    _angle(least, out)
    _reflect(out, x > 1, math.pi / 2, x)
    np.copysign(out, part, out)
    return out


def _atan2(first, second, out, y, x, ratio):
    y[:], x[:] = first, second
    np.abs(y, y)
    np.abs(x, x)
    np.minimum(y, x, out=ratio)
    np.maximum(y, x, out=out)
    ratio /= out
    _angle(ratio, out)
    _reflect(out, y > x, math.pi / 2, ratio)
    _reflect(out, second < 0, math.pi, ratio)
    np.copysign(out, first, out)
    lost = np.isnan(out)  # 0 / 0, and infinity over infinity
    if lost.any():
        out[lost] = np.arctan2(first[lost].astype(FLOAT64), second[lost].astype(FLOAT64))
    return out


# ----------------------------------------------------------------------------------------------------------------- both
def bent(x, slope, scale, input_scale):
    """`x * scale` where x is not negative, else `slope * scale * expm1(input_scale * x)`, for a float32 array."""
    slope, scale, input_scale = (FLOAT32.type(v) for v in (slope * scale, scale, input_scale))
    zero, infinity = FLOAT32.type(0), FLOAT32.type(np.inf)

    def compute(part, room):
        low = np.abs(part)
        low *= -input_scale  # zeros for the others would mislead the processor in exp
        low[:] = _expm1(low, room)
        low *= slope
        bits = low.view(np.int32)
        bits &= part.view(np.int32) >> 31  # 0 where the sign is not set
        high = clip(part, zero, infinity)
        high *= scale
        high += low  # one of them is 0
        return high

    return blockwise(compute, 1, x)


expm1 = _widely(np.expm1, _expm1, 1)
sinh = _widely(np.sinh, _half_of_exponentials(np.subtract), 2)
cosh = _widely(np.cosh, _half_of_exponentials(np.add), 2)
atanh = _widely(np.arctanh, _atanh, 2)
log10 = _widely(np.log10, _log10, 1)
log1p = _widely(np.log1p, _log1p, 1, few=np.log1p)
tan = _widely(np.tan, _tan, 5, few=np.tan)
atan = _widely(np.arctan, _atan, 3, few=np.arctan)


def atan2(first, second):
    if first.size < SOME or first.dtype is not FLOAT32 or second.dtype is not FLOAT32:
        return np.arctan2(first, second)
    return blockwise(_atan2, 4, *np.broadcast_arrays(first, second))
