"""Images and volumes read at the points of a grid: grid_sample, and affine_grid which makes grids.

A value is a sum over the corners around a point, of weights that are polynomials in the point's place between them; so
the same lines run on arrays and on Tensors, and can be differentiated again.
Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.grid_sample.html
"""

import warnings
from itertools import product
from math import prod

import numpy as np

from ... import _kernels
from ..._core.dtype import FLOAT
from ..._core.halves import HALVES, rounding_steps, stepwise
from ..._core.op import OPS, function, op
from ..._core.tensor import Tensor
from ...ops.both import array_of, constant, reshape, total
from .pool import pick, put
from .resample import CUBIC, cubic_weights

NAMESPACE = "torch.nn.functional"
MODES, PADDINGS = ("bilinear", "nearest", "bicubic"), ("zeros", "border", "reflection")


# ------------------------------------------------------------------------------------------------- from grid to pixels
def _reflected(at, low, high):
    """Points folded back into [low, high], given doubled; and the sign with which they move."""
    if low == high:
        return np.zeros_like(at), np.zeros_like(at)
    start, span = low / 2, (high - low) / 2
    offset = at - start
    sign = np.where(offset < 0, -1.0, 1.0).astype(at.dtype)
    offset = np.abs(offset)
    rest, turns = np.fmod(offset, span), np.floor(offset / span)
    even = turns % 2 == 0
    folded = np.where(even, rest + start, span - rest + start)
    return folded.astype(at.dtype), np.where(even, sign, -sign)


def _clipped(at, size):
    inside = (at > 0) & (at < size - 1)
    return np.minimum(np.maximum(at, 0), size - 1), inside.astype(at.dtype)


def _bounded(at, size, padding, align_corners):
    """Points brought into the image as `padding` says, and the slope with which they follow."""
    slope = np.ones_like(at)
    if padding == "reflection":
        at, slope = _reflected(at, 0, 2 * (size - 1)) if align_corners else _reflected(at, -1, 2 * size - 1)
    if padding != "zeros":
        at, inside = _clipped(at, size)
        slope = slope * inside
    return at, slope


def _pixels(grid, size, align_corners, planar):
    """Grid coordinates in [-1, 1] as positions in pixels, and the factor between them."""
    scale = (size - 1) / 2 if align_corners else size / 2
    if align_corners:
        return (grid + 1) * scale, scale
    if planar and type(grid) is np.ndarray and grid.dtype == np.float32:  # product and difference are rounded once
        return ((grid + 1) * np.float64(scale) - 0.5).astype(np.float32), scale
    return (grid + 1) * scale - 0.5, scale


# --------------------------------------------------------------------------------------------------- corners and weights
def _axis(grid, size, mode, padding, align_corners, planar):
    """For one coordinate: [(pixel numbers, weights, slopes of the weights)] over the corners along this axis.

    `grid` is an array or a Tensor; weights and slopes are of its kind, pixel numbers are arrays.
    """
    values = array_of(grid)
    if isinstance(grid, Tensor) and grid._array.dtype in HALVES:
        values = rounding_steps(values, grid._array.dtype)
    plain, scale = _pixels(values, size, align_corners, planar)
    if mode == "bicubic":
        floor = np.floor(plain)
        share = _pixels(grid, size, align_corners, planar)[0] - constant(grid, floor)
        slopes = _cubic_slopes(share)
        corners = []
        for k, (weight, slope) in enumerate(zip(cubic_weights(share), slopes, strict=True)):
            at = _bounded(floor + (k - 1), size, padding, align_corners)[0]
            corners.append((at, weight, slope * scale))
        return corners
    at, slope = _bounded(plain, size, padding, align_corners)
    if mode == "nearest":
        return [(np.rint(at), None, None)]
    floor = np.floor(at)
    # the place between two pixels moves with the grid by `slope`, from where it is now
    moved = _pixels(grid, size, align_corners, planar)[0] - constant(grid, plain)
    share = moved * constant(grid, slope) + constant(grid, at - floor)
    move = constant(grid, slope * scale)
    return [(floor, 1 - share, -move), (floor + 1, share, move)]


