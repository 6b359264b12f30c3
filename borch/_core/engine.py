"""The backward pass: walks recorded nodes from the newest to the oldest and hands gradients along their edges.

Ordinary passes run on arrays; under create_graph everything is a Tensor and the pass itself is recorded. Nodes run in
the reverse order of their recording, as torch's do, so that sums of gradients are added in the same order.
"""

from collections import Counter
from operator import attrgetter

import numpy as np

from .anomaly import anomaly
from .dtype import BFLOAT16, cast, narrow, widen
from .halves import FLOAT16
from .hooks import after_leaf, leaf_hooks, run_hooks_after, run_hooks_before
from .lift import lift, pull_half, widened
from .mode import ENTERED, mode, new_writes
from .nodata import NO_COPY, as_array, is_meta
from .node import Node, Output, recorded, settle
from .op import OPS, like, op, wrap
from .record import stand_in
from .tensor import Tensor, new
from .warn import warn_once

ndarray = np.ndarray


CYCLE = (
    "Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient which "
    "can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid this. If you have to use "
    "this function, make sure to reset the .grad fields of your parameters to None after use to break the cycle and avoid "
    "the leak."
)


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    """Adds the gradients of `tensors` to `grad` of the leaves (or of `inputs` alone): torch.autograd.backward.

    >>> import borch as torch
    >>> w = torch.ones(2, requires_grad=True)
    >>> torch.autograd.backward([w.sum(), (w * 2).sum()])
    >>> w.grad
    tensor([3., 3.])
    """
    tensors = (tensors,) if _is_single(tensors) else tuple(tensors)
    if inputs is not None:
        inputs = (inputs,) if _is_single(inputs) else tuple(inputs)
        if not inputs:
            raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    if grad_variables is not None and grad_tensors is None:
        grad_tensors = grad_variables
    if grad_tensors is None or isinstance(grad_tensors, Tensor):
        grad_tensors = (grad_tensors,)
        if len(tensors) != 1:
            grad_tensors = grad_tensors * len(tensors) if grad_tensors[0] is None else grad_tensors
    retain = create_graph if retain_graph is None else retain_graph
    if mode.transforms:
        raise RuntimeError(
            "backward() called inside a functorch transform. This is not supported, please use functorch.grad or "
            "functorch.vjp instead or call backward() outside of functorch transforms."
        )
    if create_graph:
        warn_once(CYCLE)
    if not all(isinstance(t, Tensor) for t in tensors):
        tensors = tuple(tensor_at(t, g) for t, g in zip(tensors, grad_tensors, strict=True))
    roots, grads = start(tensors, tuple(grad_tensors), create_graph)
    if inputs is None:
        run(roots, grads, retain, create_graph)
        return
    inputs = tuple(tensor_at(t) for t in inputs)
    for t in inputs:
        if not t.requires_grad:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    found = run(roots, grads, retain, create_graph, inputs)
    for t in inputs:
        g = found.get(key_of(t))
        if g is not None:
            accumulate(t, g, create_graph)


