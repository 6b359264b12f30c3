"""Padding: constant, reflecting, replicating and circular, counted from the last axis backwards.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.pad.html
"""

import math

import numpy as np

from ..._core.args import check_tensor, type_name
from ..._core.halves import add_each
from ..._core.op import OPS, function, op
from ..._core.tensor import Tensor
from ...ops.strides import laid_out_as, suggests_channels_last, with_channels_last

NAMESPACE = "torch.nn.functional"


@op(input=lambda g, pad: _unpad(g, pad), inplace=False, method=False)
def constant_pad_nd(input, pad, value=0):
    """`input` with `value` around it; `pad` is (last left, last right, next left, ...), negative numbers cut off.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.pad.html

    >>> import borch as torch
    >>> torch.constant_pad_nd(torch.ones(2), (1, 2))
    tensor([0., 1., 1., 0., 0.])
    """
    if not isinstance(pad, (tuple, list)):
        raise TypeError(f"constant_pad_nd(): argument 'pad' (position 2) must be tuple of ints, not {type_name(pad)}")
    pairs = _pairs(pad, input.ndim)
    shape, target, source = [], [], []
    for i, (s, (before, after)) in enumerate(zip(input.shape, pairs, strict=True)):
        size = s + before + after
        if size < 0:
            raise RuntimeError(
                f"The input size {s}, plus negative padding {before} and {after} resulted in a negative output size, "
                f"which is invalid. Check dimension {i} of your input."
            )
        shape.append(size)
        target.append(slice(before if before > 0 else 0, size - after if after > 0 else size))
        source.append(slice(-before if before < 0 else 0, s + after if after < 0 else s))
    out = np.zeros(shape, input.dtype) if value == 0 else _full(shape, input.dtype, value)
    if suggests_channels_last(input):
        out = with_channels_last(out)
    out[tuple(target)] = input[tuple(source)]
    return out


def _full(shape, numpy_dtype, value):
    from ..._core.dtype import BFLOAT16, narrow

    if numpy_dtype == BFLOAT16:
        return np.broadcast_to(narrow(np.float32(value)), shape).copy()
    return np.full(shape, value, numpy_dtype)


def _pairs(pad, ndim):
    """(before, after) for every axis, from the front."""
    pad = tuple([int(p) for p in pad])
    if len(pad) % 2:
        raise RuntimeError(f"Length of pad must be even but instead it equals {len(pad)}")
    if len(pad) > 2 * ndim:
        raise RuntimeError(
            f"Length of pad should be no more than twice the number of dimensions of the input. Pad length is {len(pad)} "
            f"while the input has {ndim} dimensions."
        )
    pairs = [(pad[k], pad[k + 1]) for k in range(0, len(pad), 2)][::-1]
    return [(0, 0)] * (ndim - len(pairs)) + pairs


def _unpad(g, pad):
    return constant_pad_nd(g, tuple(-p for p in pad))


# ------------------------------------------------------------------------- padding with what is already in the tensor
def _sources(size, before, after, mode, axis, shape):
    """For each position of the padded axis, the position of the input it copies."""
    at = np.arange(-before, size + after, dtype=np.int64)
    if mode == "replicate":
        return np.clip(at, 0, max(size - 1, 0))
    if mode == "reflect":
        if before >= size or after >= size:
            raise RuntimeError(
                f"Argument #{2 * (len(shape) - axis) + 2}: Padding size should be less than the corresponding input "
                f"dimension, but got: padding ({before}, {after}) at dimension {axis} of input {list(shape)}"
            )
        return size - 1 - np.abs(size - 1 - np.abs(at))
    if before > size or after > size:
        raise RuntimeError("Padding value causes wrapping around more than once.")
    first, last = max(-before, 0), size - max(-after, 0)  # what is cut off takes no part in the ring
    return np.arange(-max(before, 0), last - first + max(after, 0), dtype=np.int64) % (last - first) + first


def _copies(input, indices):
    first = input.ndim - len(indices)
    for k, index in enumerate(indices):
        input = input.take(index, first + k)
    return input


def _returned(g, indices, shape, ring=False):
    """Each padded element's gradient added to the element it copied."""
    if isinstance(g, Tensor):
        return _return(g, indices, shape, ring)
    first = len(shape) - len(indices)
    for k, index in enumerate(indices):
        axis = first + k
        moved = g.swapaxes(0, axis)
        out = np.zeros((shape[axis], *moved.shape[1:]), g.dtype)
        np.add.at(out, index, moved)
        g = out.swapaxes(0, axis)
    return np.ascontiguousarray(g)


