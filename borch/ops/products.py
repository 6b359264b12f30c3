"""Products built on matmul: inner, outer, kron, cross, tensordot, chains, and the sums of a tensor and a product.

Source: https://docs.pytorch.org/docs/stable/torch.html#blas-and-lapack-operations
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.args import as_index, broadcast_shape, check_tensors, type_name, wrap_dim
from .._core.op import OPS, function, op
from .._core.tensor import Tensor
from .._core.warn import warn_once
from .both import SAME_DTYPE, into, reshape
from .complex import conjugate
from .matmul import (
    adjoint,
    check_same_dtype,
    check_sizes,
    check_stack_dtypes,
    check_stacks,
    legacy,
    mm,
    outer_product,
    product,
    refuse_bool,
    times,
)

ndarray = np.ndarray
TENSORDOT_OUT = "tensordot: Expected the output tensor to have dtype {1}, but got an output tensor with dtype {0}"


# ---------------------------------------------------------------------------------------- beta * input + alpha * product
def expandable(input, shape):
    """torch's error when `input` does not broadcast to `shape`."""
    have = input.shape
    if len(have) > len(shape):
        raise RuntimeError(
            f"expand(torch.{legacy(input)}Tensor{{{list(have)}}}, size={list(shape)}): the number of sizes provided "
            f"({len(shape)}) must be greater or equal to the number of dimensions in the tensor ({len(have)})"
        )
    for k in range(1, len(have) + 1):
        want = shape[-k]
        if have[-k] not in (1, want):
            raise RuntimeError(
                f"The expanded size of the tensor ({want}) must match the existing size ({have[-k]}) at non-singleton "
                f"dimension {len(shape) - k}.  Target sizes: {list(shape)}.  Tensor sizes: {list(have)}"
            )


def scaled(x, factor):
    """x times a number, which integers take as an integer."""
    if factor == 1:
        return x
    return x * x.dtype.type(factor if x.dtype.kind in "fc" else int(factor))


def combined(input, part, beta, alpha):
    """beta * input + alpha * part for arrays; with beta == 0 input is not looked at."""
    expandable(input, part.shape)
    kind = input.dtype
    if kind == np.float16:
        input = input.astype(np.float32)
    part = scaled(part, alpha)
    return (part if beta == 0 else scaled(input, beta) + part).astype(kind, copy=False)


def widely(x, y):
    """The product of two arrays, that of halves in float32: it is rounded once, after the sum."""
    if x.dtype == np.float16:
        return np.matmul(x.astype(np.float32), y.astype(np.float32))
    return product(x, y)


def times_number(g, factor):
    return g if factor == 1 else g * (factor.conjugate() if isinstance(factor, complex) else factor)


@op(
    kind="same",
    strict=True,
    unmixed=True,
    inplace=True,
    out_dtype=SAME_DTYPE,
    input=lambda g, beta: times_number(g, beta),
    mat1=lambda g, mat2, alpha: times_number(times(g, adjoint(mat2)), alpha),
    mat2=lambda g, mat1, alpha: times_number(times(adjoint(mat1), g), alpha),
)
def addmm(input, mat1, mat2, *, beta=1, alpha=1):
    """beta * input + alpha * (mat1 @ mat2) for matrices (n, k) and (k, m); input broadcasts to (n, m).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.addmm.html

    >>> import borch as torch
    >>> torch.addmm(torch.ones(2), torch.tensor([[1.0], [2.0]]), torch.tensor([[3.0, 4.0]]), alpha=10)
    tensor([[31., 41.],
            [61., 81.]])
    """
    check_same_dtype(("self", "mat1", "mat2"), (input, mat1, mat2))
    for name, x in (("mat1", mat1), ("mat2", mat2)):
        if x.ndim != 2:
            raise RuntimeError(f"{name} must be a matrix, got {x.ndim}-D tensor")
    check_sizes(mat1, mat2)
    expandable(input, (mat1.shape[0], mat2.shape[1]))
    refuse_bool(mat1, "addmm_impl_cpu_")
    return combined(input, widely(mat1, mat2), beta, alpha)


