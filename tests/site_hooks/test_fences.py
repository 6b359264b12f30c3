"""site_hooks.fences, build and hooks: what MkDocs makes of a page, with this project's own mkdocs.yml."""

import copy
import html
import json
import re
from html.parser import HTMLParser

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from site_hooks import build as site_build
from site_hooks import cells, fences, run, runtime

CELL = '```python cell="{id}"{options}\n{code}\n```\n\n```text out="{id}"\n{promise}\n```\n\n'


def cell(id="a", options="", code="print(1)", promise="1"):
    return CELL.format(id=id, options=f" {options}" if options else "", code=code, promise=promise)


@pytest.fixture
def site(tmp_path, monkeypatch):
    """Builds a site of the given pages as `mkdocs build --strict` does; returns its folder."""
    monkeypatch.setattr(runtime, "site_files", dict)

    def make(**pages):
        docs, out = tmp_path / "docs", tmp_path / "site"
        for name, text in {"index": "# Home\n", **pages}.items():
            path = docs / f"{name}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        folders = {"docs_dir": str(docs), "site_dir": str(out)}
        config = load_config(str(run.ROOT / "mkdocs.yml"), **folders, **copy.deepcopy(settings))
        config.nav = None
        config.plugins.on_startup(command=make.command, dirty=False)
        build(config)
        return out

    settings = {}
    make.settings, make.command = settings, "build"
    return make


class Sections(HTMLParser):
    """A cell of the built page as the browser's code reads it: attributes and texts."""

    def __init__(self, text):
        super().__init__()
        self.found, self.stack = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "section" and attributes.get("class") == "cell":
            self.found.append({"attributes": attributes, "code": "", "promise": ""})
        if tag in ("section", "div", "pre", "code"):
            self.stack.append(attributes.get("class"))

    def handle_endtag(self, tag):
        if tag in ("section", "div", "pre", "code"):
            self.stack.pop()

    def handle_data(self, data):
        if "cell" in self.stack and self.stack[-1] is None:
            key = "promise" if "cell-promise" in self.stack else "code"
            self.found[-1][key] += data


def sections(folder, page):
    return Sections((folder / page / "index.html").read_text("utf-8")).found


def errors(site, caplog, **pages):
    """What is logged while a build fails."""
    with pytest.raises(Abort):
        site(**pages)
    return [record.message for record in caplog.records if record.name == "mkdocs.hooks.cells"]


def test_section_says_all_that_the_browser_needs(site):
    options = 'after="a" tol="0.001" figure="One &quot;<b>&quot; | two" only="borch" raises="ValueError"'
    code = "if 1 < 2 and 'é':\n\n    print(\"&amp;\")  "
    folder = site(**{"learn/x": cell() + cell("b-1", options, code, "<script>alert(1)</script>\n&amp;\nValueError")})
    first, second = sections(folder, "learn/x")
    hashes = [found["attributes"]["data-hash"] for found in (first, second)]
    assert len(set(hashes)) == 2
    assert first["attributes"] == {
        "class": "cell",
        "id": "cell-a",
        "data-cell": "a",
        "data-page": "learn/x",
        "data-hash": hashes[0],
        "data-state": "idle",
        "data-limit": "300",
        "aria-label": "Code cell a",
    }
    assert second["attributes"] == {
        "class": "cell",
        "id": "cell-b-1",
        "data-cell": "b-1",
        "data-page": "learn/x",
        "data-hash": hashes[1],
        "data-state": "idle",
        "data-limit": "300",
        "data-after": "a",
        "data-tol": "0.001",
        "data-figure": "One &quot;<b>&quot; | two",
        "data-only": "borch",
        "data-raises": "ValueError",
        "aria-label": "Code cell b-1",
    }
    assert (first["code"], first["promise"]) == ("print(1)\n", "1\n")
    assert (second["code"], second["promise"]) == (code + "\n", "<script>alert(1)</script>\n&amp;\nValueError\n")
    text = (folder / "learn/x/index.html").read_text("utf-8")
    assert '<pre class="cell-promise" data-search-exclude><code>&lt;script&gt;alert(1)' in text
    assert '<span class="nb">print</span>' in text


@pytest.mark.parametrize(
    "code", ["\n\nprint(1)", "print(1)\n\n", "if x:\n\ty = '\t'", "x = '  '   \n   \ny", "print('`` ~~~ \u2028')"]
)
def test_code_and_promise_reach_the_page_as_they_are(site, code):
    promise = f"  {code}\t.\n\n  x"
    (found,) = sections(site(page=cell(code=code, promise=promise)), "page")
    assert (found["code"], found["promise"]) == (code + "\n", promise + "\n")


