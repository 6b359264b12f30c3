"""What a reader sees of an error: the own lines with their right numbers, nobody else's frames, text and no markup."""

import pytest

FOREIGN = ["runner.py", "borch_cell", "site-packages", "/lib/python", "<exec>", "_pyodide"]


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open("errors/")


def failed(tab, id):
    cell = tab.cell(id).finish()
    assert cell.state == "error"
    for name in FOREIGN:
        assert name not in cell.trace
    return cell


def test_traceback_has_the_readers_lines(tab):
    cell = failed(tab, "raises")
    assert cell.printed() == "before\n"
    assert cell.trace.splitlines() == [
        "Traceback (most recent call last):",
        '  File "cell-raises.py", line 7, in <module>',
        "    check(-1)",
        "    ~~~~~^^^^",
        '  File "cell-raises.py", line 3, in check',
        '    raise ValueError(f"{value} is negative <b>")',
        "ValueError: -1 is negative <b>",
    ]
    assert cell.status.inner_text() == "Raised, as promised, in line 3"
    assert cell.element.locator(".cell-error :not(a)").count() == 0


def test_promised_error_keeps_the_promise(tab):
    assert failed(tab, "raises").kept == "same"


def test_line_of_a_traceback_leads_into_the_editor(tab):
    cell = failed(tab, "raises")
    cell.element.get_by_role("link", name="line 7 of cell raises").click()
    cell.element.locator(".cell-editor:focus").wait_for()
    assert tab.page.evaluate("() => getSelection().toString()") == "check(-1)"
    assert tab.page.url == tab.address + "errors/"
    cell.press("Reset")


def test_line_that_failed_is_marked_until_the_code_changes(tab):
    tab.open("errors/")
    cell = failed(tab, "raises")
    mark = cell.element.locator(".cell-line-mark")
    assert mark.get_attribute("data-line") == "3"
    line = cell.source.locator("code .k", has_text="raise").bounding_box()
    box = mark.bounding_box()
    assert box["y"] - 1 <= line["y"] and line["y"] + line["height"] <= box["y"] + box["height"] + 1
    cell.enter()
    assert mark.get_attribute("data-line") == "3"
    assert mark.inner_text().strip().startswith("raise ValueError")
    assert abs(mark.bounding_box()["y"] - box["y"]) < 0.5
    tab.page.keyboard.press("x")
    assert mark.count() == 0
    cell.press("Reset")


def test_error_inside_a_library_ends_with_the_readers_line(tab):
    lines = failed(tab, "library").trace.splitlines()
    assert [line for line in lines if "File" in line] == ['  File "cell-library.py", line 4, in <module>']
    assert lines[-1] == "numpy.linalg.LinAlgError: Last 2 dimensions of the array must be square"


def test_syntax_error_shows_the_caret(tab):
    cell = failed(tab, "syntax")
    assert cell.trace.splitlines() == [
        '  File "cell-syntax.py", line 2',
        "    y = (x +",
        "        ^",
        "SyntaxError: '(' was never closed",
    ]
    assert cell.status.inner_text() == "Raised, as promised, in line 2"


def test_cause_of_an_error_is_shown(tab):
    trace = failed(tab, "chained").trace
    assert "KeyError: 'key'" in trace
    assert "The above exception was the direct cause of the following exception:" in trace
    assert trace.endswith("RuntimeError: outer")
    assert "line 2, in inner" in trace and "line 6, in <module>" in trace


def test_endless_recursion_is_an_error_like_any_other(tab):
    trace = failed(tab, "deep").trace
    assert trace.splitlines()[-1].startswith("RecursionError: maximum recursion depth exceeded")
    assert len(trace.splitlines()) < 30


def test_sys_exit_ends_a_program_in_peace(tab):
    cell = tab.cell("leaves").finish()
    assert (cell.state, cell.kept, cell.printed()) == ("done", "same", "leaving\n")


def test_absent_module_is_named(tab):
    assert failed(tab, "absent").trace.splitlines()[-1] == "ModuleNotFoundError: No module named 'no_such_module'"


def test_the_worker_lives_on(tab):
    failed(tab, "raises")
    assert tab.cell("after-errors").finish().state == "done"
