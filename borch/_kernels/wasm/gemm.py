"""Products of matrices, compiled for float32 and float64: loops of generalized ufuncs, whatever shapes and strides."""

import numpy as np

from ..numpy import gemm as meaning
from .ufuncs import Ufunc

ROOM = 4 * 256 * (64 + 256) + 8 * 256 * 4 + 512  # GEMM_SCRATCH of gemm.h

matmul = Ufunc("matmul", np.matmul, {"ff->f": "matmul_f32", "dd->d": "matmul_f64"}, room=ROOM)

_linear = Ufunc(
    "linear",
    None,
    {"fff->f": "linear_f32", "ddd->d": "linear_f64"},
    nin=3,
    signature="(m,k),(k,n),(n)->(m,n)",
    room=ROOM,
)


def linear(x, y, bias):
    compute = _linear.loop
    if compute is None or not x.dtype is y.dtype is bias.dtype or x.dtype.char not in "fd":
        return meaning.linear(x, y, bias)
    return compute(x, y, bias)
