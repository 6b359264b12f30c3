"""What the tab's Python starts from: packs of files, the modules among them as bytecode that Pyodide itself compiled.

`make()` is the one call a build makes. A pack is gzip over: four bytes, the length of an index (little end first); the
index, JSON [[path, size], ...]; the files one after the other. docs/assets/cells/packs.js unpacks it. The first packs
hold what a program with numpy and borch needs to begin; the later ones what else may be imported, and the sources.
"""

import gzip
import hashlib
import json
import logging
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from site_hooks.cache import write_whole
from site_hooks.engine import eager, steady

log = logging.getLogger("mkdocs.hooks.packs")

HERE = Path(__file__).resolve().parent / "bytecode"
PYTHON = "/lib/python3.14"
PACKAGES = f"{PYTHON}/site-packages"
TAG = "cpython-314"
LEFT_OUT = (".pyi", ".pxd", ".pyx", ".h", ".c", ".a", ".ini", ".template", ".pc")  # what only a compiler reads

PLAN = "start.json"
KEPT = 20  # of each pack, in the store: those last used, for `mkdocs serve` makes one with every change
WASM = "pyodide.asm.wasm"
SCRIPT, EAGER = "pyodide.asm.mjs", "pyodide.asm.eager.mjs"

# What every start imports, and an image of one has in it.
IMPORTS = (
    *("importlib.metadata", "pyodide.code", "numpy", "borch", "borch.nn", "borch.optim", "borch.testing.lines"),
    "borch._kernels.wasm",
    *("borch_cell.runner", "borch_cell.arrivals"),
)

# What each group of packs is enough for, together with those before it.
ENOUGH = {
    "first": (*IMPORTS, "borch.utils.data"),
    "next": ("numpy.random", "numpy.fft", "borch.fft", "borch.linalg", "borch.serialization"),
}
EARLY = "sitecustomize.py"
STARTERS = ("boot.js", "snapshot.js", "packs.js", "store.js")  # what makes an image, and what it looks like


class NoCompiler(Exception):
    """Bytecode cannot be made here; the message says why."""


Files = dict[str, bytes]  # path in the tab -> content


# -------------------------------------------------------------------------------------------------------- what there is


