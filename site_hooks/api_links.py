"""Names of torch in the prose of a page: where code names one for the first time, it becomes a link to the reference, and
a link to torch's documentation gets one to the reference beside it.
Works on the rendered page; headings, cells and blocks of code are left as they are."""

import builtins
import html
import keyword
import re

from site_hooks.reference import Reference, relative

_PART = re.compile(
    r"(?P<kept><(?P<tag>a|pre|section|h[1-6]|script|style|svg)\b.*?</(?P=tag)>)|<code>(?P<code>[^<]+)</code>", re.DOTALL
)
_SPACES = "torch torch.nn torch.nn.functional torch.optim torch.optim.lr_scheduler torch.utils.data torch.nn.utils.rnn"
BARE = [*_SPACES.split(), "torch.Tensor", "torch.autograd"]
PARAMETERS = {"dim", "weight", "input", "other", "out", "size"}  # what such a name means in a sentence
OTHERS = {"copy", "io", "math", "model", "np", "numpy", "optimizer", "pickle", "plt", "random", "self"}  # no tensors
_TORCH = re.compile(r'<a href="https://docs\.pytorch\.org/[^"]*?([\w.]+)"[^>]*><code>([^<]+)</code></a>')
TITLE = "{}: in the reference, with a link to PyTorch's page"
BESIDE = '<sup class="api-beside"><a class="api-link" href="{0}" title="{1}: in the reference" aria-label="{1}">ref</a></sup>'


def link(rendered: str, source: str, reference: Reference) -> str:
    """The page's HTML with its links; `source` is the page's path in the site's docs."""
    seen = set()

    def first(full):
        address = full and full not in seen and reference.address(full)
        seen.add(full)
        return address and relative(source, address)

    def linked(found):
        if torch := _TORCH.fullmatch(found[0]):
            full = documented(torch[1], html.unescape(torch[2]), reference)
            address = first(full)
            return found[0] + (BESIDE.format(address, full) if address else "")
        full = found["code"] and meant(html.unescape(found["code"]), reference)
        address = first(full)
        if not address:
            return found[0]
        title = html.escape(TITLE.format(full))
        return f'<a class="api-link" href="{address}" title="{title}">{found[0]}</a>'

    return _PART.sub(linked, rendered)


def documented(name: str, code: str, reference: Reference) -> str | None:
    """The full name that a link to torch's documentation is about: its address ends in it, or its text says it.
    A method without an entry of its own is found in that of its class."""
    full = re.sub(r"\.(\w+)\.\1$", r".\1", name.removesuffix(".html"))  # torch.autograd.gradcheck.gradcheck
    names = [full, meant(code, reference), full.rpartition(".")[0]]
    return next((each for each in names if each and reference.address(each)), None)


def meant(code: str, reference: Reference) -> str | None:
    """The full name that a lesson means by a piece of code; None where it may mean something else.

    A name without its namespace is taken in the order of `BARE`: `DataLoader`, `cross_entropy`, `.item()`, `x.T`.
    """
    full = reference.resolve(code)
    found = re.fullmatch(r"([a-z]\w*)?(\.)?([A-Za-z]\w*)(\(.*\))?", code.strip(), re.DOTALL)
    if full or not found:
        return full
    first, dot, name = found[1], found[2], found[3]
    if dot:
        return _described(f"torch.Tensor.{name}", reference) if first not in OTHERS else None
    name = (first or "") + name  # the first group takes what it can of a name without a dot
    if len(name) < 3 or name in PARAMETERS or hasattr(builtins, name) or keyword.iskeyword(name):
        return None
    return next(filter(None, (_described(f"{space}.{name}", reference) for space in BARE)), None)


def _described(full, reference):
    entry = reference.entries.get(full)
    return full if entry and entry.kind not in ("absent", "module") else None
