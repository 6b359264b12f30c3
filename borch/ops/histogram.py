"""Counting: histc, histogram, histogramdd, bincount.

Source: https://docs.pytorch.org/docs/stable/generated/torch.histogram.html
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.op import function, op, return_type, wrap
from .._core.tensor import Tensor
from .both import into

INT64, FLOAT32, FLOAT64 = np.dtype(np.int64), np.dtype(np.float32), np.dtype(np.float64)


def _check_float(x, word):
    if x.dtype.kind != "f" or (word == "histogramdd" and x.dtype == np.float16):
        raise NotImplementedError(f"\"{word}\" not implemented for '{dtypes.from_numpy(x.dtype).legacy}'")


def bounds(x, low, high, name):
    """The ends of the bins: given, or those of the data; a range of no length is widened by one to both sides."""
    if low == high and x.size:
        low, high = float(x.min()), float(x.max())
    if not (np.isfinite(low) and np.isfinite(high)):
        raise RuntimeError(f"{name}: range of [{low:g}, {high:g}] is not finite")
    if low > high:
        raise RuntimeError(f"{name}: max must be larger than min")
    return (low - 1, high + 1) if low == high else (low, high)


def places(x, low, high, n, edges=None, rounded=np.asarray):
    """(bin of each element, whether it is inside) for n evenly spaced bins, by torch's arithmetic, which half dtypes round:
    with the edges between them given, an element is compared with those nearby."""
    inside = (x >= low) & (x <= high)
    x = np.where(inside, x, low)
    at = rounded(rounded(rounded(x - low) * rounded(x.dtype.type(n))) / rounded(high - low)).astype(INT64)
    at = np.minimum(at, n)
    if edges is not None:
        first = np.maximum(at - 1, 0)
        found = np.zeros_like(at)
        for step in range(3):
            k = first + step
            found += (k < np.minimum(at + 2, n + 1)) & (edges[np.minimum(k, n)] <= x)
        at = first + found - 1
    return np.minimum(at, n - 1), inside


@op(
    kind="same",
    out_dtype="torch.histogram: input tensor and hist tensor should have the same dtype, but got input {3} and hist {2}",
    half=lambda rounded, input, bins=100, min=0, max=0: _histc(input, bins, min, max, rounded),
)
def histc(input, bins=100, min=0, max=0):
    """How many elements fall into each of `bins` equal intervals between `min` and `max`.

    With min == max the ends are those of the data; elements outside are not counted. The result has input's dtype.
    RuntimeError when an end is not finite or bins is not positive.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.histc.html

    >>> import borch as torch
    >>> torch.histc(torch.tensor([1.0, 2.0, 1.0]), bins=4, min=0, max=3)
    tensor([0., 2., 1., 0.])
    """
    return _histc(input, bins, min, max)


def _histc(input, bins, min, max, rounded=np.asarray):
    _check_float(input, "linspace_cpu" if input.dtype.kind == "b" else "histogram_cpu")
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")
    low, high = bounds(input, float(min), float(max), "torch.histc")
    low, high = input.dtype.type(low), input.dtype.type(high)
    nothing = (high - low) * input.dtype.type(0)  # NaN where the range is too long, as torch's edges are then
    at, inside = places(input.reshape(-1), rounded(low + nothing), rounded(high - nothing), bins, rounded=rounded)
    return np.bincount(at[inside], minlength=bins)[:bins].astype(input.dtype)


def spaced(low, high, bins, dtype):
    """bins + 1 edges as torch.linspace computes them: from both ends."""
    kind = dtype.type
    step = (kind(high) - kind(low)) / kind(bins)
    k = np.arange(bins + 1)
    front, back = kind(low) + step * k.astype(dtype), kind(high) - step * (bins - k).astype(dtype)
    return np.where(k < (bins + 1) // 2, front, back).astype(dtype)


@op(kind="same", tensors=("input", "weights"), refuse={"hfbc": "bincount_cpu"})
def bincount(input, weights=None, minlength=0):
    """How often each of the numbers 0, 1, 2, ... occurs in a vector of non-negative integers, or the sum of weights.

    The result is int64; with weights it is float32 for float32 weights, else float64. RuntimeError for negative numbers.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.bincount.html

    >>> import borch as torch
    >>> torch.bincount(torch.tensor([1, 3, 1]))
    tensor([0, 2, 0, 1])
    """
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if input.ndim == 1 and not input.size:
        return np.zeros(minlength, INT64)
    if input.ndim != 1 or input.min() < 0:
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if weights is None:
        return np.bincount(input.astype(INT64), minlength=minlength).astype(INT64, copy=False)
    if weights.shape != input.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    out = np.bincount(input.astype(INT64), weights.astype(FLOAT64), minlength)
    return out.astype(FLOAT32) if weights.dtype == FLOAT32 else out


# ------------------------------------------------------------------------------------------------ with edges and weights
def _counted(x, edges, even, weight):
    """Weights of the points `x` (n, d) added up in the cells between `edges`, one array of them per coordinate."""
    shape = tuple(e.size - 1 for e in edges)
    flat, inside = np.zeros(x.shape[0], INT64), np.ones(x.shape[0], np.bool_)
    for k, e in enumerate(edges):
        if even:
            at, ok = places(x[:, k], e[0], e[-1], e.size - 1, e)
        else:
            ok = (x[:, k] >= e[0]) & (x[:, k] <= e[-1])
            at = np.minimum(np.searchsorted(e, x[:, k], side="right") - 1, e.size - 2)
        flat, inside = flat * (e.size - 1) + at, inside & ok
    size = int(np.prod(shape))
    sums = np.bincount(flat[inside], None if weight is None else weight[inside].astype(FLOAT64), size)
    return sums.reshape(shape).astype(x.dtype)


def _density(hist, edges):
    volume = np.ones((), hist.dtype)
    for e in edges:
        volume = np.multiply.outer(volume, np.diff(e))
    return (hist / hist.sum() / volume).astype(hist.dtype)


def _edges(x, bins, range_, name):
    """(edges per coordinate, whether they are evenly spaced) from counts and a range, or from tensors of edges."""
    d = x.shape[1]
    if isinstance(bins, Tensor):
        bins = [bins]
    if isinstance(bins, (list, tuple)) and bins and isinstance(bins[0], Tensor):
        edges = [b._array for b in bins]
        if len(edges) != d:
            raise RuntimeError(
                f"torch.histogramdd(): expected {d} sequences of bin edges for a {d}-dimensional histogram but got "
                f"{len(edges)}"
            )
        for e in edges:
            if e.dtype != x.dtype:
                raise RuntimeError("torch.histogramdd(): input tensor and bins tensors should have the same dtype")
        return edges, False
    counts = [bins] * d if isinstance(bins, int) else list(bins)
    if len(counts) != d:
        raise RuntimeError("histogramdd: The size of bins must be equal to the innermost dimension of the input.")
    for k, c in enumerate(counts):
        if c <= 0:
            raise RuntimeError(f"torch.{name}(): bins must be > 0, but got {c} for dimension {k}")
    edges = []
    for k, c in enumerate(counts):
        if range_ is None:
            low, high = (float(x[:, k].min()), float(x[:, k].max())) if x.shape[0] else (0.0, 1.0)
        else:
            low, high = float(range_[2 * k]), float(range_[2 * k + 1])
        if not (np.isfinite(low) and np.isfinite(high)):
            raise RuntimeError(f"torch.histogramdd(): dimension {k}'s range [{low:g}, {high:g}] is not finite")
        if low > high:
            raise RuntimeError(
                f"torch.histogramdd(): min should not exceed max, but got min {low:g} max {high:g} for dimension {k}"
            )
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges.append(spaced(low, high, c, x.dtype))
    return edges, True


def _weights(x, weight):
    if weight is None:
        return None
    w = weight._array
    if w.dtype != x.dtype:
        raise RuntimeError(
            "torch.histogramdd(): if weight tensor is provided, input tensor and weight tensor should have the same "
            "dtype, but got input("
            + str(dtypes.from_numpy(x.dtype).legacy)
            + f"), and weight({dtypes.from_numpy(w.dtype).legacy})"
        )
    return w.reshape(-1)


Histogram = return_type("histogram", ("hist", "bin_edges"))
HistogramOut = return_type("histogram_out", ("hist", "bin_edges"))
HistogramDD = return_type("histogramdd", ("hist", "bin_edges"))


@function()
def histogram(input, bins=100, *, range=None, weight=None, density=False, out=None):
    """How many elements (or how much `weight`) fall into each bin, as the pair (hist, bin_edges).

    `bins` is their number, between the ends `range` or those of the data, or a tensor of edges. `density` divides by
    the total and the widths. NotImplementedError for integers.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.histogram.html

    >>> import borch as torch
    >>> torch.histogram(torch.tensor([1.0, 2.0, 1.0]), bins=4, range=(0.0, 3.0))
    torch.return_types.histogram(
    hist=tensor([0., 2., 1., 0.]),
    bin_edges=tensor([0.0000, 0.7500, 1.5000, 2.2500, 3.0000]))
    """
    x = input._array.reshape(-1, 1)
    _check_float(x, "histogram_cpu" if isinstance(bins, Tensor) else "histogramdd")
    edges, even = _edges(x, bins, range, "histogram")
    hist = _counted(x, edges, even, _weights(x, weight))
    hist = _density(hist, edges) if density else hist
    hist, edges = wrap(hist), wrap(edges[0])
    if out is None:
        return Histogram(hist, edges)
    words = "torch.histogram: input tensor and hist tensor should have the same dtype, but got input {3} and hist {2}"
    return HistogramOut(*(into("histogram", o, x, words) for o, x in zip(out, (hist, edges), strict=True)))


@function(method=False)
def histogramdd(input, bins, *, range=None, weight=None, density=False, out=None):
    """The histogram of points (n, d): counts in a grid of d axes, as the pair (hist, bin_edges).

    `bins` is one number, one per axis, or a list of edge tensors; `range` holds the d pairs of ends one after another.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.histogramdd.html

    >>> import borch as torch
    >>> torch.histogramdd(torch.tensor([[0.0, 1.0], [1.0, 0.0]]), bins=[2, 2]).hist
    tensor([[0., 1.],
            [1., 0.]])
    """
    if input.ndim < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions")
    x = input._array.reshape(-1, input.shape[-1])
    by_edges = isinstance(bins, (tuple, list)) and any(isinstance(b, Tensor) for b in bins)
    _check_float(x, "histogram_cpu" if by_edges else "histogramdd")
    edges, even = _edges(x, bins, range, "histogramdd")
    hist = _counted(x, edges, even, _weights(x, weight))
    hist = _density(hist, edges) if density else hist
    return HistogramDD(wrap(hist), tuple(wrap(e) for e in edges))
