"""Normal numbers cut off at both ends, by the two rejections that torch.nn.init.trunc_normal_ chooses from.

What belongs here: that distribution alone, on arrays.
"""

import math

import numpy as np

from .draws import normal, round_to, uniform


def trunc_normal(generator, shape, dtype, mean=0.0, std=1.0, a=-2.0, b=2.0, contiguous=True, compact=True):
    """Normal numbers within [a, b]. Every round draws for all elements and keeps what the rejected ones got.

    dtype is torch's name of a floating dtype; a bfloat16 array comes as float32. contiguous, compact: whether the
    memory of the first and of the later rounds is contiguous.
    """
    if _below((b - mean) / std) - _below((a - mean) / std) > 0.3:
        return _redraw_outside(generator, shape, dtype, mean, std, a, b, contiguous, compact)
    return _thin_uniform(generator, shape, dtype, mean, std, a, b)


def _below(x):
    return (1 + math.erf(x / math.sqrt(2))) / 2


def _redraw_outside(generator, shape, dtype, mean, std, a, b, contiguous, compact):
    a, b = round_to(a, dtype), round_to(b, dtype)
    values = normal(generator, shape, dtype, mean, std, contiguous)
    outside = (values < a) | (values > b)
    while outside.any():
        values = np.where(outside, normal(generator, shape, dtype, mean, std, compact), values)
        outside = (values < a) | (values > b)
    return values


def _thin_uniform(generator, shape, dtype, mean, std, a, b):
    """Uniform numbers, kept with a probability that is the density over its largest value in [a, b]."""
    nearest = min(max(mean, a), b)
    peak = -0.5 * ((nearest - mean) / std) ** 2
    values = uniform(generator, shape, dtype, a, b)
    rejected = _too_improbable(generator, values, dtype, mean, std, peak)
    while rejected.any():
        drawn = uniform(generator, shape, dtype, a, b)
        values = np.where(rejected, drawn, values)
        rejected &= _too_improbable(generator, drawn, dtype, mean, std, peak)
    return values


def _too_improbable(generator, values, dtype, mean, std, peak):
    number = values.dtype.type
    z = round_to(round_to(values - number(mean), dtype) / number(std), dtype)
    log_density = round_to(round_to(z * z, dtype) * number(-0.5), dtype)
    log_density = round_to(log_density - number(peak), dtype)
    with np.errstate(divide="ignore"):
        log_chance = round_to(np.log(uniform(generator, values.shape, dtype)), dtype)
    return log_chance > log_density
