"""Small moves that formulas make on arrays and on Tensors alike.

On arrays they are numpy at its quickest; on Tensors they ask the registry for the op, which records itself.
"""

import functools

import numpy as np

from .. import _kernels
from .._core import dtype as dtypes
from .._core.calls import standing_for
from .._core.dtype import BFLOAT16, cast, widen
from .._core.op import KEYWORD_ALIASES, OPS, check_result_cast, op, resize_out, wrap
from .._core.results import SAME_DTYPE as SAME_DTYPE
from .._core.results import refuse_recording
from .._core.tensor import Tensor

ndarray = np.ndarray


def dense(array):
    """An array in C order, in which torch has the results of reductions, scans and norms whatever the input's order.

    Numbers drawn for a tensor follow the order of its memory, and `view` depends on it.
    """
    return array if array.ndim < 2 or array.flags.c_contiguous else np.ascontiguousarray(array)


def reshape(g, shape):
    return OPS["reshape"](g, shape) if isinstance(g, Tensor) else g.reshape(shape)


def expand(g, shape):
    """`g` repeated to `shape`: a view, of a dense array in a fifth of the time that np.broadcast_to takes."""
    if isinstance(g, Tensor):
        return OPS["expand"](g, shape)
    if 0 in shape or type(g) is not ndarray or not g.flags.c_contiguous:
        return np.broadcast_to(g, shape)
    lead = len(shape) - g.ndim
    steps = [step if n == s else 0 for n, s, step in zip(g.shape, shape[lead:], g.strides, strict=True)]
    out = ndarray(shape, g.dtype, g, 0, (*(0,) * lead, *steps))
    out.setflags(write=False)
    return out


def kept(shape, dims):
    """`shape` with the reduced axes `dims` kept at length 1."""
    return tuple([1 if i in dims else s for i, s in enumerate(shape)])


def filled(g, shape):
    """`g` repeated to `shape` in memory of its own."""
    if isinstance(g, Tensor):
        return OPS["expand"](g, shape)
    out = np.empty(shape, g.dtype)
    out[...] = g
    return out


def spread(g, shape, dims, keepdim, expand=expand):
    """The gradient of a reduction over `dims`, given back to every element that went in."""
    if len(dims) == len(shape) and not keepdim:
        return expand(g, shape) if dims else g
    return expand(g if keepdim or not dims else reshape(g, kept(shape, dims)), shape)


def unreduced(value, shape, dims, keepdim):
    """A reduced value with its axes put back at length 1, to meet what was reduced."""
    return value if keepdim or not dims else reshape(value, kept(shape, dims))


def to_dtype(g, numpy_dtype):
    """`g` cast to a numpy dtype; gradient arrays stand for bfloat16 as float32."""
    if g is None:
        return None
    if isinstance(g, Tensor):
        if g._array.dtype == numpy_dtype:
            return g
        return OPS["to_dtype"](g, dtypes.from_numpy(numpy_dtype))
    if numpy_dtype == BFLOAT16:
        numpy_dtype = np.dtype(np.float32)
    return g if g.dtype == numpy_dtype else cast(np.asarray(g), numpy_dtype)


def real_arrays(g, x):
    """Whether a formula may hand these to a kernel: arrays of real numbers, and not Tensors under create_graph."""
    return type(g) is ndarray and type(x) is ndarray and x.dtype.kind == g.dtype.kind == "f"


def mT(x):
    """The last two axes exchanged."""
    return OPS["transpose"](x, -2, -1) if isinstance(x, Tensor) else x.swapaxes(-1, -2)


def swap(x, a, b):
    return OPS["transpose"](x, a, b) if isinstance(x, Tensor) else x.swapaxes(a, b)


def permute(x, dims):
    return OPS["permute"](x, dims) if isinstance(x, Tensor) else x.transpose(dims)


def where(condition, a, b):
    """`condition` is an array; of `a` and `b` one may be a number, which takes the other's dtype."""
    if isinstance(a, Tensor) or isinstance(b, Tensor):
        like = a if isinstance(a, Tensor) else b
        a, b = (x if isinstance(x, Tensor) else wrap(cast(np.asarray(x), like._array.dtype)) for x in (a, b))
        return OPS["where"](wrap(np.asarray(condition)), a, b)
    like = a if isinstance(a, (ndarray, np.generic)) else b
    return _kernels.where(condition, a, b).astype(like.dtype, copy=False)


def array_of(x):
    """The numbers of a value without its history; bfloat16 as float32."""
    x = x._array if isinstance(x, Tensor) else x
    return widen(x) if isinstance(x, ndarray) and x.dtype == BFLOAT16 else x


def constant(g, array):
    """An array of numbers in the form and precision of the gradient `g`."""
    if isinstance(g, Tensor):
        kind = g._array.dtype
        return wrap(cast(np.asarray(array), kind) if kind.kind != "c" else np.asarray(array).astype(kind))
    return np.asarray(array, g.dtype)


def total(x, dims=None, keepdim=False):
    if isinstance(x, Tensor):
        return OPS["sum"](x, dims, keepdim)
    x = np.asarray(x)
    return np.add.reduce(x, dims, x.dtype, None, keepdim)


def along(index, dim):
    """The index tuple that picks `index` along `dim` and everything where it is along the other axes."""
    shape = index.shape
    grid = small_grid(shape, dim) if index.size < 100_000 else grid_of(shape, dim)
    return (*grid[:dim], index, *grid[dim:])


