"""Embeddings: rows of a table picked by number, bags of them, and numbers as one-hot rows.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#sparse-functions
"""

import warnings

import numpy as np

from ... import _kernels
from ..._core import dtype as dtypes
from ..._core.args import check_number, type_name
from ..._core.dtype import BFLOAT16, cast, widen
from ..._core.halves import add_each
from ..._core.mode import mode
from ..._core.op import OPS, function, op, wrap
from ..._core.tensor import Tensor
from ..._core.view import check_writable, scatter_flat
from ...ops.both import array_of, constant, total
from ...ops.gather import add_at, out_of_range
from ...ops.matmul import product

NAMESPACE = "torch.nn.functional"
INDEX = (np.dtype(np.int64), np.dtype(np.int32))
MODES = ("sum", "mean", "max")


def check_indices(indices, name, argument="indices", number=1):
    if indices.dtype not in INDEX:
        kind = "CPUBoolType" if indices.dtype == np.bool_ else f"torch.{dtypes.from_numpy(indices.dtype).legacy}Tensor"
        raise RuntimeError(
            f"Expected tensor for argument #{number} '{argument}' to have one of the following scalar types: Long, Int; but "
            f"got {kind} instead (while checking arguments for {name})"
        )


def refuse_sparse(sparse, name, weight):
    if sparse and mode.grad and weight.requires_grad:
        raise NotImplementedError(f"{name}: sparse gradients (sparse=True) are not implemented")


# ----------------------------------------------------------------------------------------------------------- embedding
def _double_backward(g, indices, padding_idx):
    picked = OPS["index_select"](g, 0, wrap(indices.reshape(-1)) if isinstance(g, Tensor) else indices.reshape(-1))
    if padding_idx >= 0:
        picked = picked * constant(g, (indices.reshape(-1) != padding_idx)[:, None])
    shape = (*indices.shape, g.shape[1])
    return OPS["reshape"](picked, shape)


def _half_dense_backward(rounded, grad_output, indices, num_weights, padding_idx, scale_grad_by_freq):
    flat, g = _rows(grad_output, indices, num_weights, padding_idx, scale_grad_by_freq)
    out = np.zeros((g.shape[1], num_weights), np.float32)
    return np.ascontiguousarray(add_each(rounded, out, flat, rounded(g).T).T)


@op(
    kind="same",
    half=_half_dense_backward,
    tensors=("grad_output",),
    node="EmbeddingDenseBackwardBackward0",
    method=False,
    namespace=None,
    grad_output=_double_backward,
)
def embedding_dense_backward(grad_output, indices, num_weights, padding_idx, scale_grad_by_freq):
    flat, g = _rows(grad_output, indices, num_weights, padding_idx, scale_grad_by_freq)
    return _kernels.sum_rows(g, flat, num_weights, product, add_at)


def _rows(grad_output, indices, num_weights, padding_idx, scale_grad_by_freq):
    """The numbers of the rows that were taken, and their gradients."""
    flat, g = indices.reshape(-1), grad_output.reshape(indices.size, grad_output.shape[-1])
    if scale_grad_by_freq:
        g = g / np.bincount(flat, minlength=num_weights)[flat][:, None].astype(g.dtype)
    if padding_idx >= 0:
        kept = flat != padding_idx
        flat, g = flat[kept], g[kept]
    return flat, g


def _to_table(g, weight_shape, indices, padding_idx, scale_grad_by_freq):
    return embedding_dense_backward(g, array_of(indices), weight_shape[0], padding_idx, bool(scale_grad_by_freq))


def _check_embedding(weight, indices):
    for value, name, position in ((weight, "weight", 1), (indices, "indices", 2)):
        if not isinstance(value, Tensor):
            raise TypeError(
                f"embedding(): argument '{name}' (position {position}) must be Tensor, not {type_name(value)}"
            )


@op(kind=None, tensors=("weight", "indices"), weight=_to_table, name="embedding", method=False, namespace=None)
def _embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False):
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    check_indices(indices, "embedding")
    rows = weight.shape[0]
    if indices.size:
        if not rows:
            raise RuntimeError("index_select(): self indexing axis dim should be positive")
        if out_of_range(indices, rows):
            raise IndexError("index out of range in self")
    return _kernels.take_rows(weight, indices) if weight.dtype != BFLOAT16 else weight[indices]


