"""Interpreter: runs a graph step by step; Transformer: makes a new graph of one, step by step."""

from .graph import Graph
from .graph_module import GraphModule
from .node import map_arg
from .proxy import Proxy
from .tracer import Tracer

__all__ = ["Interpreter", "Transformer"]


class Interpreter:
    """Runs a graph; subclasses change what its steps do.

    >>> import borch as torch
    >>> class Loud(torch.fx.Interpreter):
    ...     def call_function(self, target, args, kwargs):
    ...         print(target.__name__)
    ...         return super().call_function(target, args, kwargs)
    >>> Loud(torch.fx.symbolic_trace(lambda x: torch.exp(x) * 2)).run(torch.zeros(1))
    exp
    mul
    tensor([2.])
    """

    def __init__(self, module, garbage_collect_values=True, graph=None):
        self.module, self.submodules = module, dict(module.named_modules())
        self.graph, self.env = module.graph if graph is None else graph, {}
        self.args_iter = iter(())

    def run(self, *args, initial_env=None, enable_io_processing=True):
        """The graph's result for the inputs."""
        self.env, self.args_iter = dict(initial_env or {}), iter(args)
        for node in self.graph.nodes:
            if node in self.env:
                continue
            self.env[node] = self.run_node(node)
            if node.op == "output":
                return self.env[node]
        return None

    def run_node(self, n):
        """The result of one step."""
        args, kwargs = self.fetch_args_kwargs_from_env(n)
        return getattr(self, n.op)(n.target, args, kwargs)

    def placeholder(self, target, args, kwargs):
        """The next input."""
        if target.startswith("*"):
            return list(self.args_iter)
        try:
            return next(self.args_iter)
        except StopIteration:
            if args:
                return args[0]
            raise RuntimeError(
                f"Expected positional argument for parameter {target}, but one was not passed in!"
            ) from None

    def get_attr(self, target, args, kwargs):
        """An attribute of the module."""
        return self.fetch_attr(target)

    def call_function(self, target, args, kwargs):
        """The result of a function."""
        return target(*args, **kwargs)

    def call_method(self, target, args, kwargs):
        """The result of a method of the first argument."""
        self_obj, *rest = args
        return getattr(self_obj, target)(*rest, **kwargs)

    def call_module(self, target, args, kwargs):
        """The result of a submodule."""
        return self.fetch_attr(target)(*args, **kwargs)

    def output(self, target, args, kwargs):
        """The result of the graph."""
        return args[0]

    def fetch_attr(self, target):
        """What stands at a path below the module."""
        found = self.module
        for k, part in enumerate(target.split(".")):
            if not hasattr(found, part):
                raise RuntimeError(f"Node referenced nonexistent target {'.'.join(target.split('.')[: k + 1])}")
            found = getattr(found, part)
        return found

    def fetch_args_kwargs_from_env(self, n):
        """The arguments of a step, with results in place of nodes."""
        return self.map_nodes_to_values(n.args, n), self.map_nodes_to_values(n.kwargs, n)

    def map_nodes_to_values(self, args, n):
        """The arguments with results in place of nodes."""
        return map_arg(args, lambda node: self.env[node])


class Transformer(Interpreter):
    """Makes a new `GraphModule`; subclasses change what becomes of its steps."""

    def __init__(self, module):
        super().__init__(module)
        self.new_graph = Graph()
        self.tracer = Tracer()
        self.tracer.graph, self.tracer.root = self.new_graph, module

    def placeholder(self, target, args, kwargs):
        """A new input."""
        return Proxy(self.new_graph.create_node("placeholder", target, args), self.tracer)

    def get_attr(self, target, args, kwargs):
        """The same attribute."""
        return self.tracer.create_proxy("get_attr", target, args, kwargs)

    def call_function(self, target, args, kwargs):
        """The same call."""
        return self.tracer.create_proxy("call_function", target, args, kwargs)

    def call_method(self, target, args, kwargs):
        """The same call."""
        return self.tracer.create_proxy("call_method", target, args, kwargs)

    def call_module(self, target, args, kwargs):
        """The same call."""
        return self.tracer.create_proxy("call_module", target, args, kwargs)

    def transform(self):
        """The new module."""
        result = super().run()
        if result is not None:
            self.new_graph.output(map_arg(self.tracer.create_arg(result), lambda n: n))
        return GraphModule(self.module, self.new_graph)
