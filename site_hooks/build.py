"""One build of the site: reads all pages into the model, hands it to the formatters, stops where something is wrong.
Knows MkDocs, and neither Markdown nor a cell's DOM; writes cells.json, the list that both test suites follow."""

import html
import json
import logging
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import CountHandler

from site_hooks import (
    access,
    api,
    api_links,
    cells,
    claims,
    differences,
    drawings,
    facts,
    fences,
    lessons,
    names,
    offline,
    policy,
    reference,
    runtime,
    speed,
)

log = logging.getLogger("mkdocs.hooks.cells")


class Site:
    """What lasts from one of MkDocs' events to the next."""

    watched = False

    def start(self, command: str) -> None:
        self.watched = command == "serve"

    def configure(self, config: MkDocsConfig) -> MkDocsConfig:
        """Begins a build; `mkdocs serve` comes here again before each rebuild."""
        self.pages: dict[str, cells.Page] = {}
        self.lost: list[cells.Problem] = []
        self.known: list[cells.Problem] = []
        self.lessons: list[lessons.Lesson] = []
        if self.watched:
            _let_pass(config)
        self.formatter = fences.Formatter(config)
        self.reference = reference.Reference(api.read()) if reference.INDEX in str(config.nav) else None
        if self.reference:
            config.nav = [self.reference.in_nav(item) for item in config.nav or ()]
        return config

    def add_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Reads every page, then adds the files that the pages need and that are not in docs/."""
        if differences.PATH in str(config.nav):
            files.append(File.generated(config, differences.PATH, content=differences.page()))
            files.append(
                File.generated(config, differences.RANDOM, content=differences.RANDOM_SOURCE.read_text("utf-8"))
            )
        for source, text in self.reference.sources().items() if self.reference else ():
            files.append(File.generated(config, source, content=text))
        documents = [file for file in files if file.is_documentation_page() and not file.inclusion.is_excluded()]
        self.pages = {file.src_uri: cells.read(file.content_string, file.src_uri) for file in documents}
        problems = [problem for page in self.pages.values() for problem in page.problems]
        named = {source: files.get_file_from_path(source) for source in lessons.sources(config.nav)}
        self.lessons, lacking = lessons.read({source: file.content_string for source, file in named.items() if file})
        self.known = problems + claims.problems(self.pages) + lacking
        self.refuse(self.known)
        rows = [row for file in documents for row in _rows(self.pages[file.src_uri], file.url)]
        content = json.dumps(rows, indent=1, ensure_ascii=False)
        files.append(File.generated(config, "cells.json", content=content))
        files.append(File.generated(config, names.PATH, content=names.content()))
        read = [file for file in documents if not file.src_uri.startswith(reference.FOLDER)]
        progress = {_address(file.url): _hashes(self.pages[file.src_uri]) for file in read}
        content = json.dumps({url: hashes for url, hashes in progress.items() if hashes})
        files.append(File.generated(config, "progress.json", content=content))
        try:
            runtime_files = runtime.site_files()
        except runtime.RuntimeFilesError as error:
            log.error(str(error))
            raise PluginError(str(error)) from error
        self.facts = facts.count(self.pages, self.reference.entries.values(), runtime_files) if self.reference else {}
        for name, path in runtime_files.items():
            files.append(File.generated(config, name, abs_src_path=str(path)))
        printed = self.lessons if files.get_file_from_path(lessons.PRINT) else []
        self.drawings = drawings.drawn({lesson.stem: self.pages[lesson.source] for lesson in printed})
        for image in [each for page in self.drawings.values() for images in page.values() for each in images]:
            files.append(File.generated(config, image.url, abs_src_path=str(image.path)))
        return files

    def name_pages(self, nav: Navigation) -> None:
        """Lessons are numbered as they follow each other."""
        numbers = {lesson.source: lesson for lesson in self.lessons}
        for page in nav.pages:
            if lesson := numbers.get(page.file.src_uri):
                page.title = f"{lesson.number} {lesson.title}"

    def open_page(self, page: Page, markdown: str) -> str:
        source = page.file.src_uri
        self.formatter.page = self.pages[source]
        if source == facts.PATH:
            return facts.fill(markdown, self.facts)
        if source == speed.PATH:
            return facts.fill(markdown, speed.facts())
        for lesson in self.lessons:
            if lesson.source == source:
                return lessons.with_facts(markdown, lesson, self.lessons)
        return lessons.with_table(markdown, self.lessons) if source == lessons.OVERVIEW else markdown

    def close_page(self, page: Page, rendered: str) -> str:
        model = self.pages[page.file.src_uri]
        lost = fences.check(rendered, model) + claims.check(fences.linked_cells(rendered), model)
        self.lost += lost
        anchors = {fences.ANCHOR + id for id in model.cells}
        page.present_anchor_ids = (page.present_anchor_ids or set()) | anchors  # what MkDocs checks links against
        return _notice([problem for problem in self.known + lost if problem.source == model.source]) + rendered

    def complete(self, page: Page, html: str) -> str:
        """The finished page, with links to the reference, which has its own."""
        source, html = page.file.src_uri, fences.with_note(html)
        if not self.reference or source.startswith(reference.FOLDER):
            return html
        return api_links.link(html, source, self.reference)

    def finish(self, files: Files) -> None:
        """Every page is rendered by now, none is written."""
        self.refuse(self.lost)
        paper = files.get_file_from_path(lessons.PRINT)
        if paper and paper.page:
            paper.page.content = lessons.on_one_page(
                paper.page.content or "", self.lessons, lambda lesson: _content(files, lesson.source), self.drawings
            )

    def refuse(self, problems: list[cells.Problem]) -> None:
        """Logs every problem, and stops the build; `mkdocs serve` goes on, and the page shows them."""
        for problem in problems:
            log.error(str(problem))
        if problems and not self.watched:
            raise PluginError(f"{problems[0]} ({len(problems)} in all)" if len(problems) > 1 else str(problems[0]))

    def written(self, output: str) -> str:
        """The page as it is written. Under `mkdocs serve`, which puts a script of its own into each page, without a policy
        and without the build that a page names to be kept for offline."""
        output = access.with_names(output)
        return output if self.watched else offline.with_build(policy.with_policy(output))

    def close(self, folder: str) -> None:
        """Everything is written; under `mkdocs serve` nothing is kept for offline, so that no page is an old one."""
        if not self.watched:
            offline.write(Path(folder))


def _rows(page: cells.Page, url: str) -> Iterator[dict[str, object]]:
    for cell in page.cells.values():
        yield {
            "page": _address(url),
            "source": cell.source,
            "id": cell.id,
            "code": cell.code,
            "promise": cell.promise,
            "check": cell.check,
            "solution": cell.solution,
            "options": cell.options,
            "line": cell.line,
        }


def _address(url: str) -> str:
    """The page's URL below the site's."""
    return "" if url == "./" else url


def _hashes(page: cells.Page) -> dict[str, str]:
    """What a reader's progress is counted by: every cell that the page shows."""
    return {cell.id: cell.hash for cell in page.cells.values() if not cell.hidden}


def _content(files: Files, source: str) -> str:
    file = files.get_file_from_path(source)
    return (file.page.content if file and file.page else None) or ""


def _notice(problems: list[cells.Problem]) -> str:
    """What is wrong with a page, above it: only `mkdocs serve` gets as far as to show that."""
    if not problems:
        return ""
    rows = "".join(f"<li>{html.escape(str(problem))}</li>" for problem in problems)
    return f'<div class="admonition failure"><p class="admonition-title">Cannot be built</p><ul>{rows}</ul></div>'


def _let_pass(config: MkDocsConfig) -> None:
    """A build that fails would leave `mkdocs serve` without an answer to any request: warnings are logged, no more."""
    config.strict = False
    logger = logging.getLogger("mkdocs")
    for handler in [each for each in logger.handlers if isinstance(each, CountHandler)]:
        logger.removeHandler(handler)
