"""Steps of optimizers in the tab: the compiled ones give the bits of the numpy form, for parameters of any layout."""

PROGRAM = """
import numpy as np
import borch as torch
from borch import _kernels
from borch._kernels import numpy as meaning

random = np.random.RandomState(0)
assert _kernels.compiled


def drawn(n):
    x = random.randn(2 * n).astype("f4")
    return [x[:n], x[::2], x[n : 2 * n].reshape(1, n).T, x[::-1][:n]][random.randint(4)].copy("K")


def equal(got, want):
    return got.dtype == want.dtype and np.array_equal(got, want, equal_nan=True)


for n in [*range(71), 1000]:
    for shrink in (1.0, 0.999):
        x = drawn(n)
        g, mean = (np.empty_like(x) for _ in range(2))
        g[...], mean[...] = random.randn(*x.shape), random.randn(*x.shape)
        if n % 3 == 0 and n:
            g.reshape(-1)[: n // 3] = random.choice([0, -0.0, np.inf, np.nan, 1e-30, 1e-42], n // 3)
        square, numbers = mean * mean, (shrink, 0.1, 0.001, 0.999, 0.0316, 1e-8, 0.01)
        states = [(mean.copy("K"), square.copy("K")) for _ in range(2)]
        with np.errstate(all="ignore"):
            got = _kernels.adam_step(x, g, *states[0], *numbers)
            want = meaning.adam_step(x, g, *states[1], *numbers)
        assert equal(got, want) and all(map(equal, states[0], states[1])), ("adam", n)
        for nesterov in (False, True):
            buffers = [mean.copy("K") for _ in range(2)]
            with np.errstate(all="ignore"):
                got = _kernels.sgd_step(x, g, buffers[0], 0.9, 0.8, 0.01, nesterov)
                want = meaning.sgd_step(x, g, buffers[1], 0.9, 0.8, 0.01, nesterov)
            assert equal(got, want) and equal(*buffers), ("sgd", n)
for dtype in ("f8", "f2"):
    x, g, mean = (random.randn(40).astype(dtype) for _ in range(3))
    square, numbers = mean * mean, (0.99, 0.1, 0.01, 0.99, 0.3, 1e-4, 0.01)
    states = [(mean.copy(), square.copy()) for _ in range(2)]
    assert equal(_kernels.adam_step(x, g, *states[0], *numbers), meaning.adam_step(x, g, *states[1], *numbers)), dtype


def trained(make):
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(7, 300), torch.nn.Tanh(), torch.nn.Linear(300, 3))
    optimizer = make(model.parameters())
    x, y = torch.randn(5, 7), torch.randn(5, 3)
    for _ in range(5):
        optimizer.zero_grad()
        ((model(x) - y) ** 2).mean().backward()
        for p in model.parameters():  # the same gradients on both paths
            p.grad = torch.tanh(p.detach() * 100).round()
        optimizer.step()
    return [p.detach().numpy() for p in model.parameters()]


optim = torch.optim
for make in (
    lambda p: optim.SGD(p, 0.01, momentum=0.9, weight_decay=0.1),
    lambda p: optim.SGD(p, 0.01, momentum=0.9, nesterov=True, maximize=True),
    lambda p: optim.SGD(p, 0.01, momentum=0.9, dampening=0.5),
    lambda p: optim.Adam(p, 0.01, weight_decay=0.1),
    lambda p: optim.Adam(p, 0.01, amsgrad=True),
    lambda p: optim.AdamW(p, 0.01, maximize=True),
):
    compiled = trained(make)
    steps = _kernels.adam_step, _kernels.sgd_step
    _kernels.adam_step, _kernels.sgd_step = meaning.adam_step, meaning.sgd_step
    plain = trained(make)
    _kernels.adam_step, _kernels.sgd_step = steps
    assert all(map(equal, compiled, plain))
print("to the bit")
"""


def test_steps_are_those_of_numpy_to_the_bit(runs):
    runs(PROGRAM, "to the bit")
