"""Without JavaScript, and in print, a page shows its code, highlighted, and what the code prints."""

from tests_e2e import sites
from tests_e2e.driver import expect


def test_code_and_promise_without_javascript(make_tab):
    tab = make_tab(sites.test_site(), java_script_enabled=False).open()
    cell = tab.cell("hello")
    expect(cell.source).to_contain_text('print("hello")')
    assert cell.source.locator("span").count() > 3
    expect(cell.promise).to_be_visible()
    expect(cell.promise).to_have_text("hello\n0.3333333333333333")
    expect(cell.toolbar).to_have_count(0)
    expect(tab.page.locator(".cell-noscript")).to_have_count(1)
    expect(tab.page.locator(".cell-noscript")).to_contain_text("Run needs JavaScript")
    assert tab.page.get_by_role("button", name="Run").count() == 0
    assert tab.problems == []


def test_print_shows_code_and_output_and_no_buttons(tab):
    tab.open().page.emulate_media(media="print")
    cell = tab.cell("hello")
    expect(cell.source).to_be_visible()
    expect(cell.promise).to_be_visible()
    expect(cell.run).not_to_be_visible()
    tab.page.emulate_media(media="screen")
    cell.finish()
    tab.page.emulate_media(media="print")
    expect(cell.output).to_be_visible()
    expect(cell.output).to_contain_text("hello")
    tab.page.emulate_media(media="screen")
