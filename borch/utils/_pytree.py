"""torch.utils._pytree: nested containers flattened and built again, as published programs use it."""

import dataclasses
from typing import Any, TypeAlias

from ..func.tree import (  # noqa: F401
    LEAF,
    NODES,
    GetAttrKey,
    MappingKey,
    NodeDef,
    SequenceKey,
    TreeSpec,
    _dict_flatten,
    _dict_flatten_with_keys,
    _dict_unflatten,
    _list_flatten,
    _list_flatten_with_keys,
    _list_unflatten,
    _tuple_flatten,
    _tuple_flatten_with_keys,
    _tuple_unflatten,
    flatten,
    node_of,
    unflatten,
)

__all__ = [
    "Context", "GetAttrKey", "LeafSpec", "MappingKey", "NodeDef", "PyTree", "SUPPORTED_NODES", "SequenceKey", "TreeSpec",
    "key_get", "keystr", "register_dataclass", "register_pytree_node", "tree_all", "tree_all_only", "tree_any",
    "tree_any_only", "tree_flatten", "tree_flatten_with_path", "tree_is_leaf", "tree_iter", "tree_leaves",
    "tree_leaves_with_path", "tree_map", "tree_map_", "tree_map_only", "tree_map_only_", "tree_map_with_path",
    "tree_structure", "tree_unflatten",
]  # fmt: skip

PyTree: TypeAlias = Any
Context: TypeAlias = Any
SUPPORTED_NODES = NODES
PyTreeSpec = TreeSpec


def LeafSpec():
    """The TreeSpec of a leaf."""
    return LEAF


def register_pytree_node(cls, flatten_fn, unflatten_fn, *, flatten_with_keys_fn=None, **options):
    """Makes a type a container: `flatten_fn(tree)` gives (items, context), `unflatten_fn(items, context)` the tree.

    >>> from borch.utils._pytree import register_pytree_node, tree_map
    >>> class Box:
    ...     def __init__(self, inside): self.inside = inside
    >>> register_pytree_node(Box, lambda box: ([box.inside], None), lambda items, context: Box(*items))
    >>> tree_map(lambda x: x + 1, Box([1, 2])).inside
    [2, 3]
    """
    if cls in NODES:
        raise ValueError(f"{cls} is already registered as pytree node.")
    NODES[cls] = NodeDef(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn)


_register_pytree_node = _private_register_pytree_node = register_pytree_node


def register_dataclass(cls, *, field_names=None, drop_field_names=None, serialized_type_name=None):
    """Makes a dataclass a container of its fields; those that are None are left out."""
    names = [f.name for f in dataclasses.fields(cls) if f.init] if field_names is None else list(field_names)

    def parts(tree):
        there = [n for n in names if getattr(tree, n) is not None]
        return there, [there, [n for n in names if n not in there]]

    def flatten_fn(tree):
        there, context = parts(tree)
        return [getattr(tree, n) for n in there], context

    def flatten_with_keys_fn(tree):
        there, context = parts(tree)
        return [(GetAttrKey(n), getattr(tree, n)) for n in there], context

    def unflatten_fn(values, context):
        there, absent = context
        return cls(**dict(zip(there, values, strict=True)), **dict.fromkeys(absent))

    register_pytree_node(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn=flatten_with_keys_fn)


def tree_flatten(tree, is_leaf=None):
    """The leaves of nested tuples, lists and dicts, and what `tree_unflatten` needs.

    >>> from borch.utils._pytree import tree_flatten, tree_map
    >>> tree_flatten({"a": [1, 2], "b": 3})[0]
    [1, 2, 3]
    >>> tree_map(lambda x: x + 1, {"a": [1, 2], "b": 3})
    {'a': [2, 3], 'b': 4}
    """
    return flatten(tree, is_leaf)


def tree_unflatten(leaves, treespec):
    """The tree of `treespec` with new leaves; ValueError if their number is another."""
    leaves = list(leaves)
    if len(leaves) != treespec.num_leaves:
        raise ValueError(
            f"treespec.unflatten(leaves): `leaves` has length {len(leaves)} but the spec refers to a pytree that holds "
            f"{treespec.num_leaves} items ({treespec})."
        )
    return unflatten(leaves, treespec)


def tree_iter(tree, is_leaf=None):
    """The leaves of a tree, one after another."""
    yield from flatten(tree, is_leaf)[0]


def tree_leaves(tree, is_leaf=None):
    """The leaves of a tree."""
    return flatten(tree, is_leaf)[0]


def tree_structure(tree, is_leaf=None):
    """The TreeSpec of a tree."""
    return flatten(tree, is_leaf)[1]


def tree_is_leaf(tree, is_leaf=None):
    """Whether a value is no container."""
    return node_of(tree, is_leaf) is None


def _get_node_type(tree):
    """The type under which a container is known."""
    node = node_of(tree)
    return type(tree) if node is None else node.type


def _is_leaf(tree, is_leaf=None):
    return tree_is_leaf(tree, is_leaf)


def _with_path(tree, path, is_leaf):
    node = node_of(tree, is_leaf)
    if node is None:
        return [(path, tree)]
    if node.flatten_with_keys_fn is None:
        raise ValueError(
            f"Did not find a flatten_with_keys_fn for type: {node.type}. Please pass a flatten_with_keys_fn argument"
        )
    items, _ = node.flatten_with_keys_fn(tree)
    return [found for key, item in items for found in _with_path(item, (*path, key), is_leaf)]


def tree_leaves_with_path(tree, is_leaf=None):
    """Pairs of the path to a leaf, a tuple of keys, and the leaf."""
    return _with_path(tree, (), is_leaf)


