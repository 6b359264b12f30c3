"""A reader with a phone: everything that is pressed is large enough for a finger, and nothing is beside the page."""

import pytest

from tests_e2e import sites
from tests_e2e.driver import TIMEOUT
from tests_e2e.playground import Playground

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
LEAST, MAIN = 24, 44  # CSS pixels: of what is pressed at all, and of what a reader presses most

SMALL = """([least, main]) => {
    const pressed = ".md-content :is(button, input, summary, [role=separator])";
    return [...document.querySelectorAll(pressed)].filter((each) => each.checkVisibility()).filter((each) => {
        const { width, height } = each.getBoundingClientRect();
        return Math.min(width, height) < (each.matches(".cell-button:not(.cell-quiet)") ? main : least);
    }).map((each) => each.outerHTML.slice(0, 100));
}"""

OUTSIDE = """() => [...document.querySelectorAll(".md-content :is(button, input, summary)")]
    .filter((each) => each.checkVisibility())
    .filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return left < 0 || right > innerWidth;
    }).map((each) => each.outerHTML.slice(0, 100))"""


@pytest.fixture
def phone(make_tab):
    tab = make_tab(sites.main_site(), **PHONE)
    yield tab
    assert tab.problems == []
    tab.page.close()


def fits(tab):
    assert tab.page.evaluate(SMALL, [LEAST, MAIN]) == []
    assert tab.page.evaluate(OUTSIDE) == []
    assert tab.page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]


@pytest.mark.parametrize("path", ["", "learn/", "learn/autograd/", "reference/torch-reduction/", "authors/"])
def test_page_fits_a_finger(phone, path):
    phone.open(path)
    phone.page.locator(".md-content").wait_for()
    fits(phone)


def test_exercise_is_solved_by_taps_alone(phone):
    cell = phone.open("learn/autograd/").cell("exercise")
    run = cell.element.get_by_role("button", name="Run cell exercise", exact=True)
    run.tap()
    assert cell.wait().element.locator(".cell-judgement").inner_text().startswith("Not yet.")
    for step in phone.page.locator("details.hint, .cell-solution").all():
        step.locator("summary").first.tap()
        fits(phone)
    phone.page.get_by_role("button", name="Put the solution into cell exercise").tap()
    run.tap()
    assert cell.wait().element.locator(".cell-judgement").inner_text().startswith("Solved.")
    fits(phone)


def test_playground_fits_a_finger(phone):
    play = Playground.open(phone)
    fits(phone)
    play.button("Examples").tap()
    fits(phone)
    phone.page.locator(".play-menu button").first.tap()
    play.button("Run the playground").tap()
    play.wait("done")
    play.button("Share").tap()
    phone.page.get_by_label("Link to this program").wait_for(timeout=TIMEOUT)
    play.button("Add a file").tap()
    fits(phone)
    clipped = "bar => bar.scrollHeight > bar.clientHeight"
    assert not play.element.locator(".cell-toolbar").evaluate(clipped)
