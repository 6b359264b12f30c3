"""Hooks of a backward pass: what programs registered on tensors, on nodes and on the places where leaves gather.

A hook is kept as (kind, output index, function). Of a node: "pre", "tensor", "retain", "post". Of a leaf: "tensor" for
its gradient in any pass; "pre" and "post" around the place where it is accumulated; "accumulated" for the leaf itself.
"""

from functools import wraps

import numpy as np

from .dtype import BFLOAT16, narrow, widen
from .node import settle
from .op import wrap
from .steps import ADDED, LINEAR, VIEWED, counted
from .tensor import Tensor


def as_tensor(g):
    return g if g is None or isinstance(g, Tensor) else wrap(g)


def unlike(result, g, fn):
    """The result of the hook `fn` in the form gradients have in this pass."""
    if not isinstance(result, Tensor):
        raise TypeError(f"expected Variable, but hook returned '{type(result).__name__}'")
    have, before = result._array, as_tensor(g)
    name = name_of(fn)
    if have.dtype != before._array.dtype and not _stands_for(before._array, have):
        raise RuntimeError(
            f"hook '{name}' has changed the type of value (was torch.{before.dtype.legacy}Tensor got "
            f"torch.{result.dtype.legacy}Tensor)"
        )
    if have.shape != before._array.shape:
        raise RuntimeError(f"hook '{name}' has changed the size of value")
    return result if isinstance(g, Tensor) else widen(have)


def name_of(fn):
    return getattr(fn, "__name__", type(fn).__name__)


def several_of(result, count, fn):
    """What a hook of a node gave, as a tuple of `count` gradients."""
    if isinstance(result, Tensor):
        result = (result,)
    if not isinstance(result, tuple):
        raise TypeError(f"expected tuple, but hook returned '{type(result).__name__}'")
    if len(result) != count:
        raise RuntimeError(
            f"hook '{name_of(fn)}' has returned an incorrect number of values (got {len(result)}, but expected {count})"
        )
    return result


def _stands_for(before, have):
    """Within a pass arrays of float32 stand for bfloat16 gradients."""
    return before.dtype == np.float32 and have.dtype == BFLOAT16


def leaf_hooks(leaf, g, accumulated):
    """The gradient of a leaf after its hooks; where it is accumulated, also those before the place where it is."""
    seen = as_tensor(g)  # each hook gets the very tensor that the one before it was given or gave back
    for kind, _, fn in list(leaf._hooks.values()):
        if kind == "tensor":
            result = fn(seen)
            if result is not None:
                g, seen = unlike(result, g, fn), result
    for kind, _, fn in list(leaf._hooks.values()) if accumulated else ():
        if kind == "pre":
            result = fn((seen,))
            if result is not None:
                (result,) = several_of(result, 1, fn)
                g, seen = unlike(result, g, fn), result
    return g


def after_leaf(leaf, g):
    """The hooks after the gradient `g` was added to that of a leaf."""
    seen = leaf
    for kind, _, fn in list(leaf._hooks.values()):
        if kind == "accumulated":
            result = fn(seen)
            if result is not None:
                seen = unlike(result, seen, fn)
    if seen is not leaf:
        raise RuntimeError("Tensor post accumulate grad hooks should return None.")
    for kind, _, fn in list(leaf._hooks.values()):
        if kind == "post":
            fn((), (as_tensor(g),))


def _is_of_node(hook):
    """Whether a hook comes after those of the node's outputs."""
    return hook[0] != "tensor"


def run_hooks_before(node, g, create_graph):
    several = isinstance(g, list)
    parts = list(g) if several else [g]
    seen = [as_tensor(p) for p in parts]
    for kind, index, fn in sorted(node.hooks.values(), key=_is_of_node):
        if kind == "pre":
            result = fn(tuple(seen))
            if result is not None:
                result = several_of(result, len(parts), fn)
                parts = [p if r is None else unlike(r, p, fn) for r, p in zip(result, parts, strict=True)]
                seen = [t if r is None else r for r, t in zip(result, seen, strict=True)]
        elif kind == "tensor" and parts[index] is not None:
            result = fn(seen[index])
            if result is not None:
                parts[index], seen[index] = unlike(result, parts[index], fn), result
    if node.op is not None and node.op.shown in VIEWED:
        parts = view_hooks(node, parts)
    for kind, index, fn in node.hooks.values():
        if kind == "retain" and parts[index] is not None and fn() is not None:
            tensor = fn()
            part = parts[index]
            part = part if isinstance(part, Tensor) else wrap(settle(part, tensor._array))
            tensor._grad = part if tensor._grad is None else tensor._grad + part
    return parts if several else parts[0]


def view_hooks(node, parts):
    """The hooks of a node that torch has as a view of a product's rows: the gradient goes in and comes out in two forms."""
    (g,) = parts
    for kind, _, fn in list(node.hooks.values()):
        if kind == "post":
            seen = as_tensor(g)
            shape = [seen.shape[-1] if n is None else n for n in VIEWED[node.op.shown]]
            result = fn((seen.reshape(shape),), (seen,))
            if result is not None:
                (result,) = several_of(result, 1, fn)
                g = g if result is None else unlike(result.reshape(seen.shape), g, fn)
    return [g]


def run_hooks_after(node, grads, g, create_graph):
    form = node.op.shown if node.op is not None else None
    if form in VIEWED:
        return grads
    if form in ADDED:
        return sum_hooks(node, grads, g, create_graph)
    to, back = LINEAR.get(form, (None, None))
    outputs = tuple(map(as_tensor, counted(node, g) if isinstance(g, list) else [g]))
    for kind, _, fn in list(node.hooks.values()):
        if kind == "post":
            seen = tuple(map(as_tensor, grads))
            seen = to(*seen) if to else seen
            result = fn(seen, outputs)
            if result is not None:
                result = several_of(result, len(seen), fn)
                result = back(*result) if back else result
                grads = [None if r is None else (r if create_graph else r._array) for r in result]
    return grads


def sum_hooks(node, grads, g, create_graph):
    """The hooks of a node that torch has as the sum of a product and a bias."""
    (*parts, to_bias), at_sum = grads, as_tensor(g)
    for kind, _, fn in list(node.hooks.values()):
        if kind == "post":
            product = None if node.edges[0] is node.edges[1] is None else as_tensor(g)
            result = fn((product, as_tensor(to_bias)), (at_sum,))
            if result is not None:
                of_product, to_bias = (x if x is None or create_graph else x._array for x in several_of(result, 2, fn))
                if of_product is None:
                    parts = [None, None]
                elif result[0] is not product:
                    from .lift import lift

                    g = of_product
                    *parts, _ = (lift(node) if create_graph else node).pull(g)
    return [*parts, to_bias]


def shown_as_bfloat16(hook):
    """A backward pass computes bfloat16 gradients in arrays of float32: the hook is shown what they stand for."""

    @wraps(hook, updated=())
    def narrowed(grad):
        return hook(grad if grad._array.dtype == BFLOAT16 else wrap(narrow(grad._array)))

    return narrowed
