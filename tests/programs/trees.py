"""Nested containers by torch.utils._pytree: what is a container, its form in text, its paths, its errors."""

from collections import OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass

import torch
import torch.utils._pytree as tree
from torch._higher_order_ops.associative_scan import associative_scan


def said(fn):
    try:
        print(fn())
    except Exception as error:
        print(type(error).__name__, error)


Pair = namedtuple("Pair", "a b")
largest = torch.max(torch.ones(2, 2), 0)
nest = {"a": [1, Pair(2, (3, None))], "b": OrderedDict(c=4)}
for t in (largest, torch.Size([1, 2]), Pair(1, [2]), nest, defaultdict(int, {"a": 1}), deque([1, 2]), None, {1, 2}):
    leaves, spec = tree.tree_flatten(t)
    print(len(leaves), spec, spec.num_leaves, spec.num_nodes, spec.num_children, spec.is_leaf())
    again = tree.tree_unflatten(leaves, spec)  # not printed: later Pythons write an OrderedDict in another way
    print(again == t, type(again).__name__)


class OwnDict(dict):
    pass


print(tree.tree_flatten(OwnDict(a=1)), tree.tree_structure([1]), list(tree.tree_iter(nest)))
mapped = tree.tree_map_with_path(lambda path, x: (tree.keystr(path), x), nest)
print(mapped["a"], mapped["b"].items())
print(tree.tree_leaves_with_path(nest)[:2])
two = tree.tree_structure([1, 2])
print(two == tree.tree_structure([3, 4]), two == tree.tree_structure([3, 4, 5]))
for call in (
    lambda: tree.tree_unflatten([1], two),
    lambda: tree.tree_map(lambda x, y: x + y, [1, 2], [1]),
    lambda: tree.tree_map(lambda x, y: x + y, [1, 2], (1, 2)),
    lambda: tree.tree_map(lambda x, y: x + y, {"a": 1}, {"b": 1}),
    lambda: tree.tree_map(lambda x, y: (x, y), [1, 2], [[1], 2]),
    lambda: tree._broadcast_to_and_flatten([0, 1], tree.tree_structure([1, [2, 3]])),
    lambda: tree._broadcast_to_and_flatten([0, 1, 2], tree.tree_structure([1, [2, 3]])),
):
    said(call)
print(tree.tree_map_only(int, lambda x: x + 1, [1, 2.0, "a"]), tree.tree_map_only((int, float), str, [1, 2.0, "a"]))
print(tree.tree_map_only(lambda x: x == 1, lambda x: x + 1, [1, 2.0, "a"]))
print(tree.tree_all_only(int, lambda x: x > 0, [1, -2.0]), tree.tree_any_only(float, lambda x: x > 0, [1, -2.0]))
print(tree.tree_flatten([1, [2]], is_leaf=lambda x: isinstance(x, list) and len(x) == 1))


class Box:
    def __init__(self, inside, label):
        self.inside, self.label = inside, label


tree.register_pytree_node(Box, lambda b: ([b.inside], b.label), lambda items, label: Box(items[0], label))
leaves, spec = tree.tree_flatten(Box([1, 2], "label"))
box = tree.tree_unflatten([5, 6], spec)
print(leaves, spec, box.inside, box.label)
said(lambda: tree.register_pytree_node(Box, None, None))
batch = torch.vmap(lambda b: Box(b.inside[0] + b.inside[1], b.label))(Box([torch.arange(3), torch.ones(3)], "sum"))
print(batch.inside, batch.label)


@dataclass
class Point:
    x: int
    y: list


tree.register_dataclass(Point)
print(tree.tree_flatten(Point(1, [2])))

for n in (1, 2, 5, 8):
    x = torch.arange(1.0, n + 1)
    for reverse in (False, True):
        print(associative_scan(lambda a, b: a * b, x, 0, reverse=reverse, combine_mode="generic"))
steps = torch.linspace(0.1, 1, 10).reshape(2, 5), torch.arange(10.0).reshape(2, 5)
decayed = associative_scan(lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1]), steps, 1, combine_mode="generic")
print(decayed)
