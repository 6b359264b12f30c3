"""When Python itself breaks down, the page says so in one sentence and mends it."""

CRASH = """
import asyncio
import js

js.setTimeout(js.Function.new("throw new Error('broken on purpose')"), 0)
await asyncio.sleep(3600)
"""
EXHAUST = "blocks = []\nwhile True: blocks.append(bytearray(50_000_000))"


def test_uncaught_error_in_the_worker_is_told_and_mended(new_tab):
    cell = new_tab.open().cell("hello").write(CRASH).finish()
    assert cell.state == "error"
    assert cell.status.inner_text().startswith("Python broke down (")
    assert new_tab.cell("numpy").finish().kept == "same"


def test_exhausted_memory_is_an_error_and_the_next_run_works(new_tab):
    cell = new_tab.open().cell("hello").write(EXHAUST).finish()
    assert cell.state == "error"
    assert "MemoryError" in cell.element.inner_text() or "Python broke down" in cell.status.inner_text()
    assert new_tab.cell("numpy").finish().kept == "same"
