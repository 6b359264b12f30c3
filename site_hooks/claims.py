"""Claims: links from the prose to a cell, `[0.3469](#cell-narrow)`, whose numbers the cell's promise must print.
Knows neither MkDocs nor HTML."""

import html
import posixpath
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from site_hooks.cells import Page, Problem

_LINK = re.compile(
    r"(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)"  # code within a line: no link in it
    r"|<!--.*?-->"
    r"|\[(?P<text>(?:[^\[\]`]|`[^`]*`|\[[^\[\]]*\])*)\]"
    r"\(\s*<?(?P<page>[^()\s#]*)#cell-(?P<cell>[^()\s>]*)>?(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)",
    re.DOTALL,
)
_TOKEN = re.compile(r"(?<![\w.])[-+]?\d+(?:,\d{3}(?!\d))*(?:\.\d+)*(?:[eE][-+]?\d+)?|\w+|[^\w\s]")


@dataclass(frozen=True)
class Claim:
    """A link to a cell: where it stands, what it says, and the page and id of the cell."""

    source: str
    line: int
    text: str
    page: str
    cell: str


def read(page: Page) -> list[Claim]:
    """The page's links to cells, of this page or of another."""
    prose = "\n".join(page.prose)
    found = []
    for match in _LINK.finditer(prose):
        if match["cell"] is not None:
            target = posixpath.normpath(posixpath.join(posixpath.dirname(page.source), match["page"]))
            line = prose.count("\n", 0, match.start()) + 1
            found.append(
                Claim(page.source, line, match["text"], target if match["page"] else page.source, match["cell"])
            )
    return found


def problems(pages: Mapping[str, Page]) -> list[Problem]:
    """What the pages claim and their cells do not print."""
    found = []
    for page in pages.values():
        for claim in read(page):
            cell = pages[claim.page].cells.get(claim.cell) if claim.page in pages else None
            if cell is None:
                message = f"[{claim.text}] claims something of cell {claim.cell!r}, and {claim.page} has no such cell"
                found.append(Problem(claim.source, claim.line, message))
            for text in missing(claim.text, cell.promise) if cell and cell.promise_fence else []:
                message = f"[{claim.text}] claims {text!r}, which cell {claim.cell!r} does not promise to print"
                found.append(Problem(claim.source, claim.line, message))
    return found


def check(linked: list[str], page: Page) -> list[Problem]:
    """Which links to cells the rendered page has and the model has not, or the reverse. `linked` are the cells' ids."""
    claims = read(page)
    rendered, known = Counter(linked), Counter(claim.cell for claim in claims)
    lines = {claim.cell: claim.line for claim in reversed(claims)}
    found = [
        Problem(page.source, lines.get(id, 1), f"a link to cell {id!r} cannot be checked: write it [text](#cell-{id})")
        for id in rendered - known
    ]
    return found + [
        Problem(page.source, lines[id], f"a claim about cell {id!r} is not rendered as a link")
        for id in known - rendered
    ]


def missing(text: str, promise: str) -> list[str]:
    """The numbers of a link's text, and its texts between backticks, that the promise does not print.

    >>> missing("0.3469 after 120 steps", "step 120: 0.34691")
    ['0.3469']
    >>> missing("`torch.Size([2, 4])`", "shape torch.Size([2, 4])")
    []
    """
    lines = [_tokens(line) for line in promise.split("\n")]
    printed = {token for line in lines for token in line}
    quoted = re.findall(r"`([^`]+)`", text)
    numbers = [token for token in _tokens(re.sub(r"`[^`]+`", " ", text)) if any(map(str.isdigit, token))]
    absent = [number for number in numbers if number not in printed]
    return absent + [code for code in quoted if not any(_contains(line, _tokens(code)) for line in lines)]


def _tokens(text):
    """Whole numbers (`-0.5` is one, and so is `1e-05`), words, and single signs."""
    text = html.unescape(text).replace("\u2212", "-")
    return [re.sub(r",(?=\d{3})", "", token) for token in _TOKEN.findall(text)]


def _contains(line, part):
    return any(line[i : i + len(part)] == part for i in range(len(line) - len(part) + 1))
