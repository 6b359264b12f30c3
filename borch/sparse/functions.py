"""Arithmetic, sums, softmax, selection and joining of sparse tensors."""

import numpy as np

from .._core import dtype as dtypes
from .._core.args import wrap_dim
from .._core.device import sparse_coo
from .._core.op import NAMESPACES, NUMBER
from .._core.tensor import Tensor, wrap
from .table import HANDLED, handles, missing
from .tensor import SparseTensor, added, make


def _number(other):
    return isinstance(other, NUMBER) or (
        isinstance(other, Tensor) and not isinstance(other, SparseTensor) and not other.ndim
    )


# ------------------------------------------------------------------------------------------------------------- arithmetic
def _merge(a, b):
    """The places of a + b, and where among them those of a and of b are: in the order of torch's walk along both."""
    x, y = a.keys(), b.keys()
    if a._sorted and b._sorted and a._layout is b._layout is sparse_coo:
        keys = np.union1d(x, y)
        places = np.array(np.unravel_index(keys, a._size[: len(a._places)]), np.int64).reshape(
            len(a._places), len(keys)
        )
        return places, (np.searchsorted(keys, x), np.searchsorted(keys, y)), len(keys)
    x, y, at, found, i, j = x.tolist(), y.tolist(), ([], []), [], 0, 0
    while i < len(x) or j < len(y):
        from_a = i < len(x) and (j == len(y) or x[i] <= y[j])
        from_b = j < len(y) and (i == len(x) or y[j] <= x[i])
        found.append(a._places[:, i] if from_a else b._places[:, j])
        for chosen, places in ((from_a, at[0]), (from_b, at[1])):
            if chosen:
                places.append(len(found) - 1)
        i, j = i + from_a, j + from_b
    places = np.stack(found, 1) if found else a._places
    return places, tuple(np.array(k, np.int64) for k in at), len(found)


@handles("add", "__add__")
def add(input, other, *, alpha=1):
    if isinstance(input, SparseTensor) and isinstance(other, SparseTensor):
        if input.shape != other.shape:
            sizes = list(input.shape), list(other.shape)
            raise RuntimeError(f"add: expected sizes of 'self' and 'other' to match, but {sizes[0]} != {sizes[1]}")
        layout = input._layout
        places, at, count = _merge(input, other)
        scaled = other._elements if alpha == 1 else other._elements * alpha
        if input.dtype is not scaled.dtype:
            scaled = scaled.to(dtypes.promote_types(input.dtype, scaled.dtype))
        elements = added(input._elements.to(scaled.dtype), at[0], count) + added(scaled, at[1], count)
        return make(places, elements, input._size, input._sorted and other._sorted, layout, "AddBackward0")
    if isinstance(input, SparseTensor):
        raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")
    if not isinstance(input, Tensor) or input.ndim < other.ndim or input.shape != other.shape:
        size = list(input.shape) if isinstance(input, Tensor) else []
        raise RuntimeError(
            f"add: expected 'self' and 'other' to have same size, but self has size {size} while other has size "
            f"{list(other.shape)} (FYI: dense-sparse addition does not currently support broadcasting)"
        )
    return input.add(other.to_dense(), alpha=alpha)


@handles("sub", "subtract", "__sub__")
def sub(input, other, *, alpha=1):
    out = add(input, other, alpha=-alpha)
    if isinstance(out, SparseTensor):
        out._made = "SubBackward0"
    return out


@handles("__radd__")
def radd(input, other):
    return add(other, input)


@handles("__rsub__", "rsub")
def rsub(input, other):
    return add(other, input, alpha=-1)


@handles("mul", "multiply", "__mul__", "__rmul__")
def mul(input, other):
    if not isinstance(input, SparseTensor):
        input, other = other, input
    if _number(other):
        return input._with(input._elements * other, "MulBackward0")
    if isinstance(other, SparseTensor):
        other = other.coalesce()
        keys, wanted = other.keys(), input.keys()
        at = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
        both = np.nonzero(keys[at] == wanted)[0] if len(keys) else np.zeros(0, np.int64)
        elements = input._elements[wrap(both)] * other._elements[wrap(at[both])]
        return make(input._places[:, both], elements, input._size, input._sorted, input._layout, "MulBackward0")
    if input.dense_dim():
        raise NotImplementedError("mul is not implemented in borch for a dense tensor and one with dense dimensions")
    spread = other.expand(input.shape)
    return input._with(input._elements * spread[tuple(map(wrap, input._places))], "MulBackward0")


