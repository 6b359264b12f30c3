"""input() asks the reader in a field below the output, where the browser can let Python wait, and says so where not."""

import pytest

from tests_e2e import sites
from tests_e2e.driver import expect


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open("input/")


def asked(cell, label):
    field = cell.element.get_by_role("textbox", name=label, exact=True)
    expect(field).to_be_visible(timeout=90_000)
    return field


def test_answers_are_what_input_returns(tab):
    cell = tab.cell("asks").press()
    field = asked(cell, "who?")
    assert cell.status.inner_text() == "Waiting for your input"
    expect(field).to_be_focused()
    field.fill("Ada <i>")
    field.press("Enter")
    asked(cell, "Input for cell asks").fill("36")
    cell.element.get_by_role("button", name="Enter").click()
    assert cell.wait().printed() == "who? Ada <i>\n36\nAda <i> is 36 <b>\n"
    assert cell.state == "done"
    assert cell.question.count() == 0


def test_stop_ends_a_program_that_waits(tab):
    cell = tab.cell("asks").press()
    asked(cell, "who?")
    cell.press("Stop").wait("stopped")
    assert cell.question.count() == 0
    assert tab.cell("after-asking").finish().kept == "same"


def test_browser_that_cannot_wait_says_so(make_tab):
    tab = make_tab(sites.test_site())

    def without(route):
        response = route.fetch()
        route.fulfill(response=response, body="delete WebAssembly.Suspending;\n" + response.text())

    tab.page.context.route("**/cells/worker.js", without)
    cell = tab.open("input/").cell("cannot").finish()
    assert cell.kept == "same"
    assert tab.problems == []
