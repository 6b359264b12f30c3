"""What a page's Markdown says about its cells: code, options, promise, and the line where each stands.
The one model of a cell, for the build, the promises and both test suites. Knows neither MkDocs nor HTML."""

import ast
import hashlib
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from site_hooks import blocks
from site_hooks.blocks import Fence

DATA = Path(__file__).resolve().parents[1] / "docs/assets/data"  # what a cell may ask for as a file
data_folders = [DATA]  # another site's own stands before it

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_OPTION = r'\s+(?:([A-Za-z][\w-]*)="([^"]*)"|(hidden)(?!\S))'
_INFO = re.compile(rf"([\w#.+-]*)((?:{_OPTION})*)")
_KINDS = {"cell": "python", "out": "text", "check": "python", "solution": "python"}
_HINT = re.compile(r"\?\?\?\+? hint\b")


def _id(value: str) -> None:
    if not _ID.fullmatch(value):
        raise ValueError("is not an id (small letters, digits, single dashes)")


def _tolerance(value: str) -> None:
    if not re.fullmatch(r"\d+(\.\d+)?(e-?\d+)?", value) or not float(value) > 0:
        raise ValueError("is not a positive number such as 0.001")


def _alternatives(value: str) -> None:
    if not all(text.strip() for text in value.split("|")):
        raise ValueError("is not one alternative text for each figure, separated by ' | '")


def _borch(value: str) -> None:
    if value != "borch":
        raise ValueError("is not borch")


def _exception(value: str) -> None:
    if not re.fullmatch(r"[A-Z]\w*", value):
        raise ValueError("is not the name of an exception")


def _flag(value: str) -> None:
    if value:
        raise ValueError("is a value, and this option has none: write its name alone")


def _seconds(value: str) -> None:
    if not re.fullmatch(r"\d{1,3}", value) or int(value) == 0:
        raise ValueError("is not a whole number of seconds from 1 to 999")


def _said(value: str) -> None:
    if not value.strip():
        raise ValueError("says nothing to the reader who has solved it")


def with_data_of(docs: Path) -> None:
    """Cells may ask for the files in assets/data/ of these docs too."""
    data_folders[:] = [docs.resolve() / "assets/data", DATA]


def data_file(name: str) -> Path:
    return next((folder / name for folder in data_folders if (folder / name).is_file()), DATA / name)


def _files(value: str) -> None:
    for name in value.split():
        if not re.fullmatch(r"\w[\w.-]*", name) or not data_file(name).is_file():
            raise ValueError(f"names {name!r}, and there is no such file in {DATA.parent.name}/{DATA.name}/")
    if not value.split():
        raise ValueError("names no file")


OPTIONS: dict[str, Callable[[str], None]] = {
    "after": _id,  # the cell of this page that this one continues
    "tol": _tolerance,  # how far a printed decimal may be from the promised one
    "figure": _alternatives,  # the cell draws: an alternative text for each figure
    "files": _files,  # sample data that it reads: names of files, which lie in the working directory when it runs
    "only": _borch,  # only borch can run it, so borch promises its lines
    "raises": _exception,  # the cell ends in this exception, whose message is promised too
    "hidden": _flag,  # sets up what others continue: prints nothing, is folded away
    "limit": _seconds,  # how long it may run; the site has a limit for cells that name none
    "exercise": _said,  # its code is unfinished; what is said when the reader's passes the check
}
PLAIN_OPTIONS = {"title", "hl_lines", "linenums"}  # Material's own, for blocks that are no cells


@dataclass(frozen=True)
class Problem:
    """Why a page cannot be built."""

    source: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.source}:{self.line}: {self.message}"


