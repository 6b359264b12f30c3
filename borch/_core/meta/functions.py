"""The form of what numpy's functions and the methods of arrays give for arrays without elements.

A function that is not in the tables is computed on zeros, where these are few, and the form of its result is kept: none
of those whose form depends on elements is among them.
"""

import numpy as np

from ..nodata import NO_COPY, NoData
from . import layout, ufuncs
from .array import AT_ONCE, MetaArray, hollow
from .ufuncs import common_shape, fewer_axes, laid_out, reduced_dtype

ndarray = np.ndarray

FUNCTIONS: dict = {}
METHODS: dict = {}
ANYWHERE = {  # what asks for the form alone
    np.shape, np.ndim, np.size, np.may_share_memory, np.shares_memory, np.empty_like, np.zeros_like, np.ones_like,
    np.full_like,
}  # fmt: skip


def result_of(func, args, kwargs):
    if func not in ANYWHERE:
        _first(args, kwargs).refuse()
    return FUNCTIONS[func](*args, **kwargs) if func in FUNCTIONS else computed(func, args, kwargs)


def _first(args, kwargs):
    for value in (*args, *kwargs.values()):
        if type(value) is MetaArray:
            return value
        if type(value) in (list, tuple) and (found := _first(value, {})) is not None:
            return found
    return None


def computed(func, args, kwargs):
    """The form of what a function gives for zeros; NoData where these would be many."""
    with np.errstate(all="ignore"):
        return _each(func(*_each(args, _zeros), **_each(kwargs, _zeros)), _form)


def _zeros(value):
    if type(value) is not MetaArray:
        return value
    if value.size > AT_ONCE * 64:
        raise NoData(NO_COPY)
    return value.__array__()


def _form(value):
    return hollow(np.asarray(value)) if isinstance(value, (ndarray, np.generic)) else value


def _each(value, function):
    if type(value) in (list, tuple):
        return type(value)(_each(v, function) for v in value)
    if isinstance(value, tuple):
        return type(value)(*(_each(v, function) for v in value))
    if type(value) is dict:
        return {k: _each(v, function) for k, v in value.items()}
    return function(value)


def gives(*functions, method=None):
    """The function that says what these give; `method` as a method of arrays too."""

    def decorate(fn):
        for f in functions:
            FUNCTIONS[f] = fn
        if method:
            METHODS[method] = fn
        return fn

    return decorate


def array_of(value):
    return value if isinstance(value, ndarray) else np.asarray(value)


# ------------------------------------------------------------------------------------------------ what depends on elements
@gives(
    np.nonzero, np.flatnonzero, np.argwhere, np.unique, np.bincount, np.array_equal, np.allclose, np.union1d,
    np.unpackbits, np.histogram, np.setdiff1d, np.intersect1d, np.compress, np.extract, np.trim_zeros,
)  # fmt: skip
def of_elements(*args, **kwargs):
    raise NoData(NO_COPY)


# -------------------------------------------------------------------------------------------------------------- questions
FUNCTIONS[np.shape] = lambda a: a.shape
FUNCTIONS[np.ndim] = lambda a: len(a.shape)
FUNCTIONS[np.size] = lambda a, axis=None: a.size if axis is None else a.shape[axis]
FUNCTIONS[np.result_type] = lambda *values: np.result_type(*(v.dtype if isinstance(v, ndarray) else v for v in values))
FUNCTIONS[np.can_cast] = lambda from_, to, casting="safe": np.can_cast(from_.dtype, to, casting)
FUNCTIONS[np.iscomplexobj] = lambda x: x.dtype.kind == "c"
FUNCTIONS[np.isrealobj] = lambda x: x.dtype.kind != "c"


@gives(np.may_share_memory, np.shares_memory)
def share_memory(a, b, max_work=None):
    return type(a) is type(b) and a.memory is b.memory


