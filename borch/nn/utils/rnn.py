"""Sequences of different lengths: padded to one length, or packed step by step for recurrent layers.

Source: https://docs.pytorch.org/docs/stable/nn.html#utility-functions
"""

from collections import namedtuple
from collections.abc import Iterable

import numpy as np

from ..._core import dtype as dtypes
from ..._core.args import type_name
from ..._core.op import OPS, like, op, wrap
from ..._core.tensor import Tensor
from ...creation import tensor
from ...ops.assign import check_broadcast
from ...ops.both import array_of

__all__ = [
    "PackedSequence", "invert_permutation", "pack_padded_sequence", "pad_packed_sequence", "pad_sequence",
    "unpad_sequence", "pack_sequence", "unpack_sequence",
]  # fmt: skip

NOT_SORTED = (
    "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass "
    "`enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if you do not need "
    "ONNX exportability."
)
PackedSequence_ = namedtuple("PackedSequence", ("data", "batch_sizes", "sorted_indices", "unsorted_indices"))
PackedSequence_.__name__ = PackedSequence_.__qualname__ = "PackedSequence_"


class PackedSequence(PackedSequence_):
    """Sequences, longest first, packed step by step: `data` (all rows), `batch_sizes` (how many rows each step has).

    `sorted_indices` and `unsorted_indices` say how the batch was reordered, None when it was not. Made by
    `pack_padded_sequence` and `pack_sequence`.

    >>> import borch as torch
    >>> torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2]), torch.tensor([3])])
    PackedSequence(data=tensor([1, 3, 2]), batch_sizes=tensor([2, 1]), sorted_indices=None, unsorted_indices=None)
    """

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        if batch_sizes is None:
            if not isinstance(data, (list, tuple)) or len(data) != 2:
                raise AssertionError("Expected data to be a list or tuple of length 2")
            data, batch_sizes = data
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args, **kwargs):
        """The same sequences with `data` moved or cast."""
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        return type(self)(data, self.batch_sizes, self.sorted_indices, self.unsorted_indices)

    def cpu(self, *args, **kwargs):
        """Everything is on the CPU already."""
        return self

    def cuda(self, *args, **kwargs):
        """Refused as a CPU build of torch refuses it."""
        return self.to("cuda")

    def pin_memory(self):
        """Refused: there is no device to pin memory for."""
        return self._replace(data=self.data.pin_memory())

    def double(self):
        """`data` as float64."""
        return self.to(dtype=dtypes.float64)

    def float(self):
        """`data` as float32."""
        return self.to(dtype=dtypes.float32)

    def half(self):
        """`data` as float16."""
        return self.to(dtype=dtypes.float16)

    def long(self):
        """`data` as int64."""
        return self.to(dtype=dtypes.int64)

    def int(self):
        """`data` as int32."""
        return self.to(dtype=dtypes.int32)

    def short(self):
        """`data` as int16."""
        return self.to(dtype=dtypes.int16)

    def char(self):
        """`data` as int8."""
        return self.to(dtype=dtypes.int8)

    def byte(self):
        """`data` as uint8."""
        return self.to(dtype=dtypes.uint8)

    @property
    def is_cuda(self):
        return False

    def is_pinned(self):
        """Whether the memory is pinned; never here."""
        return False