@handles("div", "divide", "true_divide", "__truediv__", "__div__")
def div(input, other, *, rounding_mode=None):
    if isinstance(input, SparseTensor) and _number(other):
        made = "DivBackward0" if rounding_mode is None else "DivBackward1"
        return input._with(input._elements.div(other, rounding_mode=rounding_mode), made)
    if not isinstance(input, Tensor):
        raise missing("reciprocal")
    raise RuntimeError(
        f"Sparse division requires a scalar or zero-dim dense tensor divisor (got shape {list(other.shape)} for divisor)"
    )


@handles("__rtruediv__", "__rdiv__", "reciprocal")
def rdiv(input, other=1):
    return div(other, input)


def _unary(name):
    def apply(input, *args, **kwargs):
        input = input.coalesce() if name not in ("neg", "positive") else input
        result = getattr(input._elements, name)(*args, **kwargs)
        return input._with(result, name.title().replace("_", "") + "Backward0")

    return handles(name)(apply)


UNARY = (
    "abs neg positive sqrt sign sgn floor ceil round trunc frac sin sinh asin asinh tan tanh atan atanh expm1 log1p relu erf "
    "erfinv deg2rad rad2deg square isnan isinf isposinf isneginf nan_to_num signbit threshold"
)
for _name in UNARY.split():
    _unary(_name)
HANDLED.update(
    __neg__=HANDLED["neg"], __abs__=HANDLED["abs"], absolute=HANDLED["abs"], negative=HANDLED["neg"],
    __pos__=HANDLED["positive"], arcsin=HANDLED["asin"], arctan=HANDLED["atan"],
)  # fmt: skip


@handles("pow", "__pow__")
def pow(input, exponent):
    input = input.coalesce()
    return input._with(input._elements**exponent, "PowBackward0")


# ------------------------------------------------------------------------------------------------------- sums and softmax
def sum_along(input, dim=None, dtype=None):
    """The sum of all elements as a dense scalar, or a tensor summed along `dim`, sparse while a sparse axis is left.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sparse.sum.html

    >>> import borch as torch
    >>> a = torch.sparse_coo_tensor([[0, 1], [1, 0]], [2.0, 3.0], (2, 2))
    >>> torch.sparse.sum(a), torch.sparse.sum(a, dim=0).to_dense()
    (tensor(5.), tensor([3., 2.]))
    """
    return sum_of(input, dim, dtype=dtype)


@handles("sum")
def sum_of(input, dim=None, keepdim=False, *, dtype=None):
    if not isinstance(input, SparseTensor):
        raise RuntimeError("coalesce expected sparse coordinate tensor layout but got Strided")
    elements = input._elements if dtype is None else input._elements.to(dtype)
    ndim, sparse_dim = len(input._size), input.sparse_dim()
    dims = dim if isinstance(dim, (tuple, list)) else range(ndim) if dim is None else (dim,)
    dims = sorted(wrap_dim(d, ndim) for d in dims)
    if dim is None or len(dims) == ndim:
        total = elements.sum()
        return total.reshape((1,) * ndim) if keepdim else total
    inner = [d - sparse_dim + 1 for d in dims if d >= sparse_dim]
    if inner:
        elements = elements.sum(inner, keepdim=keepdim)
    left = [d for d in range(sparse_dim) if d not in dims]
    if not left and not keepdim:
        return elements.sum(0)
    places = input._places.copy() if keepdim else input._places[left]
    if keepdim:
        places[[d for d in dims if d < sparse_dim]] = 0
    size = [1 if d in dims else n for d, n in enumerate(input._size) if keepdim or d not in dims]
    out = make(places, elements, size, input._sorted and len(left) == sparse_dim)
    out = out.coalesce() if len(left) < sparse_dim else out
    out._made = "SparseSumBackward0"
    return out


