"""torch.multiprocessing: Python's own multiprocessing, with torch's names beside it. A tab has one process.

Source: https://docs.pytorch.org/docs/stable/multiprocessing.html
"""

from .absent import REASONS, Refusal

spawn = Refusal("torch.multiprocessing.spawn", REASONS["distributed"])
start_processes = Refusal("torch.multiprocessing.start_processes", REASONS["distributed"])
_strategy = ["file_descriptor"]


def get_all_sharing_strategies():
    """The names that `set_sharing_strategy` accepts."""
    return {"file_descriptor", "file_system"}


def get_sharing_strategy():
    """What `set_sharing_strategy` was last given."""
    return _strategy[0]


def set_sharing_strategy(new_strategy):
    """Keeps how tensors were to be shared between processes."""
    assert new_strategy in get_all_sharing_strategies()
    _strategy[0] = new_strategy


def __getattr__(name):
    import multiprocessing

    if not name.startswith("__") and hasattr(multiprocessing, name):
        return getattr(multiprocessing, name)
    raise AttributeError(f"module 'torch.multiprocessing' has no attribute '{name}'")
