"""Distributions that reject and draw again: poisson, gamma, dirichlet, binomial.

What belongs here: scalar samplers in float64 that take their uniforms one by one from a Doubles stream.
"""

import math
from itertools import chain
from math import exp, floor, lgamma, log, log1p, sqrt

import numpy as np

from .draws import round_to

TAU = 2 * math.pi
THIRD = np.float32(1 / 3)  # torch subtracts a single-precision third, also in float64
SMALLEST = {"float64": 2.0**-1022, "float32": 2.0**-126, "bfloat16": 2.0**-126, "float16": 2.0**-14}
STIRLING = [
    0.0810614667953272,
    0.0413406959554092,
    0.0276779256849983,
    0.02079067210376509,
    0.0166446911898211,
    0.0138761288230707,
    0.0118967099458917,
    0.0104112652619720,
    0.00925546218271273,
    0.00833056343336287,
]


class Doubles:
    """Uniform doubles of a generator, handed out one at a time by `next`.

    They are drawn in bulk; leaving the `with` block takes the unused ones back.
    """

    def __init__(self, generator, expected):
        self.generator = generator
        self.size = min(max(2 * expected, 8), 65536)

    def __enter__(self):
        self.next = chain.from_iterable(self._blocks()).__next__
        self.held = self.generator.next_normal
        self.block = iter(())
        return self

    def _blocks(self):
        while True:
            self.start = self.generator.bits().state
            self.block = iter(self.generator.uniform53(self.size).tolist())
            yield self.block

    def __exit__(self, *error):
        self.generator.next_normal = self.held
        unused = self.block.__length_hint__()
        if unused:
            self.generator.bits().state = self.start
            self.generator.bits().random_raw(2 * (self.size - unused), False)

    def normal(self):
        """One standard normal number, from the pair that waits or a new one."""
        held = self.held
        if held is not None:
            self.held = None
            return held
        u1, u2 = self.next(), self.next()
        radius, angle = sqrt(-2 * log1p(-u2)), TAU * u1
        self.held = radius * math.sin(angle)
        return radius * math.cos(angle)


def poisson(generator, rate, dtype):
    """Counts with the rates in the array `rate`."""
    values = np.asarray(rate, np.float64)
    with Doubles(generator, 2 * values.size) as uniform:
        counts = [_poisson(r, uniform.next) for r in values.ravel().tolist()]
    return round_to(np.array(counts, np.float64), dtype).reshape(values.shape)


def _poisson(rate, uniform):
    if rate >= 10:
        return _poisson_transformed(rate, uniform)
    if rate == 0:
        return 0
    limit, product, count = exp(-rate), uniform(), 0
    while product > limit:
        product *= uniform()
        count += 1
    return count


def _poisson_transformed(rate, uniform):
    """Hoermann's transformed rejection with squeeze, PTRS, for rates from 10 on."""
    log_rate = log(rate)
    b = 0.931 + 2.53 * sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    v_r = 0.9277 - 3.6224 / (b - 2)
    while True:
        u, v = uniform() - 0.5, uniform()
        us = 0.5 - abs(u)
        k = floor((2 * a / us + b) * u + rate + 0.43)
        if us >= 0.07 and v <= v_r:
            return k
        if k < 0 or (us < 0.013 and v > us):
            continue
        if log(v) + log(inverse_alpha) - log(a / (us * us) + b) <= -rate + k * log_rate - lgamma(k + 1.0):
            return k


def gamma(generator, alpha, dtype):
    """Gamma numbers of scale 1 with the shapes in the array `alpha`, of dtype float32 or float64."""
    small = alpha < 1
    with np.errstate(divide="ignore"):
        powers = np.where(small, 1 / alpha, 0)
    d = np.where(small, alpha + 1, alpha) - THIRD
    pairs = zip(powers.ravel().tolist(), d.ravel().tolist(), strict=True)
    with Doubles(generator, 3 * alpha.size) as uniform:
        drawn = [_gamma(power, d, uniform.next, uniform.normal) for power, d in pairs]
    return np.maximum(round_to(np.array(drawn, np.float64), dtype), SMALLEST[dtype]).reshape(alpha.shape)


