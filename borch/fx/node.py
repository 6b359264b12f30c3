"""Node: one call of a graph, or one of its inputs, attributes or its output; and names for what nodes call."""

import builtins
import functools
import importlib
import operator
from collections.abc import Callable
from typing import Any, TypeAlias

from .._core.op import NAMESPACES

Target: TypeAlias = Callable[..., Any] | str  # names for annotations: what a node calls, and what it is given
Argument: TypeAlias = Any

_effects = set()


def has_side_effect(fn):
    """Marks a function whose calls stay in a graph though nobody uses their results."""
    _effects.add(fn)
    return fn


def map_aggregate(a, fn):
    """The structure of tuples, lists, dicts and slices with `fn` of each of its leaves."""
    if isinstance(a, tuple):
        mapped = [map_aggregate(x, fn) for x in a]
        return type(a)(*mapped) if hasattr(a, "_fields") else tuple(mapped)
    if isinstance(a, list):
        return [map_aggregate(x, fn) for x in a]
    if isinstance(a, dict):
        return {k: map_aggregate(v, fn) for k, v in a.items()}
    if isinstance(a, slice):
        return slice(*(map_aggregate(x, fn) for x in (a.start, a.stop, a.step)))
    return fn(a)


def map_arg(a, fn):
    """The structure with `fn` of each Node in it."""
    return map_aggregate(a, lambda x: fn(x) if isinstance(x, Node) else x)


HELPERS = frozenset((  # of torch: functions that torch's code finds below torch.functional
    "atleast_1d", "atleast_2d", "atleast_3d", "block_diag", "broadcast_shapes", "broadcast_tensors", "cartesian_prod",
    "cdist", "chain_matmul", "einsum", "lu", "meshgrid", "split", "stft", "tensordot", "unique", "unique_consecutive",
    "unravel_index",
))  # fmt: skip


@functools.cache
def _public_names():
    """The name that users know of each function of borch."""
    importlib.import_module("borch.nn.functional")
    found = {}
    for namespace in ("torch.nn.functional", "torch.linalg", "torch.fft", "torch.special", "torch"):
        importlib.import_module("borch" + namespace.removeprefix("torch"))
        for name, function in NAMESPACES.get(namespace, {}).items():
            found[function] = (
                f"torch.functional.{name}" if namespace == "torch" and name in HELPERS else f"{namespace}.{name}"
            )
    return found


def qualified_name(target):
    """Where the function is found: torch.relu, operator.add, builtins.getattr."""
    try:
        known = _public_names().get(getattr(target, "behind", target))  # see torch.overrides
    except TypeError:
        known = None
    if known:
        return known
    name = target.__name__
    if getattr(builtins, name, None) is target:
        return f"builtins.{name}"
    module = (getattr(target, "__module__", None) or "builtins").replace("_operator", "operator")
    if module.partition(".")[0] == "borch":
        module = "torch" + module.removeprefix("borch")
    return f"{module}.{getattr(operator, name).__name__ if module == 'operator' else name}"


