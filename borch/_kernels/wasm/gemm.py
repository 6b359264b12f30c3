"""Products of matrices, compiled for float32 and float64."""

import numpy as np

from .module import FLOAT32, FLOAT64, call, empty, least, scratch

KERNELS = {FLOAT32: "sgemm", FLOAT64: "dgemm"}
WORTH = 32  # multiplications for each element that is worth a call
SCRATCH = 256 * 16 * 8 + 512  # bytes, as gemm.h says


def matmul(x, y):
    """`numpy.matmul`, compiled for float32 and float64 matrices and stacks of them."""
    dtype = x.dtype
    kernel = KERNELS.get(dtype)
    if kernel is None or dtype is not y.dtype:
        return np.matmul(x, y)
    xs, ys = x.shape, y.shape
    nx, ny = len(xs), len(ys)
    if nx < 2 or ny < 2 or xs[-1] != ys[-2]:
        return np.matmul(x, y)
    m, n, k = xs[-2], ys[-1], xs[-1]
    if m * n * k < WORTH * least.elements or not (x.flags.aligned and y.flags.aligned):
        return np.matmul(x, y)
    if nx == 2 == ny:
        out = empty((m, n), dtype)
    else:
        lead = xs[:-2] if xs[:-2] == ys[:-2] else np.broadcast_shapes(xs[:-2], ys[:-2])
        out = empty((*lead, m, n), dtype)
    room = scratch(SCRATCH)
    getattr(call, kernel)(id(x), id(y), id(out), id(room))
    return out
