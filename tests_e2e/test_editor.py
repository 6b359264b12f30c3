"""What the editor does for its reader: it comes when it is wanted, keeps the page's colours, completes, searches, and can be
read, heard and printed. Keys that leave it and run it are in test_edit.py."""

import gzip

import pytest

from tests_e2e import sites
from tests_e2e.driver import expect
from tests_e2e.test_reading import CONTRAST

HELLO = 'print("hello")\nprint(1 / 3)'
IMPORTS = "import borch as torch\nfrom borch import nn\nimport borch.nn.functional as F\nimport numpy as np\n"
COLOURS = """(root) => {
    const found = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const { color } = getComputedStyle(walker.currentNode.parentElement);
        for (const letter of walker.currentNode.data) if (letter.trim()) found.push(`${letter} ${color}`);
    }
    return found;
}"""


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open()


@pytest.fixture
def cell(tab):
    return tab.cell("hello")


@pytest.fixture
def keys(tab):
    return tab.page.keyboard


@pytest.fixture
def release(new_tab):
    """The bundle is asked for and does not come, until release()."""
    held, freed = [], []
    new_tab.page.route("**/vendor/codemirror.js", lambda route: route.continue_() if freed else held.append(route))

    def go():
        freed.append(True)
        with new_tab.page.expect_response("**/vendor/codemirror.js"):
            for route in held:
                route.continue_()

    return go


def names_of(urls):
    return {url.rsplit("/", 1)[-1] for url in urls}


def offered(cell):
    """The names in the list, which is waited for."""
    items = cell.element.locator(".cm-tooltip-autocomplete li")
    items.first.wait_for()
    return items.all_text_contents()


def type_after(cell, code, typed):
    cell.write(code)
    cell.tab.page.keyboard.type(typed)


# ---------------------------------------------------------------------------------------------------- when it is there


def test_editor_comes_with_the_first_focus_and_names_with_the_first_list(new_tab):
    cell = new_tab.open().cell("hello")
    new_tab.page.wait_for_load_state("networkidle")
    assert not {"live.js", "codemirror.js", "complete.js", "names.json"} & names_of(new_tab.urls)
    cell.enter()
    new_tab.page.wait_for_load_state("networkidle")
    assert {"live.js", "codemirror.js"} <= names_of(new_tab.urls)
    assert "names.json" not in names_of(new_tab.urls)
    type_after(cell, "import borch as torch\n", "torch.")
    assert "abs" in offered(cell)
    assert "names.json" in names_of(new_tab.urls)


def test_what_is_typed_before_it_is_there_is_kept(new_tab, release):
    cell = new_tab.open().cell("hello")
    cell.source.locator("code").click(position={"x": 20, "y": 20})
    keyboard = new_tab.page.keyboard
    keyboard.press("Home")
    keyboard.type("# mine")
    keyboard.press("Enter")
    assert cell.edited.is_visible()
    assert cell.editor.count() == 0
    release()
    cell.has_code("# mine\n" + HELLO)
    expect(cell.editor).to_be_focused()
    keyboard.type("2 + ")
    assert cell.code == "# mine\n2 + " + HELLO


def test_selection_made_before_it_is_there_is_kept(new_tab, release):
    cell = new_tab.open().cell("hello")
    cell.source.locator("code").dblclick(position={"x": 30, "y": 20})
    assert new_tab.page.evaluate("() => getSelection().toString()") == "print"
    release()
    expect(cell.editor).to_be_focused()
    assert new_tab.page.evaluate("() => getSelection().toString()") == "print"


def test_code_can_be_edited_where_the_editor_cannot_be_loaded(make_tab):
    tab = make_tab(sites.test_site())
    tab.page.route("**/vendor/codemirror.js", lambda route: route.abort())
    cell = tab.open().cell("hello")
    cell.source.locator("code").click()
    tab.page.keyboard.press("Control+a")
    tab.page.keyboard.insert_text("print(6 * 7)")
    tab.page.keyboard.press("Control+Enter")
    assert cell.wait().printed() == "42\n"
    assert cell.edited.is_visible()
    cell.press("Reset")
    assert cell.code == HELLO
    assert cell.source.locator("code span").count() > 3
    tab.page.close()


def test_longest_page_is_under_500_kilobytes_with_the_editor(make_tab):
    """As a host that compresses sends it, before the first Run."""
    site = sites.main_site()
    tab = make_tab(site)
    sizes = {}
    tab.page.on("response", lambda answer: sizes.update({answer.url: len(gzip.compress(answer.body()))}))
    pages = {row["page"] for row in site.cells}
    longest = max(pages, key=lambda page: (site.folder / page / "index.html").stat().st_size)
    tab.open(longest)
    first = tab.page.locator(".cell").first.get_attribute("data-cell")
    tab.cell(first).enter()
    tab.page.wait_for_load_state("networkidle")
    assert {"codemirror.js", "main.js"} <= names_of(sizes)
    assert sum(sizes.values()) < 500_000
    tab.page.close()


