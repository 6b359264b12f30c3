"""The bounds of exactness: every compiled kernel has one, and nothing reads them at start."""

import subprocess
import sys

from borch._kernels import accuracy, wasm


def test_every_compiled_kernel_and_no_other_has_a_bound():
    kernels = {name.split(" of ")[0].removesuffix(".reduce") for name in accuracy.BOUNDS}
    assert kernels == set(wasm.names())
    assert all((bound.unit == accuracy.BITS) == (bound.most == 0) for bound in accuracy.BOUNDS.values())


def test_table_shows_each_bound():
    rows = accuracy.table().splitlines()[2:]
    named = [name for row in rows for name in row.split(" | ")[0].removeprefix("| ").split(", ")]
    assert sorted(named) == sorted(accuracy.BOUNDS)


def test_bounds_are_not_read_at_start():
    code = "import sys, borch; sys.exit('borch._kernels.accuracy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
