"""How special functions are summed: polynomials and Chebyshev series over arrays, in pieces that stay in the cache."""

import functools

import numpy as np

from .._core.nodata import is_meta

BLOCK = 32768  # a temporary float32 array of so many numbers is in the allocator's own memory, not mapped anew


@functools.cache
def constants(values, dtype):
    """Arrays without axes, which numpy takes up quicker than Python's numbers."""
    return [np.array(v, dtype) for v in values]


def horner(x, coefficients):
    """The polynomial in the array `x` whose coefficients are given from the highest power down."""
    coefficients = constants(coefficients, x.dtype)
    total = x * coefficients[0]
    for c in coefficients[1:-1]:
        total += c
        total *= x
    total += coefficients[-1]
    return total


FLOAT32 = np.dtype(np.float32)
FEW = 16  # up to so many elements a long series is summed quicker one by one, by the same steps


def one_by_one(number, whole, low, high):
    """`whole`, a function of arrays, where few float32 elements between two bounds are given one by one to `number`."""

    @in_order
    def compute(x):
        if 0 < x.size <= FEW and x.dtype is FLOAT32:
            values = x.reshape(-1).tolist()
            if all([low < v < high for v in values]):
                return np.array(list(map(number, values)), x.dtype).reshape(x.shape)
        return whole(x)

    return compute


def chebyshev(t, coefficients):
    """The Chebyshev series in the array `t`, from the constant term up (Clenshaw's recurrence)."""
    if t.size <= FEW:
        return np.array([_clenshaw(v, coefficients) for v in t.reshape(-1).tolist()]).reshape(t.shape)
    return _clenshaw(t, coefficients)


def _clenshaw(t, coefficients):
    ahead, total = 0.0, coefficients[-1]
    twice = 2 * t
    for c in coefficients[-2:0:-1]:
        ahead, total = total, twice * total - ahead + c
    return t * total - ahead + coefficients[0]


def order_of(*arrays):
    """The axes of arrays of one shape from the outermost in memory to the innermost, where these are not in order; None
    where they are, or where the arrays do not agree. Those whose elements share memory have no say."""
    strides = [a.strides for a in arrays if 0 not in a.strides]
    if not strides or len(strides[0]) < 2 or strides.count(strides[0]) != len(strides):
        return None
    axes = list(range(len(strides[0])))
    order = sorted(axes, key=lambda axis: -abs(strides[0][axis]))
    return order if order != axes else None


def in_order(compute):
    """`compute`, which works element by element and gives C order, over arrays in the order of their axes in memory: the
    result keeps it, as those of numpy's own functions do."""

    @functools.wraps(compute)
    def wrapped(*arrays):
        order = order_of(*arrays) if not arrays[0].flags.c_contiguous else None
        if order is None:
            return compute(*arrays)
        return compute(*[a.transpose(order) for a in arrays]).transpose(np.argsort(order))

    return wrapped


def in_blocks(compute, x, whole=False):
    """`compute`, which works element by element, over the array `x`, block by block where it is large and not `whole`."""
    if type(x) is not np.ndarray and is_meta(x):
        return x.like(compute(np.ones(1, x.dtype)).dtype)
    if not x.flags.c_contiguous and (order := order_of(x)) is not None:
        return in_blocks(compute, x.transpose(order), whole).transpose(np.argsort(order))
    if whole or x.size <= BLOCK:
        return compute(x) if x.ndim else compute(x.reshape(1)).reshape(())
    flat = np.ascontiguousarray(x).reshape(-1)
    out = np.empty_like(flat)
    for start in range(0, flat.size, BLOCK):
        out[start : start + BLOCK] = compute(flat[start : start + BLOCK])
    return out.reshape(x.shape)


def elementwise(compute):
    """Makes of a float64 function over one array a function over arrays of any float dtype, block by block.

    float32 and float16 are computed in float64 and rounded once.
    """

    def wrapped(x):
        if x.dtype == np.float64:
            return in_blocks(compute, x)
        narrow = x.dtype
        return in_blocks(lambda part: compute(part.astype(np.float64)).astype(narrow), x)

    return wrapped


def piecewise(x, *pieces):
    """Values of `x`, a float64 array, by pieces (mask, function): each function sees the elements of its mask alone.

    Where no mask holds the value is NaN.
    """
    out = np.full(x.shape, np.nan)
    for mask, function in pieces:
        if mask.all():
            return function(x)
        if mask.any():
            out[mask] = function(x[mask])
    return out
