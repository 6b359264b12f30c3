"""The lesson in the tab: the seconds that its training cell takes in Chromium once the runtime is loaded.

python -m benchmarks.tab      (needs Chromium)
"""

import re

from playwright.sync_api import sync_playwright

from benchmarks.timing import processor, table
from site_hooks import browser as chromium
from tests_e2e import sites
from tests_e2e.conftest import FLAGS
from tests_e2e.driver import Tab

LIMIT = 1.5  # seconds: what the cell may take


def seconds(cell):
    """What the cell's status says it took."""
    number, unit = re.search(r"([\d.]+) (ms|s)\b", cell.status.inner_text()).groups()
    return float(number) / (1000 if unit == "ms" else 1)


def main(repeats=5):
    site = sites.main_site()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        tab = Tab(browser.new_context(), site.address).open("learn/vision-transformer/")
        tab.cell("vit").finish()
        took = []
        for _ in range(repeats):
            tab.cell("vit").finish()
            took.append(seconds(tab.cell("train").finish()))
        browser.close()
    sites.clean()
    took.sort()
    median = took[len(took) // 2]
    table(
        f"Cell `train` in Chromium on {processor()}",
        ("least, s", "median, s", "limit, s", "median over limit"),
        [(took[0], median, LIMIT, f"{median / LIMIT:.2f}")],
    )


if __name__ == "__main__":
    main()