@op(
    kind="same",
    strict=True,
    unmixed=True,
    inplace=True,
    out_dtype=SAME_DTYPE,
    input=lambda g, beta: times_number(g, beta),
    mat=lambda g, vec, alpha: times_number(outer_product(g, conjugate(vec)), alpha),
    vec=lambda g, mat, alpha: times_number(times(adjoint(mat), g), alpha),
)
def addmv(input, mat, vec, *, beta=1, alpha=1):
    """beta * input + alpha * (mat @ vec) for a matrix (n, m) and a vector (m,); input broadcasts to (n,).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.addmv.html

    >>> import borch as torch
    >>> torch.addmv(torch.ones(2), torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.ones(2))
    tensor([4., 8.])
    """
    if mat.ndim != 2 or vec.ndim != 1 or input.ndim > 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got {input.ndim}, {mat.ndim}, {vec.ndim}")
    n, m = mat.shape
    if m != vec.shape[0] or (input.ndim and input.shape[0] not in (1, n)):
        size = input.shape[0] if input.ndim else 1
        raise RuntimeError(f"size mismatch, got input ({size}), mat ({n}x{m}), vec ({vec.shape[0]})")
    if not input.dtype == mat.dtype == vec.dtype:
        raise RuntimeError(
            f"addmv input tensors must have the same dtype, but got {legacy(input)}, {legacy(mat)}, and {legacy(vec)}"
        )
    refuse_bool(mat, "addmv_impl_cpu")
    return combined(input, widely(mat, vec), beta, alpha)


def check_vectors(vec1, vec2):
    for name, x in (("vec1", vec1), ("vec2", vec2)):
        if x.ndim != 1:
            raise RuntimeError(f"addr: Expected 1-D argument {name}, but got {x.ndim}-D")


def _half_addr(rounded, input, vec1, vec2, *, beta=1, alpha=1):
    """Every product is rounded."""
    check_vectors(vec1, vec2)
    part = rounded(rounded(vec1 * rounded(np.float32(alpha)))[:, None] * vec2[None, :])
    expandable(input, part.shape)
    return part if beta == 0 else rounded(input * rounded(np.float32(beta))) + part


@op(
    kind="promote",
    inplace=True,
    half=_half_addr,
    tensors=("input", "vec1", "vec2"),
    input=lambda g, beta: times_number(g, beta),
    vec1=lambda g, vec2, alpha: times_number(times(g, conjugate(vec2)), alpha),
    vec2=lambda g, vec1, alpha: times_number(times(conjugate(vec1), g), alpha),
)
def addr(input, vec1, vec2, *, beta=1, alpha=1):
    """beta * input + alpha * outer(vec1, vec2); input broadcasts to (n, m).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.addr.html

    >>> import borch as torch
    >>> torch.addr(torch.zeros(2, 2), torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0]))
    tensor([[3., 4.],
            [6., 8.]])
    """
    check_vectors(vec1, vec2)
    if vec1.dtype == np.bool_:
        part = vec1[:, None] & vec2[None, :]
        expandable(input, part.shape)
        return (part & bool(alpha)) | (input & bool(beta))
    return combined(input, scaled(vec1, alpha)[:, None] * vec2[None, :], beta, 1)


