"""How benchmarks time and print: the best of several repeats, alternating between the sides, and one Markdown table."""

import platform
import time


def best(functions, repeats=7, inner=1):
    """The least seconds per call of each function; the functions take turns, so that both meet the same machine."""
    least = [float("inf")] * len(functions)
    for _ in range(repeats):
        for k, function in enumerate(functions):
            start = time.perf_counter()
            for _ in range(inner):
                function()
            least[k] = min(least[k], (time.perf_counter() - start) / inner)
    return least


def processor():
    """The processor's name, for the table's caption."""
    try:
        with open("/proc/cpuinfo") as lines:
            return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def table(title, head, rows):
    """Prints a Markdown table under a title."""
    print(f"\n{title}\n")
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
