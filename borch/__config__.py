"""torch.__config__: how this was built: not at all, numpy does the work.

>>> import borch as torch
>>> torch.__config__.show().splitlines()[0]
'borch built with:'
"""

__all__ = ["parallel_info", "show"]


def show():
    """The versions that do the work, as text."""
    import platform

    import numpy as np

    return f"borch built with:\n  - Python {platform.python_version()}\n  - numpy {np.__version__}\n"


def parallel_info():
    """How many threads were asked for, as text."""
    from .settings import get_num_threads

    return f"ATen/Parallel:\n\tat::get_num_threads() : {get_num_threads()}\n"
