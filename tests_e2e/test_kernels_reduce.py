"""Reductions with places and distances in the tab: numpy's values and places, whatever the axes, strides and NaNs."""

PROGRAM = """
import numpy as np
import borch as torch
from borch import _kernels
from borch._kernels import numpy as meaning
from borch._kernels.numpy import reduce

assert _kernels.compiled
random = np.random.RandomState(0)
numpys = []
for name in reduce.__all__:
    def spy(*args, numpys=numpys, name=name, fn=getattr(reduce, name), **options):
        numpys.append(name)
        return fn(*args, **options)
    setattr(reduce, name, spy)


def drawn(shape, kind):
    x = random.randint(-4, 4, shape) if kind % 2 else random.randn(*shape)
    x = x.astype("f4")
    if kind % 5 == 0:
        x.flat[random.randint(x.size, size=2)] = np.nan
    if kind % 7 == 0:
        x.flat[random.randint(x.size, size=2)] = random.choice([np.inf, -np.inf])
    return [x, x.T, np.repeat(x, 2, -1)[..., ::2], x[..., ::-1], x[::-1]][kind % 3 + kind % 2]


for n in range(1, 71):
    rows = 300 // n + 1
    for shape in ((rows, n), (n, rows)) if n % 3 else ((2, n, rows), (rows, 2, n)):
        x = drawn(shape, random.randint(1000))
        for axis in range(-1, x.ndim):
            for keepdims in (False, True):
                for name, values, find in (("largest", np.max, np.argmax), ("smallest", np.min, np.argmin)):
                    got, place = getattr(_kernels, name)(x, axis, keepdims)
                    want, at = values(x, axis, keepdims=keepdims), find(x, axis, keepdims=keepdims)
                    assert got.dtype == np.float32 and np.array_equal(got, want, equal_nan=True), (name, shape, axis)
                    assert place.dtype == np.int64 and np.array_equal(place, at), (name, shape, axis)
        for name in ("argmax", "argmin"):
            x = np.ascontiguousarray(x)
            assert getattr(_kernels, name)(x) == getattr(np, name)(x)
            assert np.array_equal(getattr(_kernels, name)(x, None, keepdims=True), getattr(np, name)(x, keepdims=True))
        x = (random.randn(*shape) * random.choice([1, 100]) + random.choice([0, 1000])).astype("f4")
        for axes in ((0,), (x.ndim - 1,), (x.ndim - 2, x.ndim - 1), tuple(range(x.ndim))):
            mean, squares = _kernels.deviations(x, axes)
            wide = x.astype("f8")
            middle = wide.mean(axes, keepdims=True)
            exact = ((wide - middle) ** 2).sum(axes, keepdims=True)
            assert mean.shape == squares.shape == middle.shape and mean.dtype == squares.dtype == np.float32
            assert (abs(mean - middle) <= 2e-6 * abs(wide).max()).all() and np.allclose(squares, exact, 2e-6, 1e-30)
assert not numpys, set(numpys)
for x, axes in ((np.ones((40, 40)), (0,)), (np.ones((9, 9, 9), "f4"), (0, 2)), (np.ones(9, "f4"), (0,)),
                (np.full((40, 40), np.inf, "f4"), (1,))):
    before = len(numpys)
    with np.errstate(invalid="ignore"):
        _kernels.deviations(x, axes)
    assert len(numpys) == before + 1
zeros = torch.zeros(40, 20)
zeros[0], zeros[:, 3] = -0.0, -0.0
values = zeros.max(0).values  # those of the first places
assert torch.signbit(values).all() and torch.signbit(zeros.min(1).values).tolist() == torch.signbit(zeros[:, 0]).tolist()
grown = [np.ones(3_000_000) for _ in range(8)]  # memory grows between calls
x = random.randn(50, 70).astype("f4")
assert np.array_equal(_kernels.largest(x, 0, False)[1], x.argmax(0))
turned = torch.from_numpy(x).reshape(5, 10, 70).permute(2, 1, 0)
for axis in range(3):  # dense places, whatever the strides
    for keepdim in (False, True):
        assert turned.argmax(axis, keepdim).is_contiguous() and turned.argmin(axis, keepdim).is_contiguous()
print("as numpy")
"""


def test_places_and_distances_are_those_of_numpy(runs):
    runs(PROGRAM)
