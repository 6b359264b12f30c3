"""Every cell of every page, run by borch in CPython, keeps the promise that torch has made for it.
`make parity` runs the same cells on torch (`python -m site_hooks.promise --check`)."""

import functools
import re

import pytest

from borch.testing import lines
from site_hooks import cells, claims, promise, run

PAGES = cells.read_docs(promise.DOCS)
CELLS = [cell for page in PAGES.values() for cell in page.cells.values()]


@functools.cache
def results(source):
    """Last cell first: what a cell prints may not depend on the cells before it, unless it names them."""
    page = PAGES[source]
    return {result.id: result for result in run.results(page, reversed(page.cells.values()), "borch")}


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: f"{cell.source}-{cell.id}")
def test_cell_keeps_its_promise(cell):
    result = results(cell.source)[cell.id]
    assert result.error is None, f"{cell.source}:{result.line}: {result.error}"
    differences = lines.compare(cell.promise, result.output, cell.tol)
    assert not differences, "\n".join([f"{cell} breaks its promise", *map(str, differences)])


def test_pages_have_no_problem():
    problems = [problem for page in PAGES.values() for problem in page.problems]
    assert list(map(str, problems + claims.problems(PAGES))) == []


def test_no_cell_is_lost():
    """Counted by another eye than the model's."""
    text = "\n".join(path.read_text("utf-8") for path in promise.DOCS.rglob("*.md"))
    text = re.sub(
        r"^````\w*\n.*?^````$", "", text, flags=re.DOTALL | re.MULTILINE
    )  # cells that a page shows as Markdown
    assert len(re.findall(r"^[ \t]*(?:```+|~~~+).*\bcell\s*=", text, re.MULTILINE)) == len(CELLS) > 0
    assert len(re.findall(r"^[ \t]*(?:```+|~~~+).*\bout\s*=", text, re.MULTILINE)) == sum(
        not cell.hidden for cell in CELLS
    )


LINK_OR_CODE = re.compile(r"(`+).*?\1|!?\[[^\]]*\]\([^)]*\)", re.DOTALL)


def loose_decimals(prose):
    """Decimal numbers that no link to a cell vouches for; torch's version is one that needs none."""
    return re.findall(r"(?<![\w.])(?<!PyTorch )\d+\.\d+.*", LINK_OR_CODE.sub("", prose))


def test_no_decimal_stands_outside_a_claim():
    assert {page.source: found for page in PAGES.values() if (found := loose_decimals("\n".join(page.prose)))} == {}


def test_loose_decimals_are_found():
    assert loose_decimals("the loss is 0.5 here, [0.25](#cell-a) there, on PyTorch 2.13") == [
        "0.5 here,  there, on PyTorch 2.13"
    ]
    assert loose_decimals("`0.5`, cell v1.2, page 1.2.3") == ["1.2.3"]


def test_images_have_a_text_in_their_place():
    for page in PAGES.values():
        prose = "\n".join(page.prose)
        assert re.findall(r"!\[\s*\]|<img(?![^>]*\balt=\"[^\"]+\")[^>]*>", prose) == [], page.source
    drawn = [cell for cell in CELLS if cell.figures]
    assert drawn
    for cell in drawn:
        assert all(len(text.split()) >= 4 for text in cell.figures), f"{cell} says too little of its figure"
