"""Reductions that add, multiply or test: sum, mean, prod, all, any, counts.

Source: https://docs.pytorch.org/docs/stable/torch.html#reduction-ops
"""

import numpy as np

from .. import _kernels
from .._core import dtype as dtypes
from .._core import wrappers
from .._core.args import reduce_dims, wrap_dim
from .._core.calls import ABSENT, given
from .._core.dtype import BFLOAT16, cast, narrow, widen
from .._core.op import OPS, describe, method_of, op, publish
from .._core.results import RESULT_CAST
from .._core.tensor import Tensor
from .both import (
    dense,
    expand,
    filled,
    reshape,
    spread,
    to_dtype,
    unreduced,
    without_each,
)
from .complex import conjugate

add_reduce, multiply_reduce = _kernels.add.reduce, np.multiply.reduce
FLOAT16, FLOAT32, FLOAT64 = np.dtype(np.float16), np.dtype(np.float32), np.dtype(np.float64)
INT64, BOOL, UINT8 = np.dtype(np.int64), np.dtype(np.bool_), np.dtype(np.uint8)
SINGLE = frozenset((FLOAT32, np.dtype(np.complex64)))
PLAIN = frozenset((FLOAT32, FLOAT64, np.dtype(np.complex64), np.dtype(np.complex128)))


def axes(dim, ndim):
    """What numpy's reductions take as `axis` for torch's `dim`: None for every axis."""
    if dim is None:
        return None
    if type(dim) is int and ndim:
        if -ndim <= dim < ndim:
            return dim
        return wrap_dim(dim, ndim)
    return reduce_dims(dim, ndim)


def reduced_by_two(along, of_all, name):
    """The public function of a reduction whose node has another name when no `dim` is given; also the method."""
    along.op.public = of_all.op.public = True
    reduction = _either(along, of_all, name)
    publish(reduction, name)
    method = _either(*(method_of(part.op, wrappers.under(part.op), part.op.fn) for part in (along, of_all)), name)
    setattr(Tensor, name, method)
    return reduction


def _either(along, of_all, name):
    def reduction(input=ABSENT, /, *args, **kwargs):
        if not kwargs:
            return along(input, *args) if args else of_all(input)
        args = given(input, *args)
        if "out" in kwargs and name != "mean" and kwargs.get("dtype") is None and kwargs["out"] is not None:
            kwargs["dtype"] = kwargs["out"].dtype  # torch computes in the dtype of the tensor it is given
        if len(args) == 1 and (not kwargs or ("dim" not in kwargs and "axis" not in kwargs)):
            return of_all(*args, **kwargs)
        return along(*args, **kwargs)

    describe(reduction, name, along.op.fn)
    reduction.op = along.op
    return reduction


BLOCK = 256
SMALL = 256  # elements that are counted and multiplied sooner at once, and looked at as bytes where they are bools
STRANDS = 8


