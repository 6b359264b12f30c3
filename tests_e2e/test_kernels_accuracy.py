"""Every kernel in the tab is as exact as borch/_kernels/accuracy.py says, measured against float64."""

from borch._kernels import accuracy

BEGIN = """
import math
import numpy as np
import borch
from borch import _kernels as k
from borch._kernels import accuracy, numpy as meaning
from borch.ops.erf import erf_of

assert k.compiled
np.seterr(all="ignore")
random = np.random.RandomState(0)
worst = {}


def f(*shape):
    return random.randn(*shape).astype("f4")


def wide(x):
    return None if x is None else x.astype("f8")


def size(x):
    return None if x is None else abs(x.astype("f8"))


def ulp(want, dtype="f4"):
    "The last place of each result, if it is a number of that type at all."
    return np.where(abs(want) <= np.finfo(dtype).max, np.spacing(abs(want).astype(dtype)).astype("f8"), np.inf)


def seen(name, got, want, unit):
    "Keeps the largest distance in that unit, if it is the largest so far."
    assert got.shape == want.shape, (name, got.shape, want.shape)
    if got.size:
        off = abs(wide(got) - want)
        with np.errstate(all="ignore"):
            parts = np.where((wide(got) == want) | np.isinf(unit), 0, off / unit)
        assert not np.isnan(parts).any(), name
        worst[name] = max(worst.get(name, 0), float(parts.max()))


def same(name, *args, of=""):
    "Counts the results that have not the bits of numpy's, with one NaN as good as another."
    got, want = getattr(k, name)(*args), getattr(meaning, name)(*args)
    for a, b in zip(got, want) if type(got) is tuple else [(got, want)]:
        a, b = np.asarray(a), np.asarray(b)
        assert a.shape == b.shape and a.dtype.kind == b.dtype.kind, name
        other = ~((a == b) & (np.signbit(a) == np.signbit(b)) | (a != a) & (b != b))
        worst[name + of] = max(worst.get(name + of, 0), int(other.sum()))


EPS = 2.0**-23
"""

END = """
for name, found in worst.items():
    assert found <= accuracy.BOUNDS[name].most, (name, found)
    assert (accuracy.BOUNDS[name].unit == accuracy.BITS) == (accuracy.BOUNDS[name].most == 0)
print(*worst)
"""

