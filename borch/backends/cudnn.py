"""torch.backends.cudnn: settings of CUDA's convolutions, which programs set; there are none here.

>>> import borch as torch
>>> torch.backends.cudnn.deterministic = True
>>> torch.backends.cudnn.is_available(), torch.backends.cudnn.version()
(False, None)
>>> torch.backends.cudnn.deterministic = False
"""

from ._flags import flags_of, group, with_precision

enabled, benchmark, deterministic, allow_tf32 = True, False, False, True
benchmark_limit = None
conv, rnn = group("cudnn.conv"), group("cudnn.rnn")
with_precision(__name__, "cudnn")
flags = flags_of(__name__, enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True)


def is_available():
    """False."""
    return False


def version():
    """None."""
    return None


def is_acceptable(tensor):
    """False."""
    return False


def set_flags(_enabled=None, _benchmark=None, _benchmark_limit=None, _deterministic=None, _allow_tf32=None):
    """Sets the settings that are not None; the former ones as a tuple."""
    global enabled, benchmark, benchmark_limit, deterministic, allow_tf32
    before = enabled, benchmark, benchmark_limit, deterministic, allow_tf32
    enabled = enabled if _enabled is None else _enabled
    benchmark = benchmark if _benchmark is None else _benchmark
    benchmark_limit = benchmark_limit if _benchmark_limit is None else _benchmark_limit
    deterministic = deterministic if _deterministic is None else _deterministic
    allow_tf32 = allow_tf32 if _allow_tf32 is None else _allow_tf32
    return before
