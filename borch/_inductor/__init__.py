"""torch._inductor: settings of a compiler that is not here; they can be set and change nothing."""

from . import config

__all__ = ["config"]