def _gamma(power, d, uniform, normal):
    """Marsaglia and Tsang's method for shape d + 1/3; for one below 1 a uniform's power scales the next higher one."""
    if power == math.inf:
        return 0.0
    scale = (1 - uniform()) ** power if power else 1.0
    c = 1 / sqrt(9 * d)
    while True:
        x = normal()
        y = 1 + c * x
        while y <= 0:
            x = normal()
            y = 1 + c * x
        v = y * y * y
        u = 1 - uniform()
        xx = x * x
        if u < 1 - 0.0331 * xx * xx or log(u) < 0.5 * xx + d * (1 - v + log(v)):
            return scale * d * v


def dirichlet(generator, alpha, dtype):
    """Points on the simplex: the last axis of `alpha` holds the concentrations."""
    drawn = gamma(generator, np.asarray(alpha, np.float64), "float64")
    points = round_to(drawn / drawn.sum(-1, keepdims=True), dtype)
    return np.clip(points, SMALLEST[dtype], np.nextafter(points.dtype.type(1), points.dtype.type(0)))


def binomial(generator, count, prob, dtype):
    """Numbers of successes in `count` trials of probability `prob`, arrays that broadcast."""
    count, prob = np.broadcast_arrays(np.asarray(count, np.float64), np.asarray(prob, np.float64))
    pairs = zip(count.ravel().tolist(), prob.ravel().tolist(), strict=True)
    with Doubles(generator, 2 * count.size) as uniform:
        drawn = [_binomial(n, p, uniform.next) for n, p in pairs]
    return round_to(np.array(drawn, np.float64), dtype).reshape(count.shape)


def _binomial(count, prob, uniform):
    if count <= 0 or prob <= 0:
        return 0
    if prob >= 1:
        return count
    if prob > 0.5:
        return count - _binomial(count, 1 - prob, uniform)
    if prob <= 0.5:
        return (_binomial_transformed if count * prob >= 10 else _binomial_inverted)(count, prob, uniform)
    return math.nan


def _binomial_inverted(count, prob, uniform):
    """Adds waiting times until they pass count."""
    log_failure, trials, successes = log1p(-prob), 0, 0
    while True:
        u = uniform()
        trials += math.ceil(log(u) / log_failure) if u else math.inf
        if trials > count:
            return successes
        successes += 1


def _binomial_transformed(count, prob, uniform):
    """Hoermann's transformed rejection with squeeze, BTRS."""
    deviation = sqrt(count * prob * (1 - prob))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * prob
    c = count * prob + 0.5
    v_r = 0.92 - 4.2 / b
    odds = prob / (1 - prob)
    alpha = (2.83 + 5.1 / b) * deviation
    m = floor((count + 1) * prob)
    while True:
        u, v = uniform() - 0.5, uniform()
        us = 0.5 - abs(u)
        k = floor((2 * a / us + b) * u + c)
        if us >= 0.07 and v <= v_r:
            return k
        if k < 0 or k > count:
            continue
        bound = (
            (m + 0.5) * log((m + 1) / (odds * (count - m + 1)))
            + (count + 1) * log((count - m + 1) / (count - k + 1))
            + (k + 0.5) * log(odds * (count - k + 1) / (k + 1))
            + (_stirling_tail(m) + _stirling_tail(count - m) - _stirling_tail(k) - _stirling_tail(count - k))
        )
        if log(v * alpha / (a / (us * us) + b)) <= bound:
            return k


def _stirling_tail(k):
    """log(k!) minus Stirling's approximation of it."""
    if k <= 9:
        return STIRLING[int(k)]
    square = (k + 1) * (k + 1)
    return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1)
