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
    assert len(re.findall(r"^[ \t]*(?:```+|~~~+).*\bcell\s*=", text, re.MULTILINE)) == len(CELLS) > 0
    assert len(re.findall(r"^[ \t]*(?:```+|~~~+).*\bout\s*=", text, re.MULTILINE)) == sum(
        not cell.hidden for cell in CELLS
    )
