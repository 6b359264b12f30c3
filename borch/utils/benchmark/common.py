"""What was measured and how long it took: the medians, how far apart the times lie, and the whole as text."""

import collections
import dataclasses
import math
import statistics
import textwrap

import numpy as np

UNITS = {"ns": ("nanosecond", 1e-9), "us": ("microsecond", 1e-6), "ms": ("millisecond", 1e-3), "s": ("second", 1.0)}
SHORTEST = 25e-9  # seconds: a clock says nothing below
MOST_FIGURES = 4
WIDE, VERY_WIDE = 0.1, 0.25  # of the median: from here on a spread is worth a warning


def select_unit(t):
    """The unit in which a time in seconds reads well, and its length.

    >>> from borch.utils.benchmark import select_unit
    >>> select_unit(3e-5)
    ('us', 1e-06)
    """
    unit = {-3: "ns", -2: "us", -1: "ms"}.get(int(math.log10(t) // 3) if t > 0 else 0, "s")
    return unit, UNITS[unit][1]


def unit_to_english(u):
    """The name of a unit."""
    return UNITS[u][0]


def trim_sigfig(x, n):
    """The number with `n` significant figures.

    >>> from borch.utils.benchmark import trim_sigfig
    >>> trim_sigfig(1234.5, 2)
    1200.0
    """
    assert n == int(n)
    scale = 10.0 ** (math.ceil(math.log10(abs(x))) - int(n)) if x else 1.0
    return float(round(x / scale) * scale)


@dataclasses.dataclass(repr=False, frozen=True)
class TaskSpec:
    """What a `Timer` measures."""

    stmt: str
    setup: str
    global_setup: str = ""
    label: str | None = None
    sub_label: str | None = None
    description: str | None = None
    env: str | None = None
    num_threads: int = 1

    @property
    def title(self):
        """The label, else the statement."""
        if self.label is not None:
            return self.label + (f": {self.sub_label}" if self.sub_label else "")
        if "\n" not in self.stmt:
            return self.stmt
        return f"stmt:{(': ' + self.sub_label) if self.sub_label else ''}\n{textwrap.indent(self.stmt, '  ')}"

    def setup_str(self):
        """The setup as a line of a report; nothing for none."""
        if self.setup in ("", "pass"):
            return ""
        return f"setup:\n{textwrap.indent(self.setup, '  ')}" if "\n" in self.setup else f"setup: {self.setup}"

    def summarize(self):
        """The title, the description and the setup."""
        return "\n".join(text for text in (self.title, self.description or "", self.setup_str()) if text)


class Measurement:
    """The times of a statement: `raw_times` in seconds, each of `number_per_run` runs.

    >>> from borch.utils.benchmark import Measurement, TaskSpec
    >>> run = Measurement(10, [1e-3, 2e-3, 3e-3, 10e-3], TaskSpec("x + 1", "pass"))
    >>> run.median, run.mean, run.significant_figures
    (0.00025, 0.0004, 1)
    """

    def __init__(self, number_per_run, raw_times, task_spec, metadata=None):
        self.number_per_run, self.raw_times, self.task_spec, self.metadata = (
            number_per_run,
            raw_times,
            task_spec,
            metadata,
        )

    def __getattr__(self, name):
        if name == "task_spec":
            raise AttributeError(name)
        return getattr(self.task_spec, name)

    @property
    def times(self):
        """The time of one run, each time it was measured."""
        return [t / self.number_per_run for t in self.raw_times]

    median = property(lambda self: statistics.median(self.times))
    mean = property(lambda self: float(np.mean(self.times)))

    def _quartiles(self):
        return [float(q) for q in np.percentile(self.times, [25, 75])]

    @property
    def iqr(self):
        """The distance of the quartiles."""
        low, high = self._quartiles()
        return high - low

    @property
    def significant_figures(self):
        """How many figures of the median the spread of the times leaves certain."""
        times = sorted(self.times)
        middle = times[len(times) // 4 : math.ceil(3 * len(times) / 4)]
        error = max(1.645 * float(np.std(middle)) / math.sqrt(len(middle)), SHORTEST)
        return max(min(math.floor(-math.log10(error / self.median)), MOST_FIGURES), 1)

    @property
    def has_warnings(self):
        """Whether the times lie far apart."""
        return self.iqr / self.median > WIDE

    @property
    def title(self):
        """What was measured."""
        return self.task_spec.title

    @property
    def as_row_name(self):
        """The name of the row in a table."""
        return self.task_spec.sub_label or self.task_spec.stmt or "[Unknown]"

    @staticmethod
    def merge(measurements):
        """One measurement for all of the same task."""
        groups = collections.defaultdict(list)
        for m in measurements:
            groups[m.task_spec].append(m)
        return [Measurement(1, [t for m in group for t in m.times], task) for task, group in groups.items()]

    def __repr__(self):
        unit, length = select_unit(self.median)
        count, threads = len(self.raw_times), self.task_spec.num_threads
        lines = [f"<torch.utils.benchmark.utils.common.Measurement object at {hex(id(self))}>"]
        lines.append(self.task_spec.summarize() + ("\n" if "\n" in self.task_spec.stmt and count > 1 else ""))
        lines.append(f"  {'Median: ' if count > 1 else ''}{self.median / length:.2f} {unit}")
        if count > 3:
            low, high = self._quartiles()
            lines.append(f"  IQR:    {self.iqr / length:.2f} {unit} ({low / length:.2f} to {high / length:.2f})")
        runs = "runs per measurement," if count > 1 else "runs ,"
        plural = "s" if count > 1 else "", "s" if threads > 1 else ""
        lines.append(f"  {count} measurement{plural[0]}, {self.number_per_run} {runs} {threads} thread{plural[1]}")
        if count > 3 and self.has_warnings:
            share = self.iqr / self.median
            why = (
                "suggests significant environmental influence"
                if share >= VERY_WIDE
                else "could indicate system fluctuation"
            )
            lines.append(f"  WARNING: Interquartile range is {share * 100:.1f}% of the median measurement.")
            lines.append(f"           This {why}.")
        return "\n".join(lines)
