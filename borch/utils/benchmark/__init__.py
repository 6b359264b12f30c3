"""torch.utils.benchmark: how long a statement takes, measured several times, and tables of that.

Source: https://docs.pytorch.org/docs/stable/benchmark_utils.html
"""

from .common import Measurement, TaskSpec, select_unit, trim_sigfig, unit_to_english
from .compare import Compare
from .timer import Timer, timer

__all__ = ["Compare", "Measurement", "TaskSpec", "Timer", "select_unit", "timer", "trim_sigfig", "unit_to_english"]
