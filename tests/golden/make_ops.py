"""Freezes torch's answers to the cases of tests/**/cases_*.py: tests/golden/cases/NAME.json for each cases_NAME.py.

`python -m tests.golden.make_ops reduce shape` does these files alone.
"""

import sys

from tests import cases


def main(names=()):
    import torch

    torch.set_num_threads(1)
    files = cases.files()
    for name in names or files:
        count = cases.freeze(name, files[name], torch)
        print(f"{cases.golden_path(name).name}: {count} cases")


if __name__ == "__main__":
    main(sys.argv[1:])
