"""torch.autograd.profiler_util: what a profiler noted: events, their averages by name, and both as a table.

Source: https://docs.pytorch.org/docs/stable/profiler.html
"""

import json

__all__ = ["EventList", "FunctionEvent", "FunctionEventAvg"]


def format_time(us):
    """A time in microseconds as torch writes it: in the unit that suits.

    >>> from borch.autograd.profiler_util import format_time
    >>> format_time(12.5), format_time(1500), format_time(2.5e6)
    ('12.500us', '1.500ms', '2.500s')
    """
    for unit, size in (("s", 1e6), ("ms", 1e3)):
        if us >= size:
            return f"{us / size:.3f}{unit}"
    return f"{us:.3f}us"


class _Times:
    """What an event and an average have in common; times are in microseconds."""

    cpu_memory_usage = self_cpu_memory_usage = device_time = device_time_total = self_device_time_total = 0
    cuda_time = cuda_time_total = self_cuda_time_total = device_memory_usage = flops = 0

    @property
    def cpu_time(self):
        """The time of one call."""
        return self.cpu_time_total / self.count if self.count else 0.0

    cpu_time_str = property(lambda self: format_time(self.cpu_time))
    cpu_time_total_str = property(lambda self: format_time(self.cpu_time_total))
    self_cpu_time_total_str = property(lambda self: format_time(self.self_cpu_time_total))


class FunctionEvent(_Times):
    """One call: its name, begin and end, and the events within."""

    count, is_async, is_remote = 1, False, False

    def __init__(self, name, start, input_shapes=(), is_user_annotation=False):
        self.name = name
        self.key = "ProfilerStep*" if name.startswith("ProfilerStep#") else name
        self.start_us, self.end_us = start, None
        self.input_shapes, self.is_user_annotation = list(input_shapes), is_user_annotation
        self.cpu_parent, self.cpu_children = None, []

    @property
    def cpu_time_total(self):
        """The time between begin and end."""
        return self.end_us - self.start_us

    @property
    def self_cpu_time_total(self):
        """The time without that of the events within."""
        return self.cpu_time_total - sum(child.cpu_time_total for child in self.cpu_children)

    def __repr__(self):
        return (
            f"<FunctionEvent name={self.name} cpu_time={self.cpu_time_str} start_us={self.start_us:.3f} "
            f"end_us={self.end_us:.3f} input_shapes={self.input_shapes}>"
        )


class FunctionEventAvg(_Times):
    """The sum of the events of one name."""

    def __init__(self, key, input_shapes=(), is_user_annotation=False):
        self.key, self.input_shapes, self.is_user_annotation = key, input_shapes, is_user_annotation
        self.count, self.cpu_time_total, self.self_cpu_time_total = 0, 0.0, 0.0

    def add(self, event):
        """Adds an event."""
        self.count += event.count
        self.cpu_time_total += event.cpu_time_total
        self.self_cpu_time_total += event.self_cpu_time_total
        return self

    def __repr__(self):
        return (
            f"<FunctionEventAvg key={self.key} self_cpu_time={self.self_cpu_time_total_str} "
            f"cpu_time={self.cpu_time_str} input_shapes={self.input_shapes}>"
        )


class EventList(list):
    """Events, or averages of them."""

    @property
    def self_cpu_time_total(self):
        """The time of all, none counted twice."""
        return sum(event.self_cpu_time_total for event in self)

    def key_averages(self, group_by_input_shapes=False, group_by_stack_n=0, group_by_overload_name=False):
        """The averages by name, or by name and shapes, in the order in which the names came."""
        found = {}
        for event in self:
            shapes = event.input_shapes if group_by_input_shapes else ""
            key = event.key, str(shapes), event.is_user_annotation
            found.setdefault(key, FunctionEventAvg(event.key, shapes, event.is_user_annotation)).add(event)
        return EventList(found.values())

    def total_average(self):
        """One average of all events."""
        total = FunctionEventAvg("Total")
        for event in self:
            total.add(event)
        return total

    def table(
        self,
        sort_by=None,
        row_limit=100,
        max_src_column_width=75,
        max_name_column_width=55,
        max_shapes_column_width=80,
        header=None,
        top_level_events_only=False,
        time_unit=None,
    ):
        """The events as text, a row each, sorted downwards by the attribute `sort_by`."""
        return table(
            self, sort_by, row_limit, max_name_column_width, max_shapes_column_width, header, top_level_events_only
        )

    def __str__(self):
        return self.table()

    def export_chrome_trace(self, path):
        """Writes the events for chrome://tracing."""
        events = [
            {
                "ph": "X", "cat": "user_annotation" if e.is_user_annotation else "cpu_op", "name": e.name, "pid": 0,
                "tid": 0, "ts": e.start_us, "dur": e.cpu_time_total, "args": {"Input Dims": e.input_shapes},
            }
            for e in self
        ]  # fmt: skip
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schemaVersion": 1, "displayTimeUnit": "ms", "traceEvents": events}, file)


def table(events, sort_by, row_limit, name_width, shapes_width, header, top_level):
    if not events:
        return ""
    total = events.self_cpu_time_total
    if sort_by is not None:
        events = sorted(events, key=lambda event: getattr(event, sort_by), reverse=True)
    if top_level:
        events = [event for event in events if getattr(event, "cpu_parent", None) is None]
    with_shapes = any(event.input_shapes for event in events)
    widths = [min(max(len(event.key) for event in events) + 4, name_width), *[12] * 6]
    heads = ["Name", "Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg", "# of Calls"]
    if with_shapes:
        heads.append("Input Shapes")
        widths.append(max(12, min(max(len(str(event.input_shapes)) for event in events) + 4, shapes_width)))

    def line(cells):
        return "".join(f"{cut(str(cell), width):>{width}}  " for cell, width in zip(cells, widths, strict=True))

    def cut(text, width):
        return text[: width - 3] + "..." if len(text) > width else text

    def share(time):
        return f"{100 * time / total if total else 0.0:.2f}%"

    rule = line("-" * width for width in widths)
    rows = [rule, line(heads), rule]
    for event in events[: row_limit if row_limit >= 0 else None]:
        cells = [
            event.key, share(event.self_cpu_time_total), event.self_cpu_time_total_str, share(event.cpu_time_total),
            event.cpu_time_total_str, event.cpu_time_str, event.count,
        ]  # fmt: skip
        rows.append(line([*cells, event.input_shapes] if with_shapes else cells))
    if header is not None:
        rows.insert(0, header)
        rows.insert(0, "=" * len(rule))
    return "\n".join([*rows, rule, f"Self CPU time total: {format_time(total)}", ""])