def _softmax(input, dim, dtype, log):
    if not isinstance(input, SparseTensor):
        raise missing("_sparse_log_softmax" if log else "_sparse_softmax", "CPU")
    input = input.coalesce()
    dim = wrap_dim(dim, len(input._size))
    if dim >= input.sparse_dim():
        values = input._elements.softmax if not log else input._elements.log_softmax
        return input._with(values(dim - input.sparse_dim() + 1, dtype=dtype))
    elements = input._elements if dtype is None else input._elements.to(dtype)
    rest = np.delete(input._places, dim, 0)
    groups = np.zeros(input._nnz(), np.int64)
    if len(rest):
        groups = np.unique(rest, axis=1, return_inverse=True)[1].reshape(-1)
    count = int(groups.max(initial=-1)) + 1
    largest = np.full((count, *elements._array.shape[1:]), -np.inf, elements._array.dtype)
    np.maximum.at(largest, groups, elements._array)
    shifted = elements - wrap(largest[groups])
    exponentials = shifted.exp()
    totals = added(exponentials, groups, count)[wrap(groups)]
    name = "SparseLogSoftmaxBackward0" if log else "SparseSoftmaxBackward0"
    return input._with(shifted - totals.log() if log else exponentials / totals, name)


def softmax(input, dim, *, dtype=None):
    """Softmax along `dim` of the elements that are stored: the others count as minus infinity.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sparse.softmax.html

    >>> import borch as torch
    >>> a = torch.sparse_coo_tensor([[0, 0], [0, 2]], [1.0, 1.0], (2, 3))
    >>> torch.sparse.softmax(a, dim=1).to_dense()
    tensor([[0.5000, 0.0000, 0.5000],
            [0.0000, 0.0000, 0.0000]])
    """
    return _softmax(input, dim, dtype, False)


def log_softmax(input, dim, *, dtype=None):
    """The logarithm of `softmax`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sparse.log_softmax.html

    >>> import borch as torch
    >>> a = torch.sparse_coo_tensor([[0, 0], [0, 2]], [1.0, 1.0], (2, 3))
    >>> torch.sparse.log_softmax(a, dim=1).values()
    tensor([-0.6931, -0.6931])
    """
    return _softmax(input, dim, dtype, True)


@handles("norm")
def norm(input, p="fro", dim=None, keepdim=False, dtype=None):
    if dim is not None and len(dim if isinstance(dim, (tuple, list)) else (dim,)) != len(input._size):
        raise RuntimeError(
            "norm_sparse currently only supports full reductions, so 'dim' must either be empty or contain all dimensions "
            "of the input"
        )
    return input.coalesce()._elements.norm(2 if p == "fro" else p)


@handles("any")
def any_of(input):
    return input._elements.any()


# ------------------------------------------------------------------------------------------------- shape, choice, joining
@handles("t")
def t(input):
    if len(input._size) > 2:
        raise RuntimeError(
            f"t() expects a tensor with <= 2 sparse and 0 dense dimensions, but got {len(input._size)} sparse"
        )
    return _permuted(input, (1, 0) if len(input._size) == 2 else (0,), "TBackward0")


@handles("transpose", "swapaxes", "swapdims")
def transpose(input, dim0, dim1):
    order = list(range(len(input._size)))
    dim0, dim1 = wrap_dim(dim0, len(order)), wrap_dim(dim1, len(order))
    order[dim0], order[dim1] = dim1, dim0
    return _permuted(input, order, "TransposeBackward0")


@handles("permute")
def permute(input, *dims):
    dims = dims[0] if len(dims) == 1 and not isinstance(dims[0], int) else dims
    return _permuted(input, [wrap_dim(d, len(input._size)) for d in dims], "PermuteBackward0")


