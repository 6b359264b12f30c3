"""Recurrent networks: rnn_tanh, rnn_relu, gru and lstm over whole sequences, and one step of each as a cell.

One layer in one direction is one op (recurrent_layers.py); here layers are stacked, doubled and packed.
Source: https://docs.pytorch.org/docs/stable/nn.html#recurrent-layers
"""

from ..._core.dtype import bfloat16, float32
from ..._core.op import OPS, function, op
from .dropout import dropout as drop
from .linear import linear
from .recurrent_layers import layer


@op(view=True, node="TransposeBackward1", method=False, namespace=None, input=lambda g: OPS["transpose"](g, 0, 1))
def _exchanged(input):
    return input.swapaxes(0, 1)


# -------------------------------------------------------------------------------------------------------------- layers
def _projected(data, w_ih, b_ih, b_hh):
    """The input's share of every gate at every step, in one product; `b_hh` is added where it is a plain summand."""
    bias = b_ih if b_hh is None else b_ih + b_hh
    return linear(data, w_ih, bias)


def _run_rnn(relu):
    def run(data, states, weights, sizes, reverse, node):
        w_ih, w_hh, b_ih, b_hh = weights
        gates = _projected(data, w_ih, b_ih, b_hh)
        return layer("rnn", node)(gates, states[0], w_hh, sizes, reverse, relu)[:2]

    return run


def _run_gru(data, states, weights, sizes, reverse, node):
    w_ih, w_hh, b_ih, b_hh = weights
    return layer("gru", node)(linear(data, w_ih, b_ih), states[0], w_hh, b_hh, sizes, reverse)[:2]


def _run_lstm(data, states, weights, sizes, reverse, node):
    w_ih, w_hh, b_ih, b_hh, w_hr = weights
    gates = _projected(data, w_ih, b_ih, b_hh)
    return layer("lstm", node)(gates, *states, w_hh, w_hr, sizes, reverse)[:3]


def _grouped(params, has_biases, projected):
    """The flat list of weights cut into layers and directions, with None for what is not there."""
    size = 2 + 2 * has_biases + projected
    groups = []
    for k in range(0, len(params), size):
        w_ih, w_hh, *more = params[k : k + size]
        biases = more[:2] if has_biases else [None, None]
        groups.append((w_ih, w_hh, *biases, *(more[2 * has_biases :] if projected else [None])))
    return groups


def _stack(run, data, states, groups, num_layers, dropout, train, bidirectional, sizes, node):
    """All layers one on another: the last one's rows, and each state's last values (layers * directions, N, H)."""
    directions = 2 if bidirectional else 1
    lasts = [[] for _ in states]
    for k in range(num_layers):
        outputs = []
        for d in range(directions):
            at = k * directions + d
            out, *last = run(data, [s[at] for s in states], groups[at], sizes, d == 1, node)
            outputs.append(out)
            for found, s in zip(lasts, last, strict=True):
                found.append(s)
        data = outputs[0] if directions == 1 else OPS["cat"](outputs, -1)
        if dropout and train and k < num_layers - 1:
            data = drop(data, dropout, True)
    return (data, *(OPS["stack"](found) for found in lasts))


def _whole(
    run, name, input, states, groups, num_layers, dropout, train, bidirectional, batch_first, node="StackBackward0"
):
    """An ordinary batch (T, N, I): every step has all its rows."""
    exchanged = OPS["transpose"] if name == "lstm" else lambda x, *_: _exchanged(x)
    if batch_first:
        input = exchanged(input, 0, 1)
    steps, n, width = input.shape
    if not steps:
        raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
    _check_weights(groups, num_layers, bidirectional)
    _check_dtypes(states, groups[0][1])
    for s in states:
        if s.shape[1] != n:
            raise RuntimeError(f"Expected hidden size {(s.shape[0], n, s.shape[2])}, got {list(s.shape)}")
    data = input.reshape(steps * n, width)
    out, *lasts = _stack(run, data, states, groups, num_layers, dropout, train, bidirectional, (n,) * steps, node)
    out = _steps_apart(out, steps, n, "CatBackward0" if bidirectional else node)
    return (exchanged(out, 0, 1) if batch_first else out, *lasts)


def _check_dtypes(states, w_hh):
    """torch's error for a state of another dtype than the weight that it meets."""
    want = w_hh._array.dtype
    for s in states:
        if s._array.dtype is not want and s._array.dtype != want:
            raise RuntimeError(
                f"mat1 and mat2 must have the same dtype, but got {s.dtype.legacy} and {w_hh.dtype.legacy}"
            )


