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


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open()


@pytest.mark.parametrize("seed", [0, 1])
def test_products_are_those_of_numpy(tab, seed):
    cell = tab.cell("numpy")
    cell.write(PROGRAM.format(seed=seed, trials=300))
    cell.finish()
    assert cell.state == "done", cell.trace
    assert cell.printed() == "as numpy\n"
