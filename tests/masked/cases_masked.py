"""Cases of torch.masked."""

HALF = "torch.tensor([[True, False, True], [False, True, True]])"
NONE = "torch.tensor([[True, False, True], [False, False, False]])"
ROW = "torch.tensor([True, False, True])"
MASKS = (HALF, NONE, ROW, "torch.tensor([[1], [0]])", "None")
REDUCTIONS = ("sum", "prod", "amax", "amin", "argmax", "argmin", "mean", "logsumexp", "var", "std")
ROWS = ("cumsum", "cumprod", "softmax", "log_softmax", "softmin", "median")

CASES = {}
for _op in (*REDUCTIONS, *ROWS):
    _lines = [f"torch.masked.{_op}(d(2, 3), 1, mask={mask})" for mask in MASKS]
    for _make in ("f", "i", "u8", "b", "z", "bf", "h"):
        _lines.append(f"torch.masked.{_op}({_make}(2, 3), 1, mask={HALF})")
    _lines += [
        f"torch.masked.{_op}(d(2, 3), -2, mask={ROW})",
        f"torch.masked.{_op}(d(2, 3), 2)",
        f"torch.masked.{_op}(d(2, 3), 0, mask=torch.ones(1, 2, 3) > 0)",
        f"torch.masked.{_op}(d(2, 3), 0, mask=torch.ones(4) > 0)",
        f"torch.masked.{_op}(i(2, 3), 1, dtype=torch.float64, mask={HALF})",
        f"torch.masked.{_op}(d(), 0, mask=torch.tensor(True))",
        f"torch.masked.{_op}(f(2, 3), 0, 1)",
    ]
    CASES[_op] = _lines
for _op in set(REDUCTIONS) - {"argmax", "argmin"}:
    CASES[_op] += [
        f"torch.masked.{_op}(d(2, 3), mask={HALF})",
        f"torch.masked.{_op}(d(2, 3, 4), (0, 2), keepdim=True, mask=b(2, 3, 4))",
        f"torch.masked.{_op}(d(2, 3), (0, 0))",
        f"torch.masked.{_op}(d(2, 3), ())",
    ]
CASES["var"] += [
    f"torch.masked.var(d(2, 3), 1, False, mask={HALF})",
    f"torch.masked.var(d(2, 3), 1, correction=2, mask={HALF})",
    f"torch.masked.std(d(2, 3), 1, True, correction=1, mask={HALF})",
]
CASES["norm"] = [
    *(f"torch.masked.norm(d(2, 3), {p}, 1, mask={HALF})" for p in ("2.0", "1", "0", "float('inf')", "-float('inf')")),
    f"torch.masked.norm(i(2, 3), -float('inf'), 1, mask={HALF})",
    f"torch.masked.norm(z(2, 3), 2.0, mask={ROW})",
]
CASES["normalize"] = [
    f"torch.masked.normalize(d(2, 3), 2.0, 1, mask={HALF})",
    f"torch.masked.normalize(d(2, 3), 1.0, 0, eps=0.5, mask={NONE})",
    "torch.masked.normalize(i(3), 2.0, 0)",
]
CASES["logaddexp"] = [
    # torch's second gradient is NaN where one operand is masked out
    (f"torch.masked.logaddexp(d(2, 3), d(2, 3), input_mask={HALF}, other_mask={ROW})", {"second": False}),
    "torch.masked.logaddexp(f(3), f(3))",
    "torch.masked.logaddexp(i(3), i(3))",
]
CASES["mask"] = ["torch.masked.sum(f(2), mask=3)", "torch.masked.sum(f(2), mask=torch.tensor(0.5))"]
