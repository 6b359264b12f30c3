"""Views of a part: a position, a range, windows or a diagonal of an axis; and the ops that put a part back.

Source: https://docs.pytorch.org/docs/stable/tensor_view.html
"""

import numpy as np

from .._core.args import as_index, wrap_dim
from .._core.op import function, op
from .._core.tensor import Tensor
from .strides import contiguous_strides, restride

LONGEST = 2**31 - 1  # no axis is longer, and numpy counts offsets no further


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
    except (IndexError, OverflowError):
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
    return input[(*(slice(None),) * wrap_dim(dim, input.ndim), slice(start, end, step))]


@op(method=False, namespace=None, input=lambda g, dim, start, end, step: slice_(g, dim, start, end, step))
def slice_backward(input, input_sizes, dim, start, end, step):
    """Zeros of `input_sizes` that hold `input` at the positions start:end:step of the axis `dim`."""
    out = np.zeros(input_sizes, input.dtype)
    out[(*(slice(None),) * wrap_dim(dim, out.ndim), slice(start, end, step))] = input
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
    if isinstance(start, Tensor) and (start._array.ndim or start._array.dtype.kind not in "iu"):
        raise RuntimeError("start must be an 0-dim integral Tensor.")
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


@op(
    kind="same",
    half=lambda rounded, *args: _windows_back(rounded, *args),
    method=False,
    namespace=None,
    input=lambda g, dim, size, step: unfold(g, dim, size, step),
)
def unfold_backward(input, input_sizes, dim, size, step):
    """The sum of windows (see `unfold`) at their places in zeros of `input_sizes`."""
    return _windows_back(None, input, input_sizes, dim, size, step)


def _windows_back(rounded, input, input_sizes, dim, size, step):
    out = np.zeros(input_sizes, input.dtype)
    if not out.ndim:
        return out + input.sum(dtype=input.dtype)
    dim = wrap_dim(dim, out.ndim)
    windows = input.shape[dim]
    for k in reversed(range(size)):  # for each element, its windows in order
        at = (*(slice(None),) * dim, slice(k, k + (windows - 1) * step + 1, step))
        out[at] += input[..., k]
        if rounded is not None:
            out[at] = rounded(out[at])
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
    out = input.diagonal(max(-LONGEST, min(offset, LONGEST)), a, b)
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


@op(view=True, method=False, namespace=None, input=lambda g: g)
def alias(input):
    """The same memory as another tensor, recorded."""
    return input.view()
