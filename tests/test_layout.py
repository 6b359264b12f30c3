"""The layout holds: imports go one way, files stay readable, public names are exported once."""

import ast
import re
from pathlib import Path

import pytest

import borch

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "borch").rglob("*.py"))
LIMIT = 600  # lines

# What each room may import of borch. A room not named here may import everything that is.
BELOW = {
    "absent": {"absent"},
    "_protobuf": {"_protobuf"},
    "_core": {"_core"},
    "_kernels": {"_kernels", "_core"},
    "ops": {"ops", "_core", "_kernels"},
    "creation": {"creation", "ops", "_core"},
    "printing": {"printing", "_core"},
    "random": {"random", "ops", "creation", "_core", "_kernels"},
    "autograd": {"autograd", "ops", "creation", "_core"},
    "linalg": {"linalg", "ops", "creation", "random", "autograd", "_core", "_kernels"},
    "special": {"special", "ops", "creation", "_core", "_kernels"},
    "fft": {"fft", "ops", "creation", "_core"},
    "signal": {"signal", "ops", "creation", "_core"},
    "testing": {"testing", "_core"},
    "distributions": {
        "distributions",
        "nn",
        "linalg",
        "special",
        "random",
        "autograd",
        "ops",
        "creation",
        "_core",
    },
    "func": {"func", "nn", "random", "autograd", "ops", "creation", "_core"},
    "nn": {"nn", "linalg", "special", "random", "autograd", "ops", "creation", "_core", "_kernels"},
    "onnx": {"onnx", "_protobuf", "func", "nn", "random", "autograd", "version", "ops", "creation", "_core"},
    "storage": {"storage", "creation", "ops", "_core"},
    "serialization": {"serialization", "storage", "nn", "random", "ops", "_core"},
    "amp": {"amp", "_core"},
    "utils": {
        "utils",
        "_ops",
        "_protobuf",
        "amp",
        "nn",
        "random",
        "autograd",
        "ops",
        "creation",
        "_core",
        "func",
        "hub",
        "overrides",
        "version",
        "serialization",
    },
    "optim": {"optim", "nn", "linalg", "random", "autograd", "ops", "creation", "_core", "_kernels"},
}


def room_of(path):
    parts = path.relative_to(ROOT / "borch").parts
    return parts[0].removesuffix(".py")


def imported_rooms(path):
    """(line, room) of every import of borch that runs when the file is imported."""
    package = path.relative_to(ROOT).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level] if node.level else ()
            target = (*base, *(node.module or "").split(".")) if node.module else base
            if target[:1] != ("borch",):
                continue
            names = [target[1]] if len(target) > 1 else [alias.name for alias in node.names]
            for name in names:
                yield node.lineno, name
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("borch."):
                    yield node.lineno, alias.name.split(".")[1]


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_go_one_way(path):
    room = room_of(path)
    if room not in BELOW:
        return
    late = late_lines(path)
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {target}"
        for line, target in imported_rooms(path)
        if target not in BELOW[room] | BELOW["absent"] and line not in late and is_room(target)
    ]
    assert wrong == []


def is_room(name):
    return (ROOT / "borch" / name).exists() or (ROOT / "borch" / f"{name}.py").exists()


def late_lines(path):
    """Lines inside functions: imports made on first use do not tie the rooms together."""
    lines = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_file_is_too_long_to_read(path):
    assert len(path.read_text("utf-8").splitlines()) <= LIMIT


def test_the_library_imports_numpy_and_the_standard_library_alone():
    import sys

    foreign = set()
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                foreign |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                foreign.add(node.module.split(".")[0])
    assert foreign - set(sys.stdlib_module_names) <= {"numpy", "borch", "js", "pyodide", "pyodide_js"}


def test_what_pyodide_keeps_to_itself_is_touched_in_two_files():
    private = re.compile(
        r"pyodide_js|\b(python|pyodide)\._|_module\.wasm|on_fatal|pyodide_fatal_error|createPyodideModule"
    )
    scripts = (ROOT / "docs/assets/cells").glob("*.*")  # none in the tab, where these tests also run
    touched = {str(p.relative_to(ROOT)) for p in (*FILES, *scripts) if private.search(p.read_text("utf-8"))}
    assert touched - {"docs/assets/cells/snapshot.js"} == {"borch/_kernels/wasm/interpreter.py"}


def test_no_code_is_generated_at_import():
    made = [str(p.relative_to(ROOT)) for p in FILES for node in ast.walk(ast.parse(p.read_text("utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("exec", "eval")]  # fmt: skip
    assert made == ["borch/fx/graph_module.py"]  # the code of a graph, when a program makes one


def test_every_public_name_is_there():
    assert [name for name in borch.__dir__() if not hasattr(borch, name)] == []


def test_a_function_of_torch_is_written_once():
    """Of two with one name the later would be published, and nobody would look for the other."""
    places = {}
    for path in FILES:
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and any(publishes(each) for each in node.decorator_list):
                places.setdefault(node.name, []).append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
    assert len(places) > 400


def publishes(decorator):
    """Whether it is @op(...) or @function(...) for the namespace torch and under the function's own name."""
    if not (isinstance(decorator, ast.Call) and getattr(decorator.func, "id", None) in ("op", "function")):
        return False
    return not {"namespace", "name"} & {keyword.arg for keyword in decorator.keywords}
