"""The reference: pages made of the library's own docstrings, each public name of torch on one of them.
An example is a cell like those of a lesson, whose promise real torch has made (examples.py). Knows neither MkDocs nor
how a page is rendered: it writes Markdown, with HTML where Markdown would read signs of a docstring as its own.
"""

import functools
import html
import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from site_hooks import docstrings, examples
from site_hooks.api import Entry

FOLDER = "reference"
INDEX = f"{FOLDER}/index.md"
TORCH = "https://docs.pytorch.org/docs/2.13/"

_LAYERS = "linear conv lazy pool adaptive_pool unpool pad fold flatten resample grid shuffle window"
_ACTIVATIONS = "activation softmax norm batch_norm dropout"
_SEQUENCES = "recurrent recurrent_cells transformer attention embedding"
_LOSSES = "loss binary_loss ctc_loss distance distance_loss margin_loss probability_loss linear_loss adaptive"

# name of the page, its title, its namespaces, and of which files of the library the first of them; without files: all
# that is left
PAGES = (
    ("torch-creation", "torch: creation", "torch", "data filled ranges legacy"),
    ("torch-random", "torch: random numbers", "torch torch.random", "samplers seeding generator inplace"),
    (
        "torch-pointwise",
        "torch: element by element",
        "torch",
        "arithmetic quotient power exponential trig erf rounding clamp complex bitwise rectify gamma bessel compare",
    ),
    (
        "torch-reduction",
        "torch: over axes",
        "torch",
        "reduce extrema scan sort quantile search histogram norm statistics softmax",
    ),
    (
        "torch-shape",
        "torch: shape and place",
        "torch",
        "axes shape join split rearrange parts assign copies memory gather index masked scatter slices grid strides",
    ),
    (
        "torch-linear",
        "torch: matrices and signals",
        "torch",
        "matmul products einsum equations elimination factor functions norms positive lowrank stft windows tapers",
    ),
    (
        "torch-nn",
        "torch: functions of networks",
        "torch",
        f"{_LAYERS} {_ACTIVATIONS} {_SEQUENCES} {_LOSSES}",
    ),
    ("torch", "torch: types, settings and the rest", "torch", ""),
    ("tensor", "torch.Tensor", "torch.Tensor", ""),
    ("nn-layers", "torch.nn: layers", "torch.nn", _LAYERS),
    ("nn-activations", "torch.nn: activations, norms, dropout", "torch.nn", _ACTIVATIONS),
    ("nn-sequences", "torch.nn: sequences and attention", "torch.nn", _SEQUENCES),
    ("nn-losses", "torch.nn: losses and distances", "torch.nn", _LOSSES),
    ("nn", "torch.nn: Module and containers", "torch.nn", ""),
    ("nn-functional-losses", "torch.nn.functional: losses and distances", "torch.nn.functional", _LOSSES),
    ("nn-functional-activations", "torch.nn.functional: activations, norms", "torch.nn.functional", _ACTIVATIONS),
    ("nn-functional", "torch.nn.functional: layers", "torch.nn.functional", ""),
    ("nn-init", "torch.nn.init", "torch.nn.init", ""),
    (
        "nn-utils",
        "torch.nn.utils and torch.nn.attention",
        "torch.nn.utils torch.nn.utils.rnn torch.nn.utils.parametrize torch.nn.utils.parametrizations "
        "torch.nn.utils.prune torch.nn.utils.stateless torch.nn.attention",
        "",
    ),
    ("optim", "torch.optim", "torch.optim torch.optim.swa_utils", ""),
    ("lr-scheduler", "torch.optim.lr_scheduler", "torch.optim.lr_scheduler", ""),
    ("utils-data", "torch.utils.data and torch.serialization", "torch.utils.data torch.utils torch.serialization", ""),
    (
        "autograd",
        "torch.autograd",
        "torch.autograd torch.autograd.functional torch.autograd.graph torch.autograd.forward_ad torch.amp",
        "",
    ),
    ("func", "torch.func", "torch.func", ""),
    ("linalg", "torch.linalg", "torch.linalg", ""),
    ("fft", "torch.fft and torch.signal", "torch.fft torch.signal.windows", ""),
    ("special", "torch.special, torch.masked and torch.sparse", "torch.special torch.masked torch.sparse", ""),
    ("distributions", "torch.distributions", "torch.distributions", ""),
    ("onnx", "torch.onnx and torch.testing", "torch.onnx torch.testing", ""),
)

