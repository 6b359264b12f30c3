"""Tracer: runs a module's forward, or a function, on proxies and gives the graph of what was called."""

import functools
import inspect
from contextlib import ExitStack, contextmanager
from types import FunctionType

from .._core.asking import BEFORE
from .._core.bodies import bodies, put
from .._core.tensor import Tensor
from ..nn.modules.container import Sequential
from ..nn.modules.module import Module
from .graph import Graph
from .graph_module import GraphModule
from .node import _public_names
from .proxy import Proxy, TracerBase, has_proxy

METHODS = {"__truediv__": "div", "__mod__": "remainder"} | {  # a tensor's operators, by the names of methods
    f"__{name}__": name for name in ("add", "sub", "mul", "pow", "matmul", "eq", "ne", "lt", "gt", "le", "ge")
}
COMPILED = frozenset((  # of torch.nn.functional: these torch notes as they are called
    "adaptive_avg_pool1d", "avg_pool1d", "avg_pool2d", "avg_pool3d", "bilinear", "channel_shuffle", "conv1d", "conv2d",
    "conv3d", "conv_tbc", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "cosine_similarity", "gelu",
    "hardshrink", "linear", "logsigmoid", "native_channel_shuffle", "one_hot", "pairwise_distance", "pdist", "pixel_shuffle",
    "pixel_unshuffle", "prelu", "scaled_dot_product_attention", "softplus", "softshrink",
))  # fmt: skip
_wrapped = []  # (globals, name) of the functions that are noted as one call


def wrap(fn_or_name):
    """A decorator, or a call with a name at the top of a module, for a function that a trace notes and does not go into.

    >>> import borch as torch
    >>> @torch.fx.wrap
    ... def double(x):
    ...     return 2 * x
    >>> [node.op for node in torch.fx.symbolic_trace(lambda x: double(x)).graph.nodes]
    ['placeholder', 'call_function', 'output']
    """
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    if callable(fn_or_name):
        names, name = fn_or_name.__globals__, fn_or_name.__name__
    else:
        names, name = inspect.currentframe().f_back.f_globals, fn_or_name
    _wrapped.append((names, name))
    return fn_or_name


class Tracer(TracerBase):
    """Makes graphs; a subclass says by `is_leaf_module` which modules are noted as one call.

    >>> import borch as torch
    >>> graph = torch.fx.Tracer().trace(torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU()))
    >>> [(node.op, node.target) for node in graph.nodes]
    [('placeholder', 'input'), ('call_module', '0'), ('call_module', '1'), ('output', 'output')]
    """

    def __init__(self, autowrap_modules=(), autowrap_functions=(), param_shapes_constant=False):
        self.autowrap_functions = autowrap_functions

    def is_leaf_module(self, m, module_qualified_name):
        """Whether calls of the module are one node: for the library's own modules but Sequential."""
        return type(m).__module__.startswith(("torch.nn", "borch.nn")) and not isinstance(m, Sequential)

    def path_of_module(self, mod):
        """The module's path below the root."""
        for name, module in self.root.named_modules():
            if module is mod:
                return name
        raise NameError("module is not installed as a submodule")

    def call_module(self, m, forward, args, kwargs):
        """Notes the call of a leaf; goes into any other module."""
        path = self.path_of_module(m)
        if self.is_leaf_module(m, path):
            return self.create_proxy("call_module", path, args, kwargs)
        return forward(*args, **kwargs)

    def _leaf(self, a):
        if isinstance(a, Proxy):
            return a.node
        if isinstance(a, Tensor):
            for name, t in (*self.root.named_parameters(), *self.root.named_buffers()):
                if t is a:
                    return self.create_node("get_attr", name, (), {})
            k = 0
            while hasattr(self.root, f"_tensor_constant{k}"):
                k += 1
            setattr(self.root, f"_tensor_constant{k}", a)
            return self.create_node("get_attr", f"_tensor_constant{k}", (), {})
        return a

    def trace(self, root, concrete_args=None):
        """The graph of a module's forward or of a function; `concrete_args` gives arguments their values."""
        function = type(root).forward if isinstance(root, Module) else root
        self.root = root if isinstance(root, Module) else Module()
        self.graph = Graph(tracer_cls=type(self))
        args, kwargs = self._inputs(function, [self.root] if isinstance(root, Module) else [], concrete_args or {})
        with ExitStack() as stack:
            stack.enter_context(_modules_call(self))
            stack.enter_context(_functions_note(self))
            result = function(*args, **kwargs)
            self.create_node("output", "output", (self.create_arg(result),), {})
        return self.graph

    def _inputs(self, function, args, concrete):
        kwargs = {}
        for p in list(inspect.signature(function).parameters.values())[len(args) :]:
            star = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
            default = () if p.default is p.empty or star else (p.default,)
            kind = None if p.annotation is p.empty or isinstance(p.annotation, str) else p.annotation
            proxy = self.create_proxy("placeholder", star + p.name, default, {}, None, kind)
            value = concrete.get(p.name, proxy)
            if p.kind is p.KEYWORD_ONLY:
                kwargs[p.name] = value
            elif not star:
                args.append(value)
        return args, kwargs


