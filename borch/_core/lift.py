"""Nodes with Tensors for saved arrays: how a pass under create_graph records itself, and how one of a half dtype rounds."""

import numpy as np

from . import dtype as dtypes
from .dtype import BFLOAT16, narrow, widen
from .halves import FLOAT16, HALVES, in_float32
from .mode import mode
from .node import FREED, recorded
from .op import wrap
from .tensor import Tensor, new

ndarray = np.ndarray

# Ops without forward-mode differentiation in torch, and how it calls them.
NO_TANGENT = {
    "_cdist": "_cdist_forward", "_euclidean_dist": "_euclidean_dist", "cholesky": "cholesky", "geqrf": "geqrf",
    "_multi_margin": "multi_margin_loss", "_multilabel_margin": "multilabel_margin_loss_forward", "igamma": "igamma",
    "igammac": "igammac", "_OrmqrBackward0": "ormqr", "index_reduce": "index_reduce", "_unique2": "_unique2",
    "unique_dim": "unique_dim", "unique_consecutive": "unique_consecutive", "grid_sampler_3d": "grid_sampler_3d",
    "pdist": "_pdist_forward", "segment_reduce": "segment_reduce", "special_zeta": "special_zeta",
}  # fmt: skip


def refuse_tangent(node):
    """Raises torch's error for a node that has no tangent."""
    name = node.op.name
    if type(node).__name__ == "NotImplemented":
        name += "_ex" if name == "linalg_ldl_factor" else ""
        raise NotImplementedError(f"Trying to use forward AD with aten::{name} that does not support it.")
    if name in NO_TANGENT:
        raise NotImplementedError(
            f"Trying to use forward AD with {NO_TANGENT[name]} that does not support it because it has not been "
            "implemented yet.\nPlease file an issue to PyTorch at https://github.com/pytorch/pytorch/issues/new?"
            "template=feature-request.yml so that we can prioritize its implementation or submit a PR adding the "
            "implementation to derivatives.yaml"
        )


def lift(node):
    """The same node with Tensors for saved arrays, so that its formulas record themselves."""
    if mode.pushing and node.op is not None:
        refuse_tangent(node)
    own = getattr(node, "lifted", None)
    if own is not None and node.op is None:
        return own()
    if node.versions is FREED:
        raise RuntimeError(FREED)
    o, memo = node.op, {}

    def up(name, value):
        if not isinstance(value, ndarray):
            if isinstance(value, list) and name in o.lists:
                return [lift_element(node, k, v) for k, v in enumerate(value)]
            return value
        if name not in memo:
            memo[name] = o.lift(node, name, value)
        return memo[name]

    lifted = new(type(node))
    lifted.edges, lifted.metas, lifted.versions = node.edges, node.metas, node.versions
    lifted.outputs = node.outputs
    lifted.saved = [
        None if s is None else [up(n, v) for n, v in zip(needs, s, strict=True)]
        for needs, s in zip(o.needs, node.settled(), strict=True)
    ]
    lifted.original = node
    return lifted


def lift_element(node, k, value):
    edge = node.edges[k]
    if isinstance(edge, Tensor):
        return edge
    t = wrap(value)
    if edge is not None:
        t._requires_grad, t._node = True, edge
    return t


def widened(lifted, g):
    """A lifted node and its gradients; where these are of a half dtype, with tensors of float32 in their place."""
    gs = g if isinstance(g, list) else [g]
    if not any(is_half(x) for x in gs):
        return lifted, g

    def wide(t):
        return recorded("to_dtype")(t, dtypes.float32) if is_half(t) else t

    lifted.saved = [s and [wide(v) for v in s] for s in lifted.saved]
    return lifted, [wide(x) for x in gs] if isinstance(g, list) else wide(g)


def is_half(value):
    return isinstance(value, Tensor) and value._array.dtype in HALVES


def pull_half(node, g):
    """The gradients of a node whose output is float16 or bfloat16, rounded where torch rounds.

    That is at each step of a formula, but once where torch computes the whole of it in float32 (`op(fused=True)`).
    """
    several = isinstance(g, list)
    gs = g if several else [g]
    if not node.op.fused:
        narrowed = node.half is not None and node.half == BFLOAT16
        gs = [None if x is None else wrap(narrow(x) if narrowed and x.dtype == np.float32 else x) for x in gs]
        grads = lift(node).pull(gs if several else gs[0])
        return [widen(x._array) if isinstance(x, Tensor) else x for x in grads]
    saved = [s and [in_float32(v) for v in s] for s in node.settled()]
    wide = new(type(node))
    wide.__dict__.update(node.__dict__)
    wide.saved = saved
    grads = wide.pull([in_float32(x) for x in gs] if several else in_float32(g))
    if node.metas or all(x is None or x.dtype != FLOAT16 for x in gs):
        return grads
    return [x.astype(FLOAT16) if isinstance(x, ndarray) and x.dtype == np.float32 else x for x in grads]
