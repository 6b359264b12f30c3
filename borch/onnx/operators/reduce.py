"""Reductions, softmax, sorting and cumulative sums in ONNX."""

import math

import numpy as np

from ..trace import Var
from .elementwise import bools
from .table import dims_of, dtype_of, emits

KINDS = {"sum": "ReduceSum", "mean": "ReduceMean", "prod": "ReduceProd", "amax": "ReduceMax", "amin": "ReduceMin"}


@emits(*KINDS)
def reduction(g, c, input, dim=None, keepdim=False, dtype=None):
    out = c.outputs[0].dtype
    x = g.use(input) if input.dtype == out else g.cast(input, out)
    return g.reduce(KINDS[c.name], x, dims_of(dim, input.ndim), keepdim)


@emits("max", "min")
def largest(g, c, input, dim=None, keepdim=False):
    kind = c.name.capitalize()
    values = g.reduce(f"Reduce{kind}", input, dims_of(dim, input.ndim), keepdim)
    if len(c.outputs) == 1:
        return values
    return [values, _position(g, kind, input, dim, keepdim)]


def _position(g, kind, input, dim, keepdim):
    return g.add(f"Arg{kind}", input, axis=dims_of(dim, input.ndim)[0], keepdims=int(keepdim))


@emits("aminmax")
def aminmax(g, c, input, dim=None, keepdim=False):
    return [g.reduce(f"Reduce{kind}", input, dims_of(dim, input.ndim), keepdim) for kind in ("Min", "Max")]


@emits("argmax", "argmin")
def position(g, c, input, dim=None, keepdim=False):
    kind = c.name[3:].capitalize()
    if dim is not None and input.ndim:
        return _position(g, kind, input, dim, keepdim)
    found = g.add(f"Arg{kind}", g.reshape(input, (-1,)), axis=0, keepdims=0)
    return g.reshape(found, (1,) * input.ndim) if keepdim else found


@emits("any", "all")
def truth(g, c, input, dim=None, keepdim=False):
    numbers = g.cast(bools(g, input), np.int32)
    kind = "ReduceMax" if c.name == "any" else "ReduceMin"
    return g.cast(g.reduce(kind, numbers, dims_of(dim, input.ndim), keepdim), np.bool_)


@emits("count_nonzero")
def count_nonzero(g, c, input, dim=None):
    return g.reduce("ReduceSum", g.cast(bools(g, input), np.int64), dims_of(dim, input.ndim), False)


def moments(g, input, axes, correction, keepdim):
    """(variance, mean) over the axes."""
    center = g.reduce("ReduceMean", input, axes, True)
    apart = g.add("Sub", input, center)
    squares = g.add("Mul", apart, apart)
    count = math.prod(input.shape[k] for k in axes)
    if correction:
        total = g.reduce("ReduceSum", squares, axes, keepdim)
        variance = g.add("Div", total, g.use(max(count - correction, 0), input.dtype))
    else:
        variance = g.reduce("ReduceMean", squares, axes, keepdim)
    return variance, center if keepdim or not axes else g.add("Squeeze", center, g.ints(axes))


@emits("var", "std", "var_mean", "std_mean")
def variance(g, c, input, dim=None, correction=1, keepdim=False):
    value, mean = moments(g, input, dims_of(dim, input.ndim), 1 if correction is None else correction, keepdim)
    value = g.add("Sqrt", value) if c.name.startswith("std") else value
    return value if len(c.outputs) == 1 else [value, mean]


@emits("linalg_vector_norm")
def vector_norm(g, c, x, ord=2, dim=None, keepdim=False, dtype=None):
    out, axes = c.outputs[0].dtype, dims_of(dim, x.ndim)
    value = g.use(x) if x.dtype == out else g.cast(x, out)
    if ord in (1, 2):
        return g.reduce(f"ReduceL{int(ord)}", value, axes, keepdim)
    size = g.add("Abs", value)
    if ord in (math.inf, -math.inf):
        return g.reduce("ReduceMax" if ord > 0 else "ReduceMin", size, axes, keepdim)
    if ord == 0:
        present = g.cast(g.cast(value, np.bool_), out)
        return g.reduce("ReduceSum", present, axes, keepdim)
    total = g.reduce("ReduceSum", g.add("Pow", size, g.use(ord, out)), axes, keepdim)
    return g.add("Pow", total, g.use(1 / ord, out))


@emits("_last_norm")
def last_norm(g, c, input, p, keepdim):
    return vector_norm(g, c, input, p, -1, keepdim)


@emits("softmax", "log_softmax")
def softmax(g, c, input, dim, dtype=None):
    out = c.outputs[0].dtype
    x = g.use(input) if input.dtype == out else g.cast(input, out)
    return g.add("Softmax" if c.name == "softmax" else "LogSoftmax", x, axis=int(dim))


