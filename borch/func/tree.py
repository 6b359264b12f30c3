"""Nested containers of tensors: flattened to a list, and built up again."""

from collections import OrderedDict

from .._core.tensor import Tensor


def flatten(tree):
    """The leaves of nested tuples, lists and dicts in order, and what `unflatten` needs to build the tree again."""
    if isinstance(tree, (tuple, list)):
        parts = [flatten(item) for item in tree]
        return [leaf for leaves, _ in parts for leaf in leaves], (type(tree), None, [spec for _, spec in parts])
    if isinstance(tree, (dict, OrderedDict)):
        parts = [flatten(item) for item in tree.values()]
        return [leaf for leaves, _ in parts for leaf in leaves], (type(tree), list(tree), [spec for _, spec in parts])
    return [tree], None


def unflatten(leaves, spec):
    """The tree of `spec` with new leaves."""
    iterator = iter(leaves)

    def build(spec):
        if spec is None:
            return next(iterator)
        kind, keys, specs = spec
        items = [build(s) for s in specs]
        if keys is not None:
            return kind(zip(keys, items, strict=True))
        return kind(*items) if hasattr(kind, "_fields") else kind(items)

    return build(spec)


def map_tensors(fn, tree):
    """The same tree with `fn` applied to every tensor in it."""
    leaves, spec = flatten(tree)
    return unflatten([fn(leaf) if isinstance(leaf, Tensor) else leaf for leaf in leaves], spec)


def spread(values, tree, what):
    """One value per leaf of `tree`, from one value for all or a tree of the same form; ValueError when it differs."""
    leaves, _ = flatten(tree)
    if not isinstance(values, (tuple, list, dict)):
        return [values] * len(leaves)
    if not isinstance(tree, (tuple, list, dict)) or len(values) != len(tree):
        raise ValueError(what)
    items = (
        zip(values.values(), tree.values(), strict=True) if isinstance(values, dict) else zip(values, tree, strict=True)
    )
    return [leaf for value, item in items for leaf in spread(value, item, what)]
