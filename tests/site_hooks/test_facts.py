"""About's figures are counted, and the page asks for none that is not."""

import re

import pytest

from site_hooks import api, cells, facts, promise

ENTRIES = [
    api.Entry("torch", "add", "function"),
    api.Entry("torch", "sparse", "absent"),
    api.Entry("torch.nn", "Linear", "class"),
]
CELL = '```python cell="{0}"\nprint(1)\n```\n\n```text out="{0}"\n1\n```\n'


@pytest.fixture
def counted(tmp_path):
    files = {}
    for name, size in (("borch-0.1.0.whl", 300_000), ("numpy-2.4.whl", 2_000_000), ("matplotlib-3.whl", 5_500_000)):
        (tmp_path / name).write_bytes(bytes(size))
        files[f"assets/pyodide/{name}"] = tmp_path / name
    pages = {
        source: cells.read("\n".join(CELL.format(id) for id in ids), source)
        for source, ids in (("learn/a.md", ["a", "b"]), ("reference/nn.md", ["c"]))
    }
    return facts.count(pages, ENTRIES, files)


def test_cells_and_sizes_are_counted(counted):
    assert (counted["cells"], counted["examples"]) == ("2", "1")
    assert (counted["first"], counted["drawing"], counted["wheel"]) == ("2.3 MB", "5.5 MB", "0.3 MB")
    assert counted["cases"] == f"{api.case_counts()['']:,}"


def test_names_are_counted_by_namespace(counted):
    assert counted["names"].split("\n")[2:] == ["| `torch` | 1 | 1 |", "| `torch.nn` | 1 | 0 |", "| all | 2 | 1 |"]


def test_page_asks_for_what_is_counted_and_for_nothing_else(counted):
    text = (promise.DOCS / facts.PATH).read_text("utf-8")
    assert set(re.findall(r"\{\{ (\w+) \}\}", text)) == set(counted)
    assert "{{" not in facts.fill(text, counted)


def test_an_unknown_fact_is_refused(counted):
    with pytest.raises(KeyError, match="sparkles"):
        facts.fill("{{ sparkles }}", counted)


def test_every_frozen_case_is_counted():
    """By the number of the cases' own lines in the files."""
    lines = sum(
        len(re.findall(r'^"', path.read_text("utf-8"), re.MULTILINE)) for path in (api.GOLDEN / "cases").glob("*.json")
    )
    assert api.case_counts()[""] == lines
