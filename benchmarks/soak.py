"""Minutes of training steps in the Python of the tab, under Node: whether any memory grows with the steps.

python -m benchmarks.soak 60           (an hour; ends with 1 if something grows)
python -m benchmarks.soak 2 leak       (keeps a gradient of each round, to see that it can fail)
"""

import subprocess
import sys
from pathlib import Path

from benchmarks.timing import table

ROOT = Path(__file__).parent.parent
COLUMNS = ("seconds", "steps", "WebAssembly, kB", "of it in use, bytes", "objects", "JavaScript, bytes")
MOST = (0, 4000, 1, 20_000)  # growth in a thousand steps that may be the collectors' own unrest
WARM = 5  # records, at most a third of them, while engines still compile
FEWEST = 3000  # steps; what grows in fewer counts as if in so many
SHAPES = 29  # rounds until each has come


def growth(records):
    """How much each number grew in a thousand steps: between the least of the first and of the last half after the start."""
    later = records[min(WARM, len(records) // 3) :]
    halves = later[: len(later) // 2], later[len(later) // 2 :]
    steps = max(halves[1][0][1] - halves[0][0][1], FEWEST)
    least = [[min(column) for column in zip(*half, strict=True)][2:] for half in halves]
    return [1000 * (b - a) / steps for a, b in zip(*least, strict=True)]


def run(minutes, leak=""):
    """Inside Pyodide: steps of all models in turn until the time is over, and a record each minute or each 20th of it."""
    import gc
    import time

    import js
    import numpy as np
    import pyodide_js

    import borch as torch
    from benchmarks import train
    from borch import _kernels
    from borch._kernels import numpy as meaning

    assert _kernels.compiled
    memory = _kernels.wasm.interpreter.memory()
    functional, kept, models = torch.nn.functional, [], []
    optimizers = (
        lambda p: torch.optim.SGD(p, lr=1e-3, momentum=0.9),
        lambda p: torch.optim.AdamW(p, lr=1e-4),
        lambda p: torch.optim.RMSprop(p, lr=1e-4),
    )
    for k, make in enumerate(train.MODELS.values()):
        model, x, y = make(torch)
        models.append((model, x, y, optimizers[k % 3](model.parameters())))

    def train_all(n):
        for model, x, y, optimizer in models:
            batch = torch.randperm(len(x))[: 3 + n % SHAPES]
            loss = functional.cross_entropy(model(x[batch]), y[batch])
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()

    def reduce_some(n):
        """Reductions, sorts, indices and casts of another shape each time."""
        x = torch.randn(40 + 7 * (n % SHAPES), 2 + n % 13, requires_grad=True)
        kind = x.double() if n % 2 else x
        a = kind.exp().log1p().sum() + x.sort(0)[0].cumsum(0).mean() + x.var(n % 2).sum() + x.amax(1).std()
        b = torch.where(x > 0, x, x.tanh()).softmax(n % 2).prod() + x[x[:, 0] > 0].norm() + (x.T @ x).logsumexp(0).sum()
        functions = torch.sin, torch.cos, torch.erf, torch.sigmoid, torch.expm1, functional.silu, functional.gelu
        c = sum([f(kind).mean() for f in functions]) + x.reshape(1, *x.shape, 1).expand(2, -1, -1, 20).softmax(1).norm()
        assert torch.randint(2**40, x.shape).amin() >= 0
        (a + b + c).backward()
        if leak:
            kept.append(x.grad)

    def grow(size):
        """Kernels while the memory becomes longer between their calls, beside numpy."""
        held, x = [], np.linspace(-3, 3, 4003, dtype="f4")
        while memory.buffer.byteLength < size:
            held.append(np.ones(2**20, "f4"))
            for name in ("exp", "tanh", "sin"):
                assert np.allclose(getattr(_kernels, name)(x), getattr(meaning, name)(x), 1e-5, 1e-6)
        return len(held)

    def in_use():
        """The bytes that the allocator has given away: the eighth number of C's mallinfo."""
        found = np.empty(10, np.uint32)
        pyodide_js._module._mallinfo(found.__array_interface__["data"][0])
        return int(found[7])

    for size in range(1025):  # numpy keeps a few of the small ones that are given back
        del [np.empty(size, np.uint8) for _ in range(9)][:]
    grow(memory.buffer.byteLength + 2**27)
    for n in range(SHAPES):  # all that is kept for a shape
        train_all(n)
        reduce_some(n)
    seconds = 60 * float(minutes)
    start = last = time.time()
    while last - start < seconds:
        train_all(n)
        reduce_some(n)
        n += 1
        if time.time() - last > min(60, seconds / 20):
            last = time.time()
            gc.collect()
            numbers = int(last - start), (n - SHAPES) * (len(models) + 1), memory.buffer.byteLength >> 10
            print("|", *numbers, in_use(), len(gc.get_objects()), js.heap(), flush=True)


def main(minutes="2", leak=""):
    from site_hooks import packs, runtime

    program = "from benchmarks.soak import run; run"
    command = [packs.find_node(), "--expose-gc", ROOT / "benchmarks" / "soak.mjs", runtime.ensure_runtime(), ROOT]
    records = []
    with subprocess.Popen([*map(str, command), program, minutes, leak], stdout=subprocess.PIPE, text=True) as node:
        for line in node.stdout:
            print(line, end="", flush=True)
            if line.startswith("|"):
                records.append([int(word) for word in line[1:].split()])
    assert node.returncode == 0, node.returncode
    table(f"{minutes} minutes of steps", COLUMNS, records)
    rows = [
        (name, f"{more:.2f}", most, "grows" if more > most else "stays")
        for name, more, most in zip(COLUMNS[2:], growth(records), MOST, strict=True)
    ]
    table("Growth in a thousand steps", ("what", "growth", "at most", "verdict"), rows)
    return any(row[-1] == "grows" for row in rows)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
