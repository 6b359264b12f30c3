"""RNN, GRU and LSTM in ONNX: its own nodes, with the gates in ONNX's order.

A layer's op gets its input already multiplied by weight_ih; the node multiplies by itself, so the product is looked up
and its parts are given to the node.
"""

import numpy as np

from .table import emits

ORDER = {
    "_rnn_layer": (0,),
    "_gru_layer": (1, 0, 2),
    "_lstm_layer": (0, 3, 1, 2),
}  # torch: r z n; i f g o. ONNX: z r h; i o f c
LINEAR = (
    "linear_matrix", "linear_matrix_without_bias", "linear_stack", "linear_stack_without_bias", "linear_in_other_order"
)  # fmt: skip


def gates_in_order(array, name):
    parts = np.split(array, len(ORDER[name]))
    return np.concatenate([parts[k] for k in ORDER[name]])


def projection(g, gates):
    """(input rows, weight_ih, bias) of the product that made the gates; constants for the last two."""
    made = g.makers.get(gates)
    if made is None or made.name not in LINEAR:
        g.unsupported("its input is no linear product")
    weight, bias = made.params["weight"], made.params.get("bias")
    if not weight.constant or (bias is not None and not bias.constant):
        g.unsupported("its weights depend on the inputs")
    return made.params["input"], weight.array, None if bias is None else bias.array


def places(sizes):
    """Of packed sequences, `sizes[t]` of them with a step t: for each padded row a packed one, for each packed row its
    padded one, and the sequences' lengths."""
    running = np.arange(sizes[0]) < np.array(sizes)[:, None]
    packed = np.flatnonzero(running)
    padded = np.zeros(running.size, np.int64)
    padded[packed] = np.arange(len(packed))
    return padded, packed, running.sum(0, dtype=np.int32)


@emits("_packed_rows")
def packed_rows(g, c, input, index):
    return g.add("Gather", input, index, axis=0)


@emits("_placed")
def padded_rows(g, c, input, index, steps, batch, value):
    shape = input.shape[1:]
    empty = g.constant(np.full((steps * batch, *shape), value, input.dtype))
    rows = g.add("ScatterND", empty, g.constant(index.array.reshape(-1, 1)), input)
    return g.reshape(rows, (steps, batch, *shape))


def node(g, c, gates, hx, w_hh, sizes, reverse, b_hh=None, cx=None, **settings):
    steps, n, width = len(sizes), sizes[0], hx.shape[1]
    rows, w_ih, bias = projection(g, gates)
    lengths = None
    if sizes[-1] != n:
        padded, packed, lengths = places(sizes)
        rows, lengths = g.add("Gather", rows, g.ints(padded), axis=0), g.constant(lengths, "lengths")
    kind, name = c.name.split("_")[1].upper(), c.name
    x = g.reshape(rows, (steps, n, w_ih.shape[1]))
    w, r = (g.constant(gates_in_order(a, name)[None], "weight") for a in (w_ih, w_hh.array))
    both = [np.zeros(len(w_ih), w_ih.dtype) if b is None else b for b in (bias, None if b_hh is None else b_hh.array)]
    b = g.constant(np.concatenate([gates_in_order(a, name) for a in both])[None], "bias")
    states = [g.add("Unsqueeze", s, g.ints([0])) for s in (hx, cx) if s is not None]
    out, *last = g.add(
        kind, x, w, r, b, lengths, *states, outputs=1 + len(states), hidden_size=width,
        direction="reverse" if reverse else "forward", **settings,
    )  # fmt: skip
    out = g.reshape(out, (steps * n, width))
    if lengths is not None:
        out = g.add("Gather", out, g.ints(packed), axis=0)
    return out, *[g.add("Squeeze", s, g.ints([0])) for s in last]


@emits("_rnn_layer")
def rnn(g, c, gates, hx, w_hh, sizes, reverse, relu):
    return [*node(g, c, gates, hx, w_hh, sizes, reverse, activations=("Relu" if relu else "Tanh",)), None, None]


@emits("_gru_layer")
def gru(g, c, gates, hx, w_hh, b_hh=None, sizes=(), reverse=False):
    return [*node(g, c, gates, hx, w_hh, sizes, reverse, b_hh, linear_before_reset=1), None, None]


@emits("_lstm_layer")
def lstm(g, c, gates, hx, cx, w_hh, w_hr=None, sizes=(), reverse=False):
    if w_hr is not None:
        g.unsupported("projections (proj_size) have no place in ONNX's LSTM")
    return [*node(g, c, gates, hx, w_hh, sizes, reverse, cx=cx), None, None, None]
