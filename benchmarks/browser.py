"""Chromium for the benchmarks: a browser, rounds of a measurement, a program in a cell of the site's first page."""

import contextlib
import statistics

from playwright.sync_api import sync_playwright

from site_hooks import browser as chromium
from tests_e2e import sites
from tests_e2e.conftest import FLAGS
from tests_e2e.driver import Tab

LONGEST = 600_000  # milliseconds of a program


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