def _permuted(input, order, made):
    sparse_dim = input.sparse_dim()
    if sorted(order[:sparse_dim]) != list(range(sparse_dim)):
        raise RuntimeError("permute(): borch does not exchange sparse and dense dimensions")
    elements, size = input._elements, [input._size[d] for d in order]
    if input.dense_dim():
        elements = elements.permute(0, *(d - sparse_dim + 1 for d in order[sparse_dim:]))
    if input._layout is not sparse_coo:
        from .._core.device import sparse_csc, sparse_csr

        layout = sparse_csc if input._layout is sparse_csr else sparse_csr
        return make(input._places[::-1], elements, size, True, layout, made)
    places = input._places[list(order[:sparse_dim])]
    same = list(order) == sorted(order)
    return make(places, elements, size, input._sorted and same or input._nnz() < 2, made=made)


@handles("unsqueeze")
def unsqueeze(input, dim):
    dim = wrap_dim(dim, len(input._size) + 1)
    size = [*input._size[:dim], 1, *input._size[dim:]]
    if dim > input.sparse_dim():
        at = dim - input.sparse_dim() + 1
        return make(input._places, input._elements.unsqueeze(at), size, input._sorted, made="UnsqueezeBackward0")
    places = np.insert(input._places, dim, 0, axis=0)
    return make(places, input._elements, size, input._sorted, made="UnsqueezeBackward0")


@handles("select")
def select(input, dim, index):
    dim = wrap_dim(dim, len(input._size))
    length = input._size[dim]
    if not -length <= index < length:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(input.shape)} at dimension {dim}"
        )
    index %= length
    size = [n for d, n in enumerate(input._size) if d != dim]
    if dim >= input.sparse_dim():
        at = dim - input.sparse_dim() + 1
        return make(input._places, input._elements.select(at, index), size, input._sorted, made="SelectBackward0")
    there = np.nonzero(input._places[dim] == index)[0]
    elements = input._elements[wrap(there)]
    if input.sparse_dim() == 1:
        return elements.sum(0)
    return make(np.delete(input._places[:, there], dim, 0), elements, size, input._sorted, made="SelectBackward0")


@handles("index_select")
def index_select(input, dim, index):
    dim = wrap_dim(dim, len(input._size))
    size = list(input._size)
    size[dim] = index.numel()
    if dim >= input.sparse_dim():
        at = dim - input.sparse_dim() + 1
        elements = input._elements.index_select(at, index)
        return make(input._places, elements, size, input._sorted, made="IndexSelectBackward0")
    wanted = index._array.reshape(-1)
    if (wanted < -input._size[dim]).any() or (wanted >= input._size[dim]).any():
        raise IndexError("index_select(): index out of range in self")
    wanted = np.where(wanted < 0, wanted + input._size[dim], wanted)
    order = np.argsort(input._places[dim], kind="stable")
    along = input._places[dim][order]
    low, high = np.searchsorted(along, wanted), np.searchsorted(along, wanted, "right")
    counts = high - low
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    chosen = order[np.repeat(low, counts) + within]
    places = input._places[:, chosen].copy()
    places[dim] = np.repeat(np.arange(len(wanted)), counts)
    ordered = input._sorted and dim == 0
    return make(places, input._elements[wrap(chosen)], size, ordered, made="IndexSelectBackward0")


@handles("__getitem__")
def getitem(input, index):
    dim = 0
    index = index if isinstance(index, tuple) else (index,)
    used = sum(i is not None and i is not Ellipsis for i in index)
    for i in index:
        if i is Ellipsis:
            dim += len(input.shape) - used
        elif i is None:
            input, dim = input.unsqueeze(dim), dim + 1
        elif isinstance(i, slice):
            if i.indices(input.shape[dim]) != (0, input.shape[dim], 1):
                raise missing("as_strided")
            dim, used = dim + 1, used - 1
        elif isinstance(i, (int, np.integer)) and not isinstance(i, bool):
            if not -input.shape[dim] <= i < input.shape[dim]:
                raise IndexError(f"index {i} is out of bounds for dimension {dim} with size {input.shape[dim]}")
            input, used = input.select(dim, int(i)), used - 1
        else:
            raise missing("index.Tensor")
    return input


