"""Convolutions, pooling, resizing and sampling in ONNX."""

from math import prod

import numpy as np

from .table import emits


def batched(g, input, n):
    """(input with a batch axis, whether one was added)."""
    if input.ndim == n + 2:
        return g.use(input), False
    return g.add("Unsqueeze", input, g.ints([0])), True


def unbatched(g, out, added):
    return g.add("Squeeze", out, g.ints([0])) if added else out


# --------------------------------------------------------------------------------------------------------- convolutions
@emits("convolutions")
def convolution(g, c, input, weight, bias=None, stride=(), padding=(), dilation=(), groups=1):
    n = weight.ndim - 2
    x, added = batched(g, input, n)
    out = g.add(
        "Conv", x, weight, bias, kernel_shape=weight.shape[2:], strides=tuple(stride), pads=(*padding, *padding),
        dilations=tuple(dilation), group=int(groups),
    )  # fmt: skip
    return unbatched(g, out, added)


@emits("transposed_convolutions")
def transposed(g, c, input, weight, bias=None, size=(), stride=(), padding=(), dilation=(), groups=1):
    n = weight.ndim - 2
    x, added = batched(g, input, n)
    kernel, space = weight.shape[2:], input.shape[-n:]
    extra = [
        o - ((s - 1) * st - 2 * p + d * (k - 1) + 1)
        for o, s, st, p, d, k in zip(c.outputs[0].shape[-n:], space, stride, padding, dilation, kernel, strict=True)
    ]
    out = g.add(
        "ConvTranspose", x, weight, bias, kernel_shape=kernel, strides=tuple(stride), pads=(*padding, *padding),
        dilations=tuple(dilation), group=int(groups), output_padding=tuple(extra),
    )  # fmt: skip
    return unbatched(g, out, added)


@emits("conv_tbc")
def conv_tbc(g, c, input, weight, bias, pad=0):
    """(T, N, C) by (K, C, O)."""
    x, w = g.transpose(input, (1, 2, 0)), g.transpose(weight, (2, 1, 0))
    return g.transpose(g.add("Conv", x, w, bias, kernel_shape=weight.shape[:1], pads=(int(pad), int(pad))), (2, 0, 1))


# -------------------------------------------------------------------------------------------------------------- pooling
def pads(space, window):
    """(before each axis ..., after each axis ...): as far as the windows reach."""
    after = [
        max(0, (o - 1) * st + d * (k - 1) + 1 - p - s)
        for s, o, st, d, k, p in zip(
            space, window.out, window.stride, window.dilation, window.kernel, window.padding, strict=True
        )
    ]
    return (*window.padding, *after)


@emits(*(f"_max_pool{n}d{more}" for n in (1, 2, 3) for more in ("", "_with_indices")))
def max_pool(g, c, input, window):
    n = len(window.kernel)
    space = input.shape[-n:]
    x, added = batched(g, input, n)
    settings = {
        "kernel_shape": window.kernel, "strides": window.stride, "pads": pads(space, window), "dilations": window.dilation,
    }  # fmt: skip
    if len(c.outputs) == 1:
        return unbatched(g, g.add("MaxPool", x, **settings), added)
    out, places = g.add("MaxPool", x, outputs=2, **settings)
    places = g.add("Mod", places, g.use(prod(space), np.int64))  # ONNX counts through the whole tensor
    return [unbatched(g, out, added), unbatched(g, places, added)]


@emits("_avg_pool1d", "_avg_pool2d", "_avg_pool3d")
def avg_pool(g, c, input, window, divisor):
    n = len(window.kernel)
    space = input.shape[-n:]
    x, added = batched(g, input, n)
    divisor = np.asarray(divisor.array if hasattr(divisor, "array") else divisor)
    inside = _inside(space, window)
    whole, edges = prod(window.kernel), pads(space, window)
    skips = bool((divisor == inside).all())
    out = g.add(
        "AveragePool", x, kernel_shape=window.kernel, strides=window.stride, pads=edges,
        count_include_pad=int(not skips),
    )  # fmt: skip
    if not skips and (divisor != whole).any():
        out = g.add("Mul", out, g.use(whole / divisor, input.dtype))
    return unbatched(g, out, added)


def _inside(space, window):
    """How many elements of the input each window covers."""
    counts = np.ones((), np.int64)
    for s, o, st, k, p in zip(space, window.out, window.stride, window.kernel, window.padding, strict=True):
        start = np.arange(o) * st - p
        covered = np.minimum(start + k, s) - np.maximum(start, 0)
        counts = counts[..., None] * covered
    return counts


def _bins(g, x, at, size, out, kind):
    """One axis reduced by bins of different sizes."""
    parts = []
    for i in range(out):
        start, end = i * size // out, -(-(i + 1) * size // out)
        part = g.add("Slice", x, g.ints([start]), g.ints([end]), g.ints([at]), g.ints([1]))
        parts.append(g.reduce(kind, part, (at,), True))
    return parts[0] if out == 1 else g.add("Concat", *parts, axis=at)


