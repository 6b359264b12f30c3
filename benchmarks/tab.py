"""The lesson in the tab: the seconds that its training cell takes in Chromium once the runtime is loaded, and where they go.

python -m benchmarks.tab      (needs Chromium)
"""

import re
import statistics

from benchmarks import browser as chromium
from benchmarks import samples
from benchmarks.timing import Table, processor, show
from tests_e2e import sites
from tests_e2e.driver import Tab

LESSON = "learn/vision-transformer/"
AIM = 0.4  # seconds
STEPS = 120
WORKER = "DedicatedWorker"  # the name of the thread that runs Python
SLOWER = 1.15  # a machine that the aim should be met on all the same

# Counts the opcodes of a step: those of twelve steps less those of two.
PROGRAM = """
import itertools
import sys

space = {{"print": lambda *values: None}}
for cell in {cells!r}:
    exec(cell, space)
monitoring, counts = sys.monitoring, []
monitoring.use_tool_id(4, "opcodes")
for steps in (2, 12):
    space["range"] = lambda first, end, steps=steps: range(first, first + steps)
    counter = itertools.count()
    monitoring.register_callback(4, monitoring.events.INSTRUCTION, lambda code, offset: next(counter))
    monitoring.set_events(4, monitoring.events.INSTRUCTION)
    space["train"](32, 4, 0)
    monitoring.set_events(4, 0)
    counts.append(next(counter))
print((counts[1] - counts[0]) // 10)
"""


def seconds(cell):
    """What the cell's status says it took."""
    number, unit = re.search(r"([\d.]+) (ms|s)\b", cell.status.inner_text()).groups()
    return float(number) / (1000 if unit == "ms" else 1)


def tables(browser, repeats=15):
    tab = Tab(browser.new_context(), sites.main_site().address)
    profile = samples.Samples(tab)
    tab.open(LESSON)
    took, worked = [], []
    for _ in range(repeats):
        tab.cell("vit").finish()
        before = chromium.work()
        took.append(seconds(tab.cell("train").finish()))
        worked.append((chromium.work() - before)[WORKER] / 1000)
    shares = profile.shares(lambda: [tab.cell("train").finish() for _ in range(repeats // 3)])
    tab.page.context.close()
    median, busy = statistics.median(took), statistics.median(worked)
    title = f"The lesson's {STEPS} steps, cell `train`, in Chromium on {processor()}"
    row = (min(took), median, f"{busy:.2f}", AIM, f"{median / AIM:.2f}")
    whole = Table(title, ("least, s", "median, s", "of a processor's time, s", "aim, s", "median over aim"), [row])
    return [whole, apart(busy or median, shares, opcodes(browser))]


def opcodes(browser):
    """How many opcodes CPython carries out for a step of the lesson."""
    code = {cell["id"]: cell["code"] for cell in sites.main_site().cells if cell["page"] == LESSON}
    return int(chromium.printed(browser, PROGRAM.format(cells=[code[id] for id in ("images", "vit", "train")])))


def apart(whole, shares, opcodes):
    """The table that takes the time apart, by the shares of the profiler's samples."""
    rows = [(part, f"{whole * share:.3f}", f"{100 * share:.0f}") for part, share in shares.items()]
    least = shares[samples.KERNELS] + shares[samples.NUMPY]
    python = shares[samples.LOOP] + shares[samples.REST]
    each = whole * python / STEPS / opcodes
    rows += [
        (
            f"CPython altogether: {opcodes} opcodes a step, of {each * 1e9:.0f} ns",
            f"{whole * python:.3f}",
            f"{100 * python:.0f}",
        ),
        ("the limit: kernels and NumPy, were Python to take no time", f"{whole * least:.3f}", f"{100 * least:.0f}"),
        (f"all of it on a machine {SLOWER - 1:.0%} slower", f"{whole * SLOWER:.3f}", f"{100 * SLOWER:.0f}"),
    ]
    for name, aim in (("the aim", AIM), (f"the aim on a machine {SLOWER - 1:.0%} slower", AIM / SLOWER)):
        left = max(0, aim - whole * (1 - python)) / each / STEPS
        rows.append((f"opcodes a step that would leave time for {name}", f"{left:.0f}", ""))
    return Table("Where the processor's time of the same steps goes", ("", "s", "%"), rows)


if __name__ == "__main__":
    with chromium.opened() as browser:
        show(*tables(browser))
