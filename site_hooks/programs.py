"""The playground's examples, docs/assets/examples/*.py: each has beside it a .txt with the lines that torch prints for it.
`python -m site_hooks.promise` writes and checks these with the promises of the pages."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from borch.testing import lines

FOLDER = "assets/examples"


def paths(docs: Path) -> list[Path]:
    return sorted((docs / FOLDER).glob("*.py"))


def promised(path: Path) -> str:
    """The lines that an example promises, none if they have still to be written."""
    promise = path.with_suffix(".txt")
    return promise.read_text("utf-8") if promise.exists() else ""


def output(path: Path) -> str:
    """What the example prints where `import torch` is real torch. RuntimeError: it fails; the message is its traceback."""
    command = [sys.executable, "-W", "ignore", str(path.resolve())]
    environ = {**os.environ, "MPLBACKEND": "agg", "PYTHONIOENCODING": "utf-8"}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, encoding="utf-8")
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def check(docs: Path) -> bool:
    """Whether torch prints for every example what is promised; says where it does not."""
    kept = True
    for path in paths(docs):
        if differences := lines.compare(promised(path), output(path), None):
            kept = False
            print(f"{path.name} breaks its promise, first in {differences[0]}")
    return kept


def write(docs: Path) -> bool:
    """Writes the promise of every example."""
    for path in paths(docs):
        path.with_suffix(".txt").write_bytes(output(path).encode())
    return True
