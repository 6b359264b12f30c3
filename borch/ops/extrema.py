"""Greatest and least: max, min, amax, amin, argmax, argmin, aminmax, with torch's gradients at ties.

Source: https://docs.pytorch.org/docs/stable/torch.html#reduction-ops
"""

import numpy as np

from .. import _kernels
from .._core import dtype as dtypes
from .._core.args import reduce_dims, type_name, wrap_dim
from .._core.calls import ABSENT
from .._core.op import OPS, function, op
from .._core.tensor import Tensor
from .both import SAME_DTYPE, array_of, constant, dense, picked, place, reshape, unreduced

FLOAT16, INT64 = np.dtype(np.float16), np.dtype(np.int64)
COMPLEX = "c"
EXTREME_OUT = "Expected the dtype for input and out to match, but got {1} for input's dtype and {0} for out's dtype."


def legacy(x):
    return dtypes.from_numpy(x.dtype).legacy


def check_all_dims(input, name):
    if not input.size:
        raise RuntimeError(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with "
            "the 'dim' argument."
        )


def check_not_empty(input, dims, name, call="()"):
    if input.size == 0:
        for d in dims:
            if input.shape[d] == 0:
                raise IndexError(f"{name}{call}: Expected reduction dim {d} to have non-zero size.")


def take_one(input, index, dim, keepdim):
    """(values, int64 indices) of the elements at `index`, whose reduced axis has length 1."""
    values = picked(input, index, dim)
    if not keepdim:
        shape = input.shape[:dim] + input.shape[dim + 1 :]
        values, index = values.reshape(shape), index.reshape(shape)
    return values, index.astype(np.int64, copy=False)


# ------------------------------------------------------------------------------------------------------------- gradients
def picked_input(g, indices, input_shape, dim, keepdim):
    """The gradient of a choice along `dim`: it goes to the element that was chosen."""
    g = g[0]
    if not input_shape:
        return g
    dim = wrap_dim(dim, len(input_shape))
    if not keepdim:
        shape = (*input_shape[:dim], 1, *input_shape[dim + 1 :])
        g, indices = reshape(g, shape), array_of(indices).reshape(shape)
    return place(g, dim, array_of(indices), input_shape)


def shared_evenly(g, input, out, dims=None, keepdim=False):
    """The gradient of an extreme value, shared evenly between all the elements that have it."""
    x, value = array_of(input), array_of(out)
    if dims is not None:
        g, value = (unreduced(v, x.shape, dims, keepdim) for v in (g, value))
    mask = np.equal(x, value)
    if dims is None and x.dtype.kind == "f":
        mask = mask | (np.isnan(x) & np.isnan(value))
    number = np.add.reduce(mask, dims, np.int64, None, True) if dims is not None else np.count_nonzero(mask)
    return g * constant(g, mask / number)


# --------------------------------------------------------------------------------------------------------- along one dim
def _along(name, extreme, input, dim, keepdim):
    dim = wrap_dim(dim, input.ndim)
    if input.dtype.kind == COMPLEX:
        raise RuntimeError(f"{name}(): does not support complex input")
    if not input.ndim:
        return input.copy(), np.zeros((), np.int64)
    if not input.size:
        check_not_empty(input, (dim,), name)
    values, index = extreme(input, dim, keepdim)
    index = np.asarray(index, INT64)
    return (values, index) if input.ndim < 3 and not keepdim else (dense(values), dense(index))


@op(
    kind="same",
    name="max",
    out_dtype=SAME_DTYPE,
    outputs=("values", "indices"),
    input=picked_input,
    method=False,
    namespace=None,
)
def _max_along(input, dim, keepdim=False):
    return _along("max", _kernels.largest, input, dim, keepdim)


@op(
    kind="same",
    name="min",
    out_dtype=SAME_DTYPE,
    outputs=("values", "indices"),
    input=picked_input,
    method=False,
    namespace=None,
)
def _min_along(input, dim, keepdim=False):
    return _along("min", _kernels.smallest, input, dim, keepdim)


def _of_all(name, reduce, input):
    check_all_dims(input, name)
    if input.dtype.kind == COMPLEX:
        raise NotImplementedError(f"\"{name}_all\" not implemented for '{legacy(input)}'")
    return reduce(input, None)


@op(
    kind="same",
    name="max",
    node="MaxBackward1",
    input=lambda g, input, out: shared_evenly(g, input, out),
    method=False,
    namespace=None,
)
def _max_of_all(input):
    return _of_all("max", _kernels.maximum.reduce, input)


