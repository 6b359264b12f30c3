"""Reductions over the elements where a mask is True; what is hidden everywhere gives the operation's identity.

`dim` is an int or a tuple of ints (None: all), `mask` broadcasts to the shape of `input` (None: all True), `dtype` is the
result's, before which integers are summed as int64.
"""

from .._core import dtype as dtypes
from .._core.op import OPS
from ..linalg import vector_norm
from .mask import canonical_dims, fill, input_mask


def _summed_dtype(input):
    narrow = input.dtype.category <= dtypes.INTEGER and input.dtype.itemsize < 8
    return dtypes.int64 if narrow else input.dtype


def sum(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Sum of the elements where `mask` is True; 0 where there are none.

    >>> import borch as torch
    >>> x = torch.tensor([[-3, -2, -1], [0, 1, 2]])
    >>> mask = torch.tensor([[True, False, True], [False, False, False]])
    >>> torch.masked.sum(x, 1, mask=mask)
    tensor([-4,  0])
    """
    dtype = dtype or _summed_dtype(input)
    dims = canonical_dims(dim, input.ndim)
    return OPS["sum"](fill(input, mask, "sum"), dims, bool(keepdim), dtype=dtype)


def prod(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Product of the elements where `mask` is True; 1 where there are none.

    >>> import borch as torch
    >>> x = torch.tensor([[-3, -2, -1], [0, 1, 2]])
    >>> mask = torch.tensor([[True, False, True], [False, False, False]])
    >>> torch.masked.prod(x, 1, mask=mask)
    tensor([3, 1])
    """
    dtype = dtype or _summed_dtype(input)
    dims = canonical_dims(dim, input.ndim)
    result = fill(input, mask, "prod").to(dtype=dtype)
    for d in reversed(dims):
        result = result.prod(dim=d, keepdim=bool(keepdim))
    return result


def amax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Greatest of the elements where `mask` is True; the dtype's least value where there are none.

    >>> import borch as torch
    >>> x = torch.tensor([[-3, -2, -1], [0, 1, 2]])
    >>> mask = torch.tensor([[True, False, True], [False, False, False]])
    >>> torch.masked.amax(x, 1, mask=mask)
    tensor([                  -1, -9223372036854775808])
    """
    seen = fill(input, mask, "amax")
    return OPS["amax"](seen, canonical_dims(dim, seen.ndim), bool(keepdim)).to(dtype=dtype or input.dtype)


def amin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Least of the elements where `mask` is True; the dtype's greatest value where there are none.

    >>> import borch as torch
    >>> x = torch.tensor([[-3.0, -2.0, -1.0], [0.0, 1.0, 2.0]])
    >>> mask = torch.tensor([[True, False, True], [False, False, False]])
    >>> torch.masked.amin(x, 1, mask=mask)
    tensor([-3., inf])
    """
    seen = fill(input, mask, "amin")
    return OPS["amin"](seen, canonical_dims(dim, seen.ndim), bool(keepdim)).to(dtype=dtype or input.dtype)


def argmax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Index of the greatest element where `mask` is True, in the dtype of `input`.

    >>> import borch as torch
    >>> x = torch.tensor([[-3, -2, -1], [0, 1, 2]])
    >>> torch.masked.argmax(x, 1, mask=x < 1)
    tensor([2, 0])
    """
    return OPS["argmax"](fill(input, mask, "argmax"), dim, bool(keepdim)).to(dtype=dtype or input.dtype)


def argmin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Index of the least element where `mask` is True, in the dtype of `input`.

    >>> import borch as torch
    >>> x = torch.tensor([[-3, -2, -1], [0, 1, 2]])
    >>> torch.masked.argmin(x, 1, mask=x > -3)
    tensor([1, 0])
    """
    return OPS["argmin"](fill(input, mask, "argmin"), dim, bool(keepdim)).to(dtype=dtype or input.dtype)


def mean(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Mean of the elements where `mask` is True; NaN where there are none. ValueError for integers without a `dtype`.

    >>> import borch as torch
    >>> x = torch.tensor([[-3.0, -2.0, -1.0], [0.0, 1.0, 2.0]])
    >>> mask = torch.tensor([[True, False, True], [False, False, False]])
    >>> torch.masked.mean(x, 1, mask=mask)
    tensor([-2., nan])
    """
    source = "Optional" if dtype is not None else "Input"
    dtype = dtype or input.dtype
    if not (dtype.is_floating_point or dtype.is_complex):
        raise ValueError(
            f"mean(): Could not infer output dtype. {source} dtype must be either a floating point or complex dtype. "
            f"Got: {dtype}"
        )
    mask, count = _count(input, dim, keepdim, mask)
    return sum(input, dim, keepdim=keepdim, dtype=dtype, mask=mask) / count


def _count(input, dim, keepdim, mask):
    """The mask in the shape of `input`, and how many elements it shows in each place of the result."""
    if mask is None:
        ones = OPS["ones"](input.shape, dtype=dtypes.int64)
        return None, sum(ones, dim, keepdim=keepdim)
    mask = input_mask(input, mask)
    return mask, mask.sum(dim=dim, keepdim=bool(keepdim))


def median(input, dim=-1, *, keepdim=False, dtype=None, mask=None):
    """The lower median of the elements where `mask` is True; NaN where there are none, which integers refuse.

    >>> import borch as torch
    >>> x = torch.tensor([[-3.0, -2.0, -1.0], [0.0, 1.0, 2.0]])
    >>> mask = torch.tensor([[True, False, True], [False, False, False]])
    >>> torch.masked.median(x, 1, mask=mask)
    tensor([-3., nan])
    """
    dtype = dtype or input.dtype
    axis = canonical_dims(dim, input.ndim)[0]
    is_float = input.is_floating_point()
    if not is_float:
        input = input.to(dtype=dtypes.float32)
    output = OPS["nanmedian"](fill(input, mask, "median"), axis, keepdim).values
    if is_float:
        return output
    if output.isnan().any():
        raise ValueError("masked median expects no fully masked out rows if dtype is not floating point")
    return output.to(dtype=dtype)


def logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Logarithm of the sum of exponentials of the elements where `mask` is True; -inf where there are none.

    >>> import borch as torch
    >>> x = torch.tensor([[-3.0, -2.0, -1.0], [0.0, 1.0, 2.0]])
    >>> mask = torch.tensor([[True, False, True], [False, False, False]])
    >>> torch.masked.logsumexp(x, 1, mask=mask)
    tensor([-0.8731,    -inf])
    """
    dims = canonical_dims(dim, input.ndim)
    return OPS["logsumexp"](fill(input, mask, "logsumexp"), dims, keepdim=keepdim).to(dtype=dtype or input.dtype)


def norm(input, ord=2.0, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Vector norm of order `ord` of the elements where `mask` is True.

    >>> import borch as torch
    >>> x = torch.tensor([[-3.0, -2.0, -1.0], [0.0, 1.0, 2.0]])
    >>> mask = torch.tensor([[True, False, True], [False, False, False]])
    >>> torch.masked.norm(x, 2, 1, mask=mask)
    tensor([3.1623, 0.0000])
    """
    least = ord == float("-inf")
    if least and mask is not None and not input.is_floating_point():
        raise AssertionError(f"input must be floating point, got {input.dtype}")
    seen = fill(input, mask, "amin" if least else "norm")
    return vector_norm(seen, ord, canonical_dims(dim, input.ndim), bool(keepdim), dtype=dtype or input.dtype)


def var(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    """Variance of the elements where `mask` is True, with `correction` (1; `unbiased=False`: 0) taken off their count.

    >>> import borch as torch
    >>> x = torch.tensor([[-3.0, -2.0, -1.0], [0.0, 1.0, 2.0]])
    >>> mask = torch.tensor([[True, False, True], [False, False, False]])
    >>> torch.masked.var(x, 1, mask=mask)
    tensor([2., nan])
    """
    if unbiased is not None and correction is not None:
        raise AssertionError("Only one of unbiased and correction may be given")
    if correction is None:
        correction = 0.0 if unbiased is False else 1.0
    if dtype is None:
        dtype = input.dtype if input.dtype.category > dtypes.INTEGER else dtypes.float32
    compute = dtype if dtype.category > dtypes.INTEGER else dtypes.float32
    mask, count = _count(input, dim, True, mask)
    away = input - sum(input, dim, keepdim=True, dtype=dtype, mask=mask) / count
    total = sum(away * away.conj(), dim, keepdim=keepdim, dtype=compute, mask=mask)
    if not keepdim:
        count = count.reshape(total.shape)
    if correction != 0:
        count = count.to(compute.to_real() if compute.is_complex else compute) - correction
        count = OPS["maximum"](count, count.new_zeros([]))
    return (total / count).to(dtype=dtype)


def std(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    """Standard deviation of the elements where `mask` is True: the square root of `var`.

    >>> import borch as torch
    >>> x = torch.tensor([[-3.0, -2.0, -1.0], [0.0, 1.0, 2.0]])
    >>> mask = torch.tensor([[True, False, True], [False, False, False]])
    >>> torch.masked.std(x, 1, mask=mask)
    tensor([1.4142,    nan])
    """
    return var(
        input, dim, unbiased, correction=correction, keepdim=keepdim, dtype=dtype, mask=mask
    ).sqrt()  # fmt: skip
