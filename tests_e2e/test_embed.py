"""A cell in a plain page of somebody else, which has a copy of the site's assets beside it."""

import pytest

from tests_e2e import sites
from tests_e2e.driver import expect
from tests_e2e.server import Server

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Somebody's page</title>
<link rel="icon" href="data:,">
<style>html {{ font-size: 13px }} body {{ font-family: serif }}</style>
<script type="module" src="{script}"></script></head>
<body><h1>Somebody's page</h1>
{cells}
</body></html>
"""

CELLS = """
<borch-cell name="sum" by="torch">
  <pre>import torch
if 1 &lt; 2:
    print(torch.ones(2, 2).sum())</pre>
  <pre class="promise">tensor(4.)</pre>
</borch-cell>

<borch-cell name="bare">
    total = 0
    for i in range(4):
        total += i
    total
</borch-cell>

<borch-cell name="next" after="bare" height="120px">
  <script type="text/plain">print(total < 7, "a" < "b")</script>
  <pre class="promise">True other</pre>
</borch-cell>

<borch-cell name="read" readonly><pre>print("as it stands")
1 / 0</pre></borch-cell>

<borch-cell name="data" files="samples.py digits.npz" theme="dark"><pre>
from samples import digits
print(digits()[0].shape)
</pre></borch-cell>

<borch-cell><pre>print("without a name")</pre></borch-cell>

<borch-cell name="double" exercise="Every number was doubled.">
  <pre>numbers = [1, 2]
result = numbers  # double them</pre>
  <details class="check"><summary>What the check does</summary>
    <pre>assert result == [2, 4], f"{result} is not twice as much."</pre></details>
  <details class="hint"><summary>First hint</summary>A list has no product with its numbers.</details>
  <details class="solution"><summary>Solution</summary><pre>numbers = [1, 2]
result = [2 * n for n in numbers]</pre></details>
</borch-cell>

<borch-cell name="open" exercise="It is three."><pre>n = 2</pre><pre class="check">assert n == 3, "Not three."</pre></borch-cell>
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def served(folder):
    """Pages of the folder, with the site's assets beside them and nothing else of the site."""
    folder.joinpath("page.html").write_text(PAGE.format(script="assets/cells/embed.js", cells=CELLS), "utf-8")
    folder.joinpath("assets").symlink_to(sites.main_site().folder / "assets")
    server = Plain([folder], "/deep/below/")
    yield server
    server.stop()


class Plain(Server):
    """Follows the link that stands for a copy."""

    def find(self, path):
        relative = path.removeprefix(self.prefix)
        file = self.folders[0] / relative
        return file if path.startswith(self.prefix) and ".." not in relative and file.is_file() else None


@pytest.fixture(scope="module")
def embed_tab(make_tab, served):
    return make_tab(served).open("page.html")


@pytest.fixture
def tab(embed_tab):
    embed_tab.problems.clear()
    expect(embed_tab.page.get_by_role("button", name="Run cell sum")).to_be_visible()
    yield embed_tab
    assert embed_tab.problems == []


def test_cell_runs_and_keeps_its_promise(tab):
    cell = tab.cell("sum")
    assert cell.promise.inner_text() == "tensor(4.)\n"
    cell.finish()
    assert cell.printed() == "tensor(4.)\n"
    assert cell.kept == "same"
    expect(cell.verdict).to_have_text("same as PyTorch 2.13")


def test_code_may_stand_bare_and_indented(tab):
    cell = tab.cell("bare")
    assert cell.code == "total = 0\nfor i in range(4):\n    total += i\ntotal"
    assert cell.finish().printed() == "6\n"


def test_cell_continues_another_and_its_author_is_told_of_a_broken_promise(tab):
    cell = tab.cell("next").finish()
    assert cell.printed() == "True True\n"
    assert cell.kept == "differs"
    expect(cell.verdict).to_have_text("not as promised")


def test_readonly_code_runs_and_is_not_written_to(tab):
    cell = tab.cell("read")
    cell.source.click()
    tab.page.keyboard.insert_text("more")
    assert cell.code == 'print("as it stands")\n1 / 0'
    cell.finish()
    assert cell.printed() == "as it stands\n"
    cell.element.get_by_role("link", name="line 2 of cell read").click()
    assert cell.editor.count() == 0


def test_editable_code_is_edited_in_the_sites_editor(tab):
    cell = tab.cell("bare").write("print('mine')").press().wait()
    assert cell.printed() == "mine\n"
    cell.press("Reset")


def test_sample_data_comes_from_the_copy(tab):
    assert tab.cell("data").finish().printed() == "(1797, 8, 8)\n"


