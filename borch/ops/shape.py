"""Views: the same memory under another shape, order of axes or stride.

Source: https://docs.pytorch.org/docs/stable/tensor_view.html
"""

import numpy as np

from .._core.args import as_index, broadcast_shape, infer_size, sizes, type_name, wrap_dim, wrap_dims
from .._core.device import contiguous_format
from .._core.dtype import dtype as dtype_class
from .._core.dtype import from_numpy
from .._core.op import function, op
from .._core.tensor import Tensor
from .memory import clone, contiguous
from .strides import contiguous_strides, expanded, restride

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
        return tuple(values)
    out = []
    for k, v in enumerate(values):
        try:
            out.append(as_index(v))
        except TypeError:
            raise TypeError(
                f"{fn}(): argument '{name}' failed to unpack the object at pos {k + 1} with error "
                f'"type must be tuple of ints,but got {type_name(v)}"'
            ) from None
    return tuple(out)


# ------------------------------------------------------------------------------------------------------- another shape
def _viewed(input, size):
    """`input` with another shape and the same memory; None where strides cannot say so."""
    if -1 in size or any(s < 0 for s in size):
        size = infer_size(size, input.size)
    if input.flags.c_contiguous:
        try:
            return input.reshape(size)
        except ValueError:
            infer_size(size, input.size)
            raise
    try:
        return input.reshape(size, copy=False)
    except ValueError:
        infer_size(size, input.size)
        return None


@op(view=True, method=False, namespace=None, input=lambda g, input_shape: reshape(g, input_shape))
def view(input, size):
    """The same elements in another shape, in the same memory. See `Tensor.view`."""
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
    if type(shape) is not tuple or not all(type(s) is int for s in shape):
        shape = ints(shape, "reshape", "shape")
    if array.flags.c_contiguous:
        return view(input, shape)
    if _viewed(array, shape) is not None:
        return _reshape_alias(input, infer_size(shape, array.size))
    return _unsafe_view(clone(input, memory_format=contiguous_format), infer_size(shape, array.size))


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
    try:
        inferred = infer_size(sizes, shape[dim] if shape else 1)
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
def squeeze(input, dim=None):
    """`input` without its axes of length one: all of them, or those named by `dim` (an int or a tuple).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.squeeze.html

    >>> import borch as torch
    >>> torch.squeeze(torch.zeros(1, 2, 1)).shape, torch.squeeze(torch.zeros(1, 2, 1), 0).shape
    (torch.Size([2]), torch.Size([2, 1]))
    """
    if dim is None:
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
    if input.flags.c_contiguous or dim == len(shape) or 1 in shape:
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


# ------------------------------------------------------------------------------------------------------- order of axes
@op(view=True, aliases=("swapdims",), input=lambda g, dim0, dim1: transpose(g, dim0, dim1))
def transpose(input, dim0, dim1):
    """`input` with the axes `dim0` and `dim1` exchanged.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.transpose.html

    >>> import borch as torch
    >>> torch.transpose(torch.zeros(2, 3, 4), 0, -1).shape
    torch.Size([4, 3, 2])
    """
    n = input.ndim
    dim0, dim1 = wrap_dim(dim0, n), wrap_dim(dim1, n)
    return input.swapaxes(dim0, dim1) if n else input.view()


@function()
def swapaxes(input, axis0, axis1):
    """`input` with the axes `axis0` and `axis1` exchanged; the same as `transpose`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.swapaxes.html

    >>> import borch as torch
    >>> torch.swapaxes(torch.zeros(2, 3), 0, 1).shape
    torch.Size([3, 2])
    """
    return transpose(input, axis0, axis1)


@op(view=True, input=lambda g: t(g))
def t(input):
    """The transpose of a matrix; a vector or a number as it is. RuntimeError for more than two axes.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.t.html

    >>> import borch as torch
    >>> torch.t(torch.tensor([[1, 2]]))
    tensor([[1],
            [2]])
    """
    if input.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D")
    return input.transpose()


def _unpermute(g, dims):
    n = len(dims)
    inverse = [0] * n
    for k, d in enumerate(dims):
        inverse[d if d >= 0 else d + n] = k
    return permute(g, tuple(inverse))