@emits(*(f"_adaptive_{kind}_pool{n}d" for kind in ("avg", "max") for n in (1, 2, 3)))
def adaptive_pool(g, c, input, out):
    n, mean = len(out), "avg" in c.name
    x, added = batched(g, input, n)
    space = input.shape[-n:]
    if all(o == 1 for o in out):
        value = g.add("GlobalAveragePool" if mean else "GlobalMaxPool", x)
    elif all(s % o == 0 for s, o in zip(space, out, strict=True)):
        steps = tuple(s // o for s, o in zip(space, out, strict=True))
        value = g.add("AveragePool" if mean else "MaxPool", x, kernel_shape=steps, strides=steps)
    else:
        value = x
        for k, (s, o) in enumerate(zip(space, out, strict=True)):
            if s != o:
                value = _bins(g, value, 2 + k, s, o, "ReduceMean" if mean else "ReduceMax")
    value = unbatched(g, value, added)
    return value if len(c.outputs) == 1 else [value, None]


@emits("im2col")
def im2col(g, c, input, window):
    from ...nn.functional.fold import _unfolded

    lead, plane = (input.shape[0], input.shape[1:]) if input.ndim == 4 else (1, input.shape)
    where = _unfolded(np.arange(1, 1 + prod(plane), dtype=np.float64).reshape(1, *plane), window)[0].astype(np.int64)
    flat = g.reshape(input, (lead, prod(plane)))
    flat = g.add("Pad", flat, g.ints([0, 1, 0, 0]), g.use(0, input.dtype))
    out = g.add("Gather", flat, g.constant(where), axis=1)
    return unbatched(g, out, input.ndim == 3)


# ------------------------------------------------------------------------------------------------------------- resizing
UPSAMPLES = [
    f"_upsample_{word}{n}d"
    for word, ns in (("Nearest", (1, 2, 3)), ("NearestExact", (1, 2, 3)), ("Linear", (1,)), ("Bilinear", (2,)),
                     ("Trilinear", (3,)), ("Bicubic", (2,)))
    for n in ns
]  # fmt: skip


@emits(*UPSAMPLES, "_upsample_Bilinear2dAa", "_upsample_Bicubic2dAa", "_upsample_Lanczos2dAa")
def upsample(g, c, input, taps):
    settings = _resize_settings(c.name, input, taps, c.outputs[0])
    if settings is not None:
        return g.add("Resize", input, None, None, g.shape(c.outputs[0].shape), **settings)
    x = g.use(input)
    for k, t in enumerate(taps):
        x = _tapped(g, x, 2 + k, input.ndim, input.shape[2 + k], t.index, t.weight, input.dtype)
    return x


def _resize_settings(name, input, taps, out):
    """What Resize is to be told, where it takes the same taps; None where no setting does."""
    from ...nn.functional.resample import linear_taps, nearest_taps

    sizes = list(zip(input.shape[2:], out.shape[2:], strict=True))
    if "Nearest" in name:
        for exact, mode in ((False, "asymmetric"), (True, "half_pixel")):
            if exact == ("Exact" in name) and all(
                np.array_equal(nearest_taps(s, o, None, exact).index, t.index)
                for (s, o), t in zip(sizes, taps, strict=True)
            ):
                rounding = "round_prefer_ceil" if exact else "floor"
                return {"mode": "nearest", "coordinate_transformation_mode": mode, "nearest_mode": rounding}
    elif "inear" in name and not name.endswith("Aa"):
        for align, mode in ((False, "half_pixel"), (True, "align_corners")):
            if all(
                _same_taps(linear_taps(s, o, None, align, np.float32), t) for (s, o), t in zip(sizes, taps, strict=True)
            ):
                return {"mode": "linear", "coordinate_transformation_mode": mode}
    return None


def _same_taps(made, taps):
    if (made.weight is None) != (taps.weight is None) or not np.array_equal(made.index, taps.index):
        return False
    return made.weight is None or np.allclose(made.weight, taps.weight, atol=1e-6)


def _tapped(g, x, axis, ndim, size, index, weight, dtype):
    """One axis as a product with the matrix of its taps, or a selection where each output copies one input."""
    if weight is None:
        return g.add("Gather", x, g.constant(index[0]), axis=axis)
    matrix = np.zeros((size, index.shape[1]), dtype)
    np.add.at(matrix, (index, np.broadcast_to(np.arange(index.shape[1]), index.shape)), weight.astype(dtype))
    axes = [k for k in range(ndim) if k != axis] + [axis]
    back = np.argsort(axes).tolist()
    return g.transpose(g.add("MatMul", g.transpose(x, axes), g.constant(matrix)), back)


# ------------------------------------------------------------------------------------------------------------- sampling
@emits("grid_sampler_2d", "grid_sampler_3d")
def grid_sample(g, c, input, grid, mode, padding, align_corners):
    modes, paddings = ("bilinear", "nearest", "bicubic"), ("zeros", "border", "reflection")
    mode = modes[mode] if isinstance(mode, int) else mode
    padding = paddings[padding] if isinstance(padding, int) else padding
    if input.ndim == 5 and g.opset < 20:
        g.unsupported(supported=20)
    if g.opset >= 20:
        mode = {"bilinear": "linear", "bicubic": "cubic"}.get(mode, mode)
    return g.add("GridSample", input, grid, mode=mode, padding_mode=padding, align_corners=int(bool(align_corners)))


@emits("affine_grid_generator")
def affine_grid(g, c, input, size, align_corners):
    from ...nn.functional.grid import _base

    base = g.constant(_base(tuple(size)[2:], align_corners, input.dtype))
    return g.reshape(g.add("MatMul", base, g.transpose(input, (0, 2, 1))), c.outputs[0].shape)
