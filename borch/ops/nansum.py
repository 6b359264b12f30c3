"""Sums and means that pass over nan.

Source: https://docs.pytorch.org/docs/stable/torch.html#reduction-ops
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.args import reduce_dims
from .._core.dtype import BFLOAT16, cast, narrow, widen
from .._core.op import OPS, function, like, op, wrap
from .._core.tensor import Tensor
from .both import array_of, spread, to_dtype
from .reduce import INT64, PLAIN, accumulated, add_reduce, axes


def _nan(x):
    return np.isnan(array_of(x))


def _nansum_input(g, input, dim, keepdim, input_dtype):
    shape = input.shape
    mask = ~_nan(input)
    g = to_dtype(spread(g, shape, reduce_dims(dim, len(shape)), keepdim), input_dtype)
    return g * like(g, cast(mask, array_dtype(g)))


def array_dtype(g):
    return (g._array if isinstance(g, Tensor) else g).dtype


def _nansum_out(out, ans, values):
    if ans.dtype.kind in "fV" and out.dtype.kind not in "fV":
        raise NotImplementedError(f"\"nansum_cpu\" not implemented for '{dtypes.from_numpy(out.dtype).legacy}'")


@op(input=_nansum_input, out_dtype=_nansum_out)
def nansum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum of the elements that are not nan, of all or over the axes `dim`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nansum.html

    >>> import borch as torch
    >>> torch.nansum(torch.tensor([1.0, float("nan"), 2.0]))
    tensor(3.)
    """
    if input.dtype.kind == "c":
        raise RuntimeError("nansum on CPU does not support complex inputs")
    axis = axes(dim, input.ndim)
    if input.dtype.kind not in "fV":
        return accumulated(add_reduce, input, axis, keepdim, dtype)
    if input.dtype in PLAIN and dtype is None:
        whole = add_reduce(input, axis, None, None, keepdim)
        check = whole if axis is None else add_reduce(whole, None)
        if check == check:  # no sum is nan
            return whole
    x = widen(input)
    clean = np.where(np.isnan(x), x.dtype.type(0), x)
    return accumulated(add_reduce, narrow(clean) if input.dtype == BFLOAT16 else clean, axis, keepdim, dtype)


nansum.op.given_dtype = "nansum: provided dtype must match dtype of result. Got {0} and {1}."


@function()
def nanmean(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """The mean of the elements that are not nan, of all or over the axes `dim`. RuntimeError for integers.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nanmean.html

    >>> import borch as torch
    >>> torch.nanmean(torch.tensor([1.0, float("nan"), 2.0]))
    tensor(1.5000)
    """
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(
            f"nanmean(): expected input to have floating point or complex dtype but got {input.dtype.legacy}"
        )
    number = wrap(np.asarray(add_reduce(~_nan(input), axes(dim, input.ndim), INT64, None, keepdim)))
    if out is not None:
        return nansum(input, dim, keepdim, dtype=dtype, out=out).div_(number)
    return OPS["div"](nansum(input, dim, keepdim, dtype=dtype), number)
