"""Views: the same memory under another shape, order of axes or stride.

Source: https://docs.pytorch.org/docs/stable/tensor_view.html
"""

import functools
import operator

import numpy as np

from .._core.args import as_index, infer_size, sizes, type_name, wrap_dim, wrap_dims
from .._core.calls import ABSENT
from .._core.device import contiguous_format
from .._core.dtype import dtype as dtype_class
from .._core.dtype import from_numpy
from .._core.op import function, op
from .._core.tensor import Tensor
from .memory import clone, contiguous
from .strides import restride

ndarray = np.ndarray
NOT_VIEWABLE = (
    "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
    "contiguous subspaces). Use .reshape(...) instead."
)


def ints(values, fn, name, position=2):
    """A tuple of ints from a sequence; torch's TypeError for what is not one."""
    if not isinstance(values, (tuple, list)):
        raise TypeError(
            f"{fn}(): argument '{name}' (position {position}) must be tuple of ints, not {type_name(values)}"
        )
    for v in values:
        if type(v) is not int:
            break
    else:
        return values if type(values) is tuple else tuple(values)
    out = []
    for k, v in enumerate(values):
        try:
            out.append(operator.index(v) if k else as_index(v))  # torch looks at the first alone
        except TypeError:
            raise TypeError(
                f"{fn}(): argument '{name}' failed to unpack the object at pos {k + 1} with error "
                f'"type must be tuple of ints,but got {type_name(v)}"'
            ) from None
    return tuple(out)


# ------------------------------------------------------------------------------------------------------- another shape
def _viewed(input, size):
    """`input` with another shape and the same memory; None where strides cannot say so."""
    if input.flags.c_contiguous:
        try:
            out = input.reshape(size)
        except ValueError:
            infer_size(size, input.size)
            raise
        if out.shape != size and min(size) < -1:
            infer_size(size, input.size)
        return out
    if -1 in size or any(s < 0 for s in size):
        size = infer_size(size, input.size)
    try:
        return input.reshape(size, copy=False)
    except ValueError:
        infer_size(size, input.size)
        return None


@op(view=True, method=False, namespace=None, input=lambda g, input_shape: reshape(g, input_shape))
def view(input, size):
    """The same elements in another shape, in the same memory. See `Tensor.view`."""
    if type(size) is tuple and input.flags.c_contiguous:
        try:
            out = input.reshape(size)
        except (TypeError, ValueError):
            pass  # what follows says why
        else:
            if out.shape == size or min(size) == -1:
                return out
    out = _viewed(input, ints(size, "view", "size"))
    if out is None:
        raise RuntimeError(NOT_VIEWABLE)
    return out


@op(view=True, method=False, namespace=None, name="reshape_alias", input=lambda g, input_shape: reshape(g, input_shape))
def _reshape_alias(input, size):
    return _viewed(input, size)


@op(method=False, namespace=None, name="unsafe_view", input=lambda g, input_shape: reshape(g, input_shape))
def _unsafe_view(input, size):
    return input.reshape(size)


def _view_method(self, *shape, size=None, dtype=None):
    """The same elements in another shape, or their bytes as another dtype, in the same memory.

    One size may be -1. RuntimeError when the number of elements differs or the strides do not allow it.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.view.html

    >>> import borch as torch
    >>> torch.arange(6).view(2, -1)
    tensor([[0, 1, 2],
            [3, 4, 5]])
    >>> torch.tensor([1.0]).view(torch.int32)
    tensor([1065353216], dtype=torch.int32)
    """
    if shape:
        first = shape[0]
        if type(first) is int:
            return view(self, shape)
        if len(shape) == 1:
            if isinstance(first, (tuple, list)):
                return view(self, first)
            if isinstance(first, dtype_class):
                return view_dtype(self, first)
    elif size is not None:
        return view(self, size)
    elif dtype is not None:
        return view_dtype(self, dtype)
    try:
        return view(self, sizes(shape)) if shape else _no_view_arguments(())
    except TypeError:
        _no_view_arguments(shape)


def _no_view_arguments(args):
    words = ", ".join(type_name(a) for a in args)
    raise TypeError(
        f"view() received an invalid combination of arguments - got ({words}), but expected one of:\n"
        " * (torch.dtype dtype)\n * (tuple of ints size)\n"
    )


_view_method.__name__ = "view"
Tensor.view = _view_method


def view_dtype(input, dtype):
    """The bytes of `input` as another dtype, outside the graph. See `Tensor.view`."""
    out = input.detach()
    out._array = _bytes_as(input._array, dtype)
    return out


