"""The order of axes of results whose operands lie in different orders, repeat elements or overlap, where torch's order is
not numpy's: torch asks one operand after the other.

Anywhere else both give a result the order of its operands' axes. What is not element by element comes out in C order.
"""

from operator import mul

import numpy as np

_POINTWISE = """
abs absolute acos acosh add addcdiv addcmul airy_ai angle asin asinh atan atan2 atanh bessel_j0 bessel_j1 bessel_y0 bessel_y1
bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor ceil celu
chebyshev_polynomial_t chebyshev_polynomial_u chebyshev_polynomial_v chebyshev_polynomial_w clamp clamp_max clamp_min
complex conj_physical copysign cos cosh deg2rad digamma div elu entr eq erf erfc erfcx erfinv exp exp2 expm1 floor
floor_divide fmax fmin fmod frac gcd ge gt hardshrink hardsigmoid hardtanh heaviside hermite_polynomial_h
hermite_polynomial_he hypot i0 i0e i1 i1e igamma igammac isfinite isinf isnan isneginf isposinf isreal
laguerre_polynomial_l lcm ldexp le legendre_polynomial_p lerp lgamma log log10 log1p log2 log_ndtr logaddexp logaddexp2
logical_and logical_not logical_or logical_xor logit lt maximum minimum mish modified_bessel_i0 modified_bessel_i1
modified_bessel_k0 modified_bessel_k1 mul nan_to_num ndtr ndtri ne neg nextafter polar polygamma pow rad2deg
reciprocal relu remainder round rsqrt rsub scaled_modified_bessel_k0 scaled_modified_bessel_k1 selu sgn
shifted_chebyshev_polynomial_t shifted_chebyshev_polynomial_u shifted_chebyshev_polynomial_v
shifted_chebyshev_polynomial_w sigmoid sign signbit silu sin sinc sinh softplus softshrink spherical_bessel_j0 sqrt
square sub tan tanh threshold trunc where xlog1py xlogy zeta
"""
POINTWISE = frozenset(_POINTWISE.split())


def repeats(array):
    """Whether some elements of an array may be in one place of its memory, as its strides tell."""
    flags = array.flags
    if flags.c_contiguous or flags.f_contiguous:
        return False
    strides = array.strides
    if 0 in strides or len(set(strides)) < len(strides):
        return True
    # whether there are fewer places than elements
    return sum(map(mul, strides, array.shape)) - sum(strides) + array.itemsize < array.nbytes


def _in_rows(array):
    """Whether an array's axes lie in C order, with or without gaps."""
    if array.flags.c_contiguous:
        return True
    last = None
    for step in array.strides:
        if step <= 0 or (last is not None and step >= last):
            return False
        last = step
    return True


def _agree(out, arrays):
    """Whether no array has two axes in another order than `out`, and one has all of them."""
    steps, ndim = out.strides, out.ndim
    if not any([array.shape == out.shape for array in arrays]):
        return False
    order = sorted(range(ndim), key=steps.__getitem__, reverse=True)
    for array in arrays:
        lead, last = ndim - array.ndim, None
        for k in order:
            if k >= lead and array.shape[k - lead] != 1:
                step = array.strides[k - lead]
                if last is not None and step > last:
                    return False
                last = step
    return True


def arranged(out, arrays):
    """`out`, made element by element of `arrays`, with its axes in the order that torch gives such a result."""
    for array in arrays:
        if not _in_rows(array):
            break
    else:
        return out
    first = arrays[0]
    if (
        first.flags.c_contiguous and first.shape == out.shape and min(out.shape, default=0) > 1
    ):  # which leaves no order open
        return out if out.flags.c_contiguous else out.copy()
    if not repeats(first):
        others = [a for a in arrays[1:] if a.strides != first.strides or a.shape != first.shape]
        if not others or (not any(map(repeats, others)) and _agree(out, arrays)):
            return out
    shape, ndim = out.shape, out.ndim
    steps = []
    for a in arrays:
        lead = ndim - a.ndim
        steps.append(
            [0] * lead
            + [0 if n == 1 != shape[k] else s for k, (n, s) in enumerate(zip(a.shape, a.strides, strict=True), lead)]
        )

    def later(j, k):
        """Above 0 if axis `j` has the larger steps and must come after axis `k`, below 0 if it must not."""
        for step in steps:
            if step[j] and step[k]:
                if step[j] != step[k]:
                    return step[j] - step[k]
                if shape[j] > shape[k]:
                    return 1
        return 0

    order = [*range(ndim)][::-1]  # the axis of the smallest steps first
    for i in range(1, ndim):
        at = i
        for before in range(i - 1, -1, -1):
            verdict = later(order[before], order[at])
            if verdict > 0:
                order[before], order[at] = order[at], order[before]
                at = before
            elif verdict < 0:
                break
    order.reverse()
    if out.transpose(order).flags.c_contiguous:
        return out
    new = np.empty([shape[k] for k in order], out.dtype).transpose(sorted(range(ndim), key=order.__getitem__))
    new[...] = out
    return new
