"""float32 functions computed in float64 and rounded once: nearly always the correctly rounded value, as torch's are.

numpy's own float32 routines for these are an element at a time and a unit or two off. For few elements numpy's float64
routine is called; for many the function is made of exp or log, which are quicker, block by block within the cache.
"""

import numpy as np

SOME = 512  # elements, from which on the composed form is quicker
BLOCK = 8192
TINY = 1e-8  # below it x + x**2 and x round to the same float32
FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)


def _widely(ufunc, compose, odd=True):
    """A function of float32 arrays from numpy's `ufunc` and a float64 form `compose(x, out)`; other dtypes: `ufunc`.

    Near 0 the composed form of an odd function cancels, where the function is x itself.
    """

    def compute(x):
        if x.dtype is not FLOAT32:
            return ufunc(x)
        if x.size < SOME:
            return ufunc(x, out=np.empty(x.shape, FLOAT32), dtype=FLOAT64, casting="same_kind")
        out = np.empty(x.shape, FLOAT32)
        source, target = np.ascontiguousarray(x).reshape(-1), out.reshape(-1)
        room, wide = np.empty(BLOCK), np.empty(BLOCK)
        for start in range(0, source.size, BLOCK):
            part = source[start : start + BLOCK]
            x64, y64 = room[: part.size], wide[: part.size]
            x64[:] = part
            compose(x64, y64)
            target[start : start + BLOCK] = y64
            if odd:
                near = np.abs(part) < TINY
                near &= part.view(np.int32) != 0  # 0.0 is right already, -0.0 is not
                if near.any():
                    np.copyto(target[start : start + BLOCK], part, where=near)
        return out

    return compute


def chosen(mask, yes, no):
    """np.where for float32 arrays of one shape, without a branch per element; `yes` and `no` are overwritten."""
    bits = np.negative(mask.view(np.int8), dtype=np.int32)
    yes.view(np.int32)[...] &= bits
    np.invert(bits, bits)
    bits &= no.view(np.int32)
    yes.view(np.int32)[...] |= bits
    return yes


def bent(x, slope, scale, input_scale):
    """`x * scale` where x is not negative, else `slope * scale * expm1(input_scale * x)`, for a float32 array."""
    out = np.empty(x.shape, FLOAT32)
    source, target = np.ascontiguousarray(x).reshape(-1), out.reshape(-1)
    slope, scale = FLOAT32.type(slope * scale), FLOAT32.type(scale)
    for start in range(0, source.size, BLOCK):
        part = source[start : start + BLOCK]
        low = expm1(np.minimum(part, 0) * FLOAT32.type(input_scale))
        low *= slope
        target[start : start + BLOCK] = chosen(part < 0, low, part * scale)
    return out


def _expm1(x, out):
    np.exp(x, out)
    out -= 1


def _sinh(x, out):
    np.exp(x, out)
    np.subtract(out, np.reciprocal(out), out)
    out *= 0.5


def _cosh(x, out):
    np.exp(x, out)
    out += np.reciprocal(out)
    out *= 0.5


def _atanh(x, out):
    np.subtract(1, x, out)
    x += 1
    np.divide(x, out, out)
    np.log(out, out)
    out *= 0.5


expm1 = _widely(np.expm1, _expm1)
sinh = _widely(np.sinh, _sinh)
cosh = _widely(np.cosh, _cosh, odd=False)
atanh = _widely(np.arctanh, _atanh)
