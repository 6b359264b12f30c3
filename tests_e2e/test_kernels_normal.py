"""Normal numbers in the tab: the compiled ones have the bits of the numpy form, whatever is drawn."""

PROGRAM = """
import numpy as np
import borch as torch
from borch import _kernels
from borch.random.box_muller import normal_blocks

random = np.random.RandomState(0)
assert _kernels.compiled
edges = np.array([0, 1, 2**24 - 1, 2**23, 2**23 - 1, 2**22, 2**21 + 1, 3 * 2**22, 7 * 2**21, 5], np.int64)
for n in (16, 32, 48, 160, 1600, 160_000):
    for mean, std in ((0, 1), (0.3, 1), (0, 2.5), (-1e10, 1e-10), (5, 0)):
        words = random.randint(0, 2**24, n)
        words[: n // 4] = random.choice(edges, n // 4)
        random.shuffle(words)
        got = (words * 2.0**-24).astype("f4")
        want = got.copy()
        _kernels.normal_blocks(got, mean, std, normal_blocks)
        normal_blocks(want, mean, std)
        assert np.array_equal(got.view("i4"), want.view("i4")), (n, mean, std)

for size in (15, 16, 17, 100, 1000, 5003):
    torch.manual_seed(size)
    compiled = torch.randn(size), torch.empty(size, dtype=torch.bfloat16).normal_(1, 3), torch.randn(2)
    kernel, _kernels.normal_blocks = _kernels.normal_blocks, lambda u, mean, std, transform: transform(u, mean, std)
    torch.manual_seed(size)
    plain = torch.randn(size), torch.empty(size, dtype=torch.bfloat16).normal_(1, 3), torch.randn(2)
    _kernels.normal_blocks = kernel
    assert all(map(torch.equal, compiled, plain)), size
print("to the bit")
"""


def test_normal_numbers_are_those_of_numpy_to_the_bit(runs):
    runs(PROGRAM, "to the bit")
