"""The Vision Transformer lesson: one training step in CPython, borch's time over torch's, one thread.

python -m benchmarks.lesson      (needs torch)
"""

import importlib
import os
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

from benchmarks.timing import best, processor, table  # noqa: E402
from site_hooks import cells  # noqa: E402

PAGE = Path(__file__).parent.parent / "docs" / "learn" / "vision-transformer.md"


def step_of(name):
    """A function that takes one training step of the lesson's model on the library called `name`."""
    library = importlib.import_module(name)
    page = cells.read(PAGE.read_text("utf-8"), str(PAGE))
    space = {"__name__": "__main__", "print": lambda *values: None}
    for id in ("images", "vit"):
        exec(page.cells[id].code.replace("borch", name), space)
    library.manual_seed(0)
    model = space["VisionTransformer"](32, 4, True)
    optimizer = library.optim.Adam(model.parameters(), lr=0.02)

    def step():
        loss = library.nn.functional.cross_entropy(model(space["images"]), space["labels"])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    return step


def main():
    import torch

    torch.set_num_threads(1)
    ours, theirs = best([step_of("borch"), step_of("torch")], repeats=15, inner=20)
    table(
        f"A training step of the lesson's model on {processor()}",
        ("", "borch, ms", "torch, ms", "ratio"),
        [("forward, backward, Adam", f"{ours * 1e3:.2f}", f"{theirs * 1e3:.2f}", f"{ours / theirs:.2f}")],
    )


if __name__ == "__main__":
    main()
