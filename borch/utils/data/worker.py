"""The threads that load batches ahead for a DataLoader: their seeds, their errors, and the order of what they load.

torch's workers are processes; here they are threads, each with a default generator and a shallow copy of the dataset of
its own. Python's `random` and numpy's global stream are shared with the program, and are not seeded.
"""

import copy
import itertools
import queue
import threading
import traceback
from dataclasses import dataclass
from typing import Any

from ...random.seeding import own_generator
from .fetch import _DatasetKind


@dataclass
class WorkerInfo:
    """What `get_worker_info` says inside a worker: its number, how many there are, its seed, its copy of the dataset."""

    id: int
    num_workers: int
    seed: int
    dataset: Any
    rng: Any = None
    worker_method: str = "thread"


_local = threading.local()


def get_worker_info():
    """The WorkerInfo of the worker that asks, or None in the main thread.

    Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.get_worker_info

    >>> import borch as torch
    >>> torch.utils.data.get_worker_info() is None
    True
    """
    return getattr(_local, "info", None)


class Failure:
    """An exception from a worker, to be raised again where the batch is asked for."""

    def __init__(self, error, worker):
        self.kind = type(error)
        text = "".join(traceback.format_exception(error))
        self.message = f"Caught {self.kind.__name__} in DataLoader worker process {worker}.\nOriginal {text}"

    def reraise(self):
        if self.kind is KeyError:
            raise KeyError(_Text(self.message))
        try:
            error = self.kind(self.message)
        except Exception:  # an exception that cannot be made of a message alone
            raise RuntimeError(self.message) from None
        raise error


class _Text(str):
    """A message whose repr, which KeyError shows, is itself."""

    def __repr__(self):
        return str(self)


class End:
    """A worker's stream came to its end."""


class Resume:
    """The next epoch of a persistent worker begins."""


def work(info, tasks, results, make_fetcher, worker_init_fn):
    """The life of one worker: takes (number, index) from `tasks`, puts (number, worker, batch) into `results`.

    After the end of a stream, or an error at the start, it gives nothing more until a Resume; None ends it.
    """
    _local.info = info
    with own_generator(info.seed):
        failure = fetcher = None
        try:
            if worker_init_fn is not None:
                worker_init_fn(info.id)
            fetcher = make_fetcher(info.dataset)
        except Exception as error:
            failure = Failure(error, info.id)
        ended = False
        while (task := tasks.get()) is not None:
            if isinstance(task, Resume):
                fetcher, failure, ended = _restarted(info, make_fetcher)
                continue
            number, index = task
            if ended:
                continue
            batch = failure
            if failure is None:
                try:
                    batch = fetcher.fetch(index)
                except StopIteration:
                    batch, ended = End(), True
                except Exception as error:
                    batch = Failure(error, info.id)
            results.put((number, info.id, batch))


def _restarted(info, make_fetcher):
    try:
        return make_fetcher(info.dataset), None, False
    except Exception as error:
        return None, Failure(error, info.id), False


class Pool:
    """The workers of one iterator, and their batches in the order of the sampler."""

    def __init__(self, loader, base_seed):
        self.iterable = loader._dataset_kind == _DatasetKind.Iterable
        self.in_order, self.timeout = loader.in_order, loader.timeout
        self.number = loader.num_workers
        self.ahead = loader.prefetch_factor * self.number
        self.results = queue.SimpleQueue()
        self.tasks = [queue.SimpleQueue() for _ in range(self.number)]
        kind, collate_fn, batched, drop_last = (
            loader._dataset_kind, loader.collate_fn, loader._auto_collation, loader.drop_last
        )  # fmt: skip

        def make_fetcher(dataset):
            return _DatasetKind.create_fetcher(kind, dataset, batched, collate_fn, drop_last)

        for k, tasks in enumerate(self.tasks):
            info = WorkerInfo(k, self.number, base_seed + k, copy.copy(loader.dataset))
            args = (info, tasks, self.results, make_fetcher, loader.worker_init_fn)
            threading.Thread(target=work, args=args, daemon=True, name=f"DataLoader worker {k}").start()

    def start(self, indices):
        """A new epoch over `indices`, an iterator."""
        self.indices = indices
        self.active = [True] * self.number
        self.turns = itertools.cycle(range(self.number))
        self.sent = self.received = 0
        self.pending = {}  # number of task: (worker,) or (worker, batch)
        for _ in range(self.ahead):
            self.send()

    def resume(self, indices):
        """The same for workers that already had an epoch."""
        while any(len(entry) == 1 for entry in self.pending.values()):
            self.receive()
        for tasks in self.tasks:
            tasks.put(Resume())
        self.start(indices)

    def send(self):
        """Gives the next index to the next worker that still has data."""
        worker = next((w for w in itertools.islice(self.turns, self.number) if self.active[w]), None)
        if worker is None:
            return
        try:
            index = next(self.indices)
        except StopIteration:
            return
        self.tasks[worker].put((self.sent, index))
        self.pending[self.sent] = (worker,)
        self.sent += 1

    def receive(self):
        """Waits for one result and files it; the number of its task, or None for a stream's end."""
        try:
            number, worker, batch = self.results.get(timeout=self.timeout or None)
        except queue.Empty:
            raise RuntimeError(f"DataLoader timed out after {self.timeout} seconds") from None
        if isinstance(batch, End):
            self.active[worker] = False
            self.pending = {k: v for k, v in self.pending.items() if len(v) == 2 or v[0] != worker}
            self.send()
            return None
        self.pending[number] = (worker, batch)
        return number

    def next(self):
        """The next batch; StopIteration after the last one."""
        ready = None
        while self.pending:
            first = min(self.pending)
            if len(self.pending[first]) == 2:
                ready = first
            elif not self.in_order and ready is None:
                ready = next((k for k, entry in self.pending.items() if len(entry) == 2), None)
            if ready is not None:
                break
            self.receive()
        if ready is None:
            raise StopIteration
        _, batch = self.pending.pop(ready)
        self.send()
        if isinstance(batch, Failure):
            batch.reraise()
        return batch

    def close(self):
        """Lets the workers end."""
        for tasks in self.tasks:
            tasks.put(None)
