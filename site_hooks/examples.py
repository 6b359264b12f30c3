"""What the examples of the library's docstrings print on real torch: `python -m site_hooks.examples [name ...]` runs
them and writes examples.json, beside which a build needs no torch; `--check` compares instead. A name is a full one,
`torch.matmul`, or a namespace; all if none is given. The reference shows an example as a cell if its promise is there.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

from borch.testing import lines
from site_hooks import api, run
from site_hooks.api import Entry
from site_hooks.blocks import Fence
from site_hooks.cells import Cell, Page

FILE = Path(__file__).with_suffix(".json")
OWN = {"torch.onnx.export", "torch.onnx.ONNXProgram"}  # torch describes the file that it writes in other words


def promises() -> dict[str, tuple[str, str]]:
    """The mark of the code and the promised lines, by full name."""
    content = json.loads(FILE.read_text("utf-8"))["promises"] if FILE.exists() else {}
    return {name: (mark, out) for name, (mark, out) in content.items()}


def documented() -> set[str]:
    """The names that torch itself describes."""
    return set(json.loads(FILE.read_text("utf-8"))["documented"]) if FILE.exists() else set()


def mark(code: str) -> str:
    """Of which code a promise was made."""
    return hashlib.sha256(code.encode()).hexdigest()[:12]


def shown(entry: Entry) -> bool:
    """Whether the entry has an example of its own that prints something, and that real torch does not refuse to run."""
    return bool(entry.want) and not entry.same and entry.raises != "NotImplementedError"


def current(entry: Entry, known: dict[str, tuple[str, str]]) -> str | None:
    """The promise of the entry's example as it stands in the docstring now; None where torch has not run that."""
    made, out = known.get(entry.full, ("", ""))
    return out if made == mark(entry.code) else None


def differences(entry: Entry, promise: str) -> list[str]:
    """Where the docstring says something else than torch does."""
    return [str(difference) for difference in lines.compare(promise, entry.want)]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m site_hooks.examples", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--new", action="store_true", help="only those that have no promise, or one of other code")
    options = parser.parse_args(arguments)
    known, every = promises(), [entry for entry in api.entries() if shown(entry)]
    chosen = [entry for entry in every if not options.names or {entry.full, entry.namespace} & set(options.names)]
    if options.new:
        chosen = [entry for entry in chosen if current(entry, known) is None]
    good, made = True, {}
    for entry, result in zip(chosen, _results(chosen), strict=True):
        problems = [result.error] if result.error else differences(entry, result.output)
        if options.check and not problems and current(entry, known) is None:
            problems = ["has no promise, or one of other code"]
        elif options.check and not problems:
            problems = [str(d) for d in lines.compare(known[entry.full][1], result.output)]
        for problem in problems:
            print(f"{entry.full}: {problem}", file=sys.stderr)
        good = good and not problems
        if not result.error:
            made[entry.full] = mark(entry.code), "".join(f"{row}\n" for row in lines.shown(result.output))
    if not options.check:
        kept = {entry.full: known[entry.full] for entry in every if entry.full in known and entry not in chosen}
        _write({**kept, **made})
    print(f"{len(chosen)} examples, {'all as torch prints them' if good else 'NOT all as torch prints them'}")
    return 0 if good else 1


def _results(chosen):
    """What each prints, in their order: on torch, but borch promises for its own."""
    found = {}
    for library in ("torch", "borch"):
        part = [entry for entry in chosen if (entry.full in OWN) == (library == "borch")]
        found.update((result.id, result) for result in (_run(part, library) if part else ()))
    return [found[entry.full] for entry in chosen]


def _run(chosen, library):
    page = Page("reference")
    for entry in chosen:
        fence = Fence(1, 1, "", "```", "", entry.code)
        page.cells[entry.full] = Cell("reference", entry.full, fence, {"raises": entry.raises} if entry.raises else {})
    return run.results(page, page.cells.values(), library)


def _write(content):
    import torch

    rows = [f"{json.dumps(name)}: {json.dumps(content[name], ensure_ascii=False)}" for name in sorted(content)]
    names = [json.dumps(name) for name in sorted(_documented(torch))]
    text = (
        f'{{"torch": "{torch.__version__.partition("+")[0]}",\n"documented": [\n'
        + ",\n".join(names)
        + '\n],\n"promises": {\n'
        + ",\n".join(rows)
        + "\n}}\n"
    )
    FILE.write_text(text, "utf-8")


def _documented(torch):
    import importlib

    for entry in api.entries():
        if entry.kind == "absent":
            continue
        place = torch.Tensor if entry.namespace == "torch.Tensor" else importlib.import_module(entry.namespace)
        if getattr(getattr(place, entry.name), "__doc__", None):
            yield entry.full


if __name__ == "__main__":
    sys.exit(main())
