"""Nodes: what one recorded call of an op keeps so that gradients can flow back through it.

A node offers `edges`, one per tensor input, and `pull(grad)`, which gives one gradient per edge. An edge is None, a
leaf tensor, a node, or an `Output` of a node with several outputs. Nodes are numbered in the order of recording.
"""

import sys
from itertools import count, repeat
from operator import is_not

import numpy as np

from . import dtype as dtypes
from .anomaly import hint
from .dtype import BFLOAT16, cast, narrow, widen
from .handle import RemovableHandle
from .nodata import is_meta
from .steps import CONSTANT_OPERAND, without_constants

ndarray, asarray = np.ndarray, np.asarray
next_sequence = count().__next__

FREED = (
    "Trying to backward through the graph a second time (or directly access saved tensors after they have already "
    "been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
    "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access saved "
    "tensors after calling backward."
)


_SHOWN = ("_sequence_nr", "metadata", "name", "next_functions", "register_hook", "register_prehook")


class Output:
    """One of the outputs of a node that has several: where an edge or a tensor's `_node` must say which."""

    __slots__ = ("index", "node")

    def __init__(self, node, index):
        self.node = node
        self.index = index


class Node:
    """The base of every recorded call; `op.py` derives a class per op, with `op` as a class attribute.

    saved     for each formula, the values it asked for by name (None when its input needs no gradient)
    versions  (version cell, version at recording, its name) of each saved tensor; the cell of a saved number is None
    metas     (shape, numpy dtype) of each tensor input, by which a gradient is brought to the input's form

    >>> import borch as torch
    >>> x = torch.ones(2, requires_grad=True)
    >>> node = (x * 2).sum().grad_fn
    >>> node.name(), isinstance(node, torch.autograd.graph.Node)
    ('SumBackward0', True)
    """

    op = None
    outputs = 1  # how many outputs the call had
    half = None  # the output's dtype if it is a half one; gradients of bfloat16 stand as float32 in an ordinary pass
    hooks = None  # gradient hooks, by the number of their handle: see hooks.py
    wants_tensors = False  # pull() needs Tensors even in an ordinary backward
    metadata_store = None
    recompute = None  # what computes `saved` again when it was not kept: see utils/checkpoint.py

    def release(self):
        """Forgets what was saved; a node that had saved a tensor can then not be pulled again."""
        if self.versions:
            self.saved = None
            self.versions = FREED

    def check(self):
        """Raises when the saved values were freed or changed in place since they were saved."""
        versions = self.versions
        if versions is FREED:
            raise RuntimeError(FREED)
        for cell, expected, name in versions:
            if cell is not None and cell[0] != expected:
                raise RuntimeError(self.stale(cell, expected, name))

    def stale(self, cell, expected, name):
        """torch's words for a saved tensor that was modified in place since: they name what made the tensor as it is now."""
        if isinstance(name, ndarray):
            return changed(name.shape, name.dtype, "", cell[0], expected)
        kept = any(name in needs for needs in self.op.needs) if self.op is not None else True
        shape, dtype = (
            form_of(self.saved_value(name)._array) if kept else self.metas[self.op.differentiable.index(name)]
        )
        made_here = self.op is not None and self.op.is_output(name)
        edge = self if made_here else self.edge_of(name)
        owner, index = (edge.node, edge.index) if isinstance(edge, Output) else (edge, 0)
        maker = op_name(owner) if isinstance(owner, Node) else None
        if not made_here and maker and owner.op is not None and owner.op.view:
            maker = "AsStrided"
        elif not made_here and len(cell) > 1:
            maker, index = cell[1], 0
        origin = f", which is output {index} of {maker}," if maker else ""
        return changed(shape, dtype, origin, cell[0], expected)

    def edge_of(self, name):
        """The edge of the tensor input called `name`; None when it has none."""
        names = self.op.differentiable
        return self.edges[names.index(name)] if name in names else None

    def pull(self, g):
        """Gradients for each edge, as arrays, from the gradient of the output (a list of them if there are several).

        What stands where the edge is None means nothing.
        """
        if self.versions:
            self.check()
        op = self.op
        if op.joint is not None:
            saved = self.saved[0]
            grads = op.joint(g, tuple(map(is_not, self.edges, repeat(None))), *saved)
            if op.fitting and type(saved[0]) is ndarray and saved[0].dtype is self.metas[0][1]:
                return grads
            return [
                x if type(x) is ndarray and x.shape == m[0] and x.dtype is m[1] else fit(x, m)
                for x, m in zip(grads, self.metas)  # noqa: B905  (of one length; to have that checked takes its time)
            ]
        return [
            fit(f(g, *s), m) if e is not None else None
            for e, f, s, m in zip(self.edges, op.formulas, self.saved, self.metas, strict=True)
        ]

    # What torch's grad_fn offers to readers of a graph.
    @property
    def next_functions(self):
        entries = tuple(next_function(e) for e in self.edges)
        if type(self).__name__ in CONSTANT_OPERAND:
            return without_constants(*entries)
        shown = self.op and self.op.shown
        return shown(*entries) if shown else entries

    def name(self):
        name = type(self).__name__
        return f"torch::autograd::{name}" if name in ("CopyBackwards", "CopySlices", "NotImplemented") else name

    def __repr__(self):
        return f"<{type(self).__name__} object at {id(self):#x}>"

    @property
    def metadata(self):
        if self.metadata_store is None:
            self.metadata_store = {}
        return self.metadata_store

    def register_hook(self, fn):
        """Calls `fn(grad_inputs, grad_outputs)` after this node was pulled; a tuple it returns replaces grad_inputs."""
        return add_hook(self, "post", None, fn)

    def register_prehook(self, fn):
        """Calls `fn(grad_outputs)` before this node is pulled; a tuple it returns replaces grad_outputs."""
        return add_hook(self, "pre", None, fn)

    def _sequence_nr(self):
        return self.sequence

    def __dir__(self):
        names = {
            n for needs in (self.op.needs if self.op else ()) for n in needs if n in self.op.keywords or n == "out"
        }
        shown = [{self.op.params[0]: "self", "out": "result"}.get(n, n) for n in names]
        raw = [
            f"_raw_saved_{n}"
            for n in shown
            if {"self": self.op.params[0], "result": "out"}.get(n, n) in self.op.tensors
        ]
        own = [n for n in object.__dir__(self) if n.startswith("__")]
        return [*own, *_SHOWN, *(f"_saved_{n}" for n in shown), *raw]

    def __getattr__(self, name):
        if name == "saved" and self.recompute is not None:
            self.recompute()  # puts `saved` back
            return self.saved
        if name.startswith("_saved_"):
            return self.saved_value(name[7:])
        if name.startswith("_raw_saved_"):
            from .saved import raw_saved

            value = raw_saved(self, name[11:])
            if value is not None:
                return value
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def saved_value(self, name):
        if self.versions is FREED:
            raise RuntimeError(FREED)
        if name == "self":
            name = self.op.params[0]
        elif name == "result" and name not in (self.op.outputs or ()):
            name = "out"
        for needs, saved in zip(self.op.needs, self.settled(), strict=True):
            if saved is not None and name in needs:
                value = saved[needs.index(name)]
                return self.op.lift(self, name, value) if isinstance(value, ndarray) else value
        if any(name in needs for needs in self.op.needs):
            return None
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '_saved_{name}'")

    def settled(self):
        return self.saved


