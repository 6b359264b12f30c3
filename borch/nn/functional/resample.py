"""Signals, images and volumes brought to another size: interpolate and its old names.

Along each axis an output is a weighted sum of a few inputs, its taps; axes are done one after another.
Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.interpolate.html
"""

import math
import warnings
from collections import namedtuple
from functools import lru_cache

import numpy as np

from ..._core.dtype import from_numpy
from ..._core.op import function, op
from ...ops.strides import laid_out_as
from .adaptive_pool import adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d

NAMESPACE = "torch.nn.functional"
CUBIC = -0.75
F32 = np.float32
Taps = namedtuple("Taps", ("index", "weight"))  # both (taps, outputs); the weight is None for a plain copy
MODES = {3: ("linear",), 4: ("bilinear", "bicubic", "lanczos"), 5: ("trilinear",)}


# ---------------------------------------------------------------------------------------------------- taps of one axis
def _step(size, out, scale, align_corners, kind):
    """How far apart the outputs stand, in inputs, computed in the precision that torch computes in."""
    if align_corners:
        return kind(size - 1) / kind(out - 1) if out > 1 else kind(0)
    return kind(1.0 / scale) if scale is not None and scale > 0 else kind(size) / kind(out)


def nearest_taps(size, out, scale, exact):
    step = _step(size, out, scale, False, F32)
    at = np.arange(out, dtype=F32)
    index = np.floor((at + F32(0.5)) * step if exact else at * step).astype(np.int64)
    return Taps(np.minimum(index, size - 1)[None], None)


def _positions(size, out, scale, align_corners, kind, clamp):
    step = _step(size, out, scale, align_corners, kind)
    at = np.arange(out, dtype=kind)
    if align_corners:
        return step * at
    at = (np.float64(step) * (at + 0.5) - 0.5).astype(kind)  # torch rounds product and difference at once
    return np.maximum(at, kind(0)) if clamp else at


def linear_taps(size, out, scale, align_corners, kind):
    if size == out:
        return Taps(np.arange(out, dtype=np.int64)[None], None)
    at = _positions(size, out, scale, align_corners, kind, clamp=True)
    low = np.minimum(at.astype(np.int64), size - 1)
    high = low + (low < size - 1)
    share = np.minimum(np.maximum(at - low.astype(kind), kind(0)), kind(1))
    return Taps(np.stack([low, high]), np.stack([kind(1) - share, share]))


def cubic_weights(t):
    """The weights of the four neighbours of a point that is `t` behind the second of them."""

    def near(x):
        return ((CUBIC + 2) * x - (CUBIC + 3)) * x * x + 1

    def far(x):
        return ((CUBIC * x - 5 * CUBIC) * x + 8 * CUBIC) * x - 4 * CUBIC

    return [far(t + 1), near(t), near(1 - t), far(2 - t)]


def cubic_taps(size, out, scale, align_corners, kind):
    at = _positions(size, out, scale, align_corners, kind, clamp=False)
    floor = np.minimum(np.floor(at), kind(size - 1))
    share = np.minimum(np.maximum(at - floor, kind(0)), kind(1))
    index = np.stack([np.clip(floor.astype(np.int64) + k, 0, size - 1) for k in (-1, 0, 1, 2)])
    return Taps(index, np.stack([w.astype(kind) for w in cubic_weights(share)]))


def _triangle(x):
    return np.maximum(1 - np.abs(x), 0)


def _cubic(x, a=-0.5):
    x = np.abs(x)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((x - 5) * x + 8) * x * a - 4 * a
    return np.where(x < 1, near, np.where(x < 2, far, 0))


def _lanczos(x):
    return np.where(np.abs(x) < 3, np.sinc(x) * np.sinc(x / 3), 0)


FILTERS = {"bilinear": (2, _triangle), "bicubic": (4, _cubic), "lanczos": (6, _lanczos)}