class Node:
    """One step of a graph. `op` is "placeholder", "get_attr", "call_function", "call_method", "call_module" or "output".

    `target` is the function, the method's name, or the path of the module, attribute or input; `args` and `kwargs` hold
    nodes where results of other steps go.
    """

    def __init__(self, graph, name, op, target, args, kwargs, return_type=None):
        self.graph, self.name, self.op, self.target, self.type = graph, name, op, target, return_type
        self._args, self._kwargs, self.users, self._inputs, self.meta = (), {}, {}, {}, {}
        self._erased = False
        self._set(args, kwargs)

    def _set(self, args, kwargs):
        for node in self._inputs:
            node.users.pop(self, None)
        self._args, self._kwargs = args, kwargs
        found = {}
        map_arg((args, kwargs), lambda node: found.setdefault(node))
        self._inputs = found
        for node in found:
            node.users.setdefault(self)

    @property
    def args(self):
        """Positional arguments, with nodes for results."""
        return self._args

    @args.setter
    def args(self, args):
        self._set(map_aggregate(args, lambda x: x), self._kwargs)

    @property
    def kwargs(self):
        """Keyword arguments, with nodes for results."""
        return self._kwargs

    @kwargs.setter
    def kwargs(self, kwargs):
        self._set(self._args, map_aggregate(kwargs, lambda x: x))

    @property
    def all_input_nodes(self):
        """The nodes whose results go in."""
        return list(self._inputs)

    @property
    def stack_trace(self):
        """Where the call stood, if that was noted."""
        return self.meta.get("stack_trace")

    def _neighbour(self, step):
        nodes = self.graph._nodes
        k = nodes.index(self) + step
        return nodes[k] if 0 <= k < len(nodes) else self.graph._root

    next = property(lambda self: self._neighbour(1))
    prev = property(lambda self: self._neighbour(-1))

    def _move(self, x, offset):
        nodes = self.graph._nodes
        if x in nodes:
            nodes.remove(x)
        nodes.insert(nodes.index(self) + offset, x)

    def prepend(self, x):
        """Puts the node `x` before this one."""
        self._move(x, 0)

    def append(self, x):
        """Puts the node `x` behind this one."""
        self._move(x, 1)

    def update_arg(self, idx, arg):
        """Sets one positional argument."""
        args = list(self._args)
        args[idx] = arg
        self.args = tuple(args)

    def insert_arg(self, idx, arg):
        """Inserts a positional argument."""
        self.args = (*self._args[:idx], arg, *self._args[idx:])

    def update_kwarg(self, key, arg):
        """Sets one keyword argument."""
        self.kwargs = {**self._kwargs, key: arg}

    def replace_all_uses_with(self, replace_with, delete_user_cb=lambda user: True, *, propagate_meta=False):
        """Puts `replace_with` in the place of this node wherever it is used; the nodes that used it."""
        changed = [user for user in list(self.users) if delete_user_cb(user)]
        for user in changed:
            user.replace_input_with(self, replace_with)
        if propagate_meta:
            replace_with.meta.update(self.meta)
        return changed

    def replace_input_with(self, old_input, new_input):
        """Puts one node in the place of another among the arguments."""
        swap = lambda node: new_input if node is old_input else node  # noqa: E731
        self._set(map_arg(self._args, swap), map_arg(self._kwargs, swap))

    def is_impure(self, impure_random=True):
        """Whether the node stays though nobody uses its result."""
        if self.op in ("placeholder", "output"):
            return True
        if self.op == "call_function":
            return self.target in _effects or getattr(self.target, "__name__", "") == "_assert"
        return False

    def _pretty_print_target(self, target):
        return target if isinstance(target, str) else qualified_name(target)

    def format_node(self, placeholder_names=None, maybe_return_typename=None, *, include_tensor_metadata=False):
        """The node as a line of the printed graph."""
        kind = f": {type_repr(self.type)} " if self.type is not None else ""
        head = f"%{self.name} : {kind.removeprefix(': ')}[num_users={len(self.users)}] = {self.op}"
        if self.op == "placeholder":
            default = f"(default={self.args[0]!r})" if self.args else ""
            return f"{head}[target={self.target}]{default}"
        if self.op == "get_attr":
            return f"{head}[target={self.target}]"
        if self.op == "output":
            return f"return {self.args[0]}"
        target = self._pretty_print_target(self.target)
        return f"{head}[target={target}](args = {shown(self.args)}, kwargs = {shown(self.kwargs)})"

    def __repr__(self):
        return self.name


def shown(arg):
    """An argument in a printed graph: nodes as %name, strings as they are."""
    if isinstance(arg, Node):
        return f"%{arg.name}"
    if isinstance(arg, list):
        return f"[{', '.join(map(shown, arg))}]"
    if isinstance(arg, tuple):
        return f"({', '.join(map(shown, arg))}{',' if len(arg) == 1 else ''})"
    if isinstance(arg, dict):
        return f"{{{', '.join(f'{k}: {shown(v)}' for k, v in arg.items())}}}"
    return qualified_name(arg) if callable(arg) and hasattr(arg, "__name__") else str(arg)


def type_repr(obj):
    """A type as it is written in code."""
    if isinstance(obj, type) and not getattr(obj, "__args__", None):
        return obj.__qualname__ if obj.__module__ == "builtins" else f"{obj.__module__}.{obj.__qualname__}"
    return str(obj)
