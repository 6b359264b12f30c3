"""Conversions of many elements, which go a block at a time, beside those of few, which the frozen cases hold to torch."""

import numpy as np
import pytest

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
