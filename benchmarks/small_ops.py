"""Small ops: what one call costs when the arrays are tiny. borch's time over torch's, one thread.

python -m benchmarks.small_ops      (needs torch)
"""

import timeit

from benchmarks.timing import processor, table

CASES = {
    "recorded add, 3 elements": "x + y",
    "recorded mul, 3 elements": "x * y",
    "recorded mul by a number": "x * 2.0",
    "add without recording": "y + y",
    "recorded exp": "x.exp()",
    "recorded sum": "x.sum()",
    "recorded matmul 8x8": "a @ a",
    "recorded transpose": "a.transpose(0, 1)",
    "index x[1]": "x[1]",
    "add and its backward": "(x + y).sum().backward()",
}


def names(torch):
    return {
        "x": torch.ones(3, requires_grad=True),
        "y": torch.ones(3),
        "a": torch.ones(8, 8, requires_grad=True),
    }


def main():
    import torch

    import borch

    torch.set_num_threads(1)
    sides = [names(borch), names(torch)]
    rows = []
    for label, code in CASES.items():
        timers = [timeit.Timer(code, globals=side) for side in sides]
        least = [float("inf")] * 2
        for _ in range(7):
            for k, timer in enumerate(timers):
                least[k] = min(least[k], timer.timeit(20_000) / 20_000)
        rows.append((label, f"{least[0] * 1e6:.2f}", f"{least[1] * 1e6:.2f}", f"{least[0] / least[1]:.2f}"))
    table(f"Small ops on {processor()}", ("call", "borch, us", "torch, us", "ratio"), rows)


if __name__ == "__main__":
    main()