FUNCTIONS = """
values = np.concatenate([np.linspace(-104, 89, 30_001), random.randn(20_000) * 3, np.logspace(-45, 1, 4_000)])
x = np.concatenate([values, -values]).astype("f4")
w = wide(x)
turns = np.concatenate([x, np.pi / 2 * np.arange(-20_000, 20_000), np.exp(random.uniform(5, 88, 30_000))]).astype("f4")
positive = np.concatenate([abs(x[x != 0]), np.exp(random.uniform(-87, 88, 50_000)), np.linspace(0.7, 1.5, 50_000)])
positive = positive.astype("f4")
erf = np.array(list(map(math.erf, w.tolist())))
below = np.array(list(map(math.erfc, (-w / 2**0.5).tolist()))) / 2  # the normal distribution's, without cancellation
density = np.exp(-w * w / 2) / math.sqrt(2 * math.pi)
sigmoid = np.where(w < 0, np.exp(w) / (1 + np.exp(w)), 1 / (1 + np.exp(-w)))
inner = math.sqrt(2 / math.pi) * (w + 0.044715 * w**3)
bend = np.tanh(inner)

for name, part, want in (
    ("exp", x, np.exp(w)), ("log", positive, np.log(wide(positive))), ("tanh", x, np.tanh(w)),
    ("sin", turns, np.sin(wide(turns))), ("cos", turns, np.cos(wide(turns))),
):
    seen(name, getattr(k, name)(part), want, ulp(want))
seen("expm1", k.expm1(x, None), np.expm1(w), ulp(np.expm1(w)))
seen("erf", k.erf(x, erf_of), erf, ulp(erf))
held = x > -87
seen("sigmoid", k.sigmoid(x)[held], sigmoid[held], ulp(sigmoid[held]))
seen("silu", k.silu(x)[held], (w * sigmoid)[held], ulp((w * sigmoid)[held]))
seen("gelu", k.gelu(x, erf_of), w * below, abs(w) * EPS + 1e-45)
seen("gelu_tanh", k.gelu_tanh(x), w / (1 + np.exp(-2 * inner)), abs(w) * EPS + 1e-45)
for a, scale, b in ((1.6732632, 1.0507009, 0.5), (1.0, 1.0, 1.0)):
    a, scale, b = map(float, map(np.float32, (a, scale, b)))
    want = np.where(w < 0, a * np.expm1(w * b), w) * scale
    seen("elu", k.elu(x, a, scale, b, None), want, ulp(want))
near, g = abs(x) < 80, f(len(x))
wg = wide(g)
for name, want, more in (
    ("silu", sigmoid * (1 + w * (1 - sigmoid)), ()),
    ("gelu", below + w * density, (erf_of,)),
    ("gelu_tanh", (1 + bend) / 2 + w / 2 * (1 - bend**2) * math.sqrt(2 / math.pi) * (1 + 0.134145 * w**2), ()),
):
    seen(name + "_gradient", getattr(k, name + "_gradient")(g, x, *more)[near], (wg * want)[near], abs(wg[near]) * EPS)
seen("erf_gradient", k.erf_gradient(g, x), wg * 2 / math.sqrt(math.pi) * np.exp(-w * w), abs(wg) * EPS + 1e-45)
for name, part, slope in (
    ("tanh", k.tanh(x), lambda y: (1 - y) * (1 + y)), ("sigmoid", k.sigmoid(x), lambda y: y * (1 - y)),
    ("expm1", k.expm1(x, None), lambda y: y + 1), ("sin", turns, np.cos), ("cos", turns, lambda x: -np.sin(x)),
):
    g = random.choice(np.array([-1, 1], "f4"), len(part)) * np.exp(random.uniform(-5, 5, len(part))).astype("f4")
    part = np.clip(part, -1e30, 1e30) if name == "expm1" else part
    want = wide(g) * slope(wide(part))
    seen(name + "_gradient", getattr(k, name + "_gradient")(g, part), want, ulp(want))

values = np.concatenate([np.linspace(-745, 710, 30_001), random.randn(20_000) * 3, np.logspace(-323, 2, 4_000)])
x = np.concatenate([values, -values])
positive = np.concatenate([abs(x[x != 0]), np.exp(random.uniform(-700, 700, 30_000)), np.linspace(0.5, 2, 30_000)])
turns = np.concatenate([x, random.uniform(-1e6, 1e6, 30_000), np.pi / 2 * np.arange(-20_000, 20_000)])
for name, part, want, more in (
    ("exp", x, np.exp(x), ()), ("expm1", x, np.expm1(x), (np.expm1,)), ("log", positive, np.log(positive), ()),
    ("tanh", x, np.tanh(x), ()), ("sin", turns, np.sin(turns), ()), ("cos", turns, np.cos(turns), ()),
    ("sigmoid", x, meaning.sigmoid(x), ()), ("silu", x, meaning.silu(x), ()),
    ("erf", x, np.array(list(map(math.erf, x.tolist()))), (erf_of,)),
):
    seen(name + " of float64", getattr(k, name)(part, *more), want, ulp(want, "f8"))
below = np.array(list(map(math.erfc, (-x / 2**0.5).tolist()))) / 2
seen("gelu of float64", k.gelu(x, erf_of), x * below, abs(x) * 2.0**-52 + 5e-324)
g = random.randn(len(x))
for name, y in (("tanh", np.tanh(x)), ("sigmoid", k.sigmoid(x)), ("expm1", np.expm1(x))):
    same(name + "_gradient", g, y, of=" of float64")
part, h = x[abs(x) < 26], g[abs(x) < 26]
want = meaning.erf_gradient(h, part)
seen("erf_gradient of float64", k.erf_gradient(h, part), want, ulp(want, "f8"))
part, h = x[abs(x) < 700], abs(g[abs(x) < 700])
seen("silu_gradient of float64", k.silu_gradient(h, part), meaning.silu_gradient(h, part), h * 2.0**-52)
near = abs(x) < 30
want = g * (below + x * np.exp(-x * x / 2) / math.sqrt(2 * math.pi))
seen("gelu_gradient of float64", k.gelu_gradient(g, x, erf_of)[near], want[near], abs(g[near]) * 2.0**-52)

odd = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-40, -1e-40, 3e38], "f4")
x, y, mask = np.concatenate([f(9000), np.repeat(odd, 8)]), np.concatenate([f(9000), np.tile(odd, 8)]), random.rand(9064) < 0.5
for name in ("add", "maximum", "minimum", "relu_gradient"):
    if name != "relu_gradient":
        both = (x == 0) & (y == 0)  # of two zeros numpy takes another one
    same(name, np.where(both, 1, x), np.where(both, 1, y))
same("where", mask, x, y), same("clip", x, -1.0, 0.5)
for slope in (0.1, -2.5):
    same("leaky_relu", x, slope), same("leaky_relu_gradient", y, x, slope)
"""