def _refuse_complex_gradient(weight, name):
    if weight.is_complex() and weight.requires_grad and mode.grad:
        raise RuntimeError(f"{name} does not support automatic differentiation for outputs with complex dtype.")


@function(method=False, name="embedding")
def torch_embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    """Row `indices` of the table `weight`: `torch.nn.functional.embedding` with the arguments in torch's inner order.

    >>> import borch as torch
    >>> torch.embedding(torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([1, 0]))
    tensor([[3., 4.],
            [1., 2.]])
    """
    _check_embedding(weight, indices)
    refuse_sparse(sparse, "embedding", weight)
    _refuse_complex_gradient(weight, "embedding")
    return _embedding(weight, indices, padding_idx, scale_grad_by_freq)


@function(method=False)
def embedding_renorm_(input, indices, max_norm, norm_type):
    """Shrinks, in place, the rows of `input` named in `indices` whose `norm_type`-norm exceeds `max_norm` to that norm.

    >>> import borch as torch
    >>> torch.embedding_renorm_(torch.tensor([[3.0, 4.0], [0.0, 9.0]]), torch.tensor([0]), 1.0, 2.0)
    tensor([[0.6000, 0.8000],
            [0.0000, 9.0000]])
    """
    check_writable(input, False)
    check_number(max_norm, "embedding_renorm_", "max_norm", 3)
    check_indices(indices._array, "embedding_renorm_", number=2)
    table, index = input._array, np.unique(indices._array)
    beyond = index[(index < -len(table)) | (index >= len(table))]
    if beyond.size:
        raise IndexError(
            f"select(): index {beyond[0]} out of range for tensor of size {list(table.shape)} at dimension 0"
        )
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(
            f"norm(): input dtype should be either floating point or complex. Got {input.dtype.legacy} instead."
        )
    rows = widen(table[index])
    norms = OPS["norm"](wrap(rows), norm_type, 1)._array
    large = norms > max_norm
    if large.any():
        scale = (max_norm / (norms[large] + 1e-7)).astype(rows.dtype)
        table[index[large]] = cast(rows[large] * scale[:, None], table.dtype)
    input._writes[0] += 1
    return input


@function(method=False, namespace=NAMESPACE)
def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """The rows of the table `weight` (V, D) at the numbers in `input` (...), as (..., D).

    Row `padding_idx` gets no gradient; rows longer than `max_norm` are first shrunk in the table itself;
    `scale_grad_by_freq` divides a row's gradient by how often it was picked. input is int64 or int32.
    IndexError for a number outside the table; NotImplementedError for sparse=True.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.embedding.html

    >>> import borch as torch
    >>> table = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    >>> torch.nn.functional.embedding(torch.tensor([1, 0, 1]), table)
    tensor([[3., 4.],
            [1., 2.],
            [3., 4.]])
    """
    if padding_idx is None:
        padding_idx = -1
    else:
        padding_idx = _table_position(padding_idx, weight.shape[0], "Padding_idx must be within num_embeddings")
    if max_norm is not None:
        embedding_renorm_(weight, input, max_norm, norm_type)
    return torch_embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)


def _table_position(padding_idx, rows, message):
    if not -rows <= padding_idx < rows:
        raise AssertionError(message)
    return padding_idx + rows if padding_idx < 0 else padding_idx


# ---------------------------------------------------------------------------------------------------------------- bags
def _to_rows(g, weight_shape, indices, bags, best, counts, mode, scale_by_freq, padding_idx):
    rows, width = weight_shape
    if mode == 2:
        positions = np.where(array_of(best) < 0, -1, array_of(best) * width + np.arange(width))
        return scatter_flat(g, positions, (rows, width))
    indices, bags = array_of(indices), array_of(bags)
    of_bag = _picked(g, bags)
    if mode == 1:
        of_bag = of_bag / constant(g, np.maximum(array_of(counts), 1)[bags][:, None])
    return _bag_rows(of_bag, indices, rows, padding_idx, scale_by_freq)


def _bag_rows(of_bag, indices, rows, padding_idx, scale_by_freq):
    if scale_by_freq and indices.size:
        of_bag = of_bag * constant(of_bag, _bag_scale(indices)[:, None])
    return embedding_dense_backward(of_bag, indices, rows, padding_idx, False)


