"""The ONNX graph under construction: nodes, constants and the names of values; at the end, its bytes."""

import numpy as np

from . import messages
from .errors import UnsupportedOperatorError
from .trace import Var

NUMBERS = (bool, int, float, np.generic)


class Node:
    """One node: its kind, the names that go in and come out, its attributes."""

    def __init__(self, kind, inputs, outputs, attributes):
        self.kind, self.inputs, self.outputs, self.attributes = kind, inputs, outputs, attributes

    def form(self):
        """What of a node does not depend on the sizes of its inputs."""
        return self.kind, tuple(self.inputs), tuple(self.outputs), str(self.attributes)


class Graph:
    """Nodes in order. `parameters` names arrays by identity: the constants that bear these names in the graph."""

    def __init__(self, opset, parameters):
        self.opset, self.parameters = opset, parameters
        self.nodes, self.constants = [], {}
        self.names, self.taken = {}, set()  # Var -> name
        self.sizes = set()  # constants that are shapes
        self.of_parameters = set()  # constants that are the model's parameters
        self.makers = {}  # Var -> the Call that made it
        self.doing = ""  # the op that is being written

    # ---------------------------------------------------------------------------------------------------------- names
    def unique(self, name):
        found, k = name, 0
        while found in self.taken:
            k += 1
            found = f"{name}_{k}"
        self.taken.add(found)
        return found

    def use(self, value, dtype=None):
        """The name of a value: a Var's, or that of a new constant for a number or an array."""
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, Var):
            if value not in self.names:
                if not value.constant:
                    self.unsupported("it uses an output that another node has not in ONNX")
                self.names[value] = self.parameter(value) or self.constant(value.array)
            return self.names[value]
        return self.constant(np.asarray(value, dtype))

    def parameter(self, var):
        name = self.parameters.get(id(var.array))
        if name is None:
            return None
        self.taken.add(name)
        self.constants[name] = self.storable(var.array)
        self.of_parameters.add(name)
        return name

    def storable(self, array):
        if messages.type_of(array.dtype) is None:
            self.unsupported(f"ONNX has no tensors of {array.dtype}")
        return array

    def constant(self, array, name="constant"):
        name = self.unique(name)
        self.constants[name] = self.storable(np.asarray(array))
        return name

    def ints(self, values):
        """A constant vector of int64."""
        return self.constant(np.array(tuple(values), np.int64))

    def shape(self, values):
        """A constant vector of sizes, which may follow from those of the inputs."""
        name = self.constant(np.array(tuple(values), np.int64), "shape")
        self.sizes.add(name)
        return name

    # ---------------------------------------------------------------------------------------------------------- nodes
    def add(self, kind, *inputs, outputs=1, **attributes):
        """Adds a node; the name of its output, or a list of names when `outputs` is not 1."""
        inputs = ["" if x is None else self.use(x) for x in inputs]
        while inputs and not inputs[-1]:
            inputs.pop()
        word = self.doing or kind.lower()
        names = [self.unique(word) for _ in range(outputs)]
        self.nodes.append(Node(kind, inputs, names, {k: v for k, v in attributes.items() if v is not None}))
        return names[0] if outputs == 1 else names

    def reshape(self, x, shape):
        return self.add("Reshape", x, self.shape(shape))

    def transpose(self, x, axes):
        axes = tuple(axes)
        return self.use(x) if axes == tuple(range(len(axes))) else self.add("Transpose", x, perm=axes)

    def cast(self, x, dtype):
        kind = messages.type_of(dtype)
        if kind is None:
            self.unsupported(f"ONNX has no tensors of {dtype}")
        return self.add("Cast", x, to=kind)

    def reduce(self, kind, x, axes, keepdim):
        """A reduction: its axes are an attribute before opset 18 and an input from then on (for sums always)."""
        axes = tuple(axes)
        if kind == "ReduceSum" or self.opset >= 18:
            return self.add(kind, x, self.ints(axes), keepdims=int(keepdim), noop_with_empty_axes=1)
        return self.add(kind, x, axes=axes, keepdims=int(keepdim)) if axes else self.use(x)

    def unsupported(self, why=None, supported=None):
        raise UnsupportedOperatorError(f"aten::{self.doing}", self.opset, supported, why)

    # ------------------------------------------------------------------------------------------------------------ end
    def prune(self, outputs):
        """Drops nodes and constants that no output needs."""
        wanted, kept = set(outputs), []
        for node in reversed(self.nodes):
            if wanted.intersection(node.outputs):
                wanted.update(node.inputs)
                kept.append(node)
        self.nodes = kept[::-1]
        self.constants = {name: a for name, a in self.constants.items() if name in wanted}

    def rename(self, old, new):
        for node in self.nodes:
            node.inputs = [new if x == old else x for x in node.inputs]
            node.outputs = [new if x == old else x for x in node.outputs]

    def encoded(self, name, inputs, outputs, version, kept_out=()):
        """The ModelProto's bytes; `inputs` and `outputs` are (name, dtype, shape)."""
        nodes = [
            messages.node(n.kind, n.inputs, n.outputs, f"node_{k}_{n.kind}", n.attributes)
            for k, n in enumerate(self.nodes)
        ]
        tensors = [messages.tensor(k, a) for k, a in self.constants.items() if k not in kept_out]
        ins, outs = ([messages.value_info(*x) for x in values] for values in (inputs, outputs))
        return messages.model(messages.graph(name, nodes, tensors, ins, outs), self.opset, "borch", version)
