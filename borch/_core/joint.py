"""The short cut for ops with one joint formula: linear, convolution, norms, attention.

An ordinary call has its arguments by position and tensors of dtypes that the numpy function takes as they are.
Everything else goes to `Op.call`.
"""

import numpy as np

from .mode import mode
from .node import Output, next_sequence
from .tensor import Tensor, new, wrap

ndarray = np.ndarray


def joint_wrapper(o, call):
    """The function users call for an op with a joint formula and one output, or several with names."""
    fn, fast = o.fn, o.fast
    total = o.positional if o.positional == len(o.params) else -1
    tensors_at, differentiable_at = o.positions, o.differentiable_at
    several = o.outputs is not None
    chosen = None if differentiable_at == tensors_at else [tensors_at.index(i) for i in differentiable_at]
    pick = pick_needs(o)
    read_at = [(name, o.params.index(name)) for name in o.saves_tensor[0] if not o.is_output(name)]
    read_outputs = [(name, output_index(o, name)) for name in o.saves_tensor[0] if o.is_output(name)]

    def on_arrays(args):
        """What a formula asks for on the arrays of an ordinary backward pass."""
        for i in tensors_at:
            a = args[i]
            if several or (a is not None and (type(a) is not ndarray or (fast is not None and a.dtype not in fast))):
                return call(args, {})
        ans = fn(*args)
        return ans if type(ans) is ndarray else np.asarray(ans)

    def wrapped(*args, **kwargs):
        if kwargs or len(args) != total:
            return call(args, kwargs)
        raw = list(args)
        wanted = tensors = False
        for i in tensors_at:
            t = args[i]
            if t is None:
                continue
            if not isinstance(t, Tensor):
                return on_arrays(args)
            array = raw[i] = t._array
            if fast is not None and array.dtype not in fast:
                return call(args, kwargs)
            tensors = True
            if t._base is not None:
                t._refresh()
            if t._requires_grad:
                wanted = True
        if not tensors:
            return call(args, kwargs)
        answers = fn(*raw)
        outputs = [wrap(a) for a in answers] if several else (wrap(answers),)
        if wanted and mode.grad:
            edges = [t._node or t if (t := args[i]) is not None and t._requires_grad else None for i in tensors_at]
            metas = [(a.shape, a.dtype) if (a := raw[i]) is not None else None for i in tensors_at]
            if chosen is not None:
                edges, metas = [edges[k] for k in chosen], [metas[k] for k in chosen]
            if chosen is None or any(e is not None for e in edges):
                node = new(o.node_class or o.make_node_class())
                node.sequence = next_sequence()
                node.edges = edges
                node.metas = metas
                node.saved = (pick(args, raw, outputs),)
                versions = []
                for name, i in read_at:
                    t = args[i]
                    if t is not None:
                        versions.append((t._writes, t._writes[0], name))
                for name, k in read_outputs:
                    versions.append((outputs[k]._writes, 0, name))
                node.versions = versions
                if several:
                    connect(node, outputs)
                else:
                    outputs[0]._requires_grad, outputs[0]._node = True, node
        return o.tuple_type(*outputs) if several else outputs[0]

    return wrapped


def connect(node, outputs):
    node.outputs = len(outputs)
    names, constant = node.op.outputs, node.op.constant
    for k, t in enumerate(outputs):
        if t._array.dtype.kind in "fc" and not (constant and names[k] in constant):
            t._requires_grad, t._node = True, Output(node, k)


def output_index(o, name):
    return o.outputs.index(name) if o.outputs is not None and name != "out" else 0


def pick_needs(o):
    """How the joint formula gets what it asks for out of (arguments, arrays, outputs)."""
    plan = []
    for name in o.needs[0]:
        if name in o.keywords:
            plan.append((0, o.params.index(name)))
        elif o.is_output(name):
            plan.append((1, output_index(o, name)))
        else:
            base, _, what = name.rpartition("_")
            plan.append((2 if what == "shape" else 3, o.params.index(base)))
    if all(kind == 0 for kind, _ in plan):
        at = [i for _, i in plan]
        return lambda args, raw, outputs: [raw[i] for i in at]

    def pick(args, raw, outputs):
        saved = []
        for kind, i in plan:
            if kind == 0:
                saved.append(raw[i])
            elif kind == 1:
                saved.append(outputs[i]._array)
            else:
                saved.append(raw[i].shape if kind == 2 else raw[i].dtype)
        return saved

    return pick