def _addbmm(input, batch1, batch2, beta, alpha, rounded=None):
    if batch1.ndim > 1 and batch2.ndim > 2:
        expandable(input, (batch1.shape[1], batch2.shape[2]))
    check_stacks(batch1, batch2)
    if batch1.shape[0] != batch2.shape[0]:
        raise RuntimeError(
            f"batch1 and batch2 must have same number of batches, got {batch1.shape[0]} and {batch2.shape[0]}"
        )
    if batch1.shape[2] != batch2.shape[1]:
        raise RuntimeError(
            f"Incompatible matrix sizes for bmm ({batch1.shape[1]}x{batch1.shape[2]} and "
            f"{batch2.shape[1]}x{batch2.shape[2]})"
        )
    check_same_dtype(("self", "mat1", "mat2"), (input, batch1, batch2))
    refuse_bool(batch1, "addmm_impl_cpu_")
    if not batch1.shape[0]:
        return combined(input, np.add.reduce(product(batch1, batch2), 0, batch1.dtype), beta, alpha)
    out = np.broadcast_to(input, (batch1.shape[1], batch2.shape[2]))
    for x, y in zip(batch1, batch2, strict=True):  # one after the other, as torch adds them, each sum rounded
        out, beta = combined(out, widely(x, y) if x.dtype == np.float16 else product(x, y), beta, alpha), 1
        out = out if rounded is None else rounded(out)
    return out


def _addbmm_half(rounded, input, batch1, batch2, *, beta, alpha):
    return _addbmm(input, batch1, batch2, beta, alpha, rounded)


@op(
    kind="same",
    strict=True,
    unmixed=True,
    inplace=True,
    out_dtype="self and mat2 must have the same dtype, but got {0} and {1}",
    half=_addbmm_half,
    input=lambda g, beta: times_number(g, beta),
    batch1=lambda g, batch2, alpha: times_number(times(_per_batch(g, batch2), adjoint(batch2)), alpha),
    batch2=lambda g, batch1, alpha: times_number(times(adjoint(batch1), _per_batch(g, batch1)), alpha),
)
def addbmm(input, batch1, batch2, *, beta=1, alpha=1):
    """beta * input + alpha * (sum of the products of two stacks of matrices); input broadcasts to (n, m).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.addbmm.html

    >>> import borch as torch
    >>> torch.addbmm(torch.zeros(1, 1), torch.ones(3, 1, 2), torch.ones(3, 2, 1))
    tensor([[6.]])
    """
    return _addbmm(input, batch1, batch2, beta, alpha)


addbmm.op.silent = True


def _per_batch(g, batch):
    return reshape(g, (1, *g.shape)) if batch.shape[0] else reshape(g, (1, *g.shape))


@op(
    kind="same",
    strict=True,
    unmixed=True,
    inplace=True,
    out_dtype=SAME_DTYPE,
    input=lambda g, beta: times_number(g, beta),
    batch1=lambda g, batch2, alpha: times_number(times(g, adjoint(batch2)), alpha),
    batch2=lambda g, batch1, alpha: times_number(times(adjoint(batch1), g), alpha),
)
def baddbmm(input, batch1, batch2, *, beta=1, alpha=1):
    """beta * input + alpha * (products of two stacks of matrices); input broadcasts to (b, n, m).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.baddbmm.html

    >>> import borch as torch
    >>> torch.baddbmm(torch.zeros(1), torch.ones(2, 1, 3), torch.ones(2, 3, 1), alpha=2)
    tensor([[[6.]],
    <BLANKLINE>
            [[6.]]])
    """
    check_stacks(batch1, batch2)
    b, n, k = batch1.shape
    expandable(input, (b, n, batch2.shape[2]))
    if batch2.shape[:2] != (b, k):
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{b}, {k}] but got: "
            f"[{batch2.shape[0]}, {batch2.shape[1]}]."
        )
    check_stack_dtypes(input, batch1, batch2)
    refuse_bool(batch1, "baddbmm")
    return combined(input, widely(batch1, batch2), beta, alpha)


