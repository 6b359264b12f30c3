"""torch._higher_order_ops: functions that take functions, by torch's paths."""

from .associative_scan import associative_scan

__all__ = ["associative_scan"]
