"""associative_scan: what an associative function makes of the first 1, 2, 3, ... elements along an axis."""

from ..func.tree import flatten, unflatten
from ..ops.join import cat, stack

__all__ = ["associative_scan"]


def associative_scan(combine_fn, xs, dim, reverse=False, combine_mode="pointwise", additional_inputs=()):
    """The running results of `combine_fn(a, b)` along `dim` of a tensor, or of a tree of tensors, from the end if `reverse`.

    >>> import borch as torch
    >>> from borch._higher_order_ops.associative_scan import associative_scan
    >>> associative_scan(lambda a, b: a * b, torch.tensor([1, 2, 3, 4]), 0)
    tensor([ 1,  2,  6, 24])
    """
    if combine_mode not in ("pointwise", "generic"):
        raise ValueError(f"Combine_mode must either 'pointwise' or 'generic', but got {combine_mode}")
    leaves, spec = flatten(xs)

    def combine(a, b):
        return flatten(combine_fn(unflatten(a, spec), unflatten(b, spec)))[0]

    leaves = [x.movedim(dim, 0) for x in leaves]
    found = _scan(combine, [x.flip(0) for x in leaves] if reverse else leaves)
    return unflatten([(x.flip(0) if reverse else x).movedim(0, dim) for x in found], spec)


def _scan(combine, xs):
    """The same of lists along axis 0: pairs are combined, scanned, and combined with what lies between."""
    length = xs[0].shape[0]
    if length < 2:
        return xs
    odd = _scan(combine, combine([x[:-1:2] for x in xs], [x[1::2] for x in xs]))
    even = [x[:1] for x in xs]
    if length > 2:
        between = combine([x[: (length - 1) // 2] for x in odd], [x[2::2] for x in xs])
        even = [cat([first, rest]) for first, rest in zip(even, between, strict=True)]
    half = length // 2
    woven = [stack([e[:half], o], 1).flatten(0, 1) for e, o in zip(even, odd, strict=True)]
    return woven if length % 2 == 0 else [cat([w, e[-1:]]) for w, e in zip(woven, even, strict=True)]
