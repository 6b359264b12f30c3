"""A cell that continues another: what it needs runs first, and only if it has not run already."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open("chain/")


@pytest.fixture
def chain(tab):
    """The cells, all as the page was written; the worker may remember what ran."""
    cells = {id: tab.cell(id) for id in ("first", "second", "third", "other", "class")}
    for cell in cells.values():
        if cell.reset.is_visible():
            cell.press("Reset")
    return cells


def test_pressing_the_last_runs_the_chain_from_its_root(chain):
    chain["third"].finish()
    for id in ("first", "second", "third"):
        assert chain[id].state == "done"
        assert chain[id].kept == "same"
    assert chain["other"].state == "idle"


def test_pressing_in_order_runs_each_once(chain):
    for id in ("first", "second", "third"):
        chain[id].finish()
        assert chain[id].kept == "same"
    chain["first"].press("Reset")
    chain["second"].finish()  # its predecessor is no longer the last that ran: the chain begins anew
    assert chain["first"].state == "done"
    chain["first"].press("Reset")
    chain["third"].finish()  # goes on where the second ended
    assert chain["first"].state == "idle"
    assert chain["third"].kept == "same"


def test_a_branch_does_not_see_the_other_branch(chain):
    chain["second"].finish()
    assert chain["other"].finish().kept == "same"


def test_running_again_gives_the_same(chain):
    for _ in range(2):
        chain["second"].finish()
        assert chain["third"].finish().kept == "same"


def test_an_edited_predecessor_is_run_again_and_no_promise_binds(chain):
    chain["third"].finish()
    chain["first"].write("x = 40")
    chain["third"].finish()
    assert chain["third"].printed() == "x is 41\n"
    assert chain["third"].kept is None


def test_an_error_before_it_is_shown_where_it_is(chain):
    chain["first"].write("x = unknown")
    chain["third"].finish()
    assert chain["first"].state == "error"
    assert "NameError: name 'unknown' is not defined" in chain["first"].trace
    assert chain["third"].state == "error"
    assert chain["third"].status.inner_text() == "Not run: a cell that it continues ended with an error."
    chain["first"].press("Reset")
    assert chain["third"].finish().kept == "same"


def test_traceback_crosses_cells(chain):
    chain["first"].write("def fail():\n    raise ValueError('from the first')\nx = 1")
    chain["second"].write("y = 1\n\nfail()")
    chain["second"].finish()
    trace = chain["second"].trace
    assert 'File "cell-second.py", line 3, in <module>' in trace
    assert 'File "cell-first.py", line 2, in fail' in trace
    assert chain["second"].status.inner_text() == "Error in line 3"


def test_main_is_the_cells_module(chain):
    assert chain["class"].finish().kept == "same"