SUMS = """
for m, n, terms in [(64, 64, 64), (33, 70, 512), (1, 9, 500), (70, 1, 300), (5, 8, 3), (130, 130, 130)]:
    for dtype in ("f4", "f8"):
        x, y, b = random.randn(m, terms).astype(dtype), random.randn(terms, n).astype(dtype), random.randn(n).astype(dtype)
        if dtype == "f4":
            most = np.matmul(size(x), size(y))
            seen("matmul", k.matmul(x, y), np.matmul(wide(x), wide(y)), most * EPS)
            seen("linear", k.linear(x, y, b), np.matmul(wide(x), wide(y)) + b, (most + size(b)) * EPS)
            w, g, every = y.T.copy(), random.randn(m, n).astype(dtype), (True, True, True)
            seen("linear_rows", k.linear_rows(x, w, b), np.matmul(wide(x), wide(y)) + b, (most + size(b)) * EPS)
            exact, sums = (meaning.linear_rows_gradient(h(g), h(x), h(w), every, np.matmul) for h in (wide, size))
            for part in zip(k.linear_rows_gradient(g, x, w, every, np.matmul), exact, sums):
                seen("linear_rows_gradient", *part[:2], part[2] * EPS)
            continue
        if m * n * terms > 60_000:
            continue
        x, y, b = np.round(x * 2.0**40), np.round(y * 2.0**40), np.round(b * 2.0**80)  # whole numbers, which Python adds exactly
        whole = [np.vectorize(int, otypes=[object])(v) for v in (x, y, b)]
        exact, most = whole[0] @ whole[1], np.matmul(abs(x), abs(y))
        for name, got, want, unit in (("matmul", k.matmul(x, y), exact, most),
                                      ("linear", k.linear(x, y, b), exact + whole[2], most + abs(b))):
            off = (np.vectorize(int, otypes=[object])(got) - want).astype("f8")
            seen(name + " of float64", off, np.zeros_like(off), unit * 2.0**-52)

for shape in ((8, 3, 12, 12), (4, 16, 14, 14), (3, 6, 40), (2, 4, 6, 7, 8)):
    for groups in (1, 2):
        axes, o = len(shape) - 2, 8
        c = shape[1] - shape[1] % groups
        x, w, b = f(shape[0], c, *shape[2:]), f(o, c // groups, *(3,) * axes), f(o)
        for s in (1, 2):
            at = ((s,) * axes, (1,) * axes, (1,) * axes, groups, np.matmul)
            got = k.convolve(x, w, b, *at)
            parts = [[g(v) for v in (x, w, b)] for g in (wide, size)]
            want, most = (meaning.convolve(*p, *at) for p in parts)
            seen("convolve", got, want, most * EPS)
            g = f(*got.shape)
            want, most = (meaning.spread(h(g), h(w), None, shape[2:], *at) for h in (wide, size))
            seen("spread", k.spread(g, w, None, shape[2:], *at), want, most * EPS + 1e-45)
            want, most = (meaning.correlate(h(g), h(x), w.shape[2:], *at) for h in (wide, size))
            seen("correlate", k.correlate(g, x, w.shape[2:], *at), want, most * EPS)
            seen("channel_sum", k.channel_sum(g), meaning.channel_sum(wide(g)), meaning.channel_sum(size(g)) * EPS)

for n in (20, 300, 1000, 100_000):
    x = f(n)
    seen("add.reduce", np.asarray(k.add.reduce(x)), wide(x).sum(), size(x).sum() * EPS)
    x = f(n % 1000 + 300, 40) + np.float32(random.choice([0, 1000]))
    for axes in ((0,), (1,), (0, 1)):
        mean, squares = k.deviations(x, axes)
        middle = wide(x).mean(axes, keepdims=True)
        exact = ((wide(x) - middle) ** 2).sum(axes, keepdims=True)
        seen("deviations", mean, middle, size(x).mean(axes, keepdims=True) * EPS)
        count = x.size / mean.size
        seen("deviations", squares, exact, (exact + abs(middle) * np.sqrt(exact * count) * EPS) * EPS)
    for name in ("largest", "smallest"):
        for axis in (0, 1):
            same(name, x, axis, False)
    same("argmax", x.reshape(-1)), same("argmin", x.reshape(-1))

for rows, width, count in ((11, 7, 300), (70, 64, 500), (3, 33, 71)):
    g, index = f(count, width), random.randint(0, rows, count).astype("i8")
    want, most = np.zeros((rows, width)), np.zeros((rows, width))
    np.add.at(want, index, wide(g)), np.add.at(most, index, size(g))
    seen("sum_rows", k.sum_rows(g, index, rows, np.matmul, np.add.at), want, most * EPS + 1e-45)
    ours, theirs = np.zeros((2, rows, width), "f4")
    k.add_rows(ours, index, g), meaning.add_rows(theirs, index, g)
    same("take_rows", g, index)
    worst["add_rows"] = max(worst.get("add_rows", 0), int((ours != theirs).sum()))

for n in (2, 3, 8, 33, 64, 300):
    x, t = f(400, n), random.randint(0, n, 400).astype("i8")
    for reduction in ("sum", "mean"):
        most = size(x)[range(400), t].sum() / (400 if reduction == "mean" else 1)
        got, want = k.nll(x, t, None, -100, reduction), meaning.nll(wide(x), t, None, -100, reduction)
        seen("nll", np.asarray(got), np.asarray(want), most * EPS)
        same("nll_gradient", np.float32(0.7), t, None, x.shape, -100, reduction)
"""