def _bytes_as(input, dtype):
    have, want = input.dtype, dtype.numpy
    if have.itemsize == want.itemsize:
        return input.view(want)
    words = f"to view {from_numpy(have).legacy} as {dtype.legacy} (different element sizes)"
    if input.ndim == 0:
        raise RuntimeError(f"self.dim() cannot be 0 {words}")
    if input.strides[-1] != have.itemsize and input.shape[-1] != 1:
        raise RuntimeError(f"self.stride(-1) must be 1 {words}, but got {input.strides[-1] // have.itemsize}")
    if want.itemsize > have.itemsize:
        ratio = want.itemsize // have.itemsize
        if input.shape[-1] % ratio:
            raise RuntimeError(f"self.size(-1) must be divisible by {ratio} {words}, but got {input.shape[-1]}")
        for k, stride in enumerate(input.strides[:-1]):
            if stride % want.itemsize:
                raise RuntimeError(
                    f"self.stride({k}) must be divisible by {ratio} {words}, but got {stride // have.itemsize}"
                )
    return input.view(want)


@function(loose="shape")
def reshape(input, shape):
    """The elements of `input`, row by row, in another shape: a view where strides allow it, else a copy.

    One size may be -1. RuntimeError when the number of elements differs.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.reshape.html

    >>> import borch as torch
    >>> torch.reshape(torch.arange(4), (2, -1))
    tensor([[0, 1],
            [2, 3]])
    """
    if not isinstance(input, Tensor):
        return input.reshape(shape)
    array = input._array
    shape = ints(shape, "reshape", "shape")
    if array.flags.c_contiguous:
        return view(input, shape)
    if _viewed(array, shape) is not None:
        return _reshape_alias(input, infer_size(shape, array.size))
    return _unsafe_view(clone(input, memory_format=contiguous_format), infer_size(shape, array.size))


_loose_reshape = Tensor.reshape


def _reshape_method(self, *shape, **named):
    if not named and self._array.flags.c_contiguous:
        for n in shape:
            if type(n) is not int:
                break
        else:
            return view(self, shape) if shape else _loose_reshape(self)
    return _loose_reshape(self, *shape, **named)


Tensor.reshape = functools.update_wrapper(_reshape_method, _loose_reshape)


@function(namespace=None)
def view_as(input, other):
    """The same memory in the shape of `other`; see `Tensor.view`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.view_as.html

    >>> import borch as torch
    >>> torch.arange(2).view_as(torch.zeros(2, 1))
    tensor([[0],
            [1]])
    """
    return view(input, other._array.shape)


@function(namespace=None)
def reshape_as(input, other):
    """`input` in the shape of `other`; see `reshape`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.reshape_as.html

    >>> import borch as torch
    >>> torch.arange(2).reshape_as(torch.zeros(1, 2))
    tensor([[0, 1]])
    """
    return reshape(input, other._array.shape)


@function()
def flatten(input, start_dim=0, end_dim=-1):
    """`input` with the axes from `start_dim` to `end_dim` joined into one.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.flatten.html

    >>> import borch as torch
    >>> torch.flatten(torch.zeros(2, 3, 4), 1).shape
    torch.Size([2, 12])
    """
    shape = input._array.shape
    ndim = len(shape)
    start, end = wrap_dim(start_dim, ndim), wrap_dim(end_dim, ndim)
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if ndim == 0:
        return reshape(input, (1,))
    if start == end:
        return input
    joined = 1
    for n in shape[start : end + 1]:
        joined *= n
    return reshape(input, (*shape[:start], joined, *shape[end + 1 :]))


@function()
def unflatten(input, dim, sizes):
    """`input` with the axis `dim` split into axes of `sizes`, one of which may be -1.

    RuntimeError when the sizes do not multiply to the axis' length.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.unflatten.html

    >>> import borch as torch
    >>> torch.unflatten(torch.zeros(3, 4), 1, (2, -1)).shape
    torch.Size([3, 2, 2])
    """
    shape = input._array.shape
    dim = wrap_dim(dim, len(shape))
    sizes = ints(sizes, "unflatten", "sizes")
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    if not shape:
        raise RuntimeError("unflatten got an unexpected error:\nDimension specified as 0 but tensor has no dimensions")
    try:
        inferred = infer_size(sizes, shape[dim])
    except RuntimeError as error:
        if "only one" in str(error):
            raise RuntimeError(f"unflatten got an unexpected error:\n{error}") from None
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} ({shape[dim]}) in the "
            "input tensor"
        ) from None
    return view(input, (*shape[:dim], *inferred, *shape[dim + 1 :]))


