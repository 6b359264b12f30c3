"""torch.fx: a module's or function's forward as a graph of its calls, which can be read, changed, and run.

The function runs once with proxies in place of its arguments, and what is called on them is noted. Nothing is compiled.
Source: https://docs.pytorch.org/docs/stable/fx.html
"""

from .graph import Graph
from .graph_module import GraphModule
from .interpreter import Interpreter, Transformer
from .node import Node, has_side_effect, map_arg
from .proxy import Proxy, TraceError
from .tracer import Tracer, symbolic_trace, wrap

__all__ = [
    "Graph", "GraphModule", "Interpreter", "Node", "Proxy", "TraceError", "Tracer", "Transformer", "has_side_effect",
    "map_arg", "symbolic_trace", "wrap",
]  # fmt: skip