def grad(
    outputs,
    inputs,
    grad_outputs=None,
    retain_graph=None,
    create_graph=False,
    only_inputs=True,
    allow_unused=None,
    is_grads_batched=False,
    materialize_grads=False,
):
    """The gradients of `outputs` with respect to `inputs`, as a tuple of tensors: torch.autograd.grad.

    Raises RuntimeError when an input was not used, unless `allow_unused` (then None) or `materialize_grads` (zeros).

    >>> import borch as torch
    >>> x = torch.tensor(2.0, requires_grad=True)
    >>> torch.autograd.grad(x ** 3, x)
    (tensor(12.),)
    """
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False."
        )
    allow_unused = materialize_grads if allow_unused is None else allow_unused
    if isinstance(inputs, dict):
        found = grad(
            outputs, tuple(inputs.values()), grad_outputs, retain_graph, create_graph, only_inputs, allow_unused,
            is_grads_batched, materialize_grads,
        )  # fmt: skip
        return dict(zip(inputs, found, strict=True))
    outputs = (outputs,) if _is_single(outputs) else tuple(outputs)
    inputs = (inputs,) if _is_single(inputs) else tuple(inputs)
    if grad_outputs is None or isinstance(grad_outputs, Tensor):
        grad_outputs = (grad_outputs,) * (len(outputs) if grad_outputs is None else 1)
    edges = [k for k, t in enumerate(inputs) if not isinstance(t, Tensor)]
    if edges or not all(isinstance(t, Tensor) for t in outputs):
        outputs = tuple(tensor_at(t, g) for t, g in zip(outputs, grad_outputs, strict=True))
        inputs = tuple(tensor_at(t) for t in inputs)
    retain = create_graph if retain_graph is None else retain_graph
    if is_grads_batched:
        rows = range(grad_outputs[0].shape[0])
        parts = [
            grad(outputs, inputs, [None if g is None else g[k] for g in grad_outputs],
                 True, create_graph, allow_unused=allow_unused, materialize_grads=materialize_grads)
            for k in rows
        ]  # fmt: skip
        return tuple(None if p[0] is None else OPS["stack"](list(p)) for p in zip(*parts, strict=True))
    roots, grads = start(outputs, tuple(grad_outputs), create_graph)
    for t in inputs:
        if t._base is not None:
            t._look()
        if not t.requires_grad:
            raise RuntimeError("One of the differentiated Tensors does not require grad")
    found = run(roots, grads, retain, create_graph, inputs)
    results = []
    for k, t in enumerate(inputs):
        g = found.get(key_of(t))
        if g is None:
            if not allow_unused:
                raise RuntimeError(
                    f"The differentiated Tensor at index {k} appears to not have been used in the graph. Set "
                    "allow_unused=True if this is the desired behavior."
                )
            results.append(wrap(np.zeros(t._array.shape, t._array.dtype)) if materialize_grads else None)
        elif isinstance(g, Tensor):
            results.append(g)
        else:
            results.append(wrap(settle(g, g if k in edges else t._array)))
    return tuple(results)


def _is_single(value):
    return isinstance(value, Tensor) or hasattr(value, "output_nr")


def tensor_at(place, gradient=None):
    """The tensor at a GradientEdge, or one that stands for it; a tensor itself."""
    if isinstance(place, Tensor):
        return place
    if not hasattr(place, "node"):
        raise AssertionError("Expected output to be a torch.Tensor")
    if hasattr(place.node, "variable"):
        return place.node.variable
    t = new(Tensor)
    t._array = np.empty(0) if gradient is None else gradient._array
    t._writes = [0]
    t._requires_grad, t._node = True, Output(place.node, place.output_nr) if place.node.outputs > 1 else place.node
    return t


def start(tensors, grad_tensors, create_graph):
    """The edges to start from and their gradients; torch's errors for what cannot be started from."""
    if len(grad_tensors) < len(tensors):
        raise RuntimeError(f"got {len(tensors)} tensors and {len(grad_tensors)} gradients")
    grad_tensors = grad_tensors[: len(tensors)]
    roots, grads = [], []
    for i, (t, g) in enumerate(zip(tensors, grad_tensors, strict=True)):
        if not t.requires_grad or (t._base is not None and t.is_leaf and (t._rootless or not t._requires_grad)):
            raise RuntimeError(f"element {i} of tensors does not require grad and does not have a grad_fn")
        array = t._array
        if g is None:
            if array.size != 1:
                raise RuntimeError("grad can be implicitly created only for scalar outputs")
            if array.dtype.kind == "c":
                raise RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {t.dtype}")
            g = np.ones(array.shape, np.float32 if array.dtype == BFLOAT16 else array.dtype)
            if is_meta(array):
                g = wrap(array.like()) if create_graph else array.like(g.dtype)
            elif create_graph:
                g = wrap(cast(g, array.dtype))
        else:
            if not isinstance(g, Tensor):
                raise TypeError(f"gradients can be either Tensors or None, but got {type(g).__name__}")
            if g._array.shape != array.shape:
                raise RuntimeError(
                    f"Mismatch in shape: grad_output[{i}] has a shape of {g.shape} and output[{i}] has a shape of "
                    f"{t.shape}."
                )
            if g._array.dtype.kind == "c" and array.dtype.kind != "c":
                raise RuntimeError(
                    "For complex Tensors, both grad_output and output are required to have the same dtype. "
                    f"Mismatch in dtype: grad_output[{i}] has a dtype of {g.dtype} and output[{i}] has a dtype of {t.dtype}."
                )
            if not create_graph and is_meta(g._array):
                g = g._array.like(_wide(array))
            elif not create_graph:
                g = cast(
                    widen(g._array), widen(array[:0]).dtype if array.dtype == BFLOAT16 and array.ndim else _wide(array)
                )
        roots.append(t._node or t)
        grads.append(g)
    return roots, grads


