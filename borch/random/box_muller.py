"""Normal numbers by Box and Muller's transform, rounded step by step as torch's float kernels round them.

What belongs here: logarithm, sine and cosine in single precision with the Cephes polynomials and fused multiply-add.
"""

import numpy as np

F32 = np.float32
PAIRS_AT_ONCE = 32768
EIGHT = np.dtype((np.void, 32))  # that many float32 are copied as one element

LOG = [
    7.0376836292e-2,
    -1.1514610310e-1,
    1.1676998740e-1,
    -1.2420140846e-1,
    1.4249322787e-1,
    -1.6668057665e-1,
    2.0000714765e-1,
    -2.4999993993e-1,
    3.3333331174e-1,
]
LN2_LOW, LN2_HIGH = F32(-2.12194440e-4), F32(0.693359375)
ONE, FOUR_OVER_PI, TWO_PI = F32(1), F32(4 / np.pi), F32(2 * np.pi)
SQRT_HALF = F32(0.5**0.5).view(np.int32)
SIN = [-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1]
COS = [2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2]
PI_4 = [-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8]
LOG, SIN, COS, PI_4 = ([float(F32(c)) for c in row] for row in (LOG, SIN, COS, PI_4))


def fma(a, b, c):
    """a * b + c in float32, rounded once: the product of two float32 numbers is exact in float64."""
    wide = a.astype(np.float64)
    wide *= b
    wide += c
    return wide.astype(F32)


def fma64(a, b, c):
    """a * b + c in float64 as if rounded once: the product's and the sum's errors are added at the end."""
    product = a * b
    a_high, b_high = _high_half(a), _high_half(b)
    a_low, b_low = a - a_high, b - b_high
    error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    total = product + c
    back = total - product
    return total + (error + ((product - (total - back)) + (c - back)))


def _high_half(x):
    scaled = x * 134217729.0
    return scaled - (scaled - x)


def _horner(coefficients, x):
    """Polynomial in x, a float64 array of float32 numbers, each step rounded to float32; the result is float32."""
    wide = x * coefficients[0]
    wide += coefficients[1]
    narrow = wide.astype(F32)
    for c in coefficients[2:]:
        wide[...] = narrow
        wide *= x
        wide += c
        narrow[...] = wide
    return narrow


def log(x):
    """Natural logarithm of float32 numbers in (0, 1]."""
    bits = x.view(np.int32)
    exponent = bits - SQRT_HALF
    exponent >>= 23
    mantissa = bits - (exponent << 23)  # from sqrt(1/2) up to sqrt(2)
    x = mantissa.view(F32)
    x -= ONE
    exponent = exponent.astype(F32)
    square = x * x
    y = _horner(LOG, x.astype(np.float64))
    y *= x
    y = fma(y, square, exponent * LN2_LOW)
    y = fma(square, -0.5, y)
    y += x
    return fma(exponent, LN2_HIGH, y)


def sincos(x):
    """Sine and cosine of float32 angles in [0, 2 pi]."""
    octant = (x * FOUR_OVER_PI).astype(np.int32)
    octant += octant & np.int32(1)
    turns = octant.astype(F32)
    for part in PI_4[:2]:  # so few bits that the products are exact
        x = turns * part + x
    x = fma(turns, PI_4[2], x)
    square = x * x
    wide = square.astype(np.float64)
    cos = _horner(COS, wide)
    cos *= square
    cos = fma(cos, square, square * F32(-0.5))
    cos += ONE
    sin = _horner(SIN, wide)
    sin *= square
    sin = fma(sin, x, x)
    return _rotate(sin, cos, octant)


def _rotate(sin, cos, octant):
    """Exchange and negate sine and cosine for the quarter turns that octant // 2 counts."""
    sin_bits, cos_bits = sin.view(np.int32), cos.view(np.int32)
    odd = -((octant >> np.int32(1)) & np.int32(1))
    exchange = (sin_bits ^ cos_bits) & odd
    sin_bits ^= exchange
    cos_bits ^= exchange
    sin_bits ^= (octant & np.int32(4)) << np.int32(29)
    cos_bits ^= ((octant + np.int32(2)) & np.int32(4)) << np.int32(29)
    return sin, cos


def normal_blocks(uniform, mean, std):
    """Replace float32 uniforms by normals in place, in blocks of 16: eight radii, then eight angles.

    uniform: contiguous, size a multiple of 16. mean, std: Python numbers.
    """
    eights = uniform.reshape(-1).view(EIGHT).reshape(-1, 2)
    mean, std = float(F32(mean)), F32(std)
    plain = mean == 0 and std == 1
    step = PAIRS_AT_ONCE // 8
    for start in range(0, len(eights), step):
        part = eights[start : start + step]
        first, second = (part[:, k].copy().view(F32) for k in (0, 1))
        radius = log(np.subtract(ONE, first, out=first))
        radius *= F32(-2)
        np.sqrt(radius, out=radius)
        second *= TWO_PI
        for k, values in enumerate(reversed(sincos(second))):
            values *= radius
            part[:, k] = (values if plain else fma(values, std, mean)).view(EIGHT)
