"""The form of what a ufunc gives for arrays without elements: its dtype is asked of numpy, on empty arrays."""

import numpy as np

from . import layout
from .array import MetaArray

ndarray = np.ndarray


def result_of(ufunc, method, inputs, kwargs):
    found = {"__call__": _called, "reduce": _reduced, "accumulate": _accumulated, "outer": _outer}.get(method)
    if method == "at":
        return None
    return (found or _reduced_at)(ufunc, inputs, kwargs)


def small(value):
    """What stands for a value where numpy is asked for a dtype: no element of an array, a number as it is."""
    return np.ones((0,), value.dtype) if isinstance(value, ndarray) else value


def form(value):
    return value.shape if isinstance(value, ndarray) else ()


def common_shape(values):
    try:
        return np.broadcast_shapes(*map(form, values))
    except ValueError:
        shapes = " ".join(str(form(v)).replace(" ", "") for v in values)
        raise ValueError(f"operands could not be broadcast together with shapes {shapes} ") from None


def laid_out(shape, dtype, values):
    """A result of `shape`, in the order of axes that numpy takes from arrays of it."""
    return MetaArray(
        shape, dtype, layout.kept_order(shape, [v for v in values if isinstance(v, ndarray)], dtype.itemsize)
    )


def into(out, shape, dtypes, casting="same_kind"):
    """The arrays given as `out`, of which those without elements must have the shape."""
    for o, dtype in zip(out, dtypes, strict=False):
        if o is None:
            continue
        if o.shape != np.broadcast_shapes(o.shape, shape):
            raise ValueError(
                f"non-broadcastable output operand with shape {o.shape} doesn't match the broadcast shape {shape}"
            )
        if not np.can_cast(dtype, o.dtype, casting):
            raise np.exceptions.DTypePromotionError(
                f"Cannot cast output from {dtype!r} to {o.dtype!r} with casting rule"
            )
    return out


def _called(ufunc, inputs, kwargs):
    kwargs = dict(kwargs)
    out, where = kwargs.pop("out", None), kwargs.pop("where", True)
    kwargs.pop("order", None)
    if ufunc.signature is not None:
        return _product(ufunc, inputs, out, kwargs)
    shape = common_shape([*inputs, where] if isinstance(where, ndarray) else inputs)
    with np.errstate(all="ignore"):
        sample = ufunc(*map(small, inputs), **kwargs)
    samples = sample if type(sample) is tuple else (sample,)
    dtypes = [np.asarray(s).dtype for s in samples]
    if out is not None:
        out = out if type(out) is tuple else (out,)
        into(out, shape, dtypes, kwargs.get("casting", "same_kind"))
        if not any(o is None for o in out):
            return out if len(samples) > 1 else out[0]
    results = [laid_out(shape, dtype, inputs) for dtype in dtypes]
    return tuple(results) if len(results) > 1 else results[0]


def product_shape(a, b):
    """The shape of the matrix product of two shapes; numpy's ValueError where they do not fit."""
    if not a or not b:
        raise ValueError("matmul: Input operand 0 does not have enough dimensions")
    left, right = ((1, *a) if len(a) == 1 else a), ((*b, 1) if len(b) == 1 else b)
    if left[-1] != right[-2]:
        raise ValueError(
            f"matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) "
            f"(size {right[-2]} is different from {left[-1]})"
        )
    batch = np.broadcast_shapes(left[:-2], right[:-2])
    return (*batch, *(left[-2:-1] if len(a) > 1 else ()), *(right[-1:] if len(b) > 1 else ()))


def _product(ufunc, inputs, out, kwargs):
    a, b = inputs
    dtype = kwargs.get("dtype") or np.result_type(a.dtype, b.dtype)
    matrices = ufunc.signature == np.matmul.signature  # numpy's, or the tab's compiled one
    shape = product_shape(a.shape, b.shape) if matrices else np.broadcast_shapes(a.shape[:-1], b.shape[:-1])
    if out is not None:
        out = out[0] if type(out) is tuple else out
        if out is not None:
            return out
    return MetaArray(shape, np.dtype(dtype))


def reduced_dtype(ufunc, dtype, wanted):
    with np.errstate(all="ignore"):
        return ufunc.reduce(np.ones(1, dtype), dtype=wanted).dtype


def _reduced(ufunc, inputs, kwargs):
    x = inputs[0]
    names = dict(zip(("axis", "dtype", "out", "keepdims"), inputs[1:], strict=False), **kwargs)
    out = names.get("out")
    out = out[0] if type(out) is tuple else out
    axis = names.get("axis", 0)
    axes = layout.axes_in(axis, len(x.shape)) if x.shape or axis not in (0, -1, (), None) else ()
    if (
        any(x.shape[k] == 0 for k in axes)
        and ufunc.identity is None
        and names.get("initial", np._NoValue) is np._NoValue
    ):
        raise ValueError(f"zero-size array to reduction operation {ufunc.__name__} which has no identity")
    if out is not None:
        return out
    dtype = reduced_dtype(ufunc, x.dtype, names.get("dtype"))
    result = fewer_axes(x, axes, names.get("keepdims", False), dtype)
    result.truth = ufunc is np.logical_and
    return result


def fewer_axes(x, axes, keepdims, dtype):
    """The form of a reduction, with the rest of the axes in their order in memory."""
    rest = [k for k in range(len(x.shape)) if k not in axes]
    order = [rest[k] for k in layout.innermost_first([x.shape[k] for k in rest], [[x.strides[k] for k in rest]])]
    if keepdims:
        shape = layout.reduced(x.shape, axes, True)
        return MetaArray(shape, dtype, layout.in_order(shape, [*sorted(axes, reverse=True), *order], dtype.itemsize))
    shape = tuple(x.shape[k] for k in rest)
    return MetaArray(shape, dtype, layout.in_order(shape, [rest.index(k) for k in order], dtype.itemsize))


def _accumulated(ufunc, inputs, kwargs):
    x, out = inputs[0], kwargs.get("out")
    if out is not None:
        return out[0] if type(out) is tuple else out
    with np.errstate(all="ignore"):
        dtype = ufunc.accumulate(np.ones(1, x.dtype), dtype=kwargs.get("dtype")).dtype
    return MetaArray(x.shape, dtype)


def _outer(ufunc, inputs, kwargs):
    a, b = inputs
    return _called(ufunc, (a.reshape(*a.shape, *(1,) * np.ndim(b)), b), kwargs)


def _reduced_at(ufunc, inputs, kwargs):
    x, places = inputs[:2]
    axis = layout.axis_in(inputs[2] if len(inputs) > 2 else kwargs.get("axis", 0), x.ndim)
    shape = (*x.shape[:axis], len(places), *x.shape[axis + 1 :])
    return MetaArray(shape, reduced_dtype(ufunc, x.dtype, kwargs.get("dtype")))
