"""Samplers: the order in which indices come, in sequence, at random, by weight, and in batches; torch's draws.

Source: https://docs.pytorch.org/docs/stable/data.html#data-loading-order-and-sampler
"""

import itertools

from ..._core import dtype as dtypes
from ..._core.op import OPS
from ...creation.data import as_tensor
from ...random.samplers import randint, randperm
from ...random.seeding import Generator

__all__ = [
    "BatchSampler", "RandomSampler", "Sampler", "SequentialSampler", "SubsetRandomSampler", "WeightedRandomSampler",
]  # fmt: skip

DRAWN_AT_ONCE = 32  # indices with replacement that torch draws by one call


class Sampler:
    """The base of all samplers: a subclass defines `__iter__`, which gives indices or lists of them, and `__len__`.

    >>> import borch as torch
    >>> class Backwards(torch.utils.data.Sampler):
    ...     def __iter__(self):
    ...         return iter([2, 1, 0])
    >>> list(torch.utils.data.DataLoader("abc", sampler=Backwards()))
    [['c'], ['b'], ['a']]
    """

    def __class_getitem__(cls, item):
        return cls  # Sampler[int] in annotations and bases

    def __iter__(self):
        raise NotImplementedError


class SequentialSampler(Sampler):
    """0, 1, 2, ... up to the length of `data_source`.

    >>> import borch as torch
    >>> list(torch.utils.data.SequentialSampler("abc"))
    [0, 1, 2]
    """

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


def _check_num_samples(num_samples):
    if not isinstance(num_samples, int) or num_samples <= 0:
        raise ValueError(f"num_samples should be a positive integer value, but got num_samples={num_samples}")


def draw_seed(generator=None):
    """A seed, drawn as torch draws it: one 64-bit integer of the generator."""
    return OPS["empty"]((), dtype=dtypes.int64).random_(generator=generator).item()


class RandomSampler(Sampler):
    """Indices of `data_source` in random order, `num_samples` of them; `replacement` draws each afresh.

    ValueError unless num_samples is a positive integer; TypeError unless replacement is a bool.

    >>> import borch as torch
    >>> generator = torch.Generator().manual_seed(0)
    >>> list(torch.utils.data.RandomSampler("abcdef", generator=generator))
    [2, 5, 3, 0, 1, 4]
    """

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement should be a boolean value, but got replacement={replacement}")
        _check_num_samples(self.num_samples)

    @property
    def num_samples(self):
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        n = len(self.data_source)
        generator = Generator().manual_seed(draw_seed()) if self.generator is None else self.generator
        rounds, rest = divmod(self.num_samples, DRAWN_AT_ONCE if self.replacement else n)
        if self.replacement:
            for _ in range(rounds):
                yield from randint(n, (DRAWN_AT_ONCE,), generator=generator).tolist()
            yield from randint(n, (rest,), generator=generator).tolist()
        else:
            for _ in range(rounds):
                yield from randperm(n, generator=generator).tolist()
            yield from randperm(n, generator=generator).tolist()[:rest]

    def __len__(self):
        return self.num_samples


class SubsetRandomSampler(Sampler):
    """The given indices in random order.

    >>> import borch as torch
    >>> generator = torch.Generator().manual_seed(0)
    >>> list(torch.utils.data.SubsetRandomSampler([10, 20, 30], generator=generator))
    [30, 10, 20]
    """

    def __init__(self, indices, generator=None):
        self.indices = indices
        self.generator = generator

    def __iter__(self):
        for k in randperm(len(self.indices), generator=self.generator).tolist():
            yield self.indices[k]

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    """`num_samples` indices drawn by weight; `weights` is a sequence of non-negative numbers, which need not sum to 1.

    ValueError for another shape of weights, and for num_samples or replacement of another kind.

    >>> import borch as torch
    >>> generator = torch.Generator().manual_seed(0)
    >>> list(torch.utils.data.WeightedRandomSampler([0.0, 1.0, 3.0], 6, generator=generator))
    [2, 2, 2, 2, 2, 2]
    """

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        if isinstance(num_samples, bool):
            raise ValueError(f"num_samples should be a positive integer value, but got num_samples={num_samples}")
        _check_num_samples(num_samples)
        if not isinstance(replacement, bool):
            raise ValueError(f"replacement should be a boolean value, but got replacement={replacement}")
        weights = as_tensor(weights, dtype=dtypes.float64)
        if weights.dim() != 1:
            raise ValueError(f"weights should be a 1d sequence but given weights have shape {tuple(weights.shape)}")
        self.weights = weights
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator

    def __iter__(self):
        drawn = OPS["multinomial"](self.weights, self.num_samples, self.replacement, generator=self.generator)
        yield from iter(drawn.tolist())

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler):
    """Lists of `batch_size` indices of another sampler; the last one may be shorter, or is dropped by `drop_last`.

    ValueError unless batch_size is a positive integer and drop_last a bool.

    >>> import borch as torch
    >>> list(torch.utils.data.BatchSampler(range(5), batch_size=2, drop_last=False))
    [[0, 1], [2, 3], [4]]
    """

    def __init__(self, sampler, batch_size, drop_last):
        if isinstance(batch_size, bool) or not isinstance(batch_size, int) or batch_size <= 0:
            raise ValueError(f"batch_size should be a positive integer value, but got batch_size={batch_size}")
        if not isinstance(drop_last, bool):
            raise ValueError(f"drop_last should be a boolean value, but got drop_last={drop_last}")
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self):
        indices = iter(self.sampler)
        while batch := list(itertools.islice(indices, self.batch_size)):
            if len(batch) < self.batch_size and self.drop_last:
                return
            yield batch

    def __len__(self):
        whole, rest = divmod(len(self.sampler), self.batch_size)
        return whole if self.drop_last or not rest else whole + 1
