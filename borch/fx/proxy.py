"""Proxy: stands for a value while a function is traced, and notes what is done with it."""

import dis
import operator
import sys

from .node import Node

__all__ = ["Attribute", "Proxy", "TraceError"]


class TraceError(ValueError):
    """What cannot be traced."""


class Proxy:
    """A value that is known only when the graph runs."""

    def __init__(self, node, tracer=None):
        self.node, self.tracer = node, tracer

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


def has_proxy(value):
    """Whether there is a proxy in the value, a structure of lists, tuples, dicts and slices."""
    if isinstance(value, (Proxy, Node)):
        return isinstance(value, Proxy)
    if isinstance(value, (list, tuple)):
        return any(has_proxy(v) for v in value)
    if isinstance(value, dict):
        return any(has_proxy(v) for v in value.values())
    if isinstance(value, slice):
        return has_proxy((value.start, value.stop, value.step))
    return False
