"""Search finds lessons and names, by any part of a name; programs and their output are not in its index."""

import json

import pytest

from tests_e2e import sites
from tests_e2e.driver import expect

SIZE = 700_000  # bytes of the index, which is fetched when a reader first searches


def index():
    return json.loads((sites.main_site().folder / "search/search_index.json").read_text("utf-8"))["docs"]


def test_index_has_neither_programs_nor_outputs():
    text = "\n".join(row["text"] for row in index())
    for row in sites.main_site().cells:
        for block in (row["code"], row["promise"]):
            longest = max(block.split("\n"), key=len).strip()
            if len(longest) > 40:
                assert longest not in text, row["id"]


def test_index_has_every_described_name_and_is_small():
    titles = {row["title"] for row in index()}
    assert {"torch.matmul", "torch.nn.Linear", "torch.optim.Adam", "Tensor.view"} <= titles
    assert (sites.main_site().folder / "search/search_index.json").stat().st_size < SIZE


@pytest.fixture(scope="module")
def searching(make_tab):
    tab = make_tab(sites.main_site()).open()
    tab.page.get_by_role("textbox", name="Search").click()
    return tab


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("matmul", "reference/torch-linear/#torch.matmul"),
        ("torch.nn.Linear", "reference/nn-layers/#torch.nn.Linear"),
        ("cross_entropy", "reference/nn-functional-losses/#torch.nn.functional.cross_entropy"),
        ("entropy", "reference/nn-functional-losses/#torch.nn.functional.cross_entropy"),
        ("transformer", "learn/vision-transformer/#a-linear-layer-treats-each-token-alone"),
    ],
)
def test_search_leads_to(searching, words, address):
    box = searching.page.get_by_role("textbox", name="Search")
    box.fill("")
    box.press_sequentially(words)  # the theme looks when a key comes up
    page, _, anchor = address.partition("#")  # between the two stand the words to be marked
    found = searching.page.locator(f'.md-search-result__link[href*="{page}"][href*="#{anchor}"]').first
    expect(found).to_be_attached(timeout=60_000)
    assert searching.problems == []
