"""The page of differences: every public name of torch that borch has not, by reason, out of borch/absent.py.
Knows neither MkDocs nor a cell; the build adds the page under `PATH`."""

from pathlib import Path

from borch import absent

PATH = "differences.md"
RANDOM = "random.md"
RANDOM_SOURCE = (
    Path(__file__).resolve().parents[1] / "borch/random/README.md"
)  # how each draw is made, and what is not matched

_INTRODUCTION = """\
# Differences

What real PyTorch 2.13 has and borch has not. An absent function raises `NotImplementedError` with its reason when it is
called; any other absent name raises `AttributeError` with it. Names that stand neither here nor in borch are not
PyTorch's. This page is made of the list that the library itself refuses by. What of the random numbers could not be matched
stands below [the table of draws](random.md). What is there is in the [reference](reference/index.md).
"""


def page() -> str:
    """The page's Markdown: a section per reason, a line per namespace."""
    notes = "\n".join(f"- {note}" for note in absent.NOTES)
    sections = [_INTRODUCTION + f"\n**What is there and differs**\n\n{notes}\n"]
    for word, reason in absent.REASONS.items():
        lines = [f"- `{space}`: {names}" for space, names in _by_namespace(word)]
        if lines:
            sections.append(
                f"## {word[0].upper()}{word[1:]}\n\n{reason[0].upper()}{reason[1:]}.\n\n" + "\n".join(lines) + "\n"
            )
    return "\n".join(sections)


def _by_namespace(word: str) -> list[tuple[str, str]]:
    found = []
    for space, reasons in absent.ABSENT.items():
        names = sorted(reasons.get(word, "").split())
        if names:
            found.append((space, ", ".join(f"`{name}`" for name in names)))
    return found
