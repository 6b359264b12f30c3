"""The start of Python in the tab: from the click on Run to the first line, from Stop to the next Python; a plain start
of Pyodide beside it in the same run, in a browser of the same state.

python -m benchmarks.start      (needs Chromium)
"""

import os
import subprocess
import sys
import tempfile
from operator import sub

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
for source in sitecustomize.places:
    if "/borch/" in source:
        sitecustomize.Loader("read", source).get_code("read")
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
const first = await Promise.all(packs.first.map((name) => bytes(name)));
const {{ loadPyodide }} = await import(at("pyodide.mjs"));
const createPyodideModule = (await import(at("pyodide.asm.eager.mjs"))).default;
const whole = await bytes("pyodide.asm.wasm.gz");
const wasm = await step("compile", () => WebAssembly.compile(whole));
WebAssembly.instantiateStreaming = async (_, imports) =>
    ({{ module: wasm, instance: await WebAssembly.instantiate(wasm, imports) }});
const fsInit = (FS) => mount(FS, first);
const stdLibURL = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=="; // an archive of nothing
const options = {{ indexURL: at(""), stdLibURL, fsInit, createPyodideModule }};
const python = await step("python", () => loadPyodide(options));
python.runPython("import gc, os; gc.disable(); os.environ['BORCH_KERNELS'] = 'numpy'");
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

# The line is awaited as a change of the page: to look for it in every frame would draw every frame, beside the start.
UNTIL_LINE = """([button, lines, text]) => new Promise((resolve) => {
    const begin = performance.now();
    performance.mark("borch: click");
    const shown = () => [...document.querySelectorAll(lines)].some((line) => line.textContent.includes(text));
    new MutationObserver((_, observer) => {
        if (!shown()) return;
        observer.disconnect();
        requestAnimationFrame(() => {
            performance.mark("borch: line");
            resolve(performance.now() - begin);
        });
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    document.querySelector(button).click();
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

ZIPPED_IMAGE = """async () => {
    const name = (await caches.keys()).find((name) => name.endsWith("/image/"));
    const cache = await caches.open(name);
    let size = 0;
    for (const key of await cache.keys()) {
        const zipped = (await cache.match(key)).body.pipeThrough(new CompressionStream("gzip"));
        size += (await new Response(zipped).arrayBuffer()).byteLength;
    }
    return size;
}"""

MARKS = """() => performance.getEntriesByType("mark")
    .filter(({ name }) => name.startsWith("borch: "))
    .map(({ name, startTime }) => [name.slice(7), performance.timeOrigin + startTime])"""

# What lies before each mark of a first visit, from the click on, in the order in which they come.
STAGES = {
    "scripts": "a worker is made, and has its scripts",
    "asm.mjs": "Pyodide's scripts are fetched and compiled",
    "wasm": "the WebAssembly is waited for, which another worker fetches and unzips",
    "instance": "it is made an instance",
    "runtime": "Pyodide's runtime links its 14,000 functions",
    "packs": "the packs are waited for",
    "mounted": "the packs are laid out",
    "python": "CPython and Pyodide's own modules start",
    "import numpy": "`import numpy`",
    "import borch": "`import borch`",
    "import borch.optim": "`import borch.nn, borch.optim`",
    "import borch_cell.arrivals": "what cells need is imported",
    "image": "the image for Stop is made",
    "kernels": "the compiled kernels start",
    "ready": "the worker says that it is ready",
    "printed": "the cell's program comes and prints",
    "line": "the page shows the line",
}


def cell(id):
    """The selectors of a cell's buttons, and of its lines."""
    return [f"#cell-{id} .cell-{part}" for part in ("run", "stop", "lines")]


RUN, STOP, LINES = cell("waits")
SURE = "--no-wasm-deopt"  # V8 takes no guess for granted about what a function of WebAssembly calls; no page can ask for it


def fetched(tab):
    """The bytes of what the worker has fetched of the site so far."""
    folder = sites.test_site().folder / "assets/pyodide"
    cells = sites.ROOT / "docs/assets/cells"
    names = {url.rsplit("/", 1)[-1] for url in tab.worker_files() if "/assets/" in url}
    return sum(path.stat().st_size for name in names for path in (folder / name, cells / name) if path.is_file())


def at_rest(tab):
    """The page has loaded, and what it keeps for offline is kept."""
    tab.page.wait_for_function("() => document.documentElement.dataset.offline === 'kept'")


def stages(tab):
    """The milliseconds of each stage of a visit whose first cell has run; each mark has its place in STAGES."""
    marks = dict(tab.page.evaluate(MARKS)) | dict(tab.worker().evaluate(MARKS))
    places = [marks["click"], *(marks[name] for name in STAGES)]
    return {f"to {name}": took for name, took in zip(STAGES, map(sub, places[1:], places), strict=True)}


