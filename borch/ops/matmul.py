"""Matrix products: matmul in every combination of ranks, and the products it is made of.

`product` is the one place where two arrays are multiplied as matrices.
Source: https://docs.pytorch.org/docs/stable/torch.html#blas-and-lapack-operations
"""

import numpy as np

from .. import _kernels
from .._core import dtype as dtypes
from .._core import steps
from .._core.args import broadcast_shape, type_name
from .._core.op import function, op
from .._core.tensor import Tensor
from .both import SAME_DTYPE, mT, reshape
from .complex import conjugate

ndarray = np.ndarray
FLOAT16 = np.dtype(np.float16)
BOOL = np.dtype(np.bool_)


def product(x, y):
    """x @ y for arrays; float16 is added up in float32, as torch adds it."""
    if x.dtype.char == "e":
        return _kernels.matmul(x.astype(np.float32), y.astype(np.float32)).astype(FLOAT16)
    return _kernels.matmul(x, y)


def legacy(x):
    return dtypes.from_numpy(x.dtype).legacy


def refuse_bool(x, word):
    if x.dtype == BOOL:
        raise NotImplementedError(f"\"{word}\" not implemented for 'Bool'")


def check_sizes(x, y):
    if x.shape[-1] != y.shape[0]:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({_by(x.shape)} and {y.shape[0]}x{y.shape[1]})")


def _by(shape):
    rows = 1
    for s in shape[:-1]:
        rows *= s
    return f"{rows}x{shape[-1]}"


def check_one_dtype(x, y):
    if x.dtype is not y.dtype and x.dtype != y.dtype:
        raise RuntimeError(
            f"expected m1 and m2 to have the same dtype, but got: {dtypes.cpp_name(x.dtype)} != "
            f"{dtypes.cpp_name(y.dtype)}"
        )


def check_same_dtype(names, arrays):
    first = arrays[-1]
    for name, x in zip(names, arrays, strict=True):
        if x.dtype != first.dtype:
            raise RuntimeError(
                f"{name} and {names[-1]} must have the same dtype, but got {legacy(x)} and {legacy(first)}"
            )


def check_mm(x, y):
    check_sizes(x, y)
    check_one_dtype(x, y)
    if x.size and y.size:
        refuse_bool(x, "addmm_impl_cpu_")


# ------------------------------------------------------------------------------- products on arrays and on Tensors alike
def times(a, b):
    """a @ b for two matrices (or stacks of them) in a formula."""
    if type(a) is type(b) is ndarray:
        return product(a, b)
    return matmul(a, b) if isinstance(a, Tensor) or isinstance(b, Tensor) else product(a, b)


def adjoint(x):
    return mT(conjugate(x))


def outer_product(a, b):
    """The matrix of all products of two vectors (or of the last axes of stacks of vectors)."""
    return reshape(a, (*a.shape, 1)) * reshape(b, (*b.shape[:-1], 1, b.shape[-1]))


# ---------------------------------------------------------------------------------------------------- the plain products
@op(
    kind="same",
    strict=True,
    unmixed=True,
    out_dtype=SAME_DTYPE,
    input=lambda g, mat2: times(g, adjoint(mat2)),
    mat2=lambda g, input: times(adjoint(input), g),
    inplace=False,
)
def mm(input, mat2):
    """The product of two matrices (n, k) and (k, m): (n, m).

    Both must have one dtype. RuntimeError when shapes or dtypes do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.mm.html

    >>> import borch as torch
    >>> torch.mm(torch.tensor([[1.0, 2.0]]), torch.tensor([[3.0], [4.0]]))
    tensor([[11.]])
    """
    if input.ndim != 2:
        raise RuntimeError("self must be a matrix")
    if mat2.ndim != 2:
        raise RuntimeError("mat2 must be a matrix")
    if input.dtype is not mat2.dtype or input.dtype is BOOL or input.shape[1] != mat2.shape[0]:
        check_mm(input, mat2)
    return product(input, mat2)


