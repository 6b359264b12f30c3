"""The way back from max pooling, and pooling with windows of random size.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#pooling-functions
"""

from math import prod

import numpy as np

from ..._core.args import type_name
from ..._core.dtype import cast, from_numpy
from ..._core.mode import mode
from ..._core.op import OPS, like, op
from ..._core.tensor import Tensor
from ...ops.strides import laid_out_as
from .pool import pick, publish, put
from .window import ints, is_none


# ------------------------------------------------------------------------------------------------------------ unpooling
def _unpool_op(n):
    def unpool(input, indices, out):
        lead, size = input.shape[: input.ndim - n], prod(out)
        rows = prod(lead)
        index = indices.reshape(rows, prod(indices.shape[indices.ndim - n :]))
        wrong = index[(index < 0) | (index >= size)]
        if wrong.size:
            shown = "x".join(map(str, out if n > 1 else (*out, 1)))
            raise RuntimeError(f"Found an invalid max index: {wrong[0]} (output volumes are of size {shown})")
        whole = np.zeros((rows, size), input.dtype)
        np.put_along_axis(whole, index, input.reshape(index.shape), 1)
        return laid_out_as(whole.reshape(*lead, *out), input) if n == 2 else whole.reshape(*lead, *out)

    return op(
        kind="same",
        refuse={"biwc": f"max_unpool{max(n, 2)}d"},
        tensors=("input", "indices"),
        node="SqueezeBackward1" if n == 1 else f"MaxUnpool{n}DBackward0",
        name=f"_max_unpool{n}d",
        method=False,
        namespace=None,
        input=lambda g, indices: _unpooled(g, indices if isinstance(indices, np.ndarray) else indices._array, n),
    )(unpool)


def _unpooled(g, indices, n):
    part = pick(g, indices, n)
    if not mode.pushing:
        return part
    rows = indices.reshape(prod(indices.shape[: indices.ndim - n]), -1)
    order = np.broadcast_to(np.arange(rows.shape[1]), rows.shape)
    whole = np.empty((len(rows), prod(g.shape[-n:])), np.int64)
    np.put_along_axis(whole, rows, order, 1)
    last = np.take_along_axis(whole, rows, 1) == order  # of several values for one place the last is there
    return part * like(
        g, cast(last.reshape(indices.shape), part.dtype if isinstance(part, np.ndarray) else part._array.dtype)
    )


UNPOOL = {n: _unpool_op(n) for n in (1, 2, 3)}


def _unpooled_size(space, kernel, stride, padding, output_size):
    default = tuple((s - 1) * st + k - 2 * p for s, k, st, p in zip(space, kernel, stride, padding, strict=True))
    if output_size is None:
        return default
    n = len(space)
    if len(output_size) == n + 2:
        output_size = output_size[2:]
    if len(output_size) != n:
        raise ValueError(
            f"output_size should be a sequence containing {n} or {n + 2} elements, but it has a length of "
            f"'{len(output_size)}'"
        )
    for d, (size, usual, step) in enumerate(zip(output_size, default, stride, strict=True)):
        if not usual - step < size < usual + step:
            raise ValueError(
                f'invalid output_size "{output_size}" (dim {d} must be between {usual - step} and {usual + step})'
            )
    return tuple(output_size)


