"""The playground: an editor with files, whose names last, with examples, downloads, and everything that a cell has."""

import json
from pathlib import Path

import pytest

from tests_e2e import sites
from tests_e2e.driver import Tab, expect
from tests_e2e.playground import Playground


@pytest.fixture(scope="module")
def play_tab(make_tab):
    return make_tab(sites.main_site())


@pytest.fixture
def fresh(play_tab):
    """A playground of somebody who was never here; Python has not been started."""
    play_tab.problems.clear()
    play_tab.open()
    play_tab.page.evaluate("() => localStorage.clear()")
    yield Playground.open(play_tab)
    assert play_tab.problems == []


@pytest.fixture
def play(play_tab):
    """An empty program on a Python that may have run others."""
    play_tab.problems.clear()
    if not play_tab.page.url.partition("#")[0].endswith("/playground/"):
        Playground.open(play_tab)
    yield Playground(play_tab).press("New")
    assert play_tab.problems == []


def test_it_is_empty_at_first(fresh):
    assert fresh.files == ["main.py"]
    fresh.has_code("")
    assert fresh.output.inner_text() == ""
    assert fresh.names == []


def test_program_for_torch_runs(play):
    play.run("import torch\nx = torch.ones(3, requires_grad=True)\n(x * 2).sum().backward()\nprint(x.grad)\nx.shape")
    assert play.printed() == "tensor([2., 2., 2.])\ntorch.Size([3])\n"
    assert play.state == "done"


def test_names_last_from_run_to_run(play):
    play.run("count = 1")
    play.run("count += 1\nprint(count)")
    assert play.printed() == "2\n"
    assert play.finish().printed() == "3\n"


def test_names_are_listed_with_type_and_value(fresh):
    fresh.run(
        "import torch\nimport numpy as np\nfrom torch import nn\n"
        "w = nn.Parameter(torch.zeros(2, 3))\nt = torch.tensor(1.5)\na = np.arange(4, dtype='int32')\n"
        "s = 'text'\nrows = [1, 2.5, t]\nclass Odd:\n    def __repr__(self): raise ValueError\n"
        "odd = Odd()\ndef f(x, *more, key=1): pass\n_hidden = 1"
    )
    assert fresh.names == [
        ("torch", "module", "borch"),
        ("np", "module", "numpy"),
        ("nn", "module", "borch.nn"),
        ("w", "Parameter", "shape (2, 3), float32, requires_grad"),
        ("t", "Tensor", "1.5, float32"),
        ("a", "ndarray", "shape (4,), int32"),
        ("s", "str", "'text'"),
        ("rows", "list", "[1, 2.5, <1.5, float32>]"),
        ("Odd", "type", ""),
        ("odd", "Odd", ""),
        ("f", "function", "(x, key, *more)"),
    ]
    expect(fresh.element.locator(".play-names-count")).to_have_text("11 names")


def test_names_made_before_an_error_are_there(fresh):
    fresh.run("made = 1\nmade / 0")
    assert fresh.state == "error"
    assert fresh.names == [("made", "int", "1")]


def test_restart_forgets_names_and_keeps_the_program(play):
    play.run("kept = 1\nopen('file.txt', 'w').close()")
    play.press("Restart Python: all names are gone")
    expect(play.element.locator(".play-names-count")).to_have_text("Python was started afresh: the names are gone.")
    assert play.names == []
    assert play.code.startswith("kept = 1")
    play.run("import os\nprint('kept' in globals(), os.path.exists('file.txt'))")
    assert play.printed() == "False False\n"


def test_stop_ends_a_program_and_its_names(play):
    play.run("kept = 1")
    play.write("print('begun')\nwhile True: pass").press().shows("begun").press("Stop the playground").wait("stopped")
    assert play.names == []
    assert play.run("print('kept' in globals())").printed() == "False\n"


