"""torch.signal, and the window functions of torch itself, which are in tapers.py. Names only.

Source: https://docs.pytorch.org/docs/stable/signal.html
"""

from . import tapers, windows  # noqa: F401

__all__ = ["windows"]
