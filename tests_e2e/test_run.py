"""Plain cells: each is a program of its own, and real torch programs run as they stand."""

import pytest

CELLS = ["hello", "numpy", "alone", "torch", "nothing"]


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open()


@pytest.mark.parametrize("id", CELLS)
def test_cell_prints_what_it_promises(tab, id):
    cell = tab.cell(id).finish()
    assert cell.state == "done"
    assert cell.kept == "same"


def test_cell_runs_again_with_a_fresh_namespace(tab):
    cell = tab.cell("alone").finish().finish()
    assert cell.printed() == "False __main__\n"


def test_promise_gives_way_to_live_output(tab):
    cell = tab.cell("hello").finish()
    assert not cell.promise.is_visible()
    assert cell.output.is_visible()


def test_two_runs_wait_for_each_other(tab):
    cells = [tab.cell(id) for id in ("hello", "numpy")]
    for cell in cells:
        cell.press()
    for cell in cells:
        assert cell.wait().state == "done"
        assert cell.kept == "same"
