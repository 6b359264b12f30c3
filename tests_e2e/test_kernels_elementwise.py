"""Functions of each number and reductions in the tab: numpy's for odd values, layouts and dtypes."""

import pytest

VALUES = """
import numpy as np
from borch import _kernels
from borch._kernels import numpy as meaning
from borch.ops.erf import erf_of

assert _kernels.compiled
odd = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-40, -1e-40, 100, -110, 1e30, -1e30, 1.0, 3e38, -3e38, 1e-45, 1.2e-38]
odd = np.array(odd, "f4")
one_by_one = [erf_of]
for name in ("exp", "expm1", "tanh", "log", "sin", "cos", "sigmoid", "silu", "erf", "gelu", "gelu_tanh"):
    more = one_by_one if name in ("erf", "gelu") else [np.expm1] if name == "expm1" else ()
    for count in (16, 17, 64, 300):
        part = np.resize(odd, count)
        got, want = getattr(_kernels, name)(part, *more), getattr(meaning, name)(part, *more)
        close = np.isclose(got, want, rtol=1e-6, atol=1e-44, equal_nan=True)
        signs = np.isnan(want) | (np.signbit(got) == np.signbit(want))
        assert got.dtype == want.dtype and close.all() and signs.all(), (name, got[:16], want[:16])
for name in ("gelu", "gelu_tanh", "silu"):
    more = one_by_one if name == "gelu" else ()
    part = np.resize(odd[[0, 3, 4, 5, 6, 11]], 300)
    got, want = (getattr(kernels, name + "_gradient")(part[::-1], part, *more) for kernels in (_kernels, meaning))
    assert np.allclose(got, want, rtol=1e-5, atol=1e-7, equal_nan=True), name
for name in ("tanh", "sigmoid", "expm1", "erf", "sin", "cos"):
    for dtype in ("f4", "f8"):
        for count in (*range(20), 64, 300):
            g, part = np.resize(odd[::-1], (7, count)).astype(dtype), np.resize(odd, (7, count)).astype(dtype)
            got, want = (getattr(kernels, name + "_gradient")(g, part) for kernels in (_kernels, meaning))
            signs = np.isnan(want) | (np.signbit(got) == np.signbit(want))
            assert got.dtype == want.dtype and signs.all(), (name, got, want)
            assert np.isclose(got, want, rtol=1e-6, atol=1e-44, equal_nan=True).all(), (name, got, want)
print("as numpy")
"""


DOUBLES = """
import numpy as np
from borch import _kernels
from borch._kernels import numpy as meaning
from borch.ops.erf import erf_of

random = np.random.RandomState(0)
assert _kernels.compiled
np.seterr(all="ignore")
MORE = {"erf": [erf_of], "gelu": [erf_of], "expm1": [np.expm1]}
ODD = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 5e-324, -5e-324, 709.5, 709.9, -745.0, -746, 1e308, -1e308, 1e-310, 1.0,
                1e7, -1e7, -708.5, 36.7, -36.7])
grown = []
for n in (*range(71), 300):
    grown.append(np.ones(40_000))  # memory grows between calls
    for name in ("exp", "expm1", "tanh", "log", "sin", "cos", "sigmoid", "silu", "erf", "gelu"):
        more = MORE.get(name, [])
        wide = np.abs(random.randn(n, 3)) + 0.1
        for part in (np.resize(ODD, n), np.resize(ODD, 2 * n)[::2], np.resize(ODD, n)[::-1], wide.T, wide[:, 1],
                     np.broadcast_to(wide[:1, 1], n) if n else wide):
            got, want = getattr(_kernels, name)(part, *more), getattr(meaning, name)(part, *more)
            assert got.shape == want.shape and got.dtype == want.dtype
            assert np.isclose(got, want, rtol=4e-15, atol=5e-324, equal_nan=True).all(), (name, part, got, want)
            assert (np.isnan(want) | (np.signbit(got) == np.signbit(want))).all(), (name, part, got, want)
held = random.randn(200)
for at in (0, 1, 7):
    z = held.copy()
    _kernels.exp(z[at : at + 90], out=z[3:93])
    assert np.array_equal(z[3:93], _kernels.exp(held[at : at + 90]))
print("as numpy")
"""


