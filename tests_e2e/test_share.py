"""Links with a program in them: what is shared is shown and never started, and a bad link ends in a sentence."""

import base64
import json
import zlib

import pytest

from tests_e2e import sites
from tests_e2e.driver import TIMEOUT, UNFOLD, expect
from tests_e2e.playground import Playground

DAMAGED = "The link is damaged: no program can be read from it."


@pytest.fixture(scope="module")
def share_tab(make_tab):
    return make_tab(sites.main_site())


@pytest.fixture
def tab(share_tab):
    """An origin on which nothing is kept."""
    share_tab.problems.clear()
    share_tab.open()
    share_tab.page.evaluate("() => localStorage.clear()")
    yield share_tab
    assert share_tab.problems == []


def packed(data):
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    deflated = pack.compress(data) + pack.flush()
    return "#code=" + base64.urlsafe_b64encode(deflated).decode().rstrip("=")


def link(*files, **more):
    return packed(json.dumps({"files": files, **more}).encode())


def unpacked(text):
    text += "=" * (-len(text) % 4)
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(text), -15))


def opened(tab, more):
    play = Playground.open(tab, more)
    expect(play.answer).not_to_be_empty(timeout=TIMEOUT)
    return play


def test_link_holds_all_files(tab):
    play = Playground.open(tab).write("import other\nprint('ä€😀')").add("other.py", "x = 1").press("Share")
    expect(play.answer).to_contain_text("whoever opens it runs nothing by that")
    address = play.element.get_by_label("Link to this program").input_value()
    expect(tab.page).to_have_url(address)
    assert unpacked(address.partition("#code=")[2]) == {
        "files": [["main.py", "import other\nprint('ä€😀')"], ["other.py", "x = 1"]]
    }


def test_shared_program_is_shown_and_not_started(tab):
    asked = len(tab.worker_files())
    play = opened(tab, link(["main.py", "print('ran')"], ["other.py", "x = 1"]))
    expect(play.answer).to_have_text("This program was shared with you. It has not been run.")
    play.has_code("print('ran')")
    assert play.files == ["main.py", "other.py"]
    tab.page.wait_for_load_state("networkidle")
    assert play.state == "idle"
    assert tab.worker_files()[asked:] == []
    assert play.finish().printed() == "ran\n"


def test_shared_program_lays_the_readers_own_aside(tab):
    Playground.open(tab).write("mine = 1")
    tab.page.wait_for_function("() => Object.values(localStorage).some((kept) => kept.includes('mine = 1'))")
    tab.page.goto("about:blank")
    play = opened(tab, link(["main.py", "theirs = 1"]))
    play.has_code("theirs = 1")
    play.press("Examples")
    play.element.get_by_role("list", name="Earlier programs").get_by_role("button").click()
    play.has_code("mine = 1")


def test_signs_that_hide_what_a_shared_program_does_are_told(tab):
    told = "it holds signs that are not seen, or that turn a line around"
    for hidden in ("\u202e", "\u2066", "\u200b", "\0", "\x1b"):
        play = opened(tab, link(["main.py", f"x = 1  # {hidden}evil"]))
        expect(play.answer).to_contain_text(told)
        tab.open()
    play = opened(tab, link(["main.py", "x = '\u0915\u094d\u200d\u0937 👩\u200d🚀'\n\tpass\n"]))
    expect(play.answer).to_have_text("This program was shared with you. It has not been run.")


def test_link_opened_on_the_page_itself(tab):
    play = Playground.open(tab)
    tab.page.evaluate("hash => { location.hash = hash }", link(["main.py", "later = 1"]))
    expect(play.answer).to_contain_text("shared with you")
    play.has_code("later = 1")


def test_edit_of_a_shared_program_is_kept_over_a_reload(tab):
    play = opened(tab, link(["main.py", "theirs = 1"]))
    play.write("changed = 1")
    expect(tab.page).to_have_url(tab.address + "playground/")
    tab.page.reload()
    play.has_code("changed = 1")


