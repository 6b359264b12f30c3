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


def spec_text(spec, indent=2):
    """The form of a tree as torch prints its TreeSpec."""
    if spec is None:
        return "*"
    kind, keys, specs = spec
    parts = f",\n{' ' * indent}".join(spec_text(s, indent + 2) for s in specs)
    return f"TreeSpec({kind.__name__}, {keys}, [{parts}])"


def form_text(spec):
    """The form of a tree as a tree of stars."""
    if spec is None:
        return "*"
    kind, keys, specs = spec
    parts = [form_text(s) for s in specs]
    if keys is not None:
        return "{" + ", ".join(f"{k!r}: {p}" for k, p in zip(keys, parts, strict=True)) + "}"
    if kind is list:
        return f"[{', '.join(parts)}]"
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def same_form(spec, other):
    """Whether two trees are alike; what an op returns by names is a tuple."""
    if spec is None or other is None:
        return spec is other
    kinds = [tuple if k.__module__ == "torch.return_types" else k for k in (spec[0], other[0])]
    return (
        kinds[0] is kinds[1]
        and spec[1] == other[1]
        and len(spec[2]) == len(other[2])
        and all(map(same_form, spec[2], other[2]))
    )


def map_tensors(fn, tree):
    """The same tree with `fn` applied to every tensor in it."""
    leaves, spec = flatten(tree)
    return unflatten([fn(leaf) if isinstance(leaf, Tensor) else leaf for leaf in leaves], spec)


def spread(values, tree, what):
    """One value per leaf of `tree`, from one value for all or a tree of the same form; ValueError when it differs."""
    leaves, _ = flatten(tree)
    if not isinstance(values, (tuple, list, dict)):
        return [values] * len(leaves)
    if not isinstance(tree, dict if isinstance(values, dict) else (tuple, list)) or len(values) != len(tree):
        raise ValueError(what)
    if isinstance(values, dict) and values.keys() != tree.keys():
        raise ValueError(what)
    items = (
        zip(values.values(), tree.values(), strict=True) if isinstance(values, dict) else zip(values, tree, strict=True)
    )
    return [leaf for value, item in items for leaf in spread(value, item, what)]
