"""Normal numbers, compiled for float32, with the bits of the numpy form."""

import numpy as np

from ..numpy import normal as meaning
from .module import FLOAT32
from .ufuncs import Ufunc

_normal = Ufunc("normal_blocks", None, {"ff->f": "normal_f32"}, nin=2, signature="(n),(k)->(n)")


def normal_blocks(uniform, mean, std, transform):
    compute = _normal.loop
    if compute is None or uniform.dtype is not FLOAT32 or uniform.size % 16 or not uniform.flags.c_contiguous:
        meaning.normal_blocks(uniform, mean, std, transform)
        return
    mean, std = np.float32(mean), np.float32(std)
    uniform[...] = compute(uniform.reshape(-1), np.array((mean, std, mean != 0 or std != 1), FLOAT32)).reshape(
        uniform.shape
    )
