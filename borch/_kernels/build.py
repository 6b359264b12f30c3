"""Compiles c/*.c to kernels.wasm: `python -m borch._kernels.build` (needs the package ziglang).

The same compiler makes the same bytes, which a test holds.
"""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
FLAGS = [
    "-target",
    "wasm32-freestanding",
    "-O3",
    "-msimd128",
    "-ffp-contract=off",
    "-fno-builtin",
    "-g0",
    "-mllvm",
    "-disable-lsr",  # which would turn the constant offsets of loads into additions
    "-nostdlib",
    "-Wl,--no-entry",
    "-Wl,--import-memory",
    "-Wl,--import-table",
    "-Wl,--strip-all",
]


SOURCES = sorted((HERE / "c").glob("*.c"))


def build(target, sources=SOURCES, *more):
    """Writes the compiled kernels to `target`; `more` are further flags for the compiler."""
    command = [sys.executable, "-m", "ziglang", "cc", *FLAGS, *more, *map(str, sources), "-o", str(target)]
    subprocess.run(command, check=True)
    Path(target).chmod(0o644)  # the linker takes it for a program


if __name__ == "__main__":
    build(HERE / "kernels.wasm")
