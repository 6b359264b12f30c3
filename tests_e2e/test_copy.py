"""Copy code and copy output: what the reader sees goes to the clipboard, and is said."""

import pytest

from tests_e2e import sites
from tests_e2e.driver import expect


@pytest.fixture(scope="module")
def copying(make_tab):
    return make_tab(sites.test_site(), permissions=["clipboard-read", "clipboard-write"])


def copy(tab, cell, what):
    cell.element.get_by_role("button", name=f"Copy {what} of cell {cell.id}", exact=True).click()
    expect(cell.note).to_have_text(f"{what.capitalize()} copied.")
    return tab.page.evaluate("() => navigator.clipboard.readText()")


def test_code_as_it_stands(copying):
    cell = copying.open().cell("hello")
    assert copy(copying, cell, "code") == 'print("hello")\nprint(1 / 3)'
    cell.write("print(5)")
    assert copy(copying, cell, "code") == "print(5)"
    cell.press("Reset")


def test_promised_output_and_then_the_real_one(copying):
    cell = copying.open().cell("hello")
    assert copy(copying, cell, "output") == "hello\n0.3333333333333333\n"
    cell.write("print('mine')\nraise ValueError('no')").press().wait()
    text = copy(copying, cell, "output")
    assert text.startswith("mine\nTraceback") and text.endswith("ValueError: no")
    cell.press("Reset")
    assert copying.problems == []


def test_nothing_printed_is_nothing_to_copy(copying):
    cell = copying.open().cell("hello").write("x = 1").press().wait()
    assert not cell.element.get_by_role("button", name="Copy output of cell hello").is_visible()
    cell.press("Reset")
