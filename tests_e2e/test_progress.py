"""What the reader has done stays in the browser: a sign at each cell, a count, signs in the navigation and the overview."""

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests_e2e import sites
from tests_e2e.driver import TIMEOUT


def key(tab):
    return f"borch progress {urlsplit(tab.address).path}"


@pytest.fixture(autouse=True)
def opened(tab):
    tab.open("chain/")
    tab.page.evaluate("localStorage.clear()")
    tab.open("chain/")


def kept(tab):
    return json.loads(tab.page.evaluate("key => localStorage.getItem(key)", key(tab)) or "{}")


def count(tab, text):
    expect(tab.page.locator(".progress-count")).to_have_text(text, timeout=TIMEOUT)


def signs(tab, name, where="a.md-nav__link"):
    """The signs at the links of that name that the page shows."""
    return tab.page.locator(where, has_text=name).locator(".progress-mark")


def test_a_cell_whose_lines_were_right_is_done(tab):
    assert not tab.page.locator(".progress-line").is_visible()
    cell = tab.cell("first").finish()
    count(tab, "1 of 5 cells done.")
    assert cell.element.get_attribute("data-done") == ""
    assert cell.element.get_by_role("img", name="This cell is done").is_visible()
    assert kept(tab) == {"chain/": {"first": cell.element.get_attribute("data-hash")}}
    tab.open("chain/")
    count(tab, "1 of 5 cells done.")


def test_edited_code_and_wrong_lines_do_not_count(tab):
    tab.cell("first").write("x = 1\nprint('x is', x)").finish()
    assert kept(tab) == {}
    tab.open("promise/")
    assert tab.cell("number").finish().kept == "differs"
    assert kept(tab) == {}


def test_an_exercise_is_done_when_it_is_solved(tab):
    tab.open("exercise/")
    cell = tab.cell("sort").finish()
    assert cell.kept == "same"
    assert kept(tab) == {}
    cell.write("ordered = sorted(numbers)").finish()
    count(tab, "1 of 4 cells done.")
    assert list(kept(tab)["exercise/"]) == ["sort"]


def test_a_cell_that_has_changed_since_is_not_done(tab):
    tab.page.evaluate(
        "([key, value]) => localStorage.setItem(key, value)", [key(tab), '{"chain/": {"first": "older"}}']
    )
    tab.open("chain/")
    assert not tab.page.locator(".progress-line").is_visible()
    assert tab.page.locator("[data-done]").count() == 0
    tab.cell("first").finish()
    count(tab, "1 of 5 cells done.")


def test_navigation_tells_begun_from_done(tab):
    tab.cell("first").finish()
    begun = signs(tab, "Cells that continue").first
    expect(begun).to_have_text("…", timeout=TIMEOUT)
    hashes = json.loads((sites.test_site().folder / "progress.json").read_text("utf-8"))
    tab.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key(tab), json.dumps(hashes)])
    tab.open("chain/")
    expect(begun).to_have_text("✓", timeout=TIMEOUT)
    count(tab, "All 5 cells of this page are done.")


def test_progress_of_a_page_can_be_forgotten(tab):
    tab.cell("first").finish()
    tab.page.get_by_role("button", name="Forget what I have done on this page").click()
    tab.page.locator(".progress-line").wait_for(state="hidden")
    assert kept(tab) == {}
    assert tab.page.locator("[data-done], .cell .progress-mark").count() == 0


def test_overview_shows_and_forgets_all(make_tab):
    tab = make_tab(sites.main_site()).open("learn/")
    forget = tab.page.get_by_role("button", name="Forget what I have done in all lessons")
    assert not forget.is_visible()
    hashes = json.loads((sites.main_site().folder / "progress.json").read_text("utf-8"))
    done = {
        "learn/tensors/": hashes["learn/tensors/"],
        "learn/autograd/": {"slope": hashes["learn/autograd/"]["slope"]},
    }
    tab.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key(tab), json.dumps(done)])
    tab.open("learn/")
    rows = "td:nth-child(2) > a"
    expect(signs(tab, "Tensors", rows)).to_have_text("✓", timeout=TIMEOUT)
    expect(signs(tab, "Autograd", rows)).to_have_text("…", timeout=TIMEOUT)
    assert signs(tab, "Modules", rows).count() == 0
    forget.click()
    forget.wait_for(state="hidden")
    assert signs(tab, "", rows).count() == 0
    assert kept(tab) == {}
    assert tab.problems == []


def test_overview_fits_a_phone(make_tab):
    tab = make_tab(sites.main_site(), viewport={"width": 360, "height": 640}).open("learn/")
    row = tab.page.locator("tbody tr").first
    for cell in row.locator("td").all()[1:]:
        box = cell.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360


def test_nothing_is_fetched_before_something_is_remembered(tab):
    tab.urls.clear()
    tab.open("chain/")
    tab.page.locator(".cells-bar").wait_for()
    assert [url for url in tab.urls if url.endswith("progress.json")] == []


def test_page_of_all_lessons_is_for_paper(make_tab):
    tab = make_tab(sites.main_site()).open("learn/print/")
    assert tab.page.locator(".md-content button").count() == 0
    cells = [cell for cell in sites.main_site().cells if cell["page"].startswith("learn/")]
    assert tab.page.locator(".cell-printed").count() == len(cells)
    images = tab.page.locator("img.cell-drawn")
    assert images.count() == sum(
        len(cell["options"]["figure"].split("|")) for cell in cells if "figure" in cell["options"]
    )
    tab.page.wait_for_load_state()
    assert images.evaluate_all("all => all.filter(({ alt, naturalWidth }) => !alt || !naturalWidth).length") == 0
    ids = tab.page.locator("[id]").evaluate_all("all => all.map(each => each.id)")
    ids = [id for id in ids if not id.startswith("__")]  # the theme's own
    assert len(ids) == len(set(ids))
    broken = tab.page.locator('.md-content a[href^="#"]').evaluate_all(
        "all => all.map(each => decodeURIComponent(each.hash.slice(1))).filter(id => !document.getElementById(id))"
    )
    assert broken == []
    assert tab.problems == []


def test_paper_has_code_and_lines_and_no_buttons(tab):
    tab.page.emulate_media(media="print")
    cell = tab.cell("first")
    assert cell.source.is_visible() and cell.promise.is_visible()
    assert tab.page.locator(".cell-button:visible").count() == 0
    tab.page.emulate_media(media="screen")
