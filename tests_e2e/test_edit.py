"""Editing in place: from highlighted code to an editor and back, keys, Reset, and no trap for the keyboard."""

import re

import pytest

from tests_e2e.driver import expect

HELLO = 'print("hello")\nprint(1 / 3)'


@pytest.fixture
def cell(tab):
    """A cell as the page was written; the worker stays."""
    cell = tab.cell("hello")
    if cell.reset.is_visible():
        cell.press("Reset")
    return cell


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open()
    shared_tab.cell("alone").finish()


def focused(tab):
    return tab.page.evaluate("() => document.activeElement.getAttribute('aria-label')")


def test_click_turns_code_into_an_editor(tab, cell):
    assert cell.editor.count() == 0
    cell.source.locator("code").hover(position={"x": 75, "y": 20})  # scrolls there, off the header
    before = cell.source.bounding_box()
    cell.source.locator("code").click(position={"x": 75, "y": 20})
    cell.has_code(HELLO)
    assert cell.source.bounding_box() == before  # nothing moves
    expect(cell.editor).to_be_focused()
    assert focused(tab) == "Code of cell hello"
    tab.page.keyboard.type("#")  # the caret is where the reader pointed
    assert re.fullmatch(r'print\("h?e?l?l?#h?e?l?l?o"\)', cell.code.splitlines()[0])


def test_edited_code_is_what_runs(cell):
    cell.write("print(6 * 7)").press().wait()
    assert cell.printed() == "42\n"
    assert cell.edited.is_visible()
    assert cell.kept is None
    assert cell.verdict.inner_text() == ""


def test_edit_withdraws_the_verdict(cell):
    cell.finish()
    assert cell.kept == "same"
    cell.write(HELLO + " ")
    assert cell.kept is None
    cell.write(HELLO)
    assert not cell.edited.is_visible()


def test_reset_restores_code_and_promise(cell):
    cell.write("print(0)").press().wait()
    cell.press("Reset")
    assert cell.code == HELLO
    assert cell.promise.is_visible()
    assert not cell.output.is_visible()
    assert not cell.edited.is_visible()
    assert cell.state == "idle"


@pytest.mark.parametrize("keys", ["Control+Enter", "Meta+Enter"])
def test_control_enter_runs(tab, cell, keys):
    cell.write("print('by key')")
    tab.page.keyboard.press(keys)
    assert cell.wait().printed() == "by key\n"
    assert focused(tab) == "Code of cell hello"


def test_shift_enter_runs_and_goes_on(tab, cell):
    cell.write("print('go on')")
    tab.page.keyboard.press("Shift+Enter")
    expect(tab.cell("numpy").editor).to_be_focused()
    assert cell.wait().printed() == "go on\n"
    assert cell.code == "print('go on')"


def test_enter_keeps_and_opens_indentation(tab, cell):
    cell.write("")
    tab.page.keyboard.type("if True:\nprint(1)\nprint(2)")
    assert cell.code == "if True:\n    print(1)\n    print(2)"
    tab.page.keyboard.press("Enter")
    tab.page.keyboard.press("Backspace")
    tab.page.keyboard.type("print(3)")
    cell.press().wait()
    assert cell.printed() == "1\n2\n3\n"


def test_tab_indents_lines_and_shift_tab_takes_it_back(tab, cell):
    cell.write("a\n\nb")
    tab.page.keyboard.press("Control+a")
    tab.page.keyboard.press("Tab")
    assert cell.code == "    a\n\n    b"
    tab.page.keyboard.press("Shift+Tab")
    assert cell.code == "a\n\nb"
    tab.page.keyboard.press("Control+z")
    assert cell.code == "    a\n\n    b"
    tab.page.keyboard.press("Control+y")
    assert cell.code == "a\n\nb"


def test_escape_then_tab_leaves_the_editor(tab, cell):
    cell.write("x = 1")
    tab.page.keyboard.press("Escape")
    tab.page.keyboard.press("Tab")
    assert cell.code == "x = 1"
    assert focused(tab) == "Run cell hello"


@pytest.mark.parametrize("visit", ["first", "again"])
def test_tab_walks_through_without_being_caught(tab, cell, visit):
    """The first time each editor is loaded on the way, the second time all are there."""
    tab.page.get_by_role("link", name="On to the second page").focus()
    seen = []
    while "Run cell numpy" not in seen and len(seen) < 40:
        tab.page.keyboard.press("Tab")
        if (focused(tab) or "").startswith("Code of"):
            expect(tab.cell(focused(tab).split()[-1]).editor).to_be_focused()
        seen.append(focused(tab))
    assert "Code of cell hello" in seen
    assert "Run cell hello" in seen
    assert "Run cell numpy" in seen
    assert cell.code == HELLO
    while focused(tab) != "Code of cell hello" and len(seen) < 80:  # and back
        tab.page.keyboard.press("Shift+Tab")
        seen.append(focused(tab))
    assert focused(tab) == "Code of cell hello"
    assert cell.code == HELLO
