"""The models of benchmarks/train.py in the tab: the same step on the numpy path over the one with compiled kernels.

python -m benchmarks.tab_train      (needs Chromium)
"""

import inspect
import re

from playwright.sync_api import sync_playwright

from benchmarks import train
from benchmarks.timing import processor, table
from site_hooks import browser as chromium
from tests_e2e import sites
from tests_e2e.conftest import FLAGS
from tests_e2e.driver import Tab

PROGRAM = """
import importlib
import time

from borch import _kernels

{models}


steps = {{label: step_of("borch", make) for label, make in MODELS.items()}}
for label, step in steps.items():
    least = {{}}
    for _ in range(7):
        for name, switch in (("numpy", _kernels.stop), ("compiled", _kernels.start)):
            switch()
            step()
            start = time.perf_counter()
            for _ in range(3):
                step()
            least[name] = min(least.get(name, 9e9), (time.perf_counter() - start) / 3)
    print(f"{{label}}|{{least['numpy'] * 1e3:.2f}}|{{least['compiled'] * 1e3:.2f}}")
assert _kernels.compiled
"""


def program():
    """The cell's code: the models and the step of train.py, and the loop that times both paths in turn."""
    makers = "\n\n".join(inspect.getsource(make) for make in train.MODELS.values())
    names = ", ".join(f"{label!r}: {make.__name__}" for label, make in train.MODELS.items())
    models = f"{makers}\n\nMODELS = {{{names}}}\n\n\n{inspect.getsource(train.step_of)}"
    return PROGRAM.format(models=models)


def main():
    site = sites.main_site()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        cell = Tab(browser.new_context(), site.address).open().cell("line")
        cell.write(program())
        cell.finish()
        printed = cell.printed()
        browser.close()
    sites.clean()
    rows = []
    for label, fallback, compiled in re.findall(r"(.+)\|([\d.]+)\|([\d.]+)", printed):
        rows.append((label, fallback, compiled, f"{float(fallback) / float(compiled):.2f}"))
    assert len(rows) == len(train.MODELS), printed
    table(f"A training step in Chromium on {processor()}", ("model", "numpy, ms", "kernels, ms", "ratio"), rows)


if __name__ == "__main__":
    main()
