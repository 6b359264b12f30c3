"""Memory in the tab: kernels go on where it grows between their calls, and thousands of training steps let it be."""

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

GROWING = """
import numpy as np
from borch import _kernels
from borch._kernels import numpy as meaning
from borch.random.box_muller import normal_blocks

assert _kernels.compiled
memory = _kernels.wasm.interpreter.memory()
random = np.random.RandomState(0)
held, numpys = [], []


def f(*shape):
    return random.randn(*shape).astype("f4")


def spied(name, kernel):
    return lambda *args, **options: numpys.append(name) or kernel(*args, **options)


for family in meaning.FAMILIES.values():
    vars(family).update({name: spied(name, getattr(family, name)) for name in family.__all__})
x, g, w = f(60, 70), f(60, 70), f(70)
targets, bits = random.randint(0, 70, 60).astype("i8"), [np.random.MT19937(3) for _ in range(2)]
softmax, (_, mean, rstd) = meaning.softmax(x, 1), meaning.layer_norm(x, (1,), w, w, 1e-5)
uniforms = random.randint(0, 2**24, 1600).astype("f4") * np.float32(2.0**-24)
state = abs(f(2, 60, 70))
product = x @ x.T


def step(k):
    a, b = state.copy()
    return k.adam_step(x, g, a, b, 0.999, 0.1, 0.001, 0.999, 0.03, 1e-8, 0.01), a, b


def momentum(k):
    a = state[0].copy()
    return k.sgd_step(x, g, a, 0.9, 0.8, 0.01, True), a


def normals(k):
    u = uniforms.copy()
    k.normal_blocks(u, 0.5, 2, normal_blocks)
    return u


own = lambda k: bits[k is meaning]
# (what it is, whether it has the bits of numpy, the call)
CALLS = [
    ("gemm", False, lambda k: k.matmul(x, x.T)),
    ("elementwise", False, lambda k: k.exp(x)),
    ("reduce", False, lambda k: k.deviations(x, (1,))),
    ("rows", False, lambda k: k.softmax(x, 1)),
    ("rows", False, lambda k: k.softmax_gradient(g, softmax, 1)),
    ("rows", False, lambda k: k.log_softmax(x, 0)),
    ("rows", False, lambda k: k.layer_norm(x, (1,), w, w, 1e-5)),
    ("rows", False, lambda k: k.layer_norm_gradient(g, x, (1,), w, mean, rstd, (True, True, True))),
    ("rows", False, lambda k: k.rms_norm(x, (1,), w, 1e-5)),
    ("loss", False, lambda k: k.nll(x, targets, None, -100, "mean")),
    ("loss", True, lambda k: k.nll_gradient(np.float32(2), targets, None, x.shape, -100, "mean")),
    ("optim", True, step),
    ("optim", True, momentum),
    ("normal", True, normals),
    ("twister", True, lambda k: k.words(own(k), 700)),
    ("twister", True, lambda k: k.uniform24(own(k), 700)),
    ("twister", True, lambda k: k.uniform53(own(k), 700)),
    ("twister", True, lambda k: k.permutation(own(k), 700)),
    ("embedding", False, lambda k: k.sum_rows(g, targets, 70, np.matmul, np.add.at)),
    ("embedding", True, lambda k: k.take_rows(x, np.tile(targets % 60, 4))),
]


def grow():
    "Memory that is longer than before, by a buffer that is another one."
    before = memory.buffer
    length = before.byteLength
    while memory.buffer.byteLength == length:
        held.append(np.ones(1_000_000))
    assert before.byteLength == 0 and memory.buffer.byteLength > length  # what was held of the former one is gone


for name, bitwise, call in CALLS:
    for _ in range(2):
        numpys.clear()
        got = call(_kernels)
        assert not numpys, numpys
        want = call(meaning)
        for a, b in zip(got, want) if type(got) is tuple else [(got, want)]:
            a, b = np.asarray(a), np.asarray(b)
            assert a.shape == b.shape and a.dtype.kind == b.dtype.kind, name
            assert np.array_equal(a, b) if bitwise else np.allclose(a, b, 1e-4, 1e-4), (name, abs(a - b).max())
        grow()
print("as numpy")
"""


def test_kernels_go_on_where_memory_grows_between_calls(new_tab):
    cell = new_tab.open().cell("numpy")
    cell.write(GROWING)
    cell.finish()
    assert cell.state == "done", cell.trace
    assert cell.printed() == "as numpy\n"


@pytest.mark.timeout(900)
def test_memory_is_no_longer_after_thousands_of_steps(runs):
    runs(PROGRAM.format(first=200, more=1000), "no longer")
