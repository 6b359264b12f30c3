"""torch.torch_version: a version as text that compares by its numbers.

Source: https://docs.pytorch.org/docs/stable/torch.html
"""

import re

__all__ = ["TorchVersion"]


def _release(version):
    """The numbers of a version given as text or as a tuple, without trailing zeros: "2.13.0+cpu" -> (2, 13)."""
    if isinstance(version, tuple):
        version = ".".join(map(str, version))
    match = re.match(r"v?(\d+(?:\.\d+)*)", str(version))
    if match is None:
        raise ValueError(f"Invalid version: '{version}'")
    numbers = [int(part) for part in match.group(1).split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    before = re.match(r"[._-]?(?:a|b|c|rc|alpha|beta|pre|preview|dev)", str(version)[match.end() :])
    return tuple(numbers), 0 if before else 1, "+" in str(version)


class TorchVersion(str):
    """The version as a str; `<`, `>=` and the others compare its numbers with a text or a tuple.

    >>> import borch as torch
    >>> torch.__version__ >= "2.9", torch.__version__ >= (1, 8), torch.__version__ > "10.0"
    (True, True, False)
    """

    def _compare(self, other, how):
        try:
            return how(_release(str(self)), _release(other))
        except ValueError:  # a text that is no version compares as text
            return how(str(self), str(other))

    def __lt__(self, other):
        return self._compare(other, lambda a, b: a < b)

    def __le__(self, other):
        return self._compare(other, lambda a, b: a <= b)

    def __gt__(self, other):
        return self._compare(other, lambda a, b: a > b)

    def __ge__(self, other):
        return self._compare(other, lambda a, b: a >= b)

    def __eq__(self, other):
        return str(self) == str(other) or self._compare(other, lambda a, b: a == b)

    def __hash__(self):
        return hash(str(self))
