"""The compiled kernels in the tab: they are in use, and compute what numpy computes, whatever the shapes and strides."""

import pytest

PROGRAM = """
import numpy as np
from borch import _kernels

random = np.random.RandomState({seed})
assert _kernels.compiled
largest = 0.0


def matrix(*shape, dtype):
    kind = random.randint(5)
    if kind == 0:
        return random.randn(*shape[:-2], shape[-1], shape[-2]).astype(dtype).swapaxes(-1, -2)
    if kind == 1:
        return random.randn(*shape[:-1], 2 * shape[-1] + 1).astype(dtype)[..., 1::2]
    if kind == 2:
        return random.randn(*shape[:-2], 3 * shape[-2], shape[-1]).astype(dtype)[..., ::3, :][..., ::-1, :]
    if kind == 3:
        return np.broadcast_to(random.randn(*shape[:-2], 1, shape[-1]).astype(dtype), shape)
    return random.randn(*shape).astype(dtype)


for trial in range({trials}):
    m, n, k = random.randint(0, 71, 3)
    if trial % 10 == 0:
        k = random.randint(250, 530)  # more than one block
    dtype = (np.float32, np.float64)[trial % 2]
    lead = [((), ()), ((3,), (3,)), ((2, 1), (3,)), ((), (2,)), ((2, 3), (1, 3))][random.randint(5)]
    x, y = matrix(*lead[0], m, k, dtype=dtype), matrix(*lead[1], k, n, dtype=dtype)
    got, want = _kernels.matmul(x, y), np.matmul(x, y)
    assert got.shape == want.shape and got.dtype == want.dtype, (x.shape, y.shape)
    if got.size and k:
        bound = np.matmul(abs(x), abs(y)) * k * np.finfo(dtype).eps + 1e-30
        largest = max(largest, float((abs(got - want) / bound).max()))
assert largest <= 1, largest

grown = [np.ones(3_000_000) for _ in range(8)]  # memory grows between calls
x = random.randn(64, 64).astype("f4")
assert np.allclose(_kernels.matmul(x, x), x @ x, atol=1e-4)
odd = np.array([[np.nan, np.inf], [1.0, -np.inf]] * 64, "f4")
got, want = _kernels.matmul(odd, np.ones((2, 64), "f4")), odd @ np.ones((2, 64), "f4")
assert np.array_equal(got, want, equal_nan=True)
whole = np.arange(64 * 64).reshape(64, 64)
assert (_kernels.matmul(whole, whole) == whole @ whole).all()  # integers are numpy's
print("as numpy")
"""


ELEMENTS = """
import numpy as np
from borch import _kernels
from borch._kernels import numpy as meaning

random = np.random.RandomState(0)
odd = np.resize(np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-40, -1e-40, 100, -110, 1e30, -1e30], "f4"), 300)
for name, ufunc in (("exp", np.exp), ("tanh", np.tanh)):
    got, want = getattr(_kernels, name)(odd), ufunc(odd)
    signs = np.isnan(want) | (np.signbit(got) == np.signbit(want))
    assert np.array_equal(got, want, equal_nan=True) and signs.all(), (name, got[:11], want[:11])
assert np.array_equal(_kernels.exp(odd[::2]), np.exp(odd[::2]), equal_nan=True)  # strided: numpy's

for n in (*range(1, 71), 300, 1000):
    rows = max(1, 2000 // n)
    x, g = (random.randn(2, rows, n).astype("f4") * 3 for _ in range(2))
    w, b = random.randn(n).astype("f4"), random.randn(n).astype("f4")
    out = _kernels.softmax(x, -1)
    assert np.abs(out - meaning.softmax(x, -1)).max() < 1e-6, n
    assert np.abs(_kernels.softmax_gradient(g, out, 2) - meaning.softmax_gradient(g, out, 2)).max() < 1e-5, n
    for weight, bias in ((w, b), (None, None), (w, None)):
        got, want = (kernels.layer_norm(x, (2,), weight, bias, 1e-5) for kernels in (_kernels, meaning))
        assert all(a.shape == c.shape and np.allclose(a, c, rtol=1e-4, atol=1e-5) for a, c in zip(got, want)), n
        _, mean, rstd = want
        for needed in ((True, True, True), (False, True, False), (True, False, True)):
            got, want = (
                kernels.layer_norm_gradient(g, x, (2,), weight, mean, rstd, needed) for kernels in (_kernels, meaning)
            )
            for a, c in zip(got, want):
                assert (a is None) == (c is None) and (a is None or np.allclose(a, c, rtol=1e-3, atol=1e-3)), n
assert np.isnan(_kernels.softmax(np.full((8, 64), np.nan, "f4"), -1)).all()
assert np.isnan(_kernels.softmax(np.full((8, 64), -np.inf, "f4"), -1)).all()
print("as numpy")
"""


@pytest.mark.parametrize("seed", [0, 1])
def test_products_are_those_of_numpy(runs, seed):
    runs(PROGRAM.format(seed=seed, trials=300))


def test_functions_and_rows_are_those_of_numpy(runs):
    runs(ELEMENTS)
