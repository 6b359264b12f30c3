"""Values reduced into positions, and the gradients of it: what scatter_reduce and index_reduce share.

Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.scatter_reduce_.html
"""

import numpy as np

from .._core.dtype import BFLOAT16, cast, narrow, widen
from .._core.op import like
from .._core.tensor import Tensor
from .gather import add_at, apply_at
from .masked import _where as where_
from .masked import masked_fill

COMBINES = {"prod": np.multiply, "amax": np.maximum, "amin": np.minimum}


# ---------------------------------------------------------------------------------------------------------------- values
def _identity(reduce, dtype):
    if reduce in ("sum", "mean"):
        return 0
    if reduce == "prod":
        return 1
    if dtype.kind == "f":
        return -np.inf if reduce == "amax" else np.inf
    if dtype.kind == "b":
        return reduce == "amin"
    limits = np.iinfo(dtype)
    return limits.min if reduce == "amax" else limits.max


def reduce_at(out, where, values, reduce, include_self=True):
    """Reduces `values` into `out` at the numpy index `where`."""
    if out.dtype == BFLOAT16:
        wide = widen(out)
        reduce_at(wide, where, widen(values), reduce, include_self)
        out[...] = narrow(wide)
        return
    if not include_self:
        out[where] = _identity(reduce, out.dtype)
    if reduce in ("sum", "mean"):
        add_at(out, where, values)
    else:
        apply_at(COMBINES[reduce], out, where, values)
    if reduce == "mean":
        count = np.full(out.shape, 1 if include_self else 0, np.int64)
        apply_at(np.add, count, where, np.ones((), np.int64))
        count = np.maximum(count, 1)
        out[...] = out // count if out.dtype.kind in "iub" else (out / count).astype(out.dtype)


# ------------------------------------------------------------------------------------------------------------- gradients
def stored(x):
    """The array that a tensor stores; an array as it is."""
    return x if isinstance(x, (np.ndarray, np.generic)) else x._array


def as_values(g, mask):
    """A mask as ones and zeros in the form and the dtype of the gradient `g`."""
    return like(g, cast(stored(mask).astype(np.float64), stored(g).dtype))


def reduced_backward(g, input, src, out, reduce, include_self, *, pick, read, add, clear, multiply):
    """Gradients of `input` and `src` of a mean, a product or an extremum; extrema share theirs among all that are equal.

    pick      reads a gradient where the elements of `src` went; read does so for a plain array
    add       adds values to an array of totals where the elements of `src` went
    clear     puts 0 there
    multiply  is the product with other inputs
    """
    if not isinstance(g, Tensor):
        g, input, src, out = (np.asarray(widen(x)) for x in (g, input, src, out))
    if reduce == "prod":
        own, other = _of_product(g, input, src, out, pick, read, add, multiply)
    else:
        if reduce == "mean":
            counts = np.full(input.shape, 1.0 if include_self else 0.0)
            add(counts, np.ones(src.shape))
            chosen = None
        else:
            value = read(stored(out))
            chosen = tuple(widen(stored(x)) == widen(stored(y)) for x, y in ((input, out), (src, value)))
            counts = np.array(chosen[0], np.float64)
            add(counts, chosen[1].astype(np.float64))
        if reduce == "mean" or not include_self:
            counts = np.maximum(counts, 1)
        share = g / as_values(g, counts)
        own, other = share, pick(share)
        if chosen is not None:
            own, other = own * as_values(g, chosen[0]), other * as_values(g, chosen[1])
    return own if include_self else clear(own), other


def _of_product(g, input, src, out, pick, read, add, multiply):
    zero = np.equal(widen(stored(src)), 0)
    totals = np.zeros(input.shape)
    add(totals, zero.astype(np.float64))
    single = like(g, np.asarray(zero & (read(totals) == 1)))  # the only zero of its product: what the others make
    without_zeros = masked_fill(input, like(g, np.asarray(np.equal(widen(stored(input)), 0))), 1)
    own = g * multiply(without_zeros, src) / without_zeros
    others = pick(g * multiply(input, masked_fill(src, single, 1)))
    usual = pick(g * out) / masked_fill(src, like(g, np.asarray(zero)), 1)
    return own, where_(single, others, usual)
