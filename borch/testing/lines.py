"""When do printed lines keep a promise? Text and integers exactly, decimals to one unit of the last printed digit.
Only the standard library is used here: tests, the build and the reader's tab all ask this one file."""

import re
from decimal import Decimal
from typing import NamedTuple

_NUMBER = re.compile(
    r"(?P<version>\d+(?:\.\d+){2,})"  # 1.2.3 is text, not a decimal
    r"|(?P<decimal>[-+]?(?:\d+\.\d*|\.\d+)(?:[eE][-+]?\d{1,4}(?!\d))?|[-+]?\d+[eE][-+]?\d{1,4}(?!\d))"
    r"|(?P<word>(?<!\w)[-+]?(?:nan|inf)\b)"
    r"|(?P<integer>[-+]?\d+)"
)


class Difference(NamedTuple):
    """One line that breaks a promise: `line` counts from 1, `expected` or `got` is None where that side has no line."""

    line: int
    expected: str | None
    got: str | None
    reason: str

    def __str__(self):
        if self.expected is None:
            return f"line {self.line}: {self.reason}\n  got      {self.got}"
        if self.got is None:
            return f"line {self.line}: {self.reason}\n  expected {self.expected}"
        return f"line {self.line}: {self.reason}\n  expected {self.expected}\n  got      {self.got}"


def shown(text: str) -> list[str]:
    r"""The lines that a reader sees of printed `text`: no trailing whitespace, no blank lines at the end, and of a line
    that is rewritten with a carriage return only its last state.

    >>> shown("step 1\rstep 2\nloss 0.5  \n\n")
    ['step 2', 'loss 0.5']
    """
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").split("\n")]
    lines = [line[line.rfind("\r") + 1 :] if "\r" in line else line for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def compare(expected: str, got: str, tol: float | None = None) -> list[Difference]:
    """Lists every line of `got` that breaks the promise `expected`; an empty list means that it is kept.

    A decimal may be one unit of the promise's last digit away and must be printed in the same form: as many digits
    after the point, an exponent or none. With `tol` it may be printed in any form, at most `tol` away. A number without
    a digit after the point (`3.`, `1e-05`) is exact unless `tol` is given. Blanks beside a decimal, nan or inf are free
    once some decimal of the output has changed its width (a tensor pads its columns); otherwise they are text.

    >>> compare("loss 0.3469, step 120", "loss 0.3470, step 120")
    []
    >>> print(compare("loss 0.3469", "loss 0.3471")[0])
    line 1: 0.3471 is more than 0.0001 away from 0.3469
      expected loss 0.3469
      got      loss 0.3471
    >>> compare("loss 0.3469", "loss 0.3471", tol=0.001)
    []
    """
    limit = None if tol is None else Decimal(str(tol))
    pairs, differences = _align(shown(expected), shown(got))
    split = [(line, a, b, _tokens(a), _tokens(b)) for line, a, b in pairs if a != b]
    free = any(_width_changed(old, new) for _, _, _, old, new in split)
    for line, a, b, old, new in split:
        reason = _text_reason(old, new, free) or _number_reason(old, new, limit)
        if reason:
            differences.append(Difference(line, a, b, reason))
    return sorted(differences, key=lambda difference: difference.line)


def _align(expected, got):
    """Pairs the lines to compare. Where the counts differ, what looks alike at both ends is paired and the rest is
    missing or not promised."""
    head, tail, short = 0, 0, min(len(expected), len(got))
    if len(expected) == len(got):
        head = short
    while head < short and _alike(expected[head], got[head]):
        head += 1
    while tail < short - head and _alike(expected[-1 - tail], got[-1 - tail]):
        tail += 1
    a_end, b_end = len(expected) - tail, len(got) - tail
    pairs = [*zip(expected[:head], got, strict=False), *zip(expected[a_end:], got[b_end:], strict=True)]
    lines = [*range(1, head + 1), *range(b_end + 1, len(got) + 1)]
    unpaired = [Difference(head + i, a, None, "is missing") for i, a in enumerate(expected[head:a_end], 1)]
    unpaired += [Difference(head + i, None, b, "is not promised") for i, b in enumerate(got[head:b_end], 1)]
    return [(line, a, b) for line, (a, b) in zip(lines, pairs, strict=True)], unpaired


def _alike(a, b):
    return a == b or _NUMBER.sub("", a).split() == _NUMBER.sub("", b).split()


def _tokens(line):
    """Text and numbers in turn, text first and last."""
    tokens, end = [], 0
    for match in _NUMBER.finditer(line):
        if match.lastgroup != "version":
            tokens += [line[end : match.start()], match.group()]
            end = match.end()
    return [*tokens, line[end:]]


def _is_integer(number):
    return number.lstrip("+-").isdigit()


def _width_changed(old, new):
    return any(len(a) != len(b) and not _is_integer(a) for a, b in zip(old[1::2], new[1::2], strict=False))


def _text_reason(old, new, free):
    """What differs beside the numbers, or None."""
    if len(old) != len(new):
        return f"prints {len(new) // 2} numbers, {len(old) // 2} are promised"
    for i in range(0, len(old), 2):
        a, b = old[i], new[i]
        if a != b and free and i > 0 and not _is_integer(old[i - 1]):
            a, b = a.lstrip(), b.lstrip()
        if a != b and free and i + 1 < len(old) and not _is_integer(old[i + 1]):
            a, b = a.rstrip(), b.rstrip()
        if a != b:
            return f"prints {new[i]!r}, {old[i]!r} is promised"
    return None


def _number_reason(old, new, limit):
    """Which number is not the promised one, or None."""
    for a, b in zip(old[1::2], new[1::2], strict=True):
        if a == b:
            continue
        if not (_is_decimal(a) and _is_decimal(b)):
            return f"{b} is not {a}"
        digits, exponent = _form(a)
        plus = a[0] != b[0] and "+" in (a[0], b[0]) and "-" not in (a[0], b[0])
        if limit is None and (plus or _form(b) != (digits, exponent)):
            return f"{b} is not printed in the form of {a}"
        if limit is None and digits == 0:
            return f"{b} is not {a}"
        allowed = limit
        if limit is None:
            allowed = Decimal(1).scaleb((int(a.lower().partition("e")[2]) if exponent else 0) - digits)
        if abs(Decimal(a) - Decimal(b)) > allowed:
            return f"{b} is more than {allowed} away from {a}"
    return None


def _is_decimal(number):
    return not _is_integer(number) and number[-1] not in "nf"


def _form(number):
    """How many digits follow the point, and whether there is an exponent."""
    mantissa, mark, _ = number.lower().partition("e")
    return len(mantissa.partition(".")[2]), bool(mark)
