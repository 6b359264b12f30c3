"""torch.func.rearrange: axes named in a pattern are moved, joined and split.

Source: https://docs.pytorch.org/docs/stable/func.html
"""

import re

from ..ops.join import stack

__all__ = ["rearrange"]

ELLIPSIS = "..."
ALL = (ELLIPSIS,)  # the group of an ellipsis outside parentheses: axes that stay apart


def rearrange(tensor, pattern, **axes_lengths):
    """The tensor's axes in the order of the right side of a pattern such as "a (b c) -> b a c", with lengths by name.

    Names in parentheses are one axis of the tensor, `...` stands for the other axes, 1 or () for an axis of length 1.
    A list of tensors is stacked first. ValueError for patterns that do not fit.

    >>> import borch as torch
    >>> x = torch.arange(24).reshape(2, 12)
    >>> torch.func.rearrange(x, "n (h w) -> h n w", h=3).shape
    torch.Size([3, 2, 4])
    """
    if isinstance(tensor, (list, tuple)):
        tensor = stack(list(tensor))
    if pattern.count("->") != 1:
        raise ValueError("Pattern must contain a single '->' separator")
    left, right = (_groups(side) for side in pattern.split("->"))
    names = [_names(left), _names(right)]
    for side in names:
        repeated = next((n for n in side if side.count(n) > 1), None)
        if repeated is not None:
            raise ValueError(f"Indexing expression contains duplicate dimension '{repeated}'")
    odd = set(names[0]) ^ set(names[1])
    if odd:
        raise ValueError(f"Identifiers only on one side of rearrange expression (should be on both): {odd}")
    unknown = axes_lengths.keys() - set(names[0])
    if unknown:
        raise ValueError(f"Identifiers not found in rearrange expression: {set(unknown)}")
    left, right = _without_ellipsis(left, right, tensor.ndim)
    lengths = _lengths(left, tensor.shape, axes_lengths)
    order = [name for group in left for name in group]
    split = tensor.reshape([lengths[name] for name in order])
    moved = split.permute([order.index(name) for group in right for name in group])
    return moved.reshape([_product(lengths[name] for name in group) for group in right])


def _groups(side):
    """The axes of one side of a pattern, each as the list of names that make it up."""
    groups, inside = [], None
    for token in re.findall(r"\.\.\.|\w+|[()]|\S", side):
        if token == "(":
            if inside is not None:
                raise ValueError("brackets are not allowed inside brackets in a rearrange expression")
            inside = []
        elif token == ")":
            if inside is None:
                raise ValueError("Brackets are not balanced")
            groups.append(inside)
            inside = None
        elif token == "1":
            if inside is None:
                groups.append([])
        elif token == ELLIPSIS or token.isidentifier():
            if inside is not None:
                inside.append(token)
            else:
                groups.append(ALL if token == ELLIPSIS else [token])
        else:
            raise ValueError(f"Invalid axis identifier: '{token}'")
    if inside is not None:
        raise ValueError("Brackets are not balanced")
    return groups


def _names(groups):
    return [name for group in groups for name in group]


def _without_ellipsis(left, right, ndim):
    """Both sides with names for the axes that `...` stands for."""
    has = ALL in left
    if len(left) - has > ndim or (not has and len(left) != ndim):
        raise ValueError(
            f"Number of dimensions in pattern ({len(left)}) must be equal to the number of dimensions in the tensor ({ndim})"
        )
    hidden = [f"...{k}" for k in range(ndim - len(left) + 1)] if has else []
    spread = [[h] for h in hidden]
    left = [g for group in left for g in (spread if group == ALL else [group])]
    right = [g for group in right for g in (spread if group == ALL else [group])]
    return left, [[n for name in group for n in (hidden if name == ELLIPSIS else [name])] for group in right]


def _lengths(left, shape, given):
    lengths = dict(given)
    for group, length in zip(left, shape, strict=True):
        open_names = [name for name in group if name not in lengths]
        known = _product(lengths[name] for name in group if name in lengths)
        if len(open_names) > 1:
            raise ValueError(f"cannot infer the sizes of two dimensions at once {open_names[0]} and {open_names[1]}")
        if open_names:
            if length % known:
                raise ValueError(f"inferred dimension does not evenly fit into larger dimension: {length} vs {known}")
            lengths[open_names[0]] = length // known
        elif known != length:
            raise ValueError(f"the lengths of {group} do not make up an axis of length {length}")
    return lengths


def _product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result
