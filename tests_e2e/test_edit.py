"""Editing in place: from highlighted code to an editor and back, keys, Reset, and no trap for the keyboard."""

import pytest

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
    assert not cell.editor.is_visible()
    cell.source.scroll_into_view_if_needed()
    before = cell.source.bounding_box()
    cell.source.locator("code").click(position={"x": 60, "y": 20})
    assert cell.editor.is_visible()
    assert cell.editor.input_value() == HELLO
    assert cell.source.bounding_box() == before  # nothing moves
    assert focused(tab) == "Code of cell hello"
    assert 0 < cell.editor.evaluate("area => area.selectionStart") <= HELLO.index("\n")


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
    cell.editor.fill(HELLO)
    assert not cell.edited.is_visible()


def test_reset_restores_code_and_promise(cell):
    cell.write("print(0)").press().wait()
    cell.press("Reset")
    assert cell.editor.input_value() == HELLO
    assert not cell.editor.is_visible()
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
    assert focused(tab) == "Code of cell numpy"
    assert cell.wait().printed() == "go on\n"
    assert cell.editor.input_value() == "print('go on')"


def test_enter_keeps_and_opens_indentation(tab, cell):
    cell.write("")
    tab.page.keyboard.type("if True:\nprint(1)\nprint(2)")
    assert cell.editor.input_value() == "if True:\n    print(1)\n    print(2)"
    tab.page.keyboard.press("Enter")
    tab.page.keyboard.press("Backspace")
    tab.page.keyboard.type("print(3)")
    cell.press().wait()
    assert cell.printed() == "1\n2\n3\n"


def test_tab_indents_lines_and_shift_tab_takes_it_back(tab, cell):
    cell.write("a\n\nb")
    tab.page.keyboard.press("Control+a")
    tab.page.keyboard.press("Tab")
    assert cell.editor.input_value() == "    a\n\n    b"
    tab.page.keyboard.press("Shift+Tab")
    assert cell.editor.input_value() == "a\n\nb"
    tab.page.keyboard.press("Control+z")
    assert cell.editor.input_value() == "    a\n\n    b"


def test_escape_then_tab_leaves_the_editor(tab, cell):
    cell.write("x = 1")
    tab.page.keyboard.press("Escape")
    tab.page.keyboard.press("Tab")
    assert cell.editor.input_value() == "x = 1"
    assert focused(tab) == "Run cell hello"


def test_tab_walks_through_without_being_caught(tab, cell):
    cell.press("Reset") if cell.reset.is_visible() else None
    tab.page.get_by_role("link", name="On to the second page").focus()
    seen = []
    while "Run cell numpy" not in seen and len(seen) < 30:
        tab.page.keyboard.press("Tab")
        seen.append(focused(tab))
    assert "Code of cell hello" in seen
    assert "Run cell hello" in seen
    assert "Run cell numpy" in seen
    assert cell.editor.input_value() == HELLO
    assert not cell.editor.is_visible()
