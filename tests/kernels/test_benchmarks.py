"""The tables of kernels in benchmarks/ show every compiled kernel, in rows that can be computed."""

import re

import pytest

from benchmarks.kernel_rows import GROUPS, NAMES
from borch._kernels import numpy as meaning
from borch._kernels import wasm

ROWS = [(heading, *row) for heading, group in GROUPS.items() for row in group]


def test_every_compiled_kernel_has_a_row():
    shown = {name for _, _, _, call, *_ in ROWS for name in re.findall(r"\bk\.(\w+)", call)}
    assert shown == set(wasm.names())


def test_rows_of_a_table_stand_beside_one_thing_and_have_labels_of_their_own():
    labels = [row[1] for row in ROWS]
    assert len(labels) == len(set(labels)) and not any("|" in label for label in labels)
    assert all(len({len(row) for row in group}) == 1 for group in GROUPS.values())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_row_can_be_computed(row):
    _, _, needed, call, *_ = row
    names = {"k": meaning}
    exec(NAMES, names)
    exec(needed, names)
    assert eval(call, names) is not None or "normal_blocks" in call or "add_rows" in call