def _cubic_slopes(t):
    def near(x):
        return (3 * (CUBIC + 2) * x - 2 * (CUBIC + 3)) * x

    def far(x):
        return (3 * CUBIC * x - 10 * CUBIC) * x + 8 * CUBIC

    return [far(t + 1), near(t), -near(1 - t), -far(2 - t)]


def _axes(grid, space, mode, padding, align_corners):
    """The corners along each axis, first axis first; the grid's last coordinate belongs to the first axis."""
    n = len(space)
    parts = [grid[..., n - 1 - k] for k in range(n)]
    return [_axis(part, size, mode, padding, align_corners, n == 2) for part, size in zip(parts, space, strict=True)]


def _corners(axes, space):
    """Each combination of corners: (position in the plane, whether it is in the image, per-axis entries)."""
    steps = [prod(space[k + 1 :]) for k in range(len(space))]
    for corner in product(*axes):
        inside, index = True, 0
        for (at, _, _), size, step in zip(corner, space, steps, strict=True):
            fine = (at >= 0) & (at <= size - 1)
            inside = inside & fine
            index = index + np.where(fine, at, 0).astype(np.int64) * step
        yield index, inside, corner


def _over_channels(index, channels):
    return np.broadcast_to(index[:, None], (index.shape[0], channels, *index.shape[1:]))


def _weight(corner, skip=None):
    """The product of the axes' weights, with the slope in the place of the one at `skip`."""
    out = None
    for k, (_, weight, slope) in reversed(list(enumerate(corner))):  # the last axis first, as torch multiplies
        factor = slope if k == skip else weight
        if factor is not None:
            out = factor if out is None else out * factor
    return out


def _column(weight):
    return reshape(weight, (weight.shape[0], 1, *weight.shape[1:]))


def _sampled(input, grid, mode, padding, align_corners):
    n, channels, space = input.ndim - 2, input.shape[1], input.shape[2:]
    axes, out, row = _axes(grid, space, mode, padding, align_corners), None, None
    cubic = mode == "bicubic"
    for k, (index, inside, corner) in enumerate(_corners(axes, space)):
        part = _kernels.pick(input, _over_channels(index, channels), n)
        weight = corner[1][1] if cubic else _weight(corner)
        mask = inside if weight is None else weight * inside
        part = part * mask[:, None].astype(input.dtype)
        np.copyto(part, 0, where=~inside[:, None])
        if cubic:  # four points of a row, then four rows
            row = row + part if k % 4 else part
            if k % 4 < 3:
                continue
            part = row * corner[0][1][:, None]
        out = part if out is None else out + part
    return out.astype(input.dtype, copy=False)


def _gradients(g, needed, input, grid, mode, padding, align_corners):
    tensors = isinstance(g, Tensor)
    n, channels, space = len(input.shape) - 2, input.shape[1], tuple(input.shape[2:])
    to_input, to_grid = None, [None] * n
    for index, inside, corner in _corners(_axes(grid, space, mode, padding, align_corners), space):
        index, mask = _over_channels(index, channels), constant(g, inside[:, None])
        if needed[0]:
            weight = _weight(corner)
            share = g * mask if weight is None else g * mask * _column(weight)
            part = put(share, index, space) if tensors else _kernels.put(share, index, space)
            to_input = part if to_input is None else to_input + part
        if needed[1] and mode != "nearest":
            value = pick(input, index, n) if tensors else _kernels.pick(input, index, n)
            product_ = total(g * mask * value, (1,))
            for k in range(n):
                part = product_ * _weight(corner, k)
                to_grid[k] = part if to_grid[k] is None else to_grid[k] + part
    if not needed[1]:
        return to_input, None
    if mode == "nearest":
        return to_input, grid * 0
    parts = [reshape(part, (*part.shape, 1)) for part in reversed(to_grid)]
    return to_input, OPS["cat"](parts, -1)


