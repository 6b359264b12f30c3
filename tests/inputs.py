"""The inputs of cases: makers such as `f(2, 3)`, whose values are the same on torch and on borch, and leaves they note."""

import zlib

import numpy as np


class Makers:
    """The functions by which a case makes its inputs; numpy draws them, seeded by the text and the call's position."""

    def __init__(self, text, torch):
        self.seed, self.torch, self.made, self.drawn = zlib.crc32(text.encode()), torch, [], 0

    def rng(self):
        self.drawn += 1
        return np.random.RandomState([self.seed, self.drawn - 1])

    def keep(self, array, requires_grad, dtype=None):
        t = self.torch.tensor(array) if dtype is None else self.torch.tensor(array, dtype=dtype)
        if requires_grad:
            t.requires_grad_()
        self.made.append(t)
        return t

    def real(self, dtype, requires_grad):
        def make(*shape, grad=requires_grad):
            return self.keep(np.asarray(self.rng().standard_normal(shape), dtype), grad)

        return make

    def uniform(self, low, high):
        def make(*shape, grad=True):
            return self.keep(np.asarray(self.rng().uniform(low, high, shape)), grad)

        return make

    def complex(self, dtype, requires_grad):
        def make(*shape, grad=requires_grad):
            rng = self.rng()
            return self.keep(np.asarray(rng.standard_normal(shape) + 1j * rng.standard_normal(shape), dtype), grad)

        return make

    def integer(self, dtype, low, high):
        def make(*shape, low=low, high=high):
            return self.keep(np.asarray(self.rng().randint(low, high, shape, np.int64), dtype), False)

        return make

    def bf(self, *shape, grad=False):
        return self.keep(np.asarray(self.rng().standard_normal(shape), np.float32), grad, self.torch.bfloat16)

    def names(self):
        return {
            "f": self.real(np.float32, True),
            "n": self.real(np.float32, False),
            "d": self.real(np.float64, True),
            "h": self.real(np.float16, False),
            "bf": self.bf,
            "p": self.uniform(0.1, 4.0),
            "u": self.uniform(0.02, 0.98),
            "c": self.complex(np.complex64, False),
            "z": self.complex(np.complex128, True),
            "i": self.integer(np.int64, -5, 6),
            "i32": self.integer(np.int32, -5, 6),
            "i16": self.integer(np.int16, -5, 6),
            "i8": self.integer(np.int8, -5, 6),
            "u8": self.integer(np.uint8, 0, 11),
            "b": self.integer(np.bool_, 0, 2),
        }


class Watched:
    """`torch`, whose functions that create note the leaves they make: `torch.tensor([1.0], requires_grad=True)`."""

    CREATE = ("tensor", "ones", "zeros", "full", "linspace", "arange", "eye")

    def __init__(self, torch, made):
        self.torch, self.made = torch, made

    def __getattr__(self, name):
        found = getattr(self.torch, name)
        if name not in self.CREATE:
            return found

        def create(*args, **kwargs):
            t = found(*args, **kwargs)
            if t.requires_grad:
                self.made.append(t)
            return t

        return create
