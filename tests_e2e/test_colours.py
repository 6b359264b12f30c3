"""Colours and styles of a terminal are shown by classes, other control sequences vanish, and nothing becomes markup."""

import pytest

from tests_e2e import sites
from tests_e2e.test_reading import CONTRAST

PIECES = (
    "blocks => blocks.flatMap(block => [...block.childNodes].map(node => [node.textContent, node.className ?? '']))"
)


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open("colours/")


def styled(cell):
    """[text, classes] of the styled pieces."""
    pieces = cell.element.locator(".cell-lines").evaluate_all(PIECES)
    return [(text, names) for text, names in pieces if names]


def test_styles_become_classes(tab):
    cell = tab.cell("styles").finish()
    assert cell.printed() == "bad and good plain\nred of 256 on blue\ninverse >\n"
    assert styled(cell) == [
        ("bad", "ansi-bold ansi-fg-1"),
        ("good", "ansi-fg-2"),
        ("red of 256", "ansi-fg-9"),
        ("on blue", "ansi-bg-4"),
        ("inverse", "ansi-inverse"),
    ]


def test_other_sequences_vanish(tab):
    cell = tab.cell("others").finish()
    assert cell.printed() == "abcdelink\n"
    assert cell.element.locator(".cell-lines *").count() == 0


def test_sequences_may_come_in_pieces_and_lines_be_rewritten(tab):
    cell = tab.cell("split").finish()
    assert cell.printed() == "blue.\nREd\n"
    assert styled(cell) == [("blue", "ansi-fg-4"), ("REd", "ansi-fg-1")]


def test_message_of_an_error_is_plain(tab):
    assert tab.cell("raised").finish().trace.splitlines()[-1] == "ValueError: red <b>"


def test_flood_of_colours_is_bounded(tab):
    cell = tab.cell("flood").finish()
    lines = cell.printed().splitlines()
    assert lines[-2:] == ["0123456789", "end"]
    assert len(lines) <= 1000
    assert 1000 < cell.element.locator(".cell-lines span").count() <= 3010


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_colour_can_be_read(make_tab, scheme):
    tab = make_tab(sites.test_site(), color_scheme=scheme, reduced_motion="reduce").open("colours/")
    tab.cell("all-colours").finish()
    ratios = tab.page.evaluate(CONTRAST, ".cell-lines span")
    assert len(ratios) == 16 * 3 + 1
    assert {name: ratio for name, ratio in ratios.items() if ratio < 4.5} == {}
