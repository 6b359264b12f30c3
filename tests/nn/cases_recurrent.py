"""Cases of borch/nn/functional/recurrent.py and borch/nn/modules/recurrent.py, recurrent_cells.py."""

_M = "torch.manual_seed(5); "
_CLASSES = ("RNN", "LSTM", "GRU")
_OPTIONS = (
    "",
    ", bias=False",
    ", num_layers=2",
    ", bidirectional=True",
    ", num_layers=2, bidirectional=True",
    ", batch_first=True",
    ", num_layers=3, dropout=0.5",
    ", num_layers=2, dropout=0.3, batch_first=True, bidirectional=True",
)


def _grads(call, cls):
    return (
        f"o, h = {call}; g = torch.autograd.grad(o.pow(2).sum() + "
        + ("h[0].sum() + h[1].pow(2).sum()" if cls == "LSTM" else "h.sum()")
        + ", list(m.parameters())); [o, h, *g]"
    )


CASES = {
    "initial": [f"{_M}[w for w in nn.{c}(3, 4, num_layers=2, bidirectional=True).parameters()]" for c in _CLASSES]
    + [
        _M + "list(nn.LSTM(3, 4, proj_size=2).parameters())",
        _M + "list(nn.GRUCell(3, 4).parameters())",
        _M + "list(nn.RNNCell(3, 4, bias=False).parameters())",
        _M + "list(nn.LSTMCell(3, 4).state_dict())",
    ],
    "sequence": [
        *[f"{_M}m = nn.{c}(3, 4{o}).double(); m(d(5, 2, 3))" for c in _CLASSES for o in _OPTIONS],
        *[
            f"{_M}m = nn.{c}(3, 4, dtype=torch.float64{o}); " + _grads("m(d(5, 2, 3))", c)
            for c in _CLASSES
            for o in _OPTIONS
        ],
        *[
            (f"{_M}m = nn.{c}(3, 4{o}); m(f(5, 2, 3))", {"rtol": 1e-4, "atol": 1e-5})
            for c in _CLASSES
            for o in _OPTIONS[:6]
        ],
        *[f"{_M}m = nn.{c}(3, 4).double(); m(d(5, 3))" for c in _CLASSES],
        *[f"{_M}m = nn.{c}(3, 4, batch_first=True).double(); m(d(5, 3))" for c in _CLASSES],
        *[f"{_M}m = nn.{c}(3, 4, bidirectional=True).double(); m(d(5, 2, 3), d(2, 2, 4))" for c in ("RNN", "GRU")],
        *[f"{_M}m = nn.{c}(3, 4).double(); m(d(5, 3), d(1, 4))" for c in ("RNN", "GRU")],
        _M + "m = nn.LSTM(3, 4, num_layers=2).double(); m(d(5, 2, 3), (d(2, 2, 4), d(2, 2, 4)))",
        _M + "m = nn.LSTM(3, 4).double(); m(d(5, 3), (d(1, 4), d(1, 4)))",
        _M + "m = nn.RNN(3, 4, nonlinearity='relu').double(); m(d(5, 2, 3))",
        _M + "m = nn.RNN(3, 4, 2, 'relu', bidirectional=True).double(); m(d(5, 2, 3), d(4, 2, 4))",
        _M + "m = nn.LSTM(3, 4, proj_size=2).double(); m(d(5, 2, 3))",
        _M + "m = nn.LSTM(3, 4, 2, proj_size=2, bidirectional=True).double(); m(d(5, 2, 3), (d(4, 2, 2), d(4, 2, 4)))",
        _M
        + "m = nn.LSTM(3, 4, 2, proj_size=3, batch_first=True, dtype=torch.float64); "
        + _grads("m(d(5, 2, 3))", "LSTM"),
        *[f"{_M}m = nn.{c}(3, 4).double(); m(d(5, 2, 3))[1]" for c in _CLASSES],
        *[f"{_M}m = nn.{c}(3, 4).double(); m(d(5, 0, 3))[0]" for c in _CLASSES],
        *[f"{_M}m = nn.{c}(3, 4, 2, dropout=0.9).double().eval(); m(d(5, 2, 3))" for c in _CLASSES],
        *[(f"{_M}m = nn.{c}(3, 4).double(); m(d(1, 2, 3))[0]", {"strides": True}) for c in _CLASSES],
        *[(f"{_M}m = nn.{c}(3, 4, batch_first=True).double(); m(d(6, 2, 3))[0]", {"strides": True}) for c in _CLASSES],
    ],
    "half": [
        *[
            (f"{_M}m = nn.{c}(3, 4).bfloat16(); m(bf(5, 2, 3, grad=True))[0]", {"second": False, "atol": 8e-3})
            for c in _CLASSES
        ],
        *[(f"{_M}m = nn.{c}(3, 4, bias=False).half(); m(h(5, 2, 3))[0]", {"atol": 2e-3}) for c in _CLASSES],
    ],
    "packed": [
        *[
            f"{_M}m = nn.{c}(3, 4{o}).double(); p = nn.utils.rnn.pack_padded_sequence(d(5, 3, 3), [5, 3, 2]); m(p)"
            for c in _CLASSES
            for o in ("", ", num_layers=2, bidirectional=True", ", num_layers=2, dropout=0.5", ", bias=False")
        ],
        *[
            f"{_M}m = nn.{c}(3, 4, bidirectional=True).double(); "
            f"p = nn.utils.rnn.pack_padded_sequence(d(3, 5, 3), [2, 5, 3], batch_first=True, enforce_sorted=False); "
            f"o, h = m(p); [nn.utils.rnn.pad_packed_sequence(o), h]"
            for c in _CLASSES
        ],
        *[
            f"{_M}m = nn.{c}(3, 4).double(); "
            f"p = nn.utils.rnn.pack_sequence([d(2, 3), d(4, 3)], enforce_sorted=False); m(p, d(1, 2, 4))"
            for c in ("RNN", "GRU")
        ],
        _M + "m = nn.LSTM(3, 4, proj_size=2).double(); "
        "p = nn.utils.rnn.pack_sequence([d(4, 3), d(2, 3)]); m(p, (d(1, 2, 2), d(1, 2, 4)))",
    ],
    "functions": [
        "torch.rnn_tanh(d(3, 2, 3), d(1, 2, 4), [d(4, 3), d(4, 4), d(4), d(4)], True, 1, 0.0, False, False, False)",
        "torch.rnn_relu(d(2, 3, 3), d(1, 2, 4), [d(4, 3), d(4, 4)], False, 1, 0.0, False, False, True)",
        "torch.gru(d(3, 2, 3), d(1, 2, 4), [d(12, 3), d(12, 4), d(12), d(12)], True, 1, 0.0, False, False, False)",
        "torch.lstm(d(3, 2, 3), (d(1, 2, 4), d(1, 2, 4)), [d(16, 3), d(16, 4), d(16), d(16)], True, 1, 0.0, False, False, False)",
        "torch.gru(d(5, 3), torch.tensor([2, 2, 1]), d(1, 2, 4), [d(12, 3), d(12, 4), d(12), d(12)], True, 1, 0.0, False, False)",
        "torch.lstm(d(4, 3), torch.tensor([3, 1]), (d(1, 3, 4), d(1, 3, 4)), [d(16, 3), d(16, 4)], False, 1, 0.0, False, False)",
    ],
    "cells": [
        "torch.rnn_tanh_cell(d(2, 3), d(2, 4), d(4, 3), d(4, 4), d(4), d(4))",
        "torch.rnn_relu_cell(d(2, 3), d(2, 4), d(4, 3), d(4, 4))",
        "torch.gru_cell(d(2, 3), d(2, 4), d(12, 3), d(12, 4), d(12), d(12))",
        "torch.gru_cell(d(2, 3), d(2, 4), d(12, 3), d(12, 4))",
        "torch.lstm_cell(d(2, 3), (d(2, 4), d(2, 4)), d(16, 3), d(16, 4), d(16), d(16))",
        "torch.lstm_cell(d(2, 3), (d(2, 4), d(2, 4)), d(16, 3), d(16, 4))[1]",
        *[f"{_M}nn.{c}(3, 4).double()(d(2, 3))" for c in ("RNNCell", "GRUCell", "LSTMCell")],
        *[f"{_M}nn.{c}(3, 4).double()(d(3))" for c in ("RNNCell", "GRUCell", "LSTMCell")],
        *[f"{_M}nn.{c}(3, 4).double()(d(3), d(4))" for c in ("RNNCell", "GRUCell")],
        _M + "nn.LSTMCell(3, 4).double()(d(3), (d(4), d(4)))",
        _M + "nn.RNNCell(3, 4, nonlinearity='relu')(f(2, 3), f(2, 4))",
        _M + "m = nn.LSTMCell(3, 4).double(); x = d(3, 2, 3); a = m(x[0]); b = m(x[1], a); c = m(x[2], b); [a[0], *c]",
        "nn.RNNCell(5, 6, nonlinearity='cos')(n(2, 5))",
        "nn.RNNCell(5, 6)(n(2, 3, 5))",
        "nn.RNNCell(5, 6)(n(2, 5), n(1, 2, 6))",
        "nn.RNNCell(5, 6)(n(2, 4))",
        "nn.RNNCell(5, 6)(n(2, 5), n(3, 6))",
        "nn.RNNCell(5, 6)(n(2, 5), n(2, 5))",
        "nn.RNNCell(5, 6)(n(5), n(2, 6))",
        "nn.LSTMCell(5, 6)(n(2, 3, 5))",
        "nn.LSTMCell(5, 6)(n(2, 4))",
        "nn.LSTMCell(5, 6)(n(2, 5), (n(3, 6), n(2, 6)))",
        "nn.LSTMCell(5, 6)(n(2, 5), (n(1, 2, 6), n(2, 6)))",
        "nn.LSTMCell(5, 6)(n(2, 5), (n(2, 6), n(2, 5)))",
        "nn.LSTMCell(5, 6)(n(5), (n(6), n(2, 6)))",
        "nn.GRUCell(5, 6)(n(1, 2, 5))",
        "nn.GRUCell(5, 6)(n(2, 5), n(6))",
        "nn.GRUCell(5, 6)(n(5), n(2, 6))",
        "torch.lstm_cell(n(2, 5), (n(2, 6),), n(24, 5), n(24, 6))",
        "torch.gru_cell(n(2, 5), n(2, 6), n(18, 4), n(18, 6))",
    ],
    "printed": [
        *[f"nn.{c}(3, 4)" for c in _CLASSES],
        "nn.RNN(5, 6, 2, nonlinearity='relu', bias=False, batch_first=True, dropout=0.1, bidirectional=True)",
        "nn.LSTM(5, 6, 2, proj_size=3, bias=False, batch_first=True, dropout=0.1, bidirectional=True)",
        "nn.GRU(5, 6, dropout=0.5)",
        "nn.RNNCell(5, 6, bias=False, nonlinearity='relu')",
        "[nn.LSTMCell(5, 6), nn.GRUCell(5, 6, False)]",
        "m = nn.LSTM(5, 6, 2, bidirectional=True, proj_size=2); [list(m.state_dict()), m._flat_weights_names, m._all_weights]",
        "m = nn.LSTM(5, 6, 2); [[w.shape for w in m._flat_weights], [[w.shape for w in k] for k in m.all_weights]]",
        "m = nn.RNN(5, 6); [m.flatten_parameters(), m.mode, m.nonlinearity, m.dropout, m.bias, m.proj_size]",
    ],
    "refused": [
        *[
            f"nn.{cell}(3, 4)(f(2, 3), {hx})"
            for cell in ("LSTMCell", "GRUCell", "RNNCell")
            for hx in ("f(2, 4)", "f(4)", "f(3, 4)", "f(2, 2, 4)", "3", "(f(2, 4), None)", "(f(2, 4),)")
        ],
        *[f"nn.{c}(5, 6)(n(2, 3, 4, 5))" for c in _CLASSES],
        "nn.GRU(5, 6)(n(5))",
        "nn.RNN(5, 6)(n(2, 3, 5), n(1, 6))",
        "nn.GRU(5, 6)(n(3, 5), n(1, 3, 6))",
        "nn.RNN(5, 6)(n(2, 3, 4))",
        "nn.GRU(5, 6)(n(2, 3, 5), n(1, 2, 6))",
        "nn.RNN(5, 6, 2)(n(2, 3, 5), n(1, 3, 6))",
        "nn.LSTM(5, 6)(n(2, 3, 5), (n(1, 6), n(1, 6)))",
        "nn.LSTM(5, 6)(n(2, 5), (n(1, 2, 6), n(1, 2, 6)))",
        "nn.LSTM(5, 6)(n(2, 3, 5), (n(1, 2, 6), n(1, 3, 6)))",
        "nn.LSTM(5, 6)(n(2, 3, 5), (n(1, 3, 6), n(1, 3, 5)))",
        "nn.LSTM(5, 6)(n(2, 3, 5), n(1, 3, 6))",
        "nn.RNN(5, 6)(n(2, 3, 5).double())",
        "nn.GRU(5, 6)(n(2, 3, 5), n(1, 3, 6).double())",
        "nn.RNN(5, 6)(n(2, 5), n(1, 6).double())",
        "nn.GRUCell(5, 6)(n(2, 5), n(2, 6).double())",
        ("nn.LSTM(5, 6)(n(2, 3, 5), (n(1, 3, 6), n(1, 3, 6).double()))", {"message": False}),
        ("nn.LSTMCell(5, 6)(n(2, 5).double())", {"message": False}),
        "nn.RNN(5, 6, dropout=2)",
        "nn.RNN(5, 6, dropout=True)",
        "nn.RNN(5, 0)",
        "nn.RNN(5, 6, 0)",
        "nn.RNN(5.0, 6)",
        "nn.RNN(5, 6.0)",
        "nn.RNN(5, 6, proj_size=3)",
        "nn.LSTM(5, 6, proj_size=6)",
        "nn.LSTM(5, 6, proj_size=-1)",
        "nn.RNN(5, 6, nonlinearity='cos')",
        "nn.RNNBase('RNN', 5, 6)",
        "nn.RNN(5, 6)(n(0, 3, 5))",
        "nn.LSTM(5, 6)(nn.utils.rnn.pack_sequence([n(2, 4), n(1, 4)]))",
    ],
}