def tree_flatten_with_path(tree, is_leaf=None):
    """The same with the TreeSpec."""
    return _with_path(tree, (), is_leaf), tree_structure(tree, is_leaf)


def keystr(kp):
    """A path as Python writes it.

    >>> from borch.utils._pytree import keystr, tree_leaves_with_path
    >>> [keystr(path) for path, leaf in tree_leaves_with_path({"a": [1, 2]})]
    ["['a'][0]", "['a'][1]"]
    """
    return "".join(map(str, kp))


def key_get(obj, kp):
    """What stands in a tree at the end of a path."""
    for key in kp:
        obj = getattr(obj, key.name) if isinstance(key, GetAttrKey) else obj[key[0]]
    return obj


def tree_map(func, tree, *rests, is_leaf=None):
    """The same tree with `func` applied to every leaf, together with the leaves of `rests`."""
    leaves, spec = flatten(tree, is_leaf)
    others = [spec.flatten_up_to(rest) for rest in rests]
    return unflatten([func(*items) for items in zip(leaves, *others, strict=True)], spec)


def tree_map_(func, tree, *rests, is_leaf=None):
    """Applies `func` to every leaf and gives the tree as it was."""
    tree_map(func, tree, *rests, is_leaf=is_leaf)
    return tree


def tree_map_with_path(func, tree, *rests, is_leaf=None):
    """The same tree with `func(path, leaf, ...)` in place of every leaf."""
    found, spec = tree_flatten_with_path(tree, is_leaf)
    others = [spec.flatten_up_to(rest) for rest in rests]
    return unflatten(
        [func(path, *items) for (path, *items) in zip(*zip(*found, strict=True), *others, strict=True)], spec
    )


def _chosen(type_or_types_or_pred):
    kinds = type_or_types_or_pred
    if callable(kinds) and not isinstance(kinds, type):
        return kinds
    return lambda leaf: isinstance(leaf, kinds)


def tree_map_only(type_or_types_or_pred, func, tree, is_leaf=None):
    """The same tree with `func` applied to the leaves of a type, or of several, or for which a function holds."""
    chosen = _chosen(type_or_types_or_pred)
    return tree_map(lambda leaf: func(leaf) if chosen(leaf) else leaf, tree, is_leaf=is_leaf)


def tree_map_only_(type_or_types_or_pred, func, tree, is_leaf=None):
    """Applies `func` to the chosen leaves and gives the tree as it was."""
    tree_map_only(type_or_types_or_pred, func, tree, is_leaf)
    return tree


def tree_all(pred, tree, is_leaf=None):
    """Whether `pred` holds for every leaf."""
    return all(map(pred, tree_leaves(tree, is_leaf)))


def tree_any(pred, tree, is_leaf=None):
    """Whether `pred` holds for a leaf."""
    return any(map(pred, tree_leaves(tree, is_leaf)))


def tree_all_only(type_or_types, pred, tree, is_leaf=None):
    """Whether `pred` holds for every leaf of a type."""
    return all(pred(leaf) for leaf in tree_leaves(tree, is_leaf) if isinstance(leaf, type_or_types))


def tree_any_only(type_or_types, pred, tree, is_leaf=None):
    """Whether `pred` holds for a leaf of a type."""
    return any(pred(leaf) for leaf in tree_leaves(tree, is_leaf) if isinstance(leaf, type_or_types))


def _broadcast_to_and_flatten(tree, treespec, is_leaf=None):
    """A leaf of `tree` for each leaf of `treespec`, of which it may be the upper part; None if it does not fit."""
    node = node_of(tree, is_leaf)
    if node is None:
        return [tree] * treespec.num_leaves
    if treespec.is_leaf() or node.type is not treespec.type:
        return None
    items, context = node.flatten_fn(tree)
    if len(items) != treespec.num_children or context != treespec.context:
        return None
    found = []
    for item, spec in zip(items, treespec.children_specs, strict=True):
        part = _broadcast_to_and_flatten(item, spec, is_leaf)
        if part is None:
            return None
        found += part
    return found


def is_namedtuple_class(cls):
    """Whether a class is a namedtuple's."""
    return isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields") and not is_structseq_class(cls)


def is_namedtuple_instance(obj):
    """Whether an object is a namedtuple."""
    return is_namedtuple_class(type(obj))


def is_namedtuple(obj):
    """Whether an object is a namedtuple, or the class of one."""
    return is_namedtuple_class(obj if isinstance(obj, type) else type(obj))


def is_structseq_class(cls):
    """Whether a class is one of torch.return_types."""
    return isinstance(cls, type) and issubclass(cls, tuple) and cls.__module__.endswith("return_types")


def is_structseq_instance(obj):
    """Whether an object is of torch.return_types."""
    return is_structseq_class(type(obj))


def is_structseq(obj):
    """Whether an object is of torch.return_types, or such a class."""
    return is_structseq_class(obj if isinstance(obj, type) else type(obj))


def _namedtuple_flatten(d):
    return list(d), type(d)


def _namedtuple_unflatten(values, context):
    return context(*values)


def register_constant(cls):
    """Makes instances of a class part of the structure: nodes without children.

    >>> from borch.utils import _pytree
    >>> class Setting:
    ...     def __eq__(self, other):
    ...         return isinstance(other, Setting)
    ...     __hash__ = object.__hash__
    >>> _pytree.register_constant(Setting)
    >>> _pytree.tree_leaves([Setting(), 1])
    [1]
    """
    register_pytree_node(cls, lambda value: ([], value), lambda values, value: value)