# Where torch describes the names that have no page of their own
_SHARED = {
    "torch.distributions": "distributions.html#",
    "torch.nn.init": "nn.init.html#",
    "torch.onnx": "onnx.html#",
    "torch.random": "random.html#",
    "torch.serialization": "notes/serialization.html#",
    "torch.special": "special.html#",
    "torch.testing": "testing.html#",
    "torch.utils.data": "data.html#",
    "torch.amp": "amp.html#",
}
_HOME = {"torch.Tensor": "tensors", "torch.utils": "index", "torch.optim.lr_scheduler": "optim"}


@dataclass
class ReferencePage:
    name: str
    title: str
    entries: list[Entry] = field(default_factory=list)

    @property
    def source(self) -> str:
        return f"{FOLDER}/{self.name}.md"


class Reference:
    """All pages; `address` of a name is its page's source and its anchor there."""

    def __init__(self, entries: Iterable[Entry]):
        self.entries = {entry.full: entry for entry in entries}
        self.promises, self.documented = examples.promises(), examples.documented()
        self.pages = {name: ReferencePage(name, title) for name, title, _, _ in PAGES}
        self.page_of: dict[str, ReferencePage] = {}
        for entry in self.entries.values():
            page = self.pages[self._place(entry)]
            page.entries.append(entry)
            self.page_of[entry.full] = page

    def _place(self, entry: Entry) -> str:
        described = self.entries.get(entry.same, entry)
        if described.namespace == entry.namespace:
            entry = described  # an alias and an in-place twin stand beside what they repeat
        file = entry.module.rpartition(".")[2]
        for name, _, namespaces, files in PAGES:
            first, *more = namespaces.split()
            if entry.namespace in more or entry.namespace == first and (not files or file in files.split()):
                return name
        raise LookupError(f"no page of the reference is for {entry.full}")

    def address(self, full: str) -> str | None:
        page = self.page_of.get(full)
        return f"{page.source}#{full}" if page else None

    def sources(self) -> dict[str, str]:
        """The Markdown of every page, by its path in the site's docs."""
        return {INDEX: self.index()} | {page.source: self.page(page) for page in self.pages.values()}

    def in_nav(self, item: dict | str) -> dict | str:
        """An item of the site's navigation; the one that leads to the index gets all pages."""
        if not isinstance(item, dict) or INDEX not in item.values():
            return item
        return {
            title: [{"Index": INDEX}, *({page.title: page.source} for page in self.pages.values())] for title in item
        }

    # --- one page ---

    def page(self, page: ReferencePage) -> str:
        here = defaultdict(list)  # what repeats an entry of this page
        for entry in page.entries:
            if entry.same and self.page_of[entry.same] is page:
                here[entry.same].append(entry)
        described, others = [], defaultdict(list)
        for entry in sorted(page.entries, key=lambda entry: (entry.name.lower(), entry.full)):
            if entry.kind in ("module", "value", "absent"):
                others[entry.kind].append(entry)
            elif not entry.same:
                described.append(entry)
            elif self.page_of[entry.same] is not page:
                others["same"].append(entry)
        ids: set[str] = set()
        parts = [f"---\ntitle: {_quoted(page.title)}\nsearch:\n  boost: 0.5\n---\n\n# {page.title}\n"]
        parts += [self._entry(entry, here[entry.full], ids) for entry in described]
        if others["same"]:
            parts.append(self._same(page, others["same"]))
        if others["value"]:
            items = [f"{_anchor(e)} is <code>{_escape(e.value)}</code>" for e in others["value"]]
            parts.append(_listed("Values", items))
        if others["module"]:
            items = [f"{_anchor(e)} {self._inline(e.first_sentence, page)}" for e in others["module"]]
            parts.append(_listed("Modules", items))
        if others["absent"]:
            parts.append(_absent(others["absent"]))
        return "\n".join(parts)

    def _entry(self, entry, repeated, ids):
        page = self.page_of[entry.full]
        text, source = docstrings.torch_page(entry.text)
        lines = [f'## {_heading(entry)} {{ id="{entry.full}" }}\n', '<div class="api" markdown="0">']
        call = ("class " if entry.kind == "class" else "") + _label(entry) + entry.signature
        if entry.kind != "attribute":
            lines.append(f'<pre class="api-signature" data-search-exclude><code>{_escape(call)}</code></pre>')
        lines.append(docstrings.render(text, self._link(page)) if text else "<p>No description yet.</p>")
        lines += [f"<p>{words}</p>" for words in _repeated(repeated)]
        if "_" in entry.name.strip("_"):  # the search takes cross_entropy for one word
            lines.append(f"<p hidden>{entry.name.strip('_').replace('_', ' ')}</p>")
        if entry.members:
            rows = "".join(
                f"<li><code>{_escape(call)}</code> {self._inline(words, page)}</li>" for call, words in entry.members
            )
            lines.append(
                f'<details data-search-exclude><summary>Methods</summary><ul class="api-list">{rows}</ul></details>'
            )
        lines.append(f'<p class="api-facts" data-search-exclude>{self._facts(entry, source)}</p>')
        lines.append("</div>\n")
        return "\n".join(lines) + "\n" + self._example(entry, ids)

    def _facts(self, entry, source):
        address = self.torch_address(entry, source)
        facts = [f'<a href="{html.escape(address)}">PyTorch&#x2019;s page</a>']
        if entry.raises == "NotImplementedError":
            facts.append("borch refuses it")
        elif entry.notes:
            facts.append("partly as in PyTorch: " + " ".join(docstrings.inline(note) for note in entry.notes))
        elif entry.cases:
            s = "s" if entry.cases > 1 else ""
            facts.append(f"as in PyTorch: {entry.cases} frozen answer{s} compared")
        else:
            facts.append("as in PyTorch; no frozen answer names it")
        if not entry.code:
            facts.append("no example yet")
        return " &middot; ".join(facts)

    def torch_address(self, entry: Entry, source: str = "") -> str:
        """torch's own page about a name: the one that the docstring names, or where torch keeps its kind."""
        if source:
            return re.sub(r"/docs/\w+/", "/docs/2.13/", source)
        if entry.full not in self.documented:
            home = _HOME.get(
                entry.namespace, entry.namespace.removeprefix("torch.") if "." in entry.namespace else "torch"
            )
            return f"{TORCH}{home}.html"
        space = next((space for space in _SHARED if entry.namespace == space), None)
        return TORCH + (_SHARED[space] + entry.full if space else f"generated/{entry.full}.html")

    def _example(self, entry, ids):
        if not entry.code:
            return ""
        promise = examples.current(entry, self.promises) if examples.shown(entry) else None
        if promise is None:
            marker = _marker(entry.code)
            return f"{marker}python\n{entry.code}{marker}\n"
        id = _cell_id(entry, ids)
        more = f' raises="{entry.raises}"' if entry.raises else ""
        more += ' only="borch"' if entry.full in examples.OWN else ""
        marker = _marker(entry.code + promise)
        return f'{marker}python cell="{id}"{more}\n{entry.code}{marker}\n\n{marker}text out="{id}"\n{promise}{marker}\n'

    def _same(self, page, entries):
        """Names that are described on another page: a row for each that they repeat."""
        rows = defaultdict(list)
        for entry in entries:
            rows[entry.same].append(entry)
        body = []
        for same, names in sorted(rows.items(), key=lambda row: row[1][0].name.lower()):
            plain = ", ".join(_anchor(e, e.signature) for e in names if not _is_in_place(e))
            in_place = ", ".join(_anchor(e) for e in names if _is_in_place(e))
            link = f'<a href="{relative(page.source, self.address(same))}"><code>{same}</code></a>'
            words = self._inline(self.entries[same].first_sentence, page)
            body.append(f"<tr><td>{plain}</td><td>{in_place}</td><td>{link}: {words}</td></tr>")
        return (
            "## Names that are described elsewhere\n\n"
            '<table class="api-same" data-search-exclude><thead><tr><th>name</th><th>in place</th><th>does what this '
            "does</th></tr></thead><tbody>\n" + "\n".join(body) + "\n</tbody></table>\n"
        )

    def _link(self, page):
        return functools.partial(self._linked, page)

    def _linked(self, page, code):
        full = self.resolve(code)
        return relative(page.source, self.address(full)) if full else None

    def _inline(self, text, page):
        return docstrings.inline(text, self._link(page))

    def resolve(self, code: str) -> str | None:
        """The full name that a piece of code names: `nn.Linear(3, 2)` is torch.nn.Linear; None if it names none.

        Only what begins with a namespace is taken: `sum` alone may be Python's.
        """
        found = re.fullmatch(r"([A-Za-z_][\w.]*)(\(.*\))?", code.strip(), re.DOTALL)
        if not found or "." not in found[1]:
            return None
        first, _, rest = found[1].partition(".")
        start = {"F": "torch.nn.functional", "nn": "torch.nn", "optim": "torch.optim", "Tensor": "torch.Tensor"}.get(
            first
        )
        full = f"{start}.{rest}" if start else found[1]
        if full.startswith("borch."):
            full = full[1:].replace("orch", "torch", 1)
        return full if full in self.entries else None

    # --- the index ---

    def index(self) -> str:
        rows, lists = [], []
        for page in self.pages.values():
            there = [e for e in page.entries if e.kind != "absent"]
            cells = sum(1 for e in page.entries if examples.shown(e) and examples.current(e, self.promises) is not None)
            rows.append(
                f"| [{page.title}]({page.name}.md) | {len(there)} | {cells} | {len(page.entries) - len(there)} |"
            )
            names = sorted((e for e in there if not e.same), key=lambda e: e.name.lower())
            links = ", ".join(
                f'<a href="{relative(INDEX, self.address(e.full))}"><code>{e.name}</code></a>' for e in names
            )
            lists.append(f"## {page.title}\n\n<p data-search-exclude>{links}</p>\n")
        return _INDEX.format(rows="\n".join(rows)) + "\n" + "\n".join(lists)


