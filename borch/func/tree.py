"""Nested containers of tensors: flattened to a list, and built up again.

Which types are containers is a table, `NODES`, to which programs add theirs by torch.utils._pytree.register_pytree_node.
"""

from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Any, NamedTuple

from .._core.size import Size
from .._core.tensor import Tensor


class NodeDef(NamedTuple):
    """How a type of container is taken apart into its items and a context, and built up of them."""

    type: type
    flatten_fn: Callable[[Any], tuple[list[Any], Any]]
    unflatten_fn: Callable[[Any, Any], Any]
    flatten_with_keys_fn: Callable[[Any], tuple[list[Any], Any]] | None = None


class MappingKey(NamedTuple):
    """The key of an item of a mapping."""

    key: Any

    def __str__(self):
        return f"[{self.key!r}]"


class SequenceKey(NamedTuple):
    """The place of an item of a sequence."""

    idx: int

    def __str__(self):
        return f"[{self.idx!r}]"


class GetAttrKey(NamedTuple):
    """The name of an item that is an attribute."""

    name: str

    def __str__(self):
        return f".{self.name}"


def _keyed(flatten_fn, key):
    def flatten_with_keys(tree):
        items, context = flatten_fn(tree)
        keys = context if key is MappingKey else range(len(items))
        return [(key(k), item) for k, item in zip(keys, items, strict=True)], context

    return flatten_with_keys


def _tuple_flatten(d):
    return list(d), None


def _list_unflatten(values, context):
    return list(values)


def _tuple_unflatten(values, context):
    return tuple(values)


def _dict_flatten(d):
    return list(d.values()), list(d)


def _dict_unflatten(values, context):
    return dict(zip(context, values, strict=True))


def _namedtuple_flatten(d):
    return list(d), type(d)


def _defaultdict_flatten(d):
    return list(d.values()), [d.default_factory, list(d)]


def _defaultdict_unflatten(values, context):
    factory, keys = context
    return defaultdict(factory, zip(keys, values, strict=True))


_list_flatten = _tuple_flatten
_list_flatten_with_keys = _tuple_flatten_with_keys = _keyed(_tuple_flatten, SequenceKey)
_dict_flatten_with_keys = _keyed(_dict_flatten, MappingKey)
_NAMED = NodeDef(
    tuple,
    _namedtuple_flatten,
    lambda values, context: context(*values),
    lambda d: ([(GetAttrKey(k), v) for k, v in zip(d._fields, d, strict=True)], type(d)),
)
NODES = {
    tuple: NodeDef(tuple, _tuple_flatten, _tuple_unflatten, _tuple_flatten_with_keys),
    Size: NodeDef(Size, _tuple_flatten, _tuple_unflatten, _tuple_flatten_with_keys),
    list: NodeDef(list, _tuple_flatten, _list_unflatten, _tuple_flatten_with_keys),
    deque: NodeDef(
        deque, _tuple_flatten, lambda values, context: deque(values, maxlen=context), _tuple_flatten_with_keys
    ),
    dict: NodeDef(dict, _dict_flatten, _dict_unflatten, _dict_flatten_with_keys),
    OrderedDict: NodeDef(
        OrderedDict,
        _dict_flatten,
        lambda values, context: OrderedDict(zip(context, values, strict=True)),
        _dict_flatten_with_keys,
    ),
    defaultdict: NodeDef(
        defaultdict,
        _defaultdict_flatten,
        _defaultdict_unflatten,
        lambda d: (_dict_flatten_with_keys(d)[0], _defaultdict_flatten(d)[1]),
    ),
}


