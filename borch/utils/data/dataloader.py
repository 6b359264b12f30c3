"""DataLoader: batches of a dataset in a sampler's order, loaded here or ahead by workers.

Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.DataLoader
"""

import os
import warnings
from collections.abc import Callable
from typing import Any, TypeAlias

from .collate import default_collate, default_convert
from .dataset import IterableDataset
from .fetch import _DatasetKind
from .sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler, draw_seed
from .worker import HAS_THREADS, Pool, get_worker_info

__all__ = ["DataLoader", "default_collate", "default_convert", "get_worker_info"]

_FIXED = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers")
_START_METHODS = ["fork", "spawn", "forkserver"]
_PREFETCH = 2
_collate_fn_t: TypeAlias = Callable[[list[Any]], Any]  # names for annotations
_worker_init_fn_t: TypeAlias = Callable[[int], None]


class _InfiniteConstantSampler(Sampler):
    """None for ever: what stands for the indices of a stream."""

    def __iter__(self):
        while True:
            yield None


class DataLoader:
    """Iterates over a dataset in batches, `shuffle`d or in a sampler's order, with torch's order for the same seed.

    `collate_fn` makes a batch of a list of samples (`default_collate`); batch_size None hands out single samples.
    `num_workers` threads load `prefetch_factor` batches each ahead, in order, with torch's seeds for torch's random
    functions; in a browser's tab, which has no threads, they take turns when a batch is asked for. Python's and
    numpy's own random functions are not seeded in them. `timeout`, `worker_init_fn`,
    `persistent_workers` and `in_order` are those of the workers, `generator` draws order and seeds. `pin_memory` and
    `multiprocessing_context` are accepted and change nothing. ValueError for options that exclude each other.

    >>> import borch as torch
    >>> data = torch.utils.data.TensorDataset(torch.arange(5), torch.arange(5) ** 2)
    >>> generator = torch.Generator().manual_seed(0)
    >>> for x, y in torch.utils.data.DataLoader(data, batch_size=2, shuffle=True, generator=generator):
    ...     print(x, y)
    tensor([3, 1]) tensor([9, 1])
    tensor([0, 4]) tensor([ 0, 16])
    tensor([2]) tensor([4])
    """

    __initialized = False

    def __init__(
        self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None,
        pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None, generator=None,
        *, prefetch_factor=None, persistent_workers=False, pin_memory_device="", in_order=True,
    ):  # fmt: skip
        _check_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        if num_workers > 0 and prefetch_factor is None:
            prefetch_factor = _PREFETCH
        self.dataset = dataset
        self.num_workers = num_workers
        self.prefetch_factor = prefetch_factor
        self.pin_memory = pin_memory
        self.pin_memory_device = pin_memory_device
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.in_order = in_order
        if isinstance(dataset, IterableDataset):
            self._dataset_kind = _DatasetKind.Iterable
            _check_stream(shuffle, sampler, batch_sampler)
        else:
            self._dataset_kind = _DatasetKind.Map
            shuffle = bool(shuffle)
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError(
                    "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last"
                )
            batch_size, drop_last = None, False
        elif batch_size is None and drop_last:
            raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
        if sampler is None:
            sampler = self._default_sampler(shuffle, generator)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.generator = generator
        if collate_fn is None:
            collate_fn = default_collate if self._auto_collation else default_convert
        self.collate_fn = collate_fn
        self.persistent_workers = persistent_workers
        self.__initialized = True
        self._IterableDataset_len_called = None
        self._iterator = None
        self.check_worker_number_rationality()

    def __class_getitem__(cls, item):
        return cls  # DataLoader[T] in annotations

    def _default_sampler(self, shuffle, generator):
        if self._dataset_kind == _DatasetKind.Iterable:
            return _InfiniteConstantSampler()
        return RandomSampler(self.dataset, generator=generator) if shuffle else SequentialSampler(self.dataset)

    def __setattr__(self, name, value):
        if self.__initialized and name in _FIXED:
            raise ValueError(f"{name} attribute should not be set after {type(self).__name__} is initialized")
        super().__setattr__(name, value)

    @property
    def multiprocessing_context(self):
        return self.__multiprocessing_context

    @multiprocessing_context.setter
    def multiprocessing_context(self, context):
        if context is not None:
            if self.num_workers == 0:
                raise ValueError(
                    "multiprocessing_context can only be used with multi-process loading (num_workers > 0), but got "
                    f"num_workers={self.num_workers}"
                )
            if isinstance(context, str) and context not in _START_METHODS:
                raise ValueError(
                    f"multiprocessing_context option should specify a valid start method in {_START_METHODS!r}, but got "
                    f"multiprocessing_context={context!r}"
                )
            if not isinstance(context, str) and not hasattr(context, "get_start_method"):
                raise TypeError(
                    "multiprocessing_context option should be a valid context object or a string specifying the start "
                    f"method, but got multiprocessing_context={context}"
                )
        self.__multiprocessing_context = context

    @property
    def _auto_collation(self):
        return self.batch_sampler is not None

    @property
    def _index_sampler(self):
        return self.batch_sampler if self._auto_collation else self.sampler

    def __iter__(self):
        if not (self.persistent_workers and self.num_workers > 0):
            return self._get_iterator()
        if self._iterator is None:
            self._iterator = self._get_iterator()
        else:
            self._iterator._reset(self)
        return self._iterator

    def _get_iterator(self):
        if self.num_workers == 0:
            return _SingleProcessDataLoaderIter(self)
        self.check_worker_number_rationality()
        return _MultiProcessingDataLoaderIter(self)

    def __len__(self):
        if self._dataset_kind == _DatasetKind.Map:
            return len(self._index_sampler)
        length = self._IterableDataset_len_called = len(self.dataset)
        if self.batch_size is None:
            return length
        whole, rest = divmod(length, self.batch_size)
        return whole if self.drop_last or not rest else whole + 1

    def check_worker_number_rationality(self):
        """Warns when there are more workers than processors."""
        processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        if self.num_workers and processors and self.num_workers > processors and HAS_THREADS:
            warnings.warn(
                f"This DataLoader will create {self.num_workers} worker processes in total. Our suggested max number of "
                f"worker in current system is {processors}, which is smaller than what this DataLoader is going to "
                "create. Please be aware that excessive worker creation might get DataLoader running slow or even "
                "freeze, lower the worker number to avoid potential slowness/freeze if necessary.",
                stacklevel=3,
            )