def add_hook(node, kind, index, fn):
    if node.hooks is None:
        node.hooks = {}
    handle = RemovableHandle(node.hooks)
    node.hooks[handle.id] = (kind, index, fn)
    return handle


class LeafHooks:
    """Lets `add_hook` keep a leaf's hooks on the tensor itself, under a name that does not clash with the node's."""

    def __init__(self, tensor):
        self.tensor = tensor

    @property
    def hooks(self):
        return self.tensor._hooks

    @hooks.setter
    def hooks(self, value):
        self.tensor._hooks = value


class AccumulateGrad:
    """What `next_functions` shows for a leaf: the place where its gradient is added up."""

    def __init__(self, variable):
        self.variable = variable

    next_functions = ()

    def name(self):
        return "torch::autograd::AccumulateGrad"

    def register_hook(self, fn):
        """Calls `fn((), grad_outputs)` after the gradient was added to that of the leaf."""
        return add_hook(LeafHooks(self.variable), "post", 0, fn)

    def register_prehook(self, fn):
        """Calls `fn(grad_outputs)` before the gradient is added; a tuple it returns replaces it."""
        return add_hook(LeafHooks(self.variable), "pre", 0, fn)

    def __repr__(self):
        return f"<AccumulateGrad object at {id(self.variable):#x}>"

    def __eq__(self, other):
        return isinstance(other, AccumulateGrad) and self.variable is other.variable

    def __hash__(self):
        return id(self.variable)