LAYOUTS = """
import numpy as np
from borch import _kernels
from borch._kernels import numpy as meaning
from borch.ops.erf import erf_of

random = np.random.RandomState(1)
UNARY = [("exp", ()), ("log", ()), ("sin", ()), ("cos", ()), ("expm1", (np.expm1,)), ("leaky_relu", (0.1,)),
         ("leaky_relu", (-2.5,)), ("elu", (2.0, 1.5, 0.5, lambda x, a, b, c: np.where(x < 0, a * b * np.expm1(c * x), b * x))),
          ("tanh", ()), ("sigmoid", ()), ("silu", ()), ("erf", (erf_of,)),
         ("gelu", (erf_of,)), ("gelu_tanh", ())]
BINARY = ["maximum", "minimum", "add", "relu_gradient"]
GRADIENTS = {"tanh": (), "sigmoid": (), "expm1": (), "erf": (), "sin": (), "cos": (), "silu": (), "gelu": (erf_of,),
             "gelu_tanh": ()}


def drawn(n):
    x = (random.randn(3 * n + 1) * 5).astype("f4")
    return [x[:n], x[1 : n + 1], x[: 2 * n : 2], x[n : 0 : -1], np.broadcast_to(x[:1], n), x[: n * 3].reshape(n, 3)[:, 1],
            x[: n * 3].reshape(3, n)[::2], x[: n * 3].reshape(3, n).T][random.randint(8)]


def same(got, want, what):
    assert got.shape == want.shape and got.dtype == want.dtype, what
    assert np.allclose(got, want, rtol=2e-5, atol=1e-6, equal_nan=True), (what, got, want)


grown = []
for n in [*range(71)] * 2:
    grown.append(np.ones(30_000))  # memory grows between calls
    for name, more in UNARY:
        x = abs(drawn(n)) if name == "log" else drawn(n)
        same(getattr(_kernels, name)(x, *more), getattr(meaning, name)(x, *more), (name, n, x.strides))
    for name in BINARY:
        x, y = drawn(n), drawn(n)
        x, y = (x, y) if x.shape == y.shape else (x, x[..., ::-1])
        got, want = getattr(_kernels, name)(x, y), getattr(meaning, name)(x, y)
        assert np.array_equal(got, want) and np.array_equal(np.signbit(got), np.signbit(want)), (name, n)
    for name, more in GRADIENTS.items():
        g, x = drawn(n), drawn(n)
        g, x = (g, x) if g.shape == x.shape else (x, x[..., ::-1])
        for dtype in ("f4", "f8"):
            a, b = (v.astype(dtype)[..., ::-1] if dtype == "f8" else v for v in (g, x))
            same(getattr(_kernels, name + "_gradient")(a, b, *more), getattr(meaning, name + "_gradient")(a, b, *more), name)
    g, x = drawn(n), drawn(n)
    g, x = (g, x) if g.shape == x.shape else (x, x[..., ::-1])
    same(_kernels.leaky_relu_gradient(g, x, 0.3), meaning.leaky_relu_gradient(g, x, 0.3), "leaky_relu_gradient")
    for mask in (x > 0, np.repeat(x > 1, 2, -1)[..., ::2], np.broadcast_to(np.append(x, 1)[:1] > 0, x.shape)):
        mask = np.broadcast_to(mask, (300, *x.shape))  # as many as are worth a call
        for a, b in ((g, x), (g, np.float32(2)), (g, 0.0), (0.5, x), (x[..., ::-1], g)):
            got, want = _kernels.where(mask, a, b), np.where(mask, a, b)
            assert got.dtype == want.dtype == np.float32 and np.array_equal(got, want), ("where", n)
    for name in ("maximum", "minimum", "add"):
        compiled, numpy = getattr(_kernels, name), getattr(meaning, name)
        for scalar in (0, 0.5, np.float32(-1)):
            same(compiled(x, scalar), numpy(x, scalar), name)
            same(compiled(scalar, x), numpy(scalar, x), name)
        out = np.full((n, 2), 7, "f4")
        compiled(drawn(n).reshape(-1)[:n], 1, out=out[:, 1])
        assert (out[:, 0] == 7).all()
        x = drawn(n)
        for axis in range(x.ndim):
            for keepdims in (False, True):
                if n or name == "add":
                    same(compiled.reduce(x, axis, keepdims=keepdims), numpy.reduce(x, axis, keepdims=keepdims), name)
        if n:
            assert compiled.reduce(x, None) == numpy.reduce(x, None) or name == "add"
for name in ("maximum", "minimum", "add"):  # running results, and a result that lies one further than an argument
    for n, dtype in [(n, dtype) for n in (*range(1, 40), 300) for dtype in ("f4", "f8")]:
        x, f = random.randn(n).astype(dtype), getattr(np, name)
        near = dict(rtol=1e-5, atol=1e-5) if name == "add" else dict(rtol=0, atol=0)
        assert np.allclose(getattr(_kernels, name).accumulate(x), f.accumulate(x), **near), (name, n, dtype)
        y = x.copy()
        getattr(_kernels, name)(y[:-1], y[1:], out=y[1:])
        assert np.allclose(y[1:], f(x[:-1], x[1:]), **near), (name, n, dtype)
for bad in ("maximum", "minimum"):
    for reduce in (getattr(_kernels, bad).reduce, getattr(np, bad).reduce):
        try:
            reduce(np.zeros(0, "f4"))
        except ValueError as error:
            assert "no identity" in str(error)
        else:
            raise AssertionError(bad)

# NaN, ties of zeros, and the order of a reduction
for n, dtype in [(n, dtype) for n in range(1, 70) for dtype in ("f4", "f8")]:
    step = random.choice([1, 1, -1, 2])
    x, y = (random.choice(np.array([0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan], dtype), 2 * n)[::step][:n] for _ in "xy")
    for name in ("maximum", "minimum", "relu_gradient"):
        # numpy takes the first of two zeros here, the kernels take the second
        got = getattr(_kernels, name)(x, y)
        want = meaning.relu_gradient(x, y) if name == "relu_gradient" else getattr(meaning, name)(y, x)
        signs = np.isnan(want) | (np.signbit(got) == np.signbit(want))
        assert np.array_equal(got, want, equal_nan=True) and signs.all(), (name, x, y, got, want)
        if name != "relu_gradient":
            assert np.array_equal(getattr(_kernels, name).reduce(x), getattr(meaning, name).reduce(x), equal_nan=True)
    assert np.array_equal(_kernels.add.reduce(x), np.add.reduce(x), equal_nan=True)
zeros = np.full((40, 20), -0.0, "f4")
for axis in (0, 1, None):
    got, want = _kernels.add.reduce(zeros, axis), np.add.reduce(zeros, axis)
    assert np.array_equal(np.signbit(got), np.signbit(want))

# signs of zeros that torch keeps
import borch as torch

for n in (1, 5, 16, 33):
    for x in (torch.zeros(n), -torch.zeros(n), torch.zeros(n).double(), -torch.zeros(n).double()):
        for out in (torch.relu(x), x.clamp(min=0.0), x.clamp(min=-0.0), x.clamp(max=0.0), x.clamp(0.0, 1.0)):
            assert torch.equal(torch.signbit(out), torch.signbit(x)), (n, out)
zero = torch.zeros(3)
assert torch.signbit(torch.maximum(-zero, zero)).all() and not torch.signbit(torch.minimum(zero, -zero)).any()

# sums are at least as close as numpy's
ours = numpys = 0.0
for n in (100, 1000, 10_000, 100_000, 1_000_000):
    for _ in range(5):
        x = random.rand(n).astype("f4")
        exact = x.astype("f8").sum()
        ours = max(ours, abs(_kernels.add.reduce(x) - exact) / exact)
        numpys = max(numpys, abs(np.add.reduce(x) - exact) / exact)
assert ours <= max(numpys, 6e-8), (ours, numpys)

# other dtypes are numpy's
for dtype in ("f8", "f2", "i4", "c8", "?"):
    x = (random.randn(50) * 3).astype(dtype)
    for name in ("maximum", "minimum", "add"):
        assert np.array_equal(getattr(_kernels, name)(x, x[::-1]), getattr(np, name)(x, x[::-1])), (name, dtype)
    assert dtype in ("f8", "i4") or np.array_equal(_kernels.exp(x), np.exp(x)), dtype
    assert _kernels.exp(x).dtype == np.exp(x).dtype, dtype
assert _kernels.add.reduce(np.ones(300, np.int8)) == 300
print("as numpy")
"""


@pytest.mark.parametrize("program", [VALUES, DOUBLES, LAYOUTS], ids=["values", "doubles", "layouts"])
def test_functions_of_each_number(runs, program):
    runs(program)
