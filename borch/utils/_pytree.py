"""torch.utils._pytree: nested containers flattened and built again, as published programs use it."""

from ..func.tree import flatten, unflatten

__all__ = ["tree_all", "tree_any", "tree_flatten", "tree_leaves", "tree_map", "tree_map_only", "tree_unflatten"]


def tree_flatten(tree, is_leaf=None):
    """The leaves of nested tuples, lists and dicts, and what `tree_unflatten` needs.

    >>> from borch.utils._pytree import tree_flatten, tree_map
    >>> tree_flatten({"a": [1, 2], "b": 3})[0]
    [1, 2, 3]
    >>> tree_map(lambda x: x + 1, {"a": [1, 2], "b": 3})
    {'a': [2, 3], 'b': 4}
    """
    return flatten(tree)


def tree_unflatten(leaves, treespec):
    """The tree of `treespec` with new leaves."""
    return unflatten(leaves, treespec)


def tree_leaves(tree, is_leaf=None):
    """The leaves of a tree."""
    return flatten(tree)[0]


def tree_map(func, tree, *rests, is_leaf=None):
    """The same tree with `func` applied to every leaf, together with the leaves of `rests`."""
    leaves, spec = flatten(tree)
    others = [flatten(rest)[0] for rest in rests]
    return unflatten([func(*items) for items in zip(leaves, *others, strict=True)], spec)


def tree_map_only(type_, func, tree, is_leaf=None):
    """The same tree with `func` applied to the leaves of a type."""
    return tree_map(lambda leaf: func(leaf) if isinstance(leaf, type_) else leaf, tree)


def tree_all(pred, tree, is_leaf=None):
    """Whether `pred` holds for every leaf."""
    return all(map(pred, tree_leaves(tree)))


def tree_any(pred, tree, is_leaf=None):
    """Whether `pred` holds for a leaf."""
    return any(map(pred, tree_leaves(tree)))
