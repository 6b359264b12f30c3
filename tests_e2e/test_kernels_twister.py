"""The generator's words in the tab: numpy's own, to the bit, from whatever place in its state, and the state after them."""

PROGRAM = """
import numpy as np
import borch as torch
from borch import _kernels
from borch._kernels import numpy as meaning
from borch._kernels.numpy import twister

assert _kernels.compiled
random = np.random.RandomState(0)
calls = []
names = ("words", "uniform24", "uniform53", "permutation", "words64")
for n in (*range(0, 71), 255, 256, 257, 300, 620, *range(622, 627), 1000, 1247, 1248, 1249, 5000, 70_001):
    start = int(random.choice([0, 1, 2, 3, 620, 621, 622, 623, 624, random.randint(700)]))
    ours, theirs = np.random.MT19937(n), np.random.MT19937(n)
    ours.random_raw(start), theirs.random_raw(start)
    for name in (*names, *names[::-1]):
        got, want = getattr(_kernels, name)(ours, n), getattr(meaning, name)(theirs, n)
        assert got.dtype == want.dtype and np.array_equal(got, want), (name, n, start)
    a, b = ours.state["state"], theirs.state["state"]
    assert a["pos"] == b["pos"] and np.array_equal(a["key"], b["key"]), (n, start)
from borch._kernels.wasm.module import call

kernel = call.words_u64
call.words_u64 = lambda *args: calls.append(0) or kernel(*args)
other = np.random.PCG64(0), np.random.PCG64(0)  # no Mersenne Twister: numpy's
assert np.array_equal(_kernels.words(other[0], 500), other[1].random_raw(500)) and not calls
_kernels.words(np.random.MT19937(0), 500)
assert len(calls) == 1


def drawn():
    torch.manual_seed(3)
    return [torch.rand(1000), torch.randn(777), torch.randperm(5000), torch.randint(0, 9, (800,)), torch.randn(501).double(),
            torch.rand(300, dtype=torch.float64), torch.bernoulli(torch.full((900,), 0.3)), torch.get_rng_state()]


compiled = drawn()
_kernels.stop()
plain = drawn()
_kernels.start()
assert all(torch.equal(*pair) for pair in zip(compiled, plain))
print("to the bit")
"""


def test_words_are_those_of_numpy_to_the_bit(runs):
    runs(PROGRAM, "to the bit")
