"""A program that prints without measure leaves the page responsive and its memory bounded."""

import pytest

WATCH = """() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.longest = Math.max(window.longest, entry.duration);
    }).observe({ type: "longtask" });
}"""


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open("output/")
    shared_tab.cell("after-floods").finish()
    shared_tab.page.evaluate(WATCH)


def longest_task(tab):
    longest = tab.page.evaluate("() => window.longest")
    tab.page.evaluate("() => { window.longest = 0 }")
    return longest


def test_many_lines_keep_the_last_and_count_the_rest(tab):
    cell = tab.cell("flood").finish()
    assert cell.state == "done"
    lines = cell.printed().splitlines()
    assert lines[-1] == "line 99999"
    assert lines == [f"line {i}" for i in range(100_000 - len(lines), 100_000)]
    assert 500 <= len(lines) <= 1000
    assert cell.dropped.inner_text() == f"{100_000 - len(lines):,} earlier lines are not shown."
    assert longest_task(tab) < 500  # milliseconds; the aim is 100 on an idle machine


def test_one_endless_line_keeps_its_end(tab):
    text = tab.cell("long-line").finish().printed()
    assert text.endswith("xxxend\n")
    assert len(text) <= 20_001
    assert longest_task(tab) < 500


def test_two_streams_in_turn_are_bounded_too(tab):
    cell = tab.cell("both-floods").finish()
    assert cell.printed("stderr").splitlines()[-1] == "err 19999"
    assert cell.lines.count() <= 1000
    assert longest_task(tab) < 500


def test_the_next_cell_runs(tab):
    assert tab.cell("after-floods").finish().kept == "same"
