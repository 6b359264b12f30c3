"""Reshaping, joining, splitting, expanding, padding and turning in ONNX."""

import numpy as np

from ..trace import Var
from .elementwise import cast_to
from .table import dims_of, emits

END = np.iinfo(np.int64).max


@emits("view", "reshape_alias", "unsafe_view", "_unsafe_view", "_steps_apart", "_squeezed")
def view(g, c, input, **_):
    out = c.outputs[0].shape
    return g.use(input) if out == input.shape else g.reshape(input, out)


@emits("squeeze_dim", "squeeze_dims", "squeeze_all")
def squeeze(g, c, input, dim=None, dims=None):
    ndim = input.ndim
    asked = range(ndim) if c.name == "squeeze_all" else dims_of(dim if dims is None else dims, ndim)
    axes = [k for k in asked if input.shape[k] == 1]
    return g.add("Squeeze", input, g.ints(axes)) if axes else g.use(input)


@emits("unsqueeze")
def unsqueeze(g, c, input, dim):
    return g.add("Unsqueeze", input, g.ints([dim]))


@emits("permute")
def permute(g, c, input, dims):
    return g.transpose(input, dims_of(dims, input.ndim) if input.ndim else ())


@emits("transpose", "t", "_exchanged", "mT")
def transpose(g, c, input, dim0=0, dim1=1):
    if input.ndim < 2:
        return g.use(input)
    axes = list(range(input.ndim))
    a, b = dims_of((dim0, dim1), input.ndim)
    axes[a], axes[b] = b, a
    return g.transpose(input, axes)


@emits("expand")
def expand(g, c, input, size, implicit=False):
    out = c.outputs[0].shape
    return g.use(input) if out == input.shape else g.add("Expand", input, g.shape(out))


@emits("repeat")
def repeat(g, c, input, repeats):
    repeats = tuple(repeats) if isinstance(repeats, (tuple, list)) else (repeats,)
    extra = len(repeats) - input.ndim
    x = g.add("Unsqueeze", input, g.ints(range(extra))) if extra else input
    return g.add("Tile", x, g.shape(repeats))


# ------------------------------------------------------------------------------------------------- joining and splitting
@emits("cat")
def cat(g, c, tensors, dim=0):
    out = c.outputs[0]
    parts = [t for t in tensors if t.shape != (0,) or out.ndim == 1]
    return g.add("Concat", *[cast_to(g, t, out.dtype) for t in parts], axis=dims_of(dim, out.ndim)[0])


@emits("stack")
def stack(g, c, tensors, dim=0):
    out = c.outputs[0]
    at = dims_of(dim, out.ndim)[0]
    parts = [g.add("Unsqueeze", cast_to(g, t, out.dtype), g.ints([at])) for t in tensors]
    return g.add("Concat", *parts, axis=at)


@emits("split_size_", "split_with_sizes", "unsafe_split", "unsafe_split_with_sizes")
def split(g, c, input, dim=0, **_):
    at = dims_of(dim, input.ndim)[0]
    sizes = g.shape([out.shape[at] for out in c.outputs])
    out = g.add("Split", input, sizes, outputs=len(c.outputs), axis=at)
    return out if len(c.outputs) > 1 else [out]


@emits("unbind")
def unbind(g, c, input, dim=0):
    at, n = dims_of(dim, input.ndim)[0], len(c.outputs)
    return [g.add("Gather", input, g.use(k, np.int64), axis=at) for k in range(n)]


# --------------------------------------------------------------------------------------------------- slices and turning
def sliced(g, x, axes, starts, ends, steps):
    return g.add("Slice", x, g.shape(starts), g.shape(ends), g.ints(axes), g.ints(steps))


@emits("slice")
def slice_(g, c, input, dim=0, start=None, end=None, step=1):
    at = dims_of(dim, input.ndim)[0]
    return sliced(g, input, [at], [0 if start is None else start], [END if end is None else end], [step])


