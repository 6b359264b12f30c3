"""Functions of each number."""

import math

import numpy as np

__all__ = ["exp", "gelu", "gelu_slope", "tanh"]

ROOT_HALF = math.sqrt(0.5)
DENSITY = 1 / math.sqrt(2 * math.pi)

exp = np.exp
tanh = np.tanh


def gelu(x, erf):
    """x * Phi(x), with Phi from the function `erf`."""
    out = erf(x * ROOT_HALF)
    out += 1
    out *= 0.5
    out *= x
    return out


def gelu_slope(x, erf):
    """The derivative of gelu: Phi(x) + x * phi(x)."""
    density = np.asarray(x * x)  # a 0-dim product is no array
    density *= -0.5
    np.exp(density, out=density)
    density *= DENSITY
    density *= x
    slope = erf(x * ROOT_HALF)
    slope += 1
    slope *= 0.5
    slope += density
    return slope
