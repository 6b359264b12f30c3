"""Edits survive a reload; a page that has changed wins and offers the old edit; Reset forgets."""

import re

import pytest

from tests_e2e import sites

EDIT = 'print("mine")\nprint(2)'


@pytest.fixture
def cell(tab):
    """The cell as it is on the page, nothing remembered."""
    tab.page.unroute_all()
    tab.open()
    tab.page.evaluate("() => localStorage.clear()")
    return tab.open().cell("hello")


def change(tab):
    """From now on the page has another word in the cell."""

    def answer(route):
        response = route.fetch()
        route.fulfill(response=response, body=re.sub(r"\bhello(?=&quot;|&#34;|\"<)", "hallo", response.text()))

    tab.page.route(tab.address, answer)
    return tab.open()


def test_edit_is_there_after_a_reload(tab, cell):
    cell.write(EDIT)
    tab.open()
    cell.has_code(EDIT)
    assert cell.edited.is_visible()
    assert not cell.offer.is_visible()
    assert tab.page.evaluate("() => document.activeElement.tagName") == "BODY"
    assert not tab.cell("numpy").edited.is_visible()
    assert cell.finish().printed() == "mine\n2\n"


def test_reset_forgets(tab, cell):
    cell.write(EDIT)
    tab.open()
    cell.press("Reset")
    tab.open()
    assert not cell.edited.is_visible()
    assert tab.page.evaluate("() => Object.keys(localStorage).filter(name => name.includes('borch edit'))") == []


def test_changed_page_wins_and_offers_the_edit(tab, cell):
    cell.write(EDIT)
    change(tab)
    assert not cell.edited.is_visible()
    assert cell.source.locator("code").inner_text().startswith('print("hallo")')
    cell.element.get_by_role("button", name="Show my edit of cell hello").click()
    cell.has_code(EDIT)
    assert not cell.offer.is_visible()
    tab.open()
    cell.has_code(EDIT)  # it is an edit of the changed page now


def test_edit_that_is_not_wanted_is_forgotten(tab, cell):
    cell.write(EDIT)
    change(tab)
    cell.element.get_by_role("button", name="Forget my edit of cell hello").click()
    assert not cell.offer.is_visible()
    tab.open()
    assert not cell.offer.is_visible()
    assert not cell.edited.is_visible()


def test_what_is_remembered_is_bounded(tab, cell):
    tab.page.evaluate(
        """async ([url]) => {
            const memory = await import(url);
            for (let i = 0; i < 150; i++) memory.remember("page", `c${i}`, "old", `new ${i}`);
            memory.remember("page", "long", "old", "x".repeat(100_001));
        }""",
        [tab.address + "assets/cells/memory.js"],
    )
    kept = tab.page.evaluate("() => Object.keys(localStorage).filter(name => name.includes('page#'))")
    assert len(kept) == 100
    assert not any(name.endswith("#long") for name in kept)


def test_without_storage_a_cell_works(make_tab, tab):
    other = make_tab(sites.test_site())
    other.page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied') } })")
    cell = other.open().cell("hello").write(EDIT)
    assert cell.edited.is_visible()
    assert [text for text in other.problems if "borch" in text or "cells/" in text] == []
