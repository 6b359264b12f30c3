"""The reference has every public name of torch on one page, and its examples print what torch has printed."""

import json
import re
from collections import Counter

import pytest

from borch.testing import lines
from site_hooks import api, api_links, cells, docstrings, examples
from site_hooks.reference import INDEX, PAGES, Reference, relative
from tests.coverage import frozen

REFERENCE = Reference(api.read())
SOURCES = REFERENCE.sources()
PROMISES = examples.promises()
SHOWN = [entry for entry in REFERENCE.entries.values() if examples.shown(entry)]
IDS = {source: re.findall(r'\bid="([^"]+)"', text) for source, text in SOURCES.items()}


def test_every_public_name_is_on_one_page():
    names = Counter(f"{namespace}.{name}" for namespace, names in frozen().items() for name in names)
    anchors = Counter(id for ids in IDS.values() for id in ids)
    assert anchors == names
    assert set(names.values()) == {1}


@pytest.mark.parametrize("full", ["torch.matmul", "torch.abs_", "torch.Tensor.add_", "torch.sparse", "torch.float32"])
def test_address_of_a_name_is_where_its_anchor_stands(full):
    source, _, anchor = REFERENCE.address(full).partition("#")
    assert anchor == full
    assert full in IDS[source]


def test_every_absent_name_has_its_reason():
    absent = [entry for entry in REFERENCE.entries.values() if entry.kind == "absent"]
    assert [entry.full for entry in absent if not entry.reason] == []
    assert len(absent) > 300


def test_links_between_pages_lead_to_anchors():
    broken = []
    for source, text in SOURCES.items():
        folder = source.removesuffix("index.md").removesuffix(".md").rstrip("/").split("/")
        for href in re.findall(r'href="(\.\.?/[^"]*|#[^"]*)"', text):
            path, _, anchor = href.partition("#")
            steps = path.rstrip("/").split("/") if path else []
            place = folder[: len(folder) - steps.count("..")] + [step for step in steps if step not in ("..", ".")]
            if anchor not in IDS.get("/".join(place) + ".md", ()):
                broken.append((source, href))
    assert broken == []


def test_cells_are_the_examples_and_have_no_problem():
    pages = {source: cells.read(text, source) for source, text in SOURCES.items()}
    assert [str(problem) for page in pages.values() for problem in page.problems] == []
    code = Counter(cell.code for page in pages.values() for cell in page.cells.values())
    assert code == Counter(entry.code for entry in SHOWN)
    assert len(SHOWN) > 1000


def test_every_example_has_a_promise_of_torch():
    """python -m site_hooks.examples --new writes them."""
    assert [entry.full for entry in SHOWN if examples.current(entry, PROMISES) is None] == []
    assert sorted(PROMISES.keys() - {entry.full for entry in SHOWN}) == []


@pytest.mark.parametrize("entry", SHOWN, ids=lambda entry: entry.full)
def test_docstring_says_what_torch_has_printed(entry):
    """tests/test_docstrings.py holds borch to the docstring."""
    assert lines.compare(PROMISES[entry.full][1], entry.want) == []


def test_names_that_are_described_have_a_text():
    bare = [
        entry.full
        for entry in REFERENCE.entries.values()
        if entry.kind in ("function", "class") and not entry.same and not entry.text
    ]
    assert bare == []


def test_methods_that_are_functions_too_are_described_once():
    entries = REFERENCE.entries
    assert entries["torch.Tensor.matmul"].same == "torch.matmul"
    assert entries["torch.Tensor.add_"].same == "torch.add"
    assert entries["torch.absolute"].same == "torch.abs"
    assert entries["torch.matmul"].same == ""
    assert entries["torch.Tensor.matmul"].signature == "(other, *, out=None)"


def test_torch_page_of_a_name():
    """As torch's documentation has them: a page for a name, or a part of the page of its namespace."""
    address = {full: REFERENCE.torch_address(REFERENCE.entries[full]) for full in REFERENCE.entries}
    docs = "https://docs.pytorch.org/docs/2.13/"
    assert address["torch.matmul"] == docs + "generated/torch.matmul.html"
    assert address["torch.nn.Linear"] == docs + "generated/torch.nn.Linear.html"
    assert address["torch.distributions.Normal"] == docs + "distributions.html#torch.distributions.Normal"
    assert address["torch.utils.data.DataLoader"] == docs + "data.html#torch.utils.data.DataLoader"


