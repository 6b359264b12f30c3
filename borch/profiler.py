"""torch.profiler: which ops ran, how often, and how long, in steps that a schedule chooses.

Source: https://docs.pytorch.org/docs/stable/profiler.html
"""

import enum
import os
import time

from .autograd.profiler import Session, record_function

__all__ = ["ProfilerAction", "ProfilerActivity", "profile", "record_function", "schedule", "tensorboard_trace_handler"]


class ProfilerActivity(enum.Enum):
    """What a profiler watches: here always the CPU."""

    CPU, XPU, MTIA, CUDA = range(4)


class ProfilerAction(enum.Enum):
    """What a profiler does in a step."""

    NONE, WARMUP, RECORD, RECORD_AND_SAVE = range(4)


def schedule(*, wait, warmup, active, repeat=0, skip_first=0, skip_first_wait=0):
    """A function from the number of a step to what the profiler does then; the steps come in rounds, `repeat` times.

    >>> import borch as torch
    >>> plan = torch.profiler.schedule(wait=1, warmup=1, active=2, repeat=1)
    >>> [plan(step).name for step in range(5)]
    ['NONE', 'WARMUP', 'RECORD', 'RECORD_AND_SAVE', 'NONE']
    """
    if not (wait >= 0 and warmup >= 0 and active > 0 and repeat >= 0 and skip_first >= 0):
        raise AssertionError(
            f"Invalid profiler schedule arguments. Got wait={wait} (need >= 0), warmup={warmup} (need >= 0), "
            f"active={active} (need > 0), repeat={repeat} (need >= 0), skip_first={skip_first} (need >= 0)."
        )

    def plan(step):
        assert step >= 0
        if step < skip_first:
            return ProfilerAction.NONE
        step -= skip_first
        if skip_first_wait:
            step += wait
        turn, step = divmod(step, wait + warmup + active)
        if (repeat and turn >= repeat) or step < wait:
            return ProfilerAction.NONE
        if step < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD if step < wait + warmup + active - 1 else ProfilerAction.RECORD_AND_SAVE

    return plan


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False):
    """A function for `on_trace_ready` that writes the trace as a file for chrome://tracing into the folder."""

    def handler(prof):
        os.makedirs(dir_name, exist_ok=True)
        name = f"{worker_name or f'process_{os.getpid()}'}.{time.time_ns()}.pt.trace.json"
        prof.export_chrome_trace(os.path.join(dir_name, name))

    return handler


RECORDS = (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE)


class profile:
    """A context in which ops are timed, in the steps that `schedule` chooses; `on_trace_ready` is called after each round.

    The ops are those of borch: a linear layer is one. Memory, stacks and accelerators are not watched, whatever the
    arguments say.
    Source: https://docs.pytorch.org/docs/stable/profiler.html

    >>> import borch as torch
    >>> with torch.profiler.profile() as run:
    ...     with torch.profiler.record_function("forward"):
    ...         y = torch.ones(3).exp()
    >>> [(event.key, event.count) for event in run.key_averages() if event.key in ("forward", "aten::exp")]
    [('forward', 1), ('aten::exp', 1)]
    """

    def __init__(
        self,
        *,
        activities=None,
        schedule=None,
        on_trace_ready=None,
        record_shapes=False,
        profile_memory=False,
        with_stack=False,
        with_flops=False,
        with_modules=False,
        **kwargs,
    ):
        if activities is not None and not activities:
            raise AssertionError("No valid profiler activities found")
        self.activities = set(activities or [ProfilerActivity.CPU])
        self.schedule = schedule or (lambda step: ProfilerAction.RECORD)
        self.record_steps = schedule is not None
        self.on_trace_ready, self.record_shapes = on_trace_ready, record_shapes
        self.profile_memory, self.with_stack, self.with_flops, self.with_modules = (
            profile_memory,
            with_stack,
            with_flops,
            with_modules,
        )
        self.step_num, self.current_action = 0, self.schedule(0)
        self._session, self._running, self._step = None, False, None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *exc):
        self.stop()
        return False

    def start(self):
        """Begins, as entering the context does."""
        self._turn_to(self.current_action)
        self._name_step()

    def stop(self):
        """Ends, as leaving the context does."""
        self._close_step()
        if self._running:
            self._save()

    def step(self):
        """Says that the next step begins."""
        self._close_step()
        before = self.current_action
        self.step_num += 1
        self.current_action = self.schedule(self.step_num)
        if before is ProfilerAction.RECORD_AND_SAVE or (self._running and self.current_action not in RECORDS):
            self._save()
        self._turn_to(self.current_action)
        self._name_step()

    def _turn_to(self, action):
        if action in RECORDS and not self._running:
            self._session, self._running = Session(), True
            self._session.start()

    def _save(self):
        self._session.stop()
        self._running = False
        if not self.record_shapes:
            for event in self._session.events:
                event.input_shapes = []
        if self.on_trace_ready:
            self.on_trace_ready(self)

    def _name_step(self):
        if self.record_steps:
            self._step = record_function(f"ProfilerStep#{self.step_num}")
            self._step.__enter__()

    def _close_step(self):
        if self._step is not None:
            self._step.__exit__(None, None, None)
            self._step = None

    def events(self):
        """The events of the last round."""
        assert self._session is not None, "Profiler must be initialized before accessing events"
        return self._session.events

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0, group_by_overload_name=False):
        """The averages of the last round by name."""
        assert self._session is not None, "Profiler must be initialized before getting key averages"
        return self._session.events.key_averages(group_by_input_shape)

    def export_chrome_trace(self, path):
        """Writes the last round for chrome://tracing."""
        assert self._session is not None, "Profiler must be initialized before exporting chrome trace"
        self._session.events.export_chrome_trace(path)

    def add_metadata(self, key, value):
        """Does nothing: a trace has no metadata here."""

    add_metadata_json = add_metadata


def kineto_available():
    """True, as in every build of torch: `profile` notes what ran."""
    return True