def next_function(edge):
    if edge is None:
        return (None, 0)
    if isinstance(edge, Output):
        return (edge.node, edge.index)
    if isinstance(edge, Node):
        return (edge, 0)
    return (None, 0) if edge._rootless else (AccumulateGrad(edge), 0)


def type_text(numpy_dtype):
    """How messages call the type of a tensor: by that of its class where torch has one for the dtype."""
    kind = dtypes.from_numpy(numpy_dtype).legacy
    return f"CPU{kind}Type" if numpy_dtype.kind in "cb" or numpy_dtype == BFLOAT16 else f"torch.{kind}Tensor"


def form_of(array):
    return array.shape, array.dtype


def changed(shape, dtype, origin, version, expected):
    """torch's words for a saved tensor that was written to since."""
    return (
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"[{type_text(dtype)} {list(shape)}]{origin} is at version {version}; expected version {expected} "
        f"instead. {hint()}"
    )


def op_name(node):
    """How messages call a node: by its name without torch's suffix."""
    stem, backward, number = node.name().rpartition("Backward")
    if not backward or not (number.isdigit() or not number):
        return node.name()
    return stem + ("" if number == "0" else number)


# ---------------------------------------------------------------------------------- bringing a gradient to its input
def fit(g, meta):
    """`g` summed to the input's shape and cast to its dtype: undoes broadcasting and promotion. None stays None.

    Arrays stand for bfloat16 gradients as float32 whose values are bfloat16's.
    """
    if g is None:
        return None
    shape, numpy_dtype = meta
    if isinstance(g, ndarray):
        if g.shape != shape:
            if numpy_dtype == BFLOAT16 and g.dtype == np.float32:
                g = widen(narrow(g))  # torch rounds what it adds up
            g = unbroadcast(g, shape)
        if g.dtype is numpy_dtype:
            return g
        if numpy_dtype == BFLOAT16:
            return widen(narrow(g.real if g.dtype.kind == "c" else g))
        return cast(g, numpy_dtype)
    if not hasattr(g, "_array"):
        return fit(asarray(g), meta)
    if g._array.shape != shape:
        g = unbroadcast_recorded(g, shape)
    if g._array.dtype.kind == "c" and numpy_dtype.kind != "c":
        g = recorded("real")(g)
    return g if g._array.dtype == numpy_dtype else recorded("to_dtype")(g, dtypes.from_numpy(numpy_dtype))


def settle(g, like):
    """A gradient array in the dtype of the tensor it is for, in memory of its own."""
    if type(g) is not ndarray and is_meta(g):
        return g
    if like.dtype == BFLOAT16:
        return narrow(g)
    if g.dtype is not like.dtype and g.dtype != like.dtype:
        return cast(g, like.dtype)
    # 3: our argument, the caller's variable and getrefcount's own
    if g.base is not None or not g.flags.c_contiguous or not g.flags.writeable or sys.getrefcount(g) > 3:
        return own(g)
    return g


def own(g):
    """A copy of an array with its order of axes, and repeated where it is."""
    if 0 in g.strides and g.size:
        short = tuple(
            [slice(0, 1) if step == 0 and n > 1 else slice(None) for n, step in zip(g.shape, g.strides, strict=True)]
        )
        compact = g[short].copy(order="K")
        return np.lib.stride_tricks.as_strided(
            compact, g.shape, [0 if s == 0 else c for s, c in zip(g.strides, compact.strides, strict=True)]
        )
    return g.copy(order="K")


def unbroadcast(g, shape):
    if g.dtype == np.float16:
        return asarray(unbroadcast(g.astype(np.float32), shape).astype(np.float16))
    return g.sum(axis=broadcast_axes(g.shape, shape), keepdims=True, dtype=g.dtype).reshape(shape)


def unbroadcast_recorded(g, shape):
    if not shape:
        return recorded("sum")(g)
    total = recorded("sum")(g, broadcast_axes(g._array.shape, shape), True)
    return total if total._array.shape == shape else recorded("view")(total, shape)


def broadcast_axes(wide, shape):
    """The axes along which `shape` was repeated to become `wide`."""
    extra = len(wide) - len(shape)
    return (*range(extra), *(i + extra for i, s in enumerate(shape) if s == 1 and wide[i + extra] != 1))


def recorded(name):
    """An op of the registry by its name: how the core, which imports no op, asks for one."""
    from .op import OPS

    return OPS[name]