def _sampler(n):
    def grid_sampler(input, grid, mode, padding, align_corners):
        return _sampled(input, grid, mode, padding, align_corners)

    return op(
        kind="same",
        strict=True,
        tensors=("input", "grid"),
        joint=_gradients,
        differentiable=("input", "grid"),
        node=f"GridSampler{n}DBackward0",
        name=f"grid_sampler_{n}d",
        half=stepwise(grid_sampler),
        reads=("input", "grid"),
        method=False,
        namespace=None,
    )(grid_sampler)


SAMPLERS = {2: _sampler(2), 3: _sampler(3)}


def _check(input, grid, mode):
    have, at = input._array.shape, grid._array.shape
    if len(have) != len(at) and have[:1] == at[:1]:
        raise RuntimeError(
            f"grid_sampler(): expected {len(have)}D input and grid with same number of dimensions, but got input with sizes "
            f"{list(have)} and grid with sizes {list(at)}"
        )
    if have[0] != at[0]:
        raise RuntimeError(
            f"grid_sampler(): expected grid and input to have same batch size, but got input with sizes {list(have)} and "
            f"grid with sizes {list(at)}"
        )
    if at[-1] != len(have) - 2:
        raise RuntimeError(
            f"grid_sampler(): expected grid to have size {len(have) - 2} in last dimension, but got grid with sizes "
            f"{list(at)}"
        )
    for axis in range(2, len(have)):
        if have[axis] == 0:
            raise RuntimeError(
                f"grid_sampler(): expected input to have non-empty spatial dimensions, but input has sizes {list(have)} with "
                f"dimension {axis} being empty"
            )
    if len(have) not in (4, 5):
        raise RuntimeError(
            "grid_sampler(): expected 4D or 5D input and grid with same number of dimensions, but got input with sizes "
            f"{list(have)} and grid with sizes {list(at)}"
        )
    if len(have) == 5 and mode == "bicubic":
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    if input.dtype != grid.dtype:
        raise RuntimeError(f"expected scalar type {input.dtype.legacy} but found {grid.dtype.legacy}")


@function(method=False)
def grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners):
    """grid_sample with numbers for words: modes bilinear, nearest, bicubic; paddings zeros, border, reflection.

    >>> import borch as torch
    >>> torch.grid_sampler(torch.tensor([[[[1.0, 3.0]]]]), torch.zeros(1, 1, 1, 2), 0, 0, False)
    tensor([[[[2.]]]])
    """
    mode, padding = MODES[interpolation_mode], PADDINGS[padding_mode]
    _check(input, grid, mode)
    if input.dtype.category != FLOAT:
        kernel = "grid_sampler_2d_cpu_kernel_impl" if input.ndim == 4 else "grid_sampler3d_cpu"
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{input.dtype.legacy}'")
    return SAMPLERS[len(input._array.shape) - 2](input, grid, mode, padding, align_corners)


def _numbered(n):
    def sampler(input, grid, interpolation_mode, padding_mode, align_corners):
        return grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners)

    ones = ", ".join(["1"] * n)
    sampler.__doc__ = f"""grid_sampler of {n} spatial axes.

    >>> import borch as torch
    >>> torch.grid_sampler_{n}d(torch.ones(1, 1, {ones}), torch.zeros(1, {ones}, {n}), 1, 0, False).flatten()
    tensor([1.])
    """
    function(name=f"grid_sampler_{n}d", method=False)(sampler)


_numbered(2)
_numbered(3)


def _corners_setting(align_corners, stacklevel=3):
    if align_corners is None:
        warnings.warn(
            "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please specify "
            "align_corners=True if the old behavior is desired. See the documentation of grid_sample for details.",
            stacklevel=stacklevel,
        )
        return False
    return align_corners


