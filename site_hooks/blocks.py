"""Where the fenced blocks of a Markdown page begin and end, as pymdownx.superfences and GitHub both see them.
A block that the two would read differently is an error."""

import re
from dataclasses import dataclass, field

_FENCE = re.compile(r"(?P<indent>[ \t]*)(?P<marker>`{3,}|~{3,})(?P<info>.*)")
_MISPLACED = re.compile(r"[ \t]*(?:(?:[-*+>]|\d+[.)])[ \t]*)+(?:`{3,}|~{3,}).*\b(?:cell|out)\s*=")
_CONTAINER = re.compile(r"(?:[-*+]|\d+[.)]|!!!|\?\?\?\+?|===[+!]*|\[\^[^\]]+\]:|:)(?:\s|$)")


@dataclass(frozen=True)
class Fence:
    """A fenced block as it stands in the page; lines count from 1, `text` is without the fence's own indentation."""

    line: int
    end: int
    indent: str
    marker: str
    info: str
    text: str


@dataclass
class Blocks:
    """The blocks of a page in order, the errors as (line, message), and the page with all that is not prose blank."""

    fences: list[Fence] = field(default_factory=list)
    errors: list[tuple[int, str]] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)


def split_lines(text: str) -> list[str]:
    """Splits where Markdown splits: at the line ends of any system, at nothing else."""
    return re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))


def read(lines: list[str]) -> Blocks:
    blocks = Blocks(prose=list(lines))
    at = _after_front_matter(lines)
    blocks.prose[:at] = [""] * at
    while at < len(lines):
        opening = _FENCE.fullmatch(lines[at])
        if re.match(" {0,3}<!--", lines[at]):
            end = next((i for i in range(at, len(lines)) if "-->" in lines[i]), len(lines) - 1) + 1
        elif opening and _opens(opening, blocks.prose, at):
            end = _read_fence(opening, lines, at, blocks)
        else:
            if _MISPLACED.match(lines[at]):
                blocks.errors.append((at + 1, "a cell cannot begin behind a list's or a quotation's mark"))
            at += 1
            continue
        blocks.prose[at:end] = [""] * (end - at)
        at = end
    return blocks


def _after_front_matter(lines):
    if lines[0].rstrip() != "---":
        return 0
    return next((i + 1 for i, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")), 0)


def _opens(opening, prose, at):
    if opening["marker"][0] == "`" and "`" in opening["info"]:
        return False  # code within a line
    return _columns(opening["indent"]) < 4 or _in_container(prose, at, _columns(opening["indent"]))


def _in_container(prose, at, indent):
    """Whether an indented line belongs to a list item, an admonition, a tab; else Markdown shows it as it stands."""
    while at > 0 and indent >= 4:
        at -= 1
        line = prose[at]
        left = _columns(line)
        if not line.strip() or left >= indent:
            continue
        if _CONTAINER.match(line.lstrip()):
            indent = left
        elif at == 0 or not prose[at - 1].strip():
            return False
    return indent < 4


def _columns(line):
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())


def _read_fence(opening, lines, start, blocks):
    """Adds the block that begins at `start`; returns where reading goes on."""
    indent, marker = _columns(opening["indent"]), opening["marker"]
    content = []
    for at in range(start + 1, len(lines)):
        line = _without_indent(lines[at], indent)
        if line is None:
            blocks.errors.append((at + 1, f"stands to the left of the block that begins at line {start + 1}"))
            return at
        run = re.fullmatch(rf" {{0,3}}({re.escape(marker[0])}{{3,}})[ \t]*", line)
        if run and line.rstrip() == marker:
            text = "".join(f"{row}\n" for row in content)
            blocks.fences.append(Fence(start + 1, at + 1, opening["indent"], marker, opening["info"].strip(), text))
            return at + 1
        if run and len(run[1]) >= len(marker):
            blocks.errors.append((at + 1, f"does not end the block of line {start + 1} as it begins: {marker}"))
            return at + 1
        content.append(line)
    blocks.errors.append((start + 1, "this block has no end"))
    return len(lines)


def _without_indent(line, indent):
    """The line from column `indent` on; None where it has text to the left of that."""
    if not line.strip():
        return line[indent:]
    if _columns(line) < indent:
        return None
    if indent == 0:
        return line
    text = line.lstrip(" \t")
    return " " * (_columns(line) - indent) + text
