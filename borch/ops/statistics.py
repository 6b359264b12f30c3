"""Covariance, correlation, numerical gradients, traces, sums of segments: functions on top of the reductions.

Source: https://docs.pytorch.org/docs/stable/generated/torch.cov.html
"""

import itertools
import warnings

import numpy as np

from .._core import dtype as dtypes
from .._core.args import wrap_dim, wrap_dims
from .._core.op import OPS, function, op
from .._core.tensor import Tensor
from .both import array_of, constant, expand, reshape, scatter, to_dtype
from .norm import vector_norm
from .reduce import accumulated

INT64 = np.dtype(np.int64)


# ------------------------------------------------------------------------------------------- covariance and correlation
def _check_weights(name, weights, count, integral):
    if weights.ndim > 1:
        raise RuntimeError(
            f"cov(): expected {name} to have one or fewer dimensions but got {name} with {weights.ndim} dimensions"
        )
    if integral and weights._array.dtype.kind not in "iu":
        raise RuntimeError(
            f"cov(): expected fweights to have integral dtype but got fweights with {weights.dtype.legacy} dtype"
        )
    if not integral and weights._array.dtype.kind != "f":
        raise RuntimeError(
            f"cov(): expected aweights to have floating point dtype but got aweights with {weights.dtype.legacy} dtype"
        )
    if weights._array.size != count:
        raise RuntimeError(
            f"cov(): expected {name} to have the same numel as there are observations in the input but got "
            f"{weights._array.size} != {count}"
        )
    if weights._array.size and weights._array.min() < 0:
        raise RuntimeError(f"cov(): {name} cannot be negative")