def _bag_scale(indices):
    """One over the count of each index; as in torch, that of the k-th distinct index is taken from the k-th sorted one."""
    distinct, inverse = np.unique(indices, return_inverse=True)
    counts = np.bincount(indices)[np.sort(indices)[: distinct.size]]
    return (1 / counts)[inverse]


def _picked(x, numbers):
    return OPS["index_select"](x, 0, wrap(numbers) if isinstance(x, Tensor) else numbers)


def _bag_gradients(g, needed, weight_shape, indices, bags, best, counts, mode, scale_by_freq, padding_idx):
    return (_to_rows(g[0], weight_shape, indices, bags, best, counts, mode, scale_by_freq, padding_idx),)


def _weighted_bag_gradients(g, needed, weight, indices, bags, samples, scale_by_freq, padding_idx):
    indices = array_of(indices)
    of_bag = _picked(g, array_of(bags))
    to_weight = to_samples = None
    if needed[0]:
        scaled = of_bag * OPS["reshape"](samples, (-1, 1))
        to_weight = _bag_rows(scaled, indices, weight.shape[0], padding_idx, scale_by_freq)
    if needed[1]:
        to_samples = total(_picked(weight, indices) * of_bag, (1,))
        if padding_idx >= 0:
            to_samples = to_samples * constant(to_samples, indices != padding_idx)
    return to_weight, to_samples


BAG = {"kind": "same", "node": "EmbeddingBagBackward0", "method": False, "namespace": None}


@op(tensors=("weight", "indices", "bags"), joint=_bag_gradients, differentiable=("weight",),
    outputs=("out", "best", "counts"), **BAG)  # fmt: skip
def _bags(weight, indices, bags, offsets, mode, scale_by_freq, padding_idx):
    """`bags` says for each index in which bag it lies, `offsets` where each bag begins (and the last one ends)."""
    count, width = len(offsets) - 1, weight.shape[1]
    kept = np.ones(indices.shape, np.bool_) if padding_idx < 0 else indices != padding_idx
    counts = np.bincount(bags[kept], minlength=count).astype(np.int64)
    best = np.full((count, width), -1, np.int64)
    if not indices.size:
        return np.zeros((count, width), weight.dtype), best, counts
    picked = weight[indices]
    if mode == 2:
        return _highest(picked, indices, bags, offsets, kept, counts, best), best, counts
    if padding_idx >= 0:
        picked = picked * kept[:, None].astype(picked.dtype)
    out = _summed(picked, offsets)
    if mode == 1:
        out = out / np.maximum(counts, 1)[:, None].astype(out.dtype)
    return out.astype(weight.dtype, copy=False), best, counts


def _filled_bags(offsets):
    held = offsets[:-1] < offsets[1:]
    return held, offsets[:-1][held]


def _summed(rows, offsets):
    """The sum of each bag's rows; float16 is added up in float32."""
    held, starts = _filled_bags(offsets)
    rows = rows.astype(np.float32) if rows.dtype == np.float16 else rows
    out = np.zeros((held.size, rows.shape[1]), rows.dtype)
    out[held] = np.add.reduceat(rows, starts.astype(np.intp), 0)
    return out


def _highest(rows, indices, bags, offsets, kept, counts, best):
    """The maximum of each bag's rows; the numbers of the rows where it was found first go into `best`."""
    held, starts = _filled_bags(offsets)
    candidates = np.where(kept[:, None], rows, -np.inf).astype(rows.dtype)
    highest = np.zeros(best.shape, rows.dtype)
    highest[held] = np.maximum.reduceat(candidates, starts.astype(np.intp), 0)
    matches = (candidates == highest[bags]) & kept[:, None]
    place = np.where(matches, np.arange(indices.size, dtype=np.int64)[:, None], indices.size)
    place = np.minimum.reduceat(place, starts.astype(np.intp), 0)
    best[held] = np.where(place < indices.size, indices[np.minimum(place, indices.size - 1)], -1)
    return np.where(counts[:, None] > 0, highest, 0).astype(rows.dtype)


@op(tensors=("weight", "indices", "bags", "samples"), joint=_weighted_bag_gradients, differentiable=("weight", "samples"),
    **BAG)  # fmt: skip