def _check_workers(num_workers, timeout, prefetch_factor, persistent_workers):
    if num_workers < 0:
        raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
    if timeout < 0:
        raise ValueError("timeout option should be non-negative")
    if num_workers == 0 and prefetch_factor is not None:
        raise ValueError(
            "prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable "
            "multiprocessing, otherwise set prefetch_factor to None."
        )
    if num_workers > 0 and prefetch_factor is not None and prefetch_factor < 0:
        raise ValueError("prefetch_factor option should be non-negative")
    if persistent_workers and num_workers == 0:
        raise ValueError("persistent_workers option needs num_workers > 0")


def _check_stream(shuffle, sampler, batch_sampler):
    for name, value in (("shuffle", shuffle or None), ("sampler", sampler), ("batch_sampler", batch_sampler)):
        if value is not None:
            raise ValueError(
                f"DataLoader with IterableDataset: expected unspecified {name} option, but got {name}={value}"
            )


class _BaseDataLoaderIter:
    """What both iterators do: count what was handed out, and warn of a stream longer than it said."""

    def __init__(self, loader):
        self._loader_len = loader._IterableDataset_len_called
        self._dataset = loader.dataset
        self._index_sampler = loader._index_sampler
        self._is_stream = loader._dataset_kind == _DatasetKind.Iterable
        self._base_seed = draw_seed(loader.generator)
        self._num_yielded = 0
        if loader.pin_memory:
            warnings.warn(
                "'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be used.",
                stacklevel=4,
            )

    def __iter__(self):
        return self

    def __len__(self):
        return len(self._index_sampler)

    def _next_data(self):
        raise NotImplementedError

    def __next__(self):
        data = self._next_data()
        self._num_yielded += 1
        if self._is_stream and self._loader_len is not None and self._num_yielded > self._loader_len:
            self._warn_too_long()
        return data

    def _warn_too_long(self, more=""):
        warnings.warn(
            f"Length of IterableDataset {self._dataset} was reported to be {self._loader_len}(when accessing "
            f"len(dataloader)), but {self._num_yielded} samples have been fetched. {more}",
            stacklevel=3,
        )


class _SingleProcessDataLoaderIter(_BaseDataLoaderIter):
    def __init__(self, loader):
        super().__init__(loader)
        if loader.timeout != 0:
            raise AssertionError("_SingleProcessDataLoaderIter requires timeout == 0")
        self._indices = iter(self._index_sampler)
        self._fetcher = _DatasetKind.create_fetcher(
            loader._dataset_kind, loader.dataset, loader._auto_collation, loader.collate_fn, loader.drop_last
        )

    def _next_data(self):
        return self._fetcher.fetch(next(self._indices))


class _MultiProcessingDataLoaderIter(_BaseDataLoaderIter):
    _pool = None

    def __init__(self, loader):
        super().__init__(loader)
        self._persistent = loader.persistent_workers
        self._ended = False
        self._pool = Pool(loader, self._base_seed)
        self._pool.start(iter(self._index_sampler))

    def _reset(self, loader):
        self._num_yielded = 0
        self._loader_len = loader._IterableDataset_len_called
        self._pool.resume(iter(self._index_sampler))

    def _next_data(self):
        try:
            return self._pool.next()
        except StopIteration:
            if not self._persistent:
                self._close()
            raise

    def _warn_too_long(self, more=""):
        super()._warn_too_long(
            "For multiprocessing data-loading, this could be caused by not properly configuring the IterableDataset "
            "replica at each worker. Please see "
            "https://pytorch.org/docs/stable/data.html#torch.utils.data.IterableDataset for examples."
        )

    def _close(self):
        if self._pool is not None and not self._ended:
            self._ended = True
            self._pool.close()

    def __del__(self):
        self._close()