def _make_unpool(n):
    name = f"max_unpool{n}d"

    def unpool(input, indices, kernel_size, stride=None, padding=0, output_size=None):
        kernel = ints(name, "kernel_size", kernel_size, n)
        stride = kernel if is_none(stride) else ints(name, "stride", stride, n)
        padding = ints(name, "padding", padding, n)
        shape = input._array.shape
        out = _unpooled_size(
            shape[len(shape) - n :] if len(shape) >= n else shape, kernel, stride, padding, output_size
        )
        if indices._array.dtype != np.int64:
            raise RuntimeError(f"elements in indices should be type int64 but got: {indices.dtype.legacy}")
        if len(shape) not in (n + 1, n + 2):
            raise RuntimeError(
                f"Input to max_unpooling{max(n, 2)}d should be a {max(n, 2) + 1}d or {max(n, 2) + 2}d Tensor, but got a "
                f"tensor with {len(shape)} dimensions."
            )
        if indices._array.shape != shape:
            one = [1] if n == 1 else []  # torch unpools one axis as two
            raise RuntimeError(
                f"Expected shape of indices to be same as that of the input tensor ({[*shape, *one]}) but got indices tensor "
                f"with shape: {[*indices._array.shape, *one]}"
            )
        one = (1,) if n == 1 else ()
        _check_not_empty(f"max_unpooling{max(n, 2)}d_forward_out_cpu()", (*shape, *one), max(n, 2), "got ")
        return UNPOOL[n](input, indices, out)

    return publish(
        unpool,
        name,
        f"""Zeros with `input` at the places from which max_pool{n}d took it, as its `indices` say.

    Settings as of that pooling; `output_size` chooses among the sizes that pool to input's. ValueError for a size that
    does not, RuntimeError for indices that are no positions.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.{name}.html

    >>> import borch as torch
    >>> F = torch.nn.functional
    >>> out, indices = F.max_pool{n}d(torch.ones({", ".join(["1", "1", *["4"] * n])}), 2, return_indices=True)
    >>> int(F.{name}(out, indices, 2).sum())
    {2**n}
    """,
    )


max_unpool1d, max_unpool2d, max_unpool3d = (_make_unpool(n) for n in (1, 2, 3))


def _check_not_empty(name, shape, n, got):
    """torch's error for an input without elements, unless it is the batch that is empty."""
    for k in range(len(shape) - n - (len(shape) == n + 2), len(shape)):
        if shape[k] == 0:
            raise RuntimeError(
                f"{name}: Expected input to have non-zero size for non-batch dimensions, but {got}{list(shape)} with "
                f"dimension {k} being empty."
            )


# ----------------------------------------------------------------------------------------------------------- fractional
def _starts(samples, size, out, kernel):
    """For each plane where its windows start along one axis, (planes, out), from one random number a plane."""
    result = np.full((samples.shape[0], out), size - kernel, np.int64)
    if out > 1:
        alpha = samples.dtype.type((size - kernel) / (out - 1))
        steps = np.arange(out - 1, dtype=samples.dtype)
        result[:, :-1] = ((steps + samples[:, None]) * alpha).astype(np.int64) - (samples * alpha).astype(np.int64)[
            :, None
        ]
    return result


def _fractional_op(n):
    def fractional(input, samples, kernel, out):
        if input.dtype.kind == "c":
            word = f"fractional_max_pool{n}d_out_frame"
            raise NotImplementedError(f"\"{word}\" not implemented for '{from_numpy(input.dtype).legacy}'")
        space, lead = input.shape[input.ndim - n :], input.shape[: input.ndim - n]
        rows = prod(lead)
        x, draws = input.reshape(rows, prod(space)), samples.reshape(rows, n)
        draws = draws[:, ::-1] if n == 2 else draws  # the first number is the width's in two dimensions
        start = [_starts(draws[:, k], space[k], out[k], kernel[k]) for k in range(n)]
        steps = [prod(space[k + 1 :]) for k in range(n)]
        base = sum((start[k] * steps[k]).reshape(rows, *[out[k] if a == k else 1 for a in range(n)]) for k in range(n))
        base = base.reshape(rows, prod(out))
        best, index = np.full(base.shape, -np.inf, x.dtype), base.copy()
        for at in np.ndindex(*kernel):
            here = base + sum(a * s for a, s in zip(at, steps, strict=True))
            value = np.take_along_axis(x, here, 1)
            better = (value > best) | np.isnan(value)
            best, index = np.where(better, value, best), np.where(better, here, index)
        return best.reshape(*lead, *out), index.reshape(*lead, *out)

    return op(
        kind="same",
        tensors=("input", "samples"),
        outputs=("out", "indices"),
        node=f"FractionalMaxPool{n}DBackward0",
        name=f"_fractional_max_pool{n}d",
        reads=("input",),
        method=False,
        namespace=None,
        input=lambda g, indices, input_shape: put(g[0], indices, tuple(input_shape[-n:])),
    )(fractional)