def _half_return(rounded, input, indices, shape, ring=False):
    """All at once, in the order of the padded elements; of a ring one axis after another, as torch makes it."""
    n = len(indices)
    if ring and n > 1:
        for k, index in enumerate(indices):
            axis = len(shape) - n + k
            moved = np.moveaxis(input, axis, -1)
            input = np.moveaxis(_half_return(rounded, moved, [index], (*moved.shape[:-1], shape[axis])), -1, axis)
        return input
    places = np.zeros(1, np.int64)
    for size, index in zip(shape[-n:], indices, strict=True):
        places = (places[:, None] * size + index).reshape(-1)
    lead, space = math.prod(shape[:-n]), math.prod(shape[-n:])
    out = add_each(rounded, np.zeros((lead, space), np.float32), places, input.reshape(lead, places.size))
    return out.reshape(shape)


@op(
    kind="same",
    half=_half_return,
    method=False,
    namespace=None,
    input=lambda g, indices: OPS["_pad_by_copying"](g, indices),
)
def _return(input, indices, shape, ring=False):
    return _returned(input, indices, shape)


def _copying(node, name="_pad_by_copying"):
    @op(
        kind=None,
        node=node,
        reads=("input",) if node[:3] in ("Ref", "Rep") else (),
        name=name,
        method=False,
        namespace=None,
        input=lambda g, indices, input_shape: _returned(g, indices, tuple(input_shape), node == "CopySlices"),
    )
    def pad_by_copying(input, indices):
        return _copies(input, indices) if node == "CopySlices" else laid_out_as(_copies(input, indices), input)

    return pad_by_copying


_copying("PadBackward0")
_OPS = {
    (mode, n): _copying(f"{word}Pad{n}DBackward0", f"_{mode}_pad{n}d")
    for mode, word in (("reflect", "Reflection"), ("replicate", "Replication"))
    for n in (1, 2, 3)
}
_OPS.update({("circular", n): _copying("CopySlices", f"_circular_pad{n}d") for n in (1, 2, 3)})


def _check_copying(input, n, mode):
    shape = input._array.shape
    if mode == "circular":
        return
    if 0 in shape[len(shape) - n - 1 :]:
        raise RuntimeError(
            f"Expected {n + 1}D or {n + 2}D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions "
            f"for input, but got: {list(shape)}"
        )
    if input._array.dtype == np.bool_:
        word = "reflection" if mode == "reflect" else "replication"
        raise NotImplementedError(f"\"{word}_pad{n}d\" not implemented for 'Bool'")


@function(method=False, namespace=NAMESPACE)
def pad(input, pad, mode="constant", value=None):
    """`input` padded by (last left, last right, next-to-last left, ...).

    mode: "constant" (with `value`, default 0; any axes), "reflect" (without repeating the edge), "replicate" or
    "circular", which pad the last one, two or three axes of a tensor with one or two axes more.
    NotImplementedError for other combinations, RuntimeError for sizes that do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.pad.html

    >>> import borch as torch
    >>> torch.nn.functional.pad(torch.tensor([[1.0, 2.0, 3.0]]), (2, 1), mode="reflect")
    tensor([[3., 2., 1., 2., 3., 2.]])
    """
    check_tensor(input, "pad")
    if not isinstance(pad, (tuple, list)):
        raise TypeError(f"pad(): argument 'pad' (position 2) must be tuple of ints, not {type_name(pad)}")
    pad = tuple(pad)
    if mode in ("constant", "reflect", "replicate", "circular"):
        if len(pad) % 2:
            raise RuntimeError("Padding length must be divisible by 2")
        if len(pad) > 2 * input.ndim:
            raise RuntimeError(
                "Padding length should be less than or equal to two times the input dimension but got padding length "
                f"{len(pad)} and input of dimension {input.ndim}"
            )
    if mode == "constant":
        return constant_pad_nd(input, pad, 0 if value is None else value)
    if mode not in ("reflect", "replicate", "circular"):
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    n = len(pad) // 2
    if not 1 <= n <= 3 or input.ndim not in (n + 1, n + 2):
        raise NotImplementedError(
            f"Padding size {len(pad)} is not supported for {input.ndim}D input tensor.\n"
            "Supported combinations for non-constant padding:\n"
            "  - 2D or 3D input: padding size = 2 (pads last dimension)\n"
            "  - 3D or 4D input: padding size = 4 (pads last 2 dimensions)\n"
            "  - 4D or 5D input: padding size = 6 (pads last 3 dimensions)"
        )
    _check_copying(input, n, mode)
    pairs = _pairs(pad, input.ndim)[-n:]
    whole = input._array.shape
    indices = [None] * n
    for k in reversed(range(n)):  # torch checks the last axis first
        indices[k] = _sources(whole[k - n], *pairs[k], mode, input.ndim - n + k, whole)
    indices = tuple(indices)
    return _OPS[mode, n](input, indices)
