"""The old path of borch/utils/data/worker.py."""

import numpy as np

from ..worker import WorkerInfo, get_worker_info

__all__ = ["WorkerInfo", "get_worker_info"]


def _generate_state(base_seed, worker_id):
    """Four numbers of 32 bits from which a worker seeds numpy's stream."""
    entropy = [worker_id, base_seed & 0xFFFFFFFF, base_seed >> 32, 0]
    return np.random.SeedSequence(entropy).generate_state(4).tolist()


def __getattr__(name):
    if name == "_worker_info":
        return get_worker_info()
    raise AttributeError(f"module 'torch.utils.data._utils.worker' has no attribute '{name}'")
