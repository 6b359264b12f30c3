"""The tables of the page Speed, as `python -m benchmarks.speed` has left them, and that of the kernels' exactness.
Knows neither MkDocs nor HTML."""

import json
from pathlib import Path

from borch._kernels import accuracy

PATH = "speed.md"
DATA = Path(__file__).with_suffix(".json")


def facts() -> dict[str, str]:
    """Each table, and what it was measured on, by its name in the page's Markdown."""
    return {**json.loads(DATA.read_text("utf-8")), "accuracy": accuracy.table()}