# ------------------------------------------------------------------------------------------------------ inner and outer
@function()
def inner(input, other, *, out=None):
    """The sums of products over the last axes of two tensors; with a 0-dim tensor the product by it.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.inner.html

    >>> import borch as torch
    >>> torch.inner(torch.tensor([1, 2]), torch.tensor([[3, 4], [5, 6]]))
    tensor([11, 17])
    """
    if not input.ndim or not other.ndim:
        return into("inner", out, input * other)
    if input.shape[-1] != other.shape[-1]:
        raise RuntimeError(
            "inner() the last dimension must match on both input tensors but got shapes "
            f"{list(input.shape)} and {list(other.shape)}"
        )
    if input.ndim == other.ndim == 1:
        refuse_bool(input._array, "dot")
    return into("inner", out, tensordot(input, other, [[-1], [-1]]), TENSORDOT_OUT)


def _outer(name, input, vec2, out):
    for argument, x in (("self", input), ("vec2", vec2)):
        if not isinstance(x, Tensor):
            position = ("self", "vec2").index(argument) + 1
            argument = "input" if argument == "self" else argument
            raise TypeError(f"{name}(): argument '{argument}' (position {position}) must be Tensor, not {type_name(x)}")
        if x.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {argument}, but got {x.ndim}-D")
    return into(name, out, OPS["reshape"](input, (-1, 1)) * vec2)


@function(aliases=("ger",))
def outer(input, vec2, *, out=None):
    """The matrix of all products of the elements of two vectors.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.outer.html

    >>> import borch as torch
    >>> torch.outer(torch.tensor([1, 2]), torch.tensor([3, 4]))
    tensor([[3, 4],
            [6, 8]])
    """
    return _outer("outer", input, vec2, out)


@op(
    node="UnsafeViewBackward0",
    method=False,
    namespace=None,
    input=lambda g, input_shape: reshape(g, input_shape),
)
def _unsafe_view(input, size):
    return input.reshape(size)


@function()
def kron(input, other, *, out=None):
    """The Kronecker product: every element of `input` times the whole of `other`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.kron.html

    >>> import borch as torch
    >>> torch.kron(torch.tensor([1, 10]), torch.tensor([1, 2, 3]))
    tensor([ 1,  2,  3, 10, 20, 30])
    """
    n = max(input.ndim, other.ndim)
    a = (1,) * (n - input.ndim) + tuple(input.shape)
    b = (1,) * (n - other.ndim) + tuple(other.shape)
    left = [s for size in a for s in (size, 1)]
    right = [s for size in b for s in (1, size)]
    product_ = OPS["reshape"](input, left) * OPS["reshape"](other, right)
    return into("kron", out, _unsafe_view(product_, tuple(x * y for x, y in zip(a, b, strict=True))))


# ---------------------------------------------------------------------------------------------------------------- cross
def _cross_sides(input, other, dim):
    if input.ndim != other.ndim:
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    dim = wrap_dim(dim, input.ndim)
    if input.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim - input.ndim if dim == input.ndim - 1 else dim} must have length 3. "
            f"Got {input.shape[dim]} and {other.shape[dim]}"
        )
    shape = broadcast_shape(input.shape, other.shape)
    return np.broadcast_to(input, shape), np.broadcast_to(other, shape), dim


def _half_cross(rounded, input, other, dim):
    return _cross_of(*_cross_sides(input, other, dim), rounded)


@op(
    kind="promote",
    inplace=False,
    name="linalg_cross",
    method=False,
    namespace=None,
    input=lambda g, other, dim: _cross(conjugate(other), g, dim),
    other=lambda g, input, dim: _cross(g, conjugate(input), dim),
    refuse={"b": "cross"},
    half=_half_cross,
)
def _linalg_cross(input, other, dim=-1):
    return _cross_of(*_cross_sides(input, other, dim))


def _cross(a, b, dim):
    return _linalg_cross(a, b, dim)


def _cross_of(a, b, dim, rounded=lambda product: product):
    a, b = a.swapaxes(dim, -1), b.swapaxes(dim, -1)
    out = np.empty(a.shape, np.result_type(a, b))
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        np.subtract(rounded(a[..., i] * b[..., j]), rounded(a[..., j] * b[..., i]), out=out[..., k])
    return np.ascontiguousarray(out.swapaxes(dim, -1))