def test_values_in_the_middle_of_an_example_are_printed():
    text, code, want, raises = api.split("A sum.\n\n>>> a = 1\n>>> a + 1\n2\n>>> print(3)\n3\n>>> a\n1\n")
    assert (text, raises) == ("A sum.", "")
    assert code == "a = 1\nprint(a + 1)\nprint(3)\na\n"
    assert want == "2\n3\n1\n"


def test_an_example_may_end_in_an_exception():
    doc = "No.\n\n>>> 1 / 0\nTraceback (most recent call last):\nZeroDivisionError: division by zero\n"
    assert api.split(doc) == ("No.", "1 / 0\n", "ZeroDivisionError: division by zero\n", "ZeroDivisionError")


def test_signature_is_without_addresses_and_own_names():
    def function(self, a, b=api.split, *, c=int, d=json): ...

    assert api.signature(function, method=True) == "(a, b=split, *, c=int, d=json)"


def test_docstring_becomes_html_that_shows_every_sign():
    text = "a * b and c * d < e.\n\nOf `x * y`, see `torch.add`:\n\n- one\n- two"
    assert docstrings.render(text, {"torch.add": "#add"}.get) == (
        "<p>a * b and c * d &lt; e.</p>\n"
        '<p>Of <code>x * y</code>, see <a href="#add"><code>torch.add</code></a>:</p>\n'
        "<ul><li>one</li><li>two</li></ul>"
    )


@pytest.mark.parametrize(
    ("code", "full"),
    [
        ("torch.matmul", "torch.matmul"),
        ("nn.Linear(3, 2)", "torch.nn.Linear"),
        ("F.relu", "torch.nn.functional.relu"),
        ("borch.ones", "torch.ones"),
        ("DataLoader", "torch.utils.data.DataLoader"),
        ("cross_entropy", "torch.nn.functional.cross_entropy"),
        (".item()", "torch.Tensor.item"),
        ("x.T", "torch.Tensor.T"),
        ("loss.backward()", "torch.Tensor.backward"),
        ("backward", "torch.Tensor.backward"),
        ("sum", None),  # Python's as well
        ("print", None),
        ("dim", None),
        ("io.BytesIO", None),
        ("x = 1", None),
        ("np.sum", None),
    ],
)
def test_name_that_a_lesson_means(code, full):
    assert api_links.meant(code, REFERENCE) == full


def test_first_use_of_a_name_becomes_a_link():
    text = "<h2><code>torch.mm</code></h2><p><code>torch.mm</code> and <code>torch.mm</code></p>"
    linked = api_links.link(text, "learn/tensors.md", REFERENCE)
    address = relative("learn/tensors.md", REFERENCE.address("torch.mm"))
    assert address == "../../reference/torch-linear/#torch.mm"
    assert linked.count("<a ") == 1
    assert linked.startswith("<h2><code>torch.mm</code></h2><p><a ")
    assert f'href="{address}"' in linked


@pytest.mark.parametrize(
    ("address", "text", "full"),
    [
        ("generated/torch.mm.html", "mm", "torch.mm"),
        ("generated/torch.nn.Module.html#torch.nn.Module.state_dict", "state_dict", "torch.nn.Module"),
        ("generated/torch.autograd.gradcheck.gradcheck.html", "gradcheck", "torch.autograd.gradcheck"),
        ("generated/torch.nn.parameter.Parameter.html", "nn.Parameter", "torch.nn.Parameter"),
        ("notes/autograd.html", "of autograd", None),
    ],
)
def test_link_to_torch_has_one_to_the_reference_beside_it(address, text, full):
    torch = f'<a href="https://docs.pytorch.org/docs/2.13/{address}"><code>{text}</code></a>'
    linked = api_links.link(f"<p>{torch} and {torch}</p>", "learn/tensors.md", REFERENCE)
    beside = re.findall(r'<sup class="api-beside"><a class="api-link" href="([^"]*)"', linked)
    assert beside == ([relative("learn/tensors.md", REFERENCE.address(full))] if full else [])
    assert re.sub(r"<sup.*?</sup>", "", linked) == f"<p>{torch} and {torch}</p>"


def test_index_counts_every_page():
    assert len(re.findall(r"^\| \[", SOURCES[INDEX], re.MULTILINE)) == len(PAGES)