# ------------------------------------------------------------------------------------------------------------------ views
FUNCTIONS[np.transpose] = lambda a, axes=None: a.transpose() if axes is None else a.transpose(axes)
FUNCTIONS[np.swapaxes] = lambda a, axis1, axis2: a.swapaxes(axis1, axis2)
FUNCTIONS[np.squeeze] = lambda a, axis=None: a.squeeze(axis)
FUNCTIONS[np.diagonal] = lambda a, offset=0, axis1=0, axis2=1: a.diagonal(offset, axis1, axis2)
FUNCTIONS[np.reshape] = lambda a, shape, order="C", copy=None: a.reshape(shape, order=order, copy=copy)
FUNCTIONS[np.ravel] = lambda a, order="C": a.ravel(order)
FUNCTIONS[np.real] = lambda a: a.real
FUNCTIONS[np.imag] = lambda a: a.imag


@gives(np.broadcast_to)
def broadcast_to(array, shape, subok=False):
    return array.broadcast((shape,) if isinstance(shape, int) else tuple(shape))


@gives(np.broadcast_arrays)
def broadcast_arrays(*args, subok=False):
    shape = common_shape(args)
    return tuple(np.broadcast_to(a, shape) for a in args)


@gives(np.moveaxis)
def moveaxis(a, source, destination):
    source, destination = layout.axes_in(source, a.ndim), layout.axes_in(destination, a.ndim)
    order = [k for k in range(a.ndim) if k not in source]
    for to, from_ in sorted(zip(destination, source, strict=True)):
        order.insert(to, from_)
    return a.transpose(order)


@gives(np.expand_dims)
def expand_dims(a, axis):
    axes = (axis,) if isinstance(axis, int) else tuple(axis)
    axes = layout.axes_in(axes, a.ndim + len(axes))
    return a[tuple(None if k in axes else slice(None) for k in range(a.ndim + len(axes)))]


@gives(np.flip)
def flip(m, axis=None):
    axes = layout.axes_in(axis, m.ndim)
    return m[tuple(slice(None, None, -1 if k in axes else 1) for k in range(m.ndim))]


@gives(np.lib.stride_tricks.sliding_window_view)
def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    window = (window_shape,) if isinstance(window_shape, int) else tuple(window_shape)
    axes = layout.axes_in(axis, x.ndim)
    shape = list(x.shape)
    for k, n in zip(axes, window, strict=True):
        shape[k] -= n - 1
    return x.seen((*shape, *window), (*x.strides, *(x.strides[k] for k in axes)))


# ------------------------------------------------------------------------------------------------------------ new arrays
@gives(np.empty_like, np.zeros_like, np.ones_like)
def empty_like(a, dtype=None, order="K", subok=True, shape=None, device=None):
    dtype = np.dtype(dtype) if dtype is not None else a.dtype
    if order == "C" or shape is not None:
        return MetaArray(tuple(a.shape if shape is None else shape), dtype)
    return a.like(dtype)


@gives(np.full_like)
def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None, device=None):
    a = a if type(a) is MetaArray else hollow(a)
    return empty_like(a, dtype, order, subok, shape)


FUNCTIONS[np.copy] = lambda a, order="K", subok=False: a.copy(order)


@gives(np.where)
def where(condition, x=None, y=None):
    if x is None:
        raise NoData(NO_COPY)
    with np.errstate(all="ignore"):
        dtype = np.where(np.ones(0, bool), ufuncs.small(x), ufuncs.small(y)).dtype
    return laid_out(common_shape((condition, x, y)), dtype, (condition, x, y))


@gives(np.concatenate)
def concatenate(arrays, axis=0, out=None, dtype=None, casting="same_kind"):
    arrays = [array_of(a) for a in arrays]
    if axis is None:
        arrays, axis = [a.reshape(-1) for a in arrays], 0
    first = arrays[0]
    axis = layout.axis_in(axis, first.ndim)
    for a in arrays:
        if len(a.shape) != len(first.shape) or any(
            n != m for k, (n, m) in enumerate(zip(a.shape, first.shape, strict=True)) if k != axis
        ):
            raise ValueError("all the input array dimensions except for the concatenation axis must match exactly")
    if out is not None:
        return out
    shape = (*first.shape[:axis], sum(a.shape[axis] for a in arrays), *first.shape[axis + 1 :])
    dtype = np.dtype(dtype) if dtype is not None else np.result_type(*(a.dtype for a in arrays))
    operands = [a.strides for a in arrays]
    order = layout.innermost_first(shape, operands)
    dense = all(a.flags.c_contiguous for a in arrays)
    return MetaArray(shape, dtype, None if dense else layout.in_order(shape, order, dtype.itemsize))


