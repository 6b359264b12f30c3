"""Draws with torch's checks: which dtypes and parameters each distribution takes, and torch's errors for the others.

What belongs here: functions that give a `draw` (see targets.py) for given parameters.
"""

import math
import warnings

import numpy as np

from . import draws
from .targets import in_order, not_implemented, number

C_NAMES = {
    "bool": "bool",
    "uint8": "unsigned char",
    "int8": "signed char",
    "int16": "short int",
    "int32": "int",
    "int64": "long int",
    "float16": "c10::Half",
    "bfloat16": "c10::BFloat16",
    "float32": "float",
    "float64": "double",
    "complex64": "c10::complex<float>",
    "complex128": "c10::complex<double>",
}
LARGEST = {"float16": 65504.0, "bfloat16": 3.3895313892515355e38, "float32": 3.4028234663852886e38}


def is_continuous(dtype):
    return dtype.is_floating_point or dtype.is_complex


def uniform(generator, low=0.0, high=1.0):
    low, high = float(low), float(high)

    def draw(shape, dtype, contiguous):
        if (low, high) != (0.0, 1.0) or not is_continuous(dtype):
            check_uniform_bounds(dtype, low, high)
        return draws.uniform(generator, shape, dtype.name, low, high)

    return draw


def check_uniform_bounds(dtype, low, high):
    if not is_continuous(dtype):
        raise not_implemented("check_uniform_bounds", dtype)
    real = dtype.to_real()
    largest = LARGEST.get(real.name, math.inf)
    for name, value in (("from", low), ("to", high)):
        if not -largest <= value <= largest:
            raise RuntimeError(f"{name} is out of bounds for {C_NAMES[real.name]}")
    if low > high:
        raise RuntimeError(
            f"uniform_ expects to return a [from, to) range, but found from={number(low)} > to={number(high)}"
        )
    if high - low > LARGEST.get(real.name, 1.7976931348623157e308):
        raise RuntimeError(
            f"uniform_ expects to-from <= std::numeric_limits<{dtype.legacy}>::max(), but found to={number(high)} and "
            f"from={number(low)} which result in to-from to exceed the limit"
        )


def normal(generator, mean=0.0, std=1.0):
    mean, std = float(mean), float(std)
    check_std(std)

    def draw(shape, dtype, contiguous):
        if 0 in shape:  # torch looks at the dtype only when there is something to draw
            return np.empty(shape, bool)
        if not is_continuous(dtype):
            raise not_implemented("normal_kernel_cpu", dtype)
        return draws.normal(generator, shape, dtype.name, mean, std, contiguous)

    return draw


def check_std(std):
    if not std >= 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {number(std)}")


def integers(generator, low, high):
    """Integers in [low, high), which the dtype must hold; a float dtype rounds large bounds inwards."""
    if low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")

    def draw(shape, dtype, contiguous):
        name = dtype.name
        if dtype.is_complex:
            raise RuntimeError("check_random_bounds handles only integral, floating-point and boolean types")
        if name not in C_NAMES:
            raise not_implemented("check_random_bounds", dtype)
        _check_random_bound(name, "from", low)
        _check_random_bound(name, "to - 1", high - 1)
        first, last = low, high
        if dtype.is_floating_point:
            first, last = _first_exact(name, low), _last_exact(name, high)
            if first >= last:
                raise RuntimeError(
                    "random_ expects 'from' casted to dtype to be less than 'to' casted to dtype, but got "
                    f"from={first} >= to={last}"
                )
        return draws.integers(generator, first, last, shape)

    return draw


def random(generator):
    """Integers from 0 up to the largest of the dtype."""

    def draw(shape, dtype, contiguous):
        if 0 in shape:
            return np.empty(shape, bool)
        if dtype.name not in draws.DIGITS and dtype.name not in draws.INT_MAX:
            raise not_implemented("random_kernel_cpu", dtype)
        return draws.random(generator, shape, dtype.name)

    return draw


def random_from(generator, low):
    """Integers from `low` up to the largest of the dtype."""

    def draw(shape, dtype, contiguous):
        name = dtype.name
        if name not in draws.DIGITS and name not in draws.INT_MAX:
            raise not_implemented("random_from_to_range_calc", dtype)
        if name in draws.INT_MAX:
            last, first = draws.INT_MAX[name], low
            _check_random_bound(name, "from", low)
        else:
            last = 2 ** draws.DIGITS[name]
            _check_random_bound(name, "from", low)
            first = _first_exact(name, low)
            if first > last:
                raise RuntimeError(
                    "random_ expects 'from' casted to dtype to be less than or equal to 'to_inc' casted to dtype, but "
                    f"got from={first} > to_inc={last}"
                )
        return draws.integers(generator, first, last + 1, shape)

    return draw