def _weighted_bags(weight, indices, bags, samples, offsets, scale_by_freq, padding_idx):
    if padding_idx >= 0:
        samples = samples * (indices != padding_idx)
    if not indices.size:
        return np.zeros((len(offsets) - 1, weight.shape[1]), weight.dtype)
    return _summed(weight[indices] * samples[:, None].astype(weight.dtype), offsets).astype(weight.dtype, copy=False)


def _check_bag_offsets(offsets, length, include_last):
    if offsets.size and offsets[0] != 0:
        raise RuntimeError(
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, "
            f"got {offsets[0]}"
        )
    if offsets.size and offsets[-1] > length:
        raise RuntimeError(
            f"offsets[-1] can not be greater than input's length {length} but got offsets[-1] of {offsets[-1]}"
        )
    if include_last and not offsets.size:
        raise RuntimeError("include_last_offset: number of offset should be at least 1")


@function(method=False, name="embedding_bag")
def torch_embedding_bag(
    weight, indices, offsets, scale_grad_by_freq=False, mode=0, sparse=False, per_sample_weights=None,
    include_last_offset=False, padding_idx=None,
):  # fmt: skip
    """Bags of rows of a table, with mode 0 (sum), 1 (mean) or 2 (max): (result, bag of each index, sizes, best rows).

    >>> import borch as torch
    >>> table = torch.tensor([[1.0], [2.0], [4.0]])
    >>> torch.embedding_bag(table, torch.tensor([0, 1, 2]), torch.tensor([0, 2]))[0]
    tensor([[3.],
            [4.]])
    """
    refuse_sparse(sparse, "embedding_bag", weight)
    check_indices(indices._array, "embedding_bag")
    check_indices(offsets._array, "embedding_bag", "offsets")
    if not weight.is_floating_point():
        word = (
            f"torch.{weight.dtype.legacy}Tensor"
            if weight._array.dtype.kind in "iu"
            else f"CPU{weight.dtype.legacy}Type"
        )
        raise RuntimeError(
            "Expected tensor for argument #1 'weight' to have one of the following scalar types: Half, BFloat16, Float, "
            f"Double; but got {word} instead (while checking arguments for embedding_bag)"
        )
    if per_sample_weights is not None and per_sample_weights.dtype != weight.dtype:
        raise RuntimeError(
            "Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 "
            f"'per_sample_weights'; but type torch.{weight.dtype.legacy}Tensor does not equal "
            f"torch.{per_sample_weights.dtype.legacy}Tensor (while checking arguments for embedding_bag)"
        )
    rows, numbers, starts = weight.shape[0], indices._array, offsets._array.astype(np.int64)
    outside = np.flatnonzero((numbers < 0) | (numbers >= rows))
    _check_bag_offsets(starts, numbers.size, include_last_offset)
    if padding_idx is None:
        padding_idx = -1
    else:
        if not -rows <= padding_idx < rows:
            raise RuntimeError(
                f"padding_idx must be within the number of embeddings, {-rows} through {rows - 1}, but got {padding_idx}"
            )
        padding_idx += rows if padding_idx < 0 else 0
    if outside.size:
        raise RuntimeError(
            f"Index {outside[0]} of input takes value {numbers[outside[0]]} which is not in the valid range [0, {rows})"
        )
    edges = starts if include_last_offset else np.append(starts, numbers.size)
    sizes = edges[1:] - edges[:-1]
    bags = np.repeat(np.arange(sizes.size, dtype=np.int64), sizes.astype(np.intp))
    whole = numbers.dtype == np.int64 and bags.size == numbers.size
    numbers = indices if whole else wrap(numbers[: bags.size].astype(np.int64))
    if per_sample_weights is not None:
        out = _weighted_bags(
            weight, numbers, wrap(bags), per_sample_weights, edges, bool(scale_grad_by_freq), padding_idx
        )
        return out, wrap(bags), wrap(sizes), wrap(np.zeros(0, np.int64))
    out, best, counts = _bags(weight, numbers, wrap(bags), edges, mode, bool(scale_grad_by_freq), padding_idx)
    return out, wrap(bags), counts, best