@contextmanager
def _modules_call(tracer):
    call = Module.__call__

    def noted(self, *args, **kwargs):
        if not has_proxy(args) and not has_proxy(kwargs):
            return call(self, *args, **kwargs)
        return tracer.call_module(self, functools.partial(call, self), args, kwargs)

    Module.__call__ = noted
    try:
        yield
    finally:
        Module.__call__ = call


@contextmanager
def _functions_note(tracer):
    """While a trace runs, the library's functions, and those that are wrapped, note calls with proxies."""
    functions, undo = _library(), []

    def noting(function, target, method=None):
        def note(copy):
            def noted(*args, **kwargs):
                if not has_proxy(args) and not has_proxy(kwargs):
                    return copy(*args, **kwargs)
                if method is not None:
                    return tracer.create_proxy("call_method", METHODS.get(method, method), args, kwargs)
                return tracer.create_proxy("call_function", target, *_bound(function, copy, args, kwargs))

            return noted

        own, other = bodies(function, note)
        undo.append((function, own))
        return other

    try:
        for function, method in functions:
            put(function, noting(function, BEFORE.get(function, function), method))
        for names, name in [*_wrapped, *((f.__globals__, f.__name__) for f in tracer.autowrap_functions)]:
            target = names.get(name)
            if target is not None and not hasattr(target, "_noted"):
                undo.append((names, name, target))
                names[name] = _whole(tracer, target)
        yield
    finally:
        for entry in reversed(undo):
            if len(entry) == 2:
                put(*entry)
            else:
                names, name, target = entry
                names[name] = target


def _whole(tracer, target):
    @functools.wraps(target)
    def noted(*args, **kwargs):
        if has_proxy(args) or has_proxy(kwargs):
            return tracer.create_proxy("call_function", target, args, kwargs)
        return target(*args, **kwargs)

    noted._noted = True
    if isinstance(target, FunctionType):
        target._fx_wrapped = True
    return noted


@functools.cache
def _library():
    """(function, its name as a method or None) of all that can be called on a tensor."""
    found = {f: None for f in _public_names() if isinstance(f, FunctionType)}
    for name, method in vars(Tensor).items():
        if isinstance(method, FunctionType) and method not in found and name not in ("__init__", "__new__", "__repr__"):
            found[method] = name
    return list(found.items())


def _bound(target, copy, args, kwargs):
    """Arguments as torch's functions of nn.functional hand them on: options by keyword, with their defaults."""
    room, _, name = _public_names().get(target, "").rpartition(".")
    if room != "torch.nn.functional" or name in COMPILED:
        return args, kwargs
    try:
        signature = inspect.signature(target if hasattr(target, "__wrapped__") else copy)
        given = signature.bind(*args, **kwargs)
    except (TypeError, ValueError):
        return args, kwargs
    given.apply_defaults()
    plain = [
        p.name for p in signature.parameters.values() if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD
    ]
    if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in signature.parameters.values()):
        return args, kwargs
    return tuple(given.arguments[n] for n in plain), {n: v for n, v in given.arguments.items() if n not in plain}


def symbolic_trace(root, concrete_args=None):
    """A `GraphModule` that does what the module or function does, for control flow that does not hang on its inputs.

    >>> import borch as torch
    >>> traced = torch.fx.symbolic_trace(lambda x: torch.sin(x) + 1)
    >>> print(traced.code.strip())
    def forward(self, x):
        sin = torch.sin(x);  x = None
        add = sin + 1;  sin = None
        return add
    """
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    name = type(root).__name__ if isinstance(root, Module) else root.__name__
    return GraphModule(tracer.root, graph, name)
