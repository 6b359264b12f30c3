"""How many of torch's public names borch has, per namespace, and which it has not: `make coverage`, beside live torch.

`count` says it for the frozen names of tests/golden/names.json too; tests/test_names.py holds borch to it.
"""

import importlib
import json
from pathlib import Path
from typing import NamedTuple

from borch import absent

NAMES = Path(__file__).parent / "golden" / "names.json"


class Coverage(NamedTuple):
    """The public names of one namespace of torch, sorted by what borch has of them."""

    present: list
    refused: list  # absent, and borch/absent.py says why
    later: list  # absent, and borch/absent.py says "not yet"
    missing: list  # absent without a word
    both: list  # present, though borch/absent.py says that it is not

    def share(self):
        """How many of 100 of the names that make sense are there."""
        sensible = len(self.present) + len(self.later) + len(self.missing)
        return 100 * len(self.present) / sensible if sensible else 100.0


def frozen():
    """torch's names as they were frozen: {namespace: [names]}."""
    content = json.loads(NAMES.read_text("utf-8"))["names"]
    return {namespace: sorted(sum(kinds.values(), [])) for namespace, kinds in content.items()}


def place_of(namespace):
    import borch

    if namespace == "torch.Tensor":
        return borch.Tensor
    return importlib.import_module("borch" + namespace.removeprefix("torch"))


def count(namespace, names):
    place, listed = place_of(namespace), absent.listing(namespace)
    found = Coverage([], [], [], [], [])
    for name in names:
        if absent.is_present(place, name):
            (found.both if name in listed else found.present).append(name)
        elif name not in listed:
            found.missing.append(name)
        elif listed[name][0] == absent.REASONS["not yet"]:
            found.later.append(name)
        else:
            found.refused.append(name)
    return found


def main():
    """Prints a table of the namespaces of the installed torch, and the names that are neither there nor explained."""
    import torch

    from tests.golden.make_names import NAMESPACES, SMALL, names

    print(f"torch {torch.__version__}\n")
    print("| namespace | names | out of range | present | of 100 that make sense |")
    print("|---|---|---|---|---|")
    rest = []
    for namespace in (*NAMESPACES, *SMALL):
        known = sorted(sum(names(namespace, torch).values(), []))
        try:
            c = count(namespace, known)
        except ImportError:
            c = Coverage([], [], [], known, [])
        print(f"| {namespace} | {len(known)} | {len(c.refused)} | {len(c.present)} | {c.share():.1f} |")
        rest += [(namespace, "missing", c.missing), (namespace, "not yet", c.later), (namespace, "both", c.both)]
    for namespace, word, found in rest:
        if found:
            print(f"\n{namespace}, {word}: {' '.join(found)}")


if __name__ == "__main__":
    main()
