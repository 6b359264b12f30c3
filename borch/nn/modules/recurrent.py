"""Recurrent layers over whole sequences: RNN, LSTM, GRU. Their single steps are in recurrent_cells.py.

Source: https://docs.pytorch.org/docs/stable/nn.html#recurrent-layers
"""

import math
import numbers
import warnings

from ...creation import empty, zeros
from .. import init
from ..functional.recurrent import FUNCTIONS
from ..parameter import Parameter
from .module import Module

GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


def _packed_sequence():
    from ..utils.rnn import PackedSequence

    return PackedSequence


class RNNBase(Module):
    """What RNN, LSTM and GRU share: weights `weight_ih_l0`, `weight_hh_l0`, `bias_ih_l0`, ... and the call.

    >>> import borch as torch
    >>> list(torch.nn.GRU(2, 3).state_dict())
    ['weight_ih_l0', 'weight_hh_l0', 'bias_ih_l0', 'bias_hh_l0']
    """

    __constants__ = [
        "mode",
        "input_size",
        "hidden_size",
        "num_layers",
        "bias",
        "batch_first",
        "dropout",
        "bidirectional",
        "proj_size",
    ]

    def __init__(
        self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False,
        proj_size=0, device=None, dtype=None,
    ):  # fmt: skip
        super().__init__()
        self.mode, self.input_size, self.hidden_size, self.num_layers = mode, input_size, hidden_size, num_layers
        self.bias, self.batch_first, self.dropout = bias, batch_first, float(dropout)
        self.bidirectional, self.proj_size = bidirectional, proj_size
        _check_sizes(self, dropout)
        if mode not in GATES:
            raise ValueError("Unrecognized RNN mode: " + mode)
        self._flat_weights_names, self._all_weights = [], []
        made = {"device": device, "dtype": dtype}
        directions = 2 if bidirectional else 1
        width, rows = proj_size or hidden_size, GATES[mode] * hidden_size
        for k in range(num_layers):
            for d in range(directions):
                suffix = f"_l{k}" + ("_reverse" if d else "")
                shapes = {"weight_ih": (rows, input_size if k == 0 else width * directions), "weight_hh": (rows, width)}
                if bias:
                    shapes.update(bias_ih=(rows,), bias_hh=(rows,))
                if proj_size:
                    shapes["weight_hr"] = (proj_size, hidden_size)
                names = [name + suffix for name in shapes]
                for name, shape in zip(names, shapes.values(), strict=True):
                    setattr(self, name, Parameter(empty(shape, **made)))
                self._flat_weights_names.extend(names)
                self._all_weights.append(names)
        self.reset_parameters()

    @property
    def _flat_weights(self):
        return [getattr(self, name, None) for name in self._flat_weights_names]

    def __getstate__(self):
        return {**self.__dict__, "_flat_weights": self._flat_weights}  # torch's own modules keep them as a list

    def __setstate__(self, state):
        super().__setstate__({name: value for name, value in state.items() if name != "_flat_weights"})

    @property
    def all_weights(self):
        """The parameters of each layer and direction, as lists."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    def flatten_parameters(self):
        """Nothing to do: the weights need not lie side by side."""

    def reset_parameters(self):
        """Draws all weights anew, uniform within 1 / sqrt(hidden_size)."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    # ------------------------------------------------------------------------------------------------------- checks
    def check_input(self, input, batch_sizes):
        """torch's errors for an input of another dtype, rank or width than the layer's."""
        weight = self._flat_weights[0]
        if input.dtype != weight.dtype:
            raise ValueError(
                f"RNN input dtype ({input.dtype}) does not match weight dtype ({weight.dtype}). Convert input: "
                f"input.to({weight.dtype}), or convert model: model.to({input.dtype})"
            )
        rank = 2 if batch_sizes is not None else 3
        if input.ndim != rank:
            raise RuntimeError(f"input must have {rank} dimensions, got {input.ndim}")
        if self.input_size != input.shape[-1]:
            raise RuntimeError(
                f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.shape[-1]}"
            )

    def get_expected_hidden_size(self, input, batch_sizes):
        """The shape that the first state must have."""
        batch = input.shape[0 if self.batch_first else 1] if batch_sizes is None else int(batch_sizes[0])
        return (self.num_layers * (2 if self.bidirectional else 1), batch, self.proj_size or self.hidden_size)

    def check_hidden_size(self, hx, expected_hidden_size, msg="Expected hidden size {}, got {}"):
        """RuntimeError for a state of another shape."""
        if tuple(hx.shape) != expected_hidden_size:
            raise RuntimeError(msg.format(expected_hidden_size, list(hx.shape)))

    def check_forward_args(self, input, hidden, batch_sizes):
        """All checks of a call."""
        self.check_input(input, batch_sizes)
        self.check_hidden_size(hidden, self.get_expected_hidden_size(input, batch_sizes))

    def permute_hidden(self, hx, permutation):
        """The states in another order of the batch."""
        return hx if permutation is None else hx.index_select(1, permutation)

    # ------------------------------------------------------------------------------------------------------- forward
    def forward(self, input, hx=None):
        packed = isinstance(input, _packed_sequence())
        if packed:
            return self._forward_packed(input, hx)
        if input.ndim not in (2, 3):
            tensor = " tensor" if self.mode.startswith("RNN") else ""
            raise ValueError(f"{self._get_name()}: Expected input to be 2D or 3D, got {input.ndim}D{tensor} instead")
        batched = input.ndim == 3
        axis = 0 if self.batch_first else 1
        self._check_rank(hx, batched)
        if not batched:
            input = input.unsqueeze(axis)
            hx = None if hx is None else self._each(hx, lambda s: s.unsqueeze(1))
        hx = self._zeros(input, input.shape[axis]) if hx is None else hx
        self.check_forward_args(input, hx, None)
        out, *states = FUNCTIONS[self.mode](
            input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional,
            self.batch_first,
        )  # fmt: skip
        if not batched:
            out, states = out.squeeze(axis), [s.squeeze(1) for s in states]
        return out, self._state(states)

    def _forward_packed(self, input, hx):
        data, batch_sizes, sorted_indices, unsorted_indices = input
        hx = self._zeros(data, int(batch_sizes[0])) if hx is None else self.permute_hidden(hx, sorted_indices)
        out, *states = FUNCTIONS[self.mode](
            data, batch_sizes, hx, self._flat_weights, self.bias, self.num_layers, self.dropout, self.training,
            self.bidirectional,
        )  # fmt: skip
        out = _packed_sequence()(out, batch_sizes, sorted_indices, unsorted_indices)
        return out, self.permute_hidden(self._state(states), unsorted_indices)

    def _each(self, hx, change):
        return change(hx)

    def _state(self, states):
        return states[0]

    def _zeros(self, input, batch):
        directions = 2 if self.bidirectional else 1
        size = self.num_layers * directions, batch, self.proj_size or self.hidden_size
        return zeros(size, dtype=input.dtype, device=input.device)

    def _check_rank(self, hx, batched):
        rank = 3 if batched else 2
        if hx is not None and hx.ndim != rank:
            raise RuntimeError(
                f"For {'batched 3-D' if batched else 'unbatched 2-D'} input, hx should also be {rank}-D but got "
                f"{hx.ndim}-D tensor"
            )

    def extra_repr(self):
        text = f"{self.input_size}, {self.hidden_size}"
        if self.proj_size != 0:
            text += f", proj_size={self.proj_size}"
        for name, default in (
            ("num_layers", 1), ("bias", True), ("batch_first", False), ("dropout", 0), ("bidirectional", False),
        ):  # fmt: skip
            value = getattr(self, name)
            if (value is not default) if isinstance(default, bool) else (value != default):
                text += f", {name}={value}"
        return text


