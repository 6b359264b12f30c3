"""Saved-tensor hooks: while a pair is in force, nodes pack what they save and unpack it when it is used.

Ops know nothing of this. The modules that make nodes ask their global `new` for an empty one; while hooks are in force
that name stands for `_new` here, which gives a node of a derived class. Its `versions`, which recording sets last,
packs what was saved, and its `saved` unpacks. In anomaly mode `_new` notes where the program was, too.
"""

import numpy as np

from . import joint, outputs, record, several, wrappers
from .anomaly import anomaly, call_lines
from .mode import mode
from .node import FREED, Node
from .op import op
from .tensor import Tensor, wrap

ndarray = np.ndarray
_plain_new = object.__new__
_makers = (wrappers, joint, outputs, several, record)
_entered: list[tuple] = []  # one entry per pair in force, in any thread
_classes: dict[type, type] = {}


def push(pack, unpack):
    """Puts a pair of hooks in force, before those that are."""
    mode.saved_hooks = (*mode.saved_hooks, (pack, unpack))
    _entered.append(None)
    choose_maker()


def pop():
    mode.saved_hooks = mode.saved_hooks[:-1]
    _entered.pop()
    choose_maker()


def choose_maker():
    """Nodes are made by `_new` while hooks are in force or anomaly mode is on."""
    maker = _new if _entered or anomaly.on else _plain_new
    for module in _makers:
        module.new = maker


def _new(cls):
    if not issubclass(cls, Node):
        return _plain_new(cls)
    node = _plain_new(hooked(cls) if mode.saved_hooks else cls)
    if anomaly.on:
        node.metadata["traceback_"] = call_lines()
    return node


class Packed:
    """What a pack hook made of a saved tensor, and the hook that makes a tensor of it again."""

    __slots__ = ("unpack", "value")

    def __init__(self, value, unpack):
        self.value, self.unpack = value, unpack

    def tensor(self):
        result = self.unpack(self.value)
        if not isinstance(result, Tensor):
            raise TypeError(
                "Output of saved tensor unpack_hook expected to be a Tensor but got result of type "
                f"{type(result).__name__}"
            )
        return result


def pack(tensor, hooks=None):
    """`tensor` through the hooks in force; a hook that changes it in place is refused."""
    if hooks is None and mode.hooks_refused is not None:
        raise RuntimeError(mode.hooks_refused)
    on_save, unpack = hooks or mode.saved_hooks[-1]
    before, version = mode.grad, tensor._writes[0]
    mode.grad = False
    try:
        value = on_save(tensor)
    finally:
        mode.grad = before
    if tensor._writes[0] != version:
        raise RuntimeError(
            "A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack hook cannot be "
            "modified by in-place operations as this can lead to unexpected side-effects. Please open an issue if you "
            "need to perform in-place operations on the input to a pack hook."
        )
    return Packed(value, unpack)


@op(name="_stand_in", method=False, namespace=None, input=lambda g: g)
def stand_in(input, value):
    """The unpacked `value` of a saved tensor in the place of `input`, to which its gradient goes."""
    return value


def hooked(cls):
    """The class of nodes like `cls` that pack and unpack."""
    if cls not in _classes:
        if issubclass(cls, _Hooked):
            return cls
        _classes[cls] = type(cls.__name__, (_Hooked, cls), {"__module__": cls.__module__})
    return _classes[cls]


class _Hooked:
    """The part of a node that packs when its `versions` are set and unpacks when `saved` is read."""

    @property
    def versions(self):
        return self.__dict__["versions"]

    @versions.setter
    def versions(self, versions):
        packed = self.__dict__.setdefault("packed", {})
        late = self.__dict__.get("late") is not None
        if versions is not FREED and not packed and (late or "saved" in self.__dict__):
            self.settled()
            pack_all(self)
            versions = tuple((None, 0, name) for name in packed)  # what is packed may change in memory
        self.__dict__["versions"] = versions

    @property
    def saved(self):
        saved = self.__dict__["saved"]
        if saved is None or not self.__dict__.get("packed"):
            return saved
        memo = {}
        return [None if s is None else [_unpacked(v, memo) for v in s] for s in saved]

    @saved.setter
    def saved(self, saved):
        self.__dict__["saved"] = saved

    def release(self):
        self.__dict__["packed"] = {}
        super().release()