@gives(np.stack)
def stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    arrays = [array_of(a) for a in arrays]
    at = layout.axis_in(axis, arrays[0].ndim + 1)
    if any(a.shape != arrays[0].shape for a in arrays):
        raise ValueError("all input arrays must have the same shape")
    place = (*(slice(None),) * at, None)
    return concatenate([a[place] for a in arrays], at, out, dtype)


@gives(np.copyto, np.putmask, np.put_along_axis, np.place, np.put, np.fill_diagonal)
def written(*args, **kwargs):
    return None


@gives(np.clip, method="clip")
def clip(a, a_min=None, a_max=None, out=None, min=None, max=None, **kwargs):
    bounds = [b for b in (a_min, a_max, min, max) if b is not None]
    x = a
    for bound in bounds:
        x = np.maximum(x, bound)
    return x if out is None else out


@gives(np.sort, np.partition)
def sort(a, *args, axis=-1, **kwargs):
    return MetaArray((a.size,), a.dtype) if axis is None else a.like()


@gives(np.argsort, np.argpartition, method="argsort")
def argsort(a, *args, axis=-1, **kwargs):
    return a.like(np.dtype(np.intp), (a.size,)) if axis is None else a.like(np.dtype(np.intp))


@gives(np.argmax, method="argmax")
def argmax(a, axis=None, out=None, *, keepdims=False):
    if a.ndim and any(a.shape[k] == 0 for k in layout.axes_in(axis, a.ndim)):
        raise ValueError("attempt to get argmax of an empty sequence")
    axes = layout.axes_in(axis, a.ndim) if a.ndim else ()
    return MetaArray(layout.reduced(a.shape, axes, keepdims), np.dtype(np.intp))


gives(np.argmin, method="argmin")(argmax)


@gives(np.take, method="take")
def take(a, indices, axis=None, out=None, mode="raise"):
    shape = np.shape(indices)
    if axis is None:
        return MetaArray(tuple(shape), a.dtype)
    axis = layout.axis_in(axis, a.ndim)
    return MetaArray((*a.shape[:axis], *shape, *a.shape[axis + 1 :]), a.dtype)


@gives(np.take_along_axis)
def take_along_axis(arr, indices, axis=-1):
    if axis is None:
        return MetaArray(indices.shape, arr.dtype)
    axis = layout.axis_in(axis, arr.ndim)
    shape = np.broadcast_shapes((*arr.shape[:axis], 1, *arr.shape[axis + 1 :]), indices.shape)
    return MetaArray(tuple(shape), arr.dtype)


@gives(np.repeat, method="repeat")
def repeat(a, repeats, axis=None):
    if type(repeats) is MetaArray:
        raise NoData(NO_COPY)
    a = a if axis is not None else a.reshape(-1)
    axis = layout.axis_in(0 if axis is None else axis, a.ndim)
    counts = np.broadcast_to(repeats, (a.shape[axis],))
    return MetaArray((*a.shape[:axis], int(counts.sum()), *a.shape[axis + 1 :]), a.dtype)


@gives(np.pad)
def pad(array, pad_width, mode="constant", **kwargs):
    widths = np.broadcast_to(pad_width, (array.ndim, 2))
    return MetaArray(tuple(int(n + a + b) for n, (a, b) in zip(array.shape, widths, strict=True)), array.dtype)


@gives(np.roll, np.tril, np.triu, np.nan_to_num, np.rot90)
def same_form(a, *args, **kwargs):
    return MetaArray(a.shape, a.dtype)


@gives(np.searchsorted, method="searchsorted")
def searchsorted(a, v, side="left", sorter=None):
    return MetaArray(np.shape(v), np.dtype(np.intp))