def antialias_taps(size, out, scale, align_corners, kind, mode):
    """A filter as wide as the outputs stand apart, so that nothing between them is passed over."""
    width, filter_ = FILTERS[mode]
    step = _step(size, out, scale, align_corners, kind)
    support = kind(width * 0.5) * step if step >= 1 else kind(width * 0.5)
    inverse = 1 / step if step >= 1 else kind(1)
    center = step * (np.arange(out, dtype=kind) + kind(0.5))
    first = np.maximum((center - support + kind(0.5)).astype(np.int64), 0)
    count = np.minimum((center + support + kind(0.5)).astype(np.int64), size) - first
    most = int(count.max())
    taps = np.arange(most)[:, None]
    weight = filter_((taps + first - center + kind(0.5)) * inverse).astype(kind)
    weight = np.where(taps < count, weight, 0)
    total = np.add.reduce(weight, 0)
    weight = weight / np.where(total == 0, 1, total)
    return Taps(np.where(taps < count, first + taps, first), weight.astype(kind))


# ------------------------------------------------------------------------------------------------------------ on arrays
def _apply(x, axis, taps):
    if taps.weight is None:
        return x.take(taps.index[0], axis)
    shape = [-1 if k == axis else 1 for k in range(x.ndim)]
    out = None
    for index, weight in zip(taps.index, taps.weight, strict=True):
        part = x.take(index, axis) * weight.reshape(shape)
        out = part if out is None else np.add(out, part, out=out)
    return out


def _matrix(taps, size, dtype):
    """The weights of all outputs as the rows of a matrix."""
    matrix = np.zeros((taps.index.shape[1], size), dtype)
    weight = np.ones(taps.index.shape, dtype) if taps.weight is None else taps.weight.astype(dtype)
    np.add.at(matrix, (np.broadcast_to(np.arange(len(matrix)), taps.index.shape), taps.index), weight)
    return matrix


def _two_rounded(rounded, weight):
    high = rounded(weight[1])
    return np.stack([rounded(1 - high), high])


# The weights of the half dtypes, where torch keeps them in those dtypes.
HALF_WEIGHTS = {
    "Linear": _two_rounded, "Trilinear": _two_rounded, "Bicubic": lambda rounded, weight: rounded(weight),
}  # fmt: skip


def _apply_to_bytes(x, axis, taps):
    """`_apply` as torch does it to the bytes of an image: with weights of 16 bits, and bytes after each axis."""
    size = x.shape[axis]
    if taps.weight is None or size == taps.index.shape[1]:
        return _apply(x, axis, Taps(taps.index, None)) if taps.weight is None else x
    matrix = _matrix(taps, size, np.float64)
    largest, bits = matrix.max(), 0
    while bits < 22 and int(0.5 + largest * (1 << bits + 1)) < 1 << 15:
        bits += 1
    scaled = matrix * (1 << bits)
    weight = np.trunc(scaled + np.copysign(0.5, scaled))
    total = np.matmul(x.swapaxes(axis, -1).astype(np.float64), weight.T).swapaxes(axis, -1)
    return np.clip(np.floor((total + (1 << bits - 1)) / (1 << bits)), 0, 255).astype(np.uint8)


def _spread(g, axis, taps, size):
    """The transpose of `_apply`, by a matrix: gradients go to all taps at once."""
    return np.matmul(g.swapaxes(axis, -1), _matrix(taps, size, g.dtype)).swapaxes(axis, -1)


def _make(mode_word, n, suffix=""):
    options = {"kind": "same", "method": False, "namespace": None}

    def resample(input, taps):
        x = input
        if x.dtype == np.uint8 and x.shape[1] <= 4:
            for k in reversed(range(len(taps))):
                x = _apply_to_bytes(x, 2 + k, taps[k])
            return laid_out_as(np.ascontiguousarray(x), input)
        if x.dtype == np.uint8 and any(t.weight is not None for t in taps):
            x = input.astype(F32)
        for k, t in enumerate(taps):
            x = _apply(x, 2 + k, t)
        if input.dtype == np.uint8 and x.dtype != np.uint8:
            x = np.clip(np.floor(x + F32(0.5)), 0, 255)
        return laid_out_as(np.ascontiguousarray(x).astype(input.dtype, copy=False), input)

    def half(rounded, input, taps):
        weighs = HALF_WEIGHTS.get(mode_word + suffix)
        if weighs is not None:
            taps = tuple(t if t.weight is None else Taps(t.index, weighs(rounded, t.weight)) for t in taps)
        return resample(input, taps)

    def spread(input, space, taps):
        for k in reversed(range(len(taps))):
            input = _spread(input, 2 + k, taps[k], space[k])
        return np.ascontiguousarray(input)

    key = (mode_word, n, suffix)
    spread = op(**options, name="_resample_backward", input=lambda g, taps: OPS_BY_MODE[key](g, taps))(spread)
    return op(
        **options,
        fused=True,
        half=half,
        name=f"_upsample_{mode_word}{n}d{suffix}",
        node=f"Upsample{mode_word}{n}D{suffix}Backward0",
        input=lambda g, input_shape, taps: spread(g, tuple(input_shape[2:]), taps),
    )(resample)


