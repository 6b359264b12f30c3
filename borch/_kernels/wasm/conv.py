"""Convolutions in one and two dimensions, compiled for float32, and in three: a sum of those in two.

How exact they are says ../accuracy.py; terms are added up in blocks.
"""

from math import prod

import numpy as np

from ..numpy import conv as meaning
from .module import FLOAT32, call, dense, empty, least, ndarray, scratch

DEEP, WIDE, BLOCK = 512, 64, 256  # as conv.c has them
CHUNK = 131_072  # numbers of padded images that are made at once
WORTH = 8  # multiplications for each element that is worth a call

_plans = {}  # (which, shapes, settings) -> what a call needs beside the arrays, and how many products it makes


def _taken(x):
    return type(x) is ndarray and x.dtype is FLOAT32 and x.ndim in (3, 4) and x.flags.aligned


def _plan(which, x, weight, out, stride, padding, dilation, groups):
    """(settings for the kernel, bytes of scratch memory) for x, weight and out with these shapes; None for numpy."""
    key = (which, x, weight, out, stride, padding, dilation, groups)
    plan = _plans.get(key)
    if plan is None:
        if len(_plans) > 1000:
            _plans.clear()
        plan = _plans[key] = _make_plan(*key)
    return plan if plan[2] >= WORTH * least.elements else None


def _fit(which, x, weight, out, stride, padding, dilation, groups):
    """Whether a convolution makes `out` of x and weight, or `spread`, which leaves the last places alone, less of it."""
    n = len(x) - 2
    if not (
        n > 0
        and len(weight) == len(out) == n + 2
        and len(stride) == len(padding) == len(dilation) == n
        and min(*stride, *dilation, groups) > 0 <= min(padding)
        and x[0] == out[0]
        and weight[0] == out[1]
        and x[1] == weight[1] * groups
        and weight[0] % groups == 0
    ):
        return False
    whole = meaning.output_size(x[2:], weight[2:], stride, padding, dilation)
    return whole == out[2:] or (which == "spread" and all(a >= b for a, b in zip(whole, out[2:], strict=True)))


