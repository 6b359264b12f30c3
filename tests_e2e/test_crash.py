"""When Python itself breaks down, the page says so in one sentence and mends it."""

CRASH = """
import asyncio
import js

js.setTimeout(js.Function.new("throw new Error('broken on purpose')"), 0)
await asyncio.sleep(3600)
"""
ENDLESS = """
class A:
    def __repr__(self):
        return repr(self)

A()
"""
EXHAUST = "blocks = []\nwhile True: blocks.append(bytearray(50_000_000))"

TAKE_ALL = """
import builtins, sys
for name in list(sys.modules):
    if name not in ("sys", "builtins"):
        del sys.modules[name]
builtins.__dict__.clear()
"""


def test_program_that_leaves_at_once_has_ended(new_tab):
    cell = new_tab.open().cell("hello").write("import os\nprint('begun')\nos._exit(3)").finish()
    assert (cell.state, cell.printed()) == ("error", "begun\n")
    assert cell.trace == "SystemExit: 3"
    assert cell.write(TAKE_ALL).finish().state == "done"
    assert new_tab.cell("numpy").finish().kept == "same"


def test_uncaught_error_in_the_worker_is_told_and_mended(new_tab):
    cell = new_tab.open().cell("hello").write(CRASH).finish()
    assert cell.state == "error"
    said = cell.status.inner_text()
    assert said == "Python broke down (Uncaught Error: broken on purpose). It has been started afresh: run again."
    assert new_tab.cell("numpy").finish().kept == "same"


def test_python_that_gives_up_is_told_and_mended(new_tab):
    cell = new_tab.open().cell("hello").write(ENDLESS).finish()
    assert cell.state == "error"
    assert cell.status.inner_text().startswith("Python broke down (")
    assert new_tab.cell("numpy").finish().kept == "same"
    new_tab.problems.clear()  # what Python itself said of it


def test_exhausted_memory_is_an_error_and_the_next_run_works(new_tab):
    cell = new_tab.open().cell("hello").write(EXHAUST).finish()
    assert cell.state == "error"
    assert "MemoryError" in cell.element.inner_text() or "Python broke down" in cell.status.inner_text()
    assert new_tab.cell("numpy").finish().kept == "same"
