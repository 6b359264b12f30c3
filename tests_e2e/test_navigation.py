"""One worker for the whole visit: it lives on when Material changes the page without a reload."""

from tests_e2e.driver import expect


def go(tab, name, title):
    tab.page.get_by_role("main").get_by_role("link", name=name).click()
    expect(tab.page.get_by_role("heading", level=1)).to_contain_text(title)


def test_worker_survives_navigation(new_tab):
    new_tab.open().cell("hello").finish()
    new_tab.page.evaluate("() => { window.sameVisit = true }")
    worker = new_tab.worker()
    go(new_tab, "On to the second page", "A second page")
    assert new_tab.page.evaluate("() => window.sameVisit")
    assert new_tab.cell("second").finish().kept == "same"
    go(new_tab, "Back to the first page", "Plain cells")
    assert new_tab.cell("hello").state == "idle"
    assert new_tab.cell("numpy").finish().kept == "same"
    assert new_tab.worker() is worker


def test_program_of_a_page_that_was_left_is_in_nobodys_way(new_tab):
    first = new_tab.open().cell("hello")
    first.write("print('begun')\nwhile True: pass").press()
    first.shows("begun")
    go(new_tab, "On to the second page", "A second page")
    assert new_tab.cell("second").finish().kept == "same"


def test_waiting_run_of_a_page_that_was_left_is_dropped(new_tab):
    new_tab.open().cell("hello").press().wait("loading")
    worker = new_tab.worker()
    go(new_tab, "On to the second page", "A second page")
    assert new_tab.cell("second").finish().kept == "same"
    assert new_tab.worker() is worker