@op(
    kind="same",
    name="min",
    node="MinBackward1",
    input=lambda g, input, out: shared_evenly(g, input, out),
    method=False,
    namespace=None,
)
def _min_of_all(input):
    return _of_all("min", _kernels.minimum.reduce, input)


# ------------------------------------------------------------------------------------------------------- the public pair
def combination_error(name, given, lines):
    """torch's TypeError for arguments that fit none of an op's signatures."""
    listed = "".join(f" * {line}\n" for line in lines)
    return TypeError(
        f"{name}() received an invalid combination of arguments - got ({', '.join(given)}), but expected one of:\n{listed}"
    )


def _dispatch(name, of_all, along_dim, elementwise):
    """The public max or min: of all elements, along a dim, or of two tensors element by element."""
    lines = (
        "(Tensor input, *, Tensor out = None)",
        "(Tensor input, Tensor other, *, Tensor out = None)",
        "(Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None)",
    )

    def extreme(input, dim=ABSENT, keepdim=False, *, other=None, out=None):
        if type(dim) is int and out is other is None and isinstance(input, Tensor):
            return along_dim(input, dim, keepdim)
        if isinstance(dim, Tensor):
            dim, other = ABSENT, dim
        options = {} if out is None else {"out": out}
        if not isinstance(input, Tensor) and (dim is not ABSENT or other is not None):
            raise combination_error(name, [type_name(input), type_name(dim if other is None else other)], lines)
        if other is not None:
            if keepdim:
                raise combination_error(name, [type_name(input), type_name(other), type_name(keepdim)], lines)
            return OPS[elementwise](input, other, **options)
        if dim is ABSENT:
            if keepdim:
                raise combination_error(name, [type_name(input), "keepdim=bool"], lines)
            return of_all(input, **options)
        if isinstance(dim, (int, np.integer)) and not isinstance(dim, bool):
            return along_dim(input, dim, keepdim, **options)
        raise combination_error(name, [type_name(input), type_name(dim)], lines)

    extreme.__name__ = extreme.__qualname__ = name
    extreme.__doc__ = DOCS[name]
    extreme.op = along_dim.op
    return function(name=name)(extreme)


DOCS = {
    "max": """The greatest element; with `dim`, the pair (values, indices) along it; with a tensor, the greater of each pair.

    Of equal elements along `dim` the first is taken and gets the gradient; among all elements the gradient is shared
    evenly. nan counts as greatest. RuntimeError when there is nothing to choose from.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.max.html

    >>> import borch as torch
    >>> torch.max(torch.tensor([[1, 5], [7, 2]]), dim=1)
    torch.return_types.max(
    values=tensor([5, 7]),
    indices=tensor([1, 0]))
    """,
    "min": """The least element; with `dim`, the pair (values, indices) along it; with a tensor, the lesser of each pair.

    Of equal elements along `dim` the first is taken and gets the gradient; among all elements the gradient is shared
    evenly. nan counts as least. RuntimeError when there is nothing to choose from.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.min.html

    >>> import borch as torch
    >>> torch.min(torch.tensor([3.0, 1.0, 2.0]))
    tensor(1.)
    """,
}

_max_of_all.op.out_cast = _min_of_all.op.out_cast = (
    "Expected canCast( typeMetaToScalarType(self.dtype()), typeMetaToScalarType(out.dtype())) to be true, but got false.  "
    "(Could this error message be improved?  If so, please report an enhancement request to PyTorch.)"
)
max = _dispatch("max", _max_of_all, _max_along, "maximum")
min = _dispatch("min", _min_of_all, _min_along, "minimum")


# ---------------------------------------------------------------------------------------------------- over several dims
def _extreme_over(name, reduce, input, dim, keepdim):
    if (
        input.size
        and input.dtype.kind != COMPLEX
        and (dim == () or (type(dim) is int and -input.ndim <= dim < input.ndim))
    ):
        return dense(reduce(input, dim if dim != () else None, None, None, keepdim))
    dims = reduce_dims(dim, input.ndim)
    if not input.size:
        if len(dims) == input.ndim and (dim is None or dim == ()):
            check_all_dims(input, name)
        check_not_empty(input, dims, name)
    if input.dtype.kind == COMPLEX:
        word = "max" if name == "amax" else "min"
        raise NotImplementedError(f"\"{word}_values_cpu\" not implemented for '{legacy(input)}'")
    return dense(reduce(input, dims, None, None, keepdim))


