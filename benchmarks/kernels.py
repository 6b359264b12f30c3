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
]

PROGRAM = """
import time
import numpy as np
from borch import _kernels
from borch._kernels import numpy as meaning
from borch.ops.erf import erf_of
from borch.random.box_muller import normal_blocks

assert _kernels.compiled
random = np.random.RandomState(0)
f = lambda *shape: random.randn(*shape).astype("f4")
p = lambda *shape: np.abs(f(*shape))
for label, needed, call in {cases}:
    names = dict(np=np, f=f, p=p, erf_of=erf_of, normal_blocks=normal_blocks)
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