FRACTIONAL = {n: _fractional_op(n) for n in (2, 3)}


def _fractional_size(name, shape, n, output_size, output_ratio):
    if output_size is None and output_ratio is None:
        raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
    if output_size is None:
        ratios = tuple(output_ratio) if len(output_ratio) else ()
        if len(ratios) != n:
            raise ValueError(f"{name} requires output_ratio to be a single value or a tuple of length {n}")
        return tuple(int(s * r) for s, r in zip(shape[len(shape) - n :], ratios, strict=True))
    if isinstance(output_size, (tuple, list)):
        if len(output_size) not in (1, n):
            raise RuntimeError(f"{name}: output_size must either be a single Int or tuple of Ints")
        return tuple(output_size) * (n if len(output_size) == 1 else 1)
    return (output_size,) * n


def _check_fractional(name, shape, n, kernel, out, samples):
    planes = shape[len(shape) - n - 1]
    batch = shape[0] if len(shape) == n + 2 else 1
    words = ("time", "height", "width")[3 - n :]
    for word, size, k, o in zip(words, shape[len(shape) - n :], kernel, out, strict=True):
        if o + k - 1 > size:
            raise RuntimeError(f"{name}(): pool {word} {k} too large relative to input {word} {size}")
    for d, wanted in enumerate((batch, planes, n)):
        have = samples._array.shape[d]
        if have != wanted and d == 2:
            raise RuntimeError(f"Expect _random_samples.size({d}) equals to {wanted}; got {have}.")
        if have < wanted:
            raise RuntimeError(f"Expect _random_samples.size({d}) no less then input batch size.")


def _make_fractional(n):
    name = f"fractional_max_pool{n}d"

    def with_indices(
        input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None
    ):
        if not isinstance(input, Tensor):
            raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {type_name(input)}")
        shape = input._array.shape
        out = _fractional_size(name, shape, n, output_size, output_ratio)
        kernel = ints(name, "kernel_size", kernel_size, n)
        if len(shape) < n + 1:
            ndim = len(shape)
            raise IndexError(
                f"Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], but got {-n - 1})"
            )
        _check_not_empty(f"{name}{'_out' if n == 3 else ''}()", shape, n, "got")
        if _random_samples is None:
            batch = shape[0] if len(shape) == n + 2 else 1
            _random_samples = OPS["rand"](batch, shape[len(shape) - n - 1], n, dtype=input.dtype)
        if _random_samples._array.dtype != input._array.dtype:
            raise RuntimeError("Expect _random_samples to have the same dtype as input")
        _check_fractional(name, shape, n, kernel, out, _random_samples)
        if len(shape) == n + 1:
            _random_samples = _random_samples[:1]
        pooled, indices = FRACTIONAL[n](input, _random_samples, kernel, out)
        return pooled, indices

    def pool(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
        both = with_indices(input, kernel_size, output_size, output_ratio, True, _random_samples)
        return both if return_indices else both[0]

    example = f"""
    >>> import borch as torch
    >>> F = torch.nn.functional
    >>> F.{name}(torch.ones({", ".join(["1", "2", *["7"] * n])}), 2, output_size=3).shape
    torch.Size([1, 2, {", ".join(["3"] * n)}])
    """
    publish(
        with_indices,
        name + "_with_indices",
        f"""`{name}` together with the position of each largest element in its plane, counted row by row.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.{name}.html
    {example.replace(name, name + "_with_indices").replace(".shape", "[1].shape")}""",
    )
    return publish(
        pool,
        name,
        f"""The largest element under each of `output_size` windows whose distances are drawn at random for each plane.

    Give `output_size`, or `output_ratio` as a tuple of {n} numbers in (0, 1) (ValueError for neither).
    Source: Graham 2014, arXiv:1412.6071;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.{name}.html
    {example}""",
    )


fractional_max_pool2d, fractional_max_pool3d = (_make_fractional(n) for n in (2, 3))
