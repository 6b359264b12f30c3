"""The library's own tests inside Pyodide, in Chromium: `make test-pyodide`, or `python -m tests_e2e.library tests/ops ...`.

The tab gets Pyodide's files as the site has them, borch and tests/ as they stand here, and pytest from this
environment; there pytest runs as it does in CPython. What needs the site's build or live torch stays out.
"""

import importlib.metadata
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from site_hooks import browser as chromium
from site_hooks import runtime
from tests_e2e.conftest import FLAGS
from tests_e2e.server import Server

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("pytest", "pluggy", "iniconfig", "packaging", "pygments")
LEFT_OUT = (
    "tests/site_hooks",
    "tests/parity",
    "tests/kernels/test_benchmarks.py",
    *(f"tests/test_{name}.py" for name in ("lessons", "pages", "readme", "reference")),
)
ATTACKS = "tests/serialization/test_attacks.py"
NOT_IN_THE_TAB = (
    # processes and threads
    "tests/testing/test_lines.py::test_module_needs_the_standard_library_alone",
    "tests/linalg/test_rooms.py",
    "tests/kernels/test_build.py",
    "tests/kernels/test_accuracy.py::test_bounds_are_not_read_at_start",
    "tests/test_probes.py::test_autocast_is_of_one_thread",
    "tests/core/test_futures.py::test_result_reaches_those_who_wait_and_those_who_follow",
    # files are not mapped: what a tensor with shared=True is given would not reach them
    "tests/ops/test_cases.py::test_case_answers_as_torch[convert.storage: import tempfile; p = tempfile.mktemp(); "
    "torch.arange(6.0).numpy().tofile(p); s = torch.UntypedStorage.from_file(p, shared=True",
    # WebAssembly does not say when a division was one by zero, so numpy cannot warn
    "tests/core/test_floating.py::test_numpy_warns_for_lines_of_the_user",
    "tests/core/test_floating.py::test_lines_of_the_user_inside_a_custom_function_are_the_users",
    "tests/core/test_floating.py::test_what_the_user_sets_holds",
    # Python itself ends there when it drops tuples nested so deeply; the page starts another
    f"{ATTACKS}::test_hostile_files_end_in_an_error_and_take_no_memory[a deep key]",
    f"{ATTACKS}::test_hostile_files_end_in_an_error_and_take_no_memory[a deep element]",
    f"{ATTACKS}::test_hostile_files_end_in_an_error_and_take_no_memory[a deep key in pairs]",
    f"{ATTACKS}::test_few_bytes_do_not_make_many_objects[a deep tuple]",
)
OPTIONS = ("-q", "-ra", "--tb=short", "--import-mode=importlib", "-m", "not parity", "-p", "no:cacheprovider")
INI = """[pytest]
markers = parity: compares borch with live torch
filterwarnings =
    error
    ignore::RuntimeWarning:borch.*
"""

START = """async (names) => {
  const { loadPyodide } = await import("./assets/pyodide/pyodide.mjs");
  const python = (globalThis.python = await loadPyodide({ indexURL: "./assets/pyodide/" }));
  let line = "";
  const write = (bytes) => {
    const lines = (line + new TextDecoder().decode(bytes)).split("\\n");
    line = lines.pop();
    lines.forEach((whole) => console.log(whole));
    return bytes.length;
  };
  python.setStdout({ write });
  python.setStderr({ write });
  await python.loadPackage(["numpy"], { messageCallback: () => {} });
  python.unpackArchive(await (await fetch("./project.zip")).arrayBuffer(), "zip", { extractDir: "/project" });
}"""

RUN = """(options) => {
  python.globals.set("options", python.toPy(options));
  return python.runPython(`
import os, sys
os.chdir("/project")
sys.path[:0] = ["/project", "/project/packages"]
import pytest
int(pytest.main(list(options)))
`);
}"""


def project(path):
    """Writes the archive that the tab unpacks: borch, the tests, and pytest with what it imports."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for folder in ("borch", "tests"):
            for file in sorted((ROOT / folder).rglob("*")):
                if file.is_file() and "__pycache__" not in file.parts:
                    archive.write(file, file.relative_to(ROOT))
        for name in PACKAGES:
            for file in importlib.metadata.files(name) or ():
                if file.parts[0] != ".." and "__pycache__" not in file.parts:
                    archive.write(file.locate(), Path("packages", file))
        archive.writestr("pytest.ini", INI)
        archive.writestr("pyproject.toml", (ROOT / "pyproject.toml").read_text("utf-8"))


def serve(folder):
    (folder / "index.html").write_text("<!doctype html><meta charset=utf-8><link rel=icon href=data:,>", "utf-8")
    project(folder / "project.zip")
    for name, path in runtime.site_files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder / name)
    return Server([folder])


def main(paths):
    """Runs the tests below `paths` in the tab, prints what pytest prints, and returns its exit status."""
    path = chromium.find()
    assert path, chromium.MISSING
    chosen = list(paths) or ["tests", *(f"--ignore={left}" for left in LEFT_OUT)]
    chosen += [f"--deselect={test}" for test in NOT_IN_THE_TAB]
    with tempfile.TemporaryDirectory() as folder:
        server = serve(Path(folder))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            page = browser.new_page()
            page.set_default_timeout(0)
            page.on("console", lambda message: print(message.text, flush=True))
            page.goto(server.address)
            page.evaluate(START)
            status = page.evaluate(RUN, [*OPTIONS, "-c", "pytest.ini", *chosen])
            browser.close()
        server.stop()
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