def test_markup_in_a_shared_program_is_text(tab):
    code = "<img src=x onerror=\"document.title='broken'\">"
    play = opened(tab, link(["main.py", code]))
    play.has_code(code)
    assert play.element.locator("img").count() == 0


@pytest.mark.parametrize(
    "hash",
    [
        "#code=",
        "#code=%00%00",
        "#code=!!!!",
        "#code=AAAA",
        link(["main.py", "x"])[:-6],
        link(["main.py", "x"]) + "AAAA",
        packed(b"\xff\xfe"),
        packed(b"[]"),
        packed(b"null"),
        packed(b'{"files": "main.py"}'),
        link(),
        link(["main.py", 3]),
        link(["main.py", "a", "b"]),
        link(["other.py", "no main"]),
        link(["main.py", ""], ["../../up.py", ""]),
        link(["main.py", ""], ["main.py", ""]),
        link(*[["main.py", ""]], *[[f"f{i}.py", ""] for i in range(40)]),
        link(["main.py", ""], data=["../cells/main.js"]),
        link(["main.py", ""], data={}),
    ],
)
def test_damaged_link_is_said(tab, hash):
    play = opened(tab, hash)
    expect(play.answer).to_have_text(DAMAGED)
    play.has_code("")


def test_bomb_is_refused(tab):
    bomb = packed(b'{"files": [["main.py", "' + b"a" * 40_000_000 + b'"]]}')
    assert len(bomb) < 60_000
    expect(opened(tab, bomb).answer).to_have_text("The link holds more than a program.")


def test_huge_link_is_refused(tab):
    expect(opened(tab, "#code=" + "A" * 70_000).answer).to_have_text(
        "The link is longer than any that this page makes."
    )


def test_program_too_long_for_a_link_is_said(tab):
    play = Playground.open(tab)
    text = "".join(chr(0x4E00 + (i * 48271 % 65537 * 16807) % 20000) for i in range(40_000))
    play.write(f"x = '{text}'").press("Share")
    expect(play.answer).to_have_text("This program is too long for a link. Download it, and send the file.")


def to_playground(tab, row):
    """Press the button of a cell of cells.json."""
    cell = tab.open(row["page"]).cell(row["id"])
    cell.element.evaluate(UNFOLD)
    cell.element.get_by_role("button", name=f"Open cell {row['id']} in the playground", exact=True).click()
    play = Playground(tab)
    expect(play.answer).to_contain_text("It has not been run.", timeout=TIMEOUT)
    return play


def test_cell_opens_in_the_playground(tab):
    row = next(row for row in sites.main_site().cells if row["page"] == "learn/autograd/")
    to_playground(tab, row).has_code(row["code"].rstrip("\n"))


def test_chain_of_a_cell_comes_with_it(tab):
    rows = sites.main_site().cells
    row = next(row for row in rows if "after" in row["options"])
    [before] = [other for other in rows if (other["page"], other["id"]) == (row["page"], row["options"]["after"])]
    to_playground(tab, row)
    [[name, code]] = unpacked(tab.page.url.partition("#code=")[2])["files"]
    assert name == "main.py"
    assert code.endswith(before["code"].rstrip("\n") + "\n\n" + row["code"].rstrip("\n"))


def test_sample_data_of_a_cell_comes_with_it(tab):
    row = next(row for row in sites.main_site().cells if "files" in row["options"] and "after" not in row["options"])
    play = to_playground(tab, row)
    assert play.finish().state == "done"
    assert unpacked(tab.page.url.partition("#code=")[2])["data"] == row["options"]["files"].split()


def test_python_stays_when_a_cell_opens_in_the_playground(tab):
    tab.open("").cell("line").finish()
    worker = tab.worker()
    tab.page.get_by_role("button", name="Open cell line in the playground", exact=True).click()
    play = Playground(tab)
    expect(play.answer).to_contain_text("It has not been run.", timeout=TIMEOUT)
    assert "step 40" in play.finish().printed()
    assert tab.worker() is worker