def _wide(array):
    return np.dtype(np.float32) if array.dtype == BFLOAT16 else array.dtype


def key_of(tensor):
    """What gradients for a tensor are filed under: the tensor itself for a leaf, else (node, output index)."""
    node = tensor._node
    if node is None:
        return id(tensor)
    return (id(node.node), node.index) if isinstance(node, Output) else (id(node), 0)


def collect(roots):
    """All nodes below `roots`, newest first, and the ids of the leaves, once for each edge that leads to one."""
    seen, leaves, stack = {}, [], [roots]
    while stack:
        for e in stack.pop():
            if e is None:
                continue
            if not isinstance(e, Node):  # which is quicker to ask than whether it is a Tensor
                if type(e) is not Output:
                    leaves.append(e)
                    continue
                e = e.node
            if e not in seen:
                seen[e] = None
                stack.append(e.edges)
    return sorted(seen, key=_sequence, reverse=True), [*map(id, leaves)]


_sequence = attrgetter("sequence")


def needed_nodes(order, wanted):
    """Of `order`, the nodes through which a gradient for one of the `wanted` keys passes."""
    needed = set()
    for node in reversed(order):
        for e in node.edges:
            if e is None:
                continue
            if isinstance(e, Tensor):
                hit = id(e) in wanted
            else:
                target, index = (e.node, e.index) if type(e) is Output else (e, 0)
                hit = id(target) in needed or (id(target), index) in wanted
            if hit:
                needed.add(id(node))
                break
    return needed


def run(roots, root_grads, retain, create_graph, inputs=None):
    """One backward pass. With `inputs`, returns their gradients by key and adds to no leaf."""
    order, leaves = collect(roots)
    wanted = {key_of(t): t for t in inputs} if inputs is not None else None
    needed = needed_nodes(order, wanted) if wanted is not None else None
    state = _Pass(leaves, wanted, create_graph)
    before, mode.grad = mode.grad, create_graph
    outer, mode.partial = mode.partial, wanted is not None
    running.append((state, order, needed))
    try:
        for root, g in zip(roots, root_grads, strict=True):
            state.hand(root, g)
        if wanted is None and not create_graph and not anomaly.on and not any(map(is_meta, root_grads)):
            run_to_leaves(order, state, retain)
            order = ()
        for node in order:
            g = state.grads.pop(node, None)
            if g is None:
                state.skip(node)
                if not retain and (needed is None or id(node) in needed):
                    node.release()
                continue
            if node.hooks is not None:
                g = run_hooks_before(node, g, create_graph)
            if wanted is not None:
                state.capture(node, g)
                if id(node) not in needed:
                    continue
            pull(node, g, state, create_graph)
            if not retain:
                node.release()
        for callback in state.callbacks:
            callback()
    finally:
        mode.grad, mode.partial = before, outer
        running.pop()
    return state.found


def run_to_leaves(order, state, retain):
    """The commonest pass: on arrays, and to every leaf. What is special about a node or a leaf is left to the others."""
    arrived, each_once = state.grads, state.each_once
    for node in order:
        g = arrived.pop(node, None)
        if g is None:
            state.skip(node)
        elif (
            node.hooks is not None
            or node.half is not None
            or node.wants_tensors
            or (type(g) is ndarray and g.dtype is FLOAT16)
        ):
            if node.hooks is not None:
                g = run_hooks_before(node, g, False)
            pull(node, g, state, False)
        else:
            grads = node.pull(g)
            for e, ge in zip(node.edges, grads):  # noqa: B905  (of one length; to have that checked takes its time)
                if e is None:
                    continue
                if type(ge) is not ndarray:
                    if ge is None:
                        state.hand(e, None)
                        continue
                    ge = widen(ge._array) if isinstance(ge, Tensor) else np.asarray(ge)
                if isinstance(e, Node):
                    if e not in arrived and e.outputs == 1:
                        arrived[e] = ge
                    else:
                        state.hand(e, ge)
                elif type(e) is Output:
                    state.hand(e, ge)
                elif each_once and e._grad is None and e._hooks is None and e._requires_grad and not e._rootless:
                    leaf = e._array  # what `hand_leaf` would do, in the commonest case
                    e._grad = grad = new(Tensor)
                    dense = ge.dtype is leaf.dtype and leaf.flags.c_contiguous
                    grad._array = ge.copy() if dense else own_copy(ge, leaf)
                    grad._writes = new_writes() if ENTERED else [0]
                else:
                    state.hand_leaf(e, ge)
        if not retain:
            node.release()


