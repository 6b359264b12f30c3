"""torch.utils.flop_counter: counts of operations, which are not made here; it refuses when it is called."""

from ..absent import REASONS, Refusal

__all__ = ["FlopCounterMode", "register_flop_formula"]

FlopCounterMode = Refusal("torch.utils.flop_counter.FlopCounterMode", REASONS["profiler"])
register_flop_formula = Refusal("torch.utils.flop_counter.register_flop_formula", REASONS["profiler"])
