"""Products in the tab: linear is a product and an added row to the bit, and `out=` and the ways back to numpy work."""

PROGRAM = """
import numpy as np
from borch import _kernels
from borch._kernels import numpy as meaning

random = np.random.RandomState(0)
assert _kernels.compiled and _kernels.matmul is not np.matmul


def drawn(*shape, dtype):
    kind = random.randint(3)
    if kind == 0:
        return random.randn(*shape[:-2], *shape[:-3:-1]).astype(dtype).swapaxes(-1, -2)
    if kind == 1:
        return random.randn(*shape[:-1], 2 * shape[-1] + 1).astype(dtype)[..., 1::2]
    return random.randn(*shape).astype(dtype)


for trial in range(400):
    m, n, k = random.randint(0, 71, 3) if trial % 8 else random.choice([1, 3, 64, 65, 130, 260, 300], 3)
    dtype = (np.float32, np.float64)[trial % 2]
    x, y, bias = drawn(m, k, dtype=dtype), drawn(k, n, dtype=dtype), random.randn(n).astype(dtype)
    got, product = _kernels.linear(x, y, bias), _kernels.matmul(x, y)
    assert np.array_equal(got, product + bias), (m, n, k)
    want = np.matmul(x.astype("f8"), y.astype("f8"))
    bound = np.matmul(abs(x).astype("f8"), abs(y).astype("f8")) * (k + 1) * np.finfo(dtype).eps
    assert (abs(product - want) <= bound).all(), (m, n, k)
    if m and n:  # a number of a product does not depend on what is computed beside it
        i, j = random.randint(m), random.randint(n)
        assert np.array_equal(_kernels.matmul(x[i : i + 1], y)[0], product[i]), (m, n, k)
        assert np.array_equal(_kernels.matmul(x, y[:, j : j + 1])[:, 0], product[:, j]), (m, n, k)
        out = np.full((n, 2 * m), 7, dtype)
        _kernels.matmul(x, y, out=out.T[::2])
        assert np.array_equal(out.T[::2], product) and (out.T[1::2] == 7).all()
    for lead in ((m,), (2, m)):  # a linear map and its gradients: the bits of the products by themselves
        rows, weight, g = drawn(*lead, k, dtype=dtype), drawn(n, k, dtype=dtype), drawn(*lead, n, dtype=dtype)
        got = _kernels.linear_rows(rows, weight, bias)
        assert np.array_equal(got, _kernels.matmul(rows, weight.T) + bias) and got.dtype == dtype, (lead, n, k)
        needed = random.randint(0, 2, 3).tolist()
        wanted = meaning.linear_rows_gradient(g, rows, weight, needed, _kernels.matmul)
        for one, other in zip(_kernels.linear_rows_gradient(g, rows, weight, needed, _kernels.matmul), wanted):
            same = one is other or (one.dtype == dtype and one.shape == other.shape)
            close = one is None or (one.ndim == 1 and np.allclose(one, other, 1e-4, 1e-4))  # numpy's order depends on strides
            assert same and (close or np.array_equal(one, other)), (lead, n, k, needed)
    stack = np.broadcast_to(x, (3, 2, m, k))
    assert np.array_equal(_kernels.matmul(stack, y), np.broadcast_to(product, (3, 2, m, n)))

whole = random.randint(-9, 9, (40, 40))
for x in (whole, whole.astype("c8"), whole.astype(object), whole.astype("f2")):
    assert np.array_equal(_kernels.matmul(x, x), np.matmul(x, x)), x.dtype
x, y = random.randn(40).astype("f4"), random.randn(40, 40).astype("f4")
assert np.allclose(_kernels.matmul(x, y), x @ y, atol=1e-4) and np.allclose(_kernels.matmul(y, x), y @ x, atol=1e-4)
for bad in ((y, y[1:]), (y, np.float32(1))):
    for multiply in (_kernels.matmul, np.matmul):
        try:
            multiply(*bad)
        except ValueError as error:
            said = str(error)
        else:
            raise AssertionError(bad)
mixed = _kernels.linear(y, y.T, x.astype("f8"))
assert mixed.dtype == np.float32 and np.array_equal(mixed, meaning.linear(y, y.T, x.astype("f8")))

matmul, exp = _kernels.matmul, _kernels.exp  # as somebody holds them
before, curve = matmul(y, y), exp(y)
_kernels.stop()
assert not _kernels.compiled
assert np.array_equal(matmul(y, y), y @ y) and np.array_equal(exp(y), np.exp(y))
assert np.array_equal(_kernels.linear(y, y, x), y @ y + x)
assert _kernels.start()
assert matmul is _kernels.matmul and np.array_equal(matmul(y, y), before) and np.array_equal(exp(y), curve)
print("as numpy")
"""


def test_products_are_those_of_numpy_and_the_same_in_all_company(runs):
    runs(PROGRAM)
