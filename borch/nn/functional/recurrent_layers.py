"""One layer of a recurrent network in one direction, as one op over all its time steps.

The steps lie one after another in `gates` (sum(sizes), G): the input's projections of step t are the next sizes[t] rows.
Sequences are sorted by length, so step t concerns the first sizes[t] rows of the state; rows that have ended, or in a
reversed layer have not begun, stay as they are. That is torch's PackedSequence, and an ordinary batch is one whose
sizes are all equal. Gradients run backwards over the steps in numpy, and the weight's are one product at the end; a
second derivative is taken through the same steps written with ops.
"""

import numpy as np

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


def sigmoid_(x):
    """The logistic function, written into `x`."""
    np.negative(x, out=x)
    np.exp(x, out=x)
    x += 1
    return np.reciprocal(x, out=x)


def turned(weight, sizes):
    """weight.T, laid out anew where enough steps multiply by it: products of small matrices are then twice as quick."""
    return np.ascontiguousarray(weight.T) if len(sizes) > 3 else weight.T


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
    dtype = gates.dtype
    to_gates = np.empty(gates.shape, dtype)
    to_state = filled(g, 1, hx.shape, dtype)
    slope = (values > 0).astype(dtype) if relu else 1 - values * values
    for first, end, n in order(sizes, not reverse):
        part = to_state[:n] if g[0] is None else to_state[:n] + g[0][first:end]
        part = np.multiply(part, slope[first:end], out=to_gates[first:end])
        to_state[:n] = product(part, w_hh)
    return to_gates, to_state, product(to_gates.T, before) if needed[2] else None


def _rnn_layer(node):
    @op(joint=_rnn_gradients, differentiable=("gates", "hx", "w_hh"), outputs=("out", "hn", "values", "before"),
        node=node, name="_rnn_layer", **SETTINGS)  # fmt: skip
    def rnn_layer(gates, hx, w_hh, sizes, reverse, relu):
        h, w = hx.copy(), turned(w_hh, sizes)
        values = np.empty(gates.shape, gates.dtype)
        before = np.empty(gates.shape, gates.dtype)
        for first, end, n in order(sizes, reverse):
            before[first:end] = h[:n]
            x = product(h[:n], w)
            x += gates[first:end]
            h[:n] = np.maximum(x, 0, out=values[first:end]) if relu else np.tanh(x, out=values[first:end])
        return values.copy(), h, values, before

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
    dtype, width = gates.dtype, hx.shape[1]
    to_gates = np.empty(gates.shape, dtype)
    to_hidden = np.empty(gates.shape, dtype)
    to_state = filled(g, 1, hx.shape, dtype)
    r, z, n_, h_n = (values[:, k * width : (k + 1) * width] for k in range(4))
    slope_r, slope_z, slope_n = h_n * (r * (1 - r)), (before - n_) * (z * (1 - z)), (1 - z) * (1 - n_ * n_)
    for first, end, n in order(sizes, not reverse):
        part = to_state[:n] if g[0] is None else to_state[:n] + g[0][first:end]
        x, hidden = to_gates[first:end], to_hidden[first:end]
        new = np.multiply(part, slope_n[first:end], out=x[:, 2 * width :])
        np.multiply(new, slope_r[first:end], out=x[:, :width])
        np.multiply(part, slope_z[first:end], out=x[:, width : 2 * width])
        hidden[:, : 2 * width] = x[:, : 2 * width]
        np.multiply(new, r[first:end], out=hidden[:, 2 * width :])
        to_state[:n] = part * z[first:end] + product(hidden, w_hh)
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
        h, w, width = hx.copy(), turned(w_hh, sizes), hx.shape[1]
        values = np.empty((gates.shape[0], 4 * width), gates.dtype)
        before = np.empty((gates.shape[0], width), gates.dtype)
        out = np.empty((gates.shape[0], width), gates.dtype)
        for first, end, n in order(sizes, reverse):
            state, kept = before[first:end], values[first:end]
            state[...] = h[:n]
            hidden, x = product(state, w), gates[first:end]
            if b_hh is not None:
                hidden += b_hh
            kept[:, 3 * width :] = hidden[:, 2 * width :]
            rz = sigmoid_(np.add(x[:, : 2 * width], hidden[:, : 2 * width], out=kept[:, : 2 * width]))
            new = kept[:, 2 * width : 3 * width]
            np.multiply(rz[:, :width], hidden[:, 2 * width :], out=new)
            new += x[:, 2 * width :]
            np.tanh(new, out=new)
            state = state - new
            state *= rz[:, width:]
            state += new
            out[first:end] = h[:n] = state
        return out, h, values, before

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
    to_gates = np.empty(gates.shape, dtype)
    to_state, to_cell = filled(g, 1, hx.shape, dtype), filled(g, 2, cx.shape, dtype)
    outputs = np.empty((gates.shape[0], hx.shape[1]), dtype) if needed[4] else None
    i, f, c_, o = (values[:, k * width : (k + 1) * width] for k in range(4))
    tanh = np.tanh(f * cells + i * c_)
    slopes = np.concatenate([c_ * (i * (1 - i)), cells * (f * (1 - f)), i * (1 - c_ * c_), tanh * (o * (1 - o))], 1)
    inner = o * (1 - tanh * tanh)
    for first, end, n in order(sizes, not reverse):
        part = to_state[:n] if g[0] is None else to_state[:n] + g[0][first:end]
        if w_hr is not None:
            if needed[4]:
                outputs[first:end] = part
            part = product(part, w_hr)
        cell = to_cell[:n]
        cell += part * inner[first:end]
        x = to_gates[first:end]
        x.reshape(n, 4, width)[:, :3] = cell[:, None]
        x[:, 3 * width :] = part
        x *= slopes[first:end]
        cell *= f[first:end]
        to_state[:n] = product(x, w_hh)
    return (
        to_gates,
        to_state,
        to_cell,
        product(to_gates.T, before) if needed[3] else None,
        product(outputs.T, o * tanh) if needed[4] else None,
    )


