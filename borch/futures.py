"""torch.futures: results that come later. Without threads (in a browser's tab) only what is set before it is waited for.

Source: https://docs.pytorch.org/docs/stable/futures.html
"""

import sys
import threading
import traceback
from typing import Generic, TypeVar

from ._core.device import device as device_of

__all__ = ["Future", "collect_all", "wait_all"]

T = TypeVar("T")


class Future(Generic[T]):
    """One result or exception that is set once and may be waited for, with functions to be called when it is there.

    `devices` other than None and an empty list are refused: there is no accelerator.

    >>> import borch as torch
    >>> future = torch.futures.Future()
    >>> later = future.then(lambda done: done.wait() + 1)
    >>> future.set_result(1)
    >>> later.wait()
    2
    """

    def __init__(self, *, devices=None):
        for device in devices or ():
            if not isinstance(device, int) and device_of(device).index is None:
                raise ValueError(f"Expected devices to have indices, got {device}")
            raise RuntimeError("Cannot access accelerator device when none is available.")
        self._changed = threading.Condition(threading.RLock())
        self._done = False
        self._value = self._error = None
        self._callbacks = []

    def done(self):
        """Whether the result or an exception is there."""
        return self._done

    def wait(self):
        """The result, waited for; the exception is raised."""
        with self._changed:
            if not self._done and sys.platform == "emscripten":
                raise RuntimeError("nothing can complete this Future: in a browser's tab there is one thread")
            self._changed.wait_for(self.done)
        return self.value()

    def value(self):
        """The result of a completed future; the exception is raised."""
        if not self._done:
            raise RuntimeError("value() of a Future that is not completed; use wait()")
        if self._error is not None:
            raise self._error
        return self._value

    def then(self, callback):
        """A future of what `callback(self)` will return, called once this one is completed."""
        following = Future()

        def call(done):
            try:
                value = callback(done)
            except Exception as error:
                frames = traceback.extract_tb(error.__traceback__)[1:]
                where = "".join(f"  {frame.filename}({frame.lineno}): {frame.name}\n" for frame in frames)
                text = f"{type(error).__name__}: {error}\n\nAt:\n{where}"
                following._complete(None, RuntimeError(f"Got the following error when running the callback: {text}"))
            else:
                following._complete(value, None)

        self._when_done(call)
        return following

    def add_done_callback(self, callback):
        """Has `callback(self)` called once this future is completed; what it raises is printed, not raised."""

        def call(done):
            try:
                callback(done)
            except Exception:
                traceback.print_exc()

        self._when_done(call)

    def set_result(self, result):
        """Completes the future with a result."""
        self._complete(result, None)

    def set_exception(self, result):
        """Completes the future with an exception."""
        assert isinstance(result, Exception), f"{result} is of type {type(result)}, not an Exception."
        self._complete(None, result)

    def _when_done(self, call):
        with self._changed:
            if not self._done:
                self._callbacks.append(call)
                return
        call(self)

    def _complete(self, value, error):
        with self._changed:
            if self._done:
                raise RuntimeError(
                    "Attempting to mark a completed Future as complete again. Note that a Future can only be marked "
                    "completed once."
                )
            self._value, self._error, self._done = value, error, True
            calls, self._callbacks = self._callbacks, []
            self._changed.notify_all()
        for call in calls:
            call(self)


def collect_all(futures):
    """A future of the list of `futures`, completed when all are, or with the first exception among them.

    >>> import borch as torch
    >>> both = torch.futures.collect_all([torch.futures.Future(), torch.futures.Future()])
    >>> both.done()
    False
    """
    futures = list(futures)
    together = Future()
    left, lock = [len(futures)], threading.Lock()

    def completed(_):
        with lock:
            left[0] -= 1
            last = left[0] == 0
        if last:
            error = next((f._error for f in futures if f._error is not None), None)
            together._complete(None if error else futures, error)

    if not futures:
        together.set_result([])
    for future in futures:
        future._when_done(completed)
    return together


def wait_all(futures):
    """The results of all `futures`, waited for; the first exception among them is raised.

    >>> import borch as torch
    >>> future = torch.futures.Future()
    >>> future.set_result(3)
    >>> torch.futures.wait_all([future])
    [3]
    """
    return [future.wait() for future in collect_all(futures).wait()]
