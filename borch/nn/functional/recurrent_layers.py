"""One layer of a recurrent network in one direction, as one op over all its time steps.

The steps lie one after another in `gates` (sum(sizes), G): the input's projections of step t are the next sizes[t] rows.
Sequences are sorted by length, so step t concerns the first sizes[t] rows of the state; rows that have ended, or in a
reversed layer have not begun, stay as they are. That is torch's PackedSequence, and an ordinary batch is one whose
sizes are all equal. Gradients run backwards over the steps in numpy, and the weight's are one product at the end; a
second derivative is taken through the same steps written with ops.
"""

import numpy as np

from ... import _kernels
from ..._core.op import OPS, op
from ..._core.tensor import Tensor
from ...autograd import grad
from ...autograd.grad_mode import enable_grad
from ...ops.matmul import product

SETTINGS = {"kind": "same", "method": False, "namespace": None}


def order(sizes, reverse):
    """(first row, end, number of rows) of each step, in the order in which they are taken."""
    steps, at = [], 0
    for n in sizes:
        steps.append((at, at + n, n))
        at += n
    return steps[::-1] if reverse else steps


# -------------------------------------------------------------------------------------------- second derivatives by ops
def unroll(step, gates, state, sizes, reverse):
    """The layer written with ops: (rows of the first state after each step, joined; the last states).

    `step(gates, state)` takes the states (a tuple) of the rows that are running and gives their new ones.
    """
    rows = {}
    for first, end, n in order(sizes, reverse):
        running = tuple([s[:n] for s in state])
        new = step(gates[first:end], running)
        rows[first] = new[0]
        cat = OPS["cat"]
        state = tuple([cat([a, s[n:]]) if n < s.shape[0] else a for a, s in zip(new, state, strict=True)])
    return OPS["cat"]([rows[k] for k in sorted(rows)]), *state


def through_ops(g, needed, inputs, layer):
    """The gradients of `layer(*inputs)`, recorded so that they can be differentiated again."""
    with enable_grad():
        fresh = [OPS["alias"](x) if isinstance(x, Tensor) else x for x in inputs]
        outputs = layer(*fresh)
        pairs = [(out, g_out) for out, g_out in zip(outputs, g, strict=False) if g_out is not None]
        wanted = [k for k, n in enumerate(needed) if n]
        found = grad(
            [out for out, _ in pairs], [fresh[k] for k in wanted], [g_out for _, g_out in pairs],
            create_graph=True, allow_unused=True,
        )  # fmt: skip
    result = [None] * len(needed)
    for k, x in zip(wanted, found, strict=True):
        result[k] = x
    return tuple(result)


def is_recorded(g):
    return any(isinstance(x, Tensor) for x in g)


def filled(g, k, shape, dtype):
    """The gradient of output `k` in memory that may be written to; zeros where there is none."""
    return np.zeros(shape, dtype) if g[k] is None else np.array(g[k], dtype)


# ------------------------------------------------------------------------------------------------------------ plain RNN
def _rnn_step(w_hh, relu):
    act = OPS["relu" if relu else "tanh"]
    return lambda gates, state: (act(gates + OPS["matmul"](state[0], w_hh.t())),)


def _rnn_gradients(g, needed, gates, hx, w_hh, values, before, sizes, reverse, relu):
    if is_recorded(g):
        return through_ops(
            g, needed, (gates, hx, w_hh), lambda x, h, w: unroll(_rnn_step(w, relu), x, (h,), sizes, reverse)
        )
    to_state = filled(g, 1, hx.shape, gates.dtype)
    to_gates = _kernels.plain_rnn_gradient(g[0], to_state, values, w_hh, relu, order(sizes, not reverse), product)
    return to_gates, to_state, product(to_gates.T, before) if needed[2] else None


def _rnn_layer(node):
    @op(joint=_rnn_gradients, differentiable=("gates", "hx", "w_hh"), outputs=("out", "hn", "values", "before"),
        node=node, name="_rnn_layer", **SETTINGS)  # fmt: skip
    def rnn_layer(gates, hx, w_hh, sizes, reverse, relu):
        return _kernels.plain_rnn(gates, hx, w_hh, relu, order(sizes, reverse), product)

    return rnn_layer