def test_cells_of_lessons_do_not_see_its_names(play):
    play.run("import sys\nhidden = sys.kept = 1")
    play.tab.page.get_by_role("link", name="Home", exact=True).first.click()
    cell = play.tab.cell("line")
    expect(cell.run).to_be_visible()
    cell.write("import sys\nprint('hidden' in globals(), sys.kept)").press().wait()
    assert cell.printed() == "False 1\n"  # in the same Python
    cell.press("Reset")


def test_other_file_can_be_imported_and_is_read_anew(play):
    play.add("helper.py", "def double(x):\n    return 2 * x")
    play.file("main.py").run("from helper import double\nprint(double(4))")
    assert play.printed() == "8\n"
    play.file("helper.py").write("def double(x):\n    return 3 * x").file("main.py").finish()
    assert play.printed() == "12\n"


def test_module_that_uses_a_changed_one_is_read_anew(play):
    play.add("first.py", "import second\nvalue = second.value + 1")
    play.add("second.py", "value = 1")
    play.file("main.py").run("import first\nprint(first.value)")
    assert play.printed() == "2\n"
    play.file("second.py").write("value = 5").file("main.py").finish()
    assert play.printed() == "6\n"


def test_package_that_only_another_file_imports_is_loaded(play):
    play.add("draw.py", "import matplotlib\nname = matplotlib.get_backend()")
    play.file("main.py").run("import draw\nprint(len(draw.name) > 0)")
    assert play.printed() == "True\n"


def test_text_file_can_be_read(play):
    play.add("data.csv", "1,2\n3,4")
    assert play.file("main.py").run("print(open('data.csv').read())").printed() == "1,2\n3,4\n"


def test_renamed_and_deleted_files_are_gone_from_the_folder(play):
    play.add("old.py", "x = 1").add("gone.txt", "text")
    play.file("main.py").run("import os\nprint(sorted(name for name in os.listdir() if name[0] != '.'))")
    assert play.printed() == "['gone.txt', 'main.py', 'old.py']\n"
    play.file("old.py").press("Rename old.py").field("New name of old.py", "new")
    play.file("gone.txt").press("Delete gone.txt")
    assert play.files == ["main.py", "new.py"]
    play.file("main.py").finish()
    assert play.printed() == "['main.py', 'new.py']\n"


def test_deleted_file_can_be_brought_back(play):
    play.add("notes.txt", "to keep").press("Delete notes.txt")
    expect(play.answer).to_contain_text("notes.txt is deleted.")
    play.press("Undo")
    assert play.files == ["main.py", "notes.txt"]
    play.has_code("to keep")


def test_program_itself_is_neither_renamed_nor_deleted(play):
    assert play.element.get_by_role("button", name="main.py").count() == 0
    play.add("other.py").file("main.py")
    expect(play.button("Delete other.py")).not_to_be_visible()


@pytest.mark.parametrize(
    "name, text",
    [
        ("../up.py", "A file's name has letters"),
        (".hidden", "A file's name has letters"),
        ("main.py", "There is a file main.py already."),
        ("torch.py", "torch.py would hide the library of that name."),
        ("", "A file's name has letters"),
    ],
)
def test_wrong_name_is_refused_in_a_sentence(play, name, text):
    play.add(name)
    expect(play.answer).to_contain_text(text)
    assert play.files == ["main.py"]


def test_error_in_another_file_links_to_its_line(play):
    play.add("helper.py", "def fail():\n    return 1 / 0")
    play.file("main.py").run("import helper\nhelper.fail()")
    assert '  File "main.py", line 2, in <module>' in play.trace
    assert '  File "/home/pyodide/helper.py", line 2, in fail' in play.trace
    play.element.get_by_role("link", name="line 2 of helper.py").click()
    expect(play.element.get_by_role("tab", name="helper.py")).to_have_attribute("aria-selected", "true")
    expect(play.element.locator(".play-panel:not([hidden]) .cell-line-mark")).to_have_attribute("data-line", "2")