# ------------------------------------------------------------------------------------------------------------- colours


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path, id", [("errors/", "raises"), ("", "numpy"), ("output/", "streams")])
def test_code_has_the_colours_of_the_page(make_tab, scheme, path, id):
    tab = make_tab(sites.test_site(), color_scheme=scheme).open(path)
    cell = tab.cell(id)
    before = cell.source.locator("code").evaluate(COLOURS)
    assert len(set(before)) > 10
    cell.enter()
    assert cell.editor.evaluate(COLOURS) == before
    tab.page.close()


def test_edited_code_is_coloured_as_it_is_typed(cell):
    type_after(cell, "", "def f(x):\nreturn 'text'  # why")
    assert cell.editor.locator(".k").all_text_contents() == ["def", "return"]
    assert cell.editor.locator(".nf").all_text_contents() == ["f"]
    assert cell.editor.locator(".s2").all_text_contents() == ["'text'"]
    assert cell.editor.locator(".c1").all_text_contents() == ["# why"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_code_and_lists_can_be_read_on_their_ground(make_tab, scheme):
    tab = make_tab(sites.test_site(), color_scheme=scheme).open()
    cell = tab.cell("hello")
    program = (
        IMPORTS
        + "@wrap\nclass A(nn.Module):\n    def __call__(self, *x):  # why\n        return f'{x!r:>{3}}\\n' if x else None"
    )
    type_after(cell, program, "\nx = torch.su")
    offered(cell)
    cell.element.locator(".cm-completionInfo p").wait_for()
    ratios = tab.page.evaluate(CONTRAST, ".cm-line, .cm-line span, .cm-tooltip li, .cm-tooltip p, .cm-tooltip code")
    assert {"k", "nn", "nf", "nc", "s2", "c1", "o", "p", "bp", "fm"} <= set(ratios)
    assert {name: ratio for name, ratio in ratios.items() if ratio < 4.5} == {}
    tab.page.keyboard.press("Escape")
    tab.page.keyboard.press("Control+f")
    ratios = tab.page.evaluate(CONTRAST, ".cm-search label, .cm-search button")
    assert ratios and min(ratios.values()) >= 4.5
    tab.page.close()


# ---------------------------------------------------------------------------------------------------------- completion


def test_completion_shows_the_docstring_and_is_taken(tab, cell, keys):
    type_after(cell, IMPORTS, "torch.matm")
    assert offered(cell) == ["matmul"]
    info = cell.element.locator(".cm-completionInfo")
    expect(info.locator("code")).to_have_text("matmul(input, other, *, out=None)")
    expect(info.locator("p")).to_contain_text("atrix product")
    expect(cell.element.locator(".cm-tooltip-autocomplete [aria-selected]")).to_have_text("matmul")
    tab.page.wait_for_function(TAKEN, arg="Tab")
    assert cell.code == IMPORTS + "torch.matmul"


TAKEN = """(key) => {  // a list that has just opened takes no key, so that nobody takes a name by accident
    const editor = document.activeElement;
    if (document.querySelector(".cm-tooltip-autocomplete")) {
        editor.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    }
    return !document.querySelector(".cm-tooltip-autocomplete");
}"""


@pytest.mark.parametrize(
    "code, typed, name, absent",
    [
        ("", "nn.Conv2", "Conv2d", "conv2d"),
        ("", "F.relu", "relu6", "ReLU6"),
        ("", "torch.optim.lr_scheduler.St", "StepLR", "Adam"),
        ("x = torch.ones(2)\n", "x.backw", "backward", "parameters"),
        ("x = 1\n", "(x + 1).backw", "backward", "super"),
        ("model = nn.Linear(2, 3)\n", "model.reg", "register_buffer", "index_add"),
        (
            "class Net(nn.Module):\n    def __init__(self):\n        self.hidden = 1\n",
            "self.hid",
            "hidden",
            "index_add",
        ),
        ("", "from borch.optim import SG", "SGD", "Adam"),
        ("mine_too = 1\n", "mine", "mine_too", "min"),
        ("", "pri", "print", "prod"),
    ],
)
def test_names_that_fit_the_expression(cell, code, typed, name, absent):
    type_after(cell, IMPORTS + code, typed)
    names = offered(cell)
    assert name in names
    assert absent not in names


@pytest.mark.parametrize("typed", ["np.arr", "# torch.ma", '"torch.ma', "1.", "import num"])
def test_nothing_is_offered_where_nothing_is_known(tab, cell, keys, typed):
    type_after(cell, IMPORTS, typed)
    keys.press("Control+Space")  # asked for
    tab.page.evaluate("() => fetch('assets/cells/names.json').then(() => new Promise(requestAnimationFrame))")
    assert "matmul" not in cell.element.locator(".cm-tooltip-autocomplete li").all_text_contents()
    assert "array" not in cell.element.locator(".cm-tooltip-autocomplete li").all_text_contents()
    keys.press("Escape")


def test_enter_after_a_whole_name_begins_a_line(tab, cell, keys):
    type_after(cell, IMPORTS, "torch.matmul")
    assert offered(cell) == ["matmul"]
    keys.press("Enter")
    assert cell.code == IMPORTS + "torch.matmul\n"


# ------------------------------------------------------------------------------------------------------------- editing


def test_brackets_and_quotes_are_closed_and_typed_over(cell, keys):
    type_after(cell, "", "print([1, 'a'])")
    assert cell.code == "print([1, 'a'])"
    type_after(cell, "", "f((")
    assert cell.code == "f(())"
    keys.press("Backspace")
    assert cell.code == "f()"


def test_bracket_at_the_caret_and_its_partner_are_marked(cell, keys):
    cell.write("f(x)")
    expect(cell.editor.locator(".cm-matchingBracket")).to_have_count(2)
    cell.write("f(x")
    keys.press("Home")
    keys.press("ArrowRight")
    expect(cell.editor.locator(".cm-nonmatchingBracket")).to_have_count(1)


def test_undo_goes_back_over_typing_and_reset(cell, keys):
    cell.write("x = 1")
    cell.press("Reset")
    assert cell.code == HELLO
    cell.element.locator(".cm-line").first.click()
    keys.press("Control+z")
    assert cell.code == "x = 1"
    assert cell.edited.is_visible()
    keys.press("Control+Shift+Z")
    assert cell.code == HELLO
    assert not cell.edited.is_visible()


def test_search_in_the_editor(tab, cell, keys):
    cell.write("one = 1\ntwo = 2\nprint(one, two)")
    keys.press("Control+f")
    expect(cell.element.get_by_role("textbox", name="Find")).to_be_focused()
    keys.type("two")
    expect(cell.editor.locator(".cm-searchMatch")).to_have_count(2)
    keys.press("Enter")
    expect(cell.editor.locator(".cm-searchMatch-selected")).to_have_text("two")
    keys.press("Escape")
    expect(cell.editor).to_be_focused()
    assert cell.element.locator(".cm-search").count() == 0


def test_search_replaces(cell, keys):
    cell.write("one = 1\nprint(one)")
    keys.press("Control+f")
    keys.type("one")
    cell.element.get_by_role("textbox", name="Replace").fill("uno")
    cell.element.get_by_role("button", name="replace all").click()
    assert cell.code == "uno = 1\nprint(uno)"
    keys.press("Escape")


def test_failed_line_is_marked_and_reached_from_the_traceback(tab, cell, keys):
    cell.write("x = 1\nx = y\nx = 2").press().wait("error")
    mark = cell.element.locator(".cell-line-mark")
    assert (mark.count(), mark.get_attribute("data-line"), mark.inner_text()) == (1, "2", "x = y")
    cell.element.get_by_role("link", name="line 2 of cell hello").click()
    expect(cell.editor).to_be_focused()
    assert tab.page.evaluate("() => getSelection().toString()") == "x = y"
    keys.type("x = 3")
    assert mark.count() == 0
    assert cell.code == "x = 1\nx = 3\nx = 2"


# -------------------------------------------------------------------------------------------- keyboard, ear, paper, phone


def test_tab_leaves_until_something_is_typed(new_tab):
    cell = new_tab.open().cell("hello")
    keyboard = new_tab.page.keyboard
    cell.source.locator("code").focus()
    expect(cell.editor).to_be_focused()
    keyboard.press("Tab")
    expect(cell.run).to_be_focused()
    keyboard.press("Shift+Tab")
    expect(cell.editor).to_be_focused()
    keyboard.press("Control+Home")
    keyboard.type("x")
    keyboard.press("Backspace")
    keyboard.press("Tab")
    assert cell.code == "    " + HELLO
    keyboard.press("Escape")
    keyboard.press("Tab")
    expect(cell.run).to_be_focused()
    keyboard.press("Shift+Tab")
    expect(cell.editor).to_be_focused()
    keyboard.press("Tab")  # whoever comes back has not typed yet
    expect(cell.run).to_be_focused()
    assert cell.code == "    " + HELLO


def test_escape_gives_tab_back_with_a_selection_too_and_closes_a_list_first(cell, keys):
    cell.write("x = 1")
    keys.press("Control+a")
    keys.press("Escape")
    keys.press("Tab")
    assert cell.code == "x = 1"
    expect(cell.editor).not_to_be_focused()
    type_after(cell, "", "pri")
    offered(cell)
    keys.press("Escape")
    assert cell.element.locator(".cm-tooltip-autocomplete").count() == 0
    keys.press("Tab")
    assert cell.code == "pri "
    expect(cell.editor).to_be_focused()


def test_screen_reader_hears_what_it_is_and_how_to_leave(tab, cell):
    cell.enter()
    box = cell.element.get_by_role("textbox", name="Code of cell hello")
    expect(box).to_have_count(1)
    expect(box).to_have_attribute("aria-multiline", "true")
    expect(box).to_have_accessible_description(
        "Control or Command with Enter runs the code, Shift with Enter runs it and goes on to the next cell. Tab leaves the "
        "editor until you type; after that it indents, and Escape followed by Tab leaves."
    )


def test_page_has_a_textbox_before_the_editor_is_there(new_tab, release):
    cell = new_tab.open().cell("hello")
    cell.source.locator("code").focus()
    expect(cell.element.get_by_role("textbox", name="Code of cell hello")).to_be_focused()
    new_tab.page.keyboard.press("Tab")
    expect(cell.run).to_be_focused()
    release()
    expect(cell.editor).to_be_visible()
    expect(cell.run).to_be_focused()  # whoever has gone on is not called back


INLINE = """() => new Promise((resolve) => {
    addEventListener("securitypolicyviolation", () => violations.length === 2 && resolve(violations));
    for (const name of ["style", "script"]) {
        const element = document.createElement(name);
        element.textContent = name === "script" ? "0" : "p { color: red }";
        document.head.append(element);
    }
})"""


def test_nothing_violates_the_policy_of_the_page(new_tab):
    new_tab.page.add_init_script(
        "window.violations = []; addEventListener('securitypolicyviolation', (e) => violations.push(e.violatedDirective))"
    )
    cell = new_tab.open().cell("hello")
    policy = new_tab.page.locator('meta[http-equiv="Content-Security-Policy"]').get_attribute("content")
    assert "script-src 'self'" in policy and "style-src 'self';" in policy and "'unsafe-eval'" not in policy
    type_after(cell, IMPORTS, "torch.su")
    offered(cell)
    new_tab.page.keyboard.press("Escape")
    new_tab.page.keyboard.press("Control+f")
    expect(cell.element.locator(".cm-search")).to_be_visible()
    cell.element.locator(".cm-search [name=close]").click()
    cell.write("print(").press().wait("error")
    assert new_tab.page.evaluate("() => violations") == []
    assert new_tab.page.evaluate(INLINE) == ["style-src-elem", "script-src-elem"]  # it is enforced, and would be seen
    assert [problem for problem in new_tab.problems if "inline s" not in problem] == []
    new_tab.problems.clear()


def test_print_shows_all_lines_of_edited_code(cell, tab):
    lines = [f"x{number} = {number}" for number in range(200)]
    cell.write("\n".join(lines))
    assert cell.editor.locator(".cm-line").count() < 200  # those that are not on the screen are not drawn
    tab.page.emulate_media(media="print")
    expect(cell.editor.locator(".cm-line")).to_have_count(200)
    assert cell.code.splitlines() == lines
    tab.page.emulate_media(media="screen")


def test_phone_taps_writes_and_sees_the_list_in_its_width(make_tab):
    tab = make_tab(sites.test_site(), viewport={"width": 360, "height": 640}, is_mobile=True, has_touch=True).open()
    cell = tab.cell("hello")
    cell.source.locator("code").tap(position={"x": 150, "y": 20})
    expect(cell.editor).to_be_focused()
    tab.page.keyboard.press("Control+a")
    tab.page.keyboard.insert_text(IMPORTS)
    tab.page.keyboard.type("torch.su")
    offered(cell)
    for part in (".cm-tooltip-autocomplete > ul", ".cm-completionInfo"):
        box = cell.element.locator(part).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360, part
    tab.page.keyboard.press("Escape")
    tab.page.keyboard.press("Control+f")
    expect(cell.element.locator(".cm-search")).to_be_visible()
    assert tab.page.evaluate("() => document.documentElement.scrollWidth") <= 360
    assert tab.problems == []
    tab.page.close()


def test_nothing_moves_for_those_who_want_it_so(make_tab):
    tab = make_tab(sites.test_site(), reduced_motion="reduce").open()
    cell = tab.cell("hello")
    type_after(cell, IMPORTS, "torch.su")
    offered(cell)
    running = "cell => cell.getAnimations({ subtree: true }).length"
    assert cell.element.evaluate(running) == 0
    tab.page.close()
