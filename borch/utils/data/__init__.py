"""torch.utils.data: what the data are, in which order they come, how samples become a batch, and the loader of it all.

dataset -> sampler -> fetch (one batch) -> collate (its samples as tensors) -> dataloader, worker (threads that load ahead).
Source: https://docs.pytorch.org/docs/stable/data.html
"""

from ...absent import find
from . import _utils as _utils
from .collate import default_collate, default_convert
from .dataloader import DataLoader
from .dataset import (
    ChainDataset,
    ConcatDataset,
    Dataset,
    IterableDataset,
    StackDataset,
    Subset,
    TensorDataset,
    random_split,
)
from .distributed import DistributedSampler
from .fetch import _DatasetKind
from .sampler import (
    BatchSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
    SubsetRandomSampler,
    WeightedRandomSampler,
)
from .worker import get_worker_info

__all__ = [
    "BatchSampler", "ChainDataset", "ConcatDataset", "DataLoader", "Dataset", "DistributedSampler", "IterableDataset",
    "RandomSampler", "Sampler", "SequentialSampler", "StackDataset", "Subset", "SubsetRandomSampler", "TensorDataset",
    "WeightedRandomSampler", "_DatasetKind", "default_collate", "default_convert", "get_worker_info", "random_split",
]  # fmt: skip


def __getattr__(name):
    return find("torch.utils.data", name)