ROWS = """
for n in (*range(1, 18), 33, 64, 70, 300, 1000):
    count = max(2, 6000 // n)
    for scale, behind, of in ((1, (), ""), (5, (), ""), (2, (256,), " of columns")):
        x, g = f(count, n, *behind) * np.float32(scale), f(count, n, *behind)
        wx, wg = wide(x), wide(g)
        out, want = k.softmax(x, 1), meaning.softmax(wx, 1)
        seen("softmax" + of, out, want, EPS)
        total = (size(g) * wide(out)).sum(1, keepdims=True)
        seen("softmax_gradient" + of, k.softmax_gradient(g, out, 1), meaning.softmax_gradient(wg, wide(out), 1),
             wide(out) * (size(g) + total) * EPS + 1e-45)
        out, want = k.log_softmax(x, 1), meaning.log_softmax(wx, 1)
        seen("log_softmax" + of, out, want, np.maximum(abs(want).max(1, keepdims=True), 1) * EPS)
        seen("log_softmax_gradient" + of, k.log_softmax_gradient(g, out, 1), meaning.log_softmax_gradient(wg, wide(out), 1),
             (size(g) + size(g).sum(1, keepdims=True)) * EPS)
    x, g = f(2, count, n)
    wg = wide(g)
    x = x + np.float32(random.choice([0, 10]))
    wx, w, b = wide(x), f(n), f(n)
    want, mean, rstd = meaning.layer_norm(wx, (1,), wide(w), wide(b), 1e-5)
    most = (abs(wx).max(1, keepdims=True) * rstd) * (1 + rstd * abs(wx).max(1, keepdims=True) * EPS)
    seen("layer_norm", k.layer_norm(x, (1,), w, b, 1e-5)[0], want, (most * size(w) + size(b)) * EPS)
    m, r = mean.astype("f4"), rstd.astype("f4")
    got = k.layer_norm_gradient(g, x, (1,), w, m, r, (True, True, True))
    want = meaning.layer_norm_gradient(wg, wx, (1,), wide(w), wide(m), wide(r), (True, True, True))
    normal, gw = (size(x) + size(m)) * wide(r), size(g) * size(w)
    most = wide(r) * (gw + gw.mean(1, keepdims=True) + normal * (gw * normal).mean(1, keepdims=True))
    for a, c, most in zip(got, want, (most, (size(g) * normal).sum(0), size(g).sum(0))):
        seen("layer_norm_gradient", a, c, most * EPS)
    want, rrms = meaning.rms_norm(wx, (1,), wide(w), 1e-5)
    seen("rms_norm", k.rms_norm(x, (1,), w, 1e-5)[0], want, ulp(want))
    r = rrms.astype("f4")
    got = k.rms_norm_gradient(g, x, (1,), w, r, (True, True))
    want = meaning.rms_norm_gradient(wg, wx, (1,), wide(w), wide(r), (True, True))
    normal = size(x) * wide(r)
    most = wide(r) * (gw + normal * (gw * normal).mean(1, keepdims=True))
    for a, c, most in zip(got, want, (most, (size(g) * normal).sum(0))):
        seen("rms_norm_gradient", a, c, most * EPS)

for c, space in ((1, (5, 5)), (4, (7,)), (7, ()), (8, (4, 4)), (33, (2, 3, 4)), (70, (3,))):
    n = max(2, 3000 // (c * int(np.prod(space))))
    x, g = f(n, c, *space) * 3 + 5, f(n, c, *space)
    w, b, mean = f(3, c)
    variance = size(f(c)).astype("f4") + 1
    axes, column = (0, *range(2, x.ndim)), (1, -1, *(1,) * len(space))
    wx, wg = wide(x), wide(g)
    want, m, r, _ = meaning.batch_norm(wx, wide(w), wide(b), 1e-5)
    tall = lambda v: wide(v).reshape(column)
    most = abs(wx).max(axes, keepdims=True) * tall(r) * abs(tall(w)) + abs(tall(b))
    seen("batch_norm", k.batch_norm(x, w, b, 1e-5)[0], want, most * EPS)
    m, r = m.astype("f4"), r.astype("f4")
    got = k.batch_norm_gradient(g, x, w, m, r, (True, True, True))
    want = meaning.batch_norm_gradient(*map(wide, (g, x, w, m, r)), (True, True, True))
    normal = (size(x) + abs(tall(m))) * tall(r)
    most = tall(r) * abs(tall(w)) * (
        size(g) + size(g).mean(axes, keepdims=True) + normal * (size(g) * normal).mean(axes, keepdims=True))
    for a, c_, most in zip(got, want, (most, (size(g) * normal).sum(axes), size(g).sum(axes))):
        seen("batch_norm_gradient", a, c_, most * EPS)
    want = meaning.batch_norm_eval(*map(wide, (x, w, b, mean, variance)), 1e-5)
    root = tall(1 / np.sqrt(wide(variance) + 1e-5))
    normal = (size(x) + abs(tall(mean))) * root
    seen("batch_norm_eval", k.batch_norm_eval(x, w, b, mean, variance, 1e-5), want,
         (normal * abs(tall(w)) + abs(tall(b))) * EPS)
    got = k.batch_norm_eval_gradient(g, x, w, mean, variance, 1e-5, (True, True, True))
    want = meaning.batch_norm_eval_gradient(*map(wide, (g, x, w, mean, variance)), 1e-5, (True, True, True))
    for a, c_, most in zip(got, want, (size(g) * root * abs(tall(w)), (size(g) * normal).sum(axes), size(g).sum(axes))):
        seen("batch_norm_eval_gradient", a, c_, most * EPS)
"""

