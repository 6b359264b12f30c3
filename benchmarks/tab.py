"""The lesson in the tab: the seconds that its training cell takes in Chromium once the runtime is loaded.

python -m benchmarks.tab      (needs Chromium)
"""

import re

from benchmarks import browser as chromium
from benchmarks.timing import Table, processor, show
from tests_e2e import sites
from tests_e2e.driver import Tab

AIM = 0.4  # seconds


def seconds(cell):
    """What the cell's status says it took."""
    number, unit = re.search(r"([\d.]+) (ms|s)\b", cell.status.inner_text()).groups()
    return float(number) / (1000 if unit == "ms" else 1)


def tables(browser, repeats=5):
    tab = Tab(browser.new_context(), sites.main_site().address).open("learn/vision-transformer/")
    took = []
    for _ in range(repeats):
        tab.cell("vit").finish()
        took.append(seconds(tab.cell("train").finish()))
    tab.page.context.close()
    took.sort()
    median = took[len(took) // 2]
    title = f"The lesson's 120 steps, cell `train`, in Chromium on {processor()}"
    row = (took[0], median, AIM, f"{median / AIM:.2f}")
    return [Table(title, ("least, s", "median, s", "aim, s", "median over aim"), [row])]


if __name__ == "__main__":
    with chromium.opened() as browser:
        show(*tables(browser))