@op(
    kind="same",
    strict=True,
    unmixed=True,
    out_dtype="addmv input tensors must have the same dtype, but got {0}, {1}, and {1}",
    input=lambda g, vec: outer_product(g, conjugate(vec)),
    vec=lambda g, input: times(adjoint(input), g),
    inplace=False,
)
def mv(input, vec):
    """The product of a matrix (n, m) and a vector (m,): (n,).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.mv.html

    >>> import borch as torch
    >>> torch.mv(torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.tensor([1.0, 1.0]))
    tensor([3., 7.])
    """
    if input.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {input.ndim}, {vec.ndim}")
    if input.dtype is not vec.dtype or input.dtype is BOOL or input.shape[1] != vec.shape[0]:
        check_mv(input, vec)
    return product(input, vec)


def check_mv(mat, vec, rows=None):
    n, m = mat.shape[-2:]
    lead = 1
    for s in mat.shape[:-2]:
        lead *= s
    if m != vec.shape[0]:
        raise RuntimeError(f"size mismatch, got input ({lead * n}), mat ({lead * n}x{m}), vec ({vec.shape[0]})")
    if mat.dtype is not vec.dtype and mat.dtype != vec.dtype:
        raise RuntimeError(
            f"addmv input tensors must have the same dtype, but got {legacy(vec)}, {legacy(mat)}, and {legacy(vec)}"
        )
    refuse_bool(mat, "addmv_impl_cpu")


def check_dot(x, y):
    if x.ndim != 1 or y.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {x.ndim}D and {y.ndim}D tensors")
    if x.dtype is not y.dtype and x.dtype != y.dtype:
        raise RuntimeError(f"dot : expected both vectors to have same dtype, but found {legacy(x)} and {legacy(y)}")
    if x.shape != y.shape:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{x.size}] and src [{y.size}] to have the same number of "
            f"elements, but got {x.size} and {y.size} elements respectively"
        )


@op(
    kind="same",
    strict=True,
    unmixed=True,
    out_dtype="result dtype {0} does not match input dtype {1}",
    input=lambda g, tensor: g * conjugate(tensor),
    tensor=lambda g, input: g * conjugate(input),
    inplace=False,
)
def dot(input, tensor):
    """The sum of products of two vectors of one length; complex numbers are not conjugated.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.dot.html

    >>> import borch as torch
    >>> torch.dot(torch.tensor([2, 3]), torch.tensor([2, 1]))
    tensor(7)
    """
    if input.dtype is not tensor.dtype or input.dtype is BOOL or input.shape != tensor.shape or input.ndim != 1:
        check_dot(input, tensor)
        refuse_bool(input, "dot")
    return product(input, tensor)


@op(
    kind="same",
    strict=True,
    unmixed=True,
    out_dtype="result dtype {0} does not match input dtype {1}",
    input=lambda g, other: conjugate(g) * other,
    other=lambda g, input: g * input,
    inplace=False,
)
def vdot(input, other):
    """`dot` with the complex conjugate of `input`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.vdot.html

    >>> import borch as torch
    >>> torch.vdot(torch.tensor([1 + 2j]), torch.tensor([1 + 2j]))
    tensor(5.+0.j)
    """
    check_dot(input, other)
    refuse_bool(input, "dot")
    return product(np.conjugate(input), other)


@op(
    kind="same",
    strict=True,
    unmixed=True,
    out_dtype=SAME_DTYPE,
    input=lambda g, mat2: times(g, adjoint(mat2)),
    mat2=lambda g, input: times(adjoint(input), g),
    inplace=False,
)
def bmm(input, mat2):
    """The products of two stacks of matrices (b, n, k) and (b, k, m): (b, n, m).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.bmm.html

    >>> import borch as torch
    >>> torch.bmm(torch.ones(2, 1, 3), torch.ones(2, 3, 1))
    tensor([[[3.]],
    <BLANKLINE>
            [[3.]]])
    """
    if input.ndim != 3:
        raise RuntimeError("batch1 must be a 3D tensor")
    if mat2.ndim != 3:
        raise RuntimeError("batch2 must be a 3D tensor")
    check_bmm(input, mat2)
    return product(input, mat2)