# ------------------------------------------------------------------------------------------------------------------ GRU
def _gru_step(w_hh, b_hh):
    def step(gates, state):
        (h,) = state
        hidden = OPS["matmul"](h, w_hh.t())
        if b_hh is not None:
            hidden = hidden + b_hh
        (x_r, x_z, x_n), (h_r, h_z, h_n) = gates.chunk(3, 1), hidden.chunk(3, 1)
        r, z = OPS["sigmoid"](x_r + h_r), OPS["sigmoid"](x_z + h_z)
        n = OPS["tanh"](x_n + r * h_n)
        return ((h - n) * z + n,)

    return step


def _gru_gradients(g, needed, gates, hx, w_hh, b_hh, values, before, sizes, reverse):
    if is_recorded(g):
        return through_ops(
            g, needed, (gates, hx, w_hh, b_hh), lambda x, h, w, b: unroll(_gru_step(w, b), x, (h,), sizes, reverse)
        )
    to_state = filled(g, 1, hx.shape, gates.dtype)
    to_gates, to_hidden = _kernels.gru_gradient(
        g[0], to_state, values, before, w_hh, order(sizes, not reverse), product
    )
    return (
        to_gates,
        to_state,
        product(to_hidden.T, before) if needed[2] else None,
        np.add.reduce(to_hidden, 0) if needed[3] else None,
    )


def _gru_layer(node):
    @op(joint=_gru_gradients, differentiable=("gates", "hx", "w_hh", "b_hh"), outputs=("out", "hn", "values", "before"),
        node=node, name="_gru_layer", **SETTINGS)  # fmt: skip
    def gru_layer(gates, hx, w_hh, b_hh=None, sizes=(), reverse=False):
        return _kernels.gru(gates, hx, w_hh, b_hh, order(sizes, reverse), product)

    return gru_layer


# ----------------------------------------------------------------------------------------------------------------- LSTM
def _lstm_step(w_hh, w_hr):
    def step(gates, state):
        h, c = state
        i, f, g, o = (gates + OPS["matmul"](h, w_hh.t())).chunk(4, 1)
        sigmoid, tanh = OPS["sigmoid"], OPS["tanh"]
        c = sigmoid(f) * c + sigmoid(i) * tanh(g)
        h = sigmoid(o) * tanh(c)
        return (h if w_hr is None else OPS["matmul"](h, w_hr.t())), c

    return step


def _lstm_gradients(g, needed, gates, hx, cx, w_hh, w_hr, values, before, cells, sizes, reverse):
    if is_recorded(g):
        return through_ops(
            g, needed, (gates, hx, cx, w_hh, w_hr),
            lambda x, h, c, w, r: unroll(_lstm_step(w, r), x, (h, c), sizes, reverse),
        )  # fmt: skip
    dtype, width = gates.dtype, cx.shape[1]
    to_state, to_cell = filled(g, 1, hx.shape, dtype), filled(g, 2, cx.shape, dtype)
    to_gates, outputs = _kernels.lstm_gradient(
        g[0], to_state, to_cell, values, cells, w_hh, w_hr, order(sizes, not reverse), product
    )
    to_projection = None
    if needed[4]:
        i, f, c_, o = (values[:, k * width : (k + 1) * width] for k in range(4))
        to_projection = product(outputs.T, o * np.tanh(f * cells + i * c_))
    return to_gates, to_state, to_cell, product(to_gates.T, before) if needed[3] else None, to_projection


def _lstm_layer(node):
    @op(joint=_lstm_gradients, differentiable=("gates", "hx", "cx", "w_hh", "w_hr"),
        outputs=("out", "hn", "cn", "values", "before", "cells"), node=node, name="_lstm_layer", **SETTINGS)  # fmt: skip
    def lstm_layer(gates, hx, cx, w_hh, w_hr=None, sizes=(), reverse=False):
        return _kernels.lstm(gates, hx, cx, w_hh, w_hr, order(sizes, reverse), product)

    return lstm_layer


MAKERS = {"rnn": _rnn_layer, "gru": _gru_layer, "lstm": _lstm_layer}
LAYERS = {}


def layer(kind, node):
    """The op of one layer, `kind` "rnn", "gru" or "lstm", whose recorded calls bear the name `node`."""
    found = LAYERS.get((kind, node))
    if found is None:
        found = LAYERS[kind, node] = MAKERS[kind](node)
    return found