@dataclass
class Cell:
    """One runnable block of a page and the lines that it promises to print."""

    source: str
    id: str
    fence: Fence
    options: dict[str, str] = field(default_factory=dict)
    promise_fence: Fence | None = None
    check_fence: Fence | None = None  # of an exercise: asserts what a solution does
    solution_fence: Fence | None = None
    hints: int = 0

    @property
    def line(self) -> int:
        return self.fence.line

    @property
    def code(self) -> str:
        return self.fence.text

    @property
    def promise(self) -> str:
        return self.promise_fence.text if self.promise_fence else ""

    @property
    def check(self) -> str:
        return self.check_fence.text if self.check_fence else ""

    @property
    def solution(self) -> str:
        return self.solution_fence.text if self.solution_fence else ""

    @property
    def exercise(self) -> bool:
        return bool(self.options.get("exercise"))

    @property
    def hidden(self) -> bool:
        return self.options.get("hidden") is not None

    @property
    def limit(self) -> int | None:
        return int(self.options["limit"]) if "limit" in self.options else None

    @property
    def hash(self) -> str:
        """Other for another code, promise or check: what readers have done with this cell counts for this one alone."""
        return hashlib.sha256("\0".join([self.code, self.promise, self.check]).encode()).hexdigest()[:8]

    @property
    def tol(self) -> float | None:
        return float(self.options["tol"]) if "tol" in self.options else None

    @property
    def files(self) -> list[str]:
        return self.options.get("files", "").split()

    @property
    def figures(self) -> list[str]:
        return [text.strip() for text in self.options["figure"].split("|")] if "figure" in self.options else []

    def __str__(self) -> str:
        return f"{self.source}:{self.line}: cell {self.id!r}"


@dataclass
class Page:
    """A page's cells in their order, what is wrong with it, and its lines with all but prose blank."""

    source: str
    cells: dict[str, Cell] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.source.removesuffix(".md")

    def chain(self, cell: Cell) -> list[Cell]:
        """The cells to run for `cell`, in order, `cell` last."""
        chain = [cell]
        while "after" in chain[0].options:
            chain.insert(0, self.cells[chain[0].options["after"]])
        return chain

    def problem(self, line: int, message: str) -> None:
        self.problems.append(Problem(self.source, line, message))


def read_docs(directory: Path, promised: bool = True) -> dict[str, Page]:
    """Reads every page under the directory; keys are paths relative to it, with slashes."""
    sources = sorted(path.relative_to(directory).as_posix() for path in directory.rglob("*.md"))
    return {source: read((directory / source).read_bytes().decode(), source, promised) for source in sources}


def read(text: str, source: str, promised: bool = True) -> Page:
    """Reads one page. With `promised=False` a promise that has still to be written is no problem."""
    lines = blocks.split_lines(text)
    found = blocks.read(lines)
    page = Page(source, prose=found.prose)
    for line, message in found.errors:
        page.problem(line, message)
    cell = None  # the one whose promise may come next
    for fence in found.fences:
        options = _options(page, fence)
        if "cell" in options:
            cell = _add_cell(page, fence, options)
        elif "out" in options:
            _add_promise(page, cell, fence, options["out"], lines)
            cell = None
        elif "check" in options or "solution" in options:
            _add_to_exercise(page, fence, options)
            cell = None
        else:
            cell = None
    for cell in page.cells.values():
        _check_after(page, cell)
        _check_code(page, cell)
        _check_exercise(page, cell)
        if promised:
            _check_promise(page, cell)
    page.problems.sort(key=lambda problem: problem.line)
    return page


def _options(page: Page, fence: Fence) -> dict[str, str]:
    """The options of a cell or a promise, none for any other block."""
    info = _INFO.fullmatch(fence.info)
    pairs = [(name or flag, value) for name, value, flag in re.findall(_OPTION, info[2])] if info else []
    options = dict(pairs)
    unquoted = re.sub(r'"[^"]*"', "", fence.info)
    kind = re.search(r"\b(cell|out|check|solution)\b\s*=?", unquoted)
    if not kind:
        if re.match(r"(python|py)\b", fence.info) and "=" in unquoted:
            for key in re.findall(r"([\w-]+)\s*=", unquoted):
                if key not in PLAIN_OPTIONS:
                    page.problem(fence.line, f"unknown option {key!r} of a block that is no cell")
        return {}
    language = _KINDS[kind[1]]
    known = {"cell", *OPTIONS} if kind[1] == "cell" else {kind[1]}
    if info is None or info[1] != language or len(options) < len(pairs) or kind[1] not in options:
        page.problem(
            fence.line, f'cannot read {fence.info!r}: write {language} {kind[1]}="id", options as name="value"'
        )
        return {}
    for key, value in pairs:
        if key not in known:
            page.problem(fence.line, f"unknown option {key!r}; {kind[1]} knows {', '.join(sorted(known))}")
            del options[key]
            continue
        try:
            OPTIONS.get(key, _id)(value)
        except ValueError as error:
            page.problem(fence.line, f"option {key}: {value!r} {error}")
            if key in OPTIONS:
                del options[key]
    return options