@handles("cat", "concat", "concatenate")
def cat(tensors, dim=0):
    for position, tensor in enumerate(tensors):
        if not isinstance(tensor, SparseTensor):
            raise RuntimeError(f"Concatenating sparse tensors, but a dense tensor was found at position {position}.")
    dim = wrap_dim(dim, len(tensors[0]._size))
    size, join = list(tensors[0]._size), NAMESPACES["torch"]["cat"]
    size[dim] = sum(x._size[dim] for x in tensors)
    if dim >= tensors[0].sparse_dim():
        raise NotImplementedError("cat is not implemented in borch along a dense dimension of sparse tensors")
    parts, start = [], 0
    for x in tensors:
        places = x._places.copy()
        places[dim] += start
        start += x._size[dim]
        parts.append(places)
    return make(np.concatenate(parts, 1), join([x._elements for x in tensors]), size, False, made="CatBackward0")


@handles("stack")
def stack(tensors, dim=0):
    return cat([unsqueeze(x, dim) for x in tensors], dim)


@handles("zeros_like")
def zeros_like(input, *, dtype=None, requires_grad=False, **_):
    elements = wrap(np.zeros((0, *input._elements._array.shape[1:]), (dtype or input.dtype).numpy))
    return make(input._places[:, :0], elements, input._size, True)


@handles("sparse_mask")
def sparse_mask(input, mask):
    if isinstance(input, SparseTensor):
        input = input.to_dense()
    return mask._with(input[tuple(map(wrap, mask._places))], "SparseMaskBackward0")


def _writer(name):
    """`x.add_(y)` for x that is sparse: x takes over the result. A dense x is written to itself."""
    plain = name.removesuffix("_")

    def write(input, *args, **kwargs):
        if not isinstance(input, SparseTensor):
            others = [a.to_dense() if isinstance(a, SparseTensor) else a for a in args]
            return getattr(input, name)(*others, **kwargs)
        if input.requires_grad and input._own:
            raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
        result = HANDLED[plain](input, *args, **kwargs)
        input._places, input._elements, input._size = result._places, result._elements, result._size
        input._sorted, input._layout, input._made = result._sorted, result._layout, result._made
        return input

    return handles(name)(write)


for _name in ("add_", "sub_", "mul_", "div_", "neg_", "abs_", "relu_", "sqrt_", "pow_", "t_", "transpose_"):
    _writer(_name)
for _name in ("__iadd__", "__isub__", "__imul__", "__itruediv__"):
    HANDLED[_name] = HANDLED[{"__itruediv__": "div_"}.get(_name, _name[3:6] + "_")]


@handles("zero_")
def zero_(input):
    none = zeros_like(input)
    input._places, input._elements, input._sorted = none._places, none._elements, True
    return input


@handles("copy_")
def copy_(input, src, non_blocking=False):
    if not isinstance(src, SparseTensor) or not isinstance(input, SparseTensor):
        raise RuntimeError(
            "copy_() between dense and sparse Tensors is not implemented! Found self type = torch."
            f"{'' if not isinstance(input, SparseTensor) else 'sparse.'}{input.dtype.legacy}Tensor and src type = torch."
            f"{'' if not isinstance(src, SparseTensor) else 'sparse.'}{src.dtype.legacy}Tensor"
        )
    input._places, input._sorted = src._places, src._sorted
    input._elements = src._elements.detach().to(input.dtype, copy=True)
    return input


def _refusal(error):
    def refuse(*args, **kwargs):
        raise error

    return refuse


for _name, _words in {
    "contiguous": "unsupported memory format option Contiguous",
    "reshape": "reshape is not implemented for sparse tensors",
    "flatten": "reshape is not implemented for sparse tensors",
    "expand": "expand is unsupported for Sparse tensors",
    "repeat": "expand is unsupported for Sparse tensors",
}.items():
    HANDLED[_name] = _refusal(RuntimeError(_words))
for _name, _function in list(HANDLED.items()):
    if _name not in vars(SparseTensor):
        setattr(SparseTensor, _name, _function)
