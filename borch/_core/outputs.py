"""The short cut for ops of one tensor that give several outputs: sort, max along a dim, topk, eigh, and split.

An ordinary call has the tensor first and settings that the numpy function takes as they are. Everything else goes to
`Op.call`. As in wrappers.py, settings are bound to their names only when a gradient is asked for.
"""

import numpy as np

from . import dtype as dtypes
from .calls import flag_of
from .mode import ENTERED, mode, new_writes
from .node import Node, Output, fit, next_sequence
from .tensor import Tensor, new, wrap
from .view import mark_views

ndarray, asarray, tuple_of = np.ndarray, np.asarray, tuple.__new__
DIFFERENTIABLE = dtypes.NUMPY_INEXACT | {dtypes.BFLOAT16}


class OutputsNode(Node):
    """One tensor, settings and several outputs; `late` is (outputs, input, args, kwargs) till the formula asks."""

    late = None

    def settled(self):
        if self.late is not None:
            self.saved = (self.op.pick_outputs(*self.late),)
            self.late = None
        return self.saved

    def release(self):
        if self.versions:
            self.late = None
        Node.release(self)

    def pull(self, g):
        if self.versions:
            self.check()
        if self.late is not None:
            self.settled()
        return (fit(self.op.formulas[0](g, *self.saved[0]), self.metas[0]),)


def takes_outputs_wrapper(o):
    return isinstance(o.outputs, tuple) and o.positions == (0,) and o.joint is None and not o.view and not o.lists


def outputs_wrapper(o, call):
    fn, fast, keywords = o.fn, o.fast, o.keywords
    differentiable, first, needs = bool(o.formulas), o.params[0], o.needs[0] if o.formulas else ()
    reads_input = differentiable and first in o.saves_tensor[0]
    read_outputs = [(o.outputs.index(n), n) for n in needs if o.is_output(n) and n != "out"]

    def pick_outputs(answers, x, args, kwargs):
        values, saved = o.bind((x, *args), dict(kwargs)), []
        for name in needs:
            if name in keywords:
                saved.append(values[o.params.index(name)])
            elif name in o.outputs:
                saved.append(answers[o.outputs.index(name)])
            else:
                saved.append(x.shape if name.endswith("_shape") else x.dtype)
        return saved

    o.pick_outputs = pick_outputs
    flag, flag_at = flag_of(o.params, o.defaults) if o.public else (None, 0)

    def wrapped(*args, **kwargs):
        if not args or (kwargs and (o.overloads or not keywords.issuperset(kwargs))):
            return call(args, kwargs)
        input = args[0]
        if not isinstance(input, Tensor):
            return call(args, kwargs)
        x = input._array
        if fast is not None and x.dtype not in fast:
            return call(args, kwargs)
        if input._base is not None:
            input._refresh()
        rest = args[1:]
        try:
            if flag_at and type(
                kwargs[flag] if flag in kwargs else args[flag_at] if len(args) > flag_at else False
            ) is not bool:  # fmt: skip
                raise TypeError
            answers = [*map(asarray, fn(x, *rest, **kwargs))]
        except (TypeError, ValueError, AttributeError):
            return call(args, kwargs)  # says in torch's words what is wrong with the arguments
        outputs = []
        for a in answers:
            t = new(Tensor)
            t._array = a
            t._writes = new_writes() if ENTERED else [0]
            outputs.append(t)
        if differentiable and input._requires_grad and mode.grad:
            record(o, input, x, rest, kwargs, outputs, reads_input, read_outputs)
        return tuple_of(o.tuple_type, outputs)  # what a named tuple does itself, in one call less

    return wrapped


def takes_parts_wrapper(o):
    return o.outputs == "list" and o.positions == (0,) and o.joint is None and o.kind is None and not o.lists


def parts_wrapper(o, call):
    """The function users call for an op that takes a tensor apart: split, unbind, chunk."""
    fn, view, keywords, differentiable = o.fn, o.view, o.keywords, bool(o.formulas)

    def wrapped(*args, **kwargs):
        if not args or (kwargs and not keywords.issuperset(kwargs)):
            return call(args, kwargs)
        input = args[0]
        if not isinstance(input, Tensor):
            return call(args, kwargs)
        x = input._array
        if input._base is not None:
            input._refresh()
        try:
            parts = fn(x, *args[1:], **kwargs)
        except (TypeError, ValueError, AttributeError):
            return call(args, kwargs)
        outputs = [wrap(a) for a in parts]
        if differentiable and input._requires_grad and mode.grad and x.dtype in DIFFERENTIABLE:
            values = o.bind(args, kwargs)
            node = o.record(o.edges(values), values, [x, *values[1:]], outputs)
            for k, t in enumerate(outputs):
                t._requires_grad, t._node = True, Output(node, k)
        if view:
            mark_views(o, input, outputs)
        return tuple(outputs)

    return wrapped


def record(o, input, x, rest, kwargs, outputs, reads_input, read_outputs):
    node, constant, names = None, o.constant, o.outputs
    for k, t in enumerate(outputs):
        if t._array.dtype in DIFFERENTIABLE and names[k] not in constant:
            if node is None:
                node = new(o.node_class or o.make_node_class())
            t._requires_grad, t._node = True, Output(node, k)
    if node is None:
        return
    node.sequence = next_sequence()
    node.edges = (input._node or input,)
    node.metas = ((x.shape, x.dtype),)
    node.outputs = len(outputs)
    node.late = ([t._array for t in outputs], x, rest, kwargs)
    versions = [(input._writes, input._writes[0], o.params[0])] if reads_input else []
    node.versions = (*versions, *((outputs[k]._writes, 0, name) for k, name in read_outputs))
