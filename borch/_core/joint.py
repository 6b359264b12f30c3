"""The short cut for ops with one joint formula: linear, convolution, norms, attention.

An ordinary call has its arguments by position and tensors of dtypes that the numpy function takes as they are.
Everything else goes to `Op.call`.
"""

from operator import attrgetter, itemgetter

import numpy as np

from .mode import ENTERED, mode, new_writes
from .nodata import NoData
from .node import Output, next_sequence
from .tensor import Tensor, new, wrap

ndarray, asarray = np.ndarray, np.asarray


def joint_wrapper(o, call, alone=False):
    """The function users call for an op with a joint formula and one output, or several with names.

    That of several has an attribute `first`, which gives the first one alone: no tensors are made of the others. With
    `alone` it is that function.
    """
    fn, fast, ordinary = o.fn, o.fast, call
    total = o.positional if o.positional == len(o.params) else -1
    tensors_at, differentiable_at = o.positions, o.differentiable_at
    several = o.outputs is not None
    chosen = None if differentiable_at == tensors_at else [tensors_at.index(i) for i in differentiable_at]
    pick = pick_needs(o)
    read_at = [(name, o.params.index(name)) for name in o.saves_tensor[0] if not o.is_output(name)]
    read_outputs = [(name, output_index(o, name)) for name in o.saves_tensor[0] if o.is_output(name)]
    unseen = []
    if alone:  # what no tensor is made of, nobody writes to
        unseen = [(None, 0, name) for name, k in read_outputs if k]
        read_outputs = [(name, k) for name, k in read_outputs if not k]

    def first_of(args, kwargs):
        return ordinary(args, kwargs)[0]

    if alone:
        call = first_of

    def on_arrays(args):
        """What a formula asks for on the arrays of an ordinary backward pass."""
        for i in tensors_at:
            a = args[i]
            if several or (a is not None and (type(a) is not ndarray or (fast is not None and a.dtype not in fast))):
                return call(args, {})
        ans = fn(*args)
        return ans if type(ans) is ndarray else asarray(ans)

    def wrapped(*args, **kwargs):
        if kwargs or len(args) != total:
            return call(args, kwargs)
        raw = [*args]
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
        try:
            answers = fn(*raw)
            answers = [*map(asarray, answers if several else (answers,))]
        except NoData:
            return call(args, kwargs)
        if several and not alone:
            outputs = [wrap(a) for a in answers]
        else:
            out = new(Tensor)
            out._array = answers[0]
            out._writes = new_writes() if ENTERED else [0]
            outputs = (out,)
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
                node.saved = (pick((*raw, *answers)),)
                versions = [(t._writes, t._writes[0], name) for name, i in read_at if (t := args[i]) is not None]
                if read_outputs:
                    versions.extend([(outputs[k]._writes, 0, name) for name, k in read_outputs])
                node.versions = versions + unseen
                if several:
                    node.outputs = len(answers)
                    connect(node, outputs)
                else:
                    out._requires_grad, out._node = True, node
        return o.tuple_type(*outputs) if several and not alone else out

    if len(tensors_at) == 3 and chosen is None and (alone or not several) and not read_outputs:
        names = [name for name, _ in read_at]
        if names in ([*o.tensors], [*o.tensors[:2]]):
            return layer_wrapper(o, wrapped, pick, len(names) == 3, unseen)
    if several and not alone:
        wrapped.first = joint_wrapper(o, ordinary, True)
    return wrapped


def layer_wrapper(o, ordinary, pick, all_read, unseen):
    """What users call for an input with its weight and bias; `ordinary` does the same for three tensors of any kind.

    all_read  whether the formula reads the bias, too
    unseen    the versions of outputs that no tensor is made of
    """
    fn, fast = o.fn, o.fast
    total = o.positional if o.positional == len(o.params) else -1
    at0, at1, at2 = o.positions
    three, leading = itemgetter(at0, at1, at2), o.positions == (0, 1, 2)
    name0, name1, name2 = o.tensors
    several = len(o.outputs or ())

    def layer(*args, **kwargs):
        if kwargs or len(args) != total:
            return ordinary(*args, **kwargs)
        input, weight, bias = three(args)
        if not (isinstance(weight, Tensor) and isinstance(bias, Tensor) and isinstance(input, Tensor)):
            return ordinary(*args)
        x, w, b = input._array, weight._array, bias._array
        kind = x.dtype
        if not kind is w.dtype is b.dtype or (fast is not None and kind not in fast):
            return ordinary(*args)
        if input._base is not None:
            input._refresh()
        if weight._base is not None:
            weight._refresh()
        if bias._base is not None:
            bias._refresh()
        if leading:
            raw = [x, w, b, *args[3:]]
        else:
            raw = [*args]
            raw[at0], raw[at1], raw[at2] = x, w, b
        try:
            ans = fn(*raw)
            if several:
                raw += map(asarray, ans)
                ans = raw[total]
            else:
                if type(ans) is not ndarray:
                    ans = asarray(ans)
                raw.append(ans)
        except NoData:
            return ordinary(*args)
        out = new(Tensor)
        out._array = ans
        out._writes = new_writes() if ENTERED else [0]
        to_x, to_w, to_b = input._requires_grad, weight._requires_grad, bias._requires_grad
        if (to_x or to_w or to_b) and mode.grad:
            node = new(o.node_class or o.make_node_class())
            node.sequence = next_sequence()
            node.edges = [
                (input._node or input) if to_x else None,
                (weight._node or weight) if to_w else None,
                (bias._node or bias) if to_b else None,
            ]
            node.metas = [(x.shape, kind), (w.shape, kind), (b.shape, kind)]
            node.saved = (pick(raw),)
            seen, w_seen = input._writes, weight._writes
            versions = [(seen, seen[0], name0), (w_seen, w_seen[0], name1)]
            if all_read:
                versions.append((bias._writes, bias._writes[0], name2))
            node.versions = versions + unseen
            out._requires_grad = True
            if several:
                node.outputs = several
                out._node = Output(node, 0)
            else:
                out._node = node
        return out

    return layer


def connect(node, outputs):
    names, constant = node.op.outputs, node.op.constant
    for k, t in enumerate(outputs):
        if t._array.dtype.kind in "fc" and not (constant and names[k] in constant):
            t._requires_grad, t._node = True, Output(node, k)


def output_index(o, name):
    return o.outputs.index(name) if o.outputs is not None and name != "out" else 0


def pick_needs(o):
    """How the joint formula gets what it asks for out of (*arguments, *outputs), all as arrays."""
    places = []
    for name in o.needs[0]:
        if name in o.keywords:
            places.append(o.params.index(name))
        elif o.is_output(name):
            places.append(len(o.params) + output_index(o, name))
        else:
            base, _, fact = name.rpartition("_")
            places.append((o.params.index(base), fact))
    return picking(places)


def picking(places):
    """The function that picks values out of a sequence; of a place (k, "shape") that attribute of the k-th."""
    facts = [None if type(at) is int else attrgetter(at[1]) for at in places]
    if len(places) > 1 and not any(facts):
        return itemgetter(*places)
    if not places:
        return lambda values: ()
    if len(places) == 1:
        at, fact = places[0], facts[0]
        if fact is None:
            return lambda values: (values[at],)
        k = at[0]
        return lambda values: (fact(values[k]),)
    plan = [(at, None) if fact is None else (at[0], fact) for at, fact in zip(places, facts, strict=True)]
    return lambda values: [values[k] if fact is None else fact(values[k]) for k, fact in plan]