@pytest.mark.parametrize("container", ["- item", "!!! note", '??? note "Title"', "1. item"])
def test_cells_in_containers_are_rendered(site, container):
    inner = "".join(f"    {line}\n" if line else "\n" for line in cell(code="if 1:\n    print(1)").split("\n"))
    (found,) = sections(site(page=f"{container}\n\n{inner}\nText\n"), "page")
    assert (found["code"], found["promise"]) == ("if 1:\n    print(1)\n", "1\n")


def test_other_line_ends_and_fences_are_rendered(site):
    text = '~~~~python cell="a"\nprint(1)\n"""\n```\n"""\n~~~~\n\n`````text out="a"\n```\n`````\n'.replace("\n", "\r\n")
    (found,) = sections(site(page="\ufeff" + text), "page")
    assert (found["code"], found["promise"]) == ('print(1)\n"""\n```\n"""\n', "```\n")


def test_plain_blocks_stay_plain(site):
    shown = "````markdown\n" + cell("shown") + "````\n\n```python title=\"cell='x'\"\nplain = 1\n```\n\n"
    indented = "Text\n\n" + "".join(f"    {line}\n" for line in cell("indented").split("\n"))
    folder = site(page=shown + cell() + "<!--\n" + cell("hidden") + "-->\n\n" + indented)
    assert [found["attributes"]["data-cell"] for found in sections(folder, "page")] == ["a"]
    text = (folder / "page/index.html").read_text("utf-8")
    assert "<span" in text and "plain" in text
    assert "out=&quot;shown&quot;" in text or 'out="shown"' in html.unescape(re.sub("<.*?>", "", text))


def test_cells_json_lists_every_cell(site):
    folder = site(**{"index": cell("home"), "learn/x": "# X\n\n" + cell() + cell("b", 'after="a" tol="0.1"')})
    rows = json.loads((folder / "cells.json").read_text("utf-8"))
    assert rows[0] == {
        "page": "",
        "source": "index.md",
        "id": "home",
        "code": "print(1)\n",
        "promise": "1\n",
        "check": "",
        "solution": "",
        "options": {},
        "line": 1,
    }
    assert [(row["page"], row["source"], row["id"], row["line"], row["options"]) for row in rows[1:]] == [
        ("learn/x/", "learn/x.md", "a", 3, {}),
        ("learn/x/", "learn/x.md", "b", 11, {"after": "a", "tol": "0.1"}),
    ]


def test_runtime_files_are_part_of_the_site(site, monkeypatch, tmp_path):
    (tmp_path / "file").write_bytes(b"\0asm")
    monkeypatch.setattr(runtime, "site_files", lambda: {"assets/pyodide/x.wasm": tmp_path / "file"})
    assert (site() / "assets/pyodide/x.wasm").read_bytes() == b"\0asm"


def test_missing_runtime_file_stops_the_build(site, monkeypatch, caplog):
    def fail():
        raise runtime.RuntimeFilesError("x.wasm is not there")

    monkeypatch.setattr(runtime, "site_files", fail)
    assert errors(site, caplog) == ["x.wasm is not there"]


def test_claims_are_links_that_mkdocs_finds(site):
    folder = site(page=cell() + "[1](#cell-a)\n", index="[1](page.md#cell-a)\n")
    assert '<a href="page/#cell-a">1</a>' in (folder / "index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('Text\n\n```python cell="a"\n1\n```\n', "page.md:3: cell 'a' without a promise"),
        ('Text\n\n```text out="a"\n1\n```\n', "page.md:3: promise 'a' without a cell"),
        (cell() + cell(), "page.md:9: cell 'a' is on this page already, at line 1"),
        (cell(options='speed="1"'), "page.md:1: unknown option 'speed'"),
        (cell(options='tol="x"'), "page.md:1: option tol: 'x' is not a positive number"),
        (cell(options='after="b"'), "page.md:1: cell 'a' comes after 'b', but no cell 'b' stands before it"),
        (cell() + "[2](#cell-a)\n", "page.md:9: [2] claims '2', which cell 'a' does not promise to print"),
        (cell() + "[1](#cell-b)\n", "page.md:9: [1] claims something of cell 'b', and page.md has no such cell"),
        (cell() + "[x][1]\n\n[1]: #cell-a\n", "page.md:1: a link to cell 'a' cannot be checked"),
        (cell() + '<a href="#cell-a">2</a>\n', "page.md:1: a link to cell 'a' cannot be checked"),
        ("Text\n\n    [1](#cell-a)\n\n" + cell(), "page.md:3: a claim about cell 'a' is not rendered as a link"),
        ("<div><!--\n" + cell() + "--></div>\n", "page.md:2: cell 'a' is lost in the rendered page"),
    ],
)
def test_build_fails_with_page_and_line(site, caplog, text, message):
    assert errors(site, caplog, page=text)[0].startswith(message)