@op(view=True, loose="dims", input=_unpermute)
def permute(input, dims):
    """`input` with its axes in the order `dims`.

    RuntimeError when `dims` does not name every axis once.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.permute.html

    >>> import borch as torch
    >>> torch.permute(torch.zeros(2, 3, 4), (2, 0, 1)).shape
    torch.Size([4, 2, 3])
    """
    try:
        return input.transpose(dims)
    except (ValueError, TypeError):
        dims = ints(dims, "permute", "dims")
    if len(dims) != input.ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
            f"ordering of dimensions i.e. input.dim() = {input.ndim} is not equal to len(dims) = {len(dims)}"
        )
    dims = tuple(wrap_dim(d, input.ndim) for d in dims)
    if len(set(dims)) != len(dims):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return input.transpose(dims)


@function()
def movedim(input, source, destination):
    """`input` with the axes at `source` moved to `destination` (ints or tuples of ints); the others keep their order.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.movedim.html

    >>> import borch as torch
    >>> torch.movedim(torch.zeros(2, 3, 4), 0, -1).shape
    torch.Size([3, 4, 2])
    """
    source = (source,) if not isinstance(source, (tuple, list)) else tuple(source)
    destination = (destination,) if not isinstance(destination, (tuple, list)) else tuple(destination)
    if len(source) != len(destination):
        raise RuntimeError(
            f"movedim: Invalid source or destination dims: source ({list(source)} dims) should contain the same number "
            f"of dims as destination ({list(destination)} dims)"
        )
    n = input._array.ndim
    at, to = [wrap_dim(d, n) for d in source], [wrap_dim(d, n) for d in destination]
    for name, given, dims in (("source", source, at), ("destination", destination, to)):
        if len(set(dims)) != len(dims):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({list(given)})")
    if n == 0:
        return alias(input)
    order = [None] * n
    for a, b in zip(at, to, strict=True):
        order[b] = a
    rest = iter(k for k in range(n) if k not in at)
    return permute(input, tuple(next(rest) if k is None else k for k in order))


@function()
def moveaxis(input, source, destination):
    """The same as `movedim`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.moveaxis.html

    >>> import borch as torch
    >>> torch.moveaxis(torch.zeros(2, 3), 0, 1).shape
    torch.Size([3, 2])
    """
    return movedim(input, source, destination)


def _matrix_transpose(input, name):
    ndim = input._array.ndim
    if ndim == 1:
        raise RuntimeError(f"tensor.{name} is only supported on matrices or batches of matrices. Got 1-D tensor.")
    return transpose(input, -2, -1) if ndim else input


def _conjugated(input):
    from .complex import conj

    return conj(input) if input._array.dtype.kind == "c" else input


def _hermitian(self):
    """The conjugate transpose of a matrix."""
    if self._array.ndim not in (0, 2):
        raise RuntimeError(
            f"tensor.H is only supported on matrices (2-D tensors). Got {self._array.ndim}-D tensor."
            + (" For batches of matrices, consider using tensor.mH" if self._array.ndim > 2 else "")
        )
    return _conjugated(_matrix_transpose(self, "H"))


@function()
def adjoint(input):
    """The conjugate transpose of the last two axes.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.adjoint.html

    >>> import borch as torch
    >>> torch.adjoint(torch.tensor([[1j, 2]]))
    tensor([[0.-1.j],
            [2.-0.j]])
    """
    return _conjugated(_matrix_transpose(input, "adjoint()"))


Tensor.T = property(lambda self: permute(self, tuple(range(self._array.ndim - 1, -1, -1))), doc="All axes reversed.")
Tensor.mT = property(lambda self: _matrix_transpose(self, "mT"), doc="The last two axes exchanged.")
Tensor.H = property(_hermitian)
Tensor.mH = property(lambda self: _conjugated(_matrix_transpose(self, "mH")), doc="The last two axes' adjoint.")


# --------------------------------------------------------------------------------------------------------- repeated axes
def _summed(g, input_shape):
    from .._core.node import unbroadcast, unbroadcast_recorded

    if isinstance(g, ndarray):
        return unbroadcast(g, input_shape) if g.shape != input_shape else g
    return unbroadcast_recorded(g, input_shape) if g._array.shape != input_shape else g


