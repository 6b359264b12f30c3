"""Functions of each number, compiled for float32: loops of ufuncs, whatever shapes and strides."""

import numpy as np

from ..numpy import elementwise as meaning
from .module import FLOAT32
from .ufuncs import Ufunc

exp = Ufunc("exp", np.exp, {"f->f": "exp_f32"})
log = Ufunc("log", np.log, {"f->f": "log_f32"})
tanh = Ufunc("tanh", np.tanh, {"f->f": "tanh_f32"})
maximum = Ufunc("maximum", np.maximum, {"ff->f": "maximum_f32"})
minimum = Ufunc("minimum", np.minimum, {"ff->f": "minimum_f32"})
add = Ufunc("add", np.add, {"ff->f": "add_f32"})


def clip(x, low, high):
    return minimum(maximum(x, low), high)


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


sigmoid, erf = _of_float32("sigmoid"), _of_float32("erf")
silu, silu_slope = _of_float32("silu"), _of_float32("silu_slope")
gelu, gelu_slope = _of_float32("gelu"), _of_float32("gelu_slope")
gelu_tanh, gelu_tanh_slope = _of_float32("gelu_tanh"), _of_float32("gelu_tanh_slope")
relu_gradient = _of_float32("relu_gradient", 2)
