"""The compiled kernels of images in the tab compute what numpy/ says, whatever the shapes, strides and settings."""

import pytest

CONV = """
import numpy as np
from borch import _kernels
from borch._kernels import numpy as meaning
from borch._kernels.wasm import conv

random = np.random.RandomState({seed})
assert _kernels.compiled
numpys = []
for name in ("convolve", "spread", "correlate"):
    def spy(*args, numpys=numpys, name=name, fn=getattr(meaning.conv, name)):
        numpys.append(name)
        return fn(*args)
    setattr(conv.meaning, name, spy)


def wide(x):
    return None if x is None else x.astype("f8")


def size(x):
    return None if x is None else abs(x.astype("f8"))


def near(got, want, magnitude, terms):
    assert got.shape == want.shape and got.dtype == np.float32, (got.shape, want.shape)
    assert (abs(got - want) <= (terms + 8) / 2 * np.finfo("f4").eps * magnitude + 1e-30).all()


def check(x, w, b, stride, padding, dilation, groups):
    settings = (stride, padding, dilation, groups, np.matmul)
    got = _kernels.convolve(x, w, b, *settings)
    near(got, meaning.convolve(wide(x), wide(w), wide(b), *settings),
         meaning.convolve(size(x), size(w), size(b), *settings), w[0].size)
    g = random.randn(*got.shape).astype("f4")
    c = random.randn(x.shape[1]).astype("f4") if b is None else None
    got = _kernels.spread(g, w, c, x.shape[2:], *settings)
    near(got, meaning.spread(wide(g), wide(w), wide(c), x.shape[2:], *settings),
         meaning.spread(size(g), size(w), size(c), x.shape[2:], *settings), w[:, 0].size // groups)
    got = _kernels.correlate(g, x, w.shape[2:], *settings)
    near(got, meaning.correlate(wide(g), wide(x), w.shape[2:], *settings),
         meaning.correlate(size(g), size(x), w.shape[2:], *settings), g[:, 0].size)
    near(_kernels.channel_sum(g), meaning.channel_sum(wide(g)), meaning.channel_sum(size(g)), g[:, 0].size)


for trial in range({trials}):
    axes, groups = int(random.randint(1, 3)), int(random.choice([1, 1, 2, 3]))
    n, c, o = random.randint(1, 8), random.randint(1, 6) * groups, random.randint(1, 10) * groups
    stride, dilation, kernel = (tuple(map(int, random.randint(1, top, axes))) for top in (4, 3, 5))
    padding = tuple(map(int, random.randint(0, 4, axes)))
    space = tuple(
        max(d * (k - 1) + 1 - 2 * p, 1) + int(random.randint(0, 71 if axes == 1 else 20))
        for k, d, p in zip(kernel, dilation, padding)
    )
    x = random.randn(n, c, *space).astype("f4")
    if trial % 5 == 0:
        x = np.moveaxis(np.ascontiguousarray(np.moveaxis(x, 1, -1)), -1, 1)
    if trial % 5 == 1:
        x = np.repeat(x, 2, -1)[..., ::-2]
    w = random.randn(o, c // groups, *kernel).astype("f4")
    check(x, w, random.randn(o).astype("f4") if trial % 2 else None, stride, padding, dilation, groups)
compiled = 3 * {trials} - len(numpys)
assert compiled > 2 * {trials}, compiled

for trial in range({trials} // 2):  # in three dimensions
    groups, n = int(random.randint(1, 3)), int(random.randint(1, 4))
    c, o = random.randint(1, 5) * groups, random.randint(1, 6) * groups
    stride, dilation, kernel = (tuple(map(int, random.randint(1, 4, 3))) for _ in range(3))
    padding = tuple(map(int, random.randint(0, 4, 3)))
    space = tuple(max(d * (k - 1) + 1 - 2 * p, 1) + int(random.randint(0, 9)) for k, d, p in zip(kernel, dilation, padding))
    x = random.randn(n, c, *space).astype("f4")
    x = x if trial % 3 else np.repeat(x, 2, 2)[:, :, ::-2]
    w = random.randn(o, c // groups, *kernel).astype("f4")
    check(x, w, random.randn(o).astype("f4") if trial % 2 else None, stride, padding, dilation, groups)
deep = random.randn(2, 8, 9, 16, 16).astype("f4")
before = len(numpys)
got = _kernels.convolve(deep, random.randn(16, 8, 3, 3, 3).astype("f4"), None, *[(1,) * 3] * 3, 1, np.matmul)
assert got.shape == (2, 16, 9, 16, 16) and len(numpys) == before

for o, c, wide_ in ((1, 1, 40), (2, 60, 9), (33, 60, 9), (70, 2, 17)):  # more than one block of each kind
    x, w = random.randn(3, c, wide_, wide_).astype("f4"), random.randn(o, c, 3, 3).astype("f4")
    check(x, w, None, (1, 1), (1, 1), (1, 1), 1)
many = random.randn(9, 4, 70, 70).astype("f4")  # padded images do not fit into one chunk
check(many, random.randn(4, 1, 3, 3).astype("f4"), None, (2, 1), (1, 2), (1, 1), 4)
grown = [np.ones(3_000_000) for _ in range(8)]  # memory grows between calls
check(many[:2], random.randn(5, 4, 2, 3).astype("f4"), None, (1, 1), (0, 1), (2, 1), 1)

odd = np.ones((2, 3, 12, 12), "f4")  # what is not finite, and the smallest numbers, go where they go in numpy
odd[0, 1, 5, 5], odd[1, 2, 0, 0], odd[1, 0, 11, 11] = np.nan, np.inf, -np.inf
odd[0, 0], odd[0, 2, :, :3] = 1e-42, -0.0
w = np.full((4, 3, 3, 3), 0.5, "f4")
for s in (1, 2):
    settings = ((s, s), (1, 1), (1, 1), 1, np.matmul)
    y, want = _kernels.convolve(odd, w, None, *settings), meaning.convolve(odd, w, None, *settings)
    assert np.allclose(y, want, rtol=1e-6, atol=0, equal_nan=True)
    for f, args in (("spread", (want, w, None, (12, 12))), ("correlate", (want, odd, (3, 3)))):
        y, want_ = getattr(_kernels, f)(*args, *settings), getattr(meaning, f)(*args, *settings)
        assert np.allclose(y, want_, rtol=1e-5, atol=0, equal_nan=True), f
before = len(numpys)
for x, w in ((odd.astype("f8"), w.astype("f8")), (np.ones((1, 3, 9, 9, 9)), np.ones((2, 3, 2, 2, 2))),
             (np.ones((0, 3, 12, 12), "f4"), w)):
    ones = (1,) * (x.ndim - 2)
    got = _kernels.convolve(x, w, None, ones, ones, ones, 1, np.matmul)
    assert np.array_equal(got, meaning.convolve(x, w, None, ones, ones, ones, 1, np.matmul), equal_nan=True)
assert len(numpys) == before + 3
print("as numpy")
"""


