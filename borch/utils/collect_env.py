"""torch.utils.collect_env: a text on this environment for a report of a fault.

>>> import borch as torch
>>> torch.utils.collect_env.get_pretty_env_info().splitlines()[0]
'borch version: 2.13.0+borch.0.1.0'
"""

import platform

import numpy as np

from ..version import __version__

__all__ = ["get_pretty_env_info", "main"]


def get_pretty_env_info():
    """The versions of borch, Python and numpy, and the system, a line each."""
    return "\n".join(
        [
            f"borch version: {__version__}",
            f"Python version: {platform.python_version()}",
            f"numpy version: {np.__version__}",
            f"OS: {platform.platform()}",
            "Is CUDA available: False",
        ]
    )


def main():
    """Prints `get_pretty_env_info()`."""
    print(get_pretty_env_info())
