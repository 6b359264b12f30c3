"""torch.jit: functions and modules run as they are. Scripting and tracing give back what they were given.

Nothing is compiled, saved or read: `save` and `load` refuse.
Source: https://docs.pytorch.org/docs/stable/jit.html
"""

import contextlib
import sys
from typing import Final

from ..absent import REASONS, Refusal
from ..futures import Future

__all__ = [
    "Attribute", "Final", "annotate", "enable_onednn_fusion", "export", "freeze", "ignore", "interface",
    "is_scripting", "is_tracing", "isinstance", "load", "onednn_fusion_enabled", "optimize_for_inference",
    "optimized_execution", "save", "script", "script_if_tracing", "script_method", "set_fusion_strategy", "trace",
    "trace_module", "unused", "ScriptModule", "ScriptFunction", "TracerWarning",
]  # fmt: skip

save = Refusal("torch.jit.save", REASONS["JIT"])
load = Refusal("torch.jit.load", REASONS["JIT"])


def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    """`obj` itself: a function, a module or a class runs as it is.

    >>> import borch as torch
    >>> @torch.jit.script
    ... def double(x):
    ...     return x * 2
    >>> double(torch.ones(2))
    tensor([2., 2.])
    """
    return obj


def trace(func, example_inputs=None, *args, **kwargs):
    """`func` itself, after it was run on the example inputs as torch does."""
    if example_inputs is not None:
        func(*example_inputs) if builtin_isinstance(example_inputs, tuple) else func(example_inputs)
    return func


def trace_module(mod, inputs, *args, **kwargs):
    """`mod` itself, after its methods were run on their example inputs as torch does."""
    for name, example in inputs.items():
        method = getattr(mod, name)
        method(*example) if builtin_isinstance(example, tuple) else method(example)
    return mod


def fork(func, *args, **kwargs):
    """A `torch.futures.Future` of `func(*args, **kwargs)`, which is run at once; `wait` gives the result.

    >>> import borch as torch
    >>> torch.jit.wait(torch.jit.fork(torch.neg, torch.ones(2)))
    tensor([-1., -1.])
    """
    future = Future()
    try:
        future.set_result(func(*args, **kwargs))
    except Exception as error:
        future.set_exception(error)
    return future


def wait(future):
    """The result of what `fork` has begun; its exception is raised.

    >>> import borch as torch
    >>> future = torch.jit.fork(torch.add, torch.ones(2), 1)
    >>> torch.jit.wait(future)
    tensor([2., 2.])
    """
    return future.wait()


def script_method(fn):
    """`fn` itself."""
    return fn


def _overload(func):
    """`func` itself."""
    return func


_overload_method = _overload


def script_if_tracing(fn):
    """`fn` itself."""
    return fn


_script_if_tracing = script_if_tracing


class Error(RuntimeError):
    """What torch raises for a fault inside a script; never here."""


def export(fn):
    """`fn` itself."""
    return fn


def unused(fn):
    """`fn` itself."""
    return fn


def interface(obj):
    """`obj` itself."""
    return obj


def ignore(drop=False, **kwargs):
    """The function itself, whether used as `@ignore` or as `@ignore(...)`."""
    return drop if callable(drop) else lambda fn: fn


def freeze(mod, preserved_attrs=None, optimize_numerics=True):
    """`mod` itself."""
    return mod


def optimize_for_inference(mod, other_methods=None):
    """`mod` itself."""
    return mod


def is_scripting():
    """False: nothing is ever scripted."""
    return False


def is_tracing():
    """False: nothing is ever traced."""
    return False


def annotate(the_type, the_value):
    """`the_value` itself."""
    return the_value


def Attribute(value, type):
    """`value` itself."""
    return value


builtin_isinstance = isinstance


def isinstance(obj, target_type):
    """Whether `obj` is of the type; of `List[int]` and the like the outer type is asked for."""
    types = target_type if builtin_isinstance(target_type, tuple) else (target_type,)
    return builtin_isinstance(obj, tuple(getattr(t, "__origin__", t) for t in types))


@contextlib.contextmanager
def optimized_execution(should_optimize):
    """A context that changes nothing."""
    yield


def set_fusion_strategy(strategy):
    """The strategy torch begins with; nothing is fused."""
    return [("STATIC", 2), ("DYNAMIC", 10)]


def enable_onednn_fusion(enabled):
    """Does nothing."""


def onednn_fusion_enabled():
    """False."""
    return False


class TracerWarning(Warning):
    """What torch warns with while it traces; never given here."""


class ScriptFunction:
    """What torch.jit.script makes of a function; here nothing is one."""


def __getattr__(name):
    if name in ("ScriptModule", "RecursiveScriptModule", "TracedModule", "TopLevelTracedModule"):
        from ..nn import Module

        made = type(name, (Module,), {"__doc__": "A module that is run as it is.", "__module__": __name__})
        setattr(sys.modules[__name__], name, made)
        return made
    raise AttributeError(f"module 'torch.jit' has no attribute '{name}'")
