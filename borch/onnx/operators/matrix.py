"""Matrix products, linear layers and attention in ONNX."""

import math

import numpy as np

from .elementwise import scaled
from .table import emits


@emits(
    "_matmul_rows", "_matmul_rows_vector", "_matmul_stacks", "_matmul_turned", "_matmul_vector", "_matmul_vector_stacks",
    "matmul",
)  # fmt: skip
def matmul(g, c, input, other):
    return g.add("MatMul", input, other)


@emits("mm", "bmm", "mv", "dot")
def product(g, c, input, mat2=None, vec=None, tensor=None):
    return g.add("MatMul", input, next(x for x in (mat2, vec, tensor) if x is not None))


def turned(g, x):
    """A matrix transposed, or a stack of them."""
    return g.transpose(x, (*range(x.ndim - 2), x.ndim - 1, x.ndim - 2))


@emits(
    "linear_matrix", "linear_stack", "linear_in_other_order", "linear_matrix_without_bias", "linear_stack_without_bias"
)  # fmt: skip
def linear(g, c, input, weight, bias=None):
    if input.ndim == 2 and bias is not None:
        return g.add("Gemm", input, weight, bias, transB=1)
    out = g.add("MatMul", input, turned(g, weight))
    return out if bias is None else g.add("Add", out, bias)


@emits("addmm")
def addmm(g, c, input, mat1, mat2, beta=1, alpha=1):
    return g.add("Gemm", mat1, mat2, input, alpha=float(alpha), beta=float(beta))


@emits("baddbmm", "addmv")
def add_product(g, c, input, batch1=None, batch2=None, mat=None, vec=None, beta=1, alpha=1):
    made = g.add("MatMul", batch1 or mat, batch2 or vec)
    return g.add("Add", scaled(g, input, beta, input.dtype), scaled(g, made, alpha, input.dtype))


@emits("attention")
def attention(g, c, query, key, value, mask=None, scale=1.0):
    scores = g.add("MatMul", query, turned(g, key))
    scores = scaled(g, scores, float(scale), query.dtype)
    if mask is not None:
        scores = g.add("Add", scores, mask)
    weights = g.add("Softmax", scores, axis=-1)
    if mask is not None and not (mask.constant and np.isfinite(mask.array).any(-1).all()):
        zero = g.use(0, query.dtype)  # a row that is masked everywhere attends to nothing
        weights = g.add("Where", g.add("IsNaN", weights), zero, weights)
    return [g.add("MatMul", weights, value), weights]


@emits("_euclidean_dist")
def euclidean(g, c, x1, x2, p):
    parts = [g.reduce("ReduceSum", g.add("Mul", x, x), (-1,), True) for x in (x1, x2)]
    across = scaled(g, g.add("MatMul", x1, turned(g, x2)), -2.0, x1.dtype)
    axes = (*range(x2.ndim - 2), x2.ndim - 1, x2.ndim - 2)
    total = g.add("Add", g.add("Add", parts[0], g.transpose(parts[1], axes)), across)
    return g.add("Sqrt", g.add("Max", total, g.use(0, x1.dtype)))


@emits("_cdist")
def cdist(g, c, x1, x2, p):
    apart = g.add("Sub", g.add("Unsqueeze", x1, g.ints([-2])), g.add("Unsqueeze", x2, g.ints([-3])))
    if p in (1, 2):
        return g.reduce(f"ReduceL{int(p)}", apart, (-1,), False)
    if p == math.inf:
        return g.reduce("ReduceMax", g.add("Abs", apart), (-1,), False)
    total = g.reduce("ReduceSum", g.add("Pow", g.add("Abs", apart), g.use(p, x1.dtype)), (-1,), False)
    return g.add("Pow", total, g.use(1 / p, x1.dtype))