@gives(np.count_nonzero)
def count_nonzero(a, axis=None, *, keepdims=False):
    return MetaArray(layout.reduced(a.shape, layout.axes_in(axis, a.ndim), keepdims), np.dtype(np.intp))


# ------------------------------------------------------------------------------------------------------------- reductions
def _reduction(ufunc, *functions, name):
    @gives(*functions, method=name)
    def reduce(a, axis=None, dtype=None, out=None, keepdims=False, initial=np._NoValue, where=True):
        return ufunc.reduce(a, axis=axis, dtype=dtype, out=out, keepdims=bool(keepdims) and keepdims is not np._NoValue)

    return reduce


_reduction(np.add, np.sum, name="sum")
_reduction(np.multiply, np.prod, name="prod")


def _reduction_of_one_dtype(ufunc, *functions, name):
    @gives(*functions, method=name)
    def reduce(a, axis=None, out=None, keepdims=False, initial=np._NoValue, where=True):
        keepdims = keepdims is not np._NoValue and bool(keepdims)
        return ufunc.reduce(a, axis=axis, out=out, keepdims=keepdims)

    return reduce


_reduction_of_one_dtype(np.maximum, np.max, np.amax, name="max")
_reduction_of_one_dtype(np.minimum, np.min, np.amin, name="min")
_reduction_of_one_dtype(np.logical_or, np.any, name="any")
_reduction_of_one_dtype(np.logical_and, np.all, name="all")


@gives(np.mean, np.var, np.std, np.nanmean, np.median, method="mean")
def mean(a, axis=None, dtype=None, out=None, keepdims=False, **kwargs):
    if dtype is None:
        dtype = np.dtype(np.float64) if a.dtype.kind in "biu" else a.dtype
    keepdims = keepdims is not np._NoValue and bool(keepdims)
    return fewer_axes(a, layout.axes_in(axis, a.ndim), keepdims, np.dtype(dtype)) if out is None else out


METHODS["var"] = METHODS["std"] = mean


def _accumulation(ufunc, *functions, name):
    @gives(*functions, method=name)
    def accumulate(a, axis=None, dtype=None, out=None):
        if out is not None:
            return out
        a = a.reshape(-1) if axis is None else a
        return MetaArray(a.shape, reduced_dtype(ufunc, a.dtype, dtype))


_accumulation(np.add, np.cumsum, name="cumsum")
_accumulation(np.multiply, np.cumprod, name="cumprod")


@gives(np.diff)
def diff(a, n=1, axis=-1, prepend=np._NoValue, append=np._NoValue):
    parts = [p if np.ndim(p) else None for p in (prepend, append) if p is not np._NoValue]
    axis = layout.axis_in(axis, a.ndim)
    length = a.shape[axis] + sum(1 if p is None else np.shape(p)[axis] for p in parts) - n
    return MetaArray((*a.shape[:axis], max(length, 0), *a.shape[axis + 1 :]), a.dtype)


# --------------------------------------------------------------------------------------------------------------- products
@gives(np.dot, method="dot")
def dot(a, b, out=None):
    if not a.ndim or not np.ndim(b):
        return np.multiply(a, b)
    dtype = np.result_type(a.dtype, b.dtype)
    if a.shape[-1] != b.shape[-2 if b.ndim > 1 else -1]:
        raise ValueError(f"shapes {a.shape} and {b.shape} not aligned")
    return (
        MetaArray((*a.shape[:-1], *(b.shape[:-2] + b.shape[-1:] if b.ndim > 1 else ())), dtype) if out is None else out
    )


FUNCTIONS[np.inner] = lambda a, b: MetaArray((*a.shape[:-1], *b.shape[:-1]), np.result_type(a.dtype, b.dtype))
FUNCTIONS[np.outer] = lambda a, b, out=None: MetaArray((a.size, b.size), np.result_type(a.dtype, b.dtype))