def _make_plan(which, x, weight, out, stride, padding, dilation, groups):
    terms, images, channels = prod(weight[1:]), x[0], x[1]
    work = prod(out) * terms if prod(x) else 0
    if work <= 0 or min(out) <= 0 or not _fit(which, x, weight, out, stride, padding, dilation, groups):
        return None, 0, 0
    space, kernel = x[2:], weight[2:]
    if len(space) == 1:
        space, kernel, stride, padding, dilation = (
            (1, *space),
            (1, *kernel),
            (1, *stride),
            (0, *padding),
            (1, *dilation),
        )
    if which == "spread":
        given, terms, channels = (1, *out[2:])[-2:], weight[0] // groups * prod(kernel), out[1]
        lead = [max(0, -((p - (k - 1) * d) // s)) for k, s, p, d in zip(kernel, stride, padding, dilation, strict=True)]
        wide = [
            a + max(b, (size - 1 + p) // s + 1)
            for a, b, size, p, s in zip(lead, given, space, padding, stride, strict=True)
        ]
        more = weight[1] * terms
    else:
        given, wide = space, [size + 2 * p for size, p in zip(space, padding, strict=True)]
        more = weight[0] // groups * BLOCK
    image = channels * prod(wide)
    padded = tuple(given) != tuple(wide)
    chunk = min(images, max(1, CHUNK // image)) if padded else images
    settings = np.array([*stride, *padding, *dilation, groups, chunk], np.int32)
    numbers = terms + max(2 * WIDE + 32 + DEEP * WIDE, BLOCK + 32 + 8 * BLOCK) + more + (chunk * image if padded else 0)
    return settings, 4 * numbers, work


def _flat(x):
    """A contiguous array with two axes of space."""
    x = x if x.flags.c_contiguous else np.ascontiguousarray(x)
    return x if x.ndim == 4 else x.reshape(x.shape[0], x.shape[1], 1, x.shape[2])


def _deep(*arrays):
    return all([type(x) is ndarray and x.dtype is FLOAT32 and x.ndim == 5 and x.size >= least.elements for x in arrays])


def _beside(bias, shape):
    return bias is None or (bias.dtype is FLOAT32 and bias.shape == shape)


def _layers(x):
    """(N, C, D, H, W) as a dense (D, N, C, H, W)."""
    return np.ascontiguousarray(x.transpose(2, 0, 1, 3, 4))


def _images(layers):
    return layers.reshape(-1, *layers.shape[2:])


def _meetings(depth, out, kernel, stride, padding, dilation):
    """For each layer k of the kernel (k, the outputs' layers that it meets, the inputs' layers), where there are some."""
    for k in range(kernel):
        start = k * dilation - padding
        low, high = max(0, -(start // stride)), min(out, (depth - 1 - start) // stride + 1)
        if low < high:
            first = start + low * stride
            yield k, slice(low, high), slice(first, first + (high - low - 1) * stride + 1, stride)


def _convolve_deep(x, weight, bias, stride, padding, dilation, groups, product):
    shape = meaning.output_size(x.shape[2:], weight.shape[2:], stride, padding, dilation)
    layers, out = _layers(x), np.zeros((shape[0], x.shape[0], weight.shape[0], *shape[1:]), FLOAT32)
    for k, at, seen in _meetings(x.shape[2], shape[0], weight.shape[2], stride[0], padding[0], dilation[0]):
        part = out[at]
        part += convolve(
            _images(layers[seen]), weight[:, :, k], None, stride[1:], padding[1:], dilation[1:], groups, product
        ).reshape(part.shape)
    if bias is not None:
        out += bias.reshape(-1, 1, 1)
    return np.ascontiguousarray(out.transpose(1, 2, 0, 3, 4))


def _spread_deep(g, weight, bias, size, stride, padding, dilation, groups, product):
    layers = _layers(g)
    out = np.zeros((size[0], g.shape[0], weight.shape[1] * groups, *size[1:]), FLOAT32)
    for k, at, seen in _meetings(size[0], g.shape[2], weight.shape[2], stride[0], padding[0], dilation[0]):
        part = out[seen]
        part += spread(
            _images(layers[at]), weight[:, :, k], None, size[1:], stride[1:], padding[1:], dilation[1:], groups, product
        ).reshape(part.shape)
    if bias is not None:
        out += bias.reshape(-1, 1, 1)
    return np.ascontiguousarray(out.transpose(1, 2, 0, 3, 4))


def _correlate_deep(g, x, kernel, stride, padding, dilation, groups, product):
    of_g, of_x = _layers(g), _layers(x)
    out = np.zeros((g.shape[1], x.shape[1] // groups, *kernel), FLOAT32)
    for k, at, seen in _meetings(x.shape[2], g.shape[2], kernel[0], stride[0], padding[0], dilation[0]):
        out[:, :, k] = correlate(
            _images(of_g[at]), _images(of_x[seen]), kernel[1:], stride[1:], padding[1:], dilation[1:], groups, product
        )
    return out


def convolve(x, weight, bias, stride, padding, dilation, groups, product):
    if _taken(x) and _taken(weight) and dense(bias, weight.shape[:1]):
        space = meaning.output_size(x.shape[2:], weight.shape[2:], stride, padding, dilation)
        shape = (x.shape[0], weight.shape[0], *space)
        plan = _plan("convolve", x.shape, weight.shape, shape, stride, padding, dilation, groups)
        if plan is not None:
            settings, size, _ = plan
            out, room = empty(shape, FLOAT32), scratch(size)
            a, b, c = _flat(x), _flat(weight), _flat(out)
            call.convolve_f32(a, b, bias, c, settings, room)
            return out
    if _deep(x, weight):
        space = meaning.output_size(x.shape[2:], weight.shape[2:], stride, padding, dilation)
        shape = (x.shape[0], weight.shape[0], *space)
        if _fit("convolve", x.shape, weight.shape, shape, stride, padding, dilation, groups) and _beside(
            bias, shape[1:2]
        ):
            return _convolve_deep(x, weight, bias, stride, padding, dilation, groups, product)
    return meaning.convolve(x, weight, bias, stride, padding, dilation, groups, product)


def _finite(weight):
    """Whether a product of each weight with 0 is 0: the kernel multiplies them with zeros around the gradient, too."""
    total = np.add.reduce(weight, None)
    return total - total == 0


def spread(g, weight, bias, size, stride, padding, dilation, groups, product):
    if _taken(g) and _taken(weight) and dense(bias, (weight.shape[1] * groups,)):
        shape = (g.shape[0], weight.shape[1] * groups, *size)
        plan = _plan("spread", shape, weight.shape, g.shape, stride, padding, dilation, groups)
        if plan is not None and _finite(weight):
            settings, needed, _ = plan
            out, room = empty(shape, FLOAT32), scratch(needed)
            a, b, c = _flat(g), _flat(weight), _flat(out)
            call.spread_f32(a, b, bias, c, settings, room)
            return out
    if _deep(g, weight):
        shape = (g.shape[0], weight.shape[1] * groups, *size)
        if _fit("spread", shape, weight.shape, g.shape, stride, padding, dilation, groups) and _beside(
            bias, shape[1:2]
        ):
            return _spread_deep(g, weight, bias, size, stride, padding, dilation, groups, product)
    return meaning.spread(g, weight, bias, size, stride, padding, dilation, groups, product)


def correlate(g, x, kernel, stride, padding, dilation, groups, product):
    if _taken(g) and _taken(x) and g.ndim == x.ndim:
        shape = (g.shape[1], x.shape[1] // groups, *kernel)
        plan = _plan("correlate", x.shape, shape, g.shape, stride, padding, dilation, groups)
        if plan is not None:
            settings, size, _ = plan
            out, room = empty(shape, FLOAT32), scratch(size)
            a, b, c = _flat(g), _flat(x), _flat(out)
            call.correlate_f32(a, b, c, settings, room)
            return out
    if _deep(g, x):
        shape = (g.shape[1], x.shape[1] // groups, *kernel)
        if _fit("correlate", x.shape, shape, g.shape, stride, padding, dilation, groups):
            return _correlate_deep(g, x, kernel, stride, padding, dilation, groups, product)
    return meaning.correlate(g, x, kernel, stride, padding, dilation, groups, product)


def channel_sum(x):
    if (
        type(x) is not ndarray
        or x.dtype is not FLOAT32
        or x.size < least.elements
        or x.ndim < 2
        or not x.flags.c_contiguous
        or not x.flags.aligned
    ):
        return meaning.channel_sum(x)
    out = empty(x.shape[1], FLOAT32)
    call.channel_sum_f32(x, out, prod(x.shape[2:]))
    return out
