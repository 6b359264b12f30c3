"""The reference in the browser: every example of every page runs and keeps its promise; lessons lead to it."""

import itertools

import pytest

from tests_e2e import sites
from tests_e2e.driver import expect

TIMEOUT = 280_000  # milliseconds, for all examples of a page
FOLLOW = "url => [...document.querySelectorAll('.md-nav__link[href]')].find((a) => a.href === url).click()"
VERDICTS = "cells => cells.map(cell => [cell.dataset.cell, cell.dataset.verdict, cell.dataset.state])"


def pytest_generate_tests(metafunc):
    if "cells" in metafunc.fixturenames:
        cells = [cell for cell in sites.main_site().cells if cell["page"].startswith("reference/")]
        pages = [(page, list(rows)) for page, rows in itertools.groupby(cells, key=lambda cell: cell["page"])]
        metafunc.parametrize(("page", "cells"), pages, ids=[page for page, _ in pages])


@pytest.fixture(scope="module")
def main_tab(make_tab):
    return make_tab(sites.main_site())


@pytest.fixture(scope="module")
def reader(main_tab):
    """Goes from page to page as a reader does, by the theme's links: one Python serves all pages."""
    main_tab.open("reference/")

    def read(page):
        main_tab.page.evaluate(FOLLOW, main_tab.address + page)
        expect(main_tab.page).to_have_url(main_tab.address + page)
        shown = main_tab.page.locator(f'.cell[data-page="{page.rstrip("/")}"]').first
        expect(shown).to_be_attached(timeout=TIMEOUT)  # the theme changes the address before it has the page
        return main_tab

    return read


def test_examples_keep_their_promises(reader, main_tab, page, cells):
    reader(page)
    bar = main_tab.page.get_by_role("group", name="All cells of this page")
    bar.get_by_role("button", name=f"Run all {len(cells)} cells").click()
    expect(bar.get_by_role("status")).to_contain_text(f"{len(cells)} cells run", timeout=TIMEOUT)
    shown = main_tab.page.locator(".cell").evaluate_all(VERDICTS)
    wanted = [[cell["id"], "same", "error" if "raises" in cell["options"] else "done"] for cell in cells]
    assert [row for row in shown if row not in wanted] == []
    assert len(shown) == len(wanted)
    assert main_tab.problems == []


def test_name_in_a_lesson_leads_to_its_entry(main_tab):
    main_tab.open("learn/tensors/")
    link = main_tab.page.locator("a.api-link").first
    name = link.get_attribute("title").partition(":")[0]
    link.click()
    heading = main_tab.page.locator(f'[id="{name}"]')
    expect(heading).to_be_in_viewport()
    expect(heading).to_contain_text(name.removeprefix("torch."))
    assert main_tab.problems == []