def invert_permutation(permutation):
    """The permutation that undoes `permutation`; None for None.

    >>> import borch as torch
    >>> torch.nn.utils.rnn.invert_permutation(torch.tensor([2, 0, 1]))
    tensor([1, 2, 0])
    """
    if permutation is None:
        return None
    places = np.empty(permutation._array.shape, permutation._array.dtype)
    places[permutation._array] = np.arange(places.size)
    return wrap(places)


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """Packs padded sequences (T, N, ...), with `batch_first` (N, T, ...), of the given lengths.

    With `enforce_sorted` the lengths must not increase; without, the batch is sorted and the order kept. RuntimeError
    for lengths that do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.pack_padded_sequence.html

    >>> import borch as torch
    >>> padded = torch.tensor([[1, 4], [2, 5], [3, 0]])
    >>> torch.nn.utils.rnn.pack_padded_sequence(padded, [3, 2]).data
    tensor([1, 4, 2, 5, 3])
    """
    if not isinstance(lengths, Tensor):
        lengths = tensor(lengths, dtype=dtypes.int64)
    elif lengths.dtype is not dtypes.int64:
        lengths = lengths.to(dtypes.int64)
    sorted_indices = None
    if not enforce_sorted:
        lengths, sorted_indices = OPS["sort"](lengths, descending=True)
        if isinstance(input, Tensor):
            input = input.index_select(0 if batch_first else 1, sorted_indices)
    if not isinstance(input, Tensor):
        raise TypeError(
            f"_pack_padded_sequence(): argument 'input' (position 1) must be Tensor, not {type_name(input)}"
        )
    data, sizes = _pack(input, lengths, batch_first)
    return PackedSequence(data, sizes, sorted_indices, None)


def _pack(input, lengths, batch_first):
    """The rows of a padded batch step by step, and the steps' sizes."""
    if lengths.ndim != 1:
        raise RuntimeError(
            f"'lengths' argument should be a 1D CPU int64 tensor, but got {lengths.ndim}D cpu Long tensor"
        )
    if batch_first:
        input = input.transpose(0, 1)
    if not input.numel():
        raise RuntimeError("Cannot pack empty tensors.")
    steps, batch = input.shape[:2]
    values = lengths._array
    if values.size != batch:
        raise RuntimeError(
            f"Expected `len(lengths)` to be equal to batch_size, but got {values.size} (batch_size={batch})"
        )
    if values[-1] <= 0 or values.min() <= 0:
        raise RuntimeError(
            "Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0"
        )
    if np.any(values[1:] > values[:-1]):
        raise RuntimeError(NOT_SORTED)
    if values[0] > steps:
        raise RuntimeError(f"Expected lengths of at most {steps} (the padded length), but got {values[0]}")
    running = np.arange(values[0], dtype=np.int64)[:, None] < values
    sizes = np.add.reduce(running, 1, np.int64)
    rows = np.flatnonzero(running)
    flat = input.reshape(steps * batch, *input.shape[2:])
    return _packed_rows(flat, wrap(rows.astype(np.int64))), wrap(sizes)


@op(
    tensors=("input", "index"),
    node="PackPaddedSequenceBackward0",
    method=False,
    namespace=None,
    input=lambda g, input_shape, index: scattered_rows(g, tuple(input_shape), array_of(index)),
)
def _packed_rows(input, index):
    return input[index]


def scattered_rows(g, shape, index):
    """Zeros of `shape` with the rows of `g` at the places in `index`."""
    zeros = like(g, np.zeros(shape, (g._array if isinstance(g, Tensor) else g).dtype))
    return OPS["index_add"](zeros, 0, like(g, index), g)


def _taken(g, index):
    flat = OPS["reshape"](g, (-1, *g.shape[2:]))
    return OPS["index_select"](flat, 0, like(g, array_of(index)))