def pack_all(node, only=None, hooks=None):
    """Packs the saved arrays of `node`, or the one called `only`, each once."""
    packed, saved = {}, []
    for needs, values in zip(node.op.needs, node.__dict__["saved"], strict=True):
        if values is None:
            saved.append(None)
            continue
        row = list(values)
        for k, (name, value) in enumerate(zip(needs, row, strict=True)):
            if (only is not None and name != only) or not (isinstance(value, ndarray) or _is_arrays(value)):
                continue
            if name not in packed:
                packed[name] = _packed(node, name, value, hooks)
            row[k] = packed[name]
        saved.append(row)
    node.__dict__["saved"] = saved
    node.__dict__["packed"].update(packed)


def _is_arrays(value):
    return isinstance(value, list) and bool(value) and all(isinstance(v, ndarray) for v in value)


def _packed(node, name, value, hooks):
    if isinstance(value, list):
        return [pack(wrap(v), hooks) for v in value]
    tensor = node.op.lift(node, name, value)
    return pack(tensor if isinstance(tensor, Tensor) else wrap(value), hooks)


def _unpacked(value, memo):
    """The array behind a packed value; each is unpacked once."""
    if isinstance(value, Packed):
        if id(value) not in memo:
            memo[id(value)] = value.tensor()._array
        return memo[id(value)]
    if isinstance(value, list) and value and isinstance(value[0], Packed):
        return [_unpacked(v, memo) for v in value]
    return value


RETAIN = FREED.partition(". ")[2].replace("access saved tensors", "access saved variables")


class SavedTensor:
    """A saved tensor of one node, as `grad_fn._raw_saved_self`: hooks for it alone can be registered.

    A program cannot make one: RuntimeError.

    >>> import borch as torch
    >>> y = torch.ones(2, requires_grad=True).exp()
    >>> saved = y.grad_fn._raw_saved_result
    >>> saved.register_hooks(lambda x: x * 10, lambda x: x / 10)
    >>> y.grad_fn._saved_result
    tensor([2.7183, 2.7183], grad_fn=<ExpBackward0>)
    """

    def __init__(self, *args):
        raise RuntimeError("Trying to create a SavedTensor object from Python is forbidden.")

    @classmethod
    def _of(cls, node, name):
        saved = _plain_new(cls)
        saved._node, saved._name = node, name
        return saved

    def register_hooks(self, pack_hook, unpack_hook):
        """Packs the tensor now with `pack_hook`, and unpacks it with `unpack_hook` when it is used."""
        node = self._node
        if node.versions is FREED:
            raise RuntimeError(f"Calling register_hooks on a saved tensor after it has been freed. {RETAIN}")
        if self._name in node.__dict__.get("packed", {}):
            raise RuntimeError(
                "Calling register_hooks on a saved tensor whose hooks have already been set is forbidden."
            )
        if not isinstance(node, _Hooked):
            node.settled()
            node.__class__ = hooked(type(node))
            node.__dict__.setdefault("packed", {})
        pack_all(node, self._name, (pack_hook, unpack_hook))
        node.__dict__["versions"] = tuple(
            (None, 0, name) if name == self._name else (cell, version, name)
            for cell, version, name in node.__dict__["versions"]
        )


def raw_saved(node, name):
    """`SavedTensor` for what torch calls `_raw_saved_NAME`; None when the node saved nothing by that name."""
    known = {"self": node.op.params[0], "result": "out"}.get(name, name)
    if not any(known in needs for needs in node.op.needs):
        return None
    return SavedTensor._of(node, known)
