"""Proxy: stands for a value while a function is traced, and notes what is done with it."""

import dis
import importlib
import operator
import sys

from .node import map_aggregate

__all__ = ["Attribute", "GraphAppendingTracer", "Proxy", "TraceError", "TracerBase"]


class TraceError(ValueError):
    """What cannot be traced."""


class TracerBase:
    """What proxies note on: `graph`, to which a node is added for each call."""

    def proxy(self, node):
        """The proxy of a node."""
        return Proxy(node, self)

    def create_arg(self, a):
        """An argument as a graph holds it: nodes for proxies."""
        return map_aggregate(a, self._leaf)

    def _leaf(self, a):
        return a.node if isinstance(a, Proxy) else a

    def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
        """Adds a node to the graph."""
        return self.graph.create_node(kind, target, args, kwargs, name, type_expr)

    def create_proxy(self, kind, target, args, kwargs, name=None, type_expr=None, proxy_factory_fn=None):
        """Adds a node, and gives its proxy."""
        node = self.create_node(kind, target, self.create_arg(args), self.create_arg(kwargs), name, type_expr)
        return self.proxy(node)


class GraphAppendingTracer(TracerBase):
    """Adds to a graph what is called on its proxies, outside of any trace.

    >>> import borch as torch
    >>> graph = torch.fx.Graph()
    >>> x = torch.fx.Proxy(graph.placeholder("x"), torch.fx.proxy.GraphAppendingTracer(graph))
    >>> y = torch.sin(x) + 1
    >>> [node.name for node in graph.nodes]
    ['x', 'sin', 'add']
    """

    def __init__(self, graph):
        self.graph = graph
        importlib.import_module("borch.overrides").watch()


class Proxy:
    """A value that is known only when the graph runs."""

    def __new__(cls, node=None, tracer=None, *args, **kwargs):
        """Outside of any trace, one that answers for torch's functions itself."""
        appends = cls is Proxy and (tracer is None or isinstance(tracer, GraphAppendingTracer))
        return super().__new__(_Answering if appends else cls)

    def __init__(self, node, tracer=None):
        self.node, self.tracer = node, GraphAppendingTracer(node.graph) if tracer is None else tracer

    def __repr__(self):
        return f"Proxy({self.node.name})"

    def __getattr__(self, name):
        if name.startswith("__") or name in ("node", "tracer"):
            raise AttributeError(name)
        return Attribute(self, name)

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", "__call__", (self, *args), kwargs)

    def __iter__(self):
        frame = sys._getframe(1)
        step = next((i for i in dis.get_instructions(frame.f_code) if i.offset == frame.f_lasti), None)
        if step is not None and step.opname == "UNPACK_SEQUENCE":
            return iter([self[k] for k in range(step.argval)])
        raise TraceError(
            "Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or as a *args or "
            "**kwargs function argument. See the torch.fx docs on pytorch.org for a more detailed explanation of what types "
            "of control flow can be traced, and check out the Proxy docstring for help troubleshooting Proxy iteration errors"
        )

    def __bool__(self):
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    def __len__(self):
        raise RuntimeError(
            "'len' is not supported in symbolic tracing by default. If you want this call to be recorded, please call "
            "torch.fx.wrap('len') at module scope"
        )

    def __contains__(self, item):
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    def keys(self):
        """The keys of a value that is a dict, when the graph runs."""
        return Attribute(self, "keys")()

    __hash__ = object.__hash__


class Attribute(Proxy):
    """An attribute of a value: noted when it is used as a value, or as a method when it is called."""

    def __init__(self, root, attr):
        self.root, self.attr, self.tracer, self._node = root, attr, root.tracer, None

    @property
    def node(self):
        """The node, made when it is first asked for."""
        if self._node is None:
            self._node = self.tracer.create_proxy("call_function", getattr, (self.root, self.attr), {}).node
        return self._node

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", self.attr, (self.root, *args), kwargs)


class _Answers:
    """What notes calls by `__torch_function__`: while a Tracer runs, the functions themselves note them."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        """Notes the call of one of torch's functions or of a method of Tensor."""
        kwargs = kwargs or {}
        tracers = {id(p.tracer): p.tracer for p in proxies((args, kwargs))}
        if len(tracers) > 1:
            raise RuntimeError(
                f"Found multiple different tracers {list(tracers.values())} while trying to trace operations {func}"
            )
        (tracer,) = tracers.values()
        method = importlib.import_module("borch.overrides").is_tensor_method_or_property(func)
        kind, target = ("call_method", func.__name__) if method else ("call_function", func)
        return tracer.create_proxy(kind, target, args, kwargs)


class _Answering(_Answers, Proxy):
    def __getattr__(self, name):
        found = super().__getattr__(name)
        found.__class__ = _AnsweringAttribute
        return found


class _AnsweringAttribute(_Answers, Attribute):
    pass


def _noting(target, reflected=False):
    def noted(self, *others):
        args = (*others, self) if reflected else (self, *others)
        return self.tracer.create_proxy("call_function", target, args, {})

    return noted


for _name in (
    "add", "sub", "mul", "floordiv", "truediv", "mod", "pow", "lshift", "rshift", "and_", "or_", "xor", "matmul", "eq",
    "ne", "lt", "gt", "le", "ge", "getitem", "neg", "invert", "pos", "abs",
):  # fmt: skip
    setattr(Proxy, f"__{_name.strip('_')}__", _noting(getattr(operator, _name)))
for _name in (
    "add",
    "sub",
    "mul",
    "floordiv",
    "truediv",
    "mod",
    "pow",
    "lshift",
    "rshift",
    "and_",
    "or_",
    "xor",
    "matmul",
):
    setattr(Proxy, f"__r{_name.strip('_')}__", _noting(getattr(operator, _name), reflected=True))


def proxies(value):
    """The proxies in a value, a structure of lists, tuples, dicts and slices."""
    if isinstance(value, Proxy):
        yield value
    elif isinstance(value, (list, tuple)):
        for v in value:
            yield from proxies(v)
    elif isinstance(value, dict):
        yield from proxies(tuple(value.values()))
    elif isinstance(value, slice):
        yield from proxies((value.start, value.stop, value.step))


def has_proxy(value):
    """Whether there is a proxy in the value."""
    return next(proxies(value), None) is not None