def _lstm_layer(node):
    @op(joint=_lstm_gradients, differentiable=("gates", "hx", "cx", "w_hh", "w_hr"),
        outputs=("out", "hn", "cn", "values", "before", "cells"), node=node, name="_lstm_layer", **SETTINGS)  # fmt: skip
    def lstm_layer(gates, hx, cx, w_hh, w_hr=None, sizes=(), reverse=False):
        h, c, w, width = hx.copy(), cx.copy(), turned(w_hh, sizes), cx.shape[1]
        rows, dtype = gates.shape[0], gates.dtype
        values, cells = np.empty(gates.shape, dtype), np.empty((rows, width), dtype)
        before, out = np.empty((rows, hx.shape[1]), dtype), np.empty((rows, hx.shape[1]), dtype)
        for first, end, n in order(sizes, reverse):
            before[first:end], cells[first:end] = h[:n], c[:n]
            kept = np.add(product(h[:n], w), gates[first:end], out=values[first:end])
            new = np.tanh(kept[:, 2 * width : 3 * width])
            sigmoid_(kept)
            kept[:, 2 * width : 3 * width] = new
            cell = kept[:, width : 2 * width] * c[:n]
            new *= kept[:, :width]
            cell += new
            c[:n] = cell
            np.tanh(cell, out=cell)
            cell *= kept[:, 3 * width :]
            out[first:end] = h[:n] = cell if w_hr is None else product(cell, w_hr.T)
        return out, h, c, values, before, cells

    return lstm_layer


MAKERS = {"rnn": _rnn_layer, "gru": _gru_layer, "lstm": _lstm_layer}
LAYERS = {}


def layer(kind, node):
    """The op of one layer, `kind` "rnn", "gru" or "lstm", whose recorded calls bear the name `node`."""
    found = LAYERS.get((kind, node))
    if found is None:
        found = LAYERS[kind, node] = MAKERS[kind](node)
    return found