@function(method=False, namespace=NAMESPACE)
def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """`input` (N, C, H, W) or (N, C, D, H, W) read at the points of `grid` (N, ..., 2 or 3), which are (x, y[, z]).

    -1 and 1 are the image's edges, or with `align_corners` its outermost pixels' centres. mode: "bilinear", "nearest"
    or "bicubic" (images only); padding_mode, for points outside: "zeros", "border" or "reflection". ValueError for other
    words, RuntimeError for shapes that do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.grid_sample.html

    >>> import borch as torch
    >>> image, points = torch.tensor([[[[1.0, 3.0]]]]), torch.tensor([[[[0.0, 0.0], [-0.5, 0.0]]]])
    >>> torch.nn.functional.grid_sample(image, points, align_corners=False)
    tensor([[[[2., 1.]]]])
    """
    if mode not in MODES:
        raise ValueError(
            f"nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '{mode}'"
        )
    if padding_mode not in PADDINGS:
        raise ValueError(
            "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: "
            f"'{padding_mode}'"
        )
    align_corners = _corners_setting(align_corners)
    return grid_sampler(input, grid, MODES.index(mode), PADDINGS.index(padding_mode), align_corners)


# --------------------------------------------------------------------------------------------------------- affine grids
def _base(space, align_corners, dtype):
    """The points of an image or volume in homogeneous coordinates, (points, axes + 1), x first."""
    lines = []
    for size in reversed(space):
        line = np.linspace(-1, 1, size, dtype=dtype) if size > 1 else np.zeros(1, dtype)
        lines.append(line if align_corners else line * dtype.type((size - 1) / size))
    grids = np.meshgrid(*reversed(lines), indexing="ij")[::-1]
    return np.stack([*[g.reshape(-1) for g in grids], np.ones(prod(space), dtype)], 1)


def _affine_input(g, input_shape, size, align_corners):
    n = len(size) - 2
    flat = reshape(g, (size[0], prod(size[2:]), n))
    base = _base(size[2:], align_corners, array_of(g).dtype)
    turned = OPS["transpose"](flat, -2, -1) if isinstance(g, Tensor) else flat.swapaxes(-1, -2)
    return OPS["matmul"](turned, constant(g, base))


@op(kind="same", node="AffineGridGeneratorBackward0", name="affine_grid_generator", method=False, input=_affine_input)
def affine_grid_generator(input, size, align_corners):
    """affine_grid without its checks.

    >>> import borch as torch
    >>> torch.affine_grid_generator(torch.eye(2, 3)[None], (1, 1, 1, 2), True)
    tensor([[[[-1.,  0.],
              [ 1.,  0.]]]])
    """
    base = _base(size[2:], align_corners, input.dtype)
    return np.matmul(base, input.swapaxes(-1, -2)).reshape(size[0], *size[2:], len(size) - 2)


@function(method=False, namespace=NAMESPACE)
def affine_grid(theta, size, align_corners=None):
    """The grid by which grid_sample applies the affine maps `theta`: (N, 2, 3) for images, (N, 3, 4) for volumes.

    `size` is (N, C, H, W) or (N, C, D, H, W); the grid is (N, H, W, 2) or (N, D, H, W, 3). ValueError and
    NotImplementedError for shapes that do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.affine_grid.html

    >>> import borch as torch
    >>> torch.nn.functional.affine_grid(torch.eye(2, 3)[None], (1, 1, 1, 2), align_corners=False)
    tensor([[[[-0.5000,  0.0000],
              [ 0.5000,  0.0000]]]])
    """
    given = align_corners is not None
    align_corners = _corners_setting(align_corners)
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    n = len(size) - 2
    if n not in (2, 3):
        raise NotImplementedError(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. Got size "
            f"{size}."
        )
    if theta.dim() != 3 or theta.shape[-2] != n or theta.shape[-1] != n + 1:
        raise ValueError(
            f"Expected a batch of {n}D affine matrices of shape Nx{n}x{n + 1} for size {size}. Got {theta.shape}."
        )
    if given and align_corners and min(size[2:]) == 1:
        warnings.warn(
            "Since version 1.3.0, affine_grid behavior has changed for unit-size grids when align_corners=True. This is "
            "not an intended use case of affine_grid. See the documentation of affine_grid for details.",
            stacklevel=2,
        )
    elif min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")
    return affine_grid_generator(theta, tuple(size), align_corners)
