"""Thousands of training steps in the tab: the memory stays as long as it is after the first ones."""

import pytest

PROGRAM = """
import gc

import borch as torch
from borch import _kernels

nn = torch.nn
assert _kernels.compiled
memory = _kernels.wasm.interpreter.memory()
torch.manual_seed(0)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.images = nn.Sequential(
            nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.LeakyReLU(), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(64, 16)
        )
        self.norm, self.rnn, self.head = nn.LayerNorm(16), nn.GRU(16, 16, batch_first=True), nn.Linear(16, 10)

    def forward(self, x):
        x = self.norm(torch.nn.functional.gelu(self.images(x)))
        x = nn.functional.dropout(x, 0.1, self.training)
        return self.head(self.rnn(x[:, None])[0][:, 0])


model = Model()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
x, y = torch.randn(256, 1, 8, 8), torch.randint(0, 10, (256,))


def steps(count):
    for _ in range(count):
        batch = torch.randperm(256)[:16]
        loss = nn.functional.cross_entropy(model(x[batch]), y[batch])
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    return loss.item()


steps({first})
gc.collect()
objects, length = len(gc.get_objects()), memory.buffer.byteLength
steps({more})
assert memory.buffer.byteLength == length, (length, memory.buffer.byteLength)
gc.collect()
assert len(gc.get_objects()) < objects + 100, (objects, len(gc.get_objects()))
print("no longer")
"""


@pytest.mark.timeout(900)
def test_memory_is_no_longer_after_thousands_of_steps(runs):
    runs(PROGRAM.format(first=200, more=1000), "no longer")
