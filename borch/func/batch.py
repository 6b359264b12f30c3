"""vmap: a function of one example becomes a function of a batch. Here each example is computed by itself.

Source: https://docs.pytorch.org/docs/stable/generated/torch.func.vmap.html
"""

import contextlib
import functools

from .._core.args import wrap_dim
from .._core.mode import mode
from .._core.op import OPS, function
from .._core.tensor import Tensor
from ..random import seeding
from .level import VmapLevel
from .tree import flatten, spread, unflatten


@function(method=False)
def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """A function over batches: `func` applied to each slice along `in_dims`, results stacked along `out_dims`.

    `in_dims` is an int, or a structure like the arguments whose None marks what is not batched. `randomness`: random
    ops raise RuntimeError ("error"), draw anew for each example ("different"; the numbers are not torch's), or repeat
    ("same"). ValueError for sizes or dims that do not fit.

    >>> import borch as torch
    >>> torch.vmap(torch.dot)(torch.ones(2, 3), torch.ones(2, 3))
    tensor([3., 3.])
    """
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        leaves, spec = flatten(args)
        dims = _input_dims(in_dims, args, leaves, func)
        size = _batch_size(leaves, dims, args, func)
        name = _name(func)
        results, out_spec = [], None
        call = without_drawing(func) if randomness == "error" else func
        generator = seeding.current_generator()
        start = generator.get_state() if randomness == "same" else None
        level = VmapLevel([x for x, d in zip(leaves, dims, strict=True) if d is not None], size)
        with level:
            for k in range(size or 1):
                if randomness == "same" and k:
                    generator.set_state(start)
                level.start_example()
                slices = [_example(x, d, k) for x, d in zip(leaves, dims, strict=True)]
                with _placed(leaves, dims, k):
                    output = call(*unflatten(slices, spec), **kwargs)
                out_leaves, out_spec = flatten(output)
                _check_outputs(out_leaves, func)
                results.append(out_leaves)
        _check_out_dims(out_dims, name)
        where = spread(
            out_dims,
            unflatten(results[0], out_spec),
            f"vmap({name}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the structure of "
            f"`outputs`. out_dims has structure {flatten(out_dims)[1]} but outputs has structure "
            f"{out_spec}.",
        )
        return unflatten(
            [_stacked(parts, d, name, size) for parts, d in zip(zip(*results, strict=True), where, strict=True)],
            out_spec,
        )

    return wrapped


def _example(x, d, k):
    if d is None:
        return x
    if not x.shape[d]:  # no example at all: one of zeros says what the outputs are like
        return x.new_zeros([n for axis, n in enumerate(x.shape) if axis != d])
    return OPS["select"](x, d, k)


@contextlib.contextmanager
def _placed(leaves, dims, k):
    """Context in which offsets into the storage are those within example `k`, as far as `as_strided` is concerned."""
    before = mode.offsets
    mode.offsets = dict(before or ())
    for x, d in zip(leaves, dims, strict=True):
        if d is not None:
            cell = id(x._writes)
            mode.offsets[cell] = (before or {}).get(cell, 0) + x.stride(d) * k
    try:
        yield
    finally:
        mode.offsets = before


def without_drawing(func):
    """`func`, which must not draw random numbers."""

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        generator = seeding.current_generator()
        start = generator.get_state()
        output = func(*args, **kwargs)
        if _has_drawn(generator, start):
            raise RuntimeError(
                "vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' "
                "randomness flags on vmap or perform the randomness operation out of vmap"
            )
        return output

    return wrapped


def _has_drawn(generator, start):
    """Whether numbers were drawn since `start`; a function may seed its generator."""
    state = generator.get_state()
    if bool((state == start).all()):
        return False
    seeded = seeding.Generator().manual_seed(generator.initial_seed())
    return not bool((state == seeded.get_state()).all())


def _check_out_dims(out_dims, name):
    for d in flatten(out_dims)[0]:
        if d is not None and not isinstance(d, int):
            raise ValueError(
                f"vmap({name}, ..., out_dims={out_dims}): `out_dims` must be an int, None or a python collection of ints "
                "representing where in the outputs the vmapped dimension should appear."
            )


def _name(func):
    return getattr(func, "__name__", repr(func))


def _input_dims(in_dims, args, leaves, func):
    name = _name(func)
    if not args:
        raise ValueError(
            f"vmap({name})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over a "
            "function with no inputs. The latter is unsupported."
        )
    if isinstance(in_dims, list):
        in_dims = tuple(in_dims)
    if not isinstance(in_dims, (int, tuple)):
        raise ValueError(
            f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): expected `in_dims` to be int or a (potentially nested) "
            f"tuple matching the structure of inputs, got: {type(in_dims)}."
        )
    text = (
        f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): in_dims is not compatible with the structure of `inputs`. "
        f"in_dims has structure {flatten(in_dims)[1]} but inputs has structure {flatten(args)[1]}."
    )
    dims = spread(in_dims, args, text)
    for x, d in zip(leaves, dims, strict=True):
        if d is None:
            continue
        if not isinstance(d, int):
            raise ValueError(
                f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): Got in_dim={d} for an input but in_dim must be either "
                "an integer dimension or None."
            )
        if not isinstance(x, Tensor):
            raise ValueError(
                f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): Got in_dim={d} for an input but the input is of type "
                f"{type(x)}. We cannot vmap over non-Tensor arguments, please use None as the respective in_dim"
            )
        if not -x.ndim <= d < x.ndim:
            raise ValueError(
                f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): Got in_dim={d} for some input, but that input is a "
                f"Tensor of dimensionality {x.ndim} so expected in_dim to satisfy -{x.ndim} <= in_dim < {x.ndim}."
            )
    return [None if d is None else wrap_dim(d, x.ndim) for x, d in zip(leaves, dims, strict=True)]


def _batch_size(leaves, dims, args, func):
    sizes = [x.shape[d] for x, d in zip(leaves, dims, strict=True) if d is not None]
    if not sizes:
        raise ValueError("vmap: Expected at least one Tensor to vmap over")
    if any(s != sizes[0] for s in sizes):
        raise ValueError(
            f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes} for the mapped "
            "dimension"
        )
    return sizes[0]


def _check_outputs(leaves, func):
    for leaf in leaves:
        if not isinstance(leaf, Tensor):
            raise ValueError(
                f"vmap({_name(func)}, ...): `{_name(func)}` must only return Tensors, got type {type(leaf)}. Did you mean "
                "to set out_dims= to None for output?"
            )


def _stacked(parts, d, name, size):
    if d is None:
        first = parts[0]
        if any(p is not first and not OPS["equal"](p, first) for p in parts):
            raise ValueError(f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None")
        return first
    whole = OPS["stack"](parts, d)
    return whole if size else OPS["narrow"](whole, d, 0, 0)