def check_bmm(x, y):
    b, _, k = x.shape
    if y.shape[0] != b or y.shape[1] != k:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{b}, {k}] but got: "
            f"[{y.shape[0]}, {y.shape[1]}]."
        )
    check_scalar_type(x, y)
    if x.size and y.size:
        few = k * x.shape[1] * y.shape[2] < 400  # torch multiplies small matrices by a loop of its own
        refuse_bool(x, "bmm" if few else "addmm_impl_cpu_")


def check_scalar_type(x, y):
    if x.dtype is not y.dtype and x.dtype != y.dtype:
        raise RuntimeError(f"expected scalar type {legacy(x)} but found {legacy(y)}")


def check_stacks(batch1, batch2):
    for k, x in ((1, batch1), (2, batch2)):
        if x.ndim != 3:
            raise RuntimeError(f"batch{k} must be a 3D tensor")


def check_stack_dtypes(input, batch1, batch2):
    if input.dtype != batch1.dtype:
        a, b, c = (dtypes.cpp_name(x.dtype) for x in (input, batch1, batch2))
        raise RuntimeError(f"Input dtypes must be the same, got: input {a}, batch1: {b}, batch2: {c}")
    check_scalar_type(batch1, batch2)


# ------------------------------------------------------------------------------------------------------ parts of matmul
def rows(x):
    """A stack of matrices as one matrix of all their rows."""
    if type(x) is ndarray and x.size:
        return x.reshape(-1, x.shape[-1])
    n = 1
    for s in x.shape[:-1]:
        n *= s
    return reshape(x, (n, x.shape[-1]))


def _folded(x, y):
    """Rows of a stack (..., k) times a matrix (k, m): one product, whatever the number of axes."""
    if isinstance(x, Tensor):
        return matmul(x, y)
    return product(rows(x), y).reshape(*x.shape[:-1], y.shape[-1])


@op(
    kind="same",
    strict=True,
    unmixed=True,
    out_dtype=SAME_DTYPE,
    input=lambda g, other: _folded(g, adjoint(other)),
    other=lambda g, input: times(adjoint(rows(input)), rows(g)),
    node="UnsafeViewBackward0",
    shown=steps.rows_times_matrix,
    method=False,
    namespace=None,
    inplace=False,
)
def _matmul_rows(input, other):
    check_mm(input, other)
    return _folded(input, other)


@op(
    kind="same",
    strict=True,
    unmixed=True,
    out_dtype=SAME_DTYPE,
    input=lambda g, other: outer_product(g, conjugate(other)),
    other=lambda g, input: times(adjoint(rows(input)), reshape(g, (-1,))),
    node="UnsafeViewBackward0",
    shown=steps.rows_times_vector,
    method=False,
    namespace=None,
    inplace=False,
)
def _matmul_rows_vector(input, other):
    check_mv(input, other)
    return product(rows(input), other).reshape(input.shape[:-1])


@op(
    kind="same",
    strict=True,
    unmixed=True,
    out_dtype=SAME_DTYPE,
    input=lambda g, other: times(g, adjoint(other)),
    other=lambda g, input: outer_product(conjugate(input), g),
    node="SqueezeBackward4",
    shown=steps.vector_times_matrix,
    method=False,
    namespace=None,
    inplace=False,
)
def _matmul_vector(input, other):
    if input.shape[0] != other.shape[0]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied (1x{input.shape[0]} and {other.shape[0]}x{other.shape[1]})"
        )
    check_mm(input[None], other)
    return product(input, other)


def _stacks(input, other):
    batch = broadcast_shape(input.shape[:-2], other.shape[:-2])
    if input.shape[-1] != other.shape[-2]:
        n = 1
        for s in batch:
            n *= s
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{n}, {input.shape[-1]}] but got: "
            f"[{n}, {other.shape[-2]}]."
        )
    check_scalar_type(input, other)
    refuse_bool(input, "bmm")
    return product(input, other)