INFINITE = """
import numpy as np
from borch import _kernels
from borch._kernels import numpy as meaning

random = np.random.RandomState(0)
for x, w, settings in (
    ((2, 8, 12, 12), (8, 8, 3, 3), ((1, 1), (0, 0), (1, 1), 1)),
    ((3, 2, 12, 12), (6, 1, 2, 5), ((1, 1), (0, 0), (2, 2), 2)),
    ((2, 16, 10, 5), (6, 8, 3, 4), ((2, 2), (0, 0), (1, 1), 2)),
    ((4, 8, 40), (8, 8, 5), ((1,), (2,), (1,), 1)),
    ((2, 3, 9, 9, 9), (8, 3, 3, 3, 3), ((1, 1, 1), (0, 0, 0), (1, 1, 1), 1)),
):
    weight, out = random.rand(*w).astype("f4"), meaning.conv.output_size(x[2:], w[2:], *settings[:3])
    g = random.rand(x[0], w[0], *out).astype("f4") + 1
    for value in (np.inf, -np.inf, np.nan):
        weight.reshape(-1)[weight.size // 3] = value
        got, want = (kernels.spread(g, weight, None, x[2:], *settings, np.matmul) for kernels in (_kernels, meaning))
        assert np.isnan(want).sum() == (0 if np.isinf(value) else np.isnan(got).sum()) and not np.isfinite(want).all()
        assert np.allclose(got, want, 1e-4, equal_nan=True), (x, w, value, np.isnan(got).sum(), np.isnan(want).sum())
print("as numpy")
"""

