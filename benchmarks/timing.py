"""How benchmarks time and print: the best of several repeats, alternating between the sides, and one Markdown table."""

import os
import platform
import time
from dataclasses import dataclass


def best(functions, repeats=7, inner=1, clock=time.perf_counter):
    """The least seconds per call of each function; the functions take turns, so that both meet the same machine."""
    least = [float("inf")] * len(functions)
    for _ in range(repeats):
        for k, function in enumerate(functions):
            start = clock()
            for _ in range(inner):
                function()
            least[k] = min(least[k], (clock() - start) / inner)
    return least


def processor():
    """The processor's name, for the table's caption."""
    try:
        with open("/proc/cpuinfo") as lines:
            return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def machine():
    """The processor and how many of them a program has."""
    return f"{processor()}, {os.cpu_count()} processors, {platform.system()}"


@dataclass(frozen=True)
class Table:
    title: str
    head: tuple
    rows: list

    def __str__(self):
        lines = [self.head, ["---"] * len(self.head), *self.rows]
        return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def table(title, head, rows):
    """Prints a Markdown table under a title."""
    show(Table(title, head, rows))


def show(*tables):
    for each in tables:
        print(f"\n{each.title}\n\n{each}")
