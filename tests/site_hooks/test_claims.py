"""site_hooks.claims: what the prose says of a cell, the cell's promise must print."""

import pytest

from site_hooks import cells, claims

PROMISE = "loss 0.3469 of 24/24\nx -0.50 1797 torch.Size([2, 4])\n"
CELL = f'```python cell="narrow"\n1\n```\n\n```text out="narrow"\n{PROMISE}```\n\n'


def problems(prose, **others):
    pages = {"learn/page.md": cells.read(CELL + prose, "learn/page.md")}
    pages |= {f"{name}.md": cells.read(text, f"{name}.md") for name, text in others.items()}
    return [str(problem) for problem in claims.problems(pages)]


@pytest.mark.parametrize(
    "text",
    [
        "0.3469",
        "**0.3469**",
        "a loss of 0.3469, and 24 of 24",
        "24/24",
        "\u22120.50",
        "&minus;0.50",
        "1,797 images",
        "`torch.Size([2, 4])`",
        "`loss 0.3469`",
        "the cell above",
    ],
)
def test_claim_that_is_printed(text):
    assert problems(f"It is [{text}](#cell-narrow).\n") == []


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("0.347", "0.347"),
        ("0.346", "0.346"),
        ("3469", "3469"),
        ("0.50", "0.50"),
        ("-0.3469", "-0.3469"),
        ("2 and 5", "5"),
        ("1,798", "1798"),
        ("79", "79"),
        ("8x8", "8"),
        ("Size([2, 5])", "5"),
        ("`torch.Size([4, 2])`", "torch.Size([4, 2])"),
        ("`los`", "los"),
        ("`0.3469 loss`", "0.3469 loss"),
        ("`24/24 x`", "24/24 x"),
    ],
)
def test_claim_that_is_not_printed(text, missing):
    found = problems(f"\nIt is\n[{text}](#cell-narrow).\n")
    assert found[0].startswith("learn/page.md:12: ")
    assert f"claims {missing!r}, which cell 'narrow' does not promise to print" in found[0]


def test_every_claim_of_a_line_is_checked():
    found = problems("[1](#cell-narrow) [0.3469](#cell-narrow)[3](#cell-narrow 'x') [5](#cell-narrow \"x\")")
    assert [problem.split(" ")[1] for problem in found] == ["[1]", "[3]", "[5]"]


def test_claim_about_an_unknown_cell():
    assert problems("[1](#cell-wide)\n") == [
        "learn/page.md:10: [1] claims something of cell 'wide', and learn/page.md has no such cell"
    ]


def test_claim_about_a_cell_of_another_page():
    assert problems("", index="[0.3469](learn/page.md#cell-narrow)\n") == []
    assert problems("[0.3469](../learn/page.md#cell-narrow)\n") == []
    assert "index.md:1: [0.5] claims '0.5'" in problems("", index="[0.5](learn/page.md#cell-narrow)\n")[0]
    assert "page.md has no such cell" in problems("", index="[0.5](page.md#cell-narrow)\n")[0]


@pytest.mark.parametrize(
    "prose",
    [
        "`[1](#cell-narrow)`\n",
        "``[`1`](#cell-narrow)``\n",
        "```\n[1](#cell-narrow)\n```\n",
        "<!-- [1](#cell-narrow) -->\n",
        "text <!-- [1](#cell-narrow) --> text\n",
        "[1](#cells)\n",
        "[1](other.md)\n",
    ],
)
def test_what_is_no_claim(prose):
    assert problems(prose) == []


def test_rendered_links_are_compared_with_the_claims():
    page = cells.read(CELL + "[0.3469](#cell-narrow)\n[the same][1]\n\n[1]: #cell-narrow\n", "learn/page.md")
    assert claims.check(["narrow"], page) == []
    assert [str(problem) for problem in claims.check(["narrow", "narrow"], page)] == [
        "learn/page.md:10: a link to cell 'narrow' cannot be checked: write it [text](#cell-narrow)"
    ]
    assert [str(problem) for problem in claims.check([], page)] == [
        "learn/page.md:10: a claim about cell 'narrow' is not rendered as a link"
    ]
