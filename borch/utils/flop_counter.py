"""torch.utils.flop_counter: counts of operations, which are not made here; it refuses when counting would begin."""

from ..absent import REASONS, Refusal

__all__ = ["FlopCounterMode", "register_flop_formula"]

register_flop_formula = Refusal("torch.utils.flop_counter.register_flop_formula", REASONS["profiler"])


class FlopCounterMode:
    """A context that would count operations: NotImplementedError when it is entered."""

    def __init__(self, mods=None, depth=2, display=True, custom_mapping=None):
        self.depth, self.display, self.flop_counts = depth, display, {}

    def __enter__(self):
        raise NotImplementedError(
            f"torch.utils.flop_counter.FlopCounterMode is not implemented in borch: {REASONS['profiler']}"
        )

    def __exit__(self, *exc):
        return False

    def get_flop_counts(self):
        """The counts, of which there are none."""
        return self.flop_counts

    def get_total_flops(self):
        """0: nothing was counted."""
        return 0
