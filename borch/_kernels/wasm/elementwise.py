"""Functions of each number, compiled for float32 and a few for float64: loops of ufuncs, whatever shapes and strides."""

import numpy as np

from ..numpy import elementwise as meaning
from .module import FLOAT32, SOME, ndarray
from .ufuncs import Ufunc

exp = Ufunc("exp", np.exp, {"f->f": "exp_f32"})
log = Ufunc("log", np.log, {"f->f": "log_f32"})
tanh = Ufunc("tanh", np.tanh, {"f->f": "tanh_f32"})
sin = Ufunc("sin", np.sin, {"f->f": "sin_f32"})
cos = Ufunc("cos", np.cos, {"f->f": "cos_f32"})
maximum = Ufunc("maximum", np.maximum, {"ff->f": "maximum_f32", "dd->d": "maximum_f64"})
minimum = Ufunc("minimum", np.minimum, {"ff->f": "minimum_f32", "dd->d": "minimum_f64"})
add = Ufunc("add", np.add, {"ff->f": "add_f32"})


def clip(x, low, high):
    return minimum(high, maximum(low, x))


def _of_float32(name, nin=1):
    """A kernel that numpy has no ufunc for: compiled for float32, and what it means for other dtypes."""
    ufunc = Ufunc(name, None, {"f" * nin + "->f": name + "_f32"}, nin=nin)
    otherwise = getattr(meaning, name)

    if nin == 2:

        def kernel(x, y):
            compute = ufunc.loop
            return otherwise(x, y) if compute is None or not x.dtype is y.dtype is FLOAT32 else compute(x, y)

    else:

        def kernel(x, *more):
            compute = ufunc.loop
            return otherwise(x, *more) if compute is None or x.dtype is not FLOAT32 else compute(x)

    kernel.__module__ = __name__
    return kernel


sigmoid, erf, expm1 = _of_float32("sigmoid"), _of_float32("erf"), _of_float32("expm1")
silu, silu_slope = _of_float32("silu"), _of_float32("silu_slope")
gelu, gelu_slope = _of_float32("gelu"), _of_float32("gelu_slope")
gelu_tanh, gelu_tanh_slope = _of_float32("gelu_tanh"), _of_float32("gelu_tanh_slope")
relu_gradient = _of_float32("relu_gradient", 2)

BOOL = np.dtype(bool)
_where = Ufunc("where", None, {"?ff->f": "where_f32"}, nin=3)
_leaky_relu = Ufunc("leaky_relu", None, {"ff->f": "leaky_relu_f32"}, nin=2)
_leaky_relu_gradient = Ufunc("leaky_relu_gradient", None, {"fff->f": "leaky_relu_gradient_f32"}, nin=3)
_elu = Ufunc("elu", None, {"ffff->f": "elu_f32"}, nin=4)


def where(condition, x, y):
    compute = _where.loop
    if compute is not None and type(condition) is ndarray and condition.dtype is BOOL and condition.size >= SOME:
        a, b = (np.float32(v) if type(v) is float else v for v in (x, y))
        if getattr(a, "dtype", None) is getattr(b, "dtype", None) is FLOAT32 and (a is x or b is y):
            return compute(condition, a, b)
    return meaning.where(condition, x, y)


def leaky_relu(x, slope):
    compute = _leaky_relu.loop
    if compute is None or x.dtype is not FLOAT32:
        return meaning.leaky_relu(x, slope)
    return compute(x, np.float32(slope))


def leaky_relu_gradient(g, x, slope):
    compute = _leaky_relu_gradient.loop
    if compute is None or not g.dtype is x.dtype is FLOAT32:
        return meaning.leaky_relu_gradient(g, x, slope)
    return compute(g, x, np.float32(slope))


def elu(x, alpha, scale, input_scale, otherwise):
    compute = _elu.loop
    if compute is None or x.dtype is not FLOAT32:
        return otherwise(x, alpha, scale, input_scale)
    return compute(x, np.float32(alpha * scale), np.float32(scale), np.float32(input_scale))