def _add_cell(page: Page, fence: Fence, options: dict[str, str]) -> Cell:
    cell = Cell(page.source, options.pop("cell"), fence, options)
    if cell.id in page.cells:
        page.problem(fence.line, f"cell {cell.id!r} is on this page already, at line {page.cells[cell.id].line}")
        return cell
    if not cell.code.strip():
        page.problem(fence.line, f"cell {cell.id!r} is empty")
    page.cells[cell.id] = cell
    return cell


def _add_promise(page: Page, cell: Cell | None, fence: Fence, id: str, lines: list[str]) -> None:
    if cell is None or cell.id != id:
        page.problem(fence.line, f"promise {id!r} without a cell: no cell {id!r} stands right before it")
        return
    cell.promise_fence = fence
    if any(line.strip() for line in lines[cell.fence.end : fence.line - 1]):
        page.problem(fence.line, f"promise {id!r} is parted from its cell by text")
    if fence.indent != cell.fence.indent:
        page.problem(fence.line, f"promise {id!r} is not indented as its cell is")


def _add_to_exercise(page: Page, fence: Fence, options: dict[str, str]) -> None:
    """A check or a solution, which stand anywhere below their exercise."""
    ((kind, id),) = options.items()
    cell = page.cells.get(id)
    if cell is None or not cell.exercise:
        page.problem(fence.line, f"{kind} {id!r} without an exercise: no cell {id!r} with exercise= stands before it")
    elif getattr(cell, f"{kind}_fence"):
        page.problem(fence.line, f"exercise {id!r} has a {kind} already")
    elif not fence.text.strip():
        page.problem(fence.line, f"the {kind} of exercise {id!r} is empty")
    else:
        setattr(cell, f"{kind}_fence", fence)


def _check_exercise(page: Page, cell: Cell) -> None:
    if not cell.exercise:
        return
    for kind, fence in (("check", cell.check_fence), ("solution", cell.solution_fence)):
        if fence is None:
            page.problem(cell.line, f'exercise {cell.id!r} without a {kind}: write a block python {kind}="{cell.id}"')
    if cell.solution_fence:
        cell.hints = sum(bool(_HINT.match(line)) for line in page.prose[cell.fence.end : cell.solution_fence.line])


def _check_code(page: Page, cell: Cell) -> None:
    """Code that is no Python, where the cell does not promise just that error."""
    for fence in (cell.fence, cell.check_fence, cell.solution_fence):
        if fence is None:
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compile(fence.text, cell.id, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            if fence is cell.fence and cell.options.get("raises") == type(error).__name__:
                continue
            line = fence.line + (getattr(error, "lineno", None) or 0)
            page.problem(line, f"cell {cell.id!r} is no Python: {type(error).__name__}: {error.args[0]}")


def _check_promise(page: Page, cell: Cell) -> None:
    raises = cell.options.get("raises")
    if cell.hidden:
        if cell.promise_fence:
            page.problem(cell.line, f"cell {cell.id!r} is hidden, so it promises nothing: take its promise away")
        return
    if raises and cell.promise_fence and not re.search(rf"^([\w.]+\.)?{raises}(:|$)", cell.promise, re.MULTILINE):
        page.problem(
            cell.line, f"cell {cell.id!r} promises no {raises}, and raises={raises!r} says that it ends in one"
        )
    if cell.promise_fence is None:
        page.problem(cell.line, f"cell {cell.id!r} without a promise: python -m site_hooks.promise writes it")
    elif not cell.promise.strip() and not cell.figures:
        page.problem(cell.line, f"cell {cell.id!r} promises neither a line nor a figure")


def _check_after(page: Page, cell: Cell) -> None:
    name = cell.options.get("after")
    if name is None:
        return
    before = page.cells.get(name)
    if before is None or before.line >= cell.line:
        page.problem(cell.line, f"cell {cell.id!r} comes after {name!r}, but no cell {name!r} stands before it")
        del cell.options["after"]
    elif "only" in before.options and "only" not in cell.options:
        page.problem(cell.line, f'cell {cell.id!r} comes after {name!r}, which only borch runs: add only="borch"')
