"""Products of matrices."""

from math import prod

import numpy as np

__all__ = ["linear", "linear_rows", "linear_rows_gradient", "matmul"]

BY_BLAS = frozenset(map(np.dtype, (np.float32, np.float64)))


def matmul(x, y):
    """x @ y for two arrays of one dtype: numpy's rules for shapes."""
    if x.ndim <= 2 >= y.ndim and x.dtype in BY_BLAS:
        return x.dot(y)  # the same call of BLAS, sooner
    return np.matmul(x, y)


def linear(x, y, bias):
    """x (m, k) @ y (k, n) + bias (n,) for arrays of one dtype: the bias is added to the finished sums."""
    out = x.dot(y) if x.dtype in BY_BLAS else np.matmul(x, y)
    out += bias
    return out


def rows(x):
    """A stack of matrices as one matrix of all their rows."""
    if x.ndim == 2:
        return x
    return x.reshape(-1 if x.size else prod(x.shape[:-1]), x.shape[-1])


def linear_rows(x, weight, bias, linear=linear):
    """x (..., k) @ weight (n, k).T + bias (n,) for arrays of one dtype."""
    if x.ndim == 2:
        return linear(x, weight.T, bias)
    return linear(rows(x), weight.T, bias).reshape(*x.shape[:-1], weight.shape[0])


def linear_rows_gradient(g, x, weight, needed, product):
    """The gradients of x, weight and bias of `linear_rows`, where they are needed."""
    flat = rows(g)
    to_input = to_weight = to_bias = None
    if needed[0]:
        to_input = product(flat, weight)
        if flat is not g:
            to_input = to_input.reshape(x.shape)
    if needed[1]:
        to_weight = product(flat.T, rows(x))
    if needed[2]:
        to_bias = np.add.reduce(flat, 0)
    return to_input, to_weight, to_bias
