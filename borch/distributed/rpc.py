"""torch.distributed.rpc: not available, as programs that ask for it first can learn."""

__all__ = ["is_available"]


def is_available():
    """False."""
    return False
