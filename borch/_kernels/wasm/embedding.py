"""Rows of a table, taken and added to, compiled for float32 and int64 numbers: the bits of numpy's additions in order."""

import numpy as np

from ..numpy import embedding as meaning
from .module import DENSE, FLOAT32, call, empty, least, ndarray, plain

INT64 = np.dtype(np.int64)
FEWEST, WIDEST = 128, 128  # rows and their numbers, below and above which numpy is as quick


def _is_index(index):
    return (
        type(index) is ndarray
        and index.dtype is INT64
        and index.ndim == 1
        and index.flags.c_contiguous
        and index.flags.aligned
    )


def _refuse(index, rows):
    """The error of numpy with 64-bit positions; with 32 bits, as here, it would wrap the larger ones."""
    bad = index[(index < -rows) | (index >= rows)][0]
    raise IndexError(f"index {bad} is out of bounds for axis 0 with size {rows}")


def take_rows(table, index):
    if (
        plain(table)
        and type(index) is ndarray
        and index.dtype is INT64
        and index.size >= FEWEST
        and index.flags.num & DENSE == DENSE
        and table.size <= WIDEST * table.shape[0]
    ):
        out = empty(index.shape + table.shape[1:], FLOAT32)
        if call.take_rows_f32(table, index, out) is not None:
            _refuse(index, table.shape[0])
        return out
    return meaning.take_rows(table, index)


def add_rows(out, index, values):
    if (
        _is_index(index)
        and plain(values)
        and values.shape == (index.size, *out.shape[1:])
        and type(out) is ndarray
        and out.dtype is FLOAT32
        and out.ndim
        and out.flags.c_contiguous
        and out.flags.aligned
        and out.flags.writeable
        and not np.may_share_memory(out, values)
    ):
        if call.add_rows_f32(out, index, values, 0) is not None:
            _refuse(index, out.shape[0])
        return
    meaning.add_rows(out, index, values)


def sum_rows(g, index, rows, product, add):
    if (
        _is_index(index)
        and g.size >= least.elements
        and g.ndim == 2
        and g.dtype is FLOAT32
        and g.shape[0] == index.size
    ):
        g, out = np.ascontiguousarray(g), empty((rows, g.shape[1]), FLOAT32)
        if call.add_rows_f32(out, index, g, 1) is not None:
            _refuse(index, rows)
        return out
    return meaning.sum_rows(g, index, rows, product, add)
