"""Stop ends any program, says what is lost, cancels what waits, and the next Run works."""

import pytest

LOST = "Stopped. Names and files made by earlier cells are gone."


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open("stop/")


@pytest.mark.parametrize(("id", "line"), [("endless", "begun"), ("sleeping", "asleep")])
def test_stop_ends_a_program_that_never_ends(tab, id, line):
    cell = tab.cell(id).press().shows(line)
    assert cell.state == "running"
    cell.press("Stop").wait("stopped")
    assert cell.status.inner_text() == LOST
    assert cell.element.get_by_role("button", name=f"Run cell {id}").evaluate(
        "button => button === document.activeElement"
    )
    assert cell.printed() == line + "\n"  # what it had printed stays
    assert cell.kept is None
    assert tab.cell("root").finish().kept == "same"


def test_stop_forgets_the_names_of_a_chain(tab):
    root, after = tab.cell("root").finish(), tab.cell("next")
    tab.cell("endless").press().shows("begun").press("Stop").wait("stopped")
    root.press("Reset")
    after.finish()
    assert after.kept == "same"
    assert root.state == "done"  # it was run again for the one that continues it


def test_stop_cancels_what_waits(tab):
    running, waiting = tab.cell("endless").press().shows("begun"), tab.cell("root").press()
    assert waiting.state == "queued"
    running.press("Stop").wait("stopped")
    assert waiting.state == "idle"
    assert waiting.status.inner_text() == "Cancelled"
    assert waiting.finish().kept == "same"


def test_one_that_waits_is_cancelled_alone(tab):
    running, waiting = tab.cell("endless").press().shows("begun"), tab.cell("root").press()
    waiting.press("Stop")
    assert (waiting.state, running.state) == ("idle", "running")
    running.press("Stop").wait("stopped")


def test_stop_while_python_loads(new_tab):
    cell = new_tab.open("stop/").cell("root").press().wait("loading")
    cell.press("Stop").wait("idle")
    assert cell.status.inner_text() == "Cancelled"
    assert cell.finish().kept == "same"


def test_stop_button_is_there_only_while_it_can_stop(tab):
    cell = tab.cell("root").finish()
    assert not cell.stop.is_visible()
    running = tab.cell("endless").press().shows("begun")
    assert running.stop.is_visible()
    running.press("Stop").wait("stopped")
    assert not running.stop.is_visible()


def test_a_program_that_has_run_for_a_while_is_followed_by_a_python_that_is_all_but_there(new_tab):
    cell = new_tab.open("stop/").cell("endless").press().shows("begun")
    worker, spare = new_tab.worker(), new_tab.spare()
    cell.press("Stop").wait("stopped")
    assert set(new_tab.workers()) <= {worker, spare}  # the spare one goes on: no other was made
    assert new_tab.cell("root").finish().kept == "same"