@gives(np.tensordot)
def tensordot(a, b, axes=2):
    if isinstance(axes, int):
        axes = (range(a.ndim - axes, a.ndim), range(axes))
    ours, theirs = (
        layout.axes_in(tuple(x) if not isinstance(x, int) else x, y.ndim) for x, y in zip(axes, (a, b), strict=True)
    )
    rest = [n for k, n in enumerate(a.shape) if k not in ours], [n for k, n in enumerate(b.shape) if k not in theirs]
    return MetaArray((*rest[0], *rest[1]), np.result_type(a.dtype, b.dtype))


@gives(np.einsum)
def einsum(subscripts, *operands, out=None, dtype=None, **kwargs):
    left, arrow, right = subscripts.replace(" ", "").partition("->")
    lengths, wide = {}, ()
    for term, x in zip(left.split(","), operands, strict=True):
        before, dots, after = term.partition("...")
        if dots:
            wide = np.broadcast_shapes(wide, x.shape[len(before) : len(x.shape) - len(after)])
        named = [*zip(before, x.shape, strict=False)]
        named += zip(after, x.shape[len(x.shape) - len(after) :], strict=True)
        for name, n in named:
            lengths[name] = n if lengths.get(name, 1) == 1 else lengths[name]
    if not arrow:
        letters = left.replace(",", "").replace(".", "")
        right = ("..." if wide else "") + "".join(c for c in sorted(set(letters)) if letters.count(c) == 1)
    before, dots, after = right.partition("...")
    shape = (*(lengths[c] for c in before), *(wide if dots else ()), *(lengths[c] for c in after))
    return out if out is not None else MetaArray(shape, np.dtype(dtype or np.result_type(*(x.dtype for x in operands))))


# ---------------------------------------------------------------------------------------------------------------- linalg
def _floating(dtype):
    return dtype if dtype.kind in "fc" else np.dtype(np.float64)


def _real(dtype):
    return np.dtype(f"f{dtype.itemsize // 2}") if dtype.kind == "c" else dtype


def _square(a):
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    return _floating(a.dtype)


FUNCTIONS[np.linalg.inv] = FUNCTIONS[np.linalg.cholesky] = lambda a, **_: MetaArray(a.shape, _square(a))
FUNCTIONS[np.linalg.det] = lambda a: MetaArray(a.shape[:-2], _square(a))
FUNCTIONS[np.linalg.eigvalsh] = lambda a, UPLO="L": MetaArray(a.shape[:-1], _real(_square(a)))


@gives(np.linalg.solve)
def solve(a, b):
    dtype = np.result_type(_square(a), b.dtype)
    if b.ndim == 1:
        return MetaArray(a.shape[:-1], dtype)
    return MetaArray((*np.broadcast_shapes(a.shape[:-2], b.shape[:-2]), *b.shape[-2:]), dtype)


@gives(np.linalg.eigh)
def eigh(a, UPLO="L"):
    dtype = _square(a)
    return MetaArray(a.shape[:-1], _real(dtype)), MetaArray(a.shape, dtype)


@gives(np.linalg.slogdet)
def slogdet(a):
    dtype = _square(a)
    return MetaArray(a.shape[:-2], dtype), MetaArray(a.shape[:-2], _real(dtype))


@gives(np.linalg.svd)
def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    (*batch, m, n), dtype = a.shape, _floating(a.dtype)
    k = min(m, n)
    s = MetaArray((*batch, k), _real(dtype))
    if not compute_uv:
        return s
    return (
        MetaArray((*batch, m, m if full_matrices else k), dtype),
        s,
        MetaArray((*batch, n if full_matrices else k, n), dtype),
    )


@gives(np.linalg.qr)
def qr(a, mode="reduced"):
    (*batch, m, n), dtype = a.shape, _floating(a.dtype)
    k = min(m, n)
    if mode == "r":
        return MetaArray((*batch, k, n), dtype)
    wide = m if mode == "complete" else k
    return MetaArray((*batch, m, wide), dtype), MetaArray((*batch, wide, n), dtype)


# --------------------------------------------------------------------------------------------------------------- methods
METHODS["conj"] = METHODS["conjugate"] = np.conjugate
METHODS["round"] = lambda a, decimals=0, out=None: a.like() if out is None else out
METHODS["sum"] = FUNCTIONS[np.sum]
