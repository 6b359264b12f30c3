"""Freezes what each program of tests/programs prints on torch."""

import json
import tempfile
from pathlib import Path

from tests.test_programs import GOLDEN, PROGRAMS, output_of


def main():
    printed = {}
    for path in PROGRAMS:
        with tempfile.TemporaryDirectory() as folder:
            printed[path.stem] = output_of(Path(path), folder)
    GOLDEN.write_text(json.dumps(printed, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    import torch

    torch.set_num_threads(1)
    main()
