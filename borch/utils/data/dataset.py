"""Datasets: from tensors, side by side, one after another, a part of another one; map-style and iterable.

Source: https://docs.pytorch.org/docs/stable/data.html#dataset-types
"""

import bisect
import itertools
import math
import warnings
from collections.abc import Iterable

from ...random.samplers import randperm

__all__ = [
    "Dataset", "IterableDataset", "TensorDataset", "StackDataset", "ConcatDataset", "ChainDataset", "Subset",
    "random_split",
]  # fmt: skip


class Dataset:
    """The base of map-style datasets: a subclass defines `__getitem__`, and `__len__` for most samplers.

    It may define `__getitems__`, which gives a list of samples for a list of indices. `a + b` joins two datasets.

    >>> import borch as torch
    >>> class Squares(torch.utils.data.Dataset):
    ...     def __len__(self):
    ...         return 4
    ...     def __getitem__(self, index):
    ...         return index**2
    >>> list(torch.utils.data.DataLoader(Squares(), batch_size=2))
    [tensor([0, 1]), tensor([4, 9])]
    """

    def __class_getitem__(cls, item):
        return cls  # Dataset[T] in annotations and bases

    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset, Iterable):
    """The base of datasets that come as a stream: a subclass defines `__iter__`, and `__len__` if it knows.

    With workers each one iterates over a copy of its own; `get_worker_info` says which part it should give.

    >>> import borch as torch
    >>> class Count(torch.utils.data.IterableDataset):
    ...     def __iter__(self):
    ...         return iter(range(3))
    >>> list(torch.utils.data.DataLoader(Count(), batch_size=2))
    [tensor([0, 1]), tensor([2])]
    """

    def __add__(self, other):
        return ChainDataset([self, other])


class TensorDataset(Dataset):
    """Samples along the first axis of tensors: sample i is the tuple of every tensor's i-th entry.

    AssertionError unless the first axes are equally long.

    >>> import borch as torch
    >>> torch.utils.data.TensorDataset(torch.arange(4), torch.ones(4, 2))[2]
    (tensor(2), tensor([1., 1.]))
    """

    def __init__(self, *tensors):
        if not all(tensors[0].size(0) == tensor.size(0) for tensor in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self):
        return self.tensors[0].size(0)


class StackDataset(Dataset):
    """Datasets side by side: samples are tuples of their samples, or dicts when they are given by name.

    ValueError for none, for both forms at once, and for different lengths.

    >>> import borch as torch
    >>> torch.utils.data.StackDataset(image=[10, 20], label=["a", "b"])[1]
    {'image': 20, 'label': 'b'}
    """

    def __init__(self, *args, **kwargs):
        if args and kwargs:
            raise ValueError(
                "Supported either ``tuple``- (via ``args``) or``dict``- (via ``kwargs``) like input/output, but both "
                "types are given."
            )
        if not args and not kwargs:
            raise ValueError("At least one dataset should be passed")
        self.datasets = args or kwargs
        self._length = len(self._each()[0])
        if any(len(dataset) != self._length for dataset in self._each()):
            raise ValueError("Size mismatch between datasets")

    def _each(self):
        return list(self.datasets.values()) if isinstance(self.datasets, dict) else list(self.datasets)

    def __getitem__(self, index):
        if isinstance(self.datasets, dict):
            return {name: dataset[index] for name, dataset in self.datasets.items()}
        return tuple(dataset[index] for dataset in self.datasets)

    def __getitems__(self, indices):
        columns = [_samples(dataset, indices) for dataset in self._each()]
        if isinstance(self.datasets, dict):
            return [dict(zip(self.datasets, row, strict=True)) for row in zip(*columns, strict=True)]
        return list(zip(*columns, strict=True))

    def __len__(self):
        return self._length


def _samples(dataset, indices):
    if not callable(getattr(dataset, "__getitems__", None)):
        return [dataset[index] for index in indices]
    items = dataset.__getitems__(indices)
    if len(items) != len(indices):
        raise ValueError(f"Nested dataset's output size mismatch. Expected {len(indices)}, got {len(items)}")
    return items