@op(view=True, namespace=None, loose="size", input=_summed)
def expand(input, size, *, implicit=False):
    """`input` with axes of length one repeated to `size`, without copying; -1 keeps an axis, new axes come in front.

    RuntimeError when an axis is neither one long nor of the wanted length.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.expand.html

    >>> import borch as torch
    >>> torch.tensor([[1], [2]]).expand(-1, 3)
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    shape, size = input.shape, ints(size, "expand", "size")
    extra = len(size) - len(shape)
    if extra < 0:
        raise RuntimeError(
            f"expand(torch.{from_numpy(input.dtype).legacy}Tensor{{{list(shape)}}}, size={list(size)}): the number of "
            f"sizes provided ({len(size)}) must be greater or equal to the number of dimensions in the tensor "
            f"({len(shape)})"
        )
    target = size
    if -1 in size:
        for k in range(extra):
            if size[k] < 0:
                raise RuntimeError(
                    f"The expanded size of the tensor ({size[k]}) isn't allowed in a leading, non-existing dimension {k}"
                )
        target = (*size[:extra], *(n if s == -1 else s for n, s in zip(shape, size[extra:], strict=True)))
    try:
        return expanded(input, target)
    except ValueError:
        for k in range(len(size) - 1, -1, -1):
            n = shape[k - extra] if k >= extra else 1
            if (n not in (1, target[k])) or target[k] < 0:
                raise RuntimeError(
                    f"The expanded size of the tensor ({target[k]}) must match the existing size ({n}) at non-singleton "
                    f"dimension {k}.  Target sizes: {list(size)}.  Tensor sizes: {list(shape)}"
                ) from None
        raise


@function(namespace=None)
def expand_as(input, other):
    """`input` expanded to the shape of `other`; see `Tensor.expand`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.expand_as.html

    >>> import borch as torch
    >>> torch.tensor([1, 2]).expand_as(torch.zeros(2, 2))
    tensor([[1, 2],
            [1, 2]])
    """
    return expand(input, other._array.shape)


@function(loose="size")
def broadcast_to(input, size):
    """`input` expanded to `size`; see `Tensor.expand`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.broadcast_to.html

    >>> import borch as torch
    >>> torch.broadcast_to(torch.tensor([1, 2]), (2, 2))
    tensor([[1, 2],
            [1, 2]])
    """
    return expand(input, size)


@function(method=False)
def broadcast_tensors(*tensors):
    """The tensors expanded to their common shape, as a tuple; RuntimeError when there is none.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.broadcast_tensors.html

    >>> import borch as torch
    >>> [x.shape for x in torch.broadcast_tensors(torch.zeros(2, 1), torch.zeros(3))]
    [torch.Size([2, 3]), torch.Size([2, 3])]
    """
    if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)):
        tensors = tensors[0]
    shape = ()
    for t_ in tensors:
        shape = broadcast_shape(shape, t_._array.shape)
    return tuple(t_ if t_._array.shape == shape else expand(t_, shape) for t_ in tensors)


@function(namespace=None, loose="size")
def sum_to_size(input, size):
    """`input` summed over the axes along which it would have to be expanded from `size`.

    RuntimeError when `size` does not expand to the shape of `input`.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.sum_to_size.html

    >>> import borch as torch
    >>> torch.ones(2, 3).sum_to_size(1, 3)
    tensor([[2., 2., 2.]])
    """
    from .._core.op import OPS

    size, shape = ints(size, "sum_to_size", "size"), input._array.shape
    lead = len(shape) - len(size)
    if lead < 0 or any(n not in (1, m) for n, m in zip(size, shape[lead:], strict=True)):
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}.")
    dims = (*range(lead), *(lead + k for k, n in enumerate(size) if n == 1 and shape[lead + k] != 1))
    out = OPS["sum"](input, dims, True) if dims else input
    return view(out, size) if lead else out


# --------------------------------------------------------------------------------------------------------------- parts
def _put_selected(g, input_shape, dim, index):
    return select_backward(g, input_shape, dim, index)


@op(view=True, input=_put_selected)
def select(input, dim, index):
    """`input` at position `index` of the axis `dim`, which is dropped.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.select.html

    >>> import borch as torch
    >>> torch.select(torch.tensor([[1, 2], [3, 4]]), 1, 0)
    tensor([1, 3])
    """
    n = input.ndim
    if not n:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim, index = wrap_dim(dim, n), as_index(index)
    try:
        return input[(*(slice(None),) * dim, index, Ellipsis)]
    except IndexError:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(input.shape)} at dimension {dim}"
        ) from None


@op(method=False, namespace=None, input=lambda g, dim, index: select(g, dim, index))
def select_backward(input, input_sizes, dim, index):
    """Zeros of `input_sizes` that hold `input` at position `index` of the axis `dim`."""
    out = np.zeros(input_sizes, input.dtype)
    out[(*(slice(None),) * wrap_dim(dim, out.ndim), index)] = input
    return out


@op(view=True, name="slice", method=False, namespace=None,
    input=lambda g, input_shape, dim, start, end, step: slice_backward(g, input_shape, dim, start, end, step))  # fmt: skip
def slice_(input, dim=0, start=None, end=None, step=1):
    return input[(*(slice(None),) * dim, slice(start, end, step))]


@op(method=False, namespace=None, input=lambda g, dim, start, end, step: slice_(g, dim, start, end, step))
def slice_backward(input, input_sizes, dim, start, end, step):
    """Zeros of `input_sizes` that hold `input` at the positions start:end:step of the axis `dim`."""
    out = np.zeros(input_sizes, input.dtype)
    out[(*(slice(None),) * dim, slice(start, end, step))] = input
    return out


@function()
def narrow(input, dim, start, length):
    """`length` positions of the axis `dim` from `start` on.

    RuntimeError or IndexError when they are not all there.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.narrow.html

    >>> import borch as torch
    >>> torch.narrow(torch.arange(5), 0, 1, 3)
    tensor([1, 2, 3])
    """
    shape = input._array.shape
    if not shape:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    dim, start, length = wrap_dim(dim, len(shape)), as_index(start), as_index(length)
    n = shape[dim]
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if not -n <= start <= n:
        raise IndexError(f"start out of range (expected to be in range of [{-n}, {n}], but got {start})")
    start = start + n if start < 0 else start
    if start + length > n:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({n}).")
    return slice_(input, dim, start, start + length, 1)


@op(view=True, namespace=None, input=lambda g, input_shape, dimension, size, step: unfold_backward(
    g, input_shape, dimension, size, step))  # fmt: skip
def unfold(input, dimension, size, step):
    """All windows of `size` positions, `step` apart, along an axis: the axis counts windows, a new last one positions.

    RuntimeError when `size` is longer than the axis.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.unfold.html

    >>> import borch as torch
    >>> torch.arange(5).unfold(0, 3, 2)
    tensor([[0, 1, 2],
            [2, 3, 4]])
    """
    dim = wrap_dim(dimension, input.ndim)
    n = input.shape[dim] if input.ndim else 1
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    if size > n:
        raise RuntimeError(f"maximum size for tensor at dimension {dim} is {n} but size is {size}")
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    if not input.ndim:
        return restride(input, (size,), (input.itemsize,))
    strides = input.strides if input.size else contiguous_strides(input.shape, input.itemsize)
    shape = (*input.shape[:dim], (n - size) // step + 1, *input.shape[dim + 1 :], size)
    return restride(input, shape, (*strides[:dim], strides[dim] * step, *strides[dim + 1 :], strides[dim]))


@op(method=False, namespace=None, input=lambda g, dim, size, step: unfold(g, dim, size, step))
def unfold_backward(input, input_sizes, dim, size, step):
    """The sum of windows (see `unfold`) at their places in zeros of `input_sizes`."""
    out = np.zeros(input_sizes, input.dtype)
    if not out.ndim:
        return out + input.sum(dtype=input.dtype)
    dim = wrap_dim(dim, out.ndim)
    windows = input.shape[dim]
    for k in range(size):
        out[(*(slice(None),) * dim, slice(k, k + (windows - 1) * step + 1, step))] += input[..., k]
    return out


@op(view=True, input=lambda g, input_shape, offset, dim1, dim2: diagonal_backward(g, input_shape, offset, dim1, dim2))
def diagonal(input, offset=0, dim1=0, dim2=1):
    """The diagonal of the axes `dim1` and `dim2`, as a new last axis; `offset` counts to the upper right.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.diagonal.html

    >>> import borch as torch
    >>> torch.diagonal(torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    a, b = wrap_dim(dim1, input.ndim), wrap_dim(dim2, input.ndim)
    if a == b:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    out = input.diagonal(offset, a, b)
    if input.flags.writeable:
        out.flags.writeable = True
    return out


@op(method=False, namespace=None, input=lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2))
def diagonal_backward(input, input_sizes, offset, dim1, dim2):
    """Zeros of `input_sizes` that hold `input` on a diagonal."""
    out = np.zeros(input_sizes, input.dtype)
    place = out.diagonal(offset, dim1, dim2)
    place.flags.writeable = True
    place[...] = input
    return out


@op(view=True, method=False, namespace="torch", input=lambda g: g)
def alias(input):
    """The same memory as another tensor, recorded."""
    return input.view()
