"""One training step of five small models, borch's time over torch's, one thread.

python -m benchmarks.train      (needs torch)
python -m benchmarks.train torch      prints the milliseconds of that library alone, a line for each model
"""

import importlib
import os
import sys
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

from benchmarks.timing import best, processor, table  # noqa: E402

PAGE = Path(__file__).parent.parent / "docs" / "learn" / "vision-transformer.md"


def lesson():
    """The cells of the lesson that make its images and its model."""
    text = PAGE.read_text("utf-8")
    return [
        text.split(f'```python cell="{id}"')[1].partition("\n")[2].partition("\n```")[0] for id in ("images", "vit")
    ]


LESSON = lesson()


def mlp(torch):
    nn = torch.nn
    model = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 10))
    return model, torch.randn(64, 64), torch.randint(0, 10, (64,))


def cnn(torch):
    nn = torch.nn
    model = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(128, 10),
    )  # fmt: skip
    return model, torch.randn(64, 1, 8, 8), torch.randint(0, 10, (64,))


def lstm(torch):
    nn = torch.nn

    class Reader(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(64, 32)
            self.lstm = nn.LSTM(32, 64, batch_first=True)
            self.head = nn.Linear(64, 10)

        def forward(self, x):
            states, _ = self.lstm(self.embedding(x))
            return self.head(states[:, -1])

    return Reader(), torch.randint(0, 64, (32, 20)), torch.randint(0, 10, (32,))


def gpt(torch):
    nn = torch.nn

    class Block(nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.before, self.after = nn.LayerNorm(width), nn.LayerNorm(width)
            self.attention = nn.MultiheadAttention(width, heads, batch_first=True)
            self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

        def forward(self, x, mask):
            y = self.before(x)
            x = x + self.attention(y, y, y, attn_mask=mask, need_weights=False)[0]
            return x + self.mlp(self.after(x))

    class Model(nn.Module):
        def __init__(self, words=64, width=64, length=32):
            super().__init__()
            self.tokens, self.places = nn.Embedding(words, width), nn.Embedding(length, width)
            self.blocks = nn.ModuleList([Block(width, 4) for _ in range(2)])
            self.head = nn.Linear(width, words)
            self.register_buffer("mask", torch.triu(torch.ones(length, length, dtype=torch.bool), 1))

        def forward(self, x):
            x = self.tokens(x) + self.places(torch.arange(x.shape[1]))
            for block in self.blocks:
                x = block(x, self.mask)
            return self.head(x).transpose(1, 2)

    return Model(), torch.randint(0, 64, (8, 32)), torch.randint(0, 64, (8, 32))


def vit(torch):
    space = {"print": lambda *values: None}
    for code in LESSON:
        exec(code.replace("borch", torch.__name__), space)
    return space["VisionTransformer"](32, 4, True), space["images"], space["labels"]


MODELS = {
    "MLP 64-128-128-10": mlp,
    "CNN on 8x8 images": cnn,
    "LSTM, 20 steps": lstm,
    "GPT, 2 blocks of 64": gpt,
    "the lesson's ViT": vit,
}


def step_of(name, make):
    """A function that takes one training step of a model on the library called `name`."""
    torch = importlib.import_module(name)
    torch.manual_seed(0)
    model, x, y = make(torch)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    loss_of = torch.nn.CrossEntropyLoss()

    def step():
        loss = loss_of(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.item()

    return step


def times(name):
    """The least milliseconds of a step of each model on one library."""
    return [best([step_of(name, make)], repeats=9, inner=10)[0] * 1e3 for make in MODELS.values()]


def main():
    import torch

    torch.set_num_threads(1)
    rows = []
    for label, make in MODELS.items():
        sides = [step_of("borch", make), step_of("torch", make)]
        losses = [side() for side in sides]
        assert abs(losses[0] - losses[1]) < 1e-4 * abs(losses[1]), (label, losses)
        ours, theirs = best(sides, repeats=9, inner=10)
        rows.append((label, f"{ours * 1e3:.2f}", f"{theirs * 1e3:.2f}", f"{ours / theirs:.2f}"))
    table(f"A training step on {processor()}", ("model", "borch, ms", "torch, ms", "ratio"), rows)


if __name__ == "__main__":
    if sys.argv[1:]:
        importlib.import_module(sys.argv[1]).set_num_threads(1)
        print(*times(sys.argv[1]), sep="\n")
    else:
        main()
