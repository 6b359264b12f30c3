"""Each compiled kernel in the tab beside what it means in numpy: the ratio of their times in one run.

Then how near the products come to the most that the processor gives WebAssembly without fused steps, measured by
peak.c in the same run, and what a call costs; and those kernels that do little with each number beside a copy of as many
bytes as they read and write, which they cannot beat.

python -m benchmarks.kernels      (needs Chromium and ziglang)
"""

import base64
import inspect
import re
import tempfile
from pathlib import Path

from benchmarks import browser as chromium
from benchmarks.timing import Table, best, processor, show
from borch._kernels.build import build

WINDOW = "x, g = f(64, 32, 16, 16), f(64, 32, 8, 8); window = Window((2, 2), (2, 2), (0, 0), (1, 1), (8, 8))"
LAYER = (
    "x, w, h, g, v = f(640, {0} * 64), f({0} * 64, 64) / 8, f(32, 64), f(640, 64), f(640, 256); "
    "steps = [(32 * t, 32 * t + 32, 32) for t in range(20)]"
)

WORDS = "bits = np.random.MT19937(0)"
DEEP = (
    "x, w, g = f(8, 8, 8, 16, 16), f(16, 8, 3, 3, 3), f(8, 16, 8, 16, 16); "
    "at = (1, 1, 1), (1, 1, 1), (1, 1, 1), 1, np.matmul"
)

