"""torch's public names as borch has them: signature, docstring, example, and the reason where a name is absent.

The names come from tests/golden/names.json, all else from the library itself. `python -m site_hooks.api` writes the
entries as JSON; the build reads them from that process, so that `mkdocs serve` sees a library that has changed.
Knows neither MkDocs nor HTML.
"""

import ast
import doctest
import importlib
import inspect
import json
import pkgutil
import re
import subprocess
import sys
import types
import warnings
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "tests/golden"
USUAL = {"forward", "extra_repr", "reset_parameters"}  # what every layer has
IN_PLACE = re.compile(r"In-place version of `(\w+)`[.,:]")


@dataclass
class Entry:
    """One public name. `same` is the full name of the entry that describes it, where this one only repeats it."""

    namespace: str
    name: str
    kind: str  # function, class, module, value, attribute, absent
    module: str = ""  # where borch defines it
    signature: str = ""
    text: str = ""  # the docstring without its example
    code: str = ""  # the example as a cell's code
    want: str = ""  # what the docstring says that it prints
    raises: str = ""  # the exception that it ends in
    same: str = ""
    value: str = ""
    reason: str = ""
    notes: list[str] = field(default_factory=list)
    cases: int = 0  # how many frozen cases name it
    members: list[tuple[str, str]] = field(default_factory=list)  # a class's own methods: call, first sentence

    @property
    def full(self) -> str:
        return f"{self.namespace}.{self.name}"

    @property
    def first_sentence(self) -> str:
        return first_sentence(self.text)


_read: dict[float, list[Entry]] = {}  # by the time of the last change of a file


def read() -> list[Entry]:
    """The entries of the library as it is on disk now."""
    changed = max(path.stat().st_mtime for path in [*(ROOT / "borch").rglob("*.py"), *GOLDEN.rglob("*.json")])
    if changed not in _read:
        _read.clear()
        _read[changed] = _fresh()
    return _read[changed]


def _fresh():
    done = subprocess.run(
        [sys.executable, "-m", "site_hooks.api"], cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8", check=True
    )
    return [Entry(**row) for row in json.loads(done.stdout)]


def entries() -> list[Entry]:
    """The same in this process, which imports all of borch."""
    _import_all()
    found = [entry for namespace, names in _names().items() for entry in _namespace(namespace, names)]
    _find_same(found)
    counts = case_counts()
    for entry in found:
        entry.cases = counts[entry.name]
    return found


def _names() -> dict[str, list[str]]:
    content = json.loads((GOLDEN / "names.json").read_text("utf-8"))["names"]
    return {namespace: sorted(sum(kinds.values(), [])) for namespace, kinds in content.items()}


def _import_all():
    import borch

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for module in pkgutil.walk_packages(borch.__path__, "borch."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)


def _namespace(namespace, names):
    import borch
    from borch import absent

    module = "borch" + namespace.removeprefix("torch")
    place = borch.Tensor if namespace == "torch.Tensor" else importlib.import_module(module)
    reasons = absent.listing(namespace)
    for name in names:
        if absent.is_present(place, name):
            yield _present(namespace, name, place)
        else:
            yield Entry(namespace, name, "absent", reason=reasons[name][0] if name in reasons else "")


def _present(namespace, name, place):
    from borch import absent
    from borch._core.op import OPS

    thing = inspect.getattr_static(place, name) if namespace == "torch.Tensor" else getattr(place, name)
    if getattr(thing, "__module__", "") == "borch.ops.rooms":
        thing = OPS[name]  # what stood in for it until its room was opened
    home = getattr(getattr(thing, "behind", thing), "__module__", None) or ""
    entry = Entry(namespace, name, _kind(namespace, thing), module=home)
    pattern = re.compile(rf"`(?:torch\.)?{re.escape(entry.full.removeprefix('torch.'))}[`(]")
    entry.notes = [note for note in absent.NOTES if pattern.search(note)]
    if entry.kind == "value":
        entry.value = _stable(repr(thing))
        return entry
    fixed = entry.kind == "attribute" and not inspect.isdatadescriptor(thing)
    doc = _fixed_doc(name, thing) if fixed else inspect.getdoc(thing) or ""
    entry.text, entry.code, entry.want, entry.raises = split(doc)
    if entry.kind == "module":
        entry.code = entry.want = (
            ""  # a module's docstring may show how it is used; its names have examples of their own
        )
    if callable(thing):
        entry.signature = signature(thing, method=namespace == "torch.Tensor")
    if entry.kind == "class":
        entry.members = list(_members(thing))
    return entry


def _fixed_doc(name, value):
    """Of an attribute that is the same for every tensor."""
    return f"{value} for every tensor here.\n\n>>> import borch as torch\n>>> print(torch.ones(2).{name})\n{value}\n"


def _kind(namespace, thing):
    if isinstance(thing, types.ModuleType):
        return "module"
    if isinstance(thing, type):
        return "class"
    if callable(thing):
        return "function"
    return "attribute" if namespace == "torch.Tensor" else "value"