OPS_BY_MODE = {
    key: _make(*key)
    for key in (
        *[(word, n, "") for word in ("Nearest", "NearestExact") for n in (1, 2, 3)],
        ("Linear", 1, ""), ("Bilinear", 2, ""), ("Bicubic", 2, ""), ("Trilinear", 3, ""),
        ("Bilinear", 2, "Aa"), ("Bicubic", 2, "Aa"), ("Lanczos", 2, "Aa"),
    )
}  # fmt: skip
WORDS = {"nearest": "Nearest", "nearest-exact": "NearestExact", "linear": "Linear", "bilinear": "Bilinear",
         "bicubic": "Bicubic", "trilinear": "Trilinear", "lanczos": "Lanczos"}  # fmt: skip


# ------------------------------------------------------------------------------------------------------------ arguments
def _sizes(input, size, scale_factor, recompute):
    """(output size, scale factors or None), as torch reads them."""
    space, n = list(input.shape[2:]), input.dim() - 2
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is not None:
        if isinstance(size, (tuple, list)):
            if len(size) != n:
                raise ValueError(
                    "Input and output must have the same number of spatial dimensions, but got input with spatial "
                    f"dimensions of {space} and output size of {size}. Please provide input tensor in (N, C, d1, d2, "
                    "...,dK) format and output size in (o1, o2, ...,oK) format."
                )
            out = [int(s) for s in size]
        else:
            out = [int(size)] * n
        if recompute:
            raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
        return out, None
    if scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    if isinstance(scale_factor, (tuple, list)):
        if len(scale_factor) != n:
            raise ValueError(
                "Input and scale_factor must have the same number of spatial dimensions, but got input with spatial "
                f"dimensions of {space} and scale_factor of shape {scale_factor}. Please provide input tensor in (N, C, "
                "d1, d2, ...,dK) format and scale_factor in (s1, s2, ...,sK) format."
            )
        scales = [float(s) for s in scale_factor]
    else:
        scales = [float(scale_factor)] * n
    return [math.floor(float(s) * f) for s, f in zip(space, scales, strict=True)], None if recompute else scales


def _check_mode(ndim, mode, antialias):
    if antialias and not (mode in ("bilinear", "bicubic", "lanczos") and ndim == 4):
        raise ValueError(
            "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires a 4-D tensor as input"
        )
    if ndim in (3, 4, 5) and (mode in ("nearest", "nearest-exact", "area") or mode in MODES[ndim]):
        return
    if ndim in (3, 4, 5) and mode in ("linear", "bilinear", "trilinear"):
        wanted = next(k for k, modes in MODES.items() if mode in modes)
        raise NotImplementedError(f"Got {ndim}D input, but {mode} mode needs {wanted}D input")
    raise NotImplementedError(
        f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {ndim}D) for the modes: nearest | linear | bilinear "
        f"| bicubic | trilinear | lanczos | area | nearest-exact (got {mode})"
    )


def _check_sizes(input, out):
    shape = input._array.shape
    if min((*shape[2:], *out)) < 1:
        axes = ("D", "H", "W")[3 - len(out) :]
        have, want = (", ".join(f"{a}: {s}" for a, s in zip(axes, sizes, strict=True)) for sizes in (shape[2:], out))
        joined = "and output" if len(out) == 1 else "output"
        raise RuntimeError(f"Input and output sizes should be greater than 0, but got input ({have}) {joined} ({want})")
    if 0 in shape[1:]:
        raise RuntimeError(f"Non-empty {len(shape)}D data tensor expected but got a tensor with sizes {list(shape)}")


def _check_dtype(input, mode, n):
    dtype = input._array.dtype
    fine = dtype.kind == "f" or dtype.kind == "V" or (dtype == np.uint8 and (mode[:7] == "nearest" or n == 2))
    if not fine:
        word = "nearest" if mode == "nearest-exact" else mode
        kernel = f"upsample_{word}2d_channels_last"
        if n != 2 or word == "bicubic":
            kernel = "compute_indices_weights_" + {"nearest": "nearest", "bicubic": "cubic"}.get(word, "linear")
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{from_numpy(dtype).legacy}'")


