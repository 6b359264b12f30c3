"""Products of matrices, compiled for float32 and float64: loops of generalized ufuncs, whatever shapes and strides. A linear
map of float32 rows and its gradients are one call each, for the same bits."""

import numpy as np

from ..numpy import gemm as meaning
from .module import FLOAT32, call, empty, least, scratch
from .ufuncs import Ufunc

ascontiguousarray = np.ascontiguousarray

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
    if (
        compute is None
        or not x.dtype is y.dtype is bias.dtype
        or x.dtype.char not in "fd"
        or x.shape[-1:] + bias.shape != y.shape
    ):
        return meaning.linear(x, y, bias)
    return compute(x, y, bias)


def linear_rows(x, weight, bias):
    shape, of_weight = x.shape, weight.shape
    if not (
        x.dtype is weight.dtype is bias.dtype is FLOAT32
        and x.size >= least.several
        and of_weight[1:] == shape[-1:]
        and bias.shape == of_weight[:1]
    ):
        return meaning.linear_rows(x, weight, bias, linear)
    out = empty((*shape[:-1], of_weight[0]), FLOAT32)
    call.linear_rows_f32(x if len(shape) == 2 else ascontiguousarray(x), weight, bias, out, scratch(ROOM))
    return out


def linear_rows_gradient(g, x, weight, needed, product):
    shape, of_weight = x.shape, weight.shape
    if not (
        g.dtype is x.dtype is weight.dtype is FLOAT32
        and x.size >= least.several
        and g.size
        and of_weight[1:] == shape[-1:]
        and g.shape == shape[:-1] + of_weight[:1]
    ):
        return meaning.linear_rows_gradient(g, x, weight, needed, product)
    columns = of_weight[0]
    if len(shape) != 2:
        g, x = ascontiguousarray(g), ascontiguousarray(x)
    to_input = empty(shape, FLOAT32) if needed[0] else None
    to_weight = empty(of_weight, FLOAT32) if needed[1] else None
    to_bias = empty(columns, FLOAT32) if needed[2] and columns > 1 else None
    call.linear_rows_gradient_f32(g, x, weight, to_input, to_weight, to_bias, scratch(ROOM))
    if needed[2] and columns == 1:  # numpy adds up a column more exactly than row after row
        to_bias = np.add.reduce(g, None).reshape(1)
    return to_input, to_weight, to_bias
