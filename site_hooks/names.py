"""The names that the editor completes, and what is said about them: the library's own, out of its modules and docstrings.
`content()` is the file that a reader's browser fetches when a list of names is first shown; knows nothing of MkDocs."""

import functools
import importlib
import inspect
import json
import re
from types import ModuleType

from borch import absent

PATH = "assets/cells/names.json"
ROOMS = (
    "torch",
    "torch.amp",
    "torch.autograd",
    "torch.autograd.functional",
    "torch.distributions",
    "torch.fft",
    "torch.func",
    "torch.linalg",
    "torch.nn",
    "torch.nn.functional",
    "torch.nn.init",
    "torch.nn.utils",
    "torch.nn.utils.rnn",
    "torch.nn.utils.parametrizations",
    "torch.onnx",
    "torch.optim",
    "torch.optim.lr_scheduler",
    "torch.optim.swa_utils",
    "torch.random",
    "torch.special",
    "torch.testing",
    "torch.utils",
    "torch.utils.data",
    "torch.utils.checkpoint",
)
UNOFFERED = {"GradcheckError", "names"}  # public here, not in PyTorch 2.13
LONGEST = 240  # characters of a summary; more does not fit beside the list
WIDEST = 120  # characters of a signature

Entry = list[str]  # kind, signature, summary; of a class its key in "classes" too


@functools.cache
def content() -> str:
    """JSON of two tables: "modules", {module: {name: entry}}, and "classes", {class: {"bases": [class], "names": {name: entry}}}.

    An entry is [kind, signature, summary]; that of a class ends with its key in "classes".
    """
    for room in (*ROOMS, "torch.signal"):
        _module(room)  # opened before the names of torch itself are told, of which some live in them
    modules = {room: _members(room) for room in ROOMS}
    classes: dict[str, dict[str, object]] = {}
    for room, members in modules.items():
        for name, (kind, *_) in members.items():
            if kind == "class":
                _add(getattr(_module(room), name), classes)
    content = {"modules": modules, "classes": classes}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _module(room: str) -> ModuleType:
    return importlib.import_module("borch" + room.removeprefix("torch"))


def _members(room: str) -> dict[str, Entry]:
    place = _module(room)
    inner = {each.removeprefix(room + ".").partition(".")[0] for each in ROOMS if each.startswith(room + ".")}
    listed = set(getattr(place, "__all__", ()))
    found = {}
    for name in sorted(listed | set(dir(place)) | inner):
        if not _offered(place, name):
            continue
        value = getattr(place, name)
        if inspect.ismodule(value):
            if name in inner:
                found[name] = ["module", "", _summary(value)]
        elif name in listed or ((room == "torch" or not listed) and _belongs(value, place.__name__)):
            found[name] = _entry(value)
    return found


def _offered(place: object, name: str) -> bool:
    return not name.startswith("_") and name not in UNOFFERED and absent.is_present(place, name)


def _belongs(value: object, room: str) -> bool:
    """Whether a module without a list of its names has this one for its users, and not for its own work."""
    home = getattr(value, "__module__", None) or type(value).__module__
    if room == "borch" and isinstance(value, float):
        return True
    return home.startswith((room, "torch", "borch.ops")) and home != "borch.absent"


def _add(place: type, classes: dict[str, dict[str, object]]) -> None:
    """The class and its bases, each with what it defines itself."""
    if _key(place) in classes or not _ours(place):
        return
    names = {name: _entry(value, bound=True) for name, value in sorted(vars(place).items()) if _offered(place, name)}
    classes[_key(place)] = {"bases": [_key(base) for base in place.__bases__ if _ours(base)], "names": names}
    for base in place.__bases__:
        _add(base, classes)


def _ours(place: type) -> bool:
    return place.__module__.startswith(("borch", "torch"))


def _key(place: type) -> str:
    return f"{place.__module__}.{place.__qualname__}".replace("borch", "torch", 1)


def _entry(value: object, bound: bool = False) -> Entry:
    if inspect.isclass(value):
        return ["class", _signature(value), _summary(value), _key(value)]
    if isinstance(value, staticmethod):
        value, bound = value.__func__, False
    elif isinstance(value, classmethod):
        value = value.__func__
    if inspect.isroutine(value):
        return ["method" if bound else "function", _signature(value, bound), _summary(value)]
    return ["property" if inspect.isdatadescriptor(value) else "constant", "", _summary(value)]


def _signature(value: object, bound: bool = False) -> str:
    """The parameters and their defaults, without types; of a method without the tensor itself."""
    try:
        signature = inspect.signature(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    parameters = [each.replace(annotation=inspect.Parameter.empty) for each in signature.parameters.values()]
    text = str(signature.replace(parameters=parameters[bound:], return_annotation=inspect.Signature.empty))
    text = re.sub(r"<[^<>]*>", "...", text).replace("borch.", "torch.")
    return text if len(text) <= WIDEST else text[: WIDEST - 4].rpartition(",")[0] + ", ...)"


def _summary(value: object) -> str:
    """The first paragraph of the docstring, or as many of its words as there is room for."""
    if inspect.isdatadescriptor(value) or inspect.isroutine(value) or inspect.isclass(value) or inspect.ismodule(value):
        text = " ".join((inspect.getdoc(value) or "").split("\n\n")[0].split())
    else:
        text = ""
    return text if len(text) <= LONGEST else text[:LONGEST].rpartition(" ")[0] + " ..."