@lru_cache(32)  # the same layers run again and again
def _taps(mode, size, out, scale, align_corners, antialias, kind):
    if mode in ("nearest", "nearest-exact"):
        return nearest_taps(size, out, scale, mode == "nearest-exact")
    if antialias:
        return antialias_taps(size, out, scale, align_corners, kind, mode)
    return (cubic_taps if mode == "bicubic" else linear_taps)(size, out, scale, align_corners, kind)


@function(method=False, namespace=NAMESPACE)
def interpolate(
    input,
    size=None,
    scale_factor=None,
    mode="nearest",
    align_corners=None,
    recompute_scale_factor=None,
    antialias=False,
):
    """(N, C, ...) with one, two or three more axes brought to `size`, or to `scale_factor` times theirs.

    mode: "nearest", "nearest-exact", "area" (any), "linear" (one axis), "bilinear", "bicubic" (two), "trilinear"
    (three). `align_corners` makes the outermost elements of both meet; `antialias` (bilinear, bicubic, lanczos) widens
    the filter when an image gets smaller. ValueError and NotImplementedError for what does not go together.

    >>> import borch as torch
    >>> torch.nn.functional.interpolate(torch.tensor([[[1.0, 3.0]]]), 4, mode="linear")
    tensor([[[1.0000, 1.5000, 2.5000, 3.0000]]])
    """
    if mode in ("nearest", "area", "nearest-exact") and align_corners is not None:
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear"
        )
    align_corners = bool(align_corners)
    ndim = input.dim()
    if ndim in (3, 4, 5):
        out, scales = _sizes(input, size, scale_factor, recompute_scale_factor)
    _check_mode(ndim, mode, antialias)
    n = ndim - 2
    if mode == "area":
        return {1: adaptive_avg_pool1d, 2: adaptive_avg_pool2d, 3: adaptive_avg_pool3d}[n](input, out)
    if mode == "lanczos" and not antialias:
        raise NotImplementedError("torch.nn.functional.interpolate with mode='lanczos' and antialias=False")
    _check_sizes(input, out)
    _check_dtype(input, mode, n)
    kind = np.float64 if input._array.dtype in (np.float64, np.uint8) else F32
    scales = [None] * n if scales is None else scales
    taps = tuple(
        _taps(mode, s, o, f, align_corners, antialias, kind)
        for s, o, f in zip(input._array.shape[2:], out, scales, strict=True)
    )
    return OPS_BY_MODE[WORDS[mode], n, "Aa" if antialias else ""](input, taps)


def _deprecated(name):
    warnings.warn(f"`nn.functional.{name}` is deprecated. Use `nn.functional.interpolate` instead.", stacklevel=3)


@function(method=False, namespace=NAMESPACE)
def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """The old name of interpolate.

    >>> import borch as torch
    >>> import warnings
    >>> warnings.simplefilter("ignore")
    >>> torch.nn.functional.upsample(torch.tensor([[[1.0, 3.0]]]), 4)
    tensor([[[1., 1., 3., 3.]]])
    """
    _deprecated("upsample")
    return interpolate(input, size, scale_factor, mode, align_corners)


@function(method=False, namespace=NAMESPACE)
def upsample_nearest(input, size=None, scale_factor=None):
    """The old name of interpolate with mode="nearest".

    >>> import borch as torch
    >>> import warnings
    >>> warnings.simplefilter("ignore")
    >>> torch.nn.functional.upsample_nearest(torch.tensor([[[1.0, 3.0]]]), 4)
    tensor([[[1., 1., 3., 3.]]])
    """
    _deprecated("upsample_nearest")
    return interpolate(input, size, scale_factor, mode="nearest")


@function(method=False, namespace=NAMESPACE)
def upsample_bilinear(input, size=None, scale_factor=None):
    """The old name of interpolate with mode="bilinear" and align_corners=True.

    >>> import borch as torch
    >>> import warnings
    >>> warnings.simplefilter("ignore")
    >>> torch.nn.functional.upsample_bilinear(torch.ones(1, 1, 2, 2), 4).shape
    torch.Size([1, 1, 4, 4])
    """
    _deprecated("upsample_bilinear")
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)