# The passes that are under way: their state, all their nodes, and the ids of those that are pulled.
running: list[tuple] = []


def will_reach(tensor):
    """Whether the pass that is under way hands a gradient to `tensor`."""
    state, order, needed = running[-1]
    if state.wanted is not None:
        return key_of(tensor) in state.wanted or (tensor._node is not None and id(_node_of(tensor)) in needed)
    if tensor._node is None:
        return id(tensor) in state.leaves
    node = _node_of(tensor)
    return any(node is other for other in order)


def _node_of(tensor):
    node = tensor._node
    return node.node if isinstance(node, Output) else node


class _Pass:
    """Gradients on their way: by node, by leaf, and those that were asked for."""

    def __init__(self, leaves, wanted, create_graph):
        self.wanted, self.create_graph = wanted, create_graph
        self.grads, self.found, self.pending, self.callbacks = {}, {}, {}, []
        once = dict.fromkeys(leaves, 1)
        self.each_once = len(once) == len(leaves)
        self.leaves = once if self.each_once else Counter(leaves)  # how many edges have still to bring each something

    def hand(self, edge, g):
        """Adds a gradient to what has come along `edge` so far; a leaf whose last gradient it was is settled."""
        if type(edge) is Output:
            node, index = edge.node, edge.index
        elif isinstance(edge, Node):
            if edge.outputs == 1:
                if g is not None:
                    have = self.grads.get(edge)
                    self.grads[edge] = g if have is None else joined(have, g, edge.half)
                return
            node, index = edge, 0
        else:
            self.hand_leaf(edge, g)
            return
        if g is None:
            return
        slots = self.grads.get(node)
        if slots is None:
            slots = self.grads[node] = [None] * node.outputs
        slots[index] = g if slots[index] is None else joined(slots[index], g, node.half)

    def hand_leaf(self, leaf, g):
        if leaf._rootless:
            return
        key, pending = id(leaf), self.pending
        left = self.leaves[key] = self.leaves[key] - 1
        if not left and key not in pending and type(g) is ndarray and self.wanted is leaf._hooks is leaf._grad is None:
            if leaf._requires_grad:
                leaf._grad = wrap(own_copy(g, leaf._array))  # what follows would do, in the commonest case
            return
        if g is not None and key in pending:
            g = joined(pending[key], g, leaf._array.dtype)
        if left:
            if g is not None:
                pending[key] = g
            return
        have = pending.pop(key, None)
        g = have if g is None else g
        if g is not None:
            self.settle_leaf(leaf, g)

    def skip(self, node):
        for e in node.edges:
            if isinstance(e, Tensor):
                self.hand(e, None)

    def settle_leaf(self, leaf, g):
        if self.wanted is not None and id(leaf) not in self.wanted:
            return
        if leaf._hooks is not None:
            g = leaf_hooks(leaf, g, self.wanted is None)
        if self.wanted is None:
            if leaf._requires_grad:
                accumulate(leaf, g, self.create_graph)
        else:
            self.found[id(leaf)] = g

    def capture(self, node, g):
        several = node.outputs != 1 or isinstance(g, list)
        for index, part in enumerate(g if several else (g,)):
            if part is not None and (id(node), index) in self.wanted:
                self.found[(id(node), index)] = part


def joined(a, b, half):
    """The sum of two gradients, rounded to a half dtype; numpy's sum of two 0-dim arrays would be a number."""
    if type(a) is not ndarray and is_meta(a):
        return a
    total = a + b
    if isinstance(total, Tensor):
        return total
    narrowed = half is not None and half == BFLOAT16 and total.dtype == np.float32
    return widen(narrow(total)) if narrowed else np.asarray(total)


def pull_meta(node, g, create_graph):
    from .meta.backward import gradients

    half = node.half is not None and node.op is not None
    return gradients(node, g, pull_half if half and not create_graph else lambda node, g: node.pull(g))