def _check_sizes(rnn, dropout):
    if not isinstance(dropout, numbers.Number) or not 0 <= dropout <= 1 or isinstance(dropout, bool):
        raise ValueError(
            "dropout should be a number in range [0, 1] representing the probability of an element being zeroed"
        )
    if dropout > 0 and rnn.num_layers == 1:
        warnings.warn(
            "dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects num_layers "
            f"greater than 1, but got dropout={dropout} and num_layers={rnn.num_layers}",
            stacklevel=4,
        )
    for name, kind in (("bias", bool), ("batch_first", bool), ("input_size", int), ("hidden_size", int)):
        value = getattr(rnn, name)
        if not isinstance(value, kind):
            raise TypeError(f"{name} should be of type {kind.__name__}, got: {type(value).__name__}")
        if kind is int and value <= 0:
            raise ValueError(f"{name} must be greater than zero")
    if rnn.num_layers <= 0:
        raise ValueError("num_layers must be greater than zero")
    if rnn.proj_size < 0:
        raise ValueError("proj_size should be a positive integer or zero to disable projections")
    if rnn.proj_size >= rnn.hidden_size:
        raise ValueError("proj_size has to be smaller than hidden_size")


class RNN(RNNBase):
    """h_t = tanh(W_ih x_t + b_ih + W_hh h_(t-1) + b_hh), or relu with `nonlinearity="relu"`.

    Input (T, N, input_size), with `batch_first` (N, T, input_size), unbatched (T, input_size), or a PackedSequence;
    returns (output, last states). Options: num_layers, bias, batch_first, dropout between layers, bidirectional.

    >>> import borch as torch
    >>> output, h = torch.nn.RNN(3, 4, num_layers=2)(torch.zeros(5, 2, 3))
    >>> output.shape, h.shape
    (torch.Size([5, 2, 4]), torch.Size([2, 2, 4]))
    """

    def __init__(self, *args, **kwargs):
        _refuse_projection(kwargs)
        if len(args) > 3:
            self.nonlinearity, args = args[3], args[:3] + args[4:]
        else:
            self.nonlinearity = kwargs.pop("nonlinearity", "tanh")
        if self.nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{self.nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__("RNN_" + self.nonlinearity.upper(), *args, **kwargs)


def _refuse_projection(kwargs):
    if "proj_size" in kwargs:
        raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")


class GRU(RNNBase):
    """Gated recurrent units. Source: Cho et al. 2014, arXiv:1406.1078. Input and options as in RNN.

    >>> import borch as torch
    >>> output, h = torch.nn.GRU(3, 4, bidirectional=True)(torch.zeros(5, 2, 3))
    >>> output.shape, h.shape
    (torch.Size([5, 2, 8]), torch.Size([2, 2, 4]))
    """

    def __init__(self, *args, **kwargs):
        _refuse_projection(kwargs)
        super().__init__("GRU", *args, **kwargs)


class LSTM(RNNBase):
    """Long short-term memory. Source: Hochreiter and Schmidhuber 1997. Input and options as in RNN, and `proj_size`.

    The state is a pair (h, c); returns (output, (h, c)).

    >>> import borch as torch
    >>> output, (h, c) = torch.nn.LSTM(3, 4, proj_size=2)(torch.zeros(5, 2, 3))
    >>> output.shape, h.shape, c.shape
    (torch.Size([5, 2, 2]), torch.Size([1, 2, 2]), torch.Size([1, 2, 4]))
    """

    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)

    def get_expected_cell_size(self, input, batch_sizes):
        """The shape that the first cell state must have."""
        layers, batch, _ = self.get_expected_hidden_size(input, batch_sizes)
        return (layers, batch, self.hidden_size)

    def check_forward_args(self, input, hidden, batch_sizes):
        """All checks of a call."""
        self.check_input(input, batch_sizes)
        expected = self.get_expected_hidden_size(input, batch_sizes)
        self.check_hidden_size(hidden[0], expected, "Expected hidden[0] size {}, got {}")
        expected = self.get_expected_cell_size(input, batch_sizes)
        self.check_hidden_size(hidden[1], expected, "Expected hidden[1] size {}, got {}")

    def permute_hidden(self, hx, permutation):
        """Both states in another order of the batch."""
        return hx if permutation is None else self._each(hx, lambda s: s.index_select(1, permutation))

    def _each(self, hx, change):
        return change(hx[0]), change(hx[1])

    def _state(self, states):
        return tuple(states)

    def _zeros(self, input, batch):
        h = super()._zeros(input, batch)
        c = zeros(h.shape[0], batch, self.hidden_size, dtype=input.dtype, device=input.device)
        return h, c

    def _check_rank(self, hx, batched):
        rank = 3 if batched else 2
        if hx is not None and (hx[0].ndim != rank or hx[1].ndim != rank):
            raise RuntimeError(
                f"For {'batched 3-D' if batched else 'unbatched 2-D'} input, hx and cx should also be {rank}-D but got "
                f"({hx[0].ndim}-D, {hx[1].ndim}-D) tensors"
            )