_INDEX = """\
---
title: Reference
search:
  boost: 0.5
---

# Reference

Every public name of these namespaces of PyTorch 2.13, out of the library itself: how it is called, what it does, and an
example to run. The lines under an example are those that PyTorch printed for it. Below each name stands how many frozen
answers of PyTorch the tests compare borch with that name it. What is absent has its reason here and on the page of
[differences](../differences.md).

| page | names | examples that run | absent |
|---|---|---|---|
{rows}
"""


def _heading(entry):
    return "".join("\\" + sign if sign in "\\`*_{}[]()#+-!<>&" else sign for sign in _label(entry))


def _label(entry):
    return entry.full.removeprefix("torch.") if entry.namespace == "torch.Tensor" else entry.full


def _anchor(entry, signature=""):
    return f'<code id="{entry.full}">{_escape(_label(entry) + signature)}</code>'


def _repeated(entries):
    """What else stands for an entry: aliases, and in-place twins."""
    plain = ", ".join(_anchor(e) for e in entries if not _is_in_place(e))
    in_place = ", ".join(_anchor(e) for e in entries if _is_in_place(e))
    return [words for words in (plain and f"Also {plain}.", in_place and f"In place: {in_place}.") if words]


def _is_in_place(entry):
    return entry.name.endswith("_") and not entry.name.endswith("__")