@op(tensors=("input", "index"), input=_taken, node="CopySlices", method=False, namespace=None)
def _placed(input, index, steps, batch, value):
    out = np.full((steps * batch, *input.shape[1:]), value, input.dtype)
    out[index] = input
    return out.reshape(steps, batch, *input.shape[1:])


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """Undoes `pack_padded_sequence`: (padded sequences (T, N, ...), lengths), in the batch's first order.

    ValueError when `total_length` is less than the longest sequence.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.pad_packed_sequence.html

    >>> import borch as torch
    >>> packed = torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2, 3]), torch.tensor([4, 5])])
    >>> torch.nn.utils.rnn.pad_packed_sequence(packed, batch_first=True)
    (tensor([[1, 2, 3],
            [4, 5, 0]]), tensor([3, 2]))
    """
    sizes = sequence.batch_sizes._array
    steps, batch = sizes.size, int(sizes[0])
    if total_length is not None:
        if total_length < steps:
            raise ValueError(
                "Expected total_length to be at least the length of the longest sequence in input, but got "
                f"total_length={total_length} and max sequence length being {steps}"
            )
        steps = total_length
    running = np.arange(batch) < sizes[:, None]
    lengths = np.add.reduce(running, 0, np.int64)
    places = np.flatnonzero(running).astype(np.int64)
    data = sequence.data
    padded = _placed(data, wrap(places), steps, batch, padding_value)
    if batch_first:
        padded = padded.transpose(0, 1)
    lengths = wrap(lengths)
    unsorted = sequence.unsorted_indices
    if unsorted is not None:
        return padded.index_select(0 if batch_first else 1, unsorted), lengths[unsorted]
    return padded, lengths


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """Stacks sequences (L, ...) of different lengths L: (T, N, ...), with `batch_first` (N, T, ...).

    RuntimeError when the other axes do not broadcast to the first sequence's.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.pad_sequence.html

    >>> import borch as torch
    >>> torch.nn.utils.rnn.pad_sequence([torch.tensor([1, 2]), torch.tensor([3])], batch_first=True)
    tensor([[1, 2],
            [3, 0]])
    """
    if not isinstance(sequences, Iterable):
        raise RuntimeError(
            f"pad_sequence: Expected iterable for input sequences, but got arg of type: {type(sequences)}"
        )
    sequences = sequences.unbind(0) if isinstance(sequences, Tensor) else tuple(sequences)
    if padding_side not in ("left", "right"):
        raise RuntimeError(f"Expected padding_side to be one of left or right, but got {padding_side}.")
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    for k, s in enumerate(sequences):
        if not isinstance(s, Tensor):
            raise TypeError(f"expected Tensor as element {k} in argument 0, but got {type_name(s)}")
    rest = sequences[0].shape[1:]
    for s in sequences:
        check_broadcast((s.shape[0], *rest), s.shape)
    sequences = tuple(s if s.shape[1:] == rest else s.expand(s.shape[0], *rest) for s in sequences)
    return _padded(sequences, padding_value, padding_side == "left", batch_first)


def _places(lengths, left, batch_first):
    """Where in the padded tensor each sequence lies."""
    longest = max(lengths, default=0)
    rows = [slice(longest - n, None) if left else slice(n) for n in lengths]
    return [(k, at) if batch_first else (at, k) for k, at in enumerate(rows)]


def _unpadded(g, sequences_shape, left, batch_first):
    return [g[at] for at in _places([shape[0] for shape in sequences_shape], left, batch_first)]


@op(lists=("sequences",), sequences=_unpadded, node="CopySlices", method=False, namespace=None)
def _padded(sequences, value, left, batch_first):
    lengths = [s.shape[0] for s in sequences]
    lead = (len(sequences), max(lengths)) if batch_first else (max(lengths), len(sequences))
    out = np.full((*lead, *sequences[0].shape[1:]), value, sequences[0].dtype)
    for at, s in zip(_places(lengths, left, batch_first), sequences, strict=True):
        out[at] = s
    return out


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """The sequences of a padded batch, each cut to its length, as a list.

    Without `batch_first` the first two axes of `padded_sequences` itself are exchanged, as in torch.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.unpad_sequence.html

    >>> import borch as torch
    >>> torch.nn.utils.rnn.unpad_sequence(torch.tensor([[1, 3], [2, 0]]), torch.tensor([2, 1]))
    [tensor([1, 2]), tensor([3])]
    """
    if not batch_first:
        padded_sequences.transpose_(0, 1)  # in place, as torch does it
    steps = OPS["arange"](padded_sequences.shape[1])
    return [s[steps < n] for s, n in zip(padded_sequences, lengths, strict=True)]


def pack_sequence(sequences, enforce_sorted=True):
    """Packs a list of sequences (L, ...), longest first unless `enforce_sorted` is False.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.pack_sequence.html

    >>> import borch as torch
    >>> torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2]), torch.tensor([3])]).batch_sizes
    tensor([2, 1])
    """
    lengths = [s.size(0) for s in sequences]
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences):
    """The sequences of a PackedSequence as a list.

    >>> import borch as torch
    >>> torch.nn.utils.rnn.unpack_sequence(torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2]), torch.tensor([3])]))
    [tensor([1, 2]), tensor([3])]
    """
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
