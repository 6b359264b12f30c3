"""Figures of the page About, counted while the site is built: `{{ cells }}` in its Markdown is replaced by one.
Knows neither MkDocs nor HTML."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from site_hooks import api, reference
from site_hooks.cells import Page

PATH = "about.md"
_FACT = re.compile(r"\{\{ (\w+) \}\}")
_DRAWING = (
    "numpy",
    "borch",
    "pyodide",
    "python_stdlib",
)  # what a cell that draws nothing loads; the rest is Matplotlib's


def fill(markdown: str, facts: Mapping[str, str]) -> str:
    """KeyError for a fact that is not known.

    >>> fill("{{ cells }} cells", {"cells": "12"})
    '12 cells'
    """
    return _FACT.sub(lambda found: facts[found[1]], markdown)


def count(pages: Mapping[str, Page], entries: Iterable[api.Entry], files: Mapping[str, Path]) -> dict[str, str]:
    """The facts of one build: `files` are those that the tab's Python needs, by their name in the site."""
    own = {source: page for source, page in pages.items() if not source.startswith(reference.FOLDER)}
    cells = sum(len(page.cells) for page in own.values())
    every = sum(len(page.cells) for page in pages.values())
    sizes = {name.rpartition("/")[2]: path.stat().st_size for name, path in files.items()}
    first = sum(size for name, size in sizes.items() if name.startswith(_DRAWING))
    wheel = next((size for name, size in sizes.items() if name.startswith("borch")), 0)
    return {
        "cells": f"{cells:,}",
        "examples": f"{every - cells:,}",
        "cases": f"{api.case_counts()['']:,}",
        "first": _megabytes(first),
        "drawing": _megabytes(sum(sizes.values()) - first),
        "wheel": _megabytes(wheel),
        "names": _table(entries),
    }


def _megabytes(size):
    return f"{size / 1e6:.1f} MB"


def _table(entries):
    found: dict[str, list[int]] = {}
    for entry in entries:
        found.setdefault(entry.namespace, [0, 0])[entry.kind == "absent"] += 1
    rows = [f"| `{space}` | {present:,} | {absent:,} |" for space, (present, absent) in found.items()]
    total = [sum(counts[i] for counts in found.values()) for i in (0, 1)]
    return "\n".join(
        ["| namespace | there | absent |", "|---|---|---|", *rows, f"| all | {total[0]:,} | {total[1]:,} |"]
    )