def sum_of(x, axis, dtype=None, out=None, keepdim=False):
    """np.add.reduce; a long outer axis is added up in blocks: numpy adds its rows one after another."""
    if (
        type(axis) is int
        and x.ndim > 1
        and x.shape[axis] > 2 * BLOCK
        and x.dtype in SINGLE
        and axis % x.ndim < x.ndim - 1
    ):
        axis %= x.ndim
        front, n = (slice(None),) * axis, x.shape[axis] // BLOCK * BLOCK
        blocks = x[(*front, slice(n))].reshape(*x.shape[:axis], n // BLOCK, BLOCK, *x.shape[axis + 1 :])
        whole = add_reduce(sum_of(blocks, axis, dtype), axis, dtype, None, keepdim)
        return whole + add_reduce(x[(*front, slice(n, None))], axis, dtype, None, keepdim)
    return add_reduce(x, axis, dtype, out, keepdim)


def product_of(x, axis, dtype, out, keepdim):
    """np.multiply.reduce; long rows in memory are multiplied along several strands at once, not element by element."""
    if axis is None and x.size > 4096 and x.flags.c_contiguous:
        flat = x.reshape(-1)
        n = flat.size // 2048 * 2048
        strands = multiply_reduce(flat[:n].reshape(-1, 2048), 0, dtype)
        whole = multiply_reduce(strands, 0, dtype) * multiply_reduce(flat[n:], 0, dtype)
        return np.asarray(whole).reshape((1,) * x.ndim) if keepdim else whole
    if type(axis) is int and axis % x.ndim == x.ndim - 1 and x.dtype in SINGLE and x.size > 4096 and x.shape[-1] > 64:
        n = x.shape[-1] // STRANDS * STRANDS
        strands = multiply_reduce(x[..., :n].reshape(*x.shape[:-1], STRANDS, -1), -2, dtype)
        if n < x.shape[-1]:
            strands[..., : x.shape[-1] - n] *= x[..., n:]
        x = strands
    return multiply_reduce(x, axis, dtype, out, keepdim)


def accumulated(reduce, x, axis, keepdim, dtype):
    """Sum or product in torch's dtype: integers in int64, halves added up in float32."""
    have = x.dtype
    if dtype is None:
        if have in PLAIN:
            return reduce(x, axis, None, None, keepdim)
        target = have if have.kind in "fV" else INT64
    else:
        target = dtype.numpy
        if target.kind not in "c" and have.kind == "c":
            x = cast(x, target)
    if target in (FLOAT16, BFLOAT16):
        x = widen(x) if have == BFLOAT16 else x
        if target == FLOAT16:
            return np.asarray(reduce(cast(x, FLOAT16) if dtype else x, axis, FLOAT32, None, keepdim)).astype(FLOAT16)
        return narrow(np.asarray(reduce(widen(narrow(x)) if dtype else x, axis, FLOAT32, None, keepdim)))
    if target == BOOL:
        return cast(np.asarray(reduce(cast(x, BOOL), axis, INT64, None, keepdim)), BOOL)
    return reduce(cast(x, target), axis, target, None, keepdim)


# ---------------------------------------------------------------------------------------------------------- sum and mean
def _sum_input(g, input_shape, input_dtype, dim, keepdim):
    dims = reduce_dims(dim, len(input_shape))
    return to_dtype(spread(g, input_shape, dims, keepdim), input_dtype)


@op(input=_sum_input, node="SumBackward1", method=False, namespace=None)
def sum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum of all elements, or over the axes `dim` (an int or several); `keepdim` leaves them with length 1.

    Integers and bool are added up in int64; `dtype` is what input is cast to first. A sum over nothing is 0.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.sum.html

    >>> import borch as torch
    >>> torch.sum(torch.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=0)
    tensor([4., 6.])
    """
    if dtype is None and input.dtype in PLAIN:
        reduce = add_reduce if input.size <= 2 * BLOCK else sum_of
        return dense(reduce(input, axes(dim, input.ndim), None, None, keepdim))
    return dense(accumulated(sum_of, input, axes(dim, input.ndim), keepdim, dtype))


@op(
    input=lambda g, input_shape, input_dtype: to_dtype(expand(g, input_shape), input_dtype),
    name="sum",
    node="SumBackward0",
    method=False,
    namespace=None,
)
def _sum_all(input, *, dtype=None):
    if dtype is None and input.dtype in PLAIN:
        return add_reduce(input, None)
    return accumulated(add_reduce, input, None, False, dtype)


sum = reduced_by_two(sum, _sum_all, "sum")


def check_mean(have, dtype):
    which, d = ("Optional", dtype.numpy) if dtype is not None else ("Input", have)
    if d.kind not in "fcV":
        raise RuntimeError(
            f"mean(): could not infer output dtype. {which} dtype must be either a floating point or complex dtype. "
            f"Got: {dtypes.from_numpy(d).legacy}"
        )


def count(shape, dims):
    n = 1
    for d in dims:
        n *= shape[d]
    return n


def _mean_input(g, input_shape, input_dtype, dim, keepdim):
    dims = reduce_dims(dim, len(input_shape))
    n = count(input_shape, dims)
    return to_dtype(spread(g / n if n else g * float("nan"), input_shape, dims, keepdim, filled), input_dtype)


@op(input=_mean_input, node="MeanBackward1", method=False, namespace=None)
def mean(input, dim=None, keepdim=False, *, dtype=None):
    """The mean of all elements, or over the axes `dim` (an int or several); `keepdim` leaves them with length 1.

    `dtype` is what input is cast to first. RuntimeError for integers and bool; the mean of nothing is nan.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.mean.html

    >>> import borch as torch
    >>> torch.mean(torch.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=1, keepdim=True)
    tensor([[1.5000],
            [3.5000]])
    """
    return dense(mean_of(input, axes(dim, input.ndim), keepdim, dtype))


def mean_of(input, axis, keepdim, dtype):
    n = input.size if axis is None else input.shape[axis] if type(axis) is int else count(input.shape, axis)
    if dtype is None and input.dtype in PLAIN:
        total_ = sum_of(input, axis, None, None, keepdim)
        return total_ / total_.dtype.type(n)
    check_mean(input.dtype, dtype)
    target = input.dtype if dtype is None else dtype.numpy
    if target in (FLOAT16, BFLOAT16):
        values = widen(input) if dtype is None else widen(cast(input, target))
        values = np.asarray(np.asarray(add_reduce(values, axis, FLOAT32, None, keepdim)) / FLOAT32.type(n))
        return narrow(values) if target == BFLOAT16 else values.astype(FLOAT16)
    return np.divide(add_reduce(cast(input, target), axis, None, None, keepdim), target.type(n))


def _mean_all_input(g, input_shape, input_dtype):
    n = count(input_shape, range(len(input_shape)))
    return to_dtype(filled(g / n if n else g, input_shape), input_dtype)


@op(input=_mean_all_input, name="mean", node="MeanBackward0", method=False, namespace=None)
def _mean_all(input, *, dtype=None):
    if dtype is None and input.dtype in PLAIN:
        total_ = add_reduce(input, None)
        return total_ / total_.dtype.type(input.size)
    return mean_of(input, None, False, dtype)


_mean_all.op.out_cast = "mean.dtype_out(): input types can't be cast to the desired output type {1}"
mean.op.out_cast = lambda want: RESULT_CAST.format(dtypes.default.real.legacy, want.legacy)  # whatever the input's is
mean = reduced_by_two(mean, _mean_all, "mean")


# ------------------------------------------------------------------------------------------------------------------ prod
def _products_of_others(x, dim):
    """For each element the product of all the others along `dim`."""
    if isinstance(x, Tensor):
        return OPS["prod"](without_each(x, dim), dim + 1)
    front = (slice(None),) * dim
    before, after = np.ones_like(x), np.ones_like(x)
    last = x.shape[dim] - 1
    np.multiply.accumulate(x[(*front, slice(last))], dim, out=before[(*front, slice(1, None))])
    backwards = x[(*front, slice(None, 0, -1))]
    after[(*front, slice(last))] = np.multiply.accumulate(backwards, dim)[(*front, slice(None, None, -1))]
    return before * after


def _prod_along(g, x, out, dim):
    """The gradient of a product along `dim`, whose gradient and result keep the axis at length 1."""
    array = x._array if isinstance(x, Tensor) else x
    if array.all():
        return g * conjugate(out) / conjugate(x)
    return g * conjugate(_products_of_others(x, dim))


def _prod_input(g, input, out, dim, keepdim, input_dtype):
    shape = input.shape
    if not shape:
        return to_dtype(g, input_dtype)
    x = to_dtype(input if isinstance(g, Tensor) else widen(input), _wide_dtype(out))
    out = out if isinstance(g, Tensor) else widen(out)
    dim = wrap_dim(dim, len(shape))
    g, out = (unreduced(v, shape, (dim,), keepdim) for v in (g, out))
    return to_dtype(_prod_along(g, x, out, dim), input_dtype)


def _prod_all_input(g, input, out, input_dtype):
    shape = input.shape
    if not shape:
        return to_dtype(g, input_dtype)
    x = reshape(to_dtype(input if isinstance(g, Tensor) else widen(input), _wide_dtype(out)), (-1,))
    out = out if isinstance(g, Tensor) else widen(out)
    return to_dtype(reshape(_prod_along(g, x, out, 0), shape), input_dtype)


def _wide_dtype(out):
    return (out._array if isinstance(out, Tensor) else out).dtype


@op(input=_prod_input, node="ProdBackward1", method=False, namespace=None)
def prod(input, dim, keepdim=False, *, dtype=None):
    """The product of all elements, or along the axis `dim`; `keepdim` leaves it with length 1.

    Integers and bool are multiplied in int64; `dtype` is what input is cast to first. A product of nothing is 1.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.prod.html

    >>> import borch as torch
    >>> torch.prod(torch.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=1)
    tensor([ 2., 12.])
    """
    axis = wrap_dim(dim, input.ndim)
    axis = axis if input.ndim else ()
    if dtype is None and input.dtype in PLAIN and input.size <= SMALL:
        return dense(multiply_reduce(input, axis, None, None, keepdim))
    return dense(accumulated(product_of, input, axis, keepdim, dtype))


@op(input=_prod_all_input, node="ProdBackward0", name="prod", method=False, namespace=None)
def _prod_all(input, *, dtype=None):
    if dtype is None and input.dtype in PLAIN and input.size <= SMALL:
        return multiply_reduce(input, None)
    return accumulated(product_of, input, None, False, dtype)


prod = reduced_by_two(prod, _prod_all, "prod")


# ----------------------------------------------------------------------------------------------------------- all and any
def _truth(every, input, dim, keepdim):
    if dim is None and not keepdim and input.dtype is BOOL and input.size <= SMALL:
        bytes_ = input.tobytes()
        return np.array(b"\0" not in bytes_ if every else bytes_.strip(b"\0") != b"")
    axis = dim if isinstance(dim, (tuple, list)) and not len(dim) else axes(dim, input.ndim)
    out = (np.logical_and if every else np.logical_or).reduce(input, axis, None, None, keepdim)
    return dense(np.asarray(out, UINT8) if input.dtype == UINT8 else out)


@op(kind="same", out_dtype="all only supports bool tensor for result, got: {0}")
def all(input, dim=None, keepdim=False):
    """Whether all elements (or all along the axes `dim`) are true; uint8 gives uint8, everything else bool.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.all.html

    >>> import borch as torch
    >>> torch.all(torch.tensor([[1, 0], [2, 3]]), dim=1)
    tensor([False,  True])
    """
    return _truth(True, input, dim, keepdim)


@op(kind="same", out_dtype="any only supports bool tensor for result, got: {0}")
def any(input, dim=None, keepdim=False):
    """Whether an element (or one along the axes `dim`) is true; uint8 gives uint8, everything else bool.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.any.html

    >>> import borch as torch
    >>> torch.any(torch.tensor([[0, 0], [0, 3]]), dim=1)
    tensor([False,  True])
    """
    return _truth(False, input, dim, keepdim)


@op(kind="same")
def count_nonzero(input, dim=None):
    """How many elements are not zero, of all or over the axes `dim`: int64.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.count_nonzero.html

    >>> import borch as torch
    >>> torch.count_nonzero(torch.tensor([[0, 1], [2, 3]]), dim=0)
    tensor([1, 2])
    """
    if dim is None and input.size <= SMALL:
        return np.array(np.count_nonzero(input), INT64)
    return dense(np.asarray(add_reduce(np.not_equal(input, 0), axes(dim, input.ndim), INT64)))
