"""Switching the recording off and on: no_grad, enable_grad, set_grad_enabled, inference_mode.

Source: https://docs.pytorch.org/docs/stable/torch.html#locally-disabling-gradient-computation
"""

import functools
import inspect
import sys
import warnings

from .._core.mode import ENTERED, mode
from .._core.op import function


class _Switch:
    """A context manager that also decorates functions, generators and classes' methods."""

    def __call__(self, fn):
        if isinstance(fn, type):
            warnings.warn(
                "Decorating classes is deprecated and will be disabled in future versions. You should only decorate "
                "functions or methods. To preserve the current behavior of class decoration, you can directly decorate the "
                "`__init__` method and nothing else.",
                FutureWarning,
                stacklevel=2,
            )
        if inspect.isgeneratorfunction(fn):

            @functools.wraps(fn)
            def generator(*args, **kwargs):
                iterator = fn(*args, **kwargs)
                sent = None
                while True:
                    with self.again():
                        try:
                            item = iterator.send(sent)
                        except StopIteration as stop:
                            return stop.value
                    sent = yield item

            return generator

        @functools.wraps(fn)
        def decorated(*args, **kwargs):
            with self.again():
                return fn(*args, **kwargs)

        return decorated

    def again(self):
        return type(self)()


_REVERSE = (
    "no_grad inside of forward mode with a reverse transform (grad, vjp, jacrev, hessian) around it or in it is not "
    "implemented in borch: tangents come from the graph that is recorded"
)


def _is_of_program(frame):
    """Whether it is a program that switches recording off, and not the library for what it does itself."""
    owner = frame.f_globals.get("__name__", "")
    if owner == __name__:  # a function that was decorated
        owner = getattr(frame.f_locals.get("fn"), "__module__", None) or ""
    return owner.partition(".")[0] != "borch"


def _off(depth=2):
    """What `mode.grad` is where recording is switched off: on as long as tangents are carried, which come from the graph."""
    if (mode.dual is None and not mode.transforms) or not _is_of_program(sys._getframe(depth)):
        return False
    for level in mode.transforms:
        if level.kind == "jacfwd":
            level.own_jvp = True  # it is computed anew, forward
    if mode.dual is None:
        return False
    if any(level.kind not in ("jvp", "jacfwd", "vmap") for level in mode.transforms):
        raise NotImplementedError(_REVERSE)
    mode.dual.off = mode.dual.was_off = True
    return True


class no_grad(_Switch):
    """Nothing is recorded inside; as a context manager or a decorator.

    >>> import borch as torch
    >>> x = torch.ones(2, requires_grad=True)
    >>> with torch.no_grad():
    ...     y = x * 2
    >>> y.requires_grad
    False
    """

    def __new__(cls, orig_func=None):
        self = object.__new__(cls)
        return self if orig_func is None else self(orig_func)

    def __enter__(self):
        self._before = mode.grad
        self._dual = mode.dual
        if self._dual is not None:
            self._was_off = self._dual.off
        mode.grad = _off()

    def __exit__(self, *exc):
        mode.grad = self._before
        if self._dual is not None:
            self._dual.off = self._was_off


class enable_grad(_Switch):
    """Recording is on inside, also within `no_grad`; as a context manager or a decorator.

    >>> import borch as torch
    >>> x = torch.ones(2, requires_grad=True)
    >>> with torch.no_grad(), torch.enable_grad():
    ...     y = x * 2
    >>> y.requires_grad
    True
    """

    def __new__(cls, orig_func=None):
        self = object.__new__(cls)
        return self if orig_func is None else self(orig_func)

    def __enter__(self):
        self._before, mode.grad = mode.grad, True

    def __exit__(self, *exc):
        mode.grad = self._before


class set_grad_enabled(_Switch):
    """Switches recording to `mode` at once; as a context manager it switches back at the end.

    >>> import borch as torch
    >>> with torch.set_grad_enabled(False):
    ...     print(torch.is_grad_enabled())
    False
    """

    def __init__(self, mode):
        self.mode = bool(mode)
        self._before = _switch(self.mode or _off())

    def __call__(self, fn):
        mode.grad = self._before
        return super().__call__(fn)

    def again(self):
        return type(self)(self.mode)

    def __repr__(self):
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self.mode})"

    def __enter__(self):
        mode.grad = self.mode or _off()

    def __exit__(self, *exc):
        mode.grad = self._before
        if mode.dual is not None:
            mode.dual.off = False


def _switch(on):
    before, mode.grad = mode.grad, on
    return before


class inference_mode(_Switch):
    """As `no_grad`; results are marked as inference tensors (`Tensor.is_inference`).

    >>> import borch as torch
    >>> with torch.inference_mode():
    ...     print(torch.is_inference_mode_enabled())
    True
    """

    def __new__(cls, mode=True):
        self = object.__new__(cls)
        if callable(mode):
            self.mode = True
            return self(mode)
        self.mode = mode
        return self

    def again(self):
        return type(self)(self.mode)

    def __enter__(self):
        self._before = mode.grad, mode.inference
        if self.mode and not ENTERED:
            ENTERED.append(True)
        mode.grad, mode.inference = (False, True) if self.mode else (True, False)

    def __exit__(self, *exc):
        mode.grad, mode.inference = self._before


class set_multithreading_enabled(_Switch):
    """Accepted for torch's sake: the backward pass here has one thread.

    >>> import borch as torch
    >>> with torch.autograd.set_multithreading_enabled(True):
    ...     print(torch.autograd.is_multithreading_enabled())
    True
    """

    def __init__(self, mode):
        self.mode = mode

    def again(self):
        return type(self)(self.mode)

    def __enter__(self):
        return None

    def __exit__(self, *exc):
        return None


@function(method=False)
def is_grad_enabled():
    """Whether ops are recorded now.

    >>> import borch as torch
    >>> torch.is_grad_enabled()
    True
    """
    return mode.grad and not (mode.dual is not None and mode.dual.off)


@function(method=False)
def is_inference_mode_enabled():
    """Whether inference mode is on now.

    >>> import borch as torch
    >>> torch.is_inference_mode_enabled()
    False
    """
    return mode.inference
