"""From fence to HTML and back: the only file in Python that knows a cell's DOM (docs/assets/cells/ reads the same).
`Formatter` gives MkDocs the formats, `check` compares a rendered page with the model, so that no cell is lost."""

import functools
import html
from html.parser import HTMLParser

from pymdownx.highlight import Highlight
from pymdownx.superfences import SuperFencesException

from site_hooks.cells import Cell, Page, Problem

ANCHOR = "cell-"


class Formatter:
    """Renders the cells of the page that is set as `page`."""

    page: Page

    def __init__(self, config):
        self.limit = config.extra.get("limit")  # seconds, of a cell that names none
        custom = config.mdx_configs.setdefault("pymdownx.superfences", {}).setdefault("custom_fences", [])
        for language, key, format in (
            ("python", "cell", self.cell),
            ("text", "out", self.promise),
            ("python", "check", self.check),
            ("python", "solution", self.solution),
        ):
            # SuperFences turns every exception but its own into a plain block, and the cell would vanish.
            fence = {"name": language, "class": language, "validator": _takes(key), "format": _loud(format)}
            custom.append(fence)

    def cell(self, source, language, css_class, options, md, **_):
        id = options["cell"]
        cell = self.page.cells.get(id)
        if cell is None or not _same(cell.code, source):
            return f'<section class="cell" data-cell="{html.escape(id)}" data-unknown></section>'
        highlight = Highlight(md, stripnl=False).highlight
        check = highlight(cell.check, language) if cell.check_fence else ""
        return section(self.page, cell, highlight(cell.code, language), check, self.limit)

    def promise(self, source, language, css_class, options, md, **_):
        id = options["out"]
        cell = self.page.cells.get(id)
        if cell is None or not _same(cell.promise, source):
            return f'<section class="cell" data-cell="{html.escape(id)}" data-unknown></section>'
        return f"<!-- the promise of cell {id} stands in its section -->"

    def check(self, source, language, css_class, options, md, **_):
        return f"<!-- the check of cell {options['check']} stands in its section -->"

    def solution(self, source, language, css_class, options, md, **_):
        id = options["solution"]
        cell = self.page.cells.get(id)
        if cell is None or not _same(cell.solution, source):
            return f'<section class="cell" data-cell="{html.escape(id)}" data-unknown></section>'
        return solution(cell, Highlight(md, stripnl=False).highlight(cell.solution, language))


def section(page: Page, cell: Cell, highlighted: str, check: str = "", limit: int | None = None) -> str:
    """The cell as the reader's browser gets it; `highlighted` is its code as HTML, `check` that of an exercise's check."""
    attributes = {
        "class": "cell",
        "id": ANCHOR + cell.id,
        "data-cell": cell.id,
        "data-page": page.name,
        "data-hash": cell.hash,
        "data-state": "idle",
        **({"data-limit": str(limit)} if limit else {}),
        **{f"data-{option}": value for option, value in cell.options.items()},
        "aria-label": f"Code cell {cell.id}",
    }
    opening = " ".join(f'{name}="{html.escape(value)}"' for name, value in attributes.items())
    if check:
        check = (
            '<details class="cell-check" data-search-exclude><summary>What the check does</summary>'
            f'<div class="cell-checked">{check}</div></details>'
        )
    made = (
        f'<section {opening}><div class="cell-source" data-search-exclude>{highlighted}</div>'
        f'<pre class="cell-promise" data-search-exclude><code>{html.escape(cell.promise)}</code></pre>{check}</section>'
    )
    if cell.hidden:
        return f'<details class="cell-setup"><summary>Set-up code: {html.escape(cell.id)}</summary>{made}</details>'
    return made


def solution(cell: Cell, highlighted: str) -> str:
    """The solution of an exercise, folded away where it stands in the page."""
    return (
        f'<details class="success cell-solution" data-solution="{html.escape(cell.id)}" data-search-exclude>'
        f'<summary>Solution</summary><div class="cell-solved">{highlighted}</div></details>'
    )


NOTE = (
    '<noscript><p class="cell-noscript" data-search-exclude>Run needs JavaScript, which this browser does not allow here. '
    "Below each program stands what it prints.</p></noscript>"
)


def with_note(rendered: str) -> str:
    """A page that has cells with a word below its heading for who reads it without JavaScript."""
    return rendered.replace("</h1>", f"</h1>{NOTE}", 1) if '<section class="cell"' in rendered else rendered


def check(rendered: str, page: Page) -> list[Problem]:
    """What was lost or changed between the page's Markdown and its HTML."""
    reader = _Reader()
    reader.feed(rendered)
    reader.close()
    found, problems = {}, []
    for attributes, code, promise, check in reader.sections:
        id = attributes.get("data-cell", "")
        if "data-unknown" in attributes or id in found:
            message = f"cell {id!r} of the rendered page is not the one of the page's Markdown (a snippet, a macro?)"
            problems.append(Problem(page.source, page.cells[id].line if id in page.cells else 1, message))
        found[id] = code, promise, check, reader.solutions.get(id, "")
    for cell in page.cells.values():
        if cell.id not in found:
            message = (
                f"cell {cell.id!r} is lost in the rendered page (does it stand in raw HTML or in an indented block?)"
            )
            problems.append(Problem(page.source, cell.line, message))
        elif found[cell.id] != (cell.code, cell.promise, cell.check, cell.solution) and not problems:
            problems.append(Problem(page.source, cell.line, f"cell {cell.id!r} was changed while it was rendered"))
    return problems


def linked_cells(rendered: str) -> list[str]:
    """The id of the cell that each link of the page to a cell names."""
    reader = _Reader()
    reader.feed(rendered)
    reader.close()
    return reader.links


_PARTS = {"cell-source": 1, "cell-promise": 2, "cell-checked": 3}


class _Reader(HTMLParser):
    """Collects the sections of cells (attributes, texts of code, promise, check), the solutions, and the links to cells."""

    def __init__(self):
        super().__init__()
        self.sections = []
        self.solutions = {}
        self.links = []
        self.part = self.solution = None

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "section" and "data-cell" in attributes:
            self.sections.append([attributes, "", "", ""])
        elif tag == "details" and "data-solution" in attributes:
            self.solution = attributes["data-solution"]
            self.solutions[self.solution] = ""
        elif tag == "a" and f"#{ANCHOR}" in (attributes.get("href") or ""):
            self.links.append(attributes["href"].partition(f"#{ANCHOR}")[2])
        elif attributes.get("class") in _PARTS:
            self.part = _PARTS[attributes["class"]]
        elif attributes.get("class") == "cell-solved":
            self.part = "solution"

    def handle_endtag(self, tag):
        if tag in ("pre", "section"):
            self.part = None

    def handle_data(self, data):
        if self.part == "solution":
            self.solutions[self.solution] += data
        elif self.part and self.sections:
            self.sections[-1][self.part] += data


def _takes(key):
    def validator(language, inputs, options, attrs, md):
        options[key] = inputs.get(key)
        return key in inputs  # where it is not, SuperFences goes on to the plain block

    return validator


def _loud(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except Exception as error:
            raise SuperFencesException(f"{function.__name__}: {error}") from error

    return wrapper


def _same(text, source):
    """Markdown has expanded tabs and stripped blanks: what else differs was put there by somebody else."""
    return "".join(text.split()) == "".join(source.split())
