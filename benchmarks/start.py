"""The start of Python in the tab: from the click on Run to the first line, from Stop to the next Python; a plain start
of Pyodide beside it in the same run, in a browser of the same state.

python -m benchmarks.start      (needs Chromium)
"""

import statistics

from playwright.sync_api import sync_playwright

from benchmarks.timing import processor, table
from site_hooks import browser as chromium
from tests_e2e import sites
from tests_e2e.conftest import FLAGS
from tests_e2e.driver import Tab
from tests_e2e.test_start import wait_until_stored

REPEATS = 5

PLAIN = """
import { loadPyodide } from "../pyodide/pyodide.mjs";
const indexURL = new URL("../pyodide/", import.meta.url).href;
const python = await loadPyodide({ indexURL, packages: ["numpy", "borch"] });
postMessage(python.runPython("import numpy, borch as torch; str(torch.ones(2).sum())"));
"""

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


def measure(browser):
    """One round: a plain start, a first visit, Stop, and a later visit. Milliseconds, and bytes."""
    site, found = sites.test_site(), {}
    context = browser.new_context()
    context.add_init_script(WATCH)
    context.route("**/cells/plain.js", lambda route: route.fulfill(body=PLAIN, content_type="text/javascript"))
    tab = Tab(context, site.address).open("start/")
    found["plain"] = tab.page.evaluate(START_PLAINLY, site.address + "assets/cells/plain.js")
    context.close()

    context = browser.new_context()
    context.add_init_script(WATCH)
    tab = Tab(context, site.address).open("start/")
    found["cold"] = tab.page.evaluate(UNTIL_LINE, [RUN, LINES, "begun"])
    found["bytes"] = fetched(tab)
    found["stop"] = tab.page.evaluate(UNTIL_READY, STOP)
    tab.cell("first").finish()
    wait_until_stored(tab)
    tab.open("start/")
    found["warm"] = tab.page.evaluate(UNTIL_LINE, [RUN, LINES, "begun"])
    context.close()
    return found


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        sites.test_site()
        rounds = [measure(browser) for _ in range(REPEATS)]
        browser.close()
    sites.clean()
    median = {name: statistics.median(found[name] for found in rounds) for name in rounds[0]}
    rows = [
        ("Pyodide, NumPy and borch as they are published, to the first line", "plain", ""),
        ("a first visit: click to the first line", "cold", 1800),
        ("a later visit: click to the first line", "warm", 800),
        ("Stop to the next Python", "stop", 500),
    ]
    table(
        f"Starts of Python in Chromium on {processor()}, medians of {REPEATS}",
        ("", "ms", "over plain", "aim, ms"),
        [(label, f"{median[a]:.0f}", f"{median[a] / median['plain']:.2f}", aim) for label, a, aim in rows],
    )
    print(f"\nFetched until the first line of a first visit: {median['bytes'] / 1e6:.2f} MB (aim: 9 MB)")


if __name__ == "__main__":
    main()
