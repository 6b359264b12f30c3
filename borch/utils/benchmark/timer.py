"""Timer: runs a statement often enough to say how long it takes."""

import sys
import textwrap
import timeit

from ..._core.op import NAMESPACES
from .common import Measurement, TaskSpec

timer = timeit.default_timer


class Timer:
    """Measures a statement of Python, as `timeit.Timer` does, after a run to warm up.

    >>> import borch as torch
    >>> from borch.utils.benchmark import Timer
    >>> run = Timer("x + 1", globals={"x": torch.ones(2)}).timeit(3)
    >>> len(run.times), run.number_per_run
    (1, 3)
    """

    def __init__(
        self,
        stmt="pass",
        setup="pass",
        global_setup="",
        timer=timer,
        globals=None,
        label=None,
        sub_label=None,
        description=None,
        env=None,
        num_threads=1,
        language="python",
    ):
        if not isinstance(stmt, str):
            raise ValueError("Currently only a `str` stmt is supported.")
        if str(language).lower() not in ("python", "py", "language.python"):
            raise NotImplementedError("only statements of Python are timed in borch: it compiles no C++")
        if global_setup:
            raise ValueError("global_setup is C++ only, and only statements of Python are timed")
        stmt, setup = textwrap.dedent(stmt).strip("\n"), textwrap.dedent(setup).strip("\n")
        self._globals = dict(globals or {})
        self._globals.setdefault("torch", sys.modules["borch"])
        self._task = TaskSpec(stmt, setup, global_setup, label, sub_label, description, env, num_threads)
        self._timer = timeit.Timer(stmt, setup, timer, self._globals)

    def _time(self, number):
        torch = NAMESPACES["torch"]
        before, set_num_threads = torch["get_num_threads"](), torch["set_num_threads"]
        set_num_threads(self._task.num_threads)
        try:
            return self._timer.timeit(number)
        finally:
            set_num_threads(before)

    def _measured(self, number, times):
        return Measurement(number, times, self._task)

    def timeit(self, number=1000000):
        """One measurement of `number` runs, after a hundredth of them to warm up."""
        self._time(max(number // 100, 2))
        return self._measured(number, [self._time(number)])

    def _number(self, min_run_time):
        """How many runs take long enough that the clock does not matter."""
        number = 1
        while True:
            taken = self._time(number)
            if taken >= min_run_time / 1000 or taken >= 0.01:
                return number
            number *= 10

    def blocked_autorange(self, callback=None, min_run_time=0.2):
        """Measurements of a suitable number of runs until `min_run_time` seconds have passed."""
        number, times = self._number(min_run_time), []
        while sum(times) < min_run_time:
            times.append(self._time(number))
            if callback is not None:
                callback(number, times[-1])
        return self._measured(number, times)

    def adaptive_autorange(self, threshold=0.1, *, min_run_time=0.01, max_run_time=10.0, callback=None):
        """Measurements until their quartiles lie closer than `threshold` of the median, or `max_run_time` is over."""
        number, times = self._number(min_run_time), []
        while True:
            times.append(self._time(number))
            if callback is not None:
                callback(number, times[-1])
            found = self._measured(number, times)
            enough = len(times) > 3 and sum(times) >= min_run_time and found.iqr / found.median < threshold
            if enough or sum(times) >= max_run_time:
                return found