def _extreme_input(g, input, out, dim, keepdim):
    return shared_evenly(g, input, out, reduce_dims(dim, len(input.shape)), keepdim)


@op(kind="same", input=_extreme_input, out_dtype=EXTREME_OUT)
def amax(input, dim=(), keepdim=False):
    """The greatest elements over the axes `dim` (an int or several; all by default), without their places.

    The gradient is shared evenly between equal elements.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.amax.html

    >>> import borch as torch
    >>> torch.amax(torch.tensor([[1, 5], [7, 2]]), dim=(0, 1))
    tensor(7)
    """
    return _extreme_over("amax", _kernels.maximum.reduce, input, dim, keepdim)


@op(kind="same", input=_extreme_input, out_dtype=EXTREME_OUT)
def amin(input, dim=(), keepdim=False):
    """The least elements over the axes `dim` (an int or several; all by default), without their places.

    The gradient is shared evenly between equal elements.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.amin.html

    >>> import borch as torch
    >>> torch.amin(torch.tensor([[1, 5], [7, 2]]), dim=0)
    tensor([1, 2])
    """
    return _extreme_over("amin", _kernels.minimum.reduce, input, dim, keepdim)


def _aminmax_input(g, input, min, max, dim, keepdim):
    dims = reduce_dims(dim, len(input.shape))
    parts = [None if gi is None else shared_evenly(gi, input, out, dims, keepdim)
             for gi, out in zip(g, (min, max), strict=True)]  # fmt: skip
    low, high = parts
    return low if high is None else high if low is None else low + high


@op(kind="same", outputs=("min", "max"), input=_aminmax_input, out_dtype=SAME_DTYPE)
def aminmax(input, *, dim=None, keepdim=False):
    """The pair (least, greatest) of all elements, or along the one axis `dim`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.aminmax.html

    >>> import borch as torch
    >>> torch.aminmax(torch.tensor([3, 1, 2]))
    torch.return_types.aminmax(
    min=tensor(1),
    max=tensor(3))
    """
    if not input.size:
        if dim is None:
            raise RuntimeError(
                "aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity."
            )
        check_not_empty(input, (wrap_dim(dim, input.ndim),), "aminmax", "")
    if input.dtype.kind == COMPLEX:
        if dim is not None and not input.ndim:
            raise RuntimeError(f"aminmax not implemented for {legacy(input)}")
        raise NotImplementedError(f"\"aminmax_cpu\" not implemented for '{legacy(input)}'")
    axis = reduce_dims(dim, input.ndim)
    return tuple(
        reduce(input, axis, None, None, keepdim) for reduce in (_kernels.minimum.reduce, _kernels.maximum.reduce)
    )


# ---------------------------------------------------------------------------------------------------------------- places
def _arg(name, find, input, dim, keepdim):
    if input.dtype.kind in "cb":
        raise RuntimeError(f"{name}(): does not support {'complex' if input.dtype.kind == COMPLEX else 'bool'} input")
    if dim is None:
        if not input.size:
            raise IndexError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0.")
        index = np.asarray(find(input))
        index = index if index.dtype is INT64 else index.astype(INT64)
        return index.reshape((1,) * input.ndim) if keepdim else index
    dim = wrap_dim(dim, input.ndim)
    if not input.ndim:
        return np.zeros_like(input, np.int64)
    check_not_empty(input, (dim,), name)
    index = find(input, dim, None, keepdims=keepdim) if keepdim else find(input, dim)
    return np.asarray(index, np.int64)


@op(kind="same", out_dtype=SAME_DTYPE)
def argmax(input, dim=None, keepdim=False):
    """The place of the greatest element, in the flattened tensor or along `dim`: int64, the first of equal ones.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.argmax.html

    >>> import borch as torch
    >>> torch.argmax(torch.tensor([[1, 5], [7, 2]]), dim=1)
    tensor([1, 0])
    """
    return _arg("argmax", _kernels.argmax, input, dim, keepdim)


@op(kind="same", out_dtype=SAME_DTYPE)
def argmin(input, dim=None, keepdim=False):
    """The place of the least element, in the flattened tensor or along `dim`: int64, the first of equal ones.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.argmin.html

    >>> import borch as torch
    >>> torch.argmin(torch.tensor([[1, 5], [7, 2]]))
    tensor(0)
    """
    return _arg("argmin", _kernels.argmin, input, dim, keepdim)
