"""torch.futures: set once, waited for, chained; the messages are torch's."""

import threading

import pytest

import borch as torch


def test_result_reaches_those_who_wait_and_those_who_follow():
    future = torch.futures.Future()
    seen = []
    later = future.then(lambda done: done.wait() + 1)
    future.add_done_callback(lambda done: seen.append(done.value()))
    assert not future.done() and not later.done()
    threading.Timer(0.01, future.set_result, [4]).start()
    assert (future.wait(), later.wait(), seen) == (4, 5, [4])
    assert future.then(lambda done: "late").wait() == "late"


def test_completed_once_only():
    future = torch.futures.Future()
    future.set_result(1)
    with pytest.raises(RuntimeError, match="Attempting to mark a completed Future as complete again"):
        future.set_result(2)
    assert future.value() == 1


def test_exception_is_raised_where_it_is_waited_for():
    future = torch.futures.Future()
    with pytest.raises(AssertionError, match="3 is of type <class 'int'>, not an Exception"):
        future.set_exception(3)
    future.set_exception(ValueError("no"))
    good = torch.futures.Future()
    good.set_result(1)
    for wait in (future.wait, lambda: torch.futures.wait_all([good, future]), torch.futures.collect_all([future]).wait):
        with pytest.raises(ValueError, match="^no$"):
            wait()
    with pytest.raises(RuntimeError, match="Got the following error when running the callback: ZeroDivisionError"):
        good.then(lambda done: 1 / 0).wait()


def test_fork_gives_a_future():
    double = torch.jit.fork(lambda x: x * 2, torch.ones(2))
    assert isinstance(double, torch.Future)
    assert torch.jit.wait(double).tolist() == [2, 2]
    with pytest.raises(ZeroDivisionError):
        torch.jit.wait(torch.jit.fork(lambda: 1 / 0))


def test_devices_are_refused():
    torch.futures.Future(devices=[])
    with pytest.raises(ValueError, match="Expected devices to have indices, got cpu"):
        torch.futures.Future(devices=["cpu"])
    with pytest.raises(RuntimeError, match="Cannot access accelerator device when none is available"):
        torch.futures.Future(devices=[0])
