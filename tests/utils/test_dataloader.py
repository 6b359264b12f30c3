"""DataLoader's workers: order, seeds, errors and the threads' end; the tab's way; paths that programs import by."""

import gc
import os
import random
import subprocess
import sys
import threading
import time
import warnings

import pytest

import borch as torch
from borch.utils.data import DataLoader, Dataset, IterableDataset, TensorDataset, get_worker_info, worker

pytestmark = pytest.mark.filterwarnings("ignore:A browser's tab has neither")  # said once, by whichever test is first
threads_alone = pytest.mark.skipif(not worker.HAS_THREADS, reason="the tab has neither threads nor processes")


class Slow(Dataset):
    """Numbers, of which the first take the longest."""

    def __init__(self, n=12, delay=0.002):
        self.n, self.delay = n, delay

    def __len__(self):
        return self.n

    def __getitem__(self, index):
        time.sleep(self.delay * (self.n - index) / self.n)
        return index


def values(loader):
    return [batch.tolist() for batch in loader]


others = set()  # workers of loaders that earlier tests still hold


def workers():
    return [t for t in threading.enumerate() if t.name.startswith("DataLoader worker") and t not in others]


@pytest.fixture(autouse=True)
def no_worker_is_left():
    others.update(workers())
    yield
    gc.collect()
    deadline = time.monotonic() + 5
    while workers() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not workers()


@pytest.mark.filterwarnings("ignore:This DataLoader will create")
@pytest.mark.parametrize("num_workers", [1, 2, 5])
def test_batches_come_in_order_however_long_each_takes(num_workers):
    assert values(DataLoader(Slow(), 2, num_workers=num_workers)) == values(DataLoader(Slow(delay=0), 2))


def test_without_order_the_same_batches_come():
    loader = DataLoader(Slow(), 2, num_workers=2, in_order=False)
    assert sorted(values(loader)) == values(DataLoader(Slow(delay=0), 2))