POOL = """
import numpy as np
from borch import _kernels
from borch._kernels import numpy as meaning
from borch._kernels.wasm.module import call
from borch.nn.functional.window import Window, out_size

random = np.random.RandomState({seed})
calls = set()
for name, kernel in list(vars(call).items()):
    def spy(*args, calls=calls, name=name, kernel=kernel):
        calls.add(name)
        return kernel(*args)
    setattr(call, name, spy)


def same(got, want):
    assert got.dtype == want.dtype and np.array_equal(got, want, equal_nan=True), (got.shape, want.shape)
    seen = ~np.isnan(want)
    assert np.array_equal(np.signbit(got)[seen], np.signbit(want)[seen])


def numbers(*shape):
    x = random.randn(*shape).astype("f4")
    kind = random.randint(4)
    if kind == 0:
        x = np.floor(x)  # ties
    if kind == 1:
        x[random.rand(*shape) < 0.05] = np.nan
    if kind == 2:
        x[random.rand(*shape) < 0.5] = -np.inf
    if kind == 3:
        x[random.rand(*shape) < 0.5] *= np.float32(-0.0)
    return x


for trial in range({trials}):
    n = int(random.choice([1, 2, 2, 3]))
    kernel, stride, dilation = (tuple(map(int, random.randint(1, top, n))) for top in (5, 4, 3))
    for dilated in (dilation, (1,) * n):
        padding = tuple(int(random.randint(0, (d * (k - 1) + 1) // 2 + 1)) for k, d in zip(kernel, dilated))
        space = tuple(d * (k - 1) + 1 + int(random.randint(0, (71, 20, 8)[n - 1])) for k, d in zip(kernel, dilated))
        ceil = bool(random.randint(2))
        # so little space that windows may see the padding alone
        few = tuple(max(1, d * (k - 1) + 1 - 2 * p) for k, d, p in zip(kernel, dilated, padding))
        out = tuple(out_size(s, k, st, p, d, ceil) for s, k, st, p, d in zip(few, kernel, stride, padding, dilated))
        window = Window(kernel, stride, padding, dilated, out)
        for got, want in zip(*(kernels.max_pool(np.ones((9, *few), 'f4'), window) for kernels in (_kernels, meaning))):
            assert np.array_equal(got, want), (few, window)
        out = tuple(out_size(s, k, st, p, d, ceil) for s, k, st, p, d in zip(space, kernel, stride, padding, dilated))
        window = Window(kernel, stride, padding, dilated, out)
        x = numbers(*((2, 7), (9,), (3, 5))[trial % 3], *space)
        if trial % 7 == 0:
            x = x[..., ::-1]
        for got, want in zip(_kernels.max_pool(x, window), meaning.max_pool(x, window)):
            same(got, want)
        same(_kernels.max_pool_values(x, window), meaning.max_pool_values(x, window))
    divisor = 3 if trial % 2 else random.randint(1, 9, out)
    y = meaning.average_pool(x, window, divisor)
    same(_kernels.average_pool(x, window, divisor), y)
    g = numbers(*y.shape)
    same(_kernels.average_pool_spread(g, space, window, divisor), meaning.average_pool_spread(g, space, window, divisor))
    index = random.randint(0, np.prod(space), g.shape).astype("i8")
    same(_kernels.put(g, index, space), meaning.put(g, index, space))
    same(_kernels.pick(x, index, n), meaning.pick(x, index, n))
index[(0,) * index.ndim] = np.prod(space) + 5000 * x.size
for get in (lambda: _kernels.put(g, index, space), lambda: _kernels.pick(x, index, n)):
    try:
        get()
        raise AssertionError("a number beyond the plane was taken")
    except IndexError:
        pass
wanted = ("max_pool_f32", "average_pool_f32", "average_pool_spread_f32", "put_f32", "pick_f32")
assert calls.issuperset(wanted), calls
print("as numpy")
"""


