"""Rows taken from a table, and rows added to it, once for every time a row is named."""

import numpy as np

__all__ = ["add_rows", "sum_rows", "take_rows"]

SMALL = 1 << 16  # so many places of a one-hot matrix are filled sooner than rows are sorted


def take_rows(table, index):
    """Row index[k] of `table` for each place k of `index`."""
    return table.take(index, 0)


def add_rows(out, index, values):
    """Adds row k of `values` to row index[k] of `out`, in place and in order."""
    np.add.at(out, index, values)


def sum_rows(g, index, rows, product, add):
    """A table of `rows` rows with each row of `g` added at its number in `index`; `add(out, index, g)` may be asked to."""
    n = index.size
    if n * rows <= SMALL:
        picks = np.zeros((rows, n), g.dtype)
        picks[index, np.arange(n)] = 1
        out = product(picks, g)
        if np.isfinite(out).all():  # else infinities times zero would have spread
            return out
    out = np.zeros((rows, g.shape[1]), g.dtype)
    if n < 8 * rows:
        add(out, index, g)
        return out
    order = index.argsort(kind="stable")
    placed = index[order]
    starts = np.flatnonzero(np.concatenate(([True], placed[1:] != placed[:-1])))
    out[placed[starts]] = np.add.reduceat(g[order], starts.astype(np.intp), 0)
    return out
