"""The compiled kernels of rows and losses in the tab compute what numpy/ says."""

ROWS = """
import numpy as np
from borch import _kernels
from borch._kernels import numpy as meaning
from borch._kernels.wasm import loss, rows
from borch._kernels.wasm.module import call

random = np.random.RandomState(0)
assert _kernels.compiled
numpys = []
for family in (loss, rows):
    for name in family.meaning.__all__:
        def spy(*args, numpys=numpys, name=name, fn=getattr(family.meaning, name)):
            numpys.append(name)
            return fn(*args)
        setattr(family.meaning, name, spy)


def wide(x):
    return None if x is None else x.astype("f8")


for shape, axis in (((4, 6), 0), ((7, 3), 0), ((9, 1, 2), 0), ((4, 5, 6), 1)):  # a gradient lies as the output does
    x, one = random.randn(*shape).astype("f4"), np.broadcast_to(np.float32(1), shape)
    for g in (one, random.randn(*shape[::-1]).astype("f4").transpose()):
        assert _kernels.softmax_gradient(g, meaning.softmax(x, axis), axis).flags.c_contiguous, shape
        assert _kernels.log_softmax_gradient(g, meaning.log_softmax(x, axis), axis).flags.c_contiguous, shape


for n in (*range(1, 18), *range(18, 71, 4), 300):
    count = max(1, 3000 // n)
    for shape, axis in (((count, n), -1), ((2, n, count), 1), ((n, count), 0)):
        x, g = (random.randn(*shape) * 5).astype("f4"), random.randn(*shape).astype("f4")
        if shape[-1] != n:
            x = np.moveaxis(np.ascontiguousarray(np.moveaxis(x, axis, -1)), -1, axis)
        before = len(numpys)
        out, exact = _kernels.log_softmax(x, axis), meaning.log_softmax(wide(x), axis)
        bound = 4 * np.spacing(np.abs(exact).max(axis, keepdims=True).astype("f4"))
        assert out.dtype == np.float32 and (np.abs(out - exact) <= bound).all(), (n, np.abs(out - exact).max())
        assert n == 1 or out.strides == meaning.log_softmax(x, axis).strides
        got = _kernels.log_softmax_gradient(g, out, axis)
        assert got.shape == shape
        size = np.abs(g).sum(axis, keepdims=True)
        assert (np.abs(got - meaning.log_softmax_gradient(wide(g), wide(out), axis)) <= 1e-6 * size).all(), n
        out, exact = _kernels.softmax(x, axis), meaning.softmax(wide(x), axis)
        assert out.dtype == np.float32 and (np.abs(out - exact) <= 1e-6).all(), n
        assert n == 1 or out.strides == x.strides
        got = _kernels.softmax_gradient(g, out, axis)
        assert (np.abs(got - meaning.softmax_gradient(wide(g), wide(out), axis)) <= 1e-6 * size).all(), n
        assert len(numpys) == before, (before, numpys[-5:])
    x, g = (random.randn(2, count, n).astype("f4") * 3 for _ in range(2))
    for weight in (random.randn(n).astype("f4"), None):
        got, want = _kernels.rms_norm(x, (2,), weight, 1e-5), meaning.rms_norm(wide(x), (2,), wide(weight), 1e-5)
        assert all(a.shape == c.shape and np.allclose(a, c, rtol=2e-6, atol=1e-7) for a, c in zip(got, want)), n
        rrms = got[1]
        for needed in ((True, True), (False, True), (True, False)):
            got = _kernels.rms_norm_gradient(g, x, (2,), weight, rrms, needed)
            want = meaning.rms_norm_gradient(wide(g), wide(x), (2,), wide(weight), wide(rrms), needed)
            for a, c in zip(got, want):
                assert (a is None) == (c is None) and (a is None or np.allclose(a, c, rtol=1e-4, atol=1e-4)), n
    scores = random.randn(count, n).astype("f4")
    pixels = np.moveaxis(random.randn(3, count, n).astype("f4"), -1, 1)
    for s in (scores, pixels, np.ascontiguousarray(pixels)):
        target = random.randint(0, n, (s.shape[0], *s.shape[2:])).astype("i8")
        for ignore in (-100, int(target.flat[0])):
            for reduction in ("mean", "sum", "none"):
                got = _kernels.nll(s, target, None, ignore, reduction)
                want = meaning.nll(wide(s), target, None, ignore, reduction)
                assert np.allclose(got, want, rtol=1e-6, atol=1e-6, equal_nan=True), (n, reduction)
                g = np.array(random.randn(), "f4") if reduction != "none" else random.randn(*target.shape).astype("f4")
                got = _kernels.nll_gradient(g, target, None, s.shape, ignore, reduction)
                want = meaning.nll_gradient(g, target, None, s.shape, ignore, reduction)
                assert got.dtype == np.float32 and np.array_equal(got, want, equal_nan=True), (n, reduction)
        bad = target.copy()
        for place in (n, -1, 2**40):
            bad.flat[-1] = place
            for get in (lambda: _kernels.nll(s, bad, None, -100, "sum"),
                        lambda: _kernels.nll_gradient(np.float32(1), bad, None, s.shape, -100, "sum")):
                try:
                    get()
                    raise AssertionError("a target that is no class was taken")
                except IndexError as error:
                    assert str(error) == f"Target {place} is out of bounds."

odd = np.zeros((40, 9), "f4")
odd[0, 3], odd[1, 1], odd[2, 2], odd[3], odd[4], odd[5] = np.nan, np.inf, -np.inf, -np.inf, 3e38, 1e-42
assert np.allclose(_kernels.log_softmax(odd, 1), meaning.log_softmax(odd, 1), rtol=1e-6, equal_nan=True)
for get in (lambda k: k.log_softmax(odd.astype("f8"), 1), lambda k: k.log_softmax(odd[:3, :5], 1)):
    before = len(numpys)
    assert np.array_equal(get(_kernels), get(meaning), equal_nan=True) and len(numpys) == before + 1
print("as numpy")
"""


def test_logarithms_of_softmax_rms_norm_and_likelihoods_are_those_of_numpy(runs):
    runs(ROWS)
