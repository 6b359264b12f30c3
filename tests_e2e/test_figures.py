"""Figures: images in order with the output, each with a text for those who do not see it, none left open."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open("figures/")


def images(cell):
    """(alternative text, whether it is decoded and wider than a thumbnail) of each figure."""
    return cell.figure.locator("img").evaluate_all(
        """images => Promise.all(images.map(async image => {
            await image.decode();
            return [image.alt, image.naturalWidth > 300 && image.clientWidth > 150];
        }))"""
    )


def test_figures_stand_in_order_with_the_output(tab):
    cell = tab.cell("two").finish()
    assert cell.kept == "same"
    assert images(cell) == [["A straight line", True], ["A falling line", True]]
    parts = cell.output.evaluate("o => [...o.children].filter(e => !e.hidden).map(e => e.tagName + e.textContent)")
    assert parts == ["FIGURE", "PREbetween\nafter\n", "FIGURE"]


def test_author_names_a_figure_until_the_code_is_edited(tab):
    cell = tab.cell("titled").finish()
    assert images(cell) == [["Said by the author", True]]
    assert cell.kept == "same"
    cell.write(cell.source.locator("code").text_content() + "axes.set_title('Said by the reader')")
    cell.finish()
    assert images(cell) == [["Said by the reader", True]]


def test_figure_is_sharp_on_dense_screens(tab):
    image = tab.cell("two").finish().figure.locator("img").first
    assert image.evaluate("i => i.naturalWidth") == pytest.approx(2 * int(image.get_attribute("width")), abs=2)


def test_figure_of_a_program_that_fails_is_shown(tab):
    cell = tab.cell("broken").finish()
    assert cell.state == "error"
    assert images(cell) == [["Figure 1, without a title", True]]
    assert cell.trace.endswith("RuntimeError: after drawing")


def test_no_figure_is_left_open(tab):
    tab.cell("broken").finish()
    assert tab.cell("none").finish().kept == "same"
