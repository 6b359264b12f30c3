"""The transforms that run, and what torch refuses inside them that would work where each example is computed by itself."""

import sys
from collections.abc import Sequence

import numpy as np

from .._core.mode import mode
from .._core.op import Op
from .._core.tensor import Tensor

ITEM = (
    "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() on a Tensor, please "
    "try to rewrite what you're doing with other operations. If error is occurring somewhere inside PyTorch internals, "
    "please file a bug report."
)
CONTROL_FLOW = (
    "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We don't support that yet, "
    "please file an issue at https://github.com/pytorch/pytorch/issues ."
)
MEMORY = "Cannot access data pointer of Tensor that doesn't have storage"
MASK = (
    "vmap: We do not support batching operators that can support dynamic shape. Attempting to batch over indexing with a "
    "boolean mask."
)
INPLACE = (
    "vmap: {}(self, *extra_args) is not possible because there exists a Tensor `other` in extra_args that "
    "has more elements than `self`. This happened due to `other` being vmapped over but `self` not being vmapped over in a "
    "vmap. Please try to use out-of-place operators instead of inplace arithmetic. If said operator is being called inside "
    "the PyTorch framework, please file a bug report instead."
)
RUNNING = (
    "Batch norm got a batched tensor as input while the running_mean or running_var, which will be updated in place, were "
    "not batched.\nIf you are using a module and do not need eval mode, please set `track_running_stats` to be False.If you "
    "are using a prebuilt module and do not need eval mode, please see the functorch website for resources on how to patch "
    "your module to work with vmap"
)


class Level:
    """A transform that runs, as a context."""

    own: Sequence[Tensor] = ()  # the tensors of the transform's own, by which it differentiates
    own_jvp = False  # whether a custom Function with a jvp of its own was applied inside

    def __init__(self, kind):
        self.kind = kind

    def __enter__(self):
        self.outer, mode.transforms = mode.transforms, (*mode.transforms, self)
        return self

    def __exit__(self, *exc):
        mode.transforms = self.outer

    def refuse_running_stats(self, running_mean):
        """torch's error for statistics without a batch axis that every example would move on."""


class VmapLevel(Level):
    """A vmap that runs. What is read out of tensors, or written to tensors from outside, must be alike in all examples."""

    def __init__(self, batched, size):
        super().__init__("vmap")
        self.size = size
        self.cells = {id(t._writes) for t in batched}  # of tensors that have a batch axis
        self.reads, self.writes, self.example = [], {}, -1

    def __enter__(self):
        if not any(level.kind == "vmap" for level in mode.transforms):
            install()
        return super().__enter__()

    def __exit__(self, *exc):
        super().__exit__(*exc)
        if not any(level.kind == "vmap" for level in mode.transforms):
            uninstall()

    def start_example(self):
        self.example += 1
        self.at, self.written = 0, {}

    def note(self, tensor, words):
        """A tensor that the program reads; `words` if it is of an example, or has not the values of the first example."""
        value = _bytes(tensor._array)
        if id(tensor._writes) in self.cells:
            raise RuntimeError(words)
        if not self.example:
            self.reads.append(value)
        elif self.at < len(self.reads):
            if self.reads[self.at] != value:
                raise RuntimeError(words)
            self.at += 1

    def repeats(self, tensor, name, operands):
        """Whether a write in place to a tensor from outside was done already; torch's error if this is another one."""
        cell = tensor._writes
        if id(cell) in self.cells:
            return False
        if not self.example:
            self.writes.setdefault(id(cell), (cell, []))[1].append(snapshot(operands))
            return False
        if id(cell) not in self.writes:
            return False
        done, at = self.writes[id(cell)][1], self.written.get(id(cell), 0)
        self.written[id(cell)] = at + 1
        if at >= len(done) or done[at] != snapshot(operands):
            raise RuntimeError(self.refusal(tensor, name))
        return True

    def refuse_running_stats(self, running_mean):
        if id(running_mean._writes) not in self.cells:
            raise RuntimeError(RUNNING)

    def refusal(self, tensor, name):
        """torch's words for the write of batched values into a tensor without a batch axis."""
        shape = list(tensor._array.shape)
        if name in ("add", "atan2"):
            return f"output with shape {shape} doesn't match the broadcast shape {[self.size, *shape]}"
        own = name in ("fill", "index_add", "index_put")  # torch has a batching rule for these
        plain = name in ("mul", "sub", "div", "copy", "setitem", "masked_fill")
        return INPLACE.format("inplace arithmetic" if plain else f"{name}_" if own else f"aten::{name}_")


