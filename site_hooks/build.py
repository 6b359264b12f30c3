"""One build of the site: reads all pages into the model, hands it to the formatters, stops where something is wrong.
Knows MkDocs, and neither Markdown nor a cell's DOM; writes cells.json, the list that both test suites follow."""

import json
import logging

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

from site_hooks import cells, claims, fences, runtime

log = logging.getLogger("mkdocs.hooks.cells")


class Site:
    """What lasts from one of MkDocs' events to the next."""

    def configure(self, config):
        """Begins a build; `mkdocs serve` comes here again before each rebuild."""
        self.pages: dict[str, cells.Page] = {}
        self.lost: list[cells.Problem] = []
        self.formatter = fences.Formatter(config)
        return config

    def add_files(self, files, config):
        """Reads every page, then adds the files that the pages need and that are not in docs/."""
        documents = files.documentation_pages()
        self.pages = {file.src_uri: cells.read(file.content_string, file.src_uri) for file in documents}
        problems = [problem for page in self.pages.values() for problem in page.problems]
        _refuse(problems + claims.problems(self.pages))
        rows = [row for file in documents for row in _rows(self.pages[file.src_uri], file.url)]
        content = json.dumps(rows, indent=1, ensure_ascii=False)
        files.append(File.generated(config, "cells.json", content=content))
        try:
            runtime_files = runtime.site_files()
        except runtime.RuntimeFilesError as error:
            log.error(str(error))
            raise PluginError(str(error)) from error
        for name, path in runtime_files.items():
            files.append(File.generated(config, name, abs_src_path=str(path)))
        return files

    def open_page(self, page):
        self.formatter.page = self.pages[page.file.src_uri]

    def close_page(self, page, html):
        model = self.pages[page.file.src_uri]
        self.lost += fences.check(html, model)
        self.lost += claims.check(fences.linked_cells(html), model)
        page.present_anchor_ids |= {
            fences.ANCHOR + id for id in model.cells
        }  # so that MkDocs finds what claims link to

    def finish(self):
        """Every page is rendered by now, none is written."""
        _refuse(self.lost)


def _rows(page, url):
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


def _refuse(problems):
    for problem in problems:
        log.error(str(problem))
    if problems:
        raise PluginError(f"{problems[0]} ({len(problems)} in all)" if len(problems) > 1 else str(problems[0]))
