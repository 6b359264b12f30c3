"""Lines appear while the program that prints them runs, in the order and the form in which it prints them."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open("output/")


def test_line_appears_while_the_program_runs(tab):
    cell = tab.cell("slow").press()
    seen = tab.page.wait_for_function(
        """() => {
            const cell = document.getElementById("cell-slow");
            const text = cell.querySelector(".cell-lines")?.textContent ?? "";
            return text.includes("step 1") && { text, state: cell.dataset.state };
        }"""
    ).json_value()
    assert seen["state"] == "running"
    assert "step 3" not in seen["text"]
    assert cell.wait().printed() == "step 0\nstep 1\nstep 2\nstep 3\n"


def test_output_is_text_and_never_markup(tab):
    title = tab.page.title()
    cell = tab.cell("markup").finish()
    assert cell.kept == "same"
    assert cell.element.locator(".cell-lines *").count() == 0
    assert tab.page.title() == title


def test_any_script_is_printed_as_it_is(tab):
    cell = tab.cell("unicode").finish()
    assert cell.kept == "same"
    assert cell.printed() == "é ∂ 漢字 🙂 ا\ntab\there\n"


def test_carriage_return_rewrites_the_line(tab):
    assert tab.cell("rewrites").finish().printed() == "done\n"


def test_standard_error_stands_apart_and_in_order(tab):
    cell = tab.cell("streams").finish()
    assert cell.kept == "same"
    blocks = cell.lines.evaluate_all("blocks => blocks.map(block => [block.dataset.stream, block.textContent])")
    assert blocks == [["stdout", "one\n"], ["stderr", "two\n"], ["stdout", "three\n"]]


def test_bytes_and_surrogates_do_no_harm(tab):
    text = tab.cell("odd").finish().printed()
    assert text == "\ufffdbytes\nlone \\ud800 surrogate\nno newline at the end"
