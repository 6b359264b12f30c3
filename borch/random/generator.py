"""The MT19937 generator behind every random number, its seed, its words and its 5056-byte state.

What belongs here: torch's `Generator` on plain arrays; distributions are in draws.py and rejection.py.
"""

import os

import numpy as np

from .. import _kernels

DEFAULT_SEED = 67280421310721
STATE_SIZE = 5056
_STATE = np.dtype(
    {
        "names": ["seed", "left", "seeded", "next", "key", "normal", "normal_is_valid"],
        "formats": ["<u8", "<i4", "<i4", "<u8", ("<u8", 624), "<f8", "<i4"],
        "offsets": [0, 8, 12, 16, 24, 5024, 5040],
        "itemsize": STATE_SIZE,
    }
)


class Generator:
    """Stream of random numbers that equals torch's CPU stream for the same seed.

    `next_normal` is the second value of the last scalar Box-Muller pair, or None.

    >>> import borch as torch
    >>> generator = torch.Generator()
    >>> generator.initial_seed()
    67280421310721
    >>> torch.rand(2, generator=generator.manual_seed(0))
    tensor([0.4963, 0.7682])
    """

    __slots__ = ("_bits", "_seed", "next_normal")

    def __init__(self):
        self.manual_seed(DEFAULT_SEED)

    def manual_seed(self, seed):
        """Start the stream that belongs to `seed`, an integer of at most 64 bits, and return self."""
        if isinstance(seed, (bool, np.bool_)) or not isinstance(seed, (int, np.integer)):
            raise RuntimeError(f"manual_seed expected a long, but got {type(seed).__name__}")
        self._seed = wrap_seed(seed)
        self._bits = None  # made when the first word is asked for: numpy.random is slow to import
        self.next_normal = None
        return self

    def bits(self):
        """numpy's bit generator behind this one."""
        if self._bits is None:
            self._bits = np.random.MT19937(0)
            self._bits._legacy_seeding(self._seed & 0xFFFFFFFF)
        return self._bits

    def seed(self):
        """Start a stream from a seed that the operating system chooses, and return that seed."""
        self.manual_seed(int.from_bytes(os.urandom(8), "little"))
        return self._seed

    def initial_seed(self):
        """The seed with which the current stream began."""
        return self._seed

    def get_state(self):
        """The whole state as torch lays it out: a uint8 array of 5056 elements."""
        inner = self.bits().state["state"]
        position = inner["pos"]
        fresh = position == 624 and int(inner["key"][0]) == self._seed & 0xFFFFFFFF
        record = np.zeros(1, _STATE)
        record["seed"] = self._seed
        record["left"] = 1 if fresh else 625 - position
        record["seeded"] = 1
        record["next"] = 0 if fresh else position
        record["key"] = inner["key"]
        if self.next_normal is not None:
            record["normal"] = self.next_normal
            record["normal_is_valid"] = 1
        return record.view(np.uint8)

    def set_state(self, state):
        """Continue from `state`, a uint8 array that this class or torch gave out."""
        state = np.ascontiguousarray(state)
        if state.dtype != np.uint8:
            raise TypeError("RNG state must be a torch.ByteTensor")
        if state.size != STATE_SIZE:
            raise RuntimeError(
                f"Expected a CPUGeneratorImplState of size {STATE_SIZE} "
                f"but found the input RNG state size to be {state.size}"
            )
        record = state.reshape(-1).view(_STATE)[0]
        left, position = int(record["left"]), int(record["next"])
        if not record["seeded"] or not 0 < left <= 624 or position > 624:
            raise RuntimeError("Invalid mt19937 state")
        self._seed = int(record["seed"])
        self.bits().state = {
            "bit_generator": "MT19937",
            "state": {"key": record["key"].astype(np.uint32), "pos": 624 if left == 1 else position},
        }
        self.next_normal = float(record["normal"]) if record["normal_is_valid"] else None

    def words(self, n):
        """The next n 32-bit words, as uint64."""
        return _kernels.words(self.bits(), n)

    def words64(self, n):
        """The next n 64-bit words, each made of two 32-bit words with the first one high."""
        return _kernels.words64(self.bits(), n)

    def uniform24(self, n):
        """n float32 numbers in [0, 1), each from the low 24 bits of one word."""
        return _kernels.uniform24(self.bits(), n)

    def uniform53(self, n):
        """n float64 numbers in [0, 1), each from the low 53 bits of one 64-bit word."""
        return _kernels.uniform53(self.bits(), n)


def wrap_seed(seed):
    """`seed` as an unsigned 64-bit integer; negative ones count down from 2**64."""
    seed = int(seed)
    if not -(2**63) <= seed < 2**64:
        raise ValueError("Overflow when unpacking long long")
    return seed % 2**64


default_generator = None  # seeding.py puts it here when borch.random is imported
