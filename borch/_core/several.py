"""The short cut for ops that move elements of several tensors, or of a list of them: cat, where, gather, masked_fill.

An ordinary call has its arguments by position and a Tensor wherever one may stand. Everything else goes to `Op.call`.
"""

import numpy as np

from . import dtype as dtypes
from .mode import ENTERED, mode, new_writes
from .node import next_sequence
from .tensor import Tensor, new

ndarray, asarray = np.ndarray, np.asarray
DIFFERENTIABLE = dtypes.NUMPY_INEXACT | {dtypes.BFLOAT16}
PLAIN = (float, int, bool, complex)


def several_wrapper(o, call):
    """The function users call for an op of kind None or "same" with one output that is no view."""
    fn = o.fn
    most, least = o.positional, sum(p not in o.defaults for p in o.params)
    rest = tuple([o.defaults.get(p) for p in o.params])
    whole = o.positional == len(o.params)
    lists_at = tuple([i for i in o.positions if o.params[i] in o.lists])
    tensors_at = tuple([i for i in o.positions if i not in lists_at])
    first = o.positions[0]
    differentiable, pointwise = bool(o.differentiable), o.pointwise
    refused = () if o.kind is None else frozenset((dtypes.BFLOAT16,))  # which is to be widened

    settings = frozenset(p for i, p in enumerate(o.params[:most]) if i not in o.positions)

    def in_order(args, kwargs):
        """All arguments by position; too many where that cannot be."""
        following = o.params[len(args) : len(args) + len(kwargs)]
        return (*args, *map(kwargs.get, following)) if settings >= kwargs.keys() == set(following) else range(most + 1)

    def on_arrays(args, kwargs, values):
        """What a formula asks for on the arrays of an ordinary backward pass."""
        for i in tensors_at:
            a = values[i]
            if a is not None and (type(a) is not ndarray or a.dtype in refused):
                return call(args, kwargs)
        if o.refuse or o.kind is None:
            return call(args, kwargs)
        ans = fn(*values) if whole else fn(*values[:most])
        return ans if type(ans) is ndarray else asarray(ans)

    def wrapped(*args, **kwargs):
        values = in_order(args, kwargs) if kwargs else args
        given = len(values)
        if not least <= given <= most or o.check is not None:
            return call(args, kwargs)
        if given < len(rest):
            values = (*values, *rest[given:])
        raw = [*values]
        wanted = tensors = viewed = False
        for i in lists_at:
            if type(values[i]) not in (list, tuple):
                return call(args, kwargs)
            tensors, raw[i] = True, (arrays := [])
            for t in values[i]:
                if not isinstance(t, Tensor):
                    return call(args, kwargs)
                arrays.append(t._array)
                if t._base is not None:
                    t._refresh()
                if t._requires_grad:
                    wanted = True
        for i in tensors_at:
            t = values[i]
            if isinstance(t, Tensor):
                array = raw[i] = t._array
                if refused and array.dtype in refused:
                    return call(args, kwargs)
                tensors = True
                if t._base is not None:
                    viewed = True
                    t._refresh()
                if t._requires_grad:
                    wanted = True
            elif not tensors or not (t is rest[i] is None or (not o.strict and type(t) in PLAIN)):
                return call(args, kwargs) if lists_at else on_arrays(args, kwargs, values)
        if o.refuse and raw[first].dtype not in o.fast:
            return call(args, kwargs)
        try:
            ans = fn(*raw) if whole else fn(*raw[:most])  # what is by keyword alone has its default
            if type(ans) is not ndarray:
                ans = asarray(ans)
        except (TypeError, ValueError, AttributeError):
            return call(args, kwargs)  # says in torch's words what does not fit
        if pointwise and (viewed or not raw[first].flags.c_contiguous):
            ans = o.laid_out(ans, raw)
        out = new(Tensor)
        out._array = ans
        out._writes = new_writes() if ENTERED else [0]
        if wanted and mode.grad and differentiable and ans.dtype in DIFFERENTIABLE:
            edges = o.edges(values)
            if edges is not None:
                out._node = node_of(edges, values, raw, out)
                out._requires_grad = True
        return out

    readers = tuple(tuple(reader(o, name) for name in needs) for needs in o.needs)
    watched = tuple(tuple((o.params.index(n), n) for n in names if n in o.params) for names in o.saves_tensor)
    watches_out = any(o.is_output(n) for names in o.saves_tensor for n in names)
    one = o.joint is not None or bool(o.lists)  # one formula for all edges

    def node_of(edges, values, raw, out):
        if o.node_names or watches_out:
            return o.record(edges, values, raw, (out,))
        node = new(o.node_class or o.make_node_class())
        node.sequence = next_sequence()
        node.edges = edges
        node.metas = metas = []
        for i in o.differentiable_at:
            v = values[i]
            if type(v) in (list, tuple):
                metas.extend([(t._array.shape, t._array.dtype) for t in v])
            elif isinstance(v, Tensor):
                metas.append((v._array.shape, v._array.dtype))
            else:
                metas.append(((), dtypes.default.real.numpy))
        node.saved = [
            [read(raw) for read in reads] if one or edges[k] is not None else None for k, reads in enumerate(readers)
        ]
        versions = {}
        for k, names in enumerate(watched):
            if names and (one or edges[k] is not None):
                for i, name in names:
                    t = values[i]
                    versions[name] = (t._writes, t._writes[0], name) if isinstance(t, Tensor) else (None, 0, name)
        node.versions = tuple(versions.values())
        if out._array.dtype.kind == "V":
            node.half = out._array.dtype
        return node

    return wrapped


def reader(o, name):
    """The function that gets what a formula asks for by `name` out of the arguments of a call."""
    if name in o.params:
        i = o.params.index(name)
        return lambda raw: raw[i]
    base, _, what = name.rpartition("_")
    if base not in o.params:
        return lambda raw: None
    i, several = o.params.index(base), base in o.lists
    if what == "shape":
        return (lambda raw: [a.shape for a in raw[i]]) if several else (lambda raw: as_array(raw[i]).shape)
    return (lambda raw: [a.dtype for a in raw[i]]) if several else (lambda raw: as_array(raw[i]).dtype)


def as_array(value):
    return value if isinstance(value, ndarray) else np.asarray(value)
