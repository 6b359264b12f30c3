"""Functions of each number, compiled for float32."""

import numpy as np

from ..numpy import elementwise as meaning
from .module import FLOAT32, call, empty, plain


def _of_each(name, ufunc):
    def compute(x):
        if not plain(x):
            return ufunc(x)
        out = empty(x.shape, FLOAT32)
        getattr(call, name)(id(x), id(out))
        return out

    return compute


exp = _of_each("exp_f32", np.exp)
tanh = _of_each("tanh_f32", np.tanh)


def gelu(x, erf):
    if not plain(x):
        return meaning.gelu(x, erf)
    out = empty(x.shape, FLOAT32)
    call.gelu_f32(id(x), id(out))
    return out


def gelu_slope(x, erf):
    if not plain(x):
        return meaning.gelu_slope(x, erf)
    out = empty(x.shape, FLOAT32)
    call.gelu_slope_f32(id(x), id(out))
    return out
