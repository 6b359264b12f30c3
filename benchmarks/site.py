"""A lesson as its reader meets it in Chromium, on localhost: the page, the first Run of a first and of a later visit, Stop,
a program that prints a great deal, and the bytes on the wire.

python -m benchmarks.site      (needs Chromium)
"""

import gzip

from benchmarks import browser as chromium
from benchmarks.start import UNTIL_LINE, UNTIL_READY, WATCH, at_rest
from benchmarks.timing import Table, processor, show
from tests_e2e import sites
from tests_e2e.driver import Tab
from tests_e2e.test_start import wait_until_stored

REPEATS = 5
PAGE, CELL = "learn/autograd/", "slope"
RUN, STOP, LINES = (f"#cell-{CELL} .cell-{part}" for part in ("run", "stop", "lines"))
ENDLESS = "print('begun')\nwhile True: pass"
FLOOD = "for i in range(100_000):\n    print(i)"
ZIPPED = (".html", ".js", ".mjs", ".css", ".json", ".py", ".svg", ".wasm", ".xml")  # what a host of pages compresses

INTERACTIVE = """
new MutationObserver((_, observer) => {
    if (!document.querySelector(".cell-toolbar")) return;
    self.interactive = performance.now();
    observer.disconnect();
}).observe(document, { childList: true, subtree: true });
"""

UNTIL_DONE = """([section, button]) => new Promise((resolve) => {
    let longest = 0;
    new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    }).observe({ type: "longtask" });
    const begin = performance.now();
    const look = () => {
        if (document.querySelector(section).dataset.state !== "done") return setTimeout(look, 5);
        const took = performance.now() - begin;
        requestAnimationFrame(() => setTimeout(() => resolve([took, longest])));
    };
    document.querySelector(button).click();
    setTimeout(look, 50);
})"""


def sent(server):
    """The bytes that the server has sent so far: as they are, and as a host sends them that zips text."""
    files = [file for path in server.requests if (file := server.find(path))]
    sizes = [file.stat().st_size for file in files]
    zipped = [
        len(gzip.compress(file.read_bytes(), 6)) if file.suffix in ZIPPED else size
        for file, size in zip(files, sizes, strict=True)
    ]
    return sum(sizes), sum(zipped)


def measure(browser):
    """One reader who comes for the first time. Milliseconds; pairs of bytes."""
    site, found = sites.main_site(), {}
    site.server.requests.clear()
    context = browser.new_context()
    context.add_init_script(WATCH + INTERACTIVE)
    tab = Tab(context, site.address).open(PAGE)
    found["interactive"] = tab.page.evaluate("() => interactive")
    at_rest(tab)
    found["page bytes"] = sent(site.server)
    found["cold"] = tab.page.evaluate(UNTIL_LINE, [RUN, LINES, "y"])
    found["run bytes"] = sent(site.server)
    cell = tab.cell(CELL).wait("done")
    cell.write(ENDLESS).press().shows("begun")
    found["stop"] = tab.page.evaluate(UNTIL_READY, STOP)
    cell.write("print('stored')").press().wait("done")
    wait_until_stored(tab)
    cell.write(FLOOD)
    found["flood"], found["block"] = tab.page.evaluate(UNTIL_DONE, [f"#cell-{CELL}", RUN])
    cell.press("Reset")
    tab.open(PAGE)
    found["interactive again"] = tab.page.evaluate("() => interactive")
    found["warm"] = tab.page.evaluate(UNTIL_LINE, [RUN, LINES, "y"])
    context.close()

    context = browser.new_context(service_workers="block")
    tab = Tab(context, site.address).open(PAGE)
    found["unkept"] = tab.page.evaluate(UNTIL_LINE, [RUN, LINES, "y"])
    context.close()
    return found


def tables(browser, repeats=REPEATS):
    median = chromium.medians(measure, browser, repeats)
    rows = [
        ("the page answers, first visit", "interactive", ""),
        ("the page answers, later visit", "interactive again", ""),
        ("first Run of a first visit, to its first line", "cold", ""),
        ("the same, nothing kept for offline", "unkept", ""),
        ("first Run of a later visit, to its first line", "warm", ""),
        ("Stop, to the next Python", "stop", 500),
        ("100,000 printed lines, to the last", "flood", ""),
        ("longest block of the page meanwhile", "block", 100),
    ]
    rows = [(label, f"{median[a]:.0f}", f"{median[a] / median['unkept']:.2f}", aim) for label, a, aim in rows]
    title = f"The lesson {PAGE} in Chromium on {processor()}, medians of {repeats}"
    sizes = [
        ("a page without Run", "page bytes", 0.5),
        ("and its first Run, with what loads behind it", "run bytes", ""),
    ]
    sizes = [(label, *(f"{size / 1e6:.2f}" for size in median[a]), aim) for label, a, aim in sizes]
    return [
        Table(title, ("", "ms", "over a first Run with nothing kept", "aim, ms"), rows),
        Table("On the wire", ("", "MB as they are", "MB with text zipped", "aim"), sizes),
    ]


if __name__ == "__main__":
    with chromium.opened() as browser:
        show(*tables(browser))
