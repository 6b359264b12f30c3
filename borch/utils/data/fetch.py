"""One batch out of a dataset: by indices, or the next of a stream; what both loaders share.

Source: https://docs.pytorch.org/docs/stable/data.html#loading-batched-and-non-batched-data
"""

import numpy as np

from ..._core.op import wrap
from .collate import default_collate
from .dataset import Subset, TensorDataset


class _DatasetKind:
    """The two kinds of datasets, as torch numbers them."""

    Map = 0
    Iterable = 1

    @staticmethod
    def create_fetcher(kind, dataset, auto_collation, collate_fn, drop_last):
        fetcher = MapFetcher if kind == _DatasetKind.Map else IterableFetcher
        return fetcher(dataset, auto_collation, collate_fn, drop_last)


class MapFetcher:
    """Samples by index, or by a list of them."""

    def __init__(self, dataset, auto_collation, collate_fn, drop_last):
        self.dataset, self.auto_collation, self.collate_fn = dataset, auto_collation, collate_fn
        self.tensors = _tensors_behind(dataset) if auto_collation and collate_fn is default_collate else None

    def fetch(self, index):
        if not self.auto_collation:
            return self.collate_fn(self.dataset[index])
        if self.tensors is not None:
            batch = _rows(self.dataset, index)
            if batch is not None:
                return batch
        if callable(getattr(self.dataset, "__getitems__", None)):
            return self.collate_fn(self.dataset.__getitems__(index))
        return self.collate_fn([self.dataset[i] for i in index])


def _tensors_behind(dataset):
    """The tensors of a TensorDataset, also through Subsets, when their rows can be taken at once."""
    while type(dataset) is Subset:
        dataset = dataset.dataset
    if type(dataset) is not TensorDataset or any(t.requires_grad for t in dataset.tensors):
        return None
    return dataset.tensors or None


def _rows(dataset, index):
    """What default_collate makes of these samples, by one numpy call for each tensor; None if an index is amiss."""
    while type(dataset) is Subset:
        try:
            index = [dataset.indices[i] for i in index]
        except (IndexError, TypeError):
            return None
        dataset = dataset.dataset
    if not all(type(i) is int for i in index):
        return None
    rows = np.array(index, np.int64)
    try:
        return [wrap(t._array[rows]) for t in dataset.tensors]
    except IndexError:
        return None


class IterableFetcher:
    """The next samples of a stream; StopIteration when there are none left."""

    def __init__(self, dataset, auto_collation, collate_fn, drop_last):
        self.iterator = iter(dataset)
        self.auto_collation, self.collate_fn, self.drop_last = auto_collation, collate_fn, drop_last
        self.ended = False

    def fetch(self, index):
        """`index` says how many samples: a list of so many entries, or None for one without a batch."""
        if self.ended:
            raise StopIteration
        if not self.auto_collation:
            return self.collate_fn(next(self.iterator))
        samples = []
        for _ in index:
            try:
                samples.append(next(self.iterator))
            except StopIteration:
                self.ended = True
                break
        if not samples or (self.drop_last and len(samples) < len(index)):
            raise StopIteration
        return self.collate_fn(samples)