def picked(x, index, dim):
    """The elements of `x` at `index` along `dim`, and where they are along the other axes."""
    return x.take(index) if x.ndim == 1 else x[along(index, dim)]


def grid_of(shape, dim):
    """For each axis but `dim` its positions, shaped to broadcast against each other."""
    n = len(shape)
    return tuple([np.arange(shape[k]).reshape((-1,) + (1,) * (n - 1 - k)) for k in range(n) if k != dim])


small_grid = functools.lru_cache(256)(grid_of)


def gather(x, dim, index):
    """Elements of `x` at `index` (an array or Tensor of int64) along `dim`."""
    if isinstance(x, Tensor):
        return OPS["gather"](x, dim, index if isinstance(index, Tensor) else wrap(index))
    if x.ndim == 0:
        return x
    return x[along(index, dim)]


def scatter(g, dim, index, shape):
    """Zeros of `shape` with `g` added at `index` along `dim`."""
    if isinstance(g, Tensor):
        zeros = wrap(np.zeros(shape, g._array.dtype))
        return OPS["scatter_add"](zeros, dim, index if isinstance(index, Tensor) else wrap(index), g)
    if not shape:
        return np.asarray(g).reshape(())
    out = np.zeros(shape, g.dtype)
    np.add.at(out, along(index, dim), g)
    return out


def place(g, dim, index, shape):
    """`scatter` for an index whose entries differ along `dim`: plain assignment, which is quicker."""
    if isinstance(g, Tensor):
        return scatter(g, dim, index, shape)
    if not shape:
        return np.asarray(g).reshape(())
    out = np.zeros(shape, g.dtype)
    out[along(index, dim)] = g
    return out


def flip(x, dim):
    """`x` read backwards along one axis."""
    if isinstance(x, Tensor):
        return OPS["flip"](x, (dim,))
    return x[(slice(None),) * dim + (slice(None, None, -1),)] if np.ndim(x) else x


def unsqueeze(x, at):
    """A new axis of length 1 at `at`."""
    shape = x.shape
    return reshape(x, (*shape[:at], 1, *shape[at:]))


def without_each(x, dim):
    """`x` once more for each place along `dim`, with that place's element replaced by 1: a new axis before `dim`."""
    n = x.shape[dim]
    eye = np.eye(n).reshape((n, n) + (1,) * (len(x.shape) - 1 - dim))
    shape = (*x.shape[:dim], n, *x.shape[dim:])
    return expand(unsqueeze(x, dim), shape) * constant(x, 1 - eye) + constant(x, eye)


def squeeze(x, dim):
    """A tensor without its axis `dim`, which has length 1."""
    shape = x.shape
    return _squeezed(x, (*shape[:dim], *shape[dim + 1 :]))


@op(
    node="SqueezeBackward4",
    view=True,
    method=False,
    namespace=None,
    input=lambda g, input_shape: reshape(g, input_shape),
)
def _squeezed(input, size):
    if type(input) is not ndarray:
        return input.reshape(size)
    view = input.view()
    view.shape = size
    return view


# more of torch's words for an out= tensor of another dtype than the result; see SAME_DTYPE
SCALAR_DTYPE = "expected scalar type {1} but found {0}"
FOUND_DTYPE = "Found dtype {} but expected {}"
ONLY_BOOL = "{} does not support non-boolean outputs."


def safe_cast(name, what="result"):
    """The words of `name` for an out= tensor to which the result cannot be cast."""
    return f"{name}: Expected {what} to be safely castable from {{}} dtype, but got {what} with dtype {{}}"


def into_safely(name, out, value, what="result", rows=None):
    """`into` of functions that speak of an out= tensor to which the result cannot be cast in their own name.

    Unless `rows` says otherwise, an empty tensor takes over the order of axes in memory, and no other does.
    """
    if out is not None:
        rows = out._array.size > 0 if rows is None else rows
        check_result_cast(value._array, out, safe_cast(name, what))
    return into(name, out, value, None, rows)


def into(name, out, value, words=None, rows=False, silent=False):
    """The result of a function made of several ops, written to `out` when that is given; `words` as SAME_DTYPE.

    A tensor that has to be resized takes over the order of axes in memory, or with `rows` has it row by row; with
    `silent` nothing is said of that.
    """
    if out is None:
        return value
    if words is not None and out._array.dtype != value._array.dtype:
        have, want = out.dtype.legacy, value.dtype.legacy
        raise RuntimeError(words.format(have, want, *(dtypes.cpp_name(t._array.dtype) for t in (out, value))))
    refuse_recording(name, out, value)
    check_result_cast(value._array, out)
    if out._array.shape != value._array.shape:
        resize_out(out, value._array.shape, None if rows else value._array, silent)
    out._array[...] = cast(value._array, out._array.dtype)
    out._writes[0] += 1
    return out


def numpy_names(fn):
    """Lets a function made of ops be called with numpy's argument names (`axis`, `keepdims`), as torch's can."""

    def wrapped(*args, **kwargs):
        if kwargs and not KEYWORD_ALIASES.keys().isdisjoint(kwargs):
            kwargs = {KEYWORD_ALIASES.get(name, name): value for name, value in kwargs.items()}
        return fn(*args, **kwargs)

    return standing_for(wrapped, fn)
