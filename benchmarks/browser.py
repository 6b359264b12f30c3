"""Chromium for the benchmarks: a browser, rounds of a measurement, a program in a cell of the site's first page."""

import collections
import contextlib
import os
import statistics
from pathlib import Path

from playwright.sync_api import sync_playwright

from site_hooks import browser as chromium
from tests_e2e import sites
from tests_e2e.conftest import FLAGS
from tests_e2e.driver import Tab

LONGEST = 600_000  # milliseconds of a program
COMPILERS = "ThreadPoolForeg"  # how Chromium calls the threads on which V8 compiles beside a program


@contextlib.contextmanager
def opened():
    """A browser, and afterwards none, nor the sites that were built for it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()
            sites.clean()


@contextlib.contextmanager
def beside(browser, *flags):
    """Another one of the same kind, with these flags of V8's."""
    other = browser.browser_type.launch(executable_path=chromium.find(), args=[*FLAGS, "--js-flags=" + " ".join(flags)])
    try:
        yield other
    finally:
        other.close()


def medians(measure, browser, repeats):
    """The median of each figure that `measure(browser)` gives by name, and of each part of a tuple."""
    rounds = [measure(browser) for _ in range(repeats)]

    def median(values):
        return (
            tuple(map(median, zip(*values, strict=True))) if isinstance(values[0], tuple) else statistics.median(values)
        )

    return {name: median([found[name] for found in rounds]) for name in rounds[0]}


def printed(browser, program):
    """What a program prints in a fresh tab."""
    tab = Tab(browser.new_context(), sites.main_site().address).open()
    tab.page.set_default_timeout(LONGEST)
    cell = tab.cell("line")
    cell.write(program)
    cell.finish()
    lines = cell.printed()
    assert cell.state == "done", cell.trace
    tab.page.context.close()
    return lines


def work():
    """The milliseconds of processor time that the threads of the browsers started here have had so far, by their names;
    none where the system does not tell."""
    found = collections.Counter()
    tick = 1000 / os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 0
    for process in descendants(os.getpid()):
        for thread in Path(f"/proc/{process}/task").glob("*"):
            with contextlib.suppress(OSError):  # it has just ended
                name, _, rest = (thread / "stat").read_text().partition("(")[2].rpartition(")")
                user, system = rest.split()[11:13]
                found[name] += (int(user) + int(system)) * tick
    return found


def descendants(process):
    """The processes that this one has started, and those that they have."""
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in children.read_text().split():
                yield child
                yield from descendants(child)