def signature(thing, method: bool = False) -> str:
    """The parameters between parentheses, without annotations, and without the tensor itself for a method."""
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return "(...)"
    parameters = [p.replace(annotation=p.empty) for p in found.parameters.values()]
    bound = method and parameters and parameters[0].kind is not inspect.Parameter.VAR_POSITIONAL
    parameters = parameters[1 if bound else 0 :]
    return _stable(str(found.replace(parameters=parameters, return_annotation=found.empty)))


def _stable(text: str) -> str:
    """Without addresses, and with torch's name for the library's own."""
    text = re.sub(r"<(?:class|function) '?([\w.]+)'?(?: at 0x\w+)?>", r"\1", text)
    text = re.sub(r"<module '([\w.]+)'[^<>]*>", r"\1", text)
    text = re.sub(r"<([^<>]*?) at 0x\w+>", r"<\1>", text)
    text = re.sub(r"<([\w.]+): [^<>]+>", r"\1", text)
    return re.sub(r"\bborch\.", "torch.", text)


def _members(thing):
    """The public methods that a class defines itself and describes."""
    for name, value in vars(thing).items():
        function = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
        text = inspect.cleandoc(getattr(function, "__doc__", None) or "")
        if name.startswith("_") or name in USUAL or not text or not isinstance(function, types.FunctionType):
            continue
        yield name + signature(function, method=not isinstance(value, staticmethod)), first_sentence(split(text)[0])


def first_sentence(text: str) -> str:
    found = re.match(r"(.+?[.:;])(?:\s|$)", text.partition("\n\n")[0].replace("\n", " "))
    return found[1].rstrip(":;") if found else text.partition("\n")[0]


def split(doc: str) -> tuple[str, str, str, str]:
    """A docstring's text, its example as a cell's code, what that prints, and the exception that it ends in.

    >>> split("The sum.\\n\\n>>> a = 1\\n>>> a + 1\\n2\\n>>> a\\n1\\n")
    ('The sum.', 'a = 1\\nprint(a + 1)\\na\\n', '2\\n1\\n', '')
    """
    text, code, want, raises = [], [], [], ""
    parts = doctest.DocTestParser().parse(doc)
    examples = [part for part in parts if isinstance(part, doctest.Example)]
    for part in parts:
        if isinstance(part, str):
            text.append(part)
            continue
        code.append(_shown(part.source) if part.want and part is not examples[-1] else part.source)
        if part.exc_msg:
            raises = part.exc_msg.partition(":")[0].rpartition(".")[2]
            want.append(part.exc_msg.replace("<BLANKLINE>\n", "\n").rstrip() + "\n")  # a cell promises the message
        else:
            want.append(part.want.replace("<BLANKLINE>\n", "\n"))
    return "".join(text).strip(), "".join(code), "".join(want), raises.strip()


def _shown(source):
    """A line in the middle of an example whose value is shown: a cell shows that of its last line alone."""
    tree = ast.parse(source)
    statement = tree.body[0]
    if not isinstance(statement, ast.Expr):
        return source
    call = statement.value
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "print":
        return source
    return f"print({ast.get_source_segment(source, call)})\n"


def _find_same(found: list[Entry]) -> None:
    """Which entries repeat another: an alias, a method that is a function too, an in-place twin."""
    by_full = {entry.full: entry for entry in found}
    groups = defaultdict(list)
    for entry in found:
        if entry.code:
            groups[entry.text, entry.code].append(entry)
    for group in groups.values():
        chosen = max(group, key=lambda entry: (_names_itself(entry), -group.index(entry)))
        for entry in group:
            if entry is not chosen:
                entry.same = chosen.full
    for entry in found:
        base = IN_PLACE.match(entry.text)
        if base:
            near = [f"{entry.namespace}.{base[1]}", f"torch.{base[1]}", f"torch.Tensor.{base[1]}"]
            near += [f"torch.Tensor.{entry.name}"] * (entry.namespace == "torch")
            same = next((by_full[full] for full in near if full in by_full), None)
            entry.same = (same.same or same.full) if same else ""


def _names_itself(entry):
    used = re.escape(entry.full) if entry.namespace != "torch.Tensor" else rf"\.{re.escape(entry.name)}"
    return bool(re.search(rf"{used}\b(?!\.)", entry.code))


def case_counts() -> Counter[str]:
    """How many frozen cases name each name after a dot, and under "" how many cases there are."""
    counts: Counter[str] = Counter()
    for path in sorted((GOLDEN / "cases").glob("*.json")):
        for text in json.loads(path.read_text("utf-8"))["cases"]:
            counts.update({"", *re.findall(r"\.([A-Za-z]\w*)", text)})
    return counts


if __name__ == "__main__":
    json.dump([asdict(entry) for entry in entries()], sys.stdout)