CROSS_DIM = (
    "Using torch.cross without specifying the dim arg is deprecated.\nPlease either pass the dim explicitly or simply use "
    "torch.linalg.cross.\nThe default value of dim will change to agree with that of linalg.cross in a future release."
)


@function()
def cross(input, other, dim=None, *, out=None):
    """The cross product of vectors of length 3 along `dim` (the first axis of length 3 when not given).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cross.html

    >>> import borch as torch
    >>> torch.cross(torch.tensor([1.0, 0.0, 0.0]), torch.tensor([0.0, 1.0, 0.0]), dim=0)
    tensor([0., 0., 1.])
    """
    if dim is None:
        if out is None:
            warn_once(CROSS_DIM)
        dim = next((k for k, s in enumerate(input.shape) if s == 3), None)
        if dim is None:
            raise RuntimeError("no dimension of size 3 in input")
    return into("cross", out, _linalg_cross(input, other, dim), SAME_DTYPE)


# ------------------------------------------------------------------------------------------------------------ tensordot
def _contracted(dims, a, b):
    """The axes of `a` and of `b` that are summed over, from a number or two lists."""
    if isinstance(dims, Tensor):
        dims = [r.tolist() for r in dims] if dims.ndim == 2 else int(dims.item())
    if isinstance(dims, (list, tuple)):
        first, second = dims
        return [[d] if isinstance(d, int) else list(d) for d in (first, second)]
    dims = as_index(dims)
    if dims < 0:
        raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
    if dims > min(a.ndim, b.ndim):
        raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
    return list(range(-dims, 0)), list(range(dims))


@function(method=False)
def tensordot(a, b, dims=2, out=None):
    """The sum of products over pairs of axes: the last `dims` of a with the first of b, or two lists of axes.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.tensordot.html

    >>> import borch as torch
    >>> torch.tensordot(torch.ones(2, 3, 4), torch.ones(3, 4, 5), dims=2).shape
    torch.Size([2, 5])
    """
    first, second = _contracted(dims, a, b)
    if len(first) != len(second):
        raise RuntimeError("both dimension lists should have same length")
    if a.dtype is not b.dtype:
        raise RuntimeError("both inputs should have same dtype")
    one, two = [wrap_dim(d, a.ndim) for d in first], [wrap_dim(d, b.ndim) for d in second]
    size = 1
    for k, (i, j) in enumerate(zip(one, two, strict=True)):
        m, n = a.shape[i], b.shape[j]
        if n == 1:
            a = OPS["sum"](a, i, True, dtype=a.dtype)
            m = 1
        elif m == 1:
            b = OPS["sum"](b, j, True, dtype=b.dtype)
            n = 1
        if m != n:
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {m} in dim {first[k]} and second has size {n} "
                f"in dim {second[k]}"
            )
        size *= m
    rest = [k for k in range(a.ndim) if k not in one], [k for k in range(b.ndim) if k not in two]
    shape = [a.shape[k] for k in rest[0]] + [b.shape[k] for k in rest[1]]
    rows, columns = _numel([a.shape[k] for k in rest[0]]), _numel([b.shape[k] for k in rest[1]])
    left = OPS["reshape"](OPS["permute"](a, (*rest[0], *one)), (rows, size))
    right = OPS["reshape"](OPS["permute"](b, (*two, *rest[1])), (size, columns))
    return into("tensordot", out, OPS["view"](mm(left, right), shape), TENSORDOT_OUT)


def _numel(shape):
    n = 1
    for s in shape:
        n *= s
    return n


# ----------------------------------------------------------------------------------------------------- chains of products
def multi_dot(tensors, *, out=None):
    """The product of two or more matrices, multiplied in the order that needs the fewest operations.

    The first and the last may be vectors. RuntimeError when the shapes do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.multi_dot.html

    >>> import borch as torch
    >>> torch.linalg.multi_dot([torch.ones(2, 3), torch.ones(3, 4), torch.ones(4)])
    tensor([12., 12.])
    """
    return into(
        "linalg_multi_dot",
        out,
        _multi_dot(list(tensors)),
        "multi_dot(): expected out tensor to have dtype {3} but got {2}",
    )