SEQUENCES = """
for l, s, e, v in ((5, 8, 8, 7), (64, 64, 16, 16), (33, 70, 64, 9), (1, 300, 32, 32)):
    q, key, x, g = f(2, 3, l, e), f(2, 3, s, e), f(2, 3, s, v), f(2, 3, l, v)
    scale = float(np.float32(e**-0.5))
    for mask in (None, np.triu(np.full((l, s), -np.inf), 1).astype("f4")):
        got = k.attend(q, key, x, mask, scale, np.matmul)
        want = meaning.attend(*map(wide, (q, key, x, mask)), scale, np.matmul)
        seen("attend", got[0], want[0], abs(x).max() * EPS)
        seen("attend", got[1], want[1], EPS)
        w = got[1]
        got = k.attend_gradient(g, q, key, x, w, scale, (True, True, True, False), np.matmul)
        want = meaning.attend_gradient(*map(wide, (g, q, key, x, w)), scale, (True, True, True, False), np.matmul)
        turn = lambda a: size(a).swapaxes(-1, -2)
        part = size(g) @ turn(x)
        part = size(w) * (part + (size(w) * part).sum(-1, keepdims=True))
        for a, b, most in zip(got, want, (scale * part @ size(key), scale * turn(part) @ size(q), turn(w) @ size(g))):
            seen("attend_gradient", a, b, most * EPS + 1e-45)

for width in (5, 64, 128):
    for batch, count in ((5, 7), (32, 20)):
        there = [(t * batch, t * batch + batch, batch) for t in range(count)]
        back, rows = there[::-1], batch * count
        hx, cx = f(2, batch, width)
        for name, of in (("plain_rnn", 1), ("gru", 3), ("lstm", 4)):
            gates, w = f(rows, of * width), f(of * width, width) / np.float32(width**0.5)
            given = {"plain_rnn": (hx, w, False), "gru": (hx, w, None), "lstm": (hx, cx, w, None)}[name]
            exact = [wide(a) if type(a) is np.ndarray else a for a in given]
            got = getattr(k, name)(gates, *given, there, np.matmul)
            want = getattr(meaning, name)(wide(gates), *exact, there, np.matmul)
            for a, b in zip(got, want):
                seen(name, a, b, max(1, abs(b).max()) * EPS)
            g, ends = f(rows, width), [hx.copy(), cx.copy()][: 2 if name == "lstm" else 1]
            kept = {"plain_rnn": lambda: (got[2], w, False), "gru": lambda: (got[2], got[3], w),
                    "lstm": lambda: (got[3], got[5], w, None)}[name]()
            truth, deep = [wide(a) for a in ends], [wide(a) if type(a) is np.ndarray else a for a in kept]
            got = getattr(k, name + "_gradient")(g, *ends, *kept, back, np.matmul)
            want = getattr(meaning, name + "_gradient")(wide(g), *truth, *deep, back, np.matmul)
            got, want = [x if type(x) is tuple else (x,) for x in (got, want)]
            for a, b in zip((*got, *ends), (*want, *truth)):
                if b is not None:
                    seen(name + "_gradient", a, b, max(1, abs(b).max()) * EPS)
"""

