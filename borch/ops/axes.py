"""Views with another order of axes, and with axes of length one repeated.

Source: https://docs.pytorch.org/docs/stable/tensor_view.html
"""

import numpy as np

from .._core.args import broadcast_shape, wrap_dim
from .._core.dtype import from_numpy
from .._core.node import unbroadcast, unbroadcast_recorded
from .._core.op import OPS, function, op
from .._core.tensor import Tensor
from .._core.warn import warn_once
from .parts import alias
from .shape import ints, view
from .strides import expanded

ndarray = np.ndarray


# ------------------------------------------------------------------------------------------------------- order of axes
@op(view=True, aliases=("swapdims",), input=lambda g, dim0, dim1: transpose(g, dim0, dim1))
def transpose(input, dim0, dim1):
    """`input` with the axes `dim0` and `dim1` exchanged.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.transpose.html

    >>> import borch as torch
    >>> torch.transpose(torch.zeros(2, 3, 4), 0, -1).shape
    torch.Size([4, 3, 2])
    """
    if type(dim0) is type(dim1) is int:
        try:
            return input.swapaxes(dim0, dim1)
        except np.exceptions.AxisError:
            pass
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
        return input.transpose(ints(dims, "permute", "dims") if dims is None else dims)
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
    """The conjugate transpose of a matrix.

    >>> import borch as torch
    >>> torch.tensor([[1 + 1j, 2 + 0j]]).H
    tensor([[1.-1.j],
            [2.-0.j]])
    """
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


def _reversed(self):
    """All axes reversed.

    >>> import borch as torch
    >>> torch.tensor([[1, 2], [3, 4]]).T
    tensor([[1, 3],
            [2, 4]])
    """
    ndim = self._array.ndim
    if ndim != 2:
        warn_once(
            "Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases."
            if not ndim
            else "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will throw "
            "an error in a future release. Consider `x.mT` to transpose batches of matrices or `x.permute(*torch.arange(x.ndim "
            "- 1, -1, -1))` to reverse the dimensions of a tensor."
        )
    return permute(self, tuple(range(ndim - 1, -1, -1)))


def _exchanged(self):
    """The last two axes exchanged.

    >>> import borch as torch
    >>> torch.zeros(4, 2, 3).mT.shape
    torch.Size([4, 3, 2])
    """
    return _matrix_transpose(self, "mT")


def _adjoint(self):
    """The last two axes' adjoint.

    >>> import borch as torch
    >>> torch.tensor([[[1 + 1j, 2 + 0j]]]).mH
    tensor([[[1.-1.j],
             [2.-0.j]]])
    """
    return _conjugated(_matrix_transpose(self, "mH"))


Tensor.T, Tensor.H = property(_reversed), property(_hermitian)
Tensor.mT, Tensor.mH = property(_exchanged), property(_adjoint)


# --------------------------------------------------------------------------------------------------------- repeated axes
def _summed(g, input_shape):
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
    size, shape = ints(size, "sum_to_size", "size"), input._array.shape
    lead = len(shape) - len(size)
    if lead < 0 or any(n not in (1, m) for n, m in zip(size, shape[lead:], strict=True)):
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}.")
    dims = (*range(lead), *(lead + k for k, n in enumerate(size) if n == 1 and shape[lead + k] != 1))
    out = OPS["sum"](input, dims, True) if dims else input
    return view(out, size) if lead else out
