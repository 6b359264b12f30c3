"""How a call of an op is recorded: its edges, what its node saves, and how saved arrays become Tensors again."""

import functools

import numpy as np

from . import dtype as dtypes
from .dtype import BFLOAT16, cast, narrow, widen
from .halves import HALVES, alike
from .mode import mode
from .node import Output, next_sequence, recorded
from .tensor import Tensor, edge_of, new, wrap

asarray = np.asarray


class Recording:
    """The recording side of `Op`."""

    fitting = False  # on arrays of the inputs' dtype the joint formula gives each gradient in its input's form

    def formulas_apply(self, ans):
        return bool(self.differentiable) and (ans.dtype in dtypes.NUMPY_INEXACT or ans.dtype == BFLOAT16)

    def takes_halves(self):
        """Whether the op is a ufunc that takes arrays of a half dtype and gives one."""
        return isinstance(self.plain, np.ufunc) and self.kind != "compare" and "h" not in self.refuse

    def is_ufunc_of_halves(self, values, raw):
        """Whether this call is no more than the ufunc of arrays of one half dtype: no setting, nothing to be saved."""
        arrays = [raw[i] for i in self.positions]
        return (
            alike(arrays)
            and self.takes_halves()
            and len(arrays) == self.plain.nin
            and all(raw[self.params.index(p)] == default for p, default in self.defaults.items())
            and not (mode.grad and any(edge_of(values[i]) is not None for i in self.positions))
        )

    def edges(self, values):
        """Where the gradient of each differentiable input goes; None when no input requires one."""
        edges, wanted = [], False
        for i in self.differentiable_at:
            v = values[i]
            if self.params[i] in self.lists:
                for t in v:
                    e = edge_of(t)
                    wanted = wanted or e is not None
                    edges.append(e)
                continue
            e = edge_of(v)
            wanted = wanted or e is not None
            edges.append(e)
        return edges if wanted else None

    def record(self, edges, values, ready, outputs, versions=None):
        """The node of this call."""
        node = new(self.class_for(values) if self.node_names else self.node_class or self.make_node_class())
        node.sequence = next_sequence()
        node.edges = edges
        node.metas = metas = []
        for i in self.differentiable_at:
            v = values[i]
            if self.params[i] in self.lists:
                metas.extend((t._array.shape, t._array.dtype) for t in v)
            elif isinstance(v, Tensor):
                metas.append((v._array.shape, v._array.dtype))
            else:
                metas.append(((), dtypes.default.real.numpy))
        wanted = self.wanted(edges)
        node.saved = [self.save(needs, values, ready, outputs) if w else None
                      for needs, w in zip(self.needs, wanted, strict=True)]  # fmt: skip
        node.versions = self.versions(wanted, values, outputs)
        node.outputs = len(outputs) if self.outputs is not None else 1
        if outputs and outputs[0]._array.dtype in HALVES:
            node.half = outputs[0]._array.dtype
        return node

    def wanted(self, edges):
        """For each formula, whether it will be asked."""
        if self.joint is not None:
            return (True,)
        if self.lists:
            return (True,)
        return tuple(e is not None for e in edges)

    def save(self, needs, values, ready, outputs):
        return [self.need(n, values, ready, outputs) for n in needs]

    def need(self, name, values, ready, outputs):
        if name in self.keywords:
            return ready[self.params.index(name)]
        if name == "out":
            return widen(outputs[0]._array) if self.outputs != "list" else [widen(t._array) for t in outputs]
        if self.is_output(name):
            return widen(outputs[self.outputs.index(name)]._array)
        base, _, what = name.rpartition("_")
        value = values[self.params.index(base)]
        if what == "shape":
            if base in self.lists:
                return [t._array.shape for t in value]
            return value._array.shape if isinstance(value, Tensor) else np.shape(value)
        if base in self.lists:
            return [t._array.dtype for t in value]
        return value._array.dtype if isinstance(value, Tensor) else asarray(value).dtype

    @functools.cached_property
    def saves_tensor(self):
        """Of what each formula asks for, or torch's formula reads, the tensors: a write to one of them is an error."""
        saved = []
        for k, needs in enumerate(self.needs):
            names = [n for n in needs if n in self.tensors or self.is_output(n)]
            reads = self.reads.get(self.differentiable[k], ()) if isinstance(self.reads, dict) else self.reads
            if "out" not in needs:  # through which torch reads the input otherwise
                names += [n for n in reads if n not in names]
            saved.append(tuple(names))
        return tuple(saved)

    def versions(self, wanted, values, outputs):
        versions, seen = [], set()
        for names, w in zip(self.saves_tensor, wanted, strict=True):
            if not w:
                continue
            for name in names:
                if name in seen:
                    continue
                seen.add(name)
                if self.is_output(name):
                    k = self.outputs.index(name) if isinstance(self.outputs, tuple) and name != "out" else 0
                    versions.append((outputs[k]._writes, outputs[k]._writes[0], name))
                    continue
                v = values[self.params.index(name)]
                for t in v if name in self.lists else (v,):
                    if isinstance(t, Tensor):
                        versions.append((t._writes, t._writes[0], name))
                    elif t is not None:
                        versions.append((None, 0, name))
        return tuple(versions)

    def make_node_class(self):
        from .wrappers import node_base

        if self.origin is not None:
            self.node_class = self.origin.node_class or self.origin.make_node_class()
            return self.node_class
        self.node_class = type(self.node_name, (node_base(self),), {"op": self, "__module__": "builtins"})
        return self.node_class

    def class_for(self, values):
        """The node's class where its name depends on which of two operands is a tensor."""
        if self.origin is not None:
            return self.origin.class_for(values)
        x, y = (isinstance(values[i], Tensor) for i in self.positions[:2])
        k = 0 if x and y else 1 if x else 2
        if self.node_classes[k] is None:
            kept = self.node_name
            self.node_name, self.node_class = self.node_names[k], None
            self.node_classes[k] = self.make_node_class()
            self.node_name = kept
        return self.node_classes[k]

    def lift(self, node, name, value):
        """A Tensor for a saved array, tied to the graph where the array came from, for create_graph and readers."""
        if self.is_output(name):
            k = self.outputs.index(name) if isinstance(self.outputs, tuple) and name != "out" else 0
            edge, meta = (Output(node, k) if self.outputs is not None else node), None
            if value.dtype == np.float32 and node.metas and node.metas[0] and node.metas[0][1] == BFLOAT16:
                value = narrow(value)  # it was saved widened
        elif name in self.differentiable:
            k = self.differentiable.index(name)
            edge, meta = node.edges[k], node.metas[k] if node.metas else None
        elif name in self.tensors:
            edge = meta = None
            if node.half is not None and value.dtype == np.float32:
                value = cast(value, node.half)
        else:
            return value
        if isinstance(edge, Tensor) and value is edge._array:
            return edge
        if (
            node.__dict__.get("packed") and edge is not None and meta is not None
        ):  # saved-tensor hooks may give new values
            return recorded("_stand_in")(stand_in(edge, meta), cast(value, meta[1]))
        if meta is not None and value.dtype != meta[1]:
            value = cast(value, meta[1])
        t = wrap(value)
        if edge is not None and value.dtype.kind in "fcV":
            if isinstance(edge, Tensor):  # the leaf's memory was replaced since; its gradient still goes to the leaf
                return recorded("alias")(edge) if value is edge._array else edge
            t._requires_grad, t._node = True, edge
        return t


def stand_in(edge, meta):
    """A tensor of the form `meta` in the place of `edge`, for its gradient alone."""
    if isinstance(edge, Tensor):
        return edge
    t = wrap(np.broadcast_to(np.zeros((), meta[1]), meta[0]))
    t._requires_grad, t._node = True, edge
    return t