# (label, what is needed, the call): `k` has the kernels, compiled or numpy's, and `f` draws a float32 array.
CASES = [
    *(
        (f"product {n}x{n}, float32", f"x, y = f({n}, {n}), f({n}, {n})", "k.matmul(x, y)")
        for n in (8, 32, 64, 128, 256)
    ),
    ("product 128x128, float64", "x = f(128, 128).astype('f8')", "k.matmul(x, x)"),
    ("product 128x128, both transposed", "x, y = f(128, 128).T, f(128, 128).T", "k.matmul(x, y)"),
    ("products 24 of 5x8 by 8x5", "x, y = f(24, 5, 8), f(24, 8, 5)", "k.matmul(x, y)"),
    ("matrix by vector, 512", "x, y = f(512, 512), f(512)", "k.matmul(x, y)"),
    ("linear 32x64 to 128", "x, y, b = f(32, 64), f(128, 64).T, f(128)", "k.linear(x, y, b)"),
    *(
        (f"{name}, {n:,}", f"x = {draw}({n})", f"k.{name}(x{more})")
        for n in (100, 100_000)
        for name, draw, more in (
            ("exp", "f", ""),
            ("log", "p", ""),
            ("tanh", "f", ""),
            ("sigmoid", "f", ""),
            ("silu", "f", ""),
            ("erf", "f", ", erf_of"),
            ("gelu", "f", ", erf_of"),
            ("gelu_tanh", "f", ""),
            ("sin", "f", ""),
            ("cos", "f", ""),
            ("expm1", "f", ", expm1"),
            ("leaky_relu", "f", ", 0.01"),
        )
    ),
    ("leaky_relu's gradient, 100,000", "x, g = f(100_000), f(100_000)", "k.leaky_relu_gradient(g, x, 0.01)"),
    ("elu, 100,000", "x = f(100_000)", "k.elu(x, 1.0, 1.0, 1.0, elu_of)"),
    ("where, 100,000", "x, g, m = f(100_000), f(100_000), f(100_000) > 0", "k.where(m, x, g)"),
    ("relu, 100,000", "x = f(100_000)", "k.maximum(x, 0)"),
    *(
        (f"{label}, 100,000", "x, y = f(100_000), p(100_000)", call)
        for label, call in (("x + y", "np.add(x, y)"), ("x * y", "np.multiply(x, y)"), ("x / y", "np.divide(x, y)"))
    ),
    *(
        (f"{label}, 100,000", "x = p(100_000)", call)
        for label, call in (("x > 0", "np.greater(x, 0)"), ("absolute", "np.absolute(x)"), ("sqrt", "np.sqrt(x)"))
    ),
    *(
        (f"{name} of float64, 100,000", f"x = {draw}(100_000).astype('f8')", f"k.{name}(x{more})")
        for name, draw, more in (
            ("exp", "f", ""),
            ("log", "p", ""),
            ("tanh", "f", ""),
            ("sigmoid", "f", ""),
            ("sin", "f", ""),
            ("expm1", "f", ", expm1"),
            ("erf", "f", ", erf_of"),
        )
    ),
    ("relu's gradient, 100,000", "x, g = f(100_000), f(100_000)", "k.relu_gradient(g, x)"),
    ("sum of 100,000", "x = f(100_000)", "k.add.reduce(x)"),
    ("sum of 1000x100 over rows", "x = f(1000, 100)", "k.add.reduce(x, 0)"),
    ("maximum of 1000x100 in rows", "x = f(1000, 100)", "k.maximum.reduce(x, 1)"),
    ("maximum and places of 1000x100 in rows", "x = f(1000, 100)", "k.largest(x, 1, False)"),
    ("argmax of 100,000", "x = f(100_000)", "k.argmax(x)"),
    ("variance of 1000x100 in rows", "x = f(1000, 100)", "k.deviations(x, (1,))"),
    ("variance of 1000x100 over rows", "x = f(1000, 100)", "k.deviations(x, (0,))"),
    ("softmax of 8x10x32x32 over channels", "x = f(8, 10, 32, 32)", "k.softmax(x, 1)"),
    ("softmax 1000x100", "x = f(1000, 100)", "k.softmax(x, 1)"),
    ("layer norm 1000x100", "x, w = f(1000, 100), f(100)", "k.layer_norm(x, (1,), w, w, 1e-5)"),
    *(
        (f"Adam, {n:,}", f"x, g, m, s = f({n}), f({n}), f({n}), p({n})", f"k.adam_step(x, g, m, s, {numbers})")
        for n in (1000, 100_000)
        for numbers in ("0.99, 0.1, 0.001, 0.999, 0.5, 1e-8, 0.01",)
    ),
    (
        "SGD with momentum, 100,000",
        "x, g, m = f(100_000), f(100_000), f(100_000)",
        "k.sgd_step(x, g, m, 0.9, 1, 0.01, 0)",
    ),
    *(
        (f"normal numbers, {n:,}", f"x = np.full({n}, 0.5, 'f4')", "k.normal_blocks(x, 0, 1, normal_blocks)")
        for n in (160, 160_000)
    ),
    ("words, 100,000", WORDS, "k.words(bits, 100_000)"),
    ("uniforms, float32, 100,000", WORDS, "k.uniform24(bits, 100_000)"),
    ("uniforms, float64, 100,000", WORDS, "k.uniform53(bits, 100_000)"),
    ("permutation of 10,000", WORDS, "k.permutation(bits, 10_000)"),
    *(
        (f"conv2d{which}, {n}x{c}x{size}x{size} to {o}", needed, call)
        for n, c, size, o in ((64, 16, 8, 32), (16, 64, 14, 64), (8, 3, 64, 16))
        for which, call in (
            ("", "k.convolve(x, w, None, *at)"),
            ("'s gradient of the input", f"k.spread(g, w, None, ({size}, {size}), *at)"),
            ("'s gradient of the weight", "k.correlate(g, x, (3, 3), *at)"),
        )
        for needed in (
            f"x, w, g = f({n}, {c}, {size}, {size}), f({o}, {c}, 3, 3), f({n}, {o}, {size}, {size}); "
            "at = (1, 1), (1, 1), (1, 1), 1, np.matmul",
        )
    ),
    *(
        (f"conv3d{which}, 8x8x8x16x16 to 16", DEEP, call)
        for which, call in (
            ("", "k.convolve(x, w, None, *at)"),
            ("'s gradient of the input", "k.spread(g, w, None, (8, 16, 16), *at)"),
            ("'s gradient of the weight", "k.correlate(g, x, (3, 3, 3), *at)"),
        )
    ),
    ("max_pool2d of 64x32x16x16 with places", WINDOW, "k.max_pool(x, window)"),
    ("its gradient", WINDOW + "; i = k.max_pool(x, window)[1]", "k.put(g, i, (16, 16))"),
    ("avg_pool2d of 64x32x16x16", WINDOW, "k.average_pool(x, window, 4)"),
    ("its gradient", WINDOW, "k.average_pool_spread(g, (16, 16), window, 4)"),
    ("batch norm of 64x32x16x16", "x, w = f(64, 32, 16, 16), f(32)", "k.batch_norm(x, w, w, 1e-5)"),
    (
        "its gradients",
        "x, w = f(64, 32, 16, 16), f(32)",
        "k.batch_norm_gradient(x, x, w, w, w, (True, True, True))",
    ),
    ("log_softmax 256x64", "x = f(256, 64)", "k.log_softmax(x, 1)"),
    ("its gradient", "x = f(256, 64)", "k.log_softmax_gradient(x, x, 1)"),
    ("nll_loss 256x64", "x, t = f(256, 64), (np.arange(256) % 64).astype('i8')", "k.nll(x, t, None, -100, 'mean')"),
    ("RMS norm 256x64", "x, w = f(256, 64), f(64)", "k.rms_norm(x, (1,), w, 1e-5)"),
    ("attention, 8x4 heads of 32x16", "q = f(8, 4, 32, 16)", "k.attend(q, q, q, None, 0.25, np.matmul)"),
    (
        "its gradients",
        "q, w = f(8, 4, 32, 16), f(8, 4, 32, 32)",
        "k.attend_gradient(q, q, q, q, w, 0.25, (True, True, True, False), np.matmul)",
    ),
    ("LSTM, 20 steps of 32x64", LAYER.format(4), "k.lstm(x, h, h, w, None, steps, np.matmul)"),
    ("its gradients", LAYER.format(4), "k.lstm_gradient(g, h.copy(), h.copy(), x, g, w, None, steps, np.matmul)"),
    ("GRU, 20 steps of 32x64", LAYER.format(3), "k.gru(x, h, w, None, steps, np.matmul)"),
    ("its gradients", LAYER.format(3), "k.gru_gradient(g, h.copy(), v, g, w, steps, np.matmul)"),
    ("plain RNN, 20 steps of 32x64", LAYER.format(1), "k.plain_rnn(x, h, w, False, steps, np.matmul)"),
    ("its gradients", LAYER.format(1), "k.plain_rnn_gradient(g, h.copy(), x, w, False, steps, np.matmul)"),
    *(
        (
            f"2,000 rows of {width} taken from 500",
            f"x, i = f(500, {width}), np.arange(2000) * 7 % 500",
            "k.take_rows(x, i.astype('i8'))",
        )
        for width in (4, 64)
    ),
    (
        "2,000 rows of 64 added to 500",
        "g, i = f(2000, 64), (np.arange(2000) * 7 % 500).astype('i8')",
        "k.sum_rows(g, i, 500, np.matmul, np.add.at)",
    ),
]

