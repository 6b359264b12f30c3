"""numpy's floating-point warnings: torch computes 1/0 and log(-1) without a word, and so does borch.

numpy can hand them to an object, with no cost where nothing is to be said. This one keeps silent for borch's lines,
whatever the filters of `warnings` are, and warns for all others as numpy does.
"""

import sys
import warnings

import numpy as np


class _Log:
    @staticmethod
    def write(message):
        frame = sys._getframe(1)
        while frame is not None and _package(frame) == "numpy":
            frame = frame.f_back
        if frame is None or _package(frame) != "borch":
            text = message.removeprefix("Warning: ").rstrip("\n")
            warnings.warn(text, RuntimeWarning, stacklevel=2)


def _package(frame):
    return frame.f_globals.get("__name__", "").partition(".")[0]


def keep_silent():
    """Puts this in force for the thread, or the context, that calls it; what the user has set stays."""
    found = np.geterr()
    kinds = [kind for kind in ("divide", "over", "invalid") if found[kind] == "warn"]
    if kinds and np.geterrcall() is None:
        np.seterrcall(_Log)
        np.seterr(**dict.fromkeys(kinds, "log"))
