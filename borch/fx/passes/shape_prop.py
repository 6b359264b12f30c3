"""ShapeProp: runs a graph and notes what tensors its steps give.

>>> import borch as torch
>>> from borch.fx.passes.shape_prop import ShapeProp
>>> traced = torch.fx.symbolic_trace(lambda x: x.sum(0))
>>> _ = ShapeProp(traced).propagate(torch.ones(2, 3))
>>> [tuple(node.meta["tensor_meta"].shape) for node in traced.graph.nodes]
[(2, 3), (3,), (3,)]
"""

from typing import Any, NamedTuple

from ..._core.device import contiguous_format
from ..._core.tensor import Tensor
from ..interpreter import Interpreter
from ..node import map_aggregate

__all__ = ["ShapeProp", "TensorMetadata"]


class TensorMetadata(NamedTuple):
    """What is known of a tensor."""

    shape: Any
    dtype: Any
    requires_grad: bool
    stride: Any
    memory_format: Any
    is_quantized: bool
    qparams: dict


def _extract_tensor_metadata(result, include_contiguity=True):
    layout = contiguous_format if result.is_contiguous() else None
    return TensorMetadata(result.shape, result.dtype, result.requires_grad, result.stride(), layout, False, {})


class ShapeProp(Interpreter):
    """An interpreter that leaves `node.meta["tensor_meta"]` and `node.meta["type"]`."""

    def run_node(self, n):
        """The result of a step, which is noted."""
        result = super().run_node(n)
        found = []

        def note(value):
            if isinstance(value, Tensor):
                found.append(value)
                return _extract_tensor_metadata(value)
            return value

        meta = map_aggregate(result, note)
        if found:
            n.meta["tensor_meta"] = meta
        n.meta["type"] = type(result)
        return result

    def propagate(self, *args):
        """Runs the graph on the inputs."""
        return super().run(*args)