def test_input_files_figures_and_colours_are_a_cells(play):
    play.write(
        "import matplotlib.pyplot as plt\nname = input('Name? ')\nprint(f'\\x1b[31m{name}\\x1b[0m')\n"
        "open('out.txt', 'w').write(name)\nplt.plot([1, 2]); plt.title('A line'); plt.show()"
    ).press()
    field = play.element.get_by_label("Name?")
    field.fill("Ada")
    field.press("Enter")
    play.wait("done")
    expect(play.element.locator(".ansi-fg-1")).to_have_text("Ada")
    expect(play.element.get_by_role("img", name="A line")).to_be_visible()
    expect(play.button("Download out.txt")).to_be_visible()


def test_flood_is_bounded(play):
    play.run("for i in range(30000): print(i)")
    assert play.printed().endswith("29999\n")
    assert play.printed().count("\n") <= 1000


def test_work_is_kept_over_a_reload(fresh):
    fresh.write("first = 1").add("helper.py", "second = 2")
    fresh.tab.page.wait_for_function("() => Object.values(localStorage).some((kept) => kept.includes('second = 2'))")
    fresh.tab.page.reload()
    expect(fresh.element.get_by_role("tab", name="helper.py")).to_have_attribute("aria-selected", "true")
    fresh.has_code("second = 2")
    fresh.file("main.py").has_code("first = 1")
    assert fresh.state == "idle"


def test_examples_are_those_of_the_folder(fresh):
    fresh.press("Examples")
    listed = fresh.element.get_by_role("list", name="Examples").get_by_role("button").all_inner_texts()
    folder = sites.ROOT / "docs/assets/examples"
    titles = {link.inner_text() for link in fresh.tab.page.locator("a[href*='assets/examples/']").all()}
    assert set(listed) == titles
    assert len(listed) == len(list(folder.glob("*.py")))


@pytest.mark.parametrize("path", sorted((sites.ROOT / "docs/assets/examples").glob("*.py")), ids=lambda path: path.stem)
def test_example_prints_torchs_lines(play, path):
    title = play.tab.page.locator(f"a[href$='examples/{path.name}']").inner_text()
    play.press("Examples").press(title)
    expect(play.button("Run the playground")).to_be_focused()
    assert play.state == "idle"
    play.has_code(path.read_text("utf-8").rstrip("\n"))
    assert play.finish().printed() == path.with_suffix(".txt").read_text("utf-8")


def test_program_of_another_tab_is_laid_aside(fresh):
    other = Playground.open(Tab(fresh.tab.page.context, fresh.tab.address))
    fresh.write("mine = 1")
    other.write("theirs = 2")
    other.tab.page.reload()
    other.has_code("theirs = 2").press("Examples")
    earlier = other.element.get_by_role("list", name="Earlier programs").get_by_role("button")
    expect(earlier).to_contain_text("mine = 1")
    earlier.click()
    other.has_code("mine = 1").tab.page.close()


def test_own_program_is_laid_aside_for_an_example(fresh):
    fresh.write("mine = 1")
    fresh.press("Examples").press("A line through points")
    expect(fresh.answer).to_contain_text("Yours is among the examples, under Earlier programs.")
    fresh.press("Examples")
    fresh.element.get_by_role("list", name="Earlier programs").get_by_role("button").click()
    fresh.has_code("mine = 1")


def test_new_program_is_empty(play):
    play.run("mine = 1\nprint(mine)").press("New")
    play.has_code("")
    assert play.output.inner_text() == ""


def test_program_is_downloaded_for_torch(play):
    play.write("import borch as torch\nfrom borch.nn import Linear\nprint(torch.ones(1))")
    with play.tab.page.expect_download() as started:
        play.press("Download .py")
    assert started.value.suggested_filename == "main.py"
    text = Path(started.value.path()).read_text("utf-8")
    assert text == "import torch\nfrom torch.nn import Linear\nprint(torch.ones(1))"


