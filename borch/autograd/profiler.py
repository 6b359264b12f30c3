"""torch.autograd.profiler: which ops ran, how often, and how long, under the names of borch's ops.

The functions of the ops are exchanged for ones that look at the clock while a profiler runs, and only then.
Source: https://docs.pytorch.org/docs/stable/autograd.html#profiler
"""

import functools
import time

import numpy as np

from .._core.places import recordables
from ..absent import REASONS
from .profiler_util import EventList, FunctionEvent

__all__ = ["emit_itt", "emit_nvtx", "profile", "record_function"]


class Session:
    """One stretch of noting. At most one runs at a time: a profiler within another one notes for itself."""

    running: list["Session"] = []

    def __init__(self):
        self.events, self.open, self.undo = EventList(), [], []

    def start(self):
        for place, name, op in recordables():
            fn = getattr(place, name)
            self.undo.append((place, name, fn))
            setattr(place, name, self.timed(op, fn))
        Session.running.append(self)

    def stop(self):
        Session.running.remove(self)
        for place, name, fn in reversed(self.undo):
            setattr(place, name, fn)
        self.undo.clear()

    def begin(self, name, shapes=(), annotation=False):
        event = FunctionEvent(name, time.perf_counter() * 1e6, shapes, annotation)
        if self.open:
            event.cpu_parent = self.open[-1]
            self.open[-1].cpu_children.append(event)
        self.events.append(event)
        self.open.append(event)
        return event

    def end(self, event):
        event.end_us = time.perf_counter() * 1e6
        while self.open and self.open.pop() is not event:
            pass

    def timed(self, op, fn):
        name = f"aten::{op.name}"

        @functools.wraps(fn, updated=())
        def noted(*args, **kwargs):
            event = self.begin(name, [list(a.shape) if isinstance(a, np.ndarray) else [] for a in args])
            try:
                return fn(*args, **kwargs)
            finally:
                self.end(event)

        return noted


class record_function:
    """A context, or a decorator, that names a stretch of a program for a profiler; without one it does nothing.

    >>> import borch as torch
    >>> with torch.autograd.profiler.record_function("forward"):
    ...     print(torch.ones(1))
    tensor([1.])
    """

    def __init__(self, name, args=None):
        self.name, self.args, self._noted = name, args, []

    def __enter__(self):
        sessions = Session.running[-1:]
        self._noted.append([(session, session.begin(self.name, annotation=True)) for session in sessions])
        return self

    def __exit__(self, *exc):
        for session, event in self._noted.pop():
            session.end(event)
        return False

    def __call__(self, fn):
        @functools.wraps(fn)
        def named(*args, **kwargs):
            with record_function(self.name, self.args):
                return fn(*args, **kwargs)

        return named


class profile:
    """A context in which ops are timed; afterwards `key_averages` has them by name, and `table` as text.

    The ops are those of borch: a linear layer is one. Memory, stacks and accelerators are not watched, whatever the
    arguments say; with `enabled=False` nothing is.
    Source: https://docs.pytorch.org/docs/stable/autograd.html#torch.autograd.profiler.profile

    >>> import borch as torch
    >>> with torch.autograd.profiler.profile() as run:
    ...     y = torch.ones(3).exp().sum()
    >>> {event.key: event.count for event in run.key_averages() if event.key in ("aten::exp", "aten::sum")}
    {'aten::exp': 1, 'aten::sum': 1}
    """

    def __init__(
        self,
        enabled=True,
        *,
        use_cuda=False,
        use_device=None,
        record_shapes=False,
        with_flops=False,
        profile_memory=False,
        with_stack=False,
        with_modules=False,
        use_kineto=False,
        use_cpu=True,
        **kwargs,
    ):
        self.enabled, self.record_shapes, self._session = enabled, record_shapes, None
        self.function_events = None

    def __enter__(self):
        if not self.enabled:
            return None
        if self._session is not None:
            raise RuntimeError("Profiler context manager is not reentrant")
        self._session = Session()
        self._session.start()
        return self

    def __exit__(self, *exc):
        if self.enabled:
            self._session.stop()
            self.function_events = self._session.events
            if not self.record_shapes:
                for event in self.function_events:
                    event.input_shapes = []
        return False

    def _events(self):
        if self.function_events is None:
            raise RuntimeError("Profiler didn't finish running")
        return self.function_events

    @property
    def self_cpu_time_total(self):
        """The time of all ops in microseconds."""
        return self._events().self_cpu_time_total

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0, group_by_overload_name=False):
        """The averages by name."""
        return self._events().key_averages(group_by_input_shape)

    def total_average(self):
        """One average of all."""
        return self._events().total_average()

    def table(self, *args, **kwargs):
        """The events as text."""
        return self._events().table(*args, **kwargs)

    def export_chrome_trace(self, path):
        """Writes the events for chrome://tracing."""
        self._events().export_chrome_trace(path)

    def __str__(self):
        return "<unfinished torch.autograd.profile>" if self.function_events is None else str(self.function_events)

    def __repr__(self):
        return "<unfinished torch.autograd.profile>" if self.function_events is None else repr(self.function_events)


class _Emit:
    def __init__(self, enabled=True, record_shapes=False):
        self.enabled = enabled

    def __enter__(self):
        if self.enabled:
            name = f"torch.autograd.profiler.{type(self).__name__}"
            raise NotImplementedError(f"{name} is not implemented in borch: {REASONS['CUDA']}")

    def __exit__(self, *exc):
        return False


class emit_nvtx(_Emit):
    """Marks for NVIDIA's profiler: refused unless `enabled=False`."""


class emit_itt(_Emit):
    """Marks for Intel's profiler: refused unless `enabled=False`."""
