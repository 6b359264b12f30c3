"""`__torch_function__`: who among the arguments of a call answers for it, and the asking of them.

Nothing here runs until a program defines a subclass of Tensor or enters a TorchFunctionMode: then
`overrides.watch` puts `asking` before the public functions and Tensor's own methods and properties.
"""

import functools
import threading

from .naming import is_ours
from .tensor import Tensor

PLAIN = frozenset((int, float, complex, bool, str, type(None), Tensor))
GROUPS = (list, tuple)


class _State(threading.local):
    off = False  # subclasses of Tensor run as Tensors do
    modes: tuple = ()  # the modes that were entered, the innermost last
    dispatch_modes: tuple = ()  # the same of those that answer below autograd: see dispatch.py
    dispatching: list = []  # not empty once anything answers there  # noqa: RUF012


state = _State()
_answering: dict[type, bool] = {}
BEFORE: dict = {}  # a public function -> the one before it, that asks, once `overrides.watch` has put it there


class DisableTorchFunctionSubclass:
    """Inside, no subclass is asked by its `__torch_function__`.

    >>> import borch as torch
    >>> class Marked(torch.Tensor): pass
    >>> x = torch.zeros(1).as_subclass(Marked)
    >>> with torch._C.DisableTorchFunctionSubclass():
    ...     print(type(x + 1).__name__)
    Tensor
    """

    def __enter__(self):
        self._before, state.off = state.off, True

    def __exit__(self, *exc):
        state.off = self._before


class DisableTorchFunction(DisableTorchFunctionSubclass):
    """Inside, neither subclasses nor modes are asked.

    >>> import borch as torch
    >>> class Marked(torch.Tensor): pass
    >>> with torch._C.DisableTorchFunction():
    ...     print(type(torch.zeros(1).as_subclass(Marked) + 1).__name__)
    Tensor
    """

    def __enter__(self):
        super().__enter__()
        self._modes, state.modes = state.modes, ()

    def __exit__(self, *exc):
        state.modes = self._modes
        super().__exit__(*exc)


def disabled(func, types, args=(), kwargs=None):
    """Calls the function: a class whose `__torch_function__` this is takes part in ops as a Tensor does."""
    with DisableTorchFunctionSubclass():
        return func(*args, **(kwargs or {}))


def answers(cls):
    """Whether instances of the class are asked: its `__torch_function__` is its own, or that of a program's subclass."""
    known = _answering.get(cls)
    if known is None:
        hook = getattr(cls, "__torch_function__", None)
        known = hook is not None and hook is not disabled and cls is not Tensor
        if known and getattr(hook, "__func__", None) is _of_subclass:
            known = not is_ours(cls)
        _answering[cls] = known
    return known


def asked(args, kwargs):
    """The arguments that answer for a call, a subclass before the classes it comes from."""
    found = []
    for value in (*args, *kwargs.values()) if kwargs else args:
        kind = type(value)
        if kind in PLAIN:
            continue
        for v in value if kind in GROUPS else (value,):
            kind = type(v)
            if kind not in PLAIN and answers(kind) and all(kind is not type(f) for f in found):
                at = next((k for k, f in enumerate(found) if issubclass(kind, type(f))), len(found))
                found.insert(at, v)
    return found


def ask(func, name, found, args, kwargs):
    """The answer of the first that has one: the innermost mode, then the arguments."""
    types = tuple(type(f) for f in found)
    if state.modes:
        modes, state.modes = state.modes, state.modes[:-1]
        try:
            answer = modes[-1].__torch_function__(func, types, args, kwargs)
        finally:
            state.modes = modes
        if answer is not NotImplemented:
            return answer
    for f in () if state.off else found:
        answer = f.__torch_function__(func, types, args, kwargs)
        if answer is not NotImplemented:
            return answer
    lines = "".join(f"  - tensor subclass {t}\n" for t in types)
    raise TypeError(
        f"Multiple dispatch failed for '{name}'; all __torch_function__ handlers returned NotImplemented:\n\n{lines}\n"
        "For more information, try re-running with TORCH_LOGS=not_implemented"
    )


def asking(fn, name, public=None):
    """`fn` that asks first. `public` gives the function that is told to those who are asked, where it is not this one."""

    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        if not state.off or state.modes:
            found = asked(args, kwargs)
            if found and not state.off or state.modes:
                return ask(public() if public else wrapper, name, found, args, kwargs)
        if state.dispatching:
            from .dispatch import call

            return call(fn, name, args, kwargs)
        return fn(*args, **kwargs)

    wrapper.behind = fn
    return wrapper


def in_class(result, cls):
    """A result with its plain Tensors as instances of the class."""
    if cls is Tensor:
        return result
    if isinstance(result, Tensor):
        return result if isinstance(result, cls) else result.as_subclass(cls)
    if isinstance(result, GROUPS):
        parts = [in_class(r, cls) for r in result]
        return type(result)._make(parts) if hasattr(result, "_make") else type(result)(parts)
    return result


NOWRAP: set = set()


def _of_subclass(cls, func, types, args=(), kwargs=None):
    """What a subclass does unless it says otherwise: the op of Tensor, whose results become instances of the class."""
    if not all(issubclass(cls, t) for t in types):
        return NotImplemented
    with DisableTorchFunctionSubclass():
        result = func(*args, **(kwargs or {}))
        return result if func in NOWRAP else in_class(result, cls)


of_subclass = classmethod(_of_subclass)
setattr(Tensor, "__torch_function__", of_subclass)  # noqa: B010
