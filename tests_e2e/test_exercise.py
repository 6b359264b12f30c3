"""An exercise is judged, gives its hints one by one and its solution last; set-up code is folded away; limits hold."""

import pytest
from playwright.sync_api import expect

from tests_e2e import sites
from tests_e2e.driver import TIMEOUT


def pytest_generate_tests(metafunc):
    if "exercise" in metafunc.fixturenames:
        rows = [cell for cell in sites.main_site().cells if "exercise" in cell["options"]]
        metafunc.parametrize("exercise", rows, ids=[cell["page"] for cell in rows])


@pytest.fixture(autouse=True)
def opened(tab):
    tab.open("exercise/")
    tab.page.evaluate("localStorage.clear()")
    tab.open("exercise/")


def judged(cell, answer):
    cell.wait("done", "error")
    expect(cell.judgement).to_have_text(answer, timeout=TIMEOUT)
    return cell


def steps(tab):
    """Which hints, and last the solution, the reader can open."""
    return tab.page.locator("details.hint, details.cell-solution").evaluate_all(
        "all => all.map(each => each.checkVisibility())"
    )


def test_unfinished_code_is_told_what_it_lacks(tab):
    cell = judged(tab.cell("sort").press(), "Not yet. The first is 3.")
    assert cell.element.get_attribute("data-solved") == "no"
    assert cell.judgement.get_attribute("role") == "status"
    assert cell.printed() == "[3, 1, 2]\n"
    assert cell.kept == "same"


def test_readers_code_that_passes_is_told_so(tab):
    cell = tab.cell("sort")
    cell.write("ordered = [1, 2, 3]\nprint(ordered)").press()
    judged(cell, "Solved. The smallest comes first.")
    assert cell.element.get_attribute("data-solved") == "yes"
    cell.press("Reset")
    assert cell.judgement.inner_text() == ""


def test_editing_takes_the_judgement_away(tab):
    cell = judged(tab.cell("sort").press(), "Not yet. The first is 3.")
    cell.write("ordered = 1")
    assert cell.judgement.inner_text() == ""
    judged(cell.press(), "Not yet. The check could not go on. TypeError: 'int' object is not subscriptable")


def test_code_that_fails_is_not_checked(tab):
    cell = tab.cell("sort").write("ordered = unknown").press()
    judged(cell, "Not yet. The code ends in NameError: the check was not run.")


def test_hints_open_one_by_one_and_the_solution_last(tab):
    assert steps(tab) == [True, False, False]
    check = tab.page.locator(".cell-check")
    for open_next in ([True, True, False], [True, True, True]):
        assert not check.is_visible()
        number = open_next.count(True) - 2
        tab.page.locator("details.hint > summary").nth(number).click()
        tab.page.wait_for_function(
            "n => [...document.querySelectorAll('details.hint, details.cell-solution')][n].checkVisibility()",
            arg=number + 1,
        )
        assert steps(tab) == open_next
    tab.page.locator(".cell-solution > summary").click()
    check.wait_for(state="visible")
    tab.page.get_by_role("button", name="Put the solution into cell sort").click()
    cell = tab.cell("sort")
    judged(cell.press(), "Solved. The smallest comes first.")
    assert cell.printed() == "[1, 2, 3]\n"


def test_what_the_check_prints_and_names_is_gone(tab):
    assert tab.cell("after-it").finish().kept == "same"
    assert "nobody" not in tab.cell("sort").printed()


def test_set_up_code_is_folded_and_runs_before_the_cell_that_continues_it(tab):
    setup = tab.cell("numbers")
    assert not setup.element.is_visible()
    assert tab.page.locator(".cells-bar button").first.inner_text() == "Run all 4 cells"
    tab.cell("sort").finish()
    assert setup.state == "done"
    assert not setup.element.is_visible()
    tab.page.locator(".cell-setup > summary").click()
    assert setup.element.is_visible()


def test_cell_that_runs_longer_than_its_limit_is_stopped(tab):
    cell = tab.cell("slow").press().wait("stopped")
    said = "Stopped after 1 s, the time limit of this cell. Names and files made by earlier cells are gone."
    expect(cell.status).to_have_text(said, timeout=TIMEOUT)
    assert cell.printed() == "begun\n"
    judged(tab.cell("sort").press(), "Not yet. The first is 3.")


def test_waiting_for_the_reader_does_not_count(tab):
    cell = tab.cell("asks").press()
    field = cell.element.get_by_role("textbox", name="Your name?")
    field.wait_for()
    tab.page.evaluate("() => new Promise(then => setTimeout(then, 1500))")  # more than the limit
    field.fill("Ada")
    field.press("Enter")
    cell.wait("done")
    assert cell.printed().endswith("hello Ada\n")


def test_site_has_a_limit_for_cells_that_name_none(tab):
    limits = tab.page.locator(".cell").evaluate_all("all => all.map(each => each.dataset.limit)")
    assert limits == ["300", "300", "300", "1", "1"]


def test_exercise_of_a_lesson(make_tab, exercise):
    tab = make_tab(sites.main_site()).open(exercise["page"])
    cell = tab.cell(exercise["id"]).finish()
    assert cell.element.get_attribute("data-solved") == "no", cell.judgement.inner_text()
    for summary in tab.page.locator("details.hint > summary, .cell-solution > summary").all():
        summary.click()
    tab.page.get_by_role("button", name=f"Put the solution into cell {exercise['id']}").click()
    cell.finish()
    expect(cell.judgement).to_have_text(f"Solved. {exercise['options']['exercise']}", timeout=TIMEOUT)
    assert tab.problems == []