def test_notebook_is_one_and_runs_on_torch(play):
    play.add("helper.py", "import borch\nvalue = borch.ones(2)")
    play.file("main.py").write("from helper import value\n\nprint(value)")
    with play.tab.page.expect_download() as started:
        play.press("Download .ipynb")
    assert started.value.suggested_filename == "playground.ipynb"
    book = json.loads(Path(started.value.path()).read_text("utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert set(book) == {"cells", "metadata", "nbformat", "nbformat_minor"}
    for cell in book["cells"]:
        assert set(cell) == {"cell_type", "execution_count", "id", "metadata", "outputs", "source"}
        assert (cell["cell_type"], cell["execution_count"], cell["outputs"]) == ("code", None, [])
    assert ["".join(cell["source"]) for cell in book["cells"]] == [
        "%%writefile helper.py\nimport torch as borch\nvalue = borch.ones(2)",
        "from helper import value\n\nprint(value)",
    ]
    assert len({cell["id"] for cell in book["cells"]}) == 2


def test_divider_is_moved_by_keys_and_pointer_and_is_kept(fresh):
    divider = fresh.element.get_by_role("separator", name="Room of the editor")
    width = lambda: fresh.element.locator(".play-left").bounding_box()["width"]  # noqa: E731
    before = width()
    divider.focus()
    divider.press("ArrowRight")
    expect(divider).to_have_attribute("aria-valuenow", "55")
    assert width() > before
    divider.press("Home")
    expect(divider).to_have_attribute("aria-valuenow", "20")
    box, pane = divider.bounding_box(), fresh.element.locator(".play-pane").bounding_box()
    mouse = fresh.tab.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + 50)
    mouse.down()
    mouse.move(pane["x"] + pane["width"] * 0.6, box["y"] + 60)
    mouse.up()
    expect(divider).to_have_attribute("aria-valuenow", "60")
    fresh.tab.page.reload()
    expect(divider).to_have_attribute("aria-valuenow", "60")


def test_tabs_are_moved_by_arrow_keys(play):
    play.add("a.py").add("b.py")
    tabs = play.element.get_by_role("tab")
    tabs.nth(2).focus()
    for key, name in (("ArrowRight", "main.py"), ("ArrowLeft", "b.py"), ("Home", "main.py"), ("End", "b.py")):
        play.tab.page.keyboard.press(key)
        expect(play.element.get_by_role("tab", name=name)).to_be_focused()
        expect(play.element.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")


def test_control_enter_runs(play):
    play.write("print('run')")
    play.editor.press("Control+Enter")
    assert play.wait("done").printed() == "run\n"


def test_narrow_screen_has_it_all(make_tab):
    tab = make_tab(sites.main_site(), viewport={"width": 360, "height": 740})
    play = Playground.open(tab)
    assert (
        play.run("import torch\nx = torch.ones(2, 2)\nprint(x)").printed() == "tensor([[1., 1.],\n        [1., 1.]])\n"
    )
    assert tab.page.evaluate("() => document.documentElement.scrollWidth") <= 360
    expect(play.element.get_by_role("separator")).to_have_attribute("aria-orientation", "horizontal")
    left, right = (play.element.locator(f".play-{side}").bounding_box() for side in ("left", "right"))
    assert right["y"] >= left["y"] + left["height"]
    assert tab.problems == []


def test_without_javascript_it_says_so(make_tab):
    tab = make_tab(sites.main_site(), java_script_enabled=False).open("playground/")
    expect(tab.page.locator(".playground")).to_contain_text("It needs JavaScript")


def test_without_webassembly_it_says_so(make_tab):
    tab = make_tab(sites.main_site())
    tab.page.add_init_script("delete window.WebAssembly")
    play = Playground.open(tab)
    play.run("print(1)")
    expect(play.status).to_have_text("Python could not be started: this browser has no WebAssembly.")
