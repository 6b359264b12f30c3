"""Runs cells as a page promises them: each after its whole chain, in one fresh `__main__`, on torch or on borch.
`results` starts a process for a page; `python -m site_hooks.run torch` (or borch) is that process."""

import base64
import contextlib
import importlib
import importlib.abc
import importlib.util
import io
import json
import linecache
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import types
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from site_hooks.cells import Cell, Page, data_file

ROOT = Path(__file__).resolve().parents[1]
TORCH = "2.13"
FIRST_SEED = 67280421310721  # torch's own, in a process that has set none
SCALE = 2  # pixels of a drawing for one pixel of the page, as in the tab


def _program():
    """The browser's own rule for what a cell's last line shows."""
    spec = importlib.util.spec_from_file_location("borch_cell_program", ROOT / "docs/assets/cells/program.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


program = _program()


class Refused(Exception):
    """No cell can run: the library is missing, or not the version that promises are made by."""


@dataclass
class Result:
    """What a cell printed and, where it failed, why: `error` is for its author, `line` is the page's."""

    id: str
    output: str
    seconds: float
    error: str | None = None
    line: int | None = None
    against: str | None = None  # what the check of an exercise has against its code
    drawings: list[str] | None = None  # its figures as PNG in base64, where they are asked for


def results(
    page: Page, cells: Iterable[Cell], library: str, timeout: float = 900, draw: bool = False
) -> Iterator[Result]:
    """Runs cells of a page in the order given and in a process of their own; each result comes when it is there."""
    chains = [[_job(member, member is cell, draw) for member in page.chain(cell)] for cell in cells]
    left = [(chain[-1]["id"], chain[-1]["line"]) for chain in chains]
    with tempfile.TemporaryDirectory() as directory:  # what a cell saves does not stay
        process = _start(library, directory)
        assert process.stdin and process.stdout
        limit = threading.Timer(timeout, process.kill)
        limit.start()
        try:
            with contextlib.suppress(BrokenPipeError), process.stdin:
                process.stdin.write(json.dumps(chains))
            for row in map(json.loads, process.stdout):
                if "refused" in row:
                    raise Refused(row["refused"])
                del left[0]
                yield Result(**row)
            process.wait()
        finally:
            limit.cancel()
            process.kill()
            process.wait()
            process.stdout.close()
    for id, line in left:
        error = f"the process ended with code {process.returncode} before this cell was done"
        yield Result(id, "", 0.0, error, line)


def _start(library: str, directory: str) -> subprocess.Popen:
    path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(ROOT)]))
    return subprocess.Popen(
        [sys.executable, "-m", "site_hooks.run", library],
        cwd=directory,
        env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", "MPLBACKEND": "agg"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )


def _job(cell, last, draw):
    """The cell for the process that runs it; it judges the exercise that ends a chain, not one that others continue."""
    judged = last and cell.check_fence and cell.solution_fence
    return {
        "id": cell.id,
        "code": cell.code,
        "line": cell.line,
        "raises": cell.options.get("raises"),
        "figures": len(cell.figures),
        "draw": draw and last,
        "files": [str(data_file(name)) for name in cell.files],
        "hidden": cell.hidden,
        "limit": cell.limit,
        "check": [cell.check, cell.check_fence.line] if judged else None,
        "solution": [cell.solution, cell.solution_fence.line] if judged else None,
    }


def main(library: str) -> None:
    """Reads chains from standard input, writes a line of JSON for each; what else is printed goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        module = _torch_as_borch() if library == "torch" else _borch()
    except Refused as error:
        print(json.dumps({"refused": str(error)}), file=answers, flush=True)
        return
    warnings.filterwarnings("ignore", message=".*is non-interactive, and thus cannot be shown")
    for chain in json.load(sys.stdin):
        print(json.dumps(asdict(_judged(chain, module))), file=answers, flush=True)


def _judged(chain: list[dict], library: types.ModuleType) -> Result:
    """The chain's result; of an exercise also an error if its check lets it pass unfinished, or refuses the solution."""
    result = run_chain(chain, library)
    exercise = chain[-1]
    if result.error or not exercise["check"]:
        return result
    if result.against is None and not exercise["raises"]:
        result.error, result.line = "its check lets the unfinished code pass", exercise["check"][1]
        return result
    code, line = exercise["solution"]
    solved = run_chain(
        [*chain[:-1], {**exercise, "code": code, "line": line, "raises": None, "figures": None}], library
    )
    result.seconds += solved.seconds
    if solved.error:
        result.error, result.line = f"its solution fails: {solved.error}", solved.line
    elif solved.against is not None:
        result.error, result.line = f"its check refuses the solution: {solved.against}", line
    return result


def run_chain(chain: list[dict], library: types.ModuleType) -> Result:
    """Runs the cells one after the other in a new `__main__` and an empty folder; the result is the last one's."""
    _fresh_state(library)
    main_module = types.ModuleType("__main__")
    replaced, sys.modules["__main__"] = sys.modules["__main__"], main_module
    try:
        with _fresh_folder():
            for cell in chain:
                result = _run_cell(cell, main_module.__dict__)
                if result.error:
                    break
    finally:
        sys.modules["__main__"] = replaced
    if result.id != chain[-1]["id"]:
        result.error = f"cell {result.id!r}, which it continues, fails: {result.error}"
        result.id = chain[-1]["id"]
    return result


def _run_cell(cell, namespace):
    name, code = f"cell-{cell['id']}.py", cell["code"]
    for file in cell["files"]:
        shutil.copy(file, Path(file).name)
    importlib.invalidate_caches()
    linecache.cache[name] = len(code), None, code.splitlines(keepends=True), name
    captured = io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace", newline="\n", write_through=True)
    start, raised = time.perf_counter(), None
    try:
        with contextlib.redirect_stdout(captured):
            for part in program.parts(code, name):
                value = eval(part, namespace)
            program.show(value)
    except KeyboardInterrupt:
        raise
    except SystemExit as error:
        raised = error if error.code else None
    except BaseException as error:
        raised = error
    result = Result(cell["id"], captured.buffer.getvalue().decode(), time.perf_counter() - start)
    if cell["draw"]:
        result.drawings = _drawings()
    figures = _close_figures()
    if raised is not None and type(raised).__name__ == cell["raises"]:
        newline = "\n" if result.output and not result.output.endswith("\n") else ""
        result.output += newline + _message(raised) + "\n"
    elif raised is not None:
        result.error, line = _report(raised, name)
        result.line = cell["line"] + line
    elif cell["raises"]:
        result.error, result.line = f"it does not raise {cell['raises']}", cell["line"]
    elif cell["figures"] is not None and figures != cell["figures"]:
        result.error = f"it draws {figures} figures and has alternative texts for {cell['figures']}"
        result.line = cell["line"]
    elif cell["hidden"] and result.output:
        result.error, result.line = f"it is hidden and prints {result.output!r}", cell["line"]
    elif cell["limit"] and result.seconds > cell["limit"]:
        result.error = f"it runs {result.seconds:.1f} s, longer than its limit allows"
        result.line = cell["line"]
    elif cell["check"]:
        _check(cell, namespace, result)
    return result


def _check(cell, namespace, result):
    """Runs the check of an exercise on a copy of the names, as the page does; what it prints is dropped."""
    code, line = cell["check"]
    name = f"cell-{cell['id']}-check.py"
    linecache.cache[name] = len(code), None, code.splitlines(keepends=True), name
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(code, name, "exec", dont_inherit=True), dict(namespace))
    except AssertionError as error:
        result.against = str(error)
        if not result.against.strip():
            result.error, result.line = "its check refuses without a word: write assert ..., message", line
    except Exception as error:
        result.error, last = _report(error, name)
        result.error, result.line = f"its check ends in an error of its own:\n{result.error}", line + last
    finally:
        _close_figures()


