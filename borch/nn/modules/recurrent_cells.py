"""Single steps of recurrent layers: RNNCell, LSTMCell, GRUCell.

Source: https://docs.pytorch.org/docs/stable/nn.html#recurrent-layers
"""

import math

from ..._core.tensor import Tensor
from ...creation import empty, zeros
from .. import init
from ..functional.recurrent import gru_cell, lstm_cell, rnn_relu_cell, rnn_tanh_cell
from ..parameter import Parameter
from .module import Module


class RNNCellBase(Module):
    """What the cells share: weight_ih, weight_hh, bias_ih and bias_hh, uniform within 1 / sqrt(hidden_size).

    >>> import borch as torch
    >>> cell = torch.nn.RNNCellBase(2, 3, bias=True, num_chunks=4)
    >>> cell, cell.weight_ih.shape
    (RNNCellBase(2, 3), torch.Size([12, 2]))
    """

    __constants__ = ["input_size", "hidden_size", "bias"]

    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        rows, made = num_chunks * hidden_size, {"device": device, "dtype": dtype}
        self.weight_ih = Parameter(empty((rows, input_size), **made))
        self.weight_hh = Parameter(empty((rows, hidden_size), **made))
        for name in ("bias_ih", "bias_hh"):
            if bias:
                setattr(self, name, Parameter(empty(rows, **made)))
            else:
                self.register_parameter(name, None)
        self.reset_parameters()

    def reset_parameters(self):
        """Draws all weights anew."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def extra_repr(self):
        text = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        nonlinearity = self.__dict__.get("nonlinearity", "tanh")
        return text if nonlinearity == "tanh" else f"{text}, nonlinearity={nonlinearity}"

    def _check_rank(self, value, what):
        if value.dim() not in (1, 2):
            raise ValueError(f"{self._get_name()}: Expected {what} to be 1D or 2D, got {value.dim()}D instead")

    def _weights(self):
        return self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh

    def _step(self, cell, input, hx):
        """One call of a cell with one state, of (N, ...) or of one row alone."""
        self._check_rank(input, "input")
        if hx is not None:
            self._check_rank(hx, "hidden")
        batched = input.ndim == 2
        if not batched:
            input = input.unsqueeze(0)
        if hx is None:
            hx = zeros(input.shape[0], self.hidden_size, dtype=input.dtype)
        elif not batched:
            hx = hx.unsqueeze(0)
            self._check_row(hx, 0)
        out = cell(input, hx, *self._weights())
        return out if batched else out.squeeze(0)

    def _check_row(self, hx, k):
        if hx.ndim == 3:
            raise RuntimeError(
                f"hidden{k} has inconsistent hidden_size: got {hx.shape[1]}, expected {self.hidden_size}"
            )


class RNNCell(RNNCellBase):
    """h' = tanh(W_ih x + b_ih + W_hh h + b_hh), or relu with `nonlinearity="relu"`: x (N, I) or (I,), h (N, H) or (H,).

    >>> import borch as torch
    >>> torch.nn.RNNCell(3, 4)(torch.zeros(2, 3)).shape
    torch.Size([2, 4])
    """

    __constants__ = ["input_size", "hidden_size", "bias", "nonlinearity"]

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        cell = {"tanh": rnn_tanh_cell, "relu": rnn_relu_cell}.get(self.nonlinearity)
        if cell is None:
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return self._step(cell, input, hx)


class GRUCell(RNNCellBase):
    """One step of a GRU: x (N, I) or (I,), h (N, H) or (H,) to the new h.

    >>> import borch as torch
    >>> torch.nn.GRUCell(3, 4)(torch.zeros(2, 3)).shape
    torch.Size([2, 4])
    """

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        return self._step(gru_cell, input, hx)


class LSTMCell(RNNCellBase):
    """One step of an LSTM: x (N, I) or (I,) and (h, c) to the new (h, c).

    >>> import borch as torch
    >>> h, c = torch.nn.LSTMCell(3, 4)(torch.zeros(2, 3))
    >>> h.shape, c.shape
    (torch.Size([2, 4]), torch.Size([2, 4]))
    """

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        self._check_rank(input, "input")
        for k, s in enumerate(() if hx is None else hx):
            self._check_rank(s, f"hx[{k}]")
        batched = input.ndim == 2
        if not batched:
            input = input.unsqueeze(0)
        if hx is None:
            zero = zeros(input.shape[0], self.hidden_size, dtype=input.dtype)
            hx = (zero, zero)
        elif not batched:
            hx = tuple([s.unsqueeze(0) for s in hx])
            for k, s in enumerate(hx):
                self._check_row(s, k)
        if isinstance(hx, Tensor):
            raise TypeError("lstm_cell(): argument 'hx' (position 2) must be tuple of Tensors, not Tensor")
        h, c = lstm_cell(input, hx, *self._weights())
        return (h, c) if batched else (h.squeeze(0), c.squeeze(0))