@function()
def ravel(input):
    """The elements of `input`, row by row, as one axis: a view where that is possible.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.ravel.html

    >>> import borch as torch
    >>> torch.ravel(torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 2, 3, 4])
    """
    return view(contiguous(input), (-1,))


# --------------------------------------------------------------------------------------------------- axes of length one
def _put_back(g, input_shape):
    return reshape(g, input_shape)


@op(view=True, name="squeeze_all", node="SqueezeBackward0", method=False, namespace=None, input=_put_back)
def _squeeze_all(input):
    return _squeezed(input, tuple(k for k, n in enumerate(input.shape) if n == 1))


@op(view=True, name="squeeze_dim", node="SqueezeBackward1", method=False, namespace=None, input=_put_back)
def _squeeze_dim(input, dim):
    k = wrap_dim(dim, input.ndim)
    return _squeezed(input, (k,)) if input.ndim and input.shape[k] == 1 else input.view()


@op(view=True, name="squeeze_dims", node="SqueezeBackward2", method=False, namespace=None, input=_put_back)
def _squeeze_dims(input, dims):
    dims = wrap_dims(dims, input.ndim) if input.ndim else ()
    return _squeezed(input, tuple(k for k in dims if input.shape[k] == 1))


def _squeezed(input, dims):
    return input.squeeze(dims) if dims else input.view()


@function()
def squeeze(input, dim=ABSENT):
    """`input` without its axes of length one: all of them, or those named by `dim` (an int or a tuple).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.squeeze.html

    >>> import borch as torch
    >>> torch.squeeze(torch.zeros(1, 2, 1)).shape, torch.squeeze(torch.zeros(1, 2, 1), 0).shape
    (torch.Size([2]), torch.Size([2, 1]))
    """
    if dim is ABSENT:
        return _squeeze_all(input)
    if isinstance(dim, (tuple, list)):
        return _squeeze_dims(input, dim)
    return _squeeze_dim(input, dim)


@op(view=True, input=lambda g, input_shape: reshape(g, input_shape))
def unsqueeze(input, dim):
    """`input` with an axis of length one put in at `dim`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.unsqueeze.html

    >>> import borch as torch
    >>> torch.unsqueeze(torch.zeros(2, 3), -1).shape
    torch.Size([2, 3, 1])
    """
    shape = input.shape
    dim = wrap_dim(dim, len(shape) + 1)
    if 1 in shape or (dim == len(shape) and not input.flags.c_contiguous):
        strides = input.strides
        step = strides[dim] * shape[dim] if dim < len(shape) else input.itemsize
        return restride(input, (*shape[:dim], 1, *shape[dim:]), (*strides[:dim], step, *strides[dim:]))
    return input.reshape((*shape[:dim], 1, *shape[dim:]))


def _at_least(input, n, name):
    if isinstance(input, (tuple, list)):
        return tuple(_at_least(t, n, name) for t in input)
    if not isinstance(input, Tensor):
        raise TypeError(f"{name}(): argument 'tensors' (position 1) must be Tensor, not {type_name(input)}")
    ndim = input._array.ndim
    if ndim == 0:
        return reshape(input, (1,) * n)
    if ndim == 1 and n > 1:
        input = unsqueeze(input, 0)
    return unsqueeze(input, -1) if ndim < 3 == n else input


@function(method=False)
def atleast_1d(*tensors):
    """Each tensor with at least one axis; a tuple for several tensors.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.atleast_1d.html

    >>> import borch as torch
    >>> torch.atleast_1d(torch.tensor(1.0))
    tensor([1.])
    """
    return _at_least(tensors[0] if len(tensors) == 1 else tensors, 1, "atleast_1d")


@function(method=False)
def atleast_2d(*tensors):
    """Each tensor with at least two axes, new ones in front; a tuple for several tensors.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.atleast_2d.html

    >>> import borch as torch
    >>> torch.atleast_2d(torch.tensor([1.0, 2.0]))
    tensor([[1., 2.]])
    """
    return _at_least(tensors[0] if len(tensors) == 1 else tensors, 2, "atleast_2d")


@function(method=False)
def atleast_3d(*tensors):
    """Each tensor with at least three axes, as numpy places them; a tuple for several tensors.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.atleast_3d.html

    >>> import borch as torch
    >>> torch.atleast_3d(torch.tensor([1.0, 2.0])).shape
    torch.Size([1, 2, 1])
    """
    return _at_least(tensors[0] if len(tensors) == 1 else tensors, 3, "atleast_3d")