def snapshot(values):
    return [_bytes(v._array) if isinstance(v, Tensor) else repr(v) for v in values]


def _bytes(array):
    return array.shape, array.tobytes()


def vmaps():
    return [level for level in mode.transforms if level.kind == "vmap"]


def _below(tensor):
    """The ids of the nodes and the leaves of which a tensor was made."""
    seen, stack = {}, [tensor._node or tensor] if tensor._requires_grad else []
    while stack:
        edge = stack.pop()
        edge = getattr(edge, "node", edge)
        if edge is not None and id(edge) not in seen:
            seen[id(edge)] = edge
            if not isinstance(edge, Tensor):
                stack.extend(edge.edges)
    return seen


def wrappers_of(tensor):
    """The numbers of the transforms by which a tensor is differentiated, and whether a tensor from outside is among
    what it was made of."""
    below, numbers, number, own = _below(tensor), [], 0, set()
    for level in mode.transforms:
        number += 2 if level.kind == "jacfwd" else 1  # of which torch makes a jvp in a vmap
        edges = {id(getattr(t._node, "node", t._node) or t) for t in level.own}
        own |= edges
        if not edges.isdisjoint(below):
            numbers.append(number)
    ended = {key for key, edge in below.items() if getattr(edge, "_ended", None) is not None}
    outside = any(isinstance(edge, Tensor) and key not in own and key not in ended for key, edge in below.items())
    return numbers, outside


# ----------------------------------------------------------------------------------- Tensor's methods while a vmap runs
READERS = {
    "item": ITEM, "__float__": ITEM, "__int__": ITEM, "__complex__": ITEM, "__index__": ITEM, "__bool__": CONTROL_FLOW,
    "tolist": MEMORY, "numpy": MEMORY,
}  # fmt: skip
_before: dict = {}


def _called_by_library():
    return sys._getframe(2).f_globals.get("__name__", "").startswith("borch.")


def _reader(method, words):
    def read(self, *args, **kwargs):
        if not _called_by_library():
            for level in vmaps():
                level.note(self, words)
        return method(self, *args, **kwargs)

    return read


def _masks(index):
    for part in index if isinstance(index, tuple) else (index,):
        if isinstance(part, Tensor) and part._array.dtype == np.bool_ and part._array.ndim:
            yield part


def _getitem(method):
    def getitem(self, index):
        for mask in _masks(index):
            for level in vmaps():
                level.note(mask, MASK)
        return method(self, index)

    return getitem


def _writer(method):
    name = method.__name__.strip("_")

    def write(self, *args, **kwargs):
        if any([level.repeats(self, name, (*args, *kwargs.values())) for level in vmaps()]):
            return self
        return method(self, *args, **kwargs)

    return write


def _inplace(method):
    def inplace(op, args, kwargs):
        target = args[0] if args else None
        if isinstance(target, Tensor) and any(
            [level.repeats(target, op.name, (*args[1:], *kwargs.values())) for level in vmaps()]
        ):
            return target
        return method(op, args, kwargs)

    return inplace


def install():
    for name, words in READERS.items():
        _put(Tensor, name, lambda method, words=words: _reader(method, words))
    _put(Tensor, "__getitem__", _getitem)
    for name in ("__setitem__", "copy_"):
        _put(Tensor, name, _writer)
    _put(Op, "inplace", _inplace)


def _put(cls, name, wrapping):
    _before[cls, name] = cls.__dict__.get(name)
    setattr(cls, name, wrapping(getattr(cls, name)))


def uninstall():
    for (cls, name), method in _before.items():
        if method is None:
            delattr(cls, name)
        else:
            setattr(cls, name, method)
    _before.clear()
