"""Anomaly mode: whether it is on, and where in a program an operation was called.

Nodes keep that place only while the mode is on: `saved.py` makes them then.
"""

import sys
import traceback


class _Anomaly:
    on = False
    check_nan = True


anomaly = _Anomaly()


def hint():
    """The end of torch's error for a saved tensor that was changed in place."""
    if anomaly.on:
        return (
            "Hint: the backtrace further above shows the operation that failed to compute its gradient. The variable in "
            "question was changed in there or anywhere later. Good luck!"
        )
    return (
        "Hint: enable anomaly detection to find the operation that failed to compute its gradient, with "
        "torch.autograd.set_detect_anomaly(True, check_nan=False)."
    )


def call_lines():
    """The lines that lead to the operation that is being recorded, as a traceback has them, without its own inside."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "borch":
        frame = frame.f_back
    return traceback.format_stack(frame)
