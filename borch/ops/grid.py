"""Grids and triangles of positions: meshgrid, tril_indices, triu_indices.

Source: https://docs.pytorch.org/docs/stable/torch.html#other-operations
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.args import check_tensors
from .._core.device import on_meta
from .._core.op import function, wrap
from .._core.warn import warn_once
from .axes import expand
from .shape import reshape
from .strides import restride


@function(method=False)
def meshgrid(*tensors, indexing=None):
    """The coordinates of a grid: one tensor per vector, all expanded to the grid's shape.

    indexing  "ij": the k-th axis follows the k-th vector; "xy": the first two axes are exchanged
    Source: https://docs.pytorch.org/docs/stable/generated/torch.meshgrid.html

    >>> import borch as torch
    >>> rows, columns = torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")
    >>> columns
    tensor([[0, 1, 2],
            [0, 1, 2]])
    """
    if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)):
        tensors = tuple(tensors[0])
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    check_tensors(tensors)
    if indexing is None:
        warn_once("torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.")
        indexing = "ij"
    if indexing not in ("ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    for t in tensors:
        if t._array.ndim > 1:
            raise RuntimeError(f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {t}")
        if t._array.dtype != tensors[0]._array.dtype:
            raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    swap = indexing == "xy" and len(tensors) >= 2
    if swap:
        tensors = (tensors[1], tensors[0], *tensors[2:])
    shape = tuple(t._array.size for t in tensors)
    grids = [expand(reshape(t, (*(1,) * k, -1, *(1,) * (len(shape) - k - 1))), shape) for k, t in enumerate(tensors)]
    if swap:
        grids[0], grids[1] = grids[1], grids[0]
    return tuple(grids)


def _triangle_indices(row, col, offset, dtype, device, lower, name):
    meta = on_meta(device)
    for value, word in ((row, "row"), (col, "col")):
        if value < 0:
            raise RuntimeError(f"{word} must be non-negative, got{value}")
    rows, columns = np.ogrid[:row, :col]
    inside = columns - rows <= offset if lower else columns - rows >= offset
    target = dtypes.int64 if dtype is None else dtype
    if target not in (dtypes.int64, dtypes.int32):
        raise NotImplementedError(f"\"{name}\" not implemented for '{target.legacy}'")
    found = np.nonzero(inside)
    made = wrap(dtypes.cast(np.array(found, np.int64).reshape(2, -1), target.numpy))
    return made.to("meta") if meta else made


@function(method=False)
def tril_indices(row, col, offset=0, *, dtype=None, device="cpu", layout=None):
    """The indices of the lower triangle of a row-by-col matrix: two rows of an int64 tensor.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.tril_indices.html

    >>> import borch as torch
    >>> torch.tril_indices(2, 2)
    tensor([[0, 1, 1],
            [0, 0, 1]])
    """
    return _triangle_indices(row, col, offset, dtype, device, True, "tril_indices")


@function(method=False)
def triu_indices(row, col, offset=0, *, dtype=None, device="cpu", layout=None):
    """The indices of the upper triangle of a row-by-col matrix: two rows of an int64 tensor.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.triu_indices.html

    >>> import borch as torch
    >>> torch.triu_indices(2, 2)
    tensor([[0, 0, 1],
            [0, 1, 1]])
    """
    return _triangle_indices(row, col, offset, dtype, device, False, "triu_indices")


@function(method=False)
def unravel_index(indices, shape):
    """The position along each axis of a tensor of `shape` for positions counted row by row: a tuple of tensors.

    TypeError for indices that are no integers, ValueError for negative sizes.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.unravel_index.html

    >>> import borch as torch
    >>> torch.unravel_index(torch.tensor([4, 1]), (2, 3))
    (tensor([1, 0]), tensor([1, 1]))
    """
    array = indices._array
    if array.dtype.kind not in "iu":
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    if any(n < 0 for n in shape):
        raise ValueError(f"'shape' cannot have negative values, but got {shape}")
    array, step, count = array.astype(np.int64), 1, len(shape)
    memory, found = np.empty(array.size * count, np.int64), []  # where the positions of an element lie side by side
    strides = [s * count for s in array.strides]
    for k in reversed(range(count)):
        place = restride(memory, array.shape, strides, k * memory.itemsize) if array.size else array.copy()
        place[...] = array // step % shape[k]
        found.append(wrap(place))
        step *= shape[k]
    return tuple(found[::-1])