@function()
def cov(input, *, correction=1, fweights=None, aweights=None):
    """The covariance matrix of variables, which are the rows of `input`; its columns are observations.

    `fweights` are how often each observation counts (integers), `aweights` how much (floats). RuntimeError for more than
    two axes. A vector is one variable and gives its variance.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.cov.html

    >>> import borch as torch
    >>> torch.cov(torch.tensor([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    if input.ndim > 2:
        raise RuntimeError(
            f"cov(): expected input to have two or fewer dimensions but got an input with {input.ndim} dimensions"
        )
    if input.dtype is dtypes.bool_:
        raise RuntimeError("cov(): bool dtype is not supported for input")
    x = OPS["reshape"](input, (1, -1)) if input.ndim < 2 else input
    count = x.shape[1]
    weights = None
    if fweights is not None:
        _check_weights("fweights", fweights, count, True)
        weights = fweights
    if aweights is not None:
        _check_weights("aweights", aweights, count, False)
        weights = aweights if weights is None else weights * aweights
    total = weights.sum() if weights is not None else None
    if total is not None and total.item() == 0:
        raise RuntimeError("cov(): weights sum to zero, can't be normalized")
    mean = (x * weights).sum(1) / total if weights is not None else x.sum(1) / count
    freedom = _freedom(total, weights, aweights, count, correction)
    if (freedom.item() if isinstance(freedom, Tensor) else freedom) <= 0:
        warnings.warn(
            "cov(): degrees of freedom is <= 0. Correction should be strictly less than the number of observations.",
            UserWarning,
            stacklevel=2,
        )
        freedom = 0
    x = x - OPS["unsqueeze"](mean, 1)
    right = x * weights if weights is not None else x
    right = OPS["conj"](right.t()) if right.is_complex() else right.t()
    return OPS["squeeze"](OPS["matmul"](x, right) / freedom)


def _freedom(total, weights, aweights, count, correction):
    if weights is None:
        return count - correction
    if aweights is None or correction == 0:
        return total - correction
    return total - correction * (weights * aweights).sum() / total


@function()
def corrcoef(input):
    """The correlation coefficients of variables, which are the rows of `input`: a matrix of values in [-1, 1].

    Source: https://docs.pytorch.org/docs/stable/generated/torch.corrcoef.html

    >>> import borch as torch
    >>> torch.corrcoef(torch.tensor([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    if input.ndim > 2:
        raise RuntimeError(
            f"corrcoef(): expected input to have two or fewer dimensions but got an input with {input.ndim} dimensions"
        )
    c = cov(input)
    if c.ndim == 0:
        return c / c
    d = OPS["diagonal"](c)
    deviations = OPS["sqrt"](OPS["real"](d) if d.is_complex() else d)
    c = c / OPS["unsqueeze"](deviations, 1) / OPS["unsqueeze"](deviations, 0)
    if c.is_complex():
        return OPS["complex"](OPS["clamp"](OPS["real"](c), -1, 1), OPS["clamp"](OPS["imag"](c), -1, 1))
    return OPS["clamp"](c, -1, 1)


# ---------------------------------------------------------------------------------------------------- numerical gradient
def _piece(x, dim, start, length):
    return OPS["narrow"](x, dim, start, length)


def _gradient_even(x, dim, step, order):
    n = x.shape[dim]
    inner = (_piece(x, dim, 2, n - 2) - _piece(x, dim, 0, n - 2)) / (2 * step)
    if order == 1:
        first = (_piece(x, dim, 1, 1) - _piece(x, dim, 0, 1)) / step
        last = (_piece(x, dim, n - 1, 1) - _piece(x, dim, n - 2, 1)) / step
    else:
        a, b, c = (_piece(x, dim, k, 1) for k in range(3))
        first = (4 * b - 3 * a - c) / (2 * step)
        a, b, c = (_piece(x, dim, n - k, 1) for k in (1, 2, 3))
        last = (c - 4 * b + 3 * a) / (2 * step)
    return OPS["cat"]([first, inner, last], dim)


def _gradient_at(x, dim, points, order):
    """The gradient along `dim` where x was sampled at `points`."""
    n = x.shape[dim]
    shape = [1] * x.ndim
    shape[dim] = -1
    t = OPS["reshape"](points, shape)
    gaps = _piece(t, dim, 1, n - 1) - _piece(t, dim, 0, n - 1)
    left, right = _piece(gaps, dim, 0, n - 2), _piece(gaps, dim, 1, n - 2)
    before, here, after = _piece(x, dim, 0, n - 2), _piece(x, dim, 1, n - 2), _piece(x, dim, 2, n - 2)
    inner = (
        -right / (left * (left + right)) * before
        + (right - left) / (left * right) * here
        + left / (right * (left + right)) * after
    )
    if order == 1:
        first = (_piece(x, dim, 1, 1) - _piece(x, dim, 0, 1)) / _piece(gaps, dim, 0, 1)
        last = (_piece(x, dim, n - 1, 1) - _piece(x, dim, n - 2, 1)) / _piece(gaps, dim, n - 2, 1)
    else:
        first = _edge(x, dim, (0, 1, 2), _piece(gaps, dim, 0, 1), _piece(gaps, dim, 1, 1))
        last = -_edge(x, dim, (n - 1, n - 2, n - 3), _piece(gaps, dim, n - 2, 1), _piece(gaps, dim, n - 3, 1))
    return OPS["cat"]([first, inner, last], dim)


def _edge(x, dim, at, near, far):
    a, b, c = (_piece(x, dim, k, 1) for k in at)
    return (
        -(2 * near + far) / (near * (near + far)) * a
        + (near + far) / (near * far) * b
        - near / (far * (near + far)) * c
    )


@function(method=False)
def gradient(input, *, spacing=1, dim=None, edge_order=1):
    """The gradient of sampled values along each axis (or those of `dim`), by second-order differences: a tuple.

    `spacing` is a number, one per axis, or a list of vectors of coordinates; `edge_order` 1 or 2 is the order at the ends.
    RuntimeError where an axis is too short.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.gradient.html

    >>> import borch as torch
    >>> torch.gradient(torch.tensor([1.0, 2.0, 4.0, 7.0]))
    (tensor([1.0000, 1.5000, 2.5000, 3.0000]),)
    """
    if input.dtype is dtypes.uint8:
        raise RuntimeError("torch.gradient does not support uint8 input.")
    if input.dtype is dtypes.bool_:
        OPS["sub"](input, input)  # refuses it
    dims = range(input.ndim) if dim is None else (dim,) if isinstance(dim, int) else dim
    dims = wrap_dims(tuple(dims), input.ndim)
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    for d in dims:
        if input.shape[d] < edge_order + 1:
            raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")
    spacing = 1 if spacing is None else spacing
    several = isinstance(spacing, (list, tuple))
    if several and len(spacing) != len(dims):
        raise RuntimeError(
            "torch.gradient expected spacing to be unspecified, a scalar, or a list of length equal to 'self.dim() = "
            f"{input.ndim}', since dim argument was not given, but got a list of length {len(spacing)}"
            if dim is None
            else "torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments to have "
            f"the same length, but got a spacing argument of length {len(spacing)} and a dim argument of length {len(dims)}."
        )
    if not input.is_floating_point() and not input.is_complex():
        input = OPS["to_dtype"](input, dtypes.default.real)
    steps = spacing if several else [spacing] * len(dims)
    results = []
    for d, step in zip(dims, steps, strict=True):
        at = isinstance(step, Tensor) and step.ndim > 0
        results.append((_gradient_at if at else _gradient_even)(input, d, step, edge_order))
    return tuple(results)


# ------------------------------------------------------------------------------------------------------------- and others
def _trace_input(g, input_shape, input_dtype):
    if isinstance(g, Tensor) or g.dtype.kind in "fc":
        return to_dtype(expand(reshape(g, (1, 1)), input_shape) * constant(g, np.eye(*input_shape)), input_dtype)
    return g


@op(input=_trace_input)
def trace(input):
    """The sum of the diagonal of a matrix; integers add up in int64. RuntimeError for another number of axes.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.trace.html

    >>> import borch as torch
    >>> torch.trace(torch.tensor([[1, 2], [3, 4]]))
    tensor(5)
    """
    if input.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.ndim}")
    if input.dtype == np.bool_:
        raise NotImplementedError("\"trace\" not implemented for 'Bool'")
    return accumulated(np.add.reduce, input.diagonal(), None, False, None)


@function(method=False)
def norm_except_dim(v, pow=2, dim=0):
    """The norm over all axes but `dim`, with the others kept at length 1: what weight normalisation divides by.

    >>> import borch as torch
    >>> torch.norm_except_dim(torch.tensor([[3.0, 4.0], [6.0, 8.0]]))
    tensor([[ 5.],
            [10.]])
    """
    if dim == -1:
        return vector_norm(v, pow)
    dim = wrap_dim(dim, v.ndim)
    if dim:
        return OPS["transpose"](norm_except_dim(OPS["transpose"](v, 0, dim), pow, 0), 0, dim)
    flat = OPS["reshape"](v, (v.shape[0], -1))
    return OPS["view"](vector_norm(flat, pow, 1), [v.shape[0]] + [1] * (v.ndim - 1))


def sum_to_size(self, *size):
    """This tensor summed over axes until it has the shape `size`, which must broadcast to its own.

    >>> import borch as torch
    >>> torch.ones(2, 3).sum_to_size(1, 3)
    tensor([[2., 2., 2.]])
    """
    from .._core.args import sizes

    size, shape = sizes(size), tuple(self.shape)
    extra = len(shape) - len(size)
    fits = extra >= 0 and all(s in (1, t) for s, t in zip(size, shape[extra:], strict=True))
    if not fits:
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}.")
    if not size:
        return OPS["sum"](self)
    dims = tuple(range(extra)) + tuple(k + extra for k, s in enumerate(size) if s == 1 != shape[k + extra])
    if not dims:
        return self
    result = OPS["sum"](self, dims, True)
    return OPS["view"](result, size) if extra else result


Tensor.sum_to_size = sum_to_size


# ----------------------------------------------------------------------------------------------------- sums of segments
WAYS = {"sum": np.add, "mean": np.add, "prod": np.multiply, "max": np.maximum, "min": np.minimum}
WAYS |= {"amax": np.maximum, "amin": np.minimum}
STARTS = {"sum": 0, "mean": 0, "prod": 1, "max": -np.inf, "amax": -np.inf, "min": np.inf, "amin": np.inf}


@op(
    kind="same",
    refuse={"biwc": "_segment_reduce_cpu"},
    aliases=("_segment_reduce",),
    method=False,
    name="segment_reduce",
    tensors=("data", "lengths", "indices", "offsets"),
    data=lambda g, data, out, reduce, lengths, offsets, axis: _segment_reduce_backward(
        g, out, data, reduce, lengths, offsets, axis
    ),
)
def segment_reduce(data, reduce, *, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None):
    """The sum, mean, product, max or min of each of several runs of `data` along `axis`.

    `lengths` (or `offsets`) says where the runs are: one list of numbers for each place of the axes before `axis`;
    `initial` is what an empty run gives. RuntimeError for lengths that do not add up to the axis, unless `unsafe`.
    Source: https://docs.pytorch.org/docs/main/generated/torch.segment_reduce.html

    >>> import borch as torch
    >>> torch.segment_reduce(torch.tensor([1.0, 2.0, 3.0]), "sum", lengths=torch.tensor([1, 2]))
    tensor([1., 5.])
    """
    axis = wrap_dim(axis, data.ndim)
    if reduce not in WAYS:
        raise RuntimeError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    if indices is not None:
        raise RuntimeError("segment_reduce(): indices based reduction is not supported yet.")
    _check_segments(data, lengths, offsets, axis, unsafe)
    ends = _ends(lengths, offsets)
    start = STARTS[reduce] if initial is None else initial
    before, after = data.shape[:axis], data.shape[axis + 1 :]
    out = np.empty((*before, ends.shape[-1] - 1, *after), data.dtype)
    for place in np.ndindex(before):
        for k, (a, b) in enumerate(itertools.pairwise(ends[place])):
            total = WAYS[reduce].reduce(data[place][a:b], 0, initial=start)
            if reduce == "mean":
                total = total / (b - a) if b > a else (np.nan if initial is None else initial)
            out[place][k] = total
    return out


def _check_segments(data, lengths, offsets, axis, unsafe):
    name, given = ("lengths", lengths) if lengths is not None else ("offsets", offsets)
    if given is None:
        raise RuntimeError("segment_reduce(): Either lengths or offsets must be defined.")
    if axis != given.ndim - 1:
        raise RuntimeError(f"segment_reduce(): Expected axis to be the last dimension of {name} but got {axis}.")
    if lengths is not None and not unsafe:
        if lengths.size and lengths.min() < 0:
            raise RuntimeError("lengths contains negative value!")
        if (lengths.sum(-1) != data.shape[axis]).any():
            raise RuntimeError(
                "segment_reduce(): Expected all rows of lengths along axis to sum to data.size(lengths.dim()-1) when "
                "!unsafe."
            )
    if given.dtype not in (INT64, np.int32):
        legacy = dtypes.from_numpy(data.dtype).legacy
        raise NotImplementedError(f"\"_segment_reduce_{name}_cpu_kernel1\" not implemented for '{legacy}'")


def _ends(lengths, offsets):
    """Where the runs begin, and where the last ends, for each place of the axes before."""
    if lengths is None:
        return array_of(offsets).astype(INT64)
    lengths = array_of(lengths).astype(INT64)
    return np.concatenate((np.zeros((*lengths.shape[:-1], 1), INT64), np.cumsum(lengths, -1)), -1)


def _not_again(g):
    raise RuntimeError("derivative for aten::_segment_reduce_backward is not implemented")


@op(
    kind="same",
    tensors=("grad", "output", "data", "lengths", "offsets"),
    node="NotImplemented",
    method=False,
    namespace=None,
    grad=_not_again,
    output=_not_again,
    data=_not_again,
)
def _segment_reduce_backward(grad, output, data, reduce, lengths=None, offsets=None, axis=0):
    ends = _ends(lengths, offsets)
    axis = wrap_dim(axis, data.ndim)
    owner = np.zeros(data.shape[: axis + 1], INT64)
    owned = np.zeros(owner.shape, np.bool_)
    for place in np.ndindex(owner.shape[:-1]):
        for k, (a, b) in enumerate(itertools.pairwise(ends[place])):
            owner[place][a:b], owned[place][a:b] = k, True
    deeper = (..., *(None,) * (data.ndim - axis - 1))
    index = np.ascontiguousarray(np.broadcast_to(owner[deeper], data.shape))
    factor = owned[deeper] * np.ones(data.shape, data.dtype)
    if reduce == "mean":
        factor = factor / np.take_along_axis(np.maximum(np.diff(ends), 1), owner, -1)[deeper]
    elif reduce == "prod":
        with np.errstate(divide="ignore", invalid="ignore"):
            others = np.take_along_axis(output, index, axis) / data
        factor = factor * (others if (data != 0).all() else _others(data, ends, axis))
    elif reduce != "sum":
        mask = (data == np.take_along_axis(output, index, axis)) & owned[deeper]
        number = scatter(mask.astype(np.float64), axis, index, output.shape)
        factor = mask / np.maximum(np.take_along_axis(number, index, axis), 1)
    return (np.take_along_axis(grad, index, axis) * factor).astype(data.dtype, copy=False)


def _others(values, ends, axis):
    """For each element the product of the others of its run."""
    found = np.ones(values.shape)
    for place in np.ndindex(values.shape[:axis]):
        for a, b in itertools.pairwise(ends[place]):
            for k in range(a, b):
                rest = np.r_[a:k, k + 1 : b]
                found[place][k] = np.multiply.reduce(values[place][rest], 0)
    return found