STACKS = {
    "kind": "same",
    "strict": True,
    "unmixed": True,
    "out_dtype": SAME_DTYPE,
    "input": lambda g, other: times(g, adjoint(other)),
    "other": lambda g, input: times(adjoint(input), g),
    "method": False,
    "namespace": None,
    "inplace": False,
}


@op(node="UnsafeViewBackward0", shown=steps.stacks, **STACKS)
def _matmul_stacks(input, other):
    return _stacks(input, other)


@op(node="CloneBackward0", **STACKS)  # where torch folds the second tensor and turns the product around
def _matmul_turned(input, other):
    return _stacks(input, other)


@op(
    kind="same",
    strict=True,
    unmixed=True,
    input=lambda g, other: _vector_stacks_input(g, other),
    other=lambda g, input: outer_product(conjugate(input), g),
    node="UnsafeViewBackward0",
    out_dtype=SAME_DTYPE,
    method=False,
    namespace=None,
    inplace=False,
)
def _matmul_vector_stacks(input, other):
    if input.shape[0] != other.shape[-2]:
        lead = 1
        for s in (*other.shape[:-2], other.shape[-1]):
            lead *= s
        raise RuntimeError(f"size mismatch, got input ({lead}), mat ({lead}x{other.shape[-2]}), vec ({input.shape[0]})")
    if input.dtype != other.dtype:
        check_mv(mT(other), input)
    refuse_bool(input, "addmv_impl_cpu")
    return product(input, other)


def _vector_stacks_input(g, other):
    row = times(reshape(g, (*g.shape[:-1], 1, g.shape[-1])), adjoint(other))
    return reshape(row, (*row.shape[:-2], row.shape[-1]))


@function()
def matmul(input, other, *, out=None):
    """The matrix product of two tensors: dot of vectors, matrix times matrix or vector, and stacks of matrices.

    Vectors count as a row on the left and a column on the right; axes before the last two broadcast. Both tensors must
    have one dtype. RuntimeError when shapes or dtypes do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.matmul.html

    >>> import borch as torch
    >>> torch.matmul(torch.ones(2, 3, 4), torch.ones(4)).shape
    torch.Size([2, 3])
    """
    if isinstance(input, Tensor) and isinstance(other, Tensor):
        n, m = input._array.ndim, other._array.ndim
    else:
        n, m = _ranks(input, other)
    if n == 2 == m:
        part = mm
    elif n == 0 or m == 0:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {n}D and {m}D")
    elif n > 2:
        part = _matmul_rows if m == 2 else _matmul_rows_vector if m == 1 else _stacks_part(input, other, n, m)
    elif m > 2:
        part = _stacks_part(input, other, n, m) if n == 2 else _matmul_vector_stacks
    elif n == 2:
        part = mv
    else:
        part = dot if m == 1 else _matmul_vector
    return part(input, other) if out is None else part(input, other, out=out)


def _stacks_part(input, other, n, m):
    turned = getattr(input, "requires_grad", False) if n == 2 else n == m == 3 and input.shape[0] == 1 != other.shape[0]
    return _matmul_turned if turned else _matmul_stacks


def _ranks(input, other):
    try:
        return input.ndim, other.ndim
    except AttributeError:
        k, value = (1, other) if isinstance(input, (Tensor, ndarray)) else (0, input)
        name = ("input", "other")[k]
        raise TypeError(
            f"matmul(): argument '{name}' (position {k + 1}) must be Tensor, not {type_name(value)}"
        ) from None


def _matmul_operator(self, other):
    return matmul(self, other) if isinstance(other, Tensor) else NotImplemented


def _rmatmul_operator(self, other):
    return matmul(other, self) if isinstance(other, Tensor) else NotImplemented


Tensor.__matmul__ = _matmul_operator
Tensor.__rmatmul__ = _rmatmul_operator