@emits("logsumexp")
def logsumexp(g, c, input, dim, keepdim=False):
    axes = dims_of(dim, input.ndim)
    top = g.reduce("ReduceMax", input, axes, True)
    sums = g.reduce("ReduceSum", g.add("Exp", g.add("Sub", input, top)), axes, keepdim)
    top = top if keepdim or not axes else g.add("Squeeze", top, g.ints(axes))
    return g.add("Add", g.add("Log", sums), top)


@emits("logaddexp")
def logaddexp(g, c, input, other):
    top = g.add("Max", input, other)
    sums = g.add("Add", g.add("Exp", g.add("Sub", input, top)), g.add("Exp", g.add("Sub", other, top)))
    return g.add("Add", g.add("Log", sums), top)


# -------------------------------------------------------------------------------------------------------------- sorting
@emits("topk")
def topk(g, c, input, k, dim=-1, largest=True, sorted=True):
    if isinstance(k, Var):
        g.unsupported("k is a tensor")
    return g.add("TopK", input, g.ints([int(k)]), outputs=2, axis=int(dim), largest=int(largest), sorted=int(sorted))


@emits("sort")
def sort(g, c, input, dim=-1, descending=False, stable=False):
    n = input.shape[dim]
    return g.add("TopK", input, g.shape([n]), outputs=2, axis=int(dim), largest=int(descending), sorted=1)


@emits("median")
def median(g, c, input, dim=-1, keepdim=False):
    at, n = dims_of(dim, input.ndim)[0], input.shape[dim]
    found = g.add("TopK", input, g.shape([n]), outputs=2, axis=at, largest=0, sorted=1)
    middle = [g.add("Gather", x, g.ints([(n - 1) // 2]), axis=at) for x in found]
    return middle if keepdim else [g.add("Squeeze", x, g.ints([at])) for x in middle]


@emits("_median_all")
def median_of_all(g, c, input):
    flat, k = g.reshape(input, (-1,)), (input.size - 1) // 2
    values, _ = g.add("TopK", flat, g.ints([input.size]), outputs=2, axis=0, largest=0, sorted=1)
    return g.add("Gather", values, g.use(k, np.int64), axis=0)


@emits("cumsum")
def cumsum(g, c, input, dim, dtype=None):
    out = c.outputs[0].dtype
    x = g.use(input) if input.dtype == out else g.cast(input, out)
    return g.add("CumSum", x, g.use(dims_of(dim, input.ndim)[0], np.int64))


# --------------------------------------------------------------------------------------------------------------- losses
def reduced(g, losses, ndim, how):
    return (
        losses
        if how == "none"
        else g.reduce("ReduceMean" if how == "mean" else "ReduceSum", losses, range(ndim), False)
    )


@emits("_squared_error")
def squared_error(g, c, input, target, reduction="mean", bend=None):
    apart = g.add("Sub", input, target)
    return reduced(g, g.add("Mul", apart, apart), max(input.ndim, target.ndim), reduction)


@emits("_smooth_l1", "_huber")
def bent_error(g, c, input, target, reduction="mean", bend=1.0):
    def number(v):
        return g.use(v, dtype_of(input, target))

    size = g.add("Abs", g.add("Sub", input, target))
    curved = g.add("Mul", g.add("Mul", size, size), number(0.5 / bend if c.name == "_smooth_l1" else 0.5))
    straight = g.add("Sub", size, number(0.5 * bend))
    if c.name == "_huber":
        straight = g.add("Mul", straight, number(bend))
    losses = g.add("Where", g.add("Less", size, number(bend)), curved, straight)
    return reduced(g, losses, max(input.ndim, target.ndim), reduction)


@emits("_logits")
def cross_entropy_with_logits(g, c, input, target, weight=None, pos_weight=None, reduction="mean"):
    one = g.use(1, input.dtype)
    less = g.add("Softplus", g.add("Neg", input))  # the negative of the sigmoid's logarithm
    if pos_weight is not None:
        less = g.add("Mul", less, g.add("Add", g.add("Mul", g.add("Sub", pos_weight, one), target), one))
    losses = g.add("Add", g.add("Mul", g.add("Sub", one, target), input), less)
    if weight is not None:
        losses = g.add("Mul", losses, weight)
    return reduced(g, losses, max(v.ndim for v in (input, target, weight, pos_weight) if v is not None), reduction)


@emits("_nll", "_nll_of_pixels")
def nll(g, c, input, target, weight=None, ignore_index=-100, reduction="mean"):
    return g.add(
        "NegativeLogLikelihoodLoss", input, target, weight, ignore_index=int(ignore_index), reduction=reduction
    )
