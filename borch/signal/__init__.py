"""torch.signal, and the window functions of torch itself, which are in tapers.py. Names only.

Source: https://docs.pytorch.org/docs/stable/signal.html
"""

from ..ops.rooms import take_places as _take_places
from . import tapers, windows  # noqa: F401

_take_places()

__all__ = ["windows"]