def _listed(title, items):
    rows = "".join(f"<li>{item}</li>" for item in items)
    return f'## {title}\n\n<ul class="api-list">{rows}</ul>\n'


def _absent(entries):
    reasons = defaultdict(list)
    for entry in entries:
        reasons[entry.reason].append(_anchor(entry))
    items = [f"{_escape(reason[:1].upper() + reason[1:])}: {', '.join(names)}." for reason, names in reasons.items()]
    return _listed("Absent", items)


def _cell_id(entry, ids):
    base = re.sub(r"[^a-z0-9]+", "-", _label(entry).removeprefix("torch.").lower()).strip("-")
    id = next(id for id in (base, *(f"{base}-{n}" for n in range(2, 99))) if id not in ids)
    ids.add(id)
    return id


def _marker(text):
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    return "`" * (longest + 1)


def relative(source, address):
    """From one page of the site, which has a folder of its own, to an address like `reference/nn.md#torch.nn.Linear`."""
    target, _, anchor = address.partition("#")
    return f"{posixpath.relpath(_folder(target), _folder(source))}/#{anchor}".replace("./#", "#")


def _folder(source):
    path = source.removesuffix(".md")
    return posixpath.dirname(path) or "." if posixpath.basename(path) == "index" else path


def _escape(text):
    return html.escape(text, quote=False)


def _quoted(text):
    return '"' + text.replace('"', "'") + '"'
