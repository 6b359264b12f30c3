"""Functions of each number."""

import math

import numpy as np
from numpy._core import umath

from ..._core.numbers import HALF, ONE, ZERO, Number, number

__all__ = [
    "add",
    "clip",
    "cos",
    "cos_gradient",
    "elu",
    "erf",
    "erf_gradient",
    "exp",
    "expm1",
    "expm1_gradient",
    "gelu",
    "gelu_gradient",
    "gelu_tanh",
    "gelu_tanh_gradient",
    "leaky_relu",
    "leaky_relu_gradient",
    "log",
    "maximum",
    "minimum",
    "relu_gradient",
    "sigmoid",
    "sigmoid_gradient",
    "silu",
    "silu_gradient",
    "sin",
    "sin_gradient",
    "tanh",
    "tanh_gradient",
    "where",
]

ROOT_HALF = Number(math.sqrt(0.5))
ROOT_2_OVER_PI = Number(math.sqrt(2.0 / math.pi))
CUBIC = Number(0.044715)
DENSITY = Number(1 / math.sqrt(2 * math.pi))
MINUS_HALF = Number(-0.5)
TWO_OVER_ROOT_PI = Number(2 / math.sqrt(math.pi))

exp, log, tanh, sin, cos = np.exp, np.log, np.tanh, np.sin, np.cos
maximum, minimum, add, where = np.maximum, np.minimum, np.add, np.where


def clip(x, low, high):
    """`x` cut off at two numbers; a zero keeps its sign."""
    return umath.clip(x, number(low, x.dtype), number(high, x.dtype))


def sigmoid(x):
    """1 / (1 + exp(-x))."""
    out = np.negative(x)
    if type(out) is not np.ndarray:  # a number, from a 0-dim array
        return np.reciprocal(np.exp(out) + 1)
    np.exp(out, out)
    out += ONE[x.dtype]
    return np.reciprocal(out, out)


def silu(x):
    """x * sigmoid(x)."""
    return x / (ONE[x.dtype] + np.exp(-x))


def silu_gradient(g, x):
    """`g` times the derivative of silu: s (1 + x (1 - s)) with the sigmoid s."""
    s, one = sigmoid(x), ONE[x.dtype]
    return g * (s * (one + x * (one - s)))


def sigmoid_gradient(g, out):
    """`g` (1 - s) s with the sigmoid s, which is `out`."""
    return g * (ONE[out.dtype] - out) * out


def tanh_gradient(g, out):
    """`g` (1 - t^2) with the tangent t, which is `out`: for float32 1 - t^2 is rounded once, since little of it may be left."""
    if out.dtype == np.float32:
        wide = out.astype(np.float64)
        return g * (1 - wide * wide).astype(np.float32)
    return g * ((1 - out) * (1 + out))


def expm1_gradient(g, out):
    """`g` exp(x) with exp(x) - 1, which is `out`."""
    return g * (out + ONE[out.dtype])


def erf_gradient(g, x):
    """`g` 2 / sqrt(pi) exp(-x^2)."""
    return TWO_OVER_ROOT_PI[x.dtype] * np.exp(-(x * x)) * g


def sin_gradient(g, x):
    """`g` cos(x)."""
    return g * np.cos(x)


def cos_gradient(g, x):
    """-`g` sin(x)."""
    return -g * np.sin(x)


def relu_gradient(g, out):
    """`g`, but 0 where `out` is 0 or less."""
    kept = np.array(g)
    np.putmask(kept, out <= ZERO[out.dtype], ZERO[g.dtype])
    return kept


def leaky_relu(x, slope):
    """`x` where it is above 0, else `slope` times `x`."""
    scaled = np.asarray(x * x.dtype.type(slope))
    if 0 < slope <= 1:
        return np.maximum(x, scaled, out=scaled)
    return np.where(x > ZERO[x.dtype], x, scaled)


def leaky_relu_gradient(g, x, slope):
    """`g` where `x` is above 0, else `slope` times `g`."""
    return np.where(x > ZERO[x.dtype], g, g * g.dtype.type(slope))


def elu(x, alpha, scale, input_scale, elu):
    """x * scale, but alpha * scale * (exp(input_scale * x) - 1) below 0, which is the function `elu`."""
    return elu(x, alpha, scale, input_scale)


def expm1(x, expm1):
    """exp(x) - 1, which is the function `expm1`."""
    return expm1(x)


def erf(x, erf):
    """The error function, which is the function `erf`."""
    return erf(x)


def gelu(x, erf):
    """x * Phi(x), with Phi from the function `erf`."""
    kind = x.dtype
    out = erf(x * ROOT_HALF[kind])
    out += ONE[kind]
    out *= HALF[kind]
    out *= x
    return out


def gelu_gradient(g, x, erf):
    """`g` times the derivative of gelu: Phi(x) + x * phi(x)."""
    kind = x.dtype
    density = np.asarray(x * x)  # a 0-dim product is no array
    density *= MINUS_HALF[kind]
    np.exp(density, out=density)
    density *= DENSITY[kind]
    density *= x
    slope = erf(x * ROOT_HALF[kind])
    slope += ONE[kind]
    slope *= HALF[kind]
    slope += density
    return g * slope


def gelu_tanh(x):
    """gelu by tanh: x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2."""
    kind = x.dtype
    inner = np.asarray(x * x)
    inner *= CUBIC[kind]
    inner += ONE[kind]
    inner *= x
    inner *= ROOT_2_OVER_PI[kind]
    np.tanh(inner, out=inner)
    inner += ONE[kind]
    inner *= HALF[kind]
    inner *= x
    return inner


def gelu_tanh_gradient(g, x):
    """`g` times the derivative of gelu by tanh."""
    root, cubic = ROOT_2_OVER_PI.value, CUBIC.value
    t = np.tanh(root * (x + cubic * x * x * x))
    return g * (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * (root * (1 + 3 * cubic * x * x)))
