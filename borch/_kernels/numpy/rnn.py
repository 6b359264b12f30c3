"""Layers of plain RNN, LSTM and GRU over all their steps.

`steps` lists (first row, end, number of rows) of each step in the order in which they are taken: the rows of `gates` and
of what is kept lie one step after another, and the first rows of the states run. `product` multiplies matrices.
"""

import numpy as np

__all__ = ["gru", "gru_gradient", "lstm", "lstm_gradient", "plain_rnn", "plain_rnn_gradient"]


def sigmoid_(x):
    """The logistic function, written into `x`."""
    np.negative(x, out=x)
    np.exp(x, out=x)
    x += 1
    return np.reciprocal(x, out=x)


def turned(weight, steps):
    """weight.T, laid out anew where enough steps multiply by it: products of small matrices are then twice as quick."""
    return np.ascontiguousarray(weight.T) if len(steps) > 3 else weight.T


def plain_rnn(gates, hx, w_hh, relu, steps, product):
    """(outputs, last h, the outputs again, the h that each step began with); the steps end in relu or tanh."""
    h, w = hx.copy(), turned(w_hh, steps)
    values, before = np.empty(gates.shape, gates.dtype), np.empty(gates.shape, gates.dtype)
    for first, end, n in steps:
        before[first:end] = h[:n]
        x = product(h[:n], w)
        x += gates[first:end]
        h[:n] = np.maximum(x, 0, out=values[first:end]) if relu else np.tanh(x, out=values[first:end])
    return values.copy(), h, values, before


def plain_rnn_gradient(g, to_state, values, w_hh, relu, steps, product):
    """The gradient of gates, as `lstm_gradient`."""
    to_gates = np.empty(values.shape, values.dtype)
    slope = (values > 0).astype(values.dtype) if relu else 1 - values * values
    for first, end, n in steps:
        part = to_state[:n] if g is None else to_state[:n] + g[first:end]
        part = np.multiply(part, slope[first:end], out=to_gates[first:end])
        to_state[:n] = product(part, w_hh)
    return to_gates


def lstm(gates, hx, cx, w_hh, w_hr, steps, product):
    """(outputs, last h, last c, the gates i f g o, the h and the c that each step began with)."""
    h, c, w, width = hx.copy(), cx.copy(), turned(w_hh, steps), cx.shape[1]
    rows, dtype = gates.shape[0], gates.dtype
    values, cells = np.empty(gates.shape, dtype), np.empty((rows, width), dtype)
    before, out = np.empty((rows, hx.shape[1]), dtype), np.empty((rows, hx.shape[1]), dtype)
    for first, end, n in steps:
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


def lstm_gradient(g, to_state, to_cell, values, cells, w_hh, w_hr, steps, product):
    """(gradient of gates, gradients of the outputs before w_hr or None), from that of the outputs, `g` or None.

    to_state and to_cell hold the gradients of the last states, and become those of the first. The steps are those of
    `lstm`, last first.
    """
    width, dtype = cells.shape[1], values.dtype
    to_gates = np.empty(values.shape, dtype)
    outputs = None if w_hr is None else np.empty((values.shape[0], to_state.shape[1]), dtype)
    i, f, c_, o = (values[:, k * width : (k + 1) * width] for k in range(4))
    tanh = np.tanh(f * cells + i * c_)
    slopes = np.concatenate([c_ * (i * (1 - i)), cells * (f * (1 - f)), i * (1 - c_ * c_), tanh * (o * (1 - o))], 1)
    inner = o * (1 - tanh * tanh)
    for first, end, n in steps:
        part = to_state[:n] if g is None else to_state[:n] + g[first:end]
        if w_hr is not None:
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
    return to_gates, outputs


def gru(gates, hx, w_hh, b_hh, steps, product):
    """(outputs, last h, the gates r z n and what h gives to n, the h that each step began with)."""
    h, w, width = hx.copy(), turned(w_hh, steps), hx.shape[1]
    values = np.empty((gates.shape[0], 4 * width), gates.dtype)
    before = np.empty((gates.shape[0], width), gates.dtype)
    out = np.empty((gates.shape[0], width), gates.dtype)
    for first, end, n in steps:
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


def gru_gradient(g, to_state, values, before, w_hh, steps, product):
    """(gradient of gates, that of what h gives to the gates), as `lstm_gradient`."""
    width, dtype = before.shape[1], values.dtype
    to_gates = np.empty((values.shape[0], 3 * width), dtype)
    to_hidden = np.empty(to_gates.shape, dtype)
    r, z, n_, h_n = (values[:, k * width : (k + 1) * width] for k in range(4))
    slope_r, slope_z, slope_n = h_n * (r * (1 - r)), (before - n_) * (z * (1 - z)), (1 - z) * (1 - n_ * n_)
    for first, end, n in steps:
        part = to_state[:n] if g is None else to_state[:n] + g[first:end]
        x, hidden = to_gates[first:end], to_hidden[first:end]
        new = np.multiply(part, slope_n[first:end], out=x[:, 2 * width :])
        np.multiply(new, slope_r[first:end], out=x[:, :width])
        np.multiply(part, slope_z[first:end], out=x[:, width : 2 * width])
        hidden[:, : 2 * width] = x[:, : 2 * width]
        np.multiply(new, r[first:end], out=hidden[:, 2 * width :])
        to_state[:n] = part * z[first:end] + product(hidden, w_hh)
    return to_gates, to_hidden
