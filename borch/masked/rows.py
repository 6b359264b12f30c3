"""Along one axis, without what a mask hides: running sums, softmaxes, vectors of length one; and logaddexp of two tensors.

Where `mask` is False, scans go on as if nothing stood there, and a softmax gives nothing.
"""

from .._core.op import OPS
from .mask import canonical_dims, fill
from .reductions import norm


def cumsum(input, dim, *, dtype=None, mask=None):
    """Running sum along `dim` of the elements where `mask` is True.

    >>> import borch as torch
    >>> x = torch.tensor([-3.0, -2.0, -1.0])
    >>> torch.masked.cumsum(x, 0, mask=torch.tensor([True, False, True]))
    tensor([-3., -3., -4.])
    """
    dtype = dtype or input.dtype
    axis = canonical_dims(dim, input.ndim)[0]
    return OPS["cumsum"](fill(input, mask, "sum"), axis, dtype=dtype).to(dtype=dtype)


def cumprod(input, dim, *, dtype=None, mask=None):
    """Running product along `dim` of the elements where `mask` is True.

    >>> import borch as torch
    >>> x = torch.tensor([-3.0, -2.0, -1.0])
    >>> torch.masked.cumprod(x, 0, mask=torch.tensor([True, False, True]))
    tensor([-3., -3.,  3.])
    """
    dtype = dtype or input.dtype
    axis = canonical_dims(dim, input.ndim)[0]
    return OPS["cumprod"](fill(input, mask, "prod"), axis, dtype=dtype).to(dtype=dtype)


def softmax(input, dim, *, dtype=None, mask=None):
    """Softmax along `dim` over the elements where `mask` is True; 0 for the others, NaN where there are none.

    >>> import borch as torch
    >>> x = torch.tensor([-3.0, -2.0, -1.0])
    >>> torch.masked.softmax(x, 0, mask=torch.tensor([True, False, True]))
    tensor([0.1192, 0.0000, 0.8808])
    """
    axis = canonical_dims(dim, input.ndim)[0]
    return OPS["softmax"](fill(input, mask, "amax"), axis, dtype=dtype or input.dtype)


def log_softmax(input, dim, *, dtype=None, mask=None):
    """Logarithm of `softmax`: -inf where `mask` is False.

    >>> import borch as torch
    >>> x = torch.tensor([-3.0, -2.0, -1.0])
    >>> torch.masked.log_softmax(x, 0, mask=torch.tensor([True, False, True]))
    tensor([-2.1269,    -inf, -0.1269])
    """
    axis = canonical_dims(dim, input.ndim)[0]
    return OPS["log_softmax"](fill(input, mask, "amax"), axis, dtype=dtype or input.dtype)


def softmin(input, dim, *, dtype=None, mask=None):
    """Softmax of `-input` along `dim` over the elements where `mask` is True.

    >>> import borch as torch
    >>> x = torch.tensor([-3.0, -2.0, -1.0])
    >>> torch.masked.softmin(x, 0, mask=torch.tensor([True, False, True]))
    tensor([0.8808, 0.0000, 0.1192])
    """
    axis = canonical_dims(dim, input.ndim)[0]
    return OPS["softmax"](-fill(input, mask, "amin"), axis, dtype=dtype or input.dtype)


def normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None):
    """`input` over its norm of order `ord` along `dim`, at least `eps`, seeing what `mask` shows; 0 elsewhere.

    >>> import borch as torch
    >>> x = torch.tensor([-3.0, -2.0, -1.0])
    >>> torch.masked.normalize(x, 2, 0, mask=torch.tensor([True, False, True]))
    tensor([-0.9487,  0.0000, -0.3162])
    """
    length = norm(input, ord, dim, keepdim=True, dtype=dtype or input.dtype, mask=mask)
    return fill(input, mask, "sum") / OPS["maximum"](length, length.new_full([], eps))


def logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None):
    """`log(exp(input) + exp(other))`, each term only where its own mask is True.

    >>> import borch as torch
    >>> x, y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])
    >>> torch.masked.logaddexp(x, y, input_mask=torch.tensor([True, False]))
    tensor([3.1269, 4.0000])
    """
    dtype = dtype or input.dtype
    return OPS["logaddexp"](fill(input, input_mask, "logaddexp"), fill(other, other_mask, "logaddexp")).to(dtype=dtype)
