"""The workers that load batches for a DataLoader: their seeds, their errors, and the order of what they load.

torch's workers are processes; here they are threads, and where there are none, in a browser's tab, they take turns when
a batch is asked for. Each has a default generator and a shallow copy of the dataset of its own. Python's `random` and
numpy's global stream are shared with the program, and are not seeded.
"""

import contextlib
import copy
import itertools
import queue
import sys
import threading
import traceback
import warnings
from collections import deque
from dataclasses import dataclass
from typing import Any

from ..._core.floating import keep_silent
from ...random.seeding import Generator, own_generator
from .fetch import _DatasetKind

HAS_THREADS = sys.platform != "emscripten"


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


class Worker:
    """What one worker does with the tasks it is given, which are (number, index) or a Resume."""

    def __init__(self, info, make_fetcher, init_fn):
        self.info, self.make_fetcher, self.init_fn = info, make_fetcher, init_fn
        self.generator = Generator().manual_seed(info.seed)

    @contextlib.contextmanager
    def at_work(self):
        """Context in which the worker's stream is the default one, and get_worker_info speaks of it."""
        before, _local.info = get_worker_info(), self.info
        try:
            with own_generator(self.generator):
                yield
        finally:
            _local.info = before

    def begin(self, init=True):
        """The start, and the start of another epoch; what goes wrong becomes the answer to every task."""
        self.failure = None
        try:
            if init and self.init_fn is not None:
                self.init_fn(self.info.id)
            self.fetcher = self.make_fetcher(self.info.dataset)
        except Exception as error:
            self.failure = Failure(error, self.info.id)
        self.ended = False

    def result(self, task):
        """(number, worker, batch) of a task; None for a Resume, and after the end of a stream."""
        if isinstance(task, Resume):
            self.begin(init=False)
            return None
        if self.ended:
            return None
        number, index = task
        batch = self.failure
        if batch is None:
            try:
                batch = self.fetcher.fetch(index)
            except StopIteration:
                batch, self.ended = End(), True
            except Exception as error:
                batch = Failure(error, self.info.id)
        return number, self.info.id, batch


def live(worker, tasks, results):
    """The life of a worker in a thread of its own; the task None ends it."""
    keep_silent()
    with worker.at_work():
        worker.begin()
        while (task := tasks.get()) is not None:
            result = worker.result(task)
            if result is not None:
                results.put(result)


class Threads:
    """A thread for each worker."""

    def __init__(self, workers):
        self.results = queue.SimpleQueue()
        self.tasks = [queue.SimpleQueue() for _ in workers]
        for worker, tasks in zip(workers, self.tasks, strict=True):
            name = f"DataLoader worker {worker.info.id}"
            threading.Thread(target=live, args=(worker, tasks, self.results), daemon=True, name=name).start()

    def give(self, worker, task):
        self.tasks[worker].put(task)

    def take(self, timeout):
        """The next result; RuntimeError if it takes longer than `timeout` seconds (0: no limit)."""
        try:
            return self.results.get(timeout=timeout or None)
        except queue.Empty:
            raise RuntimeError(f"DataLoader timed out after {timeout} seconds") from None

    def close(self):
        for tasks in self.tasks:
            tasks.put(None)


class Turns:
    """All workers in the thread that asks, one task after another."""

    def __init__(self, workers):
        self.workers, self.tasks = workers, deque()
        for worker in workers:
            with worker.at_work():
                worker.begin()

    def give(self, worker, task):
        self.tasks.append((self.workers[worker], task))

    def take(self, timeout):
        """The next result; there is nobody who could watch the time."""
        result = None
        while result is None:
            worker, task = self.tasks.popleft()
            with worker.at_work():
                result = worker.result(task)
        return result

    def close(self):
        self.tasks.clear()


_warned_of_turns = False


def _warn_of_turns(number):
    """Says once that workers save no time here."""
    global _warned_of_turns
    if not _warned_of_turns:
        _warned_of_turns = True
        loaders = "worker of this DataLoader loads" if number == 1 else f"{number} workers of this DataLoader load"
        warnings.warn(
            f"A browser's tab has neither processes nor threads: the {loaders} the same batches "
            "in turn, when they are asked for. num_workers=0 does as well.",
            stacklevel=6,
        )


class Pool:
    """One iterator's workers: who gets which task, and their batches in the order of the sampler."""

    def __init__(self, loader, base_seed):
        self.iterable = loader._dataset_kind == _DatasetKind.Iterable
        self.in_order, self.timeout = loader.in_order, loader.timeout
        self.number = loader.num_workers
        self.ahead = loader.prefetch_factor * self.number
        kind, collate_fn, batched, drop_last = (
            loader._dataset_kind, loader.collate_fn, loader._auto_collation, loader.drop_last
        )  # fmt: skip

        def make_fetcher(dataset):
            return _DatasetKind.create_fetcher(kind, dataset, batched, collate_fn, drop_last)

        infos = [WorkerInfo(k, self.number, base_seed + k, copy.copy(loader.dataset)) for k in range(self.number)]
        workers = [Worker(info, make_fetcher, loader.worker_init_fn) for info in infos]
        if not HAS_THREADS:
            _warn_of_turns(self.number)
        self.workers = (Threads if HAS_THREADS else Turns)(workers)

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
        for worker in range(self.number):
            self.workers.give(worker, Resume())
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
        self.workers.give(worker, (self.sent, index))
        self.pending[self.sent] = (worker,)
        self.sent += 1

    def receive(self):
        """Waits for one result and files it; the number of its task, or None for a stream's end."""
        number, worker, batch = self.workers.take(self.timeout)
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
        self.workers.close()
