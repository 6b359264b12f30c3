"""Looking at the graph: gradient edges, hooks on nodes, and the classes of nodes.

Source: https://docs.pytorch.org/docs/stable/autograd.html#autograd-graph
"""

from typing import NamedTuple

from .._core.node import AccumulateGrad, Node, next_function

__all__ = ["GradientEdge", "Node", "get_gradient_edge", "increment_version"]


class GradientEdge(NamedTuple):
    """Where a gradient enters the graph: a node and the number of its output."""

    node: Node
    output_nr: int
    ownership_token: object = None


def get_gradient_edge(tensor):
    """The edge along which `tensor`'s gradient flows; RuntimeError when it requires none."""
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    if tensor.grad_fn is None:
        return GradientEdge(AccumulateGrad(tensor), 0)
    return GradientEdge(*next_function(tensor._node))


def increment_version(tensor):
    """Tells autograd that a tensor's memory was changed behind its back."""
    for t in (tensor,) if not isinstance(tensor, (list, tuple)) else tensor:
        t._version[0] += 1
