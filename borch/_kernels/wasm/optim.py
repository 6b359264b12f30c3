"""Steps of optimizers, compiled for float32: the results of the numpy form to the bit, in one pass."""

import numpy as np

from ..numpy import optim as meaning
from .module import FLOAT32, make
from .ufuncs import Ufunc

_adam = Ufunc("adam_step", None, {"fffff->fff": "adam_f32"}, nin=5, nout=3, signature="(),(),(),(),(k)->(),(),()")
_sgd = Ufunc("sgd_step", None, {"ffff->ff": "sgd_f32"}, nin=4, nout=2, signature="(),(),(),(k)->(),()")


def _fits(x, *others):
    shape = x.shape
    return x.dtype is FLOAT32 and all([other.dtype is FLOAT32 and other.shape == shape for other in others])


def adam_step(x, g, mean, square, *numbers):
    out = make.adam_step(x, g, mean, square, *numbers)
    if out is not None:
        return out
    compute = _adam.loop
    if compute is None or len(numbers) != 7 or not _fits(x, g, mean, square):
        return meaning.adam_step(x, g, mean, square, *numbers)
    return compute(x, g, mean, square, np.array(numbers, FLOAT32), out=(None, mean, square))[0]


def sgd_step(x, g, buffer, *numbers):
    out = make.sgd_step(x, g, buffer, *numbers)
    if out is not None:
        return out
    compute = _sgd.loop
    if compute is None or len(numbers) != 4 or not _fits(x, g, buffer):
        return meaning.sgd_step(x, g, buffer, *numbers)
    return compute(x, g, buffer, np.array(numbers, FLOAT32), out=(None, buffer))[0]
