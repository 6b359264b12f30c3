"""Products of matrices."""

import numpy as np

__all__ = ["linear", "matmul"]

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