class ConcatDataset(Dataset):
    """Datasets one after another; AssertionError for none, or for an IterableDataset.

    >>> import borch as torch
    >>> joined = torch.utils.data.ConcatDataset([[1, 2], [3, 4, 5]])
    >>> joined[3], joined[-1], len(joined)
    (4, 5, 5)
    """

    def __init__(self, datasets):
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        if any(isinstance(dataset, IterableDataset) for dataset in self.datasets):
            raise AssertionError("ConcatDataset does not support IterableDataset")
        self.cumulative_sizes = self.cumsum(self.datasets)

    @staticmethod
    def cumsum(sequence):
        """The lengths added up."""
        return list(itertools.accumulate(len(dataset) for dataset in sequence))

    def __len__(self):
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx):
        if idx < 0:
            if -idx > len(self):
                raise ValueError("absolute value of index should not exceed dataset length")
            idx += len(self)
        number = bisect.bisect_right(self.cumulative_sizes, idx)
        before = self.cumulative_sizes[number - 1] if number else 0
        return self.datasets[number][idx - before]

    @property
    def cummulative_sizes(self):
        warnings.warn("`cummulative_sizes` attribute is renamed to `cumulative_sizes`", FutureWarning, stacklevel=2)
        return self.cumulative_sizes


class ChainDataset(IterableDataset):
    """Iterable datasets one after another; AssertionError, while iterating, for another kind.

    >>> import borch as torch
    >>> class Count(torch.utils.data.IterableDataset):
    ...     def __iter__(self):
    ...         return iter(range(2))
    >>> list(torch.utils.data.ChainDataset([Count(), Count()]))
    [0, 1, 0, 1]
    """

    def __init__(self, datasets):
        self.datasets = datasets

    def _checked(self):
        for dataset in self.datasets:
            if not isinstance(dataset, IterableDataset):
                raise AssertionError("ChainDataset only supports IterableDataset")
            yield dataset

    def __iter__(self):
        for dataset in self._checked():
            yield from dataset

    def __len__(self):
        return sum(len(dataset) for dataset in self._checked())


class Subset(Dataset):
    """The samples of `dataset` at `indices`.

    >>> import borch as torch
    >>> list(torch.utils.data.Subset("abcdef", [4, 0]))
    ['e', 'a']
    """

    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, idx):
        if isinstance(idx, list):
            return self.dataset[[self.indices[i] for i in idx]]
        return self.dataset[self.indices[idx]]

    def __getitems__(self, indices):
        chosen = [self.indices[idx] for idx in indices]
        if callable(getattr(self.dataset, "__getitems__", None)):
            return self.dataset.__getitems__(chosen)
        return [self.dataset[index] for index in chosen]

    def __len__(self):
        return len(self.indices)


def random_split(dataset, lengths, generator=None):
    """Subsets of the given lengths, or fractions of the whole, without overlap and in random order.

    What fractions leave over goes one by one to the subsets from the first on. ValueError unless the lengths, or the
    fractions, add up. Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.random_split

    >>> import borch as torch
    >>> generator = torch.Generator().manual_seed(0)
    >>> train, test = torch.utils.data.random_split(range(10), [0.8, 0.2], generator=generator)
    >>> list(test)
    [6, 2]
    """
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = _from_fractions(len(dataset), lengths)
    if sum(lengths) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    indices = randperm(sum(lengths), generator=generator).tolist()
    ends = itertools.accumulate(lengths)
    return [Subset(dataset, indices[end - length : end]) for end, length in zip(ends, lengths, strict=True)]


def _from_fractions(total, fractions):
    lengths = []
    for k, fraction in enumerate(fractions):
        if fraction < 0 or fraction > 1:
            raise ValueError(f"Fraction at index {k} is not between 0 and 1")
        lengths.append(math.floor(total * fraction))
    for k in range(total - sum(lengths)):
        lengths[k % len(lengths)] += 1
    for k, length in enumerate(lengths):
        if length == 0:
            warnings.warn(f"Length of split at index {k} is 0. This might result in an empty dataset.", stacklevel=3)
    return lengths
