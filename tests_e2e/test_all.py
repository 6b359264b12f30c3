"""Run all: every cell of the page in its order, counted; those that wait can be cancelled."""

import pytest

from tests_e2e.driver import expect


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open("all/")


@pytest.fixture
def bar(tab):
    return tab.page.get_by_role("group", name="All cells of this page")


def press(bar, name):
    bar.get_by_role("button", name=name).click()


def status(bar, text):
    expect(bar.get_by_role("status")).to_have_text(text, timeout=90_000)


def close_gate(tab):
    tab.cell("three").write("open('closed', 'w').close()").press().wait("done")
    tab.cell("three").press("Reset")


def test_all_cells_run_and_are_counted(tab, bar):
    press(bar, "Run all 5 cells")
    status(bar, "5 cells run, 4 as promised, 1 with an error")
    assert [tab.cell(id).state for id in ("one", "fails", "gate", "two", "three")] == [
        "done",
        "error",
        "done",
        "done",
        "done",
    ]


def test_those_that_wait_are_shown_and_cancelled(tab, bar):
    close_gate(tab)
    press(bar, "Run all 5 cells")
    status(bar, "Running 3 of 5: gate, 2 wait")
    assert [tab.cell(id).state for id in ("gate", "two", "three")] == ["running", "queued", "queued"]
    press(bar, "Cancel the cells that wait")
    assert [tab.cell(id).state for id in ("gate", "two", "three")] == ["running", "idle", "idle"]
    tab.cell("gate").press("Stop").wait("stopped")
    status(bar, "3 cells run, 1 as promised, 1 with an error, 2 cancelled")


def test_stop_ends_the_run_of_all(tab, bar):
    close_gate(tab)
    press(bar, "Run all 5 cells")
    status(bar, "Running 3 of 5: gate, 2 wait")
    tab.cell("gate").press("Stop").wait("stopped")
    status(bar, "3 cells run, 1 as promised, 1 with an error, 2 cancelled")
    press(bar, "Run all 5 cells")
    status(bar, "5 cells run, 4 as promised, 1 with an error")


def test_page_with_one_cell_has_no_bar(tab):
    tab.open("second/")
    count = tab.page.locator(".cell").count()
    assert tab.page.locator(".cells-bar").count() == (count > 1)
