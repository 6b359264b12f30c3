"""torch.quasirandom: points that fill the unit cube evenly.

Source: https://docs.pytorch.org/docs/stable/generated/torch.quasirandom.SobolEngine.html
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.op import OPS
from .._core.tensor import Tensor
from ..creation import from_numpy
from ..random.seeding import Generator
from .directions import BITS, DIMENSIONS, directions

__all__ = ["SobolEngine"]


class SobolEngine:
    """Draws the points of a Sobol sequence in [0, 1)^dimension, in Gray-code order, as torch does.

    With `scramble` the points are shifted and scrambled at random, by a generator seeded with `seed` or by torch's own.
    ValueError for a dimension outside of 1 to 21201; NotImplementedError above 1111, whose numbers borch does not carry.
    Paper: Joe, Kuo, Constructing Sobol sequences with better two-dimensional projections, 2008.

    >>> import borch as torch
    >>> torch.quasirandom.SobolEngine(2).draw(3)
    tensor([[0.0000, 0.0000],
            [0.5000, 0.5000],
            [0.7500, 0.2500]])
    """

    MAXBIT = BITS
    MAXDIM = 21201

    def __init__(self, dimension, scramble=False, seed=None):
        if dimension > self.MAXDIM or dimension < 1:
            raise ValueError(f"Supported range of dimensionality for SobolEngine is [1, {self.MAXDIM}]")
        if dimension > DIMENSIONS:
            raise NotImplementedError(
                f"torch.quasirandom.SobolEngine of more than {DIMENSIONS} dimensions is not implemented in borch: it "
                "does not carry the numbers of these"
            )
        self.seed, self.scramble, self.dimension = seed, scramble, dimension
        state = directions(dimension)
        shift = np.zeros(dimension, np.int64)
        if scramble:
            state, shift = self._scrambled(state)
        self.sobolstate, self.shift = from_numpy(state), from_numpy(shift)
        self.quasi = self.shift.clone()
        self._first_point = (self.quasi / 2**BITS).reshape(1, -1)
        self.num_generated = 0

    def _scrambled(self, state):
        """The directions times random lower triangular matrices of bits, and a random shift."""
        generator = None if self.seed is None else Generator().manual_seed(self.seed)

        def coins(*shape):
            return OPS["randint"](2, shape, generator=generator)._array

        shift = coins(self.dimension, BITS) @ (1 << np.arange(BITS))
        triangles = np.tril(coins(self.dimension, BITS, BITS), -1) | np.eye(BITS, dtype=np.int64)
        powers = np.arange(BITS - 1, -1, -1)
        bits = state[..., None] >> powers & 1  # (dimension, number, bit)
        return (bits @ triangles.transpose(0, 2, 1) & 1) @ (1 << powers), shift

    def _advance(self, n):
        """The next `n` states after the present one, (n, dimension)."""
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}, {self.dimension}]")
        index = np.arange(n) + max(self.num_generated - 1, 0)
        zero = ~index & (
            index + 1
        )  # of each index the lowest bit that is not set, which says what direction comes next
        steps = self.sobolstate._array.T[np.log2(zero).astype(np.int64)]
        if n > 0:
            steps[0] ^= self.quasi._array
            np.bitwise_xor.accumulate(steps, out=steps)
            self.quasi = from_numpy(steps[-1].copy())
        return from_numpy(steps)

    def draw(self, n=1, out=None, dtype=None):
        """The next `n` points, (n, dimension), of `dtype` or the default one; also written to `out`."""
        dtype = dtypes.get_default_dtype() if dtype is None else dtype
        first = self.num_generated == 0
        if first and n == 1:
            result = self._first_point.to(dtype)
        else:
            if dtype not in (dtypes.float32, dtypes.float64):
                raise NotImplementedError(f"\"_sobol_engine_draw\" not implemented for '{dtype.legacy}'")
            result = self._advance(n - first).to(dtype).mul_(2.0**-BITS)
            if first:
                result = OPS["cat"]((self._first_point.to(dtype), result))
        self.num_generated += n
        if out is not None:
            return out.resize_as_(result).copy_(result)
        return result

    def draw_base2(self, m, out=None, dtype=None):
        """The next 2**m points; ValueError if with these the number of all points drawn is no power of two."""
        n = 2**m
        total = self.num_generated + n
        if total & (total - 1):
            raise ValueError(
                f"The balance properties of Sobol' points require n to be a power of 2. {self.num_generated} points have "
                f"been previously generated, then: n={self.num_generated}+2**{m}={total}. If you still want to do this, "
                "please use 'SobolEngine.draw()' instead."
            )
        return self.draw(n, out, dtype)

    def reset(self):
        """Begins the sequence again."""
        self.quasi.copy_(self.shift)
        self.num_generated = 0
        return self

    def fast_forward(self, n):
        """Passes over `n` points."""
        self._advance(max(n - (self.num_generated == 0), 0))
        self.num_generated += n
        return self

    def __repr__(self):
        words = [f"dimension={self.dimension}"]
        if self.scramble:
            words.append("scramble=True")
        if self.seed is not None:
            words.append(f"seed={self.seed}")
        return f"{type(self).__name__}({', '.join(words)})"