def _check_weights(groups, num_layers, bidirectional):
    wanted = num_layers * (2 if bidirectional else 1)
    if len(groups) != wanted:
        raise RuntimeError(f"Expected weights of {wanted} layers and directions, got {len(groups)}")


STEPS_APART = {}


def _steps_apart(rows, steps, n, node):
    """(T * N, H) as (T, N, H), recorded under the name that torch's last call bears."""
    apart = STEPS_APART.get(node)
    if apart is None:

        @op(
            node=node,
            name="_steps_apart",
            method=False,
            namespace=None,
            input=lambda g, input_shape: _joined(g, input_shape),
        )
        def apart(input, shape):
            return input.reshape(shape)

        STEPS_APART[node] = apart
    return apart(rows, (steps, n, rows.shape[-1]))


def _joined(g, shape):
    return OPS["reshape"](g, tuple(shape))


def _packed(run, data, batch_sizes, states, groups, num_layers, dropout, train, bidirectional):
    sizes = tuple(batch_sizes.tolist())
    _check_weights(groups, num_layers, bidirectional)
    _check_dtypes(states, groups[0][1])
    rows = sizes[0] if sizes else 0
    for s in states:
        if s.shape[1] != rows:
            raise RuntimeError(f"Expected hidden size {(s.shape[0], rows, s.shape[2])}, got {list(s.shape)}")
    return _stack(run, data, states, groups, num_layers, dropout, train, bidirectional, sizes, "CatBackward0")


def _sequence_function(name, run, doc):
    """torch.NAME for the two calls that torch has: (input, hx, ...) and (data, batch_sizes, hx, ...)."""

    def recurrent(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first=False):
        if isinstance(params, (list, tuple)):
            groups = [w[:4] for w in _grouped(params, has_biases, False)]
            return _whole(run, name, input, (hx,), groups, num_layers, dropout, train, bidirectional, batch_first)
        data, batch_sizes, hx = input, hx, params
        params, has_biases, num_layers, dropout, train, bidirectional = (
            has_biases, num_layers, dropout, train, bidirectional, batch_first,
        )  # fmt: skip
        groups = [w[:4] for w in _grouped(params, has_biases, False)]
        return _packed(run, data, batch_sizes, (hx,), groups, num_layers, dropout, train, bidirectional)

    recurrent.__name__ = recurrent.__qualname__ = name
    recurrent.__doc__ = doc
    return function(method=False, name=name)(recurrent)


DOC = """{} over a sequence: (output, last state).

    {name}(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first) takes input
    (T, N, I) and hx (layers * directions, N, H); {name}(data, batch_sizes, hx, params, ...) takes what a PackedSequence
    holds. `params` lists weight_ih, weight_hh, bias_ih, bias_hh of every layer and direction.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.{cls}.html

    >>> import borch as torch
    >>> weights = [torch.ones({n}, 3), torch.ones({n}, 2)]
    >>> out, h = torch.{name}(torch.ones(4, 1, 3), torch.zeros(1, 1, 2), weights, False, 1, 0.0, False, False, False)
    >>> out.shape, h.shape
    (torch.Size([4, 1, 2]), torch.Size([1, 1, 2]))
    """
RUN_TANH, RUN_RELU = _run_rnn(False), _run_rnn(True)
rnn_tanh = _sequence_function("rnn_tanh", RUN_TANH, DOC.format("An RNN with tanh", name="rnn_tanh", cls="RNN", n=2))
rnn_relu = _sequence_function("rnn_relu", RUN_RELU, DOC.format("An RNN with relu", name="rnn_relu", cls="RNN", n=2))
gru = _sequence_function("gru", _run_gru, DOC.format("Gated recurrent units", name="gru", cls="GRU", n=6))


