"""Axes whose size is known only when the exported model runs.

The model is traced once more for each such axis, with another size. Sizes in the graph that changed with it are computed there
from the input's shape; whatever else changed cannot be exported with that axis left open.
"""

from math import prod

import numpy as np

from .errors import OnnxExporterError
from .graph import Node


class Symbol:
    """An open axis: its name, where it is ([(input, axis), ...]), and its size in the first trace and in its own."""

    def __init__(self, name, places, size):
        self.name, self.places = name, places
        self.size = size if size > 1 else 2  # a size of 1 would be taken for an axis that broadcasts
        self.other = self.size + 1


def symbols_of(axes, inputs, names):
    """The symbols for {input name: {axis: name or None}}; the same name is the same symbol."""
    found = {}
    for name, given in axes.items():
        if name not in names:
            continue
        k = names.index(name)
        for axis, label in given.items():
            shape = inputs[k].shape
            if not -len(shape) <= axis < len(shape):
                raise ValueError(f"dynamic axis {axis} of '{name}': the input has {len(shape)} dimensions")
            axis %= len(shape)
            key = label or (axis, shape[axis])  # axes without a name that are alike are taken for one
            if key in found and found[key][1] != shape[axis]:
                raise ValueError(f"the dynamic axis '{label}' has sizes {found[key][1]} and {shape[axis]}")
            label = label or f"{name}_dynamic_axes_{axis + 1}"
            found.setdefault(key, (label, shape[axis], []))[2].append((k, axis))
    return [Symbol(label, places, size) for label, size, places in found.values()]


def resized(arrays, symbols, varied=None):
    """The inputs with each open axis at its symbol's size, or at its other size for the one that varies."""
    arrays = list(arrays)
    for s in symbols:
        size = s.other if s is varied else s.size
        for k, axis in s.places:
            arrays[k] = arrays[k].take(np.arange(size) % arrays[k].shape[axis], axis)
    return arrays


def solve(values, symbols, what):
    """A size as (factor, symbols): their product. `values` has it in the first trace and in each symbol's own."""
    first, *others = (int(v) for v in values)
    moved = [s for s, v in zip(symbols, others, strict=True) if v != first]
    size = prod(s.size for s in moved)
    factor = first // size if size else 0
    for s, v in zip(symbols, others, strict=True):
        if v != first and (first % size or v != first // s.size * s.other):
            raise OnnxExporterError(
                f"{what} depends on the dynamic axis '{s.name}', but is no multiple of its size; leave that axis fixed"
            )
    return (factor, moved) if moved else (first, [])


def open_axes(graph, others, symbols, input_names):
    """Rewrites the constants of `graph` that differ in the graphs of the other traces."""
    forms = [n.form() for n in graph.nodes]
    for other, s in zip(others, symbols, strict=True):
        if forms != [n.form() for n in other.nodes] or list(graph.constants) != list(other.constants):
            raise OnnxExporterError(
                f"the model computes in another way when the dynamic axis '{s.name}' has another size"
            )
    made = {}
    for name in list(graph.constants):
        arrays = [graph.constants[name], *(o.constants[name] for o in others)]
        if all(a is arrays[0] or (a.shape == arrays[0].shape and np.array_equal(a, arrays[0])) for a in arrays):
            continue
        if name in graph.sizes:
            _open_sizes(graph, name, arrays, symbols, input_names, made)
        else:
            _open_constant(graph, name, arrays, symbols, input_names, made)


def _vector(graph, entries, input_names, made):
    """(nodes, name) of a vector of sizes computed from the inputs' shapes."""
    nodes, parts = [], []
    for factor, symbols in entries:
        if not symbols:
            parts.append(graph.ints([factor]))
            continue
        part = None
        for s in symbols:
            if s.name not in made:
                k, axis = s.places[0]
                made[s.name] = graph.unique("size")
                shape = Node("Shape", [input_names[k]], [made[s.name]], {"start": axis, "end": axis + 1})
                graph.nodes.insert(0, shape)
            part = made[s.name] if part is None else _product(graph, nodes, part, made[s.name])
        parts.append(part if factor == 1 else _product(graph, nodes, part, graph.ints([factor])))
    if len(parts) == 1:
        return nodes, parts[0]
    nodes.append(Node("Concat", parts, [graph.unique("sizes")], {"axis": 0}))
    return nodes, nodes[-1].outputs[0]


def _product(graph, nodes, a, b):
    nodes.append(Node("Mul", [a, b], [graph.unique("size")], {}))
    return nodes[-1].outputs[0]


def _before(graph, name, nodes):
    """Puts nodes in front of the first one that uses `name`."""
    at = next(k for k, n in enumerate(graph.nodes) if name in n.inputs)
    graph.nodes[at:at] = nodes
    return graph.nodes[at + len(nodes)]


def _open_sizes(graph, name, arrays, symbols, input_names, made):
    entries = [solve(values, symbols, "a size in the graph") for values in zip(*arrays, strict=True)]
    user = next(n for n in graph.nodes if name in n.inputs)
    opened = [k for k, (_, moved) in enumerate(entries) if moved]
    if user.kind == "Reshape" and len(opened) == 1 and not {0, -1}.intersection(arrays[0].tolist()):
        graph.constants[name] = np.array([-1 if k in opened else n for k, n in enumerate(arrays[0])], np.int64)
        return
    nodes, vector = _vector(graph, entries, input_names, made)
    user = _before(graph, name, nodes)
    user.inputs = [vector if x == name else x for x in user.inputs]
    del graph.constants[name]


def _open_constant(graph, name, arrays, symbols, input_names, made):
    """A constant whose shape changed: allowed where it repeats one slice, as the zeros of a first state do."""
    what = "a constant of the model"
    first = arrays[0]
    if len({a.ndim for a in arrays}) != 1 or all(a.shape == first.shape for a in arrays):
        raise OnnxExporterError(f"{what} changes with a dynamic axis; leave that axis fixed")
    entries = [solve(sizes, symbols, what) for sizes in zip(*(a.shape for a in arrays), strict=True)]
    row = first
    for axis, (_, moved) in enumerate(entries):
        if moved:
            row = row.take([0], axis)
    if not all(np.array_equal(a, np.broadcast_to(row, a.shape)) for a in arrays):
        raise OnnxExporterError(f"{what} changes with a dynamic axis; leave that axis fixed")
    nodes, vector = _vector(graph, entries, input_names, made)
    kept = graph.constant(row)
    nodes.append(Node("Expand", [kept, vector], [name], {}))
    del graph.constants[name]
    _before(graph, name, nodes)


def open_shape(name, shapes, symbols, labels):
    """An output's shape with names for the sizes that are open; `labels` are the user's names by axis."""
    shape = []
    for axis, values in enumerate(zip(*shapes, strict=True)):
        factor, moved = solve(values, symbols, "the shape of an output")
        if not moved:
            shape.append(factor)
        elif labels.get(axis):
            shape.append(labels[axis])
        else:
            shape.append(moved[0].name if factor == 1 and len(moved) == 1 else f"{name}_dynamic_axes_{axis + 1}")
    return shape
