"""A docstring's text as HTML: paragraphs, lists, indented blocks, code spans, addresses. Knows neither MkDocs nor a page."""

import html
import re
import textwrap
from collections.abc import Callable

_TORCH = re.compile(r"https://docs\.pytorch\.org/docs/\w+/[^\s()]*[^\s().,;:]")
_INLINE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)|(https?://[^\s<>()]*[^\s<>().,;:])", re.DOTALL)


def render(text: str, link: Callable[[str], str | None] = lambda name: None) -> str:
    """`link` gives the address of a name between backticks, or None.

    >>> render("The sum of `a`.\\n\\n- one\\n- two & 3")
    '<p>The sum of <code>a</code>.</p>\\n<ul><li>one</li><li>two &amp; 3</li></ul>'
    """
    blocks = re.split(r"\n[ \t]*\n", text.strip("\n"))
    return "\n".join(_block(block, link) for block in blocks if block.strip())


def inline(text: str, link: Callable[[str], str | None] = lambda name: None) -> str:
    """One paragraph's text, without a paragraph around it."""
    parts, at = [], 0
    for found in _INLINE.finditer(text):
        parts.append(html.escape(text[at : found.start()], quote=False))
        at = found.end()
        if found[3]:
            parts.append(f'<a href="{html.escape(found[3])}">{html.escape(found[3])}</a>')
            continue
        code = f"<code>{html.escape(found[2], quote=False)}</code>"
        address = link(found[2])
        parts.append(f'<a href="{html.escape(address)}">{code}</a>' if address else code)
    return "".join(parts) + html.escape(text[at:], quote=False)


def torch_page(text: str) -> tuple[str, str]:
    """The text without the line that only names torch's own page as its source, and that page's address or "".

    >>> torch_page("The sum. Source: https://docs.pytorch.org/docs/stable/generated/torch.add.html")
    ('The sum.', 'https://docs.pytorch.org/docs/stable/generated/torch.add.html')
    """
    found = _TORCH.search(text)
    if not found:
        return text, ""
    alone = re.search(rf"\s*Source: {re.escape(found[0])}\.?(?=\s|$)", text)
    return (text[: alone.start()] + text[alone.end() :]).strip() if alone else text, found[0]


def _block(block, link):
    lines = block.split("\n")
    if all(line.startswith("    ") for line in lines):
        return f"<pre><code>{html.escape(textwrap.dedent(block), quote=False)}</code></pre>"
    first = next((i for i, line in enumerate(lines) if line.startswith("- ")), len(lines))
    before = f"<p>{inline(chr(10).join(lines[:first]), link)}</p>" if first else ""
    items = re.split(r"^- ", "\n".join(lines[first:]), flags=re.MULTILINE)[1:]
    listed = "".join(f"<li>{inline(item.strip(), link)}</li>" for item in items)
    return before + (f"<ul>{listed}</ul>" if listed else "")