def _check_random_bound(name, word, value):
    if name in draws.INT_MAX:
        largest = draws.INT_MAX[name]
        smallest = 0 if name in ("bool", "uint8") else -largest - 1
    else:
        largest = LARGEST.get(name, math.inf)
        smallest = -largest
    if not smallest <= value <= largest:
        raise RuntimeError(f"{word} is out of bounds for {C_NAMES[name]}")
    digits = draws.DIGITS.get(name)
    if digits is not None and abs(value) > 2**digits:
        warnings.warn(
            f"{word} is out of bounds [-(2^{digits}), 2^{digits}]. Due to precision limitations {C_NAMES[name]} can "
            "support discrete uniform distribution only within this range. This warning will become an error in "
            "version 1.7 release, please fix the code in advance",
            UserWarning,
            stacklevel=2,
        )


def _rounded(name, value):
    return int(draws.round_to(np.array([float(value)]), name)[0])


def _first_exact(name, low):
    """The first integer from `low` that, with those after it, the dtype can tell apart."""
    above = _rounded(name, low + 1)
    if above < low:
        return above + (1 << (abs(low + 1).bit_length() - draws.DIGITS[name]))
    return low


def _last_exact(name, high):
    below = _rounded(name, high - 1)
    if below >= high:
        return below - (1 << (abs(high - 1).bit_length() - draws.DIGITS[name]))
    return high


def exponential(generator, rate=1.0):
    if not rate > 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={number(rate)}")

    def draw(shape, dtype, contiguous):
        if 0 in shape:
            return np.empty(shape, bool)
        if not dtype.is_floating_point:
            raise RuntimeError(
                "Exponential distribution is a continuous probability distribution. dtype must be a floating point "
                f"but you specified {dtype.legacy}"
            )
        return draws.exponential(generator, shape, dtype.name, float(rate))

    return draw


def cauchy(generator, median=0.0, sigma=1.0):
    if not sigma > 0:
        raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={number(sigma)}")

    def draw(shape, dtype, contiguous):
        if not dtype.is_floating_point:
            raise RuntimeError(
                "Cauchy distribution is a continuous probability distribution. dtype must be a floating point but you "
                f"specified {C_NAMES.get(dtype.name, dtype.name)}"
            )
        return draws.cauchy(generator, shape, dtype.name, float(median), float(sigma))

    return draw


def log_normal(generator, mean=1.0, std=2.0):
    if not std > 0:
        raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={number(std)}")

    def draw(shape, dtype, contiguous):
        if 0 in shape:
            return np.empty(shape, bool)
        if not dtype.is_floating_point:
            raise not_implemented("log_normal_cpu", dtype)
        return draws.log_normal(generator, shape, dtype.name, float(mean), float(std))

    return draw


def geometric(generator, p):
    if not 0 < p < 1:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={number(p)}")

    def draw(shape, dtype, contiguous):
        if 0 in shape:
            return np.empty(shape, bool)
        if dtype.is_complex or dtype.name == "bool":
            raise not_implemented("geometric_cpu", dtype)
        return draws.geometric(generator, shape, float(p))

    return draw


def bernoulli(generator, p):
    if not 0 <= p <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={number(p)}")

    def draw(shape, dtype, contiguous):
        if 0 in shape:
            return np.empty(shape, bool)
        if dtype.is_complex:
            raise not_implemented("bernoulli_scalar_cpu_", dtype)
        return draws.bernoulli(generator, shape, float(p))

    return draw


def all_between(p, low, high):
    """Whether no element is less, greater or NaN: few are looked at sooner as Python's numbers."""
    if p.size <= 64:
        return all([low <= v <= high for v in p.reshape(-1).tolist()])
    return np.minimum.reduce(p, None) >= low and np.maximum.reduce(p, None) <= high


def bernoulli_tensor(generator, p, dtype, target):
    """Booleans that are True with the probabilities in the array `p`, whose torch dtype is `dtype`, for `target`."""
    if p.size == 0:
        return np.empty(p.shape, bool)
    if not dtype.is_floating_point:
        raise not_implemented("bernoulli_tensor_cpu_self_" if dtype.is_complex else "bernoulli_tensor_cpu_p_", dtype)
    if not all_between(p, 0, 1):
        raise RuntimeError(
            "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If "
            "so, please report an enhancement request to PyTorch.)"
        )
    wide = p.dtype == np.float64
    draw = generator.uniform53 if wide else generator.uniform24
    if target.flags.c_contiguous:
        u = draw(target.size).reshape(target.shape)
    else:
        u = in_order(target, dtype, lambda shape, dtype, contiguous: draw(math.prod(shape)).reshape(shape))
    return u < (p if wide else p.astype(np.float32, copy=False))