BATCH = """
import numpy as np
from borch import _kernels
from borch._kernels import numpy as meaning
from borch._kernels.wasm import channels

random = np.random.RandomState(0)
numpys = []
for name in channels.meaning.__all__:
    def spy(*args, numpys=numpys, name=name, fn=getattr(channels.meaning, name)):
        numpys.append(name)
        return fn(*args)
    setattr(channels.meaning, name, spy)


def wide(x):
    return None if x is None else x.astype("f8")


def near(got, want, size):
    for a, b in zip(got, want):
        assert (a is None) == (b is None)
        if a is not None:
            assert a.shape == b.shape and a.dtype == np.float32 and a.flags.c_contiguous
            assert (abs(a - b) <= 1e-5 * size).all(), abs(a - b).max()


count = 0
for c in (1, 2, 3, 4, 5, 7, 8, 9, 16, 33, 70):
    for space in ((), (1,), (2,), (3,), (5, 5), (4, 4), (67,), (2, 3, 4)):
        n = max(2, 3000 // (c * int(np.prod(space))))
        x = (random.randn(n, c, *space) * 3 + 5).astype("f4")
        g = random.randn(*x.shape).astype("f4")
        w, b, mean = random.randn(3, c).astype("f4")
        variance = random.rand(c).astype("f4") + 1
        if c % 2:
            g = np.moveaxis(np.ascontiguousarray(np.moveaxis(g, 1, -1)), -1, 1)
        size = 6 * (1 + abs(w).max())
        terms = n * int(np.prod(space))
        for weight, bias in ((w, b), (None, None), (w, None), (None, b)):
            got, want = _kernels.batch_norm(x, weight, bias, 1e-5), meaning.batch_norm(*map(wide, (x, weight, bias)), 1e-5)
            near(got, want, size)
            near([_kernels.batch_norm_eval(x, weight, bias, mean, variance, 1e-5)],
                 [meaning.batch_norm_eval(*map(wide, (x, weight, bias, mean, variance)), 1e-5)], 3 * size)
            rstd = got[2]
            for needed in ((True, True, True), (False, True, False), (True, False, True)):
                got_ = _kernels.batch_norm_gradient(g, x, weight, got[1], rstd, needed)
                want_ = meaning.batch_norm_gradient(*map(wide, (g, x, weight, got[1], rstd)), needed)
                near(got_[:1], want_[:1], size * 3)
                near(got_[1:], want_[1:], terms * 3)
                got_ = _kernels.batch_norm_eval_gradient(g, x, weight, mean, variance, 1e-5, needed)
                want_ = meaning.batch_norm_eval_gradient(*map(wide, (g, x, weight, mean, variance)), 1e-5, needed)
                near(got_[:1], want_[:1], size * 3)
                near(got_[1:], want_[1:], terms * 10)
            count += 8
assert len(numpys) == 0, (len(numpys), count)

x = np.ones((4, 3, 10, 10), "f4")
x[0, 1, 0, 0], x[2, 2, 3, 3] = np.nan, np.inf
for got, want in zip(_kernels.batch_norm(x, None, None, 1e-5), meaning.batch_norm(x, None, None, 1e-5)):
    assert np.array_equal(got, want, equal_nan=True)
for odd in (x.astype("f8"), x[:, :, ::2], x[:1, :, 0, 0]):
    before = len(numpys)
    got, want = _kernels.batch_norm(odd, None, None, 1e-5), meaning.batch_norm(odd, None, None, 1e-5)
    assert len(numpys) == before + 1 and all(np.array_equal(*p, equal_nan=True) for p in zip(got, want))
print("as numpy")
"""


@pytest.mark.parametrize("seed", [0, 1])
def test_convolutions_and_their_gradients_are_those_of_numpy(runs, seed):
    runs(CONV.format(seed=seed, trials=60))


def test_a_weight_that_is_infinite_makes_no_nan_out_of_the_zeros_around_a_gradient(runs):
    runs(INFINITE)


@pytest.mark.parametrize("seed", [0, 1])
def test_pooling_is_that_of_numpy(runs, seed):
    runs(POOL.format(seed=seed, trials=60))


def test_batch_norm_is_that_of_numpy(runs):
    runs(BATCH)