BITS = """
from borch.nn.functional.window import Window
from borch.random.box_muller import normal_blocks

for n in (17, 300, 5000):
    x, g, mean, square = f(n), f(n), f(n), f(n) ** 2
    for name, state, numbers in (("adam_step", (mean, square), (0.999, 0.1, 0.001, 0.999, 0.0316, 1e-8, 0.01)),
                                 ("sgd_step", (mean,), (0.9, 0.8, 0.01, True))):
        ours, theirs = ([s.copy() for s in state] for _ in range(2))
        got, want = getattr(k, name)(x, g, *ours, *numbers), getattr(meaning, name)(x, g, *theirs, *numbers)
        worst[name] = max(worst.get(name, 0), sum(int((a != b).sum()) for a, b in zip((got, *ours), (want, *theirs))))
    got = random.randint(0, 2**24, 16 * n).astype("f4") * np.float32(2.0**-24)
    want = got.copy()
    k.normal_blocks(got, 0.3, 2, normal_blocks), normal_blocks(want, 0.3, 2)
    worst["normal_blocks"] = max(worst.get("normal_blocks", 0), int((got != want).sum()))
    for name in ("words", "words64", "uniform24", "uniform53", "permutation"):
        got, want = (getattr(kernels, name)(np.random.MT19937(n), n) for kernels in (k, meaning))
        worst[name] = max(worst.get(name, 0), int((got != want).sum()))
window = Window((3, 2), (2, 2), (1, 0), (1, 1), (10, 10))
x, g = f(4, 7, 20, 20), f(4, 7, 10, 10)
x[0, 0, 3, 3], x[1, 2, 5] = np.nan, -np.inf
index = meaning.max_pool(x, window)[1]
same("max_pool", x, window), same("max_pool_values", x, window), same("average_pool", x, window, 6)
same("average_pool_spread", g, (20, 20), window, 6), same("put", g, index, (20, 20)), same("pick", x, index, 2)
"""

PARTS = (FUNCTIONS, SUMS, ROWS, SEQUENCES, BITS)


def test_bounds_hold_and_each_is_measured(opened, tab):
    measured = []
    for part in PARTS:
        cell = tab.cell("numpy")
        cell.write(BEGIN + part + END)
        cell.finish()
        assert cell.state == "done", cell.trace
        measured += cell.printed().replace(" of ", "_of_").split()
    assert sorted(measured) == sorted(name.replace(" of ", "_of_") for name in accuracy.BOUNDS)
