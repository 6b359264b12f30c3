"""One build of the site: reads all pages into the model, hands it to the formatters, stops where something is wrong.
Knows MkDocs, and neither Markdown nor a cell's DOM; writes cells.json, the list that both test suites follow."""

import json
import logging
from collections.abc import Iterator

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from site_hooks import api, api_links, cells, claims, differences, fences, names, policy, reference, runtime

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
        self.formatter = fences.Formatter(config)
        self.reference = reference.Reference(api.read()) if reference.INDEX in str(config.nav) else None
        if self.reference:
            config.nav = [self.reference.in_nav(item) for item in config.nav or ()]
        return config

    def add_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Reads every page, then adds the files that the pages need and that are not in docs/."""
        if differences.PATH in str(config.nav):
            files.append(File.generated(config, differences.PATH, content=differences.page()))
        for source, text in self.reference.sources().items() if self.reference else ():
            files.append(File.generated(config, source, content=text))
        documents = [file for file in files if file.is_documentation_page() and not file.inclusion.is_excluded()]
        self.pages = {file.src_uri: cells.read(file.content_string, file.src_uri) for file in documents}
        problems = [problem for page in self.pages.values() for problem in page.problems]
        _refuse(problems + claims.problems(self.pages))
        rows = [row for file in documents for row in _rows(self.pages[file.src_uri], file.url)]
        content = json.dumps(rows, indent=1, ensure_ascii=False)
        files.append(File.generated(config, "cells.json", content=content))
        files.append(File.generated(config, names.PATH, content=names.content()))
        try:
            runtime_files = runtime.site_files()
        except runtime.RuntimeFilesError as error:
            log.error(str(error))
            raise PluginError(str(error)) from error
        for name, path in runtime_files.items():
            files.append(File.generated(config, name, abs_src_path=str(path)))
        return files

    def open_page(self, page: Page) -> None:
        self.formatter.page = self.pages[page.file.src_uri]

    def close_page(self, page: Page, html: str) -> None:
        model = self.pages[page.file.src_uri]
        self.lost += fences.check(html, model)
        self.lost += claims.check(fences.linked_cells(html), model)
        anchors = {fences.ANCHOR + id for id in model.cells}
        page.present_anchor_ids = (page.present_anchor_ids or set()) | anchors  # what MkDocs checks links against

    def link_names(self, page: Page, html: str) -> str:
        """With links to the reference, which has its own."""
        source = page.file.src_uri
        if not self.reference or source.startswith(reference.FOLDER):
            return html
        return api_links.link(html, source, self.reference)

    def finish(self) -> None:
        """Every page is rendered by now, none is written."""
        _refuse(self.lost)

    def protect(self, output: str) -> str:
        """Not under `mkdocs serve`, which puts a script of its own into each page."""
        return output if self.watched else policy.with_policy(output)


def _rows(page: cells.Page, url: str) -> Iterator[dict[str, object]]:
    for cell in page.cells.values():
        yield {
            "page": "" if url == "./" else url,
            "source": cell.source,
            "id": cell.id,
            "code": cell.code,
            "promise": cell.promise,
            "options": cell.options,
            "line": cell.line,
        }


def _refuse(problems: list[cells.Problem]) -> None:
    for problem in problems:
        log.error(str(problem))
    if problems:
        raise PluginError(f"{problems[0]} ({len(problems)} in all)" if len(problems) > 1 else str(problems[0]))
