"""Writes every golden file again: runs `main()` of each make_*.py beside this file. Needs torch 2.13."""

import importlib
from pathlib import Path

import torch

assert torch.__version__.startswith("2.13."), f"golden values come from torch 2.13, not {torch.__version__}"
torch.set_num_threads(1)
for path in sorted(Path(__file__).parent.glob("make_*.py")):
    importlib.import_module(f"tests.golden.{path.stem}").main()
    print("wrote the golden values of", path.stem.removeprefix("make_"))