def _message(error):
    """What a traceback ends with: `Type: message`, in as many lines as the message has."""
    lines = "".join(traceback.format_exception_only(error)).rstrip("\n").split("\n")
    return lines[-1] if isinstance(error, SyntaxError) else "\n".join(lines)


def _report(error, name):
    """The traceback with the cells' own lines, and which line of the cell `name` it passed last."""
    summary = traceback.TracebackException.from_exception(error)
    lines = [frame.lineno for frame in summary.stack if frame.filename == name]
    if isinstance(error, SyntaxError) and error.filename == name:
        lines.append(error.lineno)
    summary.stack[:] = [frame for frame in summary.stack if frame.filename.startswith("cell-")]
    return "".join(summary.format(chain=False)).rstrip(), lines[-1] if lines else 0


def _drawings():
    """What the cell left open, as the tab draws it."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    images = []
    for number in pyplot.get_fignums() if pyplot else ():
        file = io.BytesIO()
        pyplot.figure(number).savefig(file, format="png", dpi=100 * SCALE, bbox_inches="tight")
        images.append(base64.b64encode(file.getvalue()).decode())
    return images


def _close_figures():
    """How many figures the cell left open; none is when this returns."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return 0
    count = len(pyplot.get_fignums())
    pyplot.close("all")
    return count


def _fresh_state(library):
    """A chain starts as a new program does, whatever the chain before it has set."""
    library.manual_seed(FIRST_SEED)
    library.set_grad_enabled(True)
    library.set_default_dtype(library.float32)
    library.set_printoptions(profile="default")
    if "matplotlib" in sys.modules:
        sys.modules["matplotlib"].rcdefaults()


@contextlib.contextmanager
def _fresh_folder():
    """A working directory that holds nothing: no cell finds what another chain has saved, read or imported."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        sys.path.insert(0, folder)
        try:
            yield
        finally:
            sys.path.remove(folder)
            for name, module in list(sys.modules.items()):
                if str(getattr(module, "__file__", None)).startswith(folder):
                    del sys.modules[name]


class _TorchAsBorch(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """`import borch.nn` gives torch.nn."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname.partition(".")[0] != "borch":
            return None
        return importlib.util.spec_from_loader(fullname, self)

    def exec_module(self, module):
        sys.modules[module.__name__] = importlib.import_module("torch" + module.__name__.removeprefix("borch"))


def _torch_as_borch():
    try:
        torch = importlib.import_module("torch")
    except ImportError as error:
        raise Refused(f"promises are made by torch {TORCH}, and there is none: {error}") from error
    if not torch.__version__.startswith(f"{TORCH}."):
        raise Refused(f"promises are made by torch {TORCH}, and here is torch {torch.__version__}")
    torch.set_num_threads(1)
    sys.meta_path.insert(0, _TorchAsBorch())
    return torch


def _borch():
    try:
        return importlib.import_module("borch")
    except ImportError as error:
        raise Refused(f"borch cannot be imported: {error}") from error


if __name__ == "__main__":
    main(sys.argv[1])
