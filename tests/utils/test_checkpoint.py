"""Checkpointing frees what it says it frees, and calls the context managers it was given."""

import contextlib
import gc
import weakref

import pytest

import borch as torch
from borch.utils import checkpoint as room
from borch.utils.checkpoint import CheckpointError, checkpoint


def middle_array_is_alive(use):
    """Whether the array between two ops is still held once forward is over."""
    noted = []

    def function(x):
        middle = x * x
        noted.append(weakref.ref(middle._array))
        return middle.exp() * middle

    out = use(function, torch.ones(3, requires_grad=True))
    gc.collect()
    return noted[0]() is not None, out


@pytest.mark.parametrize("use_reentrant", [True, False])
def test_what_backward_needs_is_freed_after_forward(use_reentrant):
    alive, _ = middle_array_is_alive(lambda f, x: f(x))
    assert alive
    alive, out = middle_array_is_alive(lambda f, x: checkpoint(f, x, use_reentrant=use_reentrant))
    assert not alive
    out.sum().backward()


def test_what_was_computed_again_is_freed_after_backward():
    x = torch.ones(3, requires_grad=True)
    noted = []

    def function(x):
        middle = x * x
        noted.append(weakref.ref(middle._array))
        return middle.exp()

    out = checkpoint(function, x, use_reentrant=False)
    out.sum().backward()
    gc.collect()
    assert len(noted) == 2 and all(ref() is None for ref in noted)


def test_the_function_runs_once_more_for_all_of_its_nodes():
    calls = []

    def function(x):
        calls.append(1)
        for _ in range(5):
            x = (x * x).sin()
        return x

    x = torch.ones(3, requires_grad=True)
    checkpoint(function, x, use_reentrant=False).sum().backward()
    assert len(calls) == 2


def test_context_fn_gives_a_context_for_each_time():
    seen = []

    @contextlib.contextmanager
    def note(name):
        seen.append(name)
        yield
        seen.append("end of " + name)

    x = torch.ones(3, requires_grad=True)
    out = checkpoint(lambda x: x * x, x, use_reentrant=False, context_fn=lambda: (note("first"), note("second")))
    assert seen == ["first", "end of first"]
    out.sum().backward()
    assert seen[2:] == ["second", "end of second"]


def test_early_stop_is_set_for_a_region():
    calls = []

    def function(x):
        calls.append(1)
        return x * x if len(calls) == 1 else (x * x).sin()

    x = torch.ones(3, requires_grad=True)
    with room.set_checkpoint_early_stop(False):
        out = checkpoint(function, x, use_reentrant=False)
    with pytest.raises(CheckpointError, match="saved during recomputation: 3"):
        out.sum().backward()


def test_a_saved_value_can_be_read_from_outside():
    x = torch.tensor([2.0, 3.0], requires_grad=True)
    out = checkpoint(lambda x: x * x, x, use_reentrant=False)
    assert out.grad_fn._saved_self.tolist() == [2, 3]


def test_no_device_has_a_random_state_of_its_own():
    states = room.get_device_states(torch.ones(2), {"a": torch.ones(1)})
    assert states == ([], [])
    room.set_device_states(*states)


@pytest.mark.parametrize("name", ["CheckpointPolicy", "create_selective_checkpoint_contexts", "SAC_IGNORED_OPS"])
def test_what_is_absent_says_so(name):
    with pytest.raises(NotImplementedError, match=name):
        getattr(room, name)
