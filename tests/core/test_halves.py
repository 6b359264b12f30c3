"""Half precision of many elements, which goes a block at a time, beside that of few, which the frozen cases hold to
torch."""

import numpy as np
import pytest

import borch
from borch._core.dtype import BLOCK, narrow, widen

ROWS, COLUMNS = 257, 3 * BLOCK // 256 + 1


def values():
    x = np.random.default_rng(0).standard_normal((ROWS, COLUMNS)).astype(np.float32)
    x[3, 4], x[5, 6], x[-1, -1] = np.nan, np.inf, -np.nan
    x[7] = np.ldexp(1 + 2.0**-8, np.arange(COLUMNS) % 200 - 100)  # between two, as often up as down
    return x


LAYOUTS = {
    "rows": lambda x: x,
    "columns": lambda x: x.T,
    "with gaps": lambda x: np.repeat(x, 2, axis=1)[:, ::2],
    "reversed": lambda x: x[::-1],
    "three axes": lambda x: x[:256].reshape(4, 64, COLUMNS).transpose(1, 2, 0),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_many_elements_are_converted_as_few_are(layout):
    x = LAYOUTS[layout](values())
    assert x.size > 2 * BLOCK and x.size % BLOCK
    halves = narrow(x)
    assert halves.shape == x.shape
    rows = [narrow(row) for row in x.reshape(-1, x.shape[-1])]
    assert max(len(row) for row in rows) < BLOCK
    assert np.array_equal(halves.view(np.uint16).reshape(-1), np.concatenate(rows).view(np.uint16))
    wide = np.concatenate([widen(row) for row in rows])
    assert np.array_equal(widen(halves).reshape(-1).view(np.uint32), wide.view(np.uint32))


SCALES = {"ordinary": 0, "over all exponents": 30, "finite": 6, "finite and tiny": 22, "with zeros": None}


@pytest.mark.parametrize("op", ["add", "sub", "mul", "div"])
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("dtype", [borch.float16, borch.bfloat16])
def test_many_elements_are_computed_as_few_are(dtype, scale, op):
    rng = np.random.default_rng(0)
    x = rng.standard_normal((2, BLOCK + 77)).astype(np.float32)
    if SCALES[scale] is None:
        x[rng.random(x.shape) < 0.5] = 0
    else:
        x *= np.exp2(rng.integers(-SCALES[scale], SCALES[scale] + 1, x.shape))
        if scale == "finite and tiny":
            x *= 2.0**-13
        if not scale.startswith("finite"):
            x[:, ::9999] = np.array([[np.nan], [-np.inf]])
    input, other = borch.tensor(x).to(dtype)
    whole = getattr(borch, op)(input, other)
    rows = [getattr(borch, op)(a, b) for a, b in zip(input.split(1000), other.split(1000), strict=True)]
    assert np.array_equal(whole.float().numpy(), borch.cat(rows).float().numpy(), equal_nan=True)
    assert np.array_equal(np.signbit(whole.float().numpy()), np.signbit(borch.cat(rows).float().numpy()))