@function(method=False)
def lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first=False):
    """Long short-term memory over a sequence: (output, last h, last c).

    lstm(input, (h, c), params, has_biases, num_layers, dropout, train, bidirectional, batch_first) takes input (T, N, I);
    lstm(data, batch_sizes, (h, c), params, ...) takes what a PackedSequence holds. `params` lists weight_ih, weight_hh,
    bias_ih, bias_hh and, when h is narrower than c, weight_hr of every layer and direction.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LSTM.html

    >>> import borch as torch
    >>> weights, zero = [torch.ones(8, 3), torch.ones(8, 2)], torch.zeros(1, 1, 2)
    >>> torch.lstm(torch.ones(4, 1, 3), (zero, zero), weights, False, 1, 0.0, False, False, False)[0].shape
    torch.Size([4, 1, 2])
    """
    packed = not isinstance(hx, (list, tuple))
    if packed:
        data, batch_sizes, hx = input, hx, params
        params, has_biases, num_layers, dropout, train, bidirectional = (
            has_biases, num_layers, dropout, train, bidirectional, batch_first,
        )  # fmt: skip
    if len(hx) != 2:
        raise RuntimeError("lstm expects two hidden states")
    projected = hx[0].shape[2] != hx[1].shape[2]
    groups = _grouped(params, has_biases, projected)
    if packed:
        return _packed(_run_lstm, data, batch_sizes, tuple(hx), groups, num_layers, dropout, train, bidirectional)
    node = "MkldnnRnnLayerBackward0" if input.dtype in (float32, bfloat16) and not projected else "StackBackward0"
    return _whole(
        _run_lstm, "lstm", input, tuple(hx), groups, num_layers, dropout, train, bidirectional, batch_first, node
    )


# --------------------------------------------------------------------------------------------------------------- cells
def _check_cell(input, states, w_ih, w_hh):
    width = w_hh._array.shape[1]
    if input._array.shape[1] != w_ih._array.shape[1]:
        raise RuntimeError(
            f"input has inconsistent input_size: got {input._array.shape[1]} expected {w_ih._array.shape[1]}"
        )
    for k, s in enumerate(states):
        if s._array.shape[0] != input._array.shape[0]:
            raise RuntimeError(
                f"Input batch size {input._array.shape[0]} doesn't match hidden{k} batch size {s._array.shape[0]}"
            )
        if s._array.shape[1] != width:
            raise RuntimeError(f"hidden{k} has inconsistent hidden_size: got {s._array.shape[1]}, expected {width}")
    _check_dtypes(states, w_hh)


def _rnn_cell(name, relu):
    act = "ReluBackward0" if relu else "TanhBackward0"
    run = RUN_RELU if relu else RUN_TANH

    def cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
        _check_cell(input, (hx,), w_ih, w_hh)
        return run(input, (hx,), (w_ih, w_hh, b_ih, b_hh), (input._array.shape[0],), False, act)[0]

    cell.__name__ = cell.__qualname__ = name
    cell.__doc__ = f"""One step of an RNN: {"relu" if relu else "tanh"}(W_ih x + b_ih + W_hh h + b_hh), x (N, I), h (N, H).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.RNNCell.html

    >>> import borch as torch
    >>> torch.{name}(torch.ones(2, 3), torch.zeros(2, 4), torch.ones(4, 3), torch.ones(4, 4)).shape
    torch.Size([2, 4])
    """
    return function(method=False, name=name)(cell)


rnn_tanh_cell = _rnn_cell("rnn_tanh_cell", False)
rnn_relu_cell = _rnn_cell("rnn_relu_cell", True)


@function(method=False)
def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of gated recurrent units: the new h (N, H) from input (N, I) and hx (N, H).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.GRUCell.html

    >>> import borch as torch
    >>> torch.gru_cell(torch.ones(2, 3), torch.zeros(2, 4), torch.ones(12, 3), torch.ones(12, 4)).shape
    torch.Size([2, 4])
    """
    _check_cell(input, (hx,), w_ih, w_hh)
    weights = (w_ih, w_hh, b_ih, b_hh)
    return _run_gru(input, (hx,), weights, (input._array.shape[0],), False, "AddBackward0")[0]


@op(node="AddBackward0", method=False, namespace=None, input=lambda g: g)
def _cell_state(input):
    return input


@function(method=False)
def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of long short-term memory: the new (h, c), each (N, H), from input (N, I) and hx = (h, c).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LSTMCell.html

    >>> import borch as torch
    >>> zero = torch.zeros(2, 4)
    >>> h, c = torch.lstm_cell(torch.ones(2, 3), (zero, zero), torch.ones(16, 3), torch.ones(16, 4))
    >>> h.shape, c.shape
    (torch.Size([2, 4]), torch.Size([2, 4]))
    """
    if len(hx) != 2:
        raise RuntimeError("lstm_cell expects two hidden states")
    _check_cell(input, hx, w_ih, w_hh)
    weights = (w_ih, w_hh, b_ih, b_hh, None)
    h, _, c = _run_lstm(input, tuple(hx), weights, (input._array.shape[0],), False, "MulBackward0")
    return h, _cell_state(c)


FUNCTIONS = {"RNN_TANH": rnn_tanh, "RNN_RELU": rnn_relu, "GRU": gru, "LSTM": lstm}
