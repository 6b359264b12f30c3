"""Every kind of page passes axe-core's rules, in light and dark, on a desk and on a phone; and a keyboard is enough."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests_e2e import sites
from tests_e2e.driver import TIMEOUT, expect

PAGES = ["", "learn/", "learn/autograd/", "playground/", "reference/optim/", "differences/", "authors/", "404.html"]
SIZES = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 640}}
AXE = """async () => {
    const { violations, passes } = await axe.run({ resultTypes: ["violations"] });
    const about = ({ target, any, all, none }) => `${target}: ${[...any, ...all, ...none].map(({ message }) => message)}`;
    return [passes.length, violations.map(({ id, nodes }) => `${id}: ${nodes.map(about).join("; ")}`)];
}"""
VISIBLE_FOCUS = """() => {
    const element = document.activeElement;
    const drawn = () => [element, element.parentElement, element.closest(".cell-live, .cell-source")]
        .filter(Boolean).map((e) => { const s = getComputedStyle(e); return `${s.outlineStyle} ${s.boxShadow}`; }).join();
    const focused = drawn();
    element.blur();
    const before = drawn();
    element.focus();
    return focused !== before;
}"""


@pytest.fixture(scope="module", params=["light", "dark"])
def scheme(request):
    return request.param


@pytest.fixture(scope="module", params=list(SIZES))
def reader(request, make_tab, scheme):
    """A tab with these colours, of this size; nothing moves, so that no colour is on its way to another."""
    return make_tab(sites.main_site(), color_scheme=scheme, viewport=SIZES[request.param], reduced_motion="reduce")


def check(tab):
    tab.page.evaluate(AXE_SCRIPT)
    passed, violations = tab.page.evaluate(AXE)
    assert violations == []
    assert passed > 15  # the rules were applied to what is there


@pytest.mark.parametrize("path", PAGES)
def test_page_has_no_violations(reader, path):
    reader.problems.clear()
    reader.open(path)
    assert reader.problems == []  # it has its styles
    if path not in ("differences/", "learn/", "authors/", "404.html"):
        reader.page.locator(".cell-toolbar").first.wait_for()
    check(reader)


def test_page_for_paper_has_no_violations(reader):
    """Of its lessons two: they are alike, and each is checked as a page of its own."""
    reader.open("learn/print/")
    lessons = "document.querySelectorAll('.printed-lesson')"
    assert reader.page.evaluate(f"() => [...{lessons}].slice(2).map((lesson) => lesson.remove()).length") > 5
    check(reader)


def test_what_a_program_leaves_has_no_violations(reader):
    """Lines, a traceback, an editor in use, a judgement, hints and a solution."""
    reader.open("learn/autograd/")
    reader.page.evaluate("() => localStorage.clear()")
    assert reader.cell("slope").finish().kept == "same"
    assert (
        reader.cell("data").write("def f():\n    return 1 / 0\n\nprint('first')\nf()").press().wait().state == "error"
    )
    exercise = reader.cell("exercise").finish()
    expect(exercise.judgement).not_to_have_text("", timeout=TIMEOUT)
    reader.page.evaluate(
        "() => { for (const each of document.querySelectorAll('details')) { each.hidden = false; each.open = true; } }"
    )
    check(reader)


# ------------------------------------------------------------------------------------------------------- keyboard alone


class Keyboard:
    """A reader who has no mouse."""

    def __init__(self, tab):
        self.page, self.press = tab.page, tab.page.keyboard.press

    def name(self):
        return self.page.evaluate(
            "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"
        )

    def go(self, name, key="Tab"):
        """Walk to what has this name; it shows that it has the focus."""
        for _ in range(80):
            self.press(key)
            if self.name() == name:
                assert self.page.evaluate(VISIBLE_FOCUS), f"nothing shows that {name} has the focus"
                return
        raise AssertionError(f"{key} does not lead to {name}")


def test_keyboard_runs_and_stops(new_tab):
    cell = new_tab.open("stop/").cell("endless")
    keys = Keyboard(new_tab)
    keys.go("Run cell endless")
    keys.press("Enter")
    cell.shows("begun")
    keys.go("Stop cell endless")
    keys.press("Space")
    cell.wait("stopped")
    assert keys.name() == "Run cell endless"  # the focus is not lost with the button


def test_keyboard_edits_and_leaves(new_tab):
    cell = new_tab.open().cell("hello")
    keys = Keyboard(new_tab)
    keys.go("Code of cell hello")
    expect(cell.editor).to_be_focused()
    keys.press("Control+a")
    new_tab.page.keyboard.insert_text("print('edited')")
    keys.press("Escape")
    keys.go("Run cell hello")
    keys.press("Enter")
    assert cell.wait().printed() == "edited\n"
    keys.go("Reset cell hello")
    keys.press("Enter")
    assert cell.code == 'print("hello")\nprint(1 / 3)'


def test_keyboard_opens_a_hint(new_tab):
    cell = new_tab.open("exercise/").cell("sort")
    keys = Keyboard(new_tab)
    hint = new_tab.page.locator("details.hint").first
    keys.go("Run cell sort")
    keys.press("Enter")
    expect(cell.judgement).to_have_text("Not yet. The first is 3.", timeout=TIMEOUT)
    keys.go("First hint")
    keys.press("Enter")
    expect(hint).to_have_attribute("open", "")
    expect(hint.get_by_text("Python can sort.")).to_be_visible()


def test_nothing_that_runs_moves_for_those_who_want_it_so(make_tab):
    moving = "cell => cell.getAnimations({ subtree: true }).length"
    for motion, moves in (("reduce", False), ("no-preference", True)):
        tab = make_tab(sites.test_site(), reduced_motion=motion).open("stop/")
        cell = tab.cell("endless").press().shows("begun")
        assert (cell.element.evaluate(moving) > 0) == moves
        tab.page.close()
