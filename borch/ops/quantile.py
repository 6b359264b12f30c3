"""quantile and nanquantile, made of sort, gather and interpolation.

Source: https://docs.pytorch.org/docs/stable/generated/torch.quantile.html
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.args import wrap_dim
from .._core.op import OPS, function, wrap
from .._core.tensor import Tensor
from .both import into, squeeze
from .sort import sort

WAYS = ("linear", "lower", "higher", "midpoint", "nearest")


def _checked(name, input, q, interpolation):
    """The probabilities as a tensor of input's dtype; torch's errors for what does not fit."""
    if input.dtype not in (dtypes.float32, dtypes.float64):
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if not isinstance(q, Tensor):
        if not 0 <= q <= 1:
            raise RuntimeError(f"{name}() q must be in the range [0, 1] but got {q:g}")
        q = wrap(np.asarray(q, input._array.dtype))
    if not input._array.size:
        raise RuntimeError(f"{name}() input tensor must be non-empty")
    if q.ndim > 1:
        raise RuntimeError(f"{name}() q must be a scalar or 1D tensor")
    if q.dtype is not input.dtype:
        raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor")
    if interpolation not in WAYS:
        raise RuntimeError(
            f"{name}() interpolation must be one of linear, lower, higher, midpoint or nearest, but got {interpolation}"
        )
    if not ((q._array >= 0) & (q._array <= 1)).all():
        raise RuntimeError(f"{name}() q values must be in the range [0, 1]")
    return q


def _quantile(name, input, q, dim, keepdim, interpolation, ignore_nan):
    q = _checked(name, input, q, interpolation)
    if dim is None:
        x, at = OPS["reshape"](input, (-1,)), 0
        kept = [1] * input.ndim
    else:
        at = wrap_dim(dim, input.ndim)
        kept = [1 if k == at else s for k, s in enumerate(input.shape)]
        x = OPS["transpose"](OPS["unsqueeze"](input, -1), at, -1) if input.ndim else OPS["reshape"](input, (1,))
    values = sort(x, -1, stable=True)[0]
    n = values.shape[-1]
    missing = np.isnan(values._array)
    ranks = _ranks(OPS["reshape"](q, (-1,)), n, missing, ignore_nan)
    if interpolation in ("lower", "higher", "nearest"):
        ranks = OPS[{"lower": "floor", "higher": "ceil", "nearest": "round"}[interpolation]](ranks)
    below = np.floor(ranks._array).astype(np.int64)
    above = np.ceil(ranks._array).astype(np.int64)
    low = OPS["gather"](values, -1, wrap(below))
    if interpolation in ("linear", "midpoint"):
        weight = 0.5 if interpolation == "midpoint" else ranks - wrap(below.astype(ranks._array.dtype))
        low = OPS["lerp"](low, OPS["gather"](values, -1, wrap(above)), weight)
    low = OPS["transpose"](OPS["unsqueeze"](low, 0), 0, -1)  # the axis of q comes first
    if dim is not None and input.ndim:
        low = squeeze(low, low.ndim - 1)
        low = low if keepdim else squeeze(low, at + 1)
    elif keepdim:
        low = OPS["reshape"](low, (-1, *kept))
    else:
        low = squeeze(low, low.ndim - 1)
    return squeeze(low, 0) if not q.ndim else squeeze(OPS["unsqueeze"](low, 0), 0) if keepdim else low


def _ranks(q, n, missing, ignore_nan):
    """Where between the sorted elements each quantile lies, (..., q); the last place for a row with nan."""
    any_nan = missing.any(-1, keepdims=True)
    rows = wrap(np.zeros(missing.shape[:-1] + (1,), q._array.dtype))
    if ignore_nan:
        last = np.maximum(n - missing.sum(-1, keepdims=True) - 1, 0).astype(q._array.dtype)
        return q * wrap(last)
    ranks = q * float(n - 1) + rows
    if any_nan.any():
        ranks = OPS["where"](wrap(any_nan), wrap(np.full((), n - 1, q._array.dtype)), ranks)
    return ranks


@function()
def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    """The q-th quantiles of all elements, or along `dim`: q is a number or a vector of numbers in [0, 1].

    A vector of q comes first in the result's shape. `interpolation`: linear, lower, higher, midpoint or nearest.
    RuntimeError for other dtypes than float32 and float64.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.quantile.html

    >>> import borch as torch
    >>> torch.quantile(torch.tensor([0.0, 1.0, 2.0, 5.0]), torch.tensor([0.5, 1.0]))
    tensor([1.5000, 5.0000])
    """
    return into(
        "quantile",
        out,
        _quantile("quantile", input, q, dim, keepdim, interpolation, False),
        "quantile() out tensor must be same dtype as the input tensor",
        rows=True,
    )


@function()
def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    """`quantile` of the elements that are not nan.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nanquantile.html

    >>> import borch as torch
    >>> torch.nanquantile(torch.tensor([float("nan"), 1.0, 3.0]), 0.5)
    tensor(2.)
    """
    return into(
        "nanquantile",
        out,
        _quantile("nanquantile", input, q, dim, keepdim, interpolation, True),
        "quantile() out tensor must be same dtype as the input tensor",
        rows=True,
    )
