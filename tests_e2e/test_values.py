"""The value of a cell's last line is shown as a notebook shows it, and the promise counts it."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open("values/")


@pytest.mark.parametrize("id", ["tensor", "string", "none", "semicolon", "awaited", "branch"])
def test_value_is_shown_as_promised(tab, id):
    cell = tab.cell(id).finish()
    assert cell.kept == "same", cell.element.inner_text()
    assert cell.printed() == cell.promise.text_content()


def test_error_in_the_last_line_has_its_number(tab):
    cell = tab.cell("wrong").finish()
    assert cell.trace.splitlines()[1:3] == ['  File "cell-wrong.py", line 2, in <module>', "    x / 0"]
    assert cell.status.inner_text() == "Error in line 2"
