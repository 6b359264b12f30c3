"""Products of matrices, compiled for float32 and float64: loops of generalized ufuncs, whatever shapes and strides. A linear
map of float32 rows and its gradients are one call each, for the same bits."""

import numpy as np

from ..numpy import gemm as meaning
from .module import ROOM, make
from .ufuncs import Ufunc

ascontiguousarray = np.ascontiguousarray

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
        or not type(x) is type(y) is np.ndarray  # such as have no elements are of another type
        or not x.dtype is y.dtype is bias.dtype
        or x.dtype.char not in "fd"
        or x.shape[-1:] + bias.shape != y.shape
    ):
        return meaning.linear(x, y, bias)
    return compute(x, y, bias)


def linear_rows(x, weight, bias):
    out = make.linear_rows(x, weight, bias)
    if out is None and (x.ndim == 2 or (out := make.linear_rows(ascontiguousarray(x), weight, bias)) is None):
        return meaning.linear_rows(x, weight, bias, linear)
    return out


def linear_rows_gradient(g, x, weight, needed, product):
    grads = make.linear_rows_gradient(g, x, weight, needed)
    return _gradient_otherwise(g, x, weight, needed, product) if grads is None else grads


def _gradient_otherwise(g, x, weight, needed, product):
    column = needed[2] and weight.shape[0] == 1  # numpy adds up a column more exactly than row after row
    rows = (g, x) if x.ndim == 2 else (ascontiguousarray(g), ascontiguousarray(x))
    grads = make.linear_rows_gradient(*rows, weight, (*needed[:2], needed[2] and not column))
    if grads is None:
        return meaning.linear_rows_gradient(g, x, weight, needed, product)
    if column:
        return *grads[:2], np.add.reduce(g, None).reshape(1)
    return grads