# What the memory bounds, by its label: no numpy and no kernel is quicker than it moves.
BOUND = [
    *(
        f"{name}, 100,000"
        for name in ("where", "relu", "leaky_relu", "x + y", "x * y", "x / y", "x > 0", "absolute", "sqrt")
    ),
    *("relu's gradient, 100,000", "leaky_relu's gradient, 100,000", "sum of 100,000", "argmax of 100,000"),
    *("layer norm 1000x100", "Adam, 100,000", "SGD with momentum, 100,000"),
]

PROGRAM = """
import base64
import time
import js
import numpy as np
from pyodide.ffi import to_js
from borch import _kernels
from borch._kernels import numpy as meaning
from borch._kernels.wasm import interpreter, module, ufuncs
from borch.nn.functional.window import Window
from borch.ops.erf import erf_of
from borch.ops.rectify import _elu as elu_of
from borch.ops.wide import expm1
from borch.random.box_muller import normal_blocks

{best}

OURS = [each.head[[ufuncs.FUNCTIONS, ufuncs.DATA]] for each in ufuncs.within]


def own_loops(plain):
    "Whether numpy's ufuncs have the loops that numpy made them with, or ours."
    for each, ours in zip(ufuncs.within, OURS):
        each.head[[ufuncs.FUNCTIONS, ufuncs.DATA]] = each.before if plain else ours


def timed(*sides, plain=None):
    "The least seconds of a call of each side; the side `plain` is numpy without any kernel."
    # each is called as often as takes four milliseconds, since the clock's steps are coarse; counted when it is compiled well
    many = []
    for side in sides:
        own_loops(side is plain)
        begin = time.perf_counter()
        while time.perf_counter() - begin < 2e-2:
            side()
        count, took = 1, 0
        while took < 4e-3:
            count *= 2
            start = time.perf_counter()
            for _ in range(count):
                side()
            took = time.perf_counter() - start
        many.append((side, count, lambda side=side, count=count: [side() for _ in range(count)]))
    least = [9.0] * len(many)
    for _ in range(9):
        for k, (side, _, calls) in enumerate(many):
            own_loops(side is plain)
            least[k] = min(least[k], *best([calls], 1))
    own_loops(False)
    if not all(least):  # it was counted while the browser had not yet compiled it well
        return timed(*sides, plain=plain)
    return [seconds / count for seconds, (_, count, _) in zip(least, many)]


def moved(names, call):
    "The bytes of the arrays that a call reads, of those that it writes to in place, and of those that it gives."
    arrays = [v for name, v in names.items() if type(v) is np.ndarray and name not in known]
    before = [v.copy() for v in arrays]
    result = call()
    written = [v for v, was in zip(arrays, before) if not np.array_equal(v, was)]
    results = [v for v in (result if type(result) is tuple else (result,)) if type(v) is np.ndarray]
    given = [v for v in results if not any(v is a for a in arrays)]
    return sum(v.nbytes for v in arrays + written + given)


def microseconds(seconds):
    "With a digit behind the point where there are fewer than three before it."
    return f"{{1e6 * seconds:.{{1 if seconds < 1e-4 else 0}}f}}"


assert _kernels.compiled
random = np.random.RandomState(0)
f = lambda *shape: random.randn(*shape).astype("f4")
p = lambda *shape: np.abs(f(*shape))
known = dict(np=np, f=f, p=p, k=meaning, Window=Window, erf_of=erf_of, elu_of=elu_of, expm1=expm1, normal_blocks=normal_blocks)
for label, needed, call in {cases}:
    names = dict(known)
    exec(needed, names)
    plain, compiled = [eval("lambda: " + call, dict(names, k=k)) for k in (meaning, _kernels)]
    sides = [compiled]
    if label in {bound}:
        half = moved(names, compiled) // 2
        here, there = np.zeros(half, "u1"), np.zeros(half, "u1")
        sides.append(lambda: np.copyto(there, here))
    seconds = timed(plain, *sides, plain=plain)
    print(label, *map(microseconds, seconds), sep="|")

own = {{"memory": interpreter.memory(), "__indirect_function_table": interpreter.table()}}
given = to_js({{"env": own}}, dict_converter=js.Object.fromEntries)
code = js.WebAssembly.Module.new(to_js(base64.b64decode({peak!r})))
peak = js.WebAssembly.Instance.new(code, given).exports.peak
few = f(4)
small = np.empty_like(few)
products = [(n, f(n, n), f(n, n)) for n in (128, 256, 512, 1024)]
top, call, *least = timed(
    lambda: peak(100_000, 1.0),
    lambda: _kernels.exp(few, small),
    *[lambda a=a, b=b: _kernels.matmul(a, b) for _, a, b in products],
)
print(f"most|{{48e5 / top / 1e9:.1f}} GFLOP/s")
for (n, _, _), seconds in zip(products, least):
    speed = 2 * n**3 / seconds
    print(f"{{n}}x{{n}}|{{speed / 1e9:.1f}} GFLOP/s, {{100 * speed * top / 48e5:.0f}} of 100")
print(f"a call|{{call * 1e6:.1f}} us")
"""