@emits("select")
def select(g, c, input, dim, index):
    if isinstance(index, Var):
        g.unsupported("its index is a tensor")
    return g.add("Gather", input, g.use(int(index), np.int64), axis=dims_of(dim, input.ndim)[0])


@emits("flip")
def flip(g, c, input, dims):
    at = dims_of(dims, input.ndim)
    if not at:
        return g.use(input)
    return sliced(g, input, at, [-1] * len(at), [-END] * len(at), [-1] * len(at))


@emits("roll")
def roll(g, c, input, shifts, dims=()):
    shifts = shifts if isinstance(shifts, (tuple, list)) else (shifts,)
    dims = dims if isinstance(dims, (tuple, list)) else () if dims is None else (dims,)
    x, shape = g.use(input), input.shape
    if not dims:
        x, shape, dims = g.reshape(x, (-1,)), (input.size,), (0,)
    for shift, dim in zip(shifts, dims_of(tuple(dims), len(shape)), strict=True):
        cut = -int(shift) % shape[dim] if shape[dim] else 0
        if cut:
            parts = [sliced(g, x, [dim], [a], [b], [1]) for a, b in ((cut, END), (0, cut))]
            x = g.add("Concat", *parts, axis=dim)
    return x if shape == input.shape else g.reshape(x, input.shape)


@emits("tril", "triu")
def triangle(g, c, input, diagonal=0):
    x = g.cast(input, np.int64) if input.dtype == np.bool_ else g.use(input)
    out = g.add("Trilu", x, g.use(int(diagonal), np.int64), upper=int(c.name == "triu"))
    return g.cast(out, input.dtype) if input.dtype == np.bool_ else out


# -------------------------------------------------------------------------------------------------------------- padding
@emits("constant_pad_nd")
def constant_pad(g, c, input, pad, value=0):
    n = input.ndim
    before, after = [0] * n, [0] * n
    for k in range(len(pad) // 2):
        before[n - 1 - k], after[n - 1 - k] = int(pad[2 * k]), int(pad[2 * k + 1])
    if input.dtype == np.bool_:
        wide = g.add("Pad", g.cast(input, np.int32), g.ints(before + after), g.use(int(bool(value)), np.int32))
        return g.cast(wide, np.bool_)
    return g.add("Pad", input, g.ints(before + after), g.use(value, input.dtype))


@emits("_pad_by_copying", *(f"_{mode}_pad{n}d" for mode in ("reflect", "replicate", "circular") for n in (1, 2, 3)))
def copying_pad(g, c, input, indices):
    x, first = input, input.ndim - len(indices)
    for k, index in enumerate(indices):
        x = g.add("Gather", x, index, axis=first + k)
    return x


# ------------------------------------------------------------------------------------------------------ pixels, channels
@emits("pixel_shuffle")
def pixel_shuffle(g, c, input, upscale_factor):
    if input.ndim == 4:
        return g.add("DepthToSpace", input, blocksize=int(upscale_factor), mode="CRD")
    flat = g.reshape(input, (-1, *input.shape[-3:]))
    return g.reshape(g.add("DepthToSpace", flat, blocksize=int(upscale_factor), mode="CRD"), c.outputs[0].shape)


@emits("pixel_unshuffle")
def pixel_unshuffle(g, c, input, downscale_factor):
    r, lead = int(downscale_factor), input.shape[:-3]
    channels, height, width = input.shape[-3:]
    x = g.reshape(input, (*lead, channels, height // r, r, width // r, r))
    n = len(lead)
    return g.reshape(g.transpose(x, (*range(n), n, n + 2, n + 4, n + 1, n + 3)), c.outputs[0].shape)


@emits("channel_shuffle")
def channel_shuffle(g, c, input, groups):
    n, channels, *space = input.shape
    x = g.reshape(input, (n, groups, channels // groups, *space))
    return g.reshape(g.transpose(x, (0, 2, 1, *range(3, 3 + len(space)))), input.shape)