def unzip(path: Path, folder: str) -> Files:
    """The files of an archive as they lie below a folder of the tab."""
    with zipfile.ZipFile(path) as archive:
        return {f"{folder}/{name}": archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def of_numpy(wheel: Path) -> Files:
    """NumPy without its own tests, and without what is there to compile against it."""
    files = unzip(wheel, PACKAGES)
    return {path: data for path, data in files.items() if "/tests/" not in path and not path.endswith(LEFT_OUT)}


def of_cells(folder: Path) -> Files:
    """The package borch_cell: the Python files beside the worker; and the one that Python imports by its name."""
    files = {f"{PACKAGES}/borch_cell/__init__.py": b""}
    for path in sorted(folder.glob("*.py")):
        files[f"{PACKAGES}/{'' if path.name == EARLY else 'borch_cell/'}{path.name}"] = path.read_bytes()
    return files


# ------------------------------------------------------------------------------------------------------------- bytecode


def find_node() -> str:
    """Node: the one that Playwright brings along, else the machine's. NoCompiler: there is none."""
    spec = find_spec("playwright")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        if own := shutil.which("node", path=str(Path(folder, "driver"))):
            return own
    if found := shutil.which("node"):
        return found
    raise NoCompiler("it takes Node, which comes with the package playwright, and there is none")


def _node(*arguments: str | Path) -> str:
    command = [find_node(), *map(str, arguments)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoCompiler(f"Node does not do it: {error}") from error
    if done.returncode:
        raise NoCompiler(f"Node ended with {done.returncode}: {(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout


def compiler_state(pyodide: Path) -> str:
    """Changes with whatever may change bytecode."""
    state = hashlib.sha256((HERE / "compile.py").read_bytes() + (HERE / "compile.mjs").read_bytes())
    for name in ("pyodide.asm.wasm", "python_stdlib.zip"):
        state.update((pyodide / name).read_bytes())
    return state.hexdigest()[:16]


def bytecode_path(path: str) -> str:
    folder, _, name = path.rpartition("/")
    return f"{folder}/__pycache__/{name.removesuffix('.py')}.{TAG}.pyc"


def compile_files(files: Mapping[str, bytes], pyodide: Path, store: Path) -> Files:
    """The bytecode of every module among the files. What was compiled once is kept in the folder `store`.

    NoCompiler: Pyodide cannot be run here.
    """
    kept = store / f"bytecode-{compiler_state(pyodide)}"
    kept.mkdir(parents=True, exist_ok=True)
    modules = {path: data for path, data in files.items() if path.endswith(".py")}
    results = {path: kept / hashlib.sha256(f"{path}\0".encode() + data).hexdigest() for path, data in modules.items()}
    missing = [path for path in modules if not results[path].exists()]
    if missing:
        log.info("Compiling %d modules with Pyodide", len(missing))
        with tempfile.TemporaryDirectory(dir=store, prefix=".compiling-") as scratch:
            for number, path in enumerate(missing):
                Path(scratch, f"{number}.py").write_bytes(modules[path])
            job = [[f"{number}.py", path, f"{number}.pyc"] for number, path in enumerate(missing)]
            Path(scratch, "job.json").write_text(json.dumps(job))
            _node(HERE / "compile.mjs", pyodide, scratch)
            for number, path in enumerate(missing):
                made = Path(scratch, f"{number}.pyc")
                write_whole(results[path], made.read_bytes() if made.exists() else b"")
    compiled = {path: result.read_bytes() for path, result in results.items()}
    return {bytecode_path(path): data for path, data in compiled.items() if data}


def trace(files: Mapping[str, bytes], pyodide: Path, store: Path) -> dict[str, list[str]]:
    """What Python reads for each of ENOUGH and not before: those of the files, whatever else it looks for."""
    with tempfile.TemporaryDirectory(dir=store, prefix=".tracing-") as scratch:
        for path, data in files.items():
            target = Path(scratch + path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        programs = [f"import {', '.join(names)}" for names in ENOUGH.values()]
        read = json.loads(_node(HERE / "trace.mjs", pyodide, scratch, *programs))
    return {when: sorted(set(paths) & set(files)) for when, paths in zip(ENOUGH, read, strict=True)}


# ---------------------------------------------------------------------------------------------------------------- packs


def pack(files: Mapping[str, bytes]) -> bytes:
    """The files as one pack, the same bytes for the same files; not zipped yet."""
    index = json.dumps([[path, len(data)] for path, data in sorted(files.items())], separators=(",", ":")).encode()
    return b"".join([len(index).to_bytes(4, "little"), index, *(data for _, data in sorted(files.items()))])


def zipped(name: str, data: bytes, store: Path) -> Path:
    """The data in a file of the store: zipped once, under a name that says what is in it. Old ones of its kind go."""
    path = store / "packs" / f"{name}-{hashlib.sha256(data).hexdigest()[:16]}.gz"
    if path.exists():
        path.touch()
    else:
        write_whole(path, gzip.compress(data, 9, mtime=0))
        for old in sorted(path.parent.glob(f"{name}-*.gz"), key=_last_used)[:-KEPT]:
            old.unlink(missing_ok=True)
    return path


def _last_used(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # another build has removed it
        return 0.0


def sort(files: Files, bytecode: Files, needed: Mapping[str, list[str]]) -> dict[str, Files]:
    """The files by when they are needed: for each of ENOUGH, or to import anything else, or to be read as sources."""
    sources = {path: data for path, data in files.items() if bytecode_path(path) in bytecode}
    left = {path: data for path, data in files.items() if path not in sources} | bytecode
    groups = {when: {path: left.pop(path) for path in paths if path in left} for when, paths in needed.items()}
    return {**groups, "rest": left, "sources": sources}


def make(pyodide: Path, wheel: Path, cells: Path, store: Path) -> dict[str, Path]:
    """Everything that a start needs besides Pyodide's own files: name -> file in the store, start.json among them.

    Where bytecode cannot be made, every module is in the first packs, as its source: a start is slower then, no other.
    """
    [numpy] = pyodide.glob("numpy-*.whl")
    groups = {
        "python": unzip(pyodide / "python_stdlib.zip", PYTHON) | of_numpy(numpy),
        "borch": unzip(wheel, PACKAGES) | of_cells(cells),
    }
    try:
        bytecode = {name: compile_files(files, pyodide, store) for name, files in groups.items()}
        needed = traced(groups, bytecode, pyodide, store)
    except NoCompiler as reason:
        log.info("Python starts slowly in the tab, since its modules cannot be compiled: %s", reason)
        bytecode = {name: {} for name in groups}
        needed = {"first": [path for files in groups.values() for path in files]}
    packs: dict[str, list[Path]] = {when: [] for when in (*ENOUGH, "rest", "sources")}
    for name, files in groups.items():
        for when, some in sort(files, bytecode[name], needed).items():
            if some:
                packs[when].append(zipped(f"{name}-{when}", pack(some), store))
    names = {when: [path.name for path in paths] for when, paths in packs.items()}
    plan = {"imports": IMPORTS, "packs": names}
    wasm = steady((pyodide / WASM).read_bytes())
    state = hashlib.sha256(json.dumps(plan).encode() + compiler_state(pyodide).encode() + wasm)
    for name in STARTERS:
        state.update((cells / name).read_bytes())
    path = store / "packs" / f"start-{state.hexdigest()[:16]}.json"
    write_whole(path, json.dumps({"key": state.hexdigest(), **plan}, indent=1).encode())
    script = eager((pyodide / SCRIPT).read_bytes())
    kept = store / "packs" / f"script-{hashlib.sha256(script).hexdigest()[:16]}.mjs"
    if not kept.exists():
        write_whole(kept, script)
    made = {path.name: path for paths in packs.values() for path in paths} | {EAGER: kept}
    return made | {PLAN: path, f"{WASM}.gz": zipped(WASM, wasm, store)}


def traced(
    groups: Mapping[str, Files], bytecode: Mapping[str, Files], pyodide: Path, store: Path
) -> dict[str, list[str]]:
    """trace() of all groups, once for each state of them."""
    files: Files = {}
    for name, group in groups.items():
        files |= {path: b"" if bytecode_path(path) in bytecode[name] else data for path, data in group.items()}
        files |= bytecode[name]
    state = hashlib.sha256(json.dumps(ENOUGH).encode() + (HERE / "trace.mjs").read_bytes() + pack(files))
    kept = store / "packs" / f"needed-{state.hexdigest()[:16]}.json"
    if not kept.exists():
        write_whole(kept, json.dumps(trace(files, pyodide, store)).encode())
    return json.loads(kept.read_text())