def test_every_problem_of_every_page_is_logged(site, caplog):
    found = errors(site, caplog, a=cell(options='x="1"') + cell(), b=cell() + "[2](#cell-a)\n")
    assert [message.split(": ")[0] for message in found] == ["a.md:1", "a.md:9", "b.md:9"]


def test_snippet_cannot_bring_a_cell_unseen(site, tmp_path, caplog):
    (tmp_path / "more.md").write_text(cell("b"), "utf-8")
    snippets = {"pymdownx.snippets": {"base_path": [str(tmp_path)]}}
    site.settings["markdown_extensions"] = [snippets, "pymdownx.superfences"]
    message = "of the rendered page is not the one of the page's Markdown"
    assert f"page.md:1: cell 'b' {message}" in errors(site, caplog, page=cell() + '--8<-- "more.md"\n')[0]
    caplog.clear()
    assert f"page.md:1: cell 'a' {message}" in errors(site, caplog, page=cell(code='--8<-- "more.md"'))[0]


def test_exception_in_a_formatter_stops_the_build(site, monkeypatch):
    def fail(*args):
        raise KeyError("broken")

    monkeypatch.setattr(site_build.fences, "section", fail)
    with pytest.raises(Exception, match="broken"):
        site(page=cell())


@pytest.mark.parametrize("link", ["missing.md", "page.md#missing", "/absolute"])
def test_broken_links_stop_the_build(site, link):
    with pytest.raises(Abort):
        site(page=f"[x]({link})\n")


def test_second_build_knows_nothing_of_the_first(site):
    assert len(sections(site(page=cell() + cell("b")), "page")) == 2
    assert len(sections(site(page=cell("b")), "page")) == 1


def test_every_page_has_a_policy_unless_it_is_watched(site):
    folder = site(page="Text\n")
    for name in ("index.html", "page/index.html", "404.html"):
        assert "Content-Security-Policy" in (folder / name).read_text("utf-8")
    site.command = "serve"
    assert "Content-Security-Policy" not in (site(page="Text\n") / "index.html").read_text("utf-8")


EXERCISE = """\
```python cell="ex" exercise="Well done."
x = 1
```

```text out="ex"
1
```

```python check="ex"
assert x == "<b>", "no"
```

??? hint "First hint"

    More.

```python solution="ex"
x = "<b>"
```
"""


def test_exercise_carries_its_check_and_its_solution(site):
    text = (site(page=EXERCISE) / "page/index.html").read_text("utf-8")
    (section,) = re.findall(r"<section .*?</section>", text, re.DOTALL)
    (solution,) = re.findall(r'<details class="success cell-solution".*?</details>', text, re.DOTALL)
    assert 'data-exercise="Well done."' in section
    shown = html.unescape(re.sub("<[^>]+>", "", section + solution))
    assert 'assert x == "<b>", "no"' in shown
    assert 'x = "<b>"' in html.unescape(re.sub("<[^>]+>", "", solution))
    assert text.index("First hint") < text.index('data-solution="ex"')


@pytest.mark.parametrize("part", ["check", "solution"])
def test_check_or_solution_that_is_lost_is_a_problem(part):
    page = cells.read(EXERCISE, "page.md")
    (cell,) = page.cells.values()
    whole = fences.section(page, cell, html.escape(cell.code), html.escape(cell.check)) + fences.solution(
        cell, html.escape(cell.solution)
    )
    assert fences.check(whole, page) == []
    assert [problem.line for problem in fences.check(whole.replace(html.escape(getattr(cell, part)), ""), page)] == [1]


def test_hidden_cell_is_folded_away(site):
    text = (site(page='```python cell="setup" hidden\nx = 1\n```\n') / "page/index.html").read_text("utf-8")
    assert re.search(r'<details class="cell-setup"><summary>Set-up code: setup</summary><section class="cell"', text)
    assert 'data-hidden=""' in text


def test_serve_answers_with_the_problems_above_the_page(site):
    site.command = "serve"
    unwritten = '```python cell="a"\nprint(1)\n```\n'
    text = (site(page=unwritten, other="[0.5](page.md#cell-a) <b>\n") / "page/index.html").read_text("utf-8")
    assert "page.md:1: cell &#x27;a&#x27; without a promise: python -m site_hooks.promise writes it" in text
    assert 'data-cell="a"' in text
