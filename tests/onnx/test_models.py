"""Small models as wholes: trained for a step, exported with an open batch, computed by onnxruntime on other batches."""

import re
from pathlib import Path

import pytest

import borch as torch
import borch.nn.functional as F
from borch import nn

pytest.importorskip("onnx", reason="onnx checks the files")
pytest.importorskip("onnxruntime", reason="onnxruntime runs the files")

from tests.onnx.running import check, compare, exported, flat  # noqa: E402

LESSON = Path(__file__).parents[2] / "docs" / "learn" / "vision-transformer.md"


def mlp():
    return nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.ReLU(inplace=True), nn.Dropout(0.2), nn.Linear(8, 3))


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU(inplace=True))
        self.block = nn.Sequential(nn.Conv2d(8, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 8, 1))
        self.pool, self.head = nn.AdaptiveAvgPool2d(1), nn.Linear(8, 5)

    def forward(self, x):
        x = self.stem(x)
        x = x + self.block(x)
        x += 1
        return self.head(self.pool(F.max_pool2d(x, 2)).flatten(1))


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down, self.bottom = nn.Conv2d(1, 4, 3, padding=1), nn.Conv2d(4, 4, 3, padding=1)
        self.up, self.last = nn.ConvTranspose2d(4, 4, 2, stride=2), nn.Conv2d(8, 2, 1)
        self.norm = nn.GroupNorm(2, 4)

    def forward(self, x):
        fine = F.silu(self.norm(self.down(x)))
        coarse = F.gelu(self.bottom(F.avg_pool2d(fine, 2)))
        return self.last(torch.cat([fine, self.up(coarse)], dim=1)), F.interpolate(
            coarse, scale_factor=2, mode="bilinear"
        )


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.lstm = nn.Embedding(20, 6), nn.LSTM(6, 8, 2, batch_first=True, bidirectional=True)
        self.head = nn.Linear(16, 4)

    def forward(self, ids):
        states, (h, c) = self.lstm(self.embedding(ids))
        return self.head(states[:, -1]).log_softmax(-1), h, c


class Block(nn.Module):
    def __init__(self, width, heads, length):
        super().__init__()
        self.ln_1, self.ln_2, self.heads = nn.LayerNorm(width), nn.LayerNorm(width), heads
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.register_buffer("mask", torch.tril(torch.ones(length, length)).view(1, 1, length, length))

    def forward(self, x):
        b, t, width = x.shape
        q, k, v = (
            part.view(b, t, self.heads, width // self.heads).transpose(1, 2)
            for part in self.qkv(self.ln_1(x)).split(width, 2)
        )
        scores = (q @ k.transpose(-2, -1)) * k.size(-1) ** -0.5
        scores = scores.masked_fill(self.mask[:, :, :t, :t] == 0, float("-inf"))
        y = (scores.softmax(-1) @ v).transpose(1, 2).contiguous().view(b, t, width)
        x = x + self.out(y)
        return x + self.mlp(self.ln_2(x))


class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens, self.positions = nn.Embedding(20, 8), nn.Embedding(6, 8)
        self.blocks = nn.ModuleList([Block(8, 2, 6) for _ in range(2)])
        self.norm, self.head = nn.LayerNorm(8), nn.Linear(8, 20, bias=False)
        self.head.weight = self.tokens.weight

    def forward(self, ids):
        x = self.tokens(ids) + self.positions(torch.arange(ids.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def vit():
    """The model of the lesson, read out of its page."""
    code = re.search(
        r'```python cell="vit"[^\n]*\n(.*?)torch\.manual_seed', LESSON.read_text("utf-8"), re.DOTALL
    ).group(1)
    names = {"torch": torch}
    exec(code, names)
    return names["VisionTransformer"](dim=16, heads=4)


def ids(n):
    return torch.randint(0, 20, (n, 5))


MODELS = {
    "mlp": (mlp, lambda n: torch.randn(n, 6)),
    "cnn": (Residual, lambda n: torch.randn(n, 3, 8, 8)),
    "u-net": (UNet, lambda n: torch.randn(n, 1, 8, 8)),
    "lstm": (Reader, ids),
    "gpt": (GPT, ids),
    "vision transformer": (vit, lambda n: torch.rand(n, 1, 8, 8)),
}


# Parameters that are in the file as what was computed of them: a recurrent layer's gates stand in another order there.
FOLDED = {"mlp": set(), "cnn": set(), "u-net": set(), "gpt": {"positions.weight"}, "vision transformer": {"cls"}}


@pytest.mark.parametrize("name", MODELS)
def test_a_trained_model_computes_the_same_elsewhere(name):
    torch.manual_seed(0)
    make, batch = MODELS[name]
    model = make()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    sum((t.float() ** 2).mean() for t in flat(model(batch(3)))).backward()
    optimizer.step()
    data, proto = exported(model, (batch(2),), input_names=["x"], dynamic_axes={"x": {0: "batch"}})
    for n in (1, 2, 5):
        compare(data, model, [batch(n)], 1e-4)
    stored = {t.name for t in proto.graph.initializer}
    computed = {k for k, _ in model.named_parameters() if k not in stored}
    assert computed == FOLDED.get(name, {k for k in computed if k.startswith("lstm.")})


class Packed(nn.Module):
    """Sequences of three lengths, packed and padded again."""

    def __init__(self, kind, **settings):
        super().__init__()
        self.layers = getattr(nn, kind)(3, 4, batch_first=True, **settings)

    def forward(self, x):
        packed = nn.utils.rnn.pack_padded_sequence(x, torch.tensor([3, 5, 1]), batch_first=True, enforce_sorted=False)
        out, last = self.layers(packed)
        padded, _ = nn.utils.rnn.pad_packed_sequence(out, batch_first=True, padding_value=-1.0)
        return padded, *(last if isinstance(last, tuple) else (last,))


@pytest.mark.parametrize("settings", [{}, {"bidirectional": True}, {"num_layers": 2, "bidirectional": True}], ids=str)
@pytest.mark.parametrize("kind", ["RNN", "GRU", "LSTM"])
def test_packed_sequences(kind, settings):
    check(Packed(kind, **settings), torch.rand(3, 5, 3))
