"""The loops inside numpy's own ufuncs in the tab: the bits of numpy's, whatever the sizes, strides, overlaps and odd values."""

PROGRAM = """
import numpy as np
from borch import _kernels
from borch._kernels.wasm import ufuncs

assert _kernels.compiled
random = np.random.RandomState(0)
np.seterr(all="ignore")
BINARY = [np.add, np.subtract, np.multiply, np.divide, np.maximum, np.minimum]
COMPARE = [np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal]
UNARY = [np.absolute, np.negative, np.reciprocal, np.sign, np.sqrt, np.square]
assert {each.ufunc for each in ufuncs.within} == {*BINARY, *COMPARE, *UNARY}
ODD = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-40, -1e-40, 1e-45, 3e38, 1.17e-38, 5e-324, 1, -1])


def drawn(n, dtype):
    x = random.randn(3 * n + 8).astype(dtype)
    where = random.randint(0, x.size, x.size // 5)
    x[where] = random.choice(ODD, where.size).astype(dtype)
    at = random.randint(5)
    dense = x[at : at + n]
    return [dense, dense, x[at : at + 2 * n : 2], x[n : 0 : -1], np.broadcast_to(x[:1], n), x[: 3 * n].reshape(n, 3)[:, 1],
            x[0]][random.randint(7)]


def alone(ufunc, *arrays, **options):
    return lambda: ufunc(*arrays, **options)


def into(ufunc, z, *parts):
    "A call whose arrays are parts of one: the last part is where the results go."
    def call():
        held = z.copy()
        *given, out = [held[part] for part in parts]
        ufunc(*given, out=out)
        return held
    return call


def at_places(ufunc, z, places, values):
    def call():
        held = z.copy()
        ufunc.at(held, places, values)
        return held
    return call


calls, grown = [], []
for n in [*range(71), 127, 128, 129, 1000]:
    grown.append(np.ones(40_000))  # memory grows between calls
    for dtype in ("f4", "f8"):
        part = lambda: slice(begin := random.randint(n + 2), begin + n)
        for ufunc in BINARY + COMPARE:
            calls.append(alone(ufunc, drawn(n, dtype), drawn(n, dtype)))
            number = float(random.choice(ODD))
            calls += [alone(ufunc, drawn(n, dtype), number), alone(ufunc, number, drawn(n, dtype))]
            table, column = random.randn(n, 20).astype(dtype), random.randn(n, 1).astype(dtype)
            calls += [alone(ufunc, table, column), alone(ufunc, table[0] if n else table, table), alone(ufunc, table.T, table.T)]
            x = random.randn(n).astype(dtype)
            calls.append(alone(ufunc, x.astype("f4"), x.astype("f8")[::-1]))
            calls.append(alone(ufunc, x, x[::-1], where=x > 0, out=np.zeros(n, bool if ufunc in COMPARE else dtype)))
        for ufunc in BINARY:
            z = random.randn(2 * n + 3).astype(dtype)
            one = random.randint(n + 2)
            calls += [into(ufunc, z, part(), part(), part()), into(ufunc, z, slice(one, one + 1), part(), part())]
            if n:
                x, wide = random.randn(n).astype(dtype), random.randn(n, 9).astype(dtype)
                calls += [alone(ufunc.reduce, x), alone(ufunc.reduce, wide, 0), alone(ufunc.reduce, wide, 1)]
                calls += [alone(ufunc.accumulate, x), alone(ufunc.accumulate, wide, 0), alone(ufunc.outer, x, x[:20])]
                calls.append(at_places(ufunc, x, random.randint(0, n, n + 5), random.randn(n + 5).astype(dtype)))
        for ufunc in UNARY:
            calls += [alone(ufunc, drawn(n, dtype)), into(ufunc, random.randn(2 * n + 3).astype(dtype), part(), part())]


def bits(x):
    if x.dtype == bool:
        return x
    return np.where(np.isnan(x), 0, np.atleast_1d(x).view("u%d" % x.itemsize).reshape(x.shape))


got = [call() for call in calls]
_kernels.stop()
assert not any(each.before is not None for each in ufuncs.within)
x = np.arange(100.0)
assert (_kernels.add(x, x) == 2 * x).all() and (_kernels.maximum(x, 50.0) == np.maximum(x, 50)).all()  # numpy's loops
want = [call() for call in calls]
assert _kernels.start()
for a, b, call in zip(got, want, calls):
    assert a.dtype == b.dtype and a.shape == b.shape and np.array_equal(np.isnan(a), np.isnan(b)), call.__closure__
    assert np.array_equal(bits(np.asarray(a)), bits(np.asarray(b))), [cell.cell_contents for cell in call.__closure__]
raised = []
for whole in ((np.arange(50), 3), (np.arange(50).astype("f2"), np.float16(2)), (np.arange(50) + 1j, 2j)):
    raised += [np.array_equal(u(*whole), np.array([u(v, whole[1]) for v in whole[0]])) for u in BINARY]
assert all(raised)  # other dtypes
print(len(calls) > 10_000)
"""


def test_arithmetic_has_the_bits_of_numpy(runs):
    runs(PROGRAM, "True")
