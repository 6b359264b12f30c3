"""Functions of each number, compiled for float32 and a few for float64: loops of ufuncs, whatever shapes and strides."""

import numpy as np

from ..numpy import elementwise as meaning
from .module import FLOAT32, SOME, ndarray
from .ufuncs import Ufunc


def _of_numpy(name):
    return Ufunc(name, getattr(np, name), {"f->f": name + "_f32", "d->d": name + "_f64"})


exp, log, tanh, sin, cos = map(_of_numpy, ("exp", "log", "tanh", "sin", "cos"))
maximum = Ufunc("maximum", np.maximum, {"ff->f": "maximum_f32", "dd->d": "maximum_f64"})
minimum = Ufunc("minimum", np.minimum, {"ff->f": "minimum_f32", "dd->d": "minimum_f64"})
add = Ufunc("add", np.add, {"ff->f": "add_f32"})


def clip(x, low, high):
    return minimum(high, maximum(low, x))


def _otherwise(name, ufunc):
    """A kernel from a ufunc, which computes what it means for the dtypes that are not compiled."""
    otherwise = getattr(meaning, name)
    kinds = {kind[0] for kind in ufunc.loops}

    if ufunc.nin == 2:

        def kernel(x, y, *more):
            compute = ufunc.loop
            if compute is None or x.dtype is not y.dtype or x.dtype.char not in kinds:
                return otherwise(x, y, *more)
            return compute(x, y)

    else:

        def kernel(x, *more):
            compute = ufunc.loop
            return otherwise(x, *more) if compute is None or x.dtype.char not in kinds else compute(x)

    kernel.__module__ = __name__
    return kernel


def _of_float32(name, nin=1):
    return _otherwise(name, Ufunc(name, None, {"f" * nin + "->f": name + "_f32"}, nin=nin))


def _of_both(name, base=None, nin=1):
    kinds = {char * nin + "->" + char: name + end for char, end in (("f", "_f32"), ("d", "_f64"))}
    return _otherwise(name, Ufunc(name, base, kinds, nin=nin))


sigmoid, silu, erf, gelu = map(_of_both, ("sigmoid", "silu", "erf", "gelu"))
expm1 = _of_both("expm1", np.expm1)
gelu_tanh = _of_float32("gelu_tanh")
relu_gradient, gelu_tanh_gradient = _of_float32("relu_gradient", 2), _of_float32("gelu_tanh_gradient", 2)
sin_gradient, cos_gradient = _of_float32("sin_gradient", 2), _of_float32("cos_gradient", 2)
tanh_gradient, sigmoid_gradient, expm1_gradient, erf_gradient, silu_gradient, gelu_gradient = (
    _of_both(name + "_gradient", nin=2) for name in ("tanh", "sigmoid", "expm1", "erf", "silu", "gelu")
)

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
