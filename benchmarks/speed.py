"""Everything that is timed in the browser, in one run: the tables of the page Speed.

make speed      (needs Chromium, torch, and npm for TensorFlow.js; writes site_hooks/speed.json)
"""

import datetime
import json

from benchmarks import browser as chromium
from benchmarks import kernels, start, tab, tab_train
from benchmarks.timing import machine, show
from site_hooks import speed

PARTS = {"start": start, "steps": tab_train, "lesson": tab, "kernels": kernels}
HEADED = {"kernels"}  # those whose tables are parts of the page, with headings of their own


def main():
    with chromium.opened() as browser:
        facts = {"machine": machine(), "browser": f"Chromium {browser.version}", "date": f"{datetime.date.today()}"}
        tables = {name: part.tables(browser) for name, part in PARTS.items()}
    for some in tables.values():
        show(*some)
    found = {
        name: "\n\n".join(
            (f"### {each.title}" if name in HEADED else f"**{each.title}**") + f"\n\n{each}" for each in some
        )
        for name, some in tables.items()
    }
    speed.DATA.write_text(json.dumps({**facts, **found}, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