@function(method=False, namespace=NAMESPACE)
def embedding_bag(
    input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode="mean", sparse=False,
    per_sample_weights=None, include_last_offset=False, padding_idx=None,
):  # fmt: skip
    """The sum, mean or maximum of the rows of `weight` (V, D) named in each bag: (number of bags, D).

    input (B, N) holds B bags of N numbers, or input (N,) is cut at `offsets`; `per_sample_weights` of input's shape
    scale the rows (mode "sum" alone); numbers equal to `padding_idx` do not count; an empty bag gives zeros.
    ValueError when the arguments do not go together; NotImplementedError for sparse=True.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.embedding_bag.html

    >>> import borch as torch
    >>> table = torch.tensor([[1.0], [2.0], [4.0]])
    >>> torch.nn.functional.embedding_bag(torch.tensor([[0, 1], [1, 2]]), table, mode="sum")
    tensor([[3.],
            [6.]])
    """
    if weight.dtype is dtypes.int64 and input.is_floating_point():
        warnings.warn(
            "Argument order of nn.functional.embedding_bag was changed. Usage `embedding_bag(weight, input, ...)` is "
            "deprecated, and should now be `embedding_bag(input, weight, ...)`.",
            stacklevel=2,
        )
        weight, input = input, weight
    if per_sample_weights is not None and input.shape != per_sample_weights.shape:
        raise ValueError(
            f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not None, then it must have the same "
            f"shape as the input ({input.shape})"
        )
    include_last_offset = include_last_offset and input.ndim == 1
    input, offsets, per_sample_weights = _as_rows(input, offsets, per_sample_weights)
    if mode not in MODES:
        raise ValueError("mode has to be one of sum, mean or max")
    if mode == "max" and scale_grad_by_freq:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    if mode == "max" and sparse:
        raise ValueError("max mode does not support sparse weights")
    if max_norm is not None:
        embedding_renorm_(weight, input, max_norm, norm_type)
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum' (got "
            f"mode='{mode}'). Please open a feature request on GitHub."
        )
    return torch_embedding_bag(
        weight, input, offsets, scale_grad_by_freq, MODES.index(mode), sparse, per_sample_weights, include_last_offset,
        padding_idx,
    )[0]  # fmt: skip


def _as_rows(input, offsets, per_sample_weights):
    """One row of numbers with the beginnings of its bags."""
    if input.ndim == 2:
        if offsets is not None:
            raise ValueError(
                "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length "
                f"sequences. However, found offsets of type {type(offsets)}"
            )
        bags, length = input.shape
        offsets = wrap(np.arange(bags, dtype=np.int64) * length)
        if per_sample_weights is not None:
            per_sample_weights = per_sample_weights.reshape(-1)
        return input.reshape(-1), offsets, per_sample_weights
    if input.ndim != 1:
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.ndim}")
    if offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    if offsets.ndim != 1:
        raise ValueError("offsets has to be a 1D Tensor")
    return input, offsets, per_sample_weights


# ------------------------------------------------------------------------------------------------------------- one_hot
@op(method=False, namespace=None)
def _one_hot(input, num_classes):
    out = np.zeros((input.size, num_classes), np.int64)
    out[np.arange(input.size), input.reshape(-1)] = 1
    return out.reshape(*input.shape, num_classes)


@function(method=False, namespace=NAMESPACE)
def one_hot(input, num_classes=-1):
    """A row of zeros with a one at the number, for each number in `input` (...): (..., num_classes), int64.

    `num_classes` defaults to the largest number plus one. RuntimeError for negative numbers or too few classes.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.one_hot.html

    >>> import borch as torch
    >>> torch.nn.functional.one_hot(torch.tensor([1, 0]), 3)
    tensor([[0, 1, 0],
            [1, 0, 0]])
    """
    if not isinstance(input, Tensor):
        raise TypeError(f"one_hot(): argument 'input' (position 1) must be Tensor, not {type_name(input)}")
    numbers = input._array
    if numbers.dtype != np.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    if not numbers.size:
        if num_classes <= 0:
            raise RuntimeError("Can not infer total number of classes from empty tensor.")
        return wrap(np.zeros((*numbers.shape, num_classes), np.int64))
    if numbers.min() < 0:
        raise RuntimeError("Class values must be non-negative.")
    highest = int(numbers.max())
    if num_classes == -1:
        num_classes = highest + 1
    elif highest >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return _one_hot(input, num_classes)