class TreeSpec:
    """The form of a tree: the type of its root, the context of it, and the forms of its items."""

    def __init__(self, type, context, children_specs):
        self.type, self.context, self.children_specs = type, context, children_specs
        leaf = type is None
        self.num_leaves = 1 if leaf else sum(c.num_leaves for c in children_specs)
        self.num_nodes = 1 if leaf else 1 + sum(c.num_nodes for c in children_specs)
        self.num_children = len(children_specs)

    def is_leaf(self):
        """Whether the tree is a leaf alone."""
        return self.type is None

    def children(self):
        """The forms of the items."""
        return list(self.children_specs)

    def child(self, index):
        """The form of one item."""
        return self.children_specs[index]

    def __eq__(self, other):
        return isinstance(other, TreeSpec) and (self.type, self.context, self.children_specs) == (
            other.type,
            other.context,
            other.children_specs,
        )

    def __hash__(self):
        return hash((self.type, repr(self.context), tuple(self.children_specs)))

    def __repr__(self, indent=0):
        if self.type is None:
            return "*"
        inside = (",\n" + " " * (indent + 2)).join(c.__repr__(indent + 2) for c in self.children_specs)
        name = "namedtuple" if self.type is tuple and self.context is not None else self.type.__name__
        if self.type is tuple and hasattr(self.context, "__module__") and "return_types" in self.context.__module__:
            return f"TreeSpec({self.context.__name__}, None, [{inside}])"
        return f"TreeSpec({name}, {self.context}, [{inside}])"

    def flatten_up_to(self, tree):
        """The parts of a tree that stand where this form has its leaves; ValueError where the tree differs."""
        if self.type is None:
            return [tree]
        node = node_of(tree)
        if node is None or node.type is not self.type:
            raise ValueError(f"Node type mismatch; expected {self.type!r}, but got {type(tree)!r}.")
        items, context = node.flatten_fn(tree)
        if len(items) != self.num_children:
            raise ValueError(f"Node arity mismatch; expected {self.num_children}, but got {len(items)}.")
        if isinstance(tree, dict) and not isinstance(tree, defaultdict):
            missing, extra = set(self.context) - set(context), set(context) - set(self.context)
            if missing:
                raise ValueError(f"Node keys mismatch; missing key(s): {missing}; extra key(s): {extra}.")
            items = [tree[k] for k in self.context]
        elif context != self.context:
            raise ValueError(f"Node context mismatch for custom node type {self.type!r}.")
        return [
            leaf for spec, item in zip(self.children_specs, items, strict=True) for leaf in spec.flatten_up_to(item)
        ]


LEAF = TreeSpec(None, None, [])


def node_of(tree, is_leaf=None):
    """The NodeDef of a container; None for a leaf."""
    if is_leaf is not None and is_leaf(tree):
        return None
    kind = type(tree)
    return NODES.get(kind) or (_NAMED if isinstance(tree, tuple) and hasattr(kind, "_fields") else None)


def flatten(tree, is_leaf=None):
    """The leaves of nested containers in order, and the TreeSpec of which `unflatten` builds the tree again."""
    node = node_of(tree, is_leaf)
    if node is None:
        return [tree], LEAF
    items, context = node.flatten_fn(tree)
    parts = [flatten(item, is_leaf) for item in items]
    return [leaf for leaves, _ in parts for leaf in leaves], TreeSpec(node.type, context, [spec for _, spec in parts])


def unflatten(leaves, spec):
    """The tree of `spec` with new leaves."""
    iterator = iter(leaves)

    def build(spec):
        if spec.type is None:
            return next(iterator)
        named = spec.type is tuple and spec.context is not None
        node = _NAMED if named else NODES[spec.type]
        return node.unflatten_fn([build(s) for s in spec.children_specs], spec.context)

    return build(spec)


def form_text(spec):
    """The form of a tree as a tree of stars."""
    if spec.is_leaf():
        return "*"
    parts = [form_text(s) for s in spec.children_specs]
    if issubclass(spec.type, dict):
        return "{" + ", ".join(f"{k!r}: {p}" for k, p in zip(spec.context, parts, strict=True)) + "}"
    if spec.type is list:
        return f"[{', '.join(parts)}]"
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def same_form(spec, other):
    """Whether two trees are alike; what an op returns by names is a tuple."""
    return (
        spec.type is other.type
        and _plain(spec.context) == _plain(other.context)
        and len(spec.children_specs) == len(other.children_specs)
        and all(map(same_form, spec.children_specs, other.children_specs))
    )


def _plain(context):
    return None if getattr(context, "__module__", None) == "torch.return_types" else context


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
