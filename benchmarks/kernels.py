"""Each compiled kernel in the tab beside what it means in numpy: the ratio of their times in one run.

python -m benchmarks.kernels      (needs Chromium)
"""

import re

from playwright.sync_api import sync_playwright

from benchmarks.timing import processor, table
from site_hooks import browser as chromium
from tests_e2e import sites
from tests_e2e.conftest import FLAGS
from tests_e2e.driver import Tab

WINDOW = "x, g = f(64, 32, 16, 16), f(64, 32, 8, 8); window = Window((2, 2), (2, 2), (0, 0), (1, 1), (8, 8))"
LAYER = (
    "x, w, h, g, v = f(640, {0} * 64), f({0} * 64, 64) / 8, f(32, 64), f(640, 64), f(640, 256); "
    "steps = [(32 * t, 32 * t + 32, 32) for t in range(20)]"
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
            ("gelu_slope", "f", ", erf_of"),
            ("gelu_tanh", "f", ""),
        )
    ),
    ("relu, 100,000", "x = f(100_000)", "k.maximum(x, 0)"),
    ("relu's gradient, 100,000", "x, g = f(100_000), f(100_000)", "k.relu_gradient(g, x)"),
    ("sum of 100,000", "x = f(100_000)", "k.add.reduce(x)"),
    ("sum of 1000x100 over rows", "x = f(1000, 100)", "k.add.reduce(x, 0)"),
    ("maximum of 1000x100 in rows", "x = f(1000, 100)", "k.maximum.reduce(x, 1)"),
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
    ("nll_loss 256x64", "x, t = f(256, 64), np.arange(256) % 64", "k.nll(x, t.astype('i8'), None, -100, 'mean')"),
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
    (
        "2,000 rows of 64 added to 500",
        "g, i = f(2000, 64), (np.arange(2000) * 7 % 500).astype('i8')",
        "k.sum_rows(g, i, 500, np.matmul, np.add.at)",
    ),
]

PROGRAM = """
import time
import numpy as np
from borch import _kernels
from borch._kernels import numpy as meaning
from borch.nn.functional.window import Window
from borch.ops.erf import erf_of
from borch.random.box_muller import normal_blocks

assert _kernels.compiled
random = np.random.RandomState(0)
f = lambda *shape: random.randn(*shape).astype("f4")
p = lambda *shape: np.abs(f(*shape))
for label, needed, call in {cases}:
    names = dict(np=np, f=f, p=p, k=meaning, Window=Window, erf_of=erf_of, normal_blocks=normal_blocks)
    exec(needed, names)
    sides = [eval("lambda: " + call, dict(names, k=k)) for k in (meaning, _kernels)]
    inner, least = [], [9e9, 9e9]
    for side in sides:
        side()
        start = time.perf_counter()
        side()
        inner.append(max(1, int(2e-3 / (time.perf_counter() - start + 1e-6))))
    for _ in range(9):
        for i, side in enumerate(sides):
            start = time.perf_counter()
            for _ in range(inner[i]):
                side()
            least[i] = min(least[i], (time.perf_counter() - start) / inner[i])
    print(f"{{label}}|{{least[0] * 1e6:.1f}}|{{least[1] * 1e6:.1f}}")
"""


def main():
    site = sites.main_site()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        cell = Tab(browser.new_context(), site.address).open().cell("line")
        cell.write(PROGRAM.format(cases=CASES))
        cell.finish()
        printed = cell.printed()
        browser.close()
    sites.clean()
    rows = []
    for label, plain, compiled in re.findall(r"(.+)\|([\d.]+)\|([\d.]+)", printed):
        rows.append((label, plain, compiled, f"{float(plain) / float(compiled):.1f}"))
    assert len(rows) == len(CASES), printed
    table(f"Kernels in Chromium on {processor()}", ("kernel", "numpy, us", "compiled, us", "ratio"), rows)


if __name__ == "__main__":
    main()
