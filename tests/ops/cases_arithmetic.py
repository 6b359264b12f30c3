"""Cases of borch/ops/arithmetic.py."""

CASES = {
    "add": [
        "torch.add(f(2, 3), f(3), alpha=2)",
        "torch.add(d(2, 1), z(3))",
        "torch.add(f(2, 3), f(4))",
        "f(2, 3) + 1",
        "2.5 + i(3)",
    ],
}