@threads_alone
def test_more_workers_than_processors_are_warned_about():
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    said = (
        f"will create {processors + 1} worker processes in total. Our suggested .* in current system is {processors}, "
    )
    with pytest.warns(UserWarning, match=said):
        DataLoader(Slow(), num_workers=processors + 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        DataLoader(Slow(), num_workers=processors)


@threads_alone
def test_without_order_a_slow_batch_does_not_hold_up_the_others():
    gate = threading.Event()

    class FirstWaits(Slow):
        def __getitem__(self, index):
            if index == 0:
                gate.wait(10)
            return index

    iterator = iter(DataLoader(FirstWaits(4), 1, num_workers=2, in_order=False))
    assert next(iterator).tolist() == [1]
    gate.set()
    assert sorted(values(iterator)) == [[0], [2], [3]]


@threads_alone
def test_workers_really_load_at_the_same_time():
    together = threading.Barrier(2, timeout=10)

    class Meeting(Slow):
        def __getitem__(self, index):
            together.wait()
            return index

    assert values(DataLoader(Meeting(4), 1, num_workers=2)) == [[0], [1], [2], [3]]


@threads_alone
def test_no_more_than_prefetch_factor_batches_are_loaded_ahead():
    seen = []

    class Noted(Slow):
        def __getitem__(self, index):
            seen.append(index)
            return index

    iterator = iter(DataLoader(Noted(20), 1, num_workers=1, prefetch_factor=3))
    assert next(iterator).tolist() == [0]
    deadline = time.monotonic() + 5
    while len(seen) < 4 and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(0.05)
    assert seen == [0, 1, 2, 3]


def test_a_worker_draws_from_a_stream_of_its_own():
    class Drawn(Slow):
        def __getitem__(self, index):
            return torch.rand(())

    torch.manual_seed(3)
    first = values(DataLoader(Drawn(), 2, num_workers=2))
    after = torch.rand(3).tolist()
    torch.manual_seed(3)
    assert values(DataLoader(Drawn(), 2, num_workers=2)) == first
    assert torch.rand(3).tolist() == after
    torch.manual_seed(3)
    list(DataLoader(Slow(delay=0), 2, num_workers=2))  # the main stream moves by the base seed alone
    assert torch.rand(3).tolist() == after


def test_seeding_in_a_worker_leaves_the_program_alone():
    torch.manual_seed(1)
    expected = torch.rand(2).tolist()
    loader = DataLoader(Slow(4), 1, num_workers=2, worker_init_fn=torch.manual_seed)
    torch.manual_seed(0)
    values(loader)
    torch.manual_seed(1)
    values(loader)
    torch.manual_seed(1)
    assert torch.rand(2).tolist() == expected


@threads_alone
def test_no_grad_in_a_worker_leaves_the_program_alone():
    entered, leave = threading.Event(), threading.Event()

    class Quiet(Slow):
        def __getitem__(self, index):
            with torch.no_grad():
                entered.set()
                leave.wait(10)
                return index

    iterator = iter(DataLoader(Quiet(1), num_workers=1))
    assert entered.wait(10)
    assert torch.is_grad_enabled()
    leave.set()
    next(iterator)


def test_each_worker_has_its_own_copy_of_the_dataset():
    class Stream(IterableDataset):
        start = 0

        def __iter__(self):
            return iter([self.start])

    def mark(worker):
        get_worker_info().dataset.start = worker + 1

    data = Stream()
    assert values(DataLoader(data, num_workers=2, worker_init_fn=mark)) == [[1], [2]]
    assert data.start == 0


def test_an_error_is_raised_where_the_batch_is_asked_for():
    class Bad(Slow):
        def __getitem__(self, index):
            if index == 3:
                raise KeyError("three")
            return index

    iterator = iter(DataLoader(Bad(6), 2, num_workers=2))
    assert next(iterator).tolist() == [0, 1]
    with pytest.raises(KeyError, match="Caught KeyError in DataLoader worker process 1.\nOriginal Traceback") as caught:
        next(iterator)
    assert "KeyError: 'three'" in str(caught.value)
    assert next(iterator).tolist() == [4, 5]


def test_an_error_that_takes_no_message_becomes_a_runtime_error():
    class Odd(Exception):
        def __init__(self, code, place):
            super().__init__(code, place)

    class Bad(Slow):
        def __getitem__(self, index):
            raise Odd(1, 2)

    with pytest.raises(RuntimeError, match="Caught Odd in DataLoader worker process 0"):
        list(DataLoader(Bad(), num_workers=1))


def test_an_error_at_a_workers_start_is_raised_too():
    def refuse(worker):
        raise ValueError("not today")

    with pytest.raises(ValueError, match="not today"):
        list(DataLoader(Slow(), num_workers=1, worker_init_fn=refuse))


@threads_alone
def test_a_batch_that_takes_too_long_times_out():
    gate = threading.Event()

    class Stuck(Slow):
        def __getitem__(self, index):
            gate.wait(10)
            return index

    with pytest.raises(RuntimeError, match=r"DataLoader timed out after 0\.05 seconds"):
        list(DataLoader(Stuck(1), num_workers=1, timeout=0.05))
    gate.set()


@threads_alone
def test_persistent_workers_stay_for_the_next_epoch():
    loader = DataLoader(Slow(6), 2, num_workers=2, persistent_workers=True)
    first, threads = values(loader), workers()
    assert len(threads) == 2
    assert values(loader) == first == [[0, 1], [2, 3], [4, 5]]
    assert workers() == threads
    del loader


def test_a_persistent_epoch_that_was_left_early_leaves_nothing_behind():
    loader = DataLoader(Slow(9), 1, num_workers=2, persistent_workers=True)
    for batch in loader:
        if batch.item() == 2:
            break
    assert values(loader) == [[k] for k in range(9)]
    del loader


def test_an_epoch_that_was_left_early_ends_its_workers():
    next(iter(DataLoader(Slow(), num_workers=2)))  # the fixture sees that they end


@threads_alone
def test_in_the_tab_the_main_thread_works_for_every_worker(monkeypatch):
    names = []

    class Drawn(Slow):
        def __getitem__(self, index):
            names.append((threading.current_thread().name, get_worker_info().id))
            return torch.randint(1000, ())

    def epochs():
        torch.manual_seed(0)
        loader = DataLoader(Drawn(6), 2, num_workers=2, persistent_workers=True, timeout=5, prefetch_factor=4)
        return values(loader), values(loader), torch.rand(2).tolist()

    in_threads = epochs()
    monkeypatch.setattr(worker, "HAS_THREADS", False)
    names.clear()
    assert epochs() == in_threads
    main = threading.main_thread().name
    assert names == 2 * [(main, k) for k in (0, 0, 1, 1, 0, 0)]
    assert get_worker_info() is None


@threads_alone
def test_in_the_tab_workers_are_warned_of_once(monkeypatch):
    monkeypatch.setattr(worker, "HAS_THREADS", False)
    monkeypatch.setattr(worker, "_warned_of_turns", False)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        assert values(DataLoader(range(4), 2)) == [[0, 1], [2, 3]] and not seen
        for _ in range(2):
            assert values(DataLoader(range(4), 2, num_workers=2)) == [[0, 1], [2, 3]]
    assert [str(w.message).partition(":")[0] for w in seen] == ["A browser's tab has neither processes nor threads"]
    assert seen[0].filename == __file__


@threads_alone
def test_in_the_tab_streams_and_errors_are_those_of_threads(monkeypatch):
    class Stream(IterableDataset):
        def __iter__(self):
            info = get_worker_info()
            return iter(range(info.id, 7, info.num_workers))

    class Bad(Slow):
        def __getitem__(self, index):
            raise ValueError("bad")

    expected = values(DataLoader(Stream(), 2, num_workers=2))
    monkeypatch.setattr(worker, "HAS_THREADS", False)
    assert values(DataLoader(Stream(), 2, num_workers=2)) == expected == [[0, 2], [1, 3], [4, 6], [5]]
    with pytest.raises(ValueError, match="Caught ValueError in DataLoader worker process 0"):
        list(DataLoader(Bad(), num_workers=2))
    with pytest.raises(ValueError, match="bad"):
        list(DataLoader(Slow(), num_workers=1, worker_init_fn=Bad().__getitem__))


def test_rows_of_tensors_are_fresh_memory():
    x = torch.arange(4.0)
    (batch,) = next(iter(DataLoader(TensorDataset(x), 2)))
    batch.zero_()
    assert x.tolist() == [0, 1, 2, 3]


def test_rows_taken_at_once_are_what_default_collate_makes():
    data = TensorDataset(torch.randn(9, 2, 3), torch.arange(9), torch.rand(9) > 0.5)
    order = random.Random(0).sample(range(9), 9)
    at_once = list(DataLoader(data, 4, sampler=order))
    one_by_one = list(
        DataLoader(data, 4, sampler=order, collate_fn=lambda batch: torch.utils.data.default_collate(batch))
    )
    for a, b in zip(at_once, one_by_one, strict=True):
        assert type(a) is type(b) is list
        for s, t in zip(a, b, strict=True):
            assert s.dtype == t.dtype and s.shape == t.shape and s.stride() == t.stride() and torch.equal(s, t)


PATHS = """
from borch.utils.data import DataLoader, Dataset, IterableDataset, TensorDataset, random_split
from borch.utils.data.dataloader import DataLoader, default_collate, get_worker_info
from borch.utils.data.dataset import ConcatDataset, Subset
from borch.utils.data.sampler import BatchSampler, RandomSampler, SequentialSampler
from borch.utils.data.distributed import DistributedSampler
from borch.utils.data._utils.collate import default_collate
from borch.utils.checkpoint import checkpoint, checkpoint_sequential
from borch.optim import lr_scheduler, swa_utils, Adagrad, LBFGS
from borch.optim.lr_scheduler import LambdaLR, _LRScheduler
from borch.optim.swa_utils import AveragedModel, SWALR
import borch.utils.data as data
import borch.optim.lr_scheduler as lr_scheduler
"""


@threads_alone
def test_programs_import_by_path():
    subprocess.run([sys.executable, "-c", PATHS], check=True)


@threads_alone
def test_importing_borch_does_not_load_the_loader():
    code = "import sys, borch; print([m for m in sys.modules if m.startswith(('borch.utils', 'borch.optim.lr'))])"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "[]\n"