def with_image(tab, fetched):
    """The bytes that a first visit would fetch which came with the stored image, zipped, in place of the first packs."""
    packs = sites.test_site().folder.glob("assets/pyodide/*-first-*.gz")
    return fetched - sum(path.stat().st_size for path in packs) + tab.page.evaluate(ZIPPED_IMAGE)


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


def first_visit(browser):
    """The milliseconds of a first visit and of its stages; those of processor time that it takes, and V8's compilers of it."""
    context = browser.new_context()
    tab = Tab(context, sites.test_site().address).open("start/")
    at_rest(tab)
    before = chromium.work()
    took = tab.page.evaluate(UNTIL_LINE, [*cell("first")[::2], "tensor(2.)"])
    after = chromium.work()
    tab.cell("first").wait()
    found = {"apart": took, "work": sum(after.values()) - sum(before.values()), **stages(tab)}
    found["compilers"] = after[chromium.COMPILERS] - before[chromium.COMPILERS]
    context.close()
    return found


def measure(browser):
    """One round: a plain start, two first visits, the one taken apart, the other stopped at once and later, a later
    visit. Milliseconds, and bytes."""
    site, found = sites.test_site(), {}
    context = browser.new_context()
    for name, script in (("plain", PLAIN), ("steps", STEPS)):
        context.route(f"**/cells/{name}.js", serving(script))
    tab = Tab(context, site.address).open("start/")
    found["plain"] = tab.page.evaluate(START_PLAINLY, site.address + "assets/cells/plain.js")
    found |= tab.page.evaluate(IN_A_WORKER, site.address + "assets/cells/steps.js")
    context.close()

    found |= first_visit(browser)

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
    found["with image"] = with_image(tab, found["bytes"])
    tab.open("start/")
    at_rest(tab)
    found["warm"] = tab.page.evaluate(UNTIL_LINE, [RUN, LINES, "begun"])
    context.close()
    return found


def tables(browser, repeats=REPEATS):
    median = chromium.medians(measure, browser, repeats)
    with chromium.beside(browser, SURE) as other:
        sure = chromium.medians(first_visit, other, repeats)
    rows = [
        ("Pyodide, NumPy and borch as they are published, to the first line", "plain", ""),
        ("a first visit: click to the first line", "cold", 1800),
        ("a later visit: click to the first line", "warm", 800),
        ("Stop as soon as there is a line, to the next Python", "stop", 500),
        ("Stop of a program that has run for two seconds", "stop later", 500),
    ]
    rows = [(label, f"{median[a]:.0f}", f"{median[a] / median['plain']:.2f}", aim) for label, a, aim in rows]
    rows += [
        ("MB fetched until the first line of a first visit", f"{median['bytes'] / 1e6:.2f}", "", 9),
        ("MB, were an image of the started Python fetched instead", f"{median['with image'] / 1e6:.2f}", "", 9),
    ]
    title = f"Starts of Python in Chromium on {processor()}, medians of {repeats}"
    return [
        Table(title, ("", "ms", "of the plain start", "aim"), rows),
        Table("A first visit, taken apart", ("", "ms", "alone, ms", "aim"), apart(median, sure)),
    ]


def apart(median, sure):
    """The stages of a first visit beside the same step alone; what all of it and `import borch` cannot go below."""
    alone = {"import numpy": "numpy", "import borch": "borch", "import borch.optim": "nn", "python": "python"}
    took = {name: median[f"to {name}"] for name in STAGES}
    rows = []
    for name, label in STAGES.items():
        step = f"{median[alone[name]]:.0f}" if name in alone else ""
        rows.append((label, f"{took[name]:.0f}", step, 100 if name == "import borch" else ""))
    rows.append(("all of it, from the click to the line", f"{sum(took.values()):.0f}", "", 1800))
    if median["work"]:
        each = f"{median['work'] / os.cpu_count():.0f}"
        rows += [
            ("the work of all of Chromium's threads meanwhile", f"{median['work']:.0f}", "", ""),
            (f"that work in equal shares on {os.cpu_count()} processors", each, "", ""),
            ("of the work, V8's threads that compile again what runs often", f"{median['compilers']:.0f}", "", ""),
            (f"the same where V8 does not guess (`{SURE}`)", f"{sure['compilers']:.0f}", "", ""),
        ]
    rows.append((f"from the click to the line where V8 does not guess (`{SURE}`)", f"{sure['apart']:.0f}", "", ""))
    imported, slower = in_cpython("import borch"), median["pace"] / in_cpython(PACE)
    there = f"that times {slower:.1f}, by which the tab makes functions and classes slower"
    return [
        *rows,
        ("the bytecode of borch is read, and nothing of it run", "", f"{median['read']:.0f}", ""),
        ("`import borch` in CPython, after NumPy", "", f"{imported:.0f}", 150),
        (there, "", f"{imported * slower:.0f}", ""),
    ]


if __name__ == "__main__":
    with chromium.opened() as browser:
        show(*tables(browser))
