"""The start of Python in the tab: from the click on Run to the first line, from Stop to the next Python; a plain start
of Pyodide beside it in the same run, in a browser of the same state.

python -m benchmarks.start      (needs Chromium)
"""

import os
import subprocess
import sys
import tempfile

from benchmarks import browser as chromium
from benchmarks.timing import Table, processor, show
from tests_e2e import sites
from tests_e2e.driver import Tab
from tests_e2e.test_start import wait_until_stored

REPEATS = 5
A_WHILE = 2000  # milliseconds that a program runs before it is stopped
TIMED = "import time, numpy; begin = time.perf_counter(); "

PLAIN = """
import { loadPyodide } from "../pyodide/pyodide.mjs";
const indexURL = new URL("../pyodide/", import.meta.url).href;
const python = await loadPyodide({ indexURL, packages: ["numpy", "borch"] });
postMessage(python.runPython("import numpy, borch as torch; str(torch.ones(2).sum())"));
"""

# Python of the kind that an import runs: what it takes here and in the tab tells how much slower the tab is.
PACE = """
def make(n):
    def method(self, other=n):
        return other

    return type("Made", (), {"method": method, "number": n, "__doc__": str(n)})


for n in range(3000):
    make(n)
"""

# What of borch's import is reading: the code of its modules made of their bytecode, and nothing run.
READ = """
import sitecustomize
for stem in sitecustomize.modules:
    if "/borch/" in stem:
        sitecustomize.Loader("read", stem + ".py").get_code("read")
"""

# Python from the packs, as a first visit has it, but one step after the other: the milliseconds of each.
STEPS = f"""
import {{ at, bytes, counted, json, unzipped }} from "./downloads.js";
import {{ mount }} from "./packs.js";
const steps = {{}};
const step = async (name, work) => {{
    const begin = performance.now();
    const result = await work();
    steps[name] = performance.now() - begin;
    return result;
}};
const {{ packs }} = await json("start.json");
const first = await Promise.all(packs.first.map(bytes));
const {{ loadPyodide }} = await import(at("pyodide.mjs"));
const createPyodideModule = (await import(at("pyodide.asm.mjs"))).default;
const whole = await bytes("pyodide.asm.wasm.gz");
const wasm = await step("compile", () => WebAssembly.compile(whole));
WebAssembly.instantiateStreaming = async (_, imports) =>
    ({{ module: wasm, instance: await WebAssembly.instantiate(wasm, imports) }});
const fsInit = (FS) => mount(FS, first);
const stdLibURL = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=="; // an archive of nothing
const options = {{ indexURL: at(""), stdLibURL, fsInit, createPyodideModule }};
const python = await step("python", () => loadPyodide(options));
python.runPython("import gc; gc.disable()");
await step("numpy", () => python.runPython("import numpy"));
await step("borch", () => python.runPython("import borch"));
await step("nn", () => python.runPython("import borch.nn, borch.optim"));
await step("read", () => python.runPython({READ!r}));
await step("pace", () => python.runPython({PACE!r}));
postMessage({{ steps }});
"""

IN_A_WORKER = """(url) => new Promise((resolve, reject) => {
    const worker = new Worker(url, { type: "module" });
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.onmessage = ({ data }) => {
        if (!data.steps) return;
        worker.terminate();
        resolve(data.steps);
    };
})"""

START_PLAINLY = """(url) => new Promise((resolve) => {
    const begin = performance.now();
    const worker = new Worker(url, { type: "module" });
    worker.onmessage = () => {
        worker.terminate();
        resolve(performance.now() - begin);
    };
})"""

UNTIL_LINE = """([button, lines, text]) => new Promise((resolve) => {
    const begin = performance.now();
    const look = () => {
        const shown = [...document.querySelectorAll(lines)].some((line) => line.textContent.includes(text));
        if (shown) resolve(performance.now() - begin);
        else requestAnimationFrame(look);
    };
    document.querySelector(button).click();
    look();
})"""

WATCH = """
self.readied = 0;
self.Worker = class extends Worker {
    constructor(...given) {
        super(...given);
        this.addEventListener("message", ({ data }) => data.type === "ready" && readied++);
    }
};
"""

UNTIL_READY = """(button) => new Promise((resolve) => {
    const [begin, count] = [performance.now(), readied];
    const look = () => (readied > count ? resolve(performance.now() - begin) : setTimeout(look, 1));
    document.querySelector(button).click();
    look();
})"""

CELL = "#cell-waits"
RUN, STOP, LINES = f"{CELL} .cell-run", f"{CELL} .cell-stop", f"{CELL} .cell-lines"


