"""Writes what cells promise: `python -m site_hooks.promise [page ...]` runs them on real torch, in place of borch, and
puts the lines into the pages; `--check` compares instead. Nothing else of a page changes."""

import argparse
import difflib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from borch.testing import lines
from site_hooks import cells, claims, programs, run
from site_hooks.cells import Cell, Page

DOCS = run.ROOT / "docs"


def main(arguments: list[str] | None = None, docs: Path = DOCS) -> int:
    parser = argparse.ArgumentParser(prog="python -m site_hooks.promise", description=__doc__)
    parser.add_argument(
        "pages", nargs="*", metavar="page", help="a page's file, or its path in docs/; all if none is named"
    )
    parser.add_argument(
        "--check", action="store_true", help="compare, write nothing, end with 1 where a promise is broken"
    )
    parser.add_argument("--docs", type=Path, default=docs, help="the folder of another site's pages")
    options = parser.parse_args(arguments)
    docs = options.docs
    cells.with_data_of(docs)
    try:
        sources = [_source(name, docs) for name in options.pages] or sorted(_sources(docs))
        kept = [(check if options.check else write)(docs, source) for source in sources]
        if not options.pages:
            kept.append((programs.check if options.check else programs.write)(docs))
    except (run.Refused, FileNotFoundError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0 if all(kept) else 1


def check(docs: Path, source: str) -> bool:
    """Whether every cell of the page prints on torch what it promises; says which does not."""
    page = cells.read(_read(docs / source), source)
    if _report(page.problems):
        return False
    kept = True
    for cell, output in _outputs(page):
        if output is None:
            kept = False
            continue
        differences = lines.compare(cell.promise, output, cell.tol)
        if differences:
            kept = False
            print(f"{cell} breaks its promise, first in {differences[0]}")
            diff = difflib.unified_diff(
                lines.shown(cell.promise), lines.shown(output), "promised", "torch", lineterm=""
            )
            print(*diff, sep="\n")
    print(f"{source}: {len(page.cells)} cells, {'all promises kept' if kept else 'NOT all promises kept'}")
    return kept


def write(docs: Path, source: str) -> bool:
    """Writes the promises of the page's cells; whether every cell ran and every claim about them holds."""
    text = _read(docs / source)
    page = cells.read(text, source, promised=False)
    if _report(page.problems):
        return False
    outputs = list(_outputs(page))
    new = text
    for cell, output in reversed(outputs):
        if output is not None and not cell.hidden:
            new = with_promise(new, cell, lines.shown(output))
    if new != text:
        (docs / source).write_bytes(new.encode())
    pages = cells.read_docs(docs, promised=False)
    pages[source] = cells.read(new, source)
    wrong = pages[source].problems + [problem for problem in claims.problems(pages) if problem.source == source]
    written = sum(cell.promise != pages[source].cells[cell.id].promise for cell, _ in outputs)
    print(f"{source}: {len(outputs)} cells, {written} promises changed")
    return not _report(wrong) and all(output is not None for _, output in outputs)


def with_promise(text: str, cell: Cell, promised: list[str]) -> str:
    """The page's text with these lines as the cell's promise; every other byte stays."""
    rows = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$", text)
    fence = cell.promise_fence
    marker = (fence or cell.fence).marker
    while any(row.strip().startswith(marker) for row in promised):
        marker += marker[0]
    opening = rows[cell.line - 1]
    newline = opening[len(opening.rstrip("\r\n")) :]
    indent = cell.fence.indent
    block = [f"{indent}{row}{newline}" if row else newline for row in promised]
    if fence and marker == fence.marker:
        rows[fence.line : fence.end - 1] = block
        return "".join(rows)
    block = [f'{indent}{marker}text out="{cell.id}"{newline}', *block, f"{indent}{marker}{newline}"]
    if fence:
        rows[fence.line - 1 : fence.end] = block
        return "".join(rows)
    if not rows[cell.fence.end - 1].endswith(("\r", "\n")):
        rows[cell.fence.end - 1] += newline
    rows[cell.fence.end : cell.fence.end] = [newline, *block]
    return "".join(rows)


def _outputs(page: Page) -> Iterator[tuple[Cell, str | None]]:
    """Every cell with what it printed, None where it failed, in the order of the page."""
    found = {}
    for library in ("torch", "borch"):
        chosen = [cell for cell in page.cells.values() if cell.options.get("only", "torch") == library]
        for result in run.results(page, chosen, library) if chosen else ():
            found[result.id] = result
            print(f"{page.source}: {result.id} {result.seconds:.1f} s", file=sys.stderr, flush=True)
    for cell in page.cells.values():
        result = found[cell.id]
        if result.error:
            print(f"{page.source}:{result.line}: cell {cell.id!r} failed:\n{result.error}", file=sys.stderr)
        yield cell, None if result.error else result.output


def _report(problems) -> bool:
    for problem in problems:
        print(problem, file=sys.stderr)
    return bool(problems)


def _read(path: Path) -> str:
    return path.read_bytes().decode()


def _sources(docs: Path) -> list[str]:
    return [path.relative_to(docs).as_posix() for path in docs.rglob("*.md")]


def _source(name: str, docs: Path) -> str:
    for path in (Path(name), docs / name, docs / f"{name.rstrip('/')}.md"):
        if path.is_file() and path.resolve().is_relative_to(docs.resolve()):
            return path.resolve().relative_to(docs.resolve()).as_posix()
    raise FileNotFoundError(f"no page {name} in {docs.name}/")


if __name__ == "__main__":
    sys.exit(main())
