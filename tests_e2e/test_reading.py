"""What assistive technology and small screens get: names, states that are announced, nothing wider than the page."""

import pytest

from tests_e2e import sites
from tests_e2e.driver import expect


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open()


def test_buttons_and_parts_have_names(tab):
    cell = tab.cell("hello").finish()
    for name in ("Run cell hello", "Reset cell hello"):
        expect(cell.element.get_by_role("button", name=name)).to_be_visible()
    expect(tab.page.get_by_role("region", name="Code cell hello")).to_be_visible()
    expect(cell.element.get_by_role("group", name="Output of cell hello")).to_be_visible()


def test_state_is_announced(tab):
    status = tab.cell("hello").finish().element.get_by_role("status")
    assert status.count() == 2
    assert status.first.inner_text().startswith("Done in ")
    assert status.last.inner_text() == "same as PyTorch 2.13"


def test_focus_can_be_seen(tab):
    cell = tab.cell("hello")
    cell.source.locator("code").focus()
    tab.page.keyboard.press("Tab")
    assert cell.run.evaluate("b => b === document.activeElement && getComputedStyle(b).outlineStyle") == "solid"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_on_its_ground(make_tab, scheme):
    """Contrast of at least 4.5 to 1 for the words of a toolbar and of the output."""
    tab = make_tab(sites.test_site(), color_scheme=scheme, reduced_motion="reduce").open("errors/")
    tab.cell("raises").finish()
    ratios = tab.page.evaluate(
        CONTRAST, ".cell-run, .cell-reset, .cell-status, .cell-verdict, .cell-error, .cell-lines"
    )
    ratios |= tab.page.evaluate(CONTRAST, ".cell-promise code")
    assert {name: ratio for name, ratio in ratios.items() if ratio < 4.5} == {}
    assert len(ratios) >= 6


@pytest.mark.parametrize("path", ["", "output/", "errors/", "figures/"])
def test_page_is_no_wider_than_a_phone(make_tab, path):
    tab = make_tab(sites.test_site(), viewport={"width": 360, "height": 640}, is_mobile=True, has_touch=True)
    tab.open(path)
    for id in {"": ["hello"], "output/": [], "errors/": ["library"], "figures/": ["two"]}[path]:
        tab.cell(id).element.get_by_role("button", name=f"Run cell {id}", exact=True).tap()
        tab.cell(id).wait()
    assert tab.page.evaluate("() => document.documentElement.scrollWidth") <= 360
    assert tab.problems == []


CONTRAST = """(selector) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const paint = (colours) => {
        canvas.clearRect(0, 0, 1, 1);
        for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => value / 255);
    };
    const light = (rgb) => {
        const [r, g, b] = rgb.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratios = {};
    for (const element of document.querySelectorAll(selector)) {
        if (!element.textContent || !element.checkVisibility()) continue;
        const grounds = [];
        for (let e = element; e; e = e.parentElement) grounds.unshift(getComputedStyle(e).backgroundColor);
        const [a, b] = [light(paint(grounds)), light(paint([...grounds, getComputedStyle(element).color]))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        const name = element.className || element.parentElement.className;
        ratios[name] = Math.min(ratios[name] ?? Infinity, ratio);
    }
    return ratios;
}"""