def _multi_dot(tensors):
    n = len(tensors)
    if n < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {n}")
    shape, first, last = [], tensors[0], tensors[-1]
    tensors = _as_matrices(tensors, shape)
    _check_chain(tensors)
    result = _multiply(tensors, _best_cuts([t.shape[0] for t in tensors] + [tensors[-1].shape[1]]), 0, n - 1)
    kept = [result.shape[0]] * (first.ndim == 2) + [result.shape[1]] * (last.ndim == 2)
    return OPS["view"](result, kept)


def _as_matrices(tensors, shape):
    out = list(tensors)
    n = len(out)
    for k, t in enumerate(tensors):
        ends = k in (0, n - 1)
        if t.ndim == 1 and ends:
            out[k] = OPS["reshape"](t, (1, -1) if k == 0 else (-1, 1))
        elif t.ndim != 2:
            where = (
                f"{'the first' if k == 0 else 'the last'} tensor must be 1D or 2D" if ends else f"tensor {k} must be 2D"
            )
            raise RuntimeError(f"multi_dot(): {where} but got {t.ndim}D")
    return out


def _check_chain(tensors):
    for k in range(1, len(tensors)):
        if tensors[k].dtype is not tensors[0].dtype:
            first, other = (dtypes.cpp_name(t._array.dtype) for t in (tensors[0], tensors[k]))
            raise RuntimeError(
                f"multi_dot(): all tensors must have be the same dtype but tensor 0 is {first} and tensor {k} {other}"
            )
        a, b = tensors[k - 1], tensors[k]
        if a.shape[1] != b.shape[0]:
            raise RuntimeError(
                f"multi_dot(): tensors {k - 1} and {k} with shapes {list(a.shape)} and {list(b.shape)} cannot be multiplied"
            )


def _best_cuts(sizes):
    """Where to cut each chain so that the multiplications are fewest: {(i, j): k}."""
    n = len(sizes) - 1
    cost, cut = {(k, k): 0 for k in range(n)}, {}
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            cost[i, j], cut[i, j] = min(
                (cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k) for k in range(i, j)
            )
    return cut


def _multiply(tensors, cut, i, j):
    if i == j:
        return tensors[i]
    k = cut[i, j]
    return mm(_multiply(tensors, cut, i, k), _multiply(tensors, cut, k + 1, j))


@function(method=False)
def chain_matmul(*matrices, out=None):
    """The product of matrices; `torch.linalg.multi_dot` by its old name.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.chain_matmul.html

    >>> import warnings, borch as torch
    >>> with warnings.catch_warnings(action="ignore"):
    ...     print(torch.chain_matmul(torch.ones(1, 2), torch.ones(2, 3), torch.ones(3, 1)))
    tensor([[6.]])
    """
    check_tensors(matrices)
    warn_once(
        "torch.chain_matmul is deprecated and will be removed in a future PyTorch release. Use torch.linalg.multi_dot "
        "instead, which accepts a list of two or more tensors rather than multiple parameters."
    )
    if len(matrices) == 1:
        return OPS["clone"](matrices[0])
    return into("chain_matmul", out, _multi_dot(list(matrices)))


def _bad_call(have, want):
    return f"Bad in-place call: input tensor size {list(have)} and output tensor size {list(want)} should match"


def _bad_outer(have, want):
    if len(have) != 2:
        return f"2D tensor expected, got {len(have)}D tensor for input"
    return f"size mismatch, input: {list(have)}, v1: [{want[0]}], v2: [{want[1]}]"


for _made in (addmm, addmv, baddbmm):
    _made.op.unlike = _bad_call
addr.op.unlike = _bad_outer
addbmm.op.grows = True
