"""Every cell of every page of the site: press Run; the lines shown keep the promise, and the page says so.
The cells come from cells.json; that none is lost on the way from the Markdown is counted here too. Those of the
reference, which are many and small, are pressed page by page in test_reference.py."""

import itertools
import re

import pytest

from borch.testing import lines
from tests_e2e import sites


def pytest_generate_tests(metafunc):
    if "cell" in metafunc.fixturenames:
        cells = [cell for cell in sites.main_site().cells if not cell["page"].startswith("reference/")]
        ids = [f"{cell['page'] or 'home'}#{cell['id']}" for cell in cells]
        rows = [(cell["page"], cell) for cell in cells]
        metafunc.parametrize(("opened", "cell"), rows, ids=ids, indirect=["opened"], scope="module")


@pytest.fixture(scope="module")
def opened(make_tab, request):
    """A page of the site, opened once for all its cells."""
    return make_tab(sites.main_site()).open(request.param)


def test_cell_keeps_its_promise(opened, cell):
    options = cell["options"]
    shown = opened.cell(cell["id"]).finish()
    assert shown.state == ("error" if "raises" in options else "done"), shown.element.inner_text()
    printed = shown.printed()
    if "raises" in options:
        newline = "\n" if printed and not printed.endswith("\n") else ""
        printed += newline + re.findall(rf"^(?:[\w.]+\.)?{options['raises']}\b.*", shown.trace, re.M | re.S)[-1]
    tol = float(options["tol"]) if "tol" in options else None
    assert lines.compare(cell["promise"], printed, tol) == []
    assert shown.kept == "same", shown.difference.inner_text()
    assert shown.verdict.inner_text() == ("as promised" if "only" in options else "same as PyTorch 2.13")
    assert drawn(shown) == [text.strip() for text in options.get("figure", "").split("|") if text]
    assert opened.problems == []


def drawn(cell):
    """The alternative texts of the cell's figures, once each has been decoded."""
    return cell.figure.locator("img").evaluate_all(
        "images => Promise.all(images.map(image => image.decode().then(() => image.alt)))"
    )


def test_no_cell_is_lost():
    docs = sites.ROOT / "docs"
    shown = re.compile(r"^(````+)markdown$.*?^\1$", re.MULTILINE | re.DOTALL)  # Markdown for authors to copy
    opening = re.compile(r'^[ \t]*(?:```+|~~~+)[ ]*python[ ].*?\bcell="([^"]+)"', re.MULTILINE)
    written = [
        (path.relative_to(docs).as_posix(), id)
        for path in docs.rglob("*.md")
        for id in opening.findall(shown.sub("", path.read_text("utf-8")))
    ]
    cells = [cell for cell in sites.main_site().cells if not cell["page"].startswith("reference/")]
    assert sorted(written) == sorted((cell["source"], cell["id"]) for cell in cells)
    assert cells


def test_every_page_shows_its_cells(make_tab):
    tab = make_tab(sites.main_site())
    for page, cells in itertools.groupby(sites.main_site().cells, key=lambda cell: cell["page"]):
        tab.open(page)
        ids = tab.page.locator(".cell").evaluate_all("cells => cells.map(cell => cell.dataset.cell)")
        assert ids == [cell["id"] for cell in cells]
        assert tab.page.locator(".cell .cell-toolbar button.cell-run").count() == len(ids)
    assert tab.problems == []