def pull(node, g, state, create_graph):
    source = node
    meta = type(g) is not ndarray and (any(map(is_meta, g)) if isinstance(g, list) else is_meta(g))
    if create_graph:
        source = lift(node)
        if node.op is not None and node.op.fused:
            source, g = widened(source, g)
    elif node.wants_tensors and not meta:
        g = [None if x is None else wrap(x) for x in g] if isinstance(g, list) else wrap(g)
    half = node.half is not None or (type(g) is ndarray and g.dtype is FLOAT16)
    try:
        if meta:
            grads = pull_meta(node, g, create_graph)
        else:
            grads = pull_half(node, g) if half and not create_graph and node.op is not None else source.pull(g)
        if create_graph and node.op is not None and node.op.reads:
            grads = tied(node, grads)
    except RuntimeError as error:
        if anomaly.on:
            report_anomaly(node)
        raise error
    if node.hooks is not None:
        wanted = [None if e is None else x for e, x in zip(node.edges, grads, strict=True)]
        grads = run_hooks_after(node, wanted, g, create_graph)
    arrived = state.grads
    for e, ge in zip(node.edges, grads, strict=True):
        if e is None:
            continue
        if type(ge) is not ndarray and ge is not None and not create_graph:
            ge = widen(ge._array) if isinstance(ge, Tensor) else as_array(ge)
        if not isinstance(e, Node):
            if type(e) is Output:
                state.hand(e, ge)
            else:
                state.hand_leaf(e, ge)
        elif e.outputs == 1 and ge is not None and e not in arrived:
            arrived[e] = ge  # what `hand` would do, in the commonest case
        else:
            state.hand(e, ge)
    if anomaly.on:
        check_anomaly(node, grads)


def _tied_zeros(g, other_shape, other_dtype, zeros):
    return like(g, np.zeros(other_shape, other_dtype)) if zeros else None


@op(name="_tie", method=False, namespace=None, input=lambda g: g, other=_tied_zeros)
def _tie(input, other, zeros):
    return input.copy()


def tied(node, grads):
    """Gradients of a node whose formulas in torch read inputs that these do not depend on: tied to those inputs."""
    names, reads = node.op.differentiable, node.op.reads
    results = []
    for name, g in zip(names, grads, strict=True):
        free = isinstance(g, Tensor) and not g._requires_grad
        for read in (reads.get(name, ()) if isinstance(reads, dict) else reads) if free else ():
            k = names.index(read)
            if node.edges[k] is not None:
                form = (
                    node.metas[k] if node.metas else (g._array.shape, g._array.dtype)
                )  # an op of one tensor keeps none
                g = recorded("_tie")(g, stand_in(node.edges[k], form), node.op.joint is None)
        results.append(g)
    return results


def own_copy(g, like):
    """A copy of a gradient array in the dtype and the order of axes of the leaf that it is for."""
    if type(g) is not ndarray and is_meta(g):
        if not is_meta(like):
            raise NotImplementedError(NO_COPY)
        return like.like()
    if g.dtype is not like.dtype and g.dtype != like.dtype:
        g = settle(g, like)
    if like.flags.c_contiguous:
        return g.copy()
    out = np.empty_like(like)
    out[...] = g
    return out


def accumulate(leaf, g, create_graph):
    have = leaf._grad
    if isinstance(g, Tensor):
        if have is None:
            leaf._grad = OPS["_copy"](g) if g.grad_fn is not None else g.detach().clone()
        else:
            leaf._grad = have + g
    elif have is None:
        leaf._grad = wrap(own_copy(g, leaf._array))
    elif is_meta(have._array):
        have._writes[0] += 1
    elif have._array.dtype == BFLOAT16:
        have._array[...] = narrow(widen(have._array) + g)
        have._writes[0] += 1
    else:
        np.add(have._array, g, out=have._array, casting="unsafe")
        have._writes[0] += 1
    if leaf._hooks is not None:
        after_leaf(leaf, g)


# -------------------------------------------------------------------------------------------------------- anomaly mode
def report_anomaly(node):
    import warnings

    trace = node.metadata.get("traceback_")
    told = (
        "Traceback of forward call that caused the error:\n" + "".join(trace)
        if trace
        else "No forward pass information available. Enable detect anomaly during forward pass for more information."
    )
    warnings.warn(f"Error detected in {type(node).__name__}. {told}", UserWarning, stacklevel=4)


def check_anomaly(node, grads):
    if not anomaly.check_nan:
        return
    for k, g in enumerate(grads):
        array = g._array if isinstance(g, Tensor) else g
        if array is not None and array.dtype.kind in "fc" and np.isnan(array).any():
            report_anomaly(node)
            raise RuntimeError(f"Function '{type(node).__name__}' returned nan values in its {k}th output.")