def test_exercise_is_checked_and_its_hints_come_one_by_one(tab):
    cell = tab.cell("double")
    [hint, solution] = tab.page.locator("borch-cell[name=double] > details").all()
    assert [step.is_visible() for step in (hint, solution)] == [True, False]
    expect(cell.check).to_be_hidden()
    cell.finish()
    expect(cell.judgement).to_have_text("Not yet. [1, 2] is not twice as much.")
    hint.locator("summary").click()
    solution.locator("summary").click()
    expect(cell.check).to_be_visible()
    solution.get_by_role("button", name="Put the solution into cell double").click()
    assert cell.code == "numbers = [1, 2]\nresult = [2 * n for n in numbers]"
    cell.finish()
    expect(cell.judgement).to_have_text("Solved. Every number was doubled.")


def test_exercise_needs_a_check_and_nothing_more(tab):
    cell = tab.cell("open").finish()
    expect(cell.judgement).to_have_text("Not yet. Not three.")
    expect(cell.check).to_be_visible()
    cell.write("n = 3").finish()
    expect(cell.judgement).to_have_text("Solved. It is three.")


def test_exercise_that_is_put_elsewhere_is_whole(tab):
    tab.page.evaluate("() => document.body.append(document.querySelector('borch-cell[name=open]'))")
    cell = tab.cell("open")
    expect(cell.check).to_have_count(1)
    cell.write("n = 3").finish()
    expect(cell.judgement).to_have_text("Solved. It is three.")


def test_cell_without_a_name_gets_one(tab):
    assert tab.cell("embedded-1").finish().printed() == "without a name\n"


def test_cell_put_into_the_page_later_runs(tab):
    tab.page.evaluate(
        "() => { document.body.insertAdjacentHTML('beforeend', '<borch-cell name=late>print(3)</borch-cell>') }"
    )
    assert tab.cell("late").finish().printed() == "3\n"


def test_moved_cell_is_still_one(tab):
    tab.page.evaluate("() => document.body.append(document.querySelector('borch-cell[name=sum]'))")
    cell = tab.cell("sum")
    expect(cell.run).to_have_count(1)
    assert cell.finish().kept == "same"


def test_sizes_and_colours_are_the_cells_own(tab):
    size = "name => getComputedStyle(document.querySelector(`#cell-${name} .cell-toolbar`)).fontSize"
    assert tab.page.evaluate(size, "sum") == "13px"
    shown = "`#cell-${name} :is(.cell-source code, .cell-live)`"
    ground = f"name => getComputedStyle(document.querySelector({shown})).backgroundColor"
    light, dark = (tab.page.evaluate(ground, name) for name in ("sum", "data"))
    assert light != dark


def test_height_is_a_limit(tab):
    box = tab.cell("next").source.evaluate("e => getComputedStyle(e).maxHeight")
    assert box == "120px"


def test_page_gets_nothing_but_the_cells(tab):
    assert tab.page.locator(".cells-bar").count() == 0
    assert tab.page.get_by_role("button", name="in the playground").count() == 0
    assert tab.page.evaluate("() => getComputedStyle(document.body).fontFamily") == "serif"
    assert [
        url
        for url in tab.urls
        if not url.startswith((tab.address + "assets/", tab.address + "page.html", "data:", "blob:"))
    ] == []


def test_scripts_of_another_address_say_why_they_do_not_run(make_tab, served, folder):
    other = "http://other.example/"
    folder.joinpath("foreign.html").write_text(
        PAGE.format(script=f"{other}assets/cells/embed.js", cells=CELLS), "utf-8"
    )
    tab = make_tab(served)

    def answer(route):
        file = folder / route.request.url.removeprefix(other)
        kind = "text/css" if file.suffix == ".css" else "text/javascript"
        route.fulfill(body=file.read_bytes(), content_type=kind, headers={"Access-Control-Allow-Origin": "*"})

    tab.page.route(f"{other}**", answer)
    tab.open("foreign.html")
    element = tab.page.locator("borch-cell[name=sum]")
    expect(element).to_contain_text(
        "This cell cannot run: its scripts come from http://other.example, and this page from http://127"
    )
    expect(element).to_contain_text("print(torch.ones(2, 2).sum())")
    assert tab.page.get_by_role("button").count() == 0


def test_without_javascript_code_and_promise_are_read(make_tab, served):
    tab = make_tab(served, java_script_enabled=False).open("page.html")
    expect(tab.page.locator("borch-cell[name=sum]")).to_contain_text("print(torch.ones(2, 2).sum())")
    expect(tab.page.locator("borch-cell[name=sum] .promise")).to_have_text("tensor(4.)")


def test_styles_are_those_of_the_site():
    folder = sites.ROOT / "docs/assets/cells"
    script = (folder / "embed.js").read_text("utf-8")
    config = (sites.ROOT / "mkdocs.yml").read_text("utf-8")
    names = {path.name for path in folder.glob("*.css")}
    names -= {"playground.css", "exercise.css", "progress.css", "print.css"}  # of what only pages of the site have
    assert [name for name in names if f'"{name}"' not in script] == []
    assert [name for name in names - {"embed.css"} if f"assets/cells/{name}" not in config] == []
