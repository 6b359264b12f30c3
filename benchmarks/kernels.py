"""Each compiled kernel in the tab beside what it means in numpy: the ratio of their times in one run.

Beside that, how near what is made of products comes to the most that the processor gives WebAssembly without fused steps,
measured by peak.c in the same run; and of the others how much longer they take than a copy of as many bytes as they read and
write, which nothing can beat. Last what a call costs, and large products beside that most.

python -m benchmarks.kernels      (needs Chromium and ziglang)
"""

import base64
import inspect
import re
import tempfile
from pathlib import Path

from benchmarks import browser as chromium
from benchmarks.kernel_rows import GROUPS, NAMES
from benchmarks.timing import Table, best, processor, show
from borch._kernels.build import build

PROGRAM = """
import base64
import time
import js
from pyodide.ffi import to_js
from borch import _kernels
from borch._kernels import numpy as meaning
from borch._kernels.wasm import interpreter, module, ufuncs
{names}
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
    "The bytes of the arrays that a call names, of those that it writes to in place, and of those that it gives."
    arrays = [v for v in map(names.get, call.__code__.co_names) if type(v) is np.ndarray]
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
known = dict(np=np, f=f, p=p, k=meaning, Window=Window, erf_of=erf_of, elu_of=elu_of, expm1=expm1, normal_blocks=normal_blocks)
for label, needed, call, *operations in {rows}:
    names = dict(known)
    exec(needed, names)
    plain, compiled = [eval("lambda: " + call, dict(names, k=k)) for k in (meaning, _kernels)]
    sides = [compiled]
    if not operations:
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
    rows = [row for group in GROUPS.values() for row in group]
    return PROGRAM.format(rows=rows, names=NAMES, best=inspect.getsource(best), peak=peak)


def tables(browser):
    printed = chromium.printed(browser, program())
    most = re.findall(r"(.+?)\|([^|\n]+ [^|\n]+)$", printed, re.M)
    peak = 1e9 * float(most[0][1].split()[0])
    found = {label: times for label, *times in re.findall(r"(.+?)\|([\d.]+)\|([\d.]+)(?:\|([\d.]+))?$", printed, re.M)}
    made = []
    for heading, group in GROUPS.items():
        rows = []
        for label, _, _, *operations in group:
            plain, compiled, copy = found.pop(label)
            seconds = 1e-6 * float(compiled)
            beside = (
                f"{100 * operations[0] / peak / seconds:.0f}" if operations else f"{float(compiled) / float(copy):.1f}"
            )
            rows.append((label, plain, compiled, f"{float(plain) / float(compiled):.1f}", beside))
        beside = "of 100 of SIMD's most" if group[0][3:] else "times a copy of its bytes"
        made.append(Table(heading, ("kernel", "numpy, us", "compiled, us", "ratio", beside), rows))
    assert not found, printed
    what = f"What SIMD can do at most on {processor()}, and square products of float32 beside it"
    return [*made, Table(what, ("what", "measured"), most)]


if __name__ == "__main__":
    with chromium.opened() as browser:
        show(*tables(browser))
