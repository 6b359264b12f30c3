"""Layers of plain RNN, LSTM (without projections) and GRU, compiled for float32: one call for all steps of a layer.

How exact they are says ../accuracy.py.
"""

import numpy as np

from ..numpy import rnn as meaning
from .gemm import ROOM
from .module import FLOAT32, call, empty, least, ndarray, scratch


def _dense(*arrays):
    return all([type(x) is ndarray and x.dtype is FLOAT32 and x.flags.c_contiguous and x.flags.aligned for x in arrays])


def _worth(gates, *more):
    return gates.size >= least.elements and _dense(gates, *more)


def _begins(gates, state, w_hh, count, steps):
    """Whether a state goes with `count` gates for each of its numbers, their weight, and the steps."""
    rows, width = gates.shape[0], state.shape[-1]
    return (
        state.ndim == 2
        and state.dtype is FLOAT32
        and gates.shape == (rows, count * width)
        and w_hh.shape == (count * width, width)
        and _within(steps, rows, state.shape[0])
    )


def _ends(g, to_state, width, values, count, w_hh, gates, steps):
    """The same of the gradients, with `gates` kept for each number; the state's is written to."""
    rows, shape = values.shape[0], to_state.shape
    return (
        shape[1:] == (width,)
        and values.shape == (rows, gates * width)
        and w_hh.shape == (count * width, width)
        and (g is None or g.shape == (rows, width))
        and to_state.flags.writeable
        and _within(steps, rows, shape[0])
    )


def _within(steps, rows, batch):
    return all([0 <= first <= end <= rows and first + n == end and n <= batch for first, end, n in steps])


def _rows(steps):
    return np.array([(first, n) for first, _, n in steps], np.int32).reshape(-1, 2)


def plain_rnn(gates, hx, w_hh, relu, steps, product):
    if not (_worth(gates, w_hh) and _begins(gates, hx, w_hh, 1, steps)):
        return meaning.plain_rnn(gates, hx, w_hh, relu, steps, product)
    h, plan, room = np.array(hx, order="C"), _rows(steps), scratch(ROOM)
    values, before, out = (empty(gates.shape, FLOAT32) for _ in range(3))
    call.plain_rnn_f32(gates, h, w_hh, plan, values, before, out, room, bool(relu))
    return out, h, values, before


def plain_rnn_gradient(g, to_state, values, w_hh, relu, steps, product):
    g = None if g is None else np.ascontiguousarray(g)
    if not (
        _worth(values, to_state, w_hh, *(() if g is None else (g,)))
        and _ends(g, to_state, to_state.shape[-1], values, 1, w_hh, 1, steps)
    ):
        return meaning.plain_rnn_gradient(g, to_state, values, w_hh, relu, steps, product)
    to_gates, plan, room = empty(values.shape, FLOAT32), _rows(steps), scratch(ROOM)
    call.plain_rnn_gradient_f32(
        g, to_state, w_hh, plan, values, to_gates, room, bool(relu)
    )  # fmt: skip
    return to_gates


def lstm(gates, hx, cx, w_hh, w_hr, steps, product):
    if not (
        w_hr is None
        and _worth(gates, w_hh)
        and hx.shape == cx.shape
        and cx.dtype is FLOAT32
        and _begins(gates, hx, w_hh, 4, steps)
    ):
        return meaning.lstm(gates, hx, cx, w_hh, w_hr, steps, product)
    h, c, plan, room = np.array(hx, order="C"), np.array(cx, order="C"), _rows(steps), scratch(ROOM)
    shape = (gates.shape[0], h.shape[1])
    values, before, cells, out = (empty(s, FLOAT32) for s in (gates.shape, shape, shape, shape))
    call.lstm_f32(
        gates, h, c, w_hh, plan, values, before, cells, out, room
    )  # fmt: skip
    return out, h, c, values, before, cells


def lstm_gradient(g, to_state, to_cell, values, cells, w_hh, w_hr, steps, product):
    g = None if g is None else np.ascontiguousarray(g)
    if not (
        w_hr is None
        and _worth(values, to_state, to_cell, cells, w_hh, *(() if g is None else (g,)))
        and to_cell.shape == to_state.shape
        and to_cell.flags.writeable
        and cells.shape == (values.shape[0], to_state.shape[-1])
        and _ends(g, to_state, cells.shape[1], values, 4, w_hh, 4, steps)
    ):
        return meaning.lstm_gradient(g, to_state, to_cell, values, cells, w_hh, w_hr, steps, product)
    to_gates, plan, room = empty(values.shape, FLOAT32), _rows(steps), scratch(ROOM)
    call.lstm_gradient_f32(g, to_state, to_cell, w_hh, plan, values, cells, to_gates, room)
    return to_gates, None


def gru(gates, hx, w_hh, b_hh, steps, product):
    if not (
        _worth(gates, w_hh, *(() if b_hh is None else (b_hh,)))
        and _begins(gates, hx, w_hh, 3, steps)
        and (b_hh is None or b_hh.shape == w_hh.shape[:1])
    ):
        return meaning.gru(gates, hx, w_hh, b_hh, steps, product)
    h, plan = np.array(hx, order="C"), _rows(steps)
    room = scratch(ROOM + 12 * h.size)
    rows, width = gates.shape[0], h.shape[1]
    values, before, out = (
        empty((rows, 4 * width), FLOAT32),
        empty((rows, width), FLOAT32),
        empty((rows, width), FLOAT32),
    )
    call.gru_f32(
        gates, h, w_hh, b_hh, plan, values, before, out, room
    )  # fmt: skip
    return out, h, values, before


def gru_gradient(g, to_state, values, before, w_hh, steps, product):
    g = None if g is None else np.ascontiguousarray(g)
    if not (
        _worth(values, to_state, before, w_hh, *(() if g is None else (g,)))
        and before.shape == (values.shape[0], to_state.shape[-1])
        and _ends(g, to_state, before.shape[1], values, 3, w_hh, 4, steps)
    ):
        return meaning.gru_gradient(g, to_state, values, before, w_hh, steps, product)
    shape = (values.shape[0], 3 * before.shape[1])
    to_gates, to_hidden, plan, room = empty(shape, FLOAT32), empty(shape, FLOAT32), _rows(steps), scratch(ROOM)
    call.gru_gradient_f32(g, to_state, w_hh, plan, values, before, to_gates, to_hidden, room)
    return to_gates, to_hidden