def program():
    """The cell's code."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "peak.wasm"
        build(target, [Path(__file__).with_name("peak.c")])
        peak = base64.b64encode(target.read_bytes()).decode()
    return PROGRAM.format(cases=CASES, bound=BOUND, best=inspect.getsource(best), peak=peak)


def tables(browser):
    printed = chromium.printed(browser, program())
    rows, bound = [], []
    for label, plain, compiled, copy in re.findall(r"(.+?)\|([\d.]+)\|([\d.]+)(?:\|([\d.]+))?$", printed, re.M):
        rows.append((label, plain, compiled, f"{float(plain) / float(compiled):.1f}"))
        if copy:
            bound.append((label, compiled, copy, f"{float(compiled) / float(copy):.1f}"))
    assert len(rows) == len(CASES) and len(bound) == len(BOUND), printed
    most = re.findall(r"(.+?)\|([^|\n]+ [^|\n]+)$", printed, re.M)
    return [
        Table(
            f"Kernels in Chromium on {processor()}, microseconds",
            ("kernel", "numpy, us", "compiled, us", "ratio"),
            rows,
        ),
        Table(
            "Kernels that memory bounds, beside a copy of as many bytes, microseconds",
            ("kernel", "compiled, us", "a copy of its bytes, us", "ratio"),
            bound,
        ),
        Table("What SIMD can do at most, and square products of float32 beside it", ("what", "measured"), most),
    ]


if __name__ == "__main__":
    with chromium.opened() as browser:
        show(*tables(browser))