def fetched(tab):
    """The bytes of what the worker has fetched of the site so far."""
    folder = sites.test_site().folder / "assets/pyodide"
    cells = sites.ROOT / "docs/assets/cells"
    names = {url.rsplit("/", 1)[-1] for url in tab.worker_files() if "/assets/" in url}
    return sum(path.stat().st_size for name in names for path in (folder / name, cells / name) if path.is_file())


def at_rest(tab):
    """The page has loaded, and what it keeps for offline is kept."""
    tab.page.wait_for_function("() => document.documentElement.dataset.offline === 'kept'")


def serving(script):
    return lambda route: route.fulfill(body=script, content_type="text/javascript")


def in_cpython(program):
    """The milliseconds that this Python takes for a program once numpy is there, from bytecode: the least of a few."""
    command = [sys.executable, "-c", f"{TIMED}exec({program!r}, {{}}); print((time.perf_counter() - begin) * 1e3)"]
    with tempfile.TemporaryDirectory() as bytecode:
        environ = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode, "PYTHONDONTWRITEBYTECODE": ""}
        runs = [
            subprocess.run(command, capture_output=True, text=True, check=True, cwd=sites.ROOT, env=environ)
            for _ in range(6)
        ]
    return min(float(run.stdout) for run in runs)


def measure(browser):
    """One round: a plain start, a first visit, Stop at once and later, a later visit. Milliseconds, and bytes."""
    site, found = sites.test_site(), {}
    context = browser.new_context()
    for name, script in (("plain", PLAIN), ("steps", STEPS)):
        context.route(f"**/cells/{name}.js", serving(script))
    tab = Tab(context, site.address).open("start/")
    found["plain"] = tab.page.evaluate(START_PLAINLY, site.address + "assets/cells/plain.js")
    found |= tab.page.evaluate(IN_A_WORKER, site.address + "assets/cells/steps.js")
    context.close()

    context = browser.new_context()
    context.add_init_script(WATCH)
    tab = Tab(context, site.address).open("start/")
    at_rest(tab)
    found["cold"] = tab.page.evaluate(UNTIL_LINE, [RUN, LINES, "begun"])
    found["bytes"] = fetched(tab)
    found["stop"] = tab.page.evaluate(UNTIL_READY, STOP)
    tab.cell("waits").press().wait("running").shows("begun")
    tab.page.wait_for_timeout(A_WHILE)
    found["stop later"] = tab.page.evaluate(UNTIL_READY, STOP)
    tab.cell("first").finish()
    wait_until_stored(tab)
    tab.open("start/")
    at_rest(tab)
    found["warm"] = tab.page.evaluate(UNTIL_LINE, [RUN, LINES, "begun"])
    context.close()
    return found


def tables(browser, repeats=REPEATS):
    median = chromium.medians(measure, browser, repeats)
    rows = [
        ("Pyodide, NumPy and borch as they are published, to the first line", "plain", ""),
        ("a first visit: click to the first line", "cold", 1800),
        ("a later visit: click to the first line", "warm", 800),
        ("Stop as soon as there is a line, to the next Python", "stop", 500),
        ("Stop of a program that has run for two seconds", "stop later", 500),
        ("of a first visit: the interpreter's WebAssembly compiled, as far as that is done beforehand", "compile", ""),
        ("of a first visit: CPython and Pyodide start", "python", ""),
        ("of a first visit: `import numpy`", "numpy", ""),
        ("of a first visit: `import borch`", "borch", 100),
        ("of a first visit: `import borch.nn, borch.optim`", "nn", ""),
        ("of both: the bytecode of borch is read, and nothing of it run", "read", ""),
    ]
    rows = [(label, f"{median[a]:.0f}", f"{median[a] / median['plain']:.2f}", aim) for label, a, aim in rows]
    fetched = ("MB fetched until the first line of a first visit", f"{median['bytes'] / 1e6:.2f}", "", 9)
    imported, slower = in_cpython("import borch"), median["pace"] / in_cpython(PACE)
    native = ("`import borch` in CPython, after NumPy", f"{imported:.0f}", "", 150)
    expected = (
        f"that times {slower:.1f}, by which the tab makes functions and classes slower",
        f"{imported * slower:.0f}",
    )
    title = f"Starts of Python in Chromium on {processor()}, medians of {repeats}"
    return [Table(title, ("", "ms", "over the plain start", "aim"), [*rows, native, (*expected, "", ""), fetched])]


if __name__ == "__main__":
    with chromium.opened() as browser:
        show(*tables(browser))
