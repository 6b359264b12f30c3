"""Cases of borch/ops/compare.py and bitwise.py: comparisons, questions, logic, bits."""

NAN, INF = "float('nan')", "float('inf')"
ODD = f"torch.tensor([{NAN}, {INF}, -{INF}, 0.0, -0.0, 1.0, -2.5])"
COMPARE = ["eq", "ne", "lt", "le", "gt", "ge", "not_equal", "less", "less_equal", "greater", "greater_equal"]
LOGICAL = ["logical_and", "logical_or", "logical_xor"]
BITWISE = ["bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_left_shift", "bitwise_right_shift"]
PAIRS = (
    "d(2, 3), d(3)",
    "i(4), i(4)",
    "i(4), 2",
    "i(4), 2.5",
    "i(4), True",
    "2, i(4)",
    "2.5, i(4)",
    "2, 3",
    "i(), i(4)",
    "i(4), i()",
    "i(0, 3), i(1, 3)",
    "i(4, 3).t(), i(3, 4)",
    "i(2, 3), i(4)",
    "i32(4), i(4)",
    "u8(4), i8(4)",
    "u8(4), 300",
    "u8(4), -1",
    "u8(4), 2**70",
    "i8(4), 200",
    "i16(4), n(4)",
    "b(4), i(4)",
    "b(4), b(4)",
    "b(4), True",
    "b(4), 1",
    "b(4), 1.5",
    "h(4), h(4)",
    "bf(4), bf(4)",
    "h(4), n(4)",
    "bf(4), 0.5",
    "n(4), torch.tensor(0.1, dtype=torch.float64)",
    "n(3), c(3)",
    "c(3), c(3)",
    "n(3), 1j",
    "torch.tensor([1, 2], dtype=torch.uint16), torch.tensor([1, 2], dtype=torch.uint16)",
    f"{ODD}[:, None], {ODD}",
    "n(3), None",
    "n(3), 'a'",
    "'a', n(3)",
    "n(3)",
    "n(3), n(3), bogus=1",
    "input=i(3), other=i(3)",
    "i(3), i(3), out=torch.empty(3, dtype=torch.int32)",
    "i(3), i(3), out=torch.empty(3, dtype=torch.bool)",
    "f(3), f(3), out=torch.empty(3)",
    "torch.tensor([0.1]), 0.1",
    "torch.tensor([1, 2]), torch.tensor(1.5)",
)

CASES = {op: [f"torch.{op}({pair})" for pair in PAIRS] for op in COMPARE + LOGICAL + BITWISE}
for _op in CASES:
    CASES[_op] += [f"i(4).{_op}(i(4))", f"i(4).{_op}(2)", f"n(4).{_op}(n(4))"]
for _op in ("bitwise_left_shift", "bitwise_right_shift"):
    CASES[_op] += [
        f"torch.{_op}({a}, {b})"
        for a in (
            "torch.tensor([5, -5, 127, -128], dtype=torch.int8)",
            "torch.tensor([5, 200, 255, 0], dtype=torch.uint8)",
            "torch.tensor([5, -5, 2**62, -2**63])",
            "torch.tensor([5, -5, 2**30, -2**31], dtype=torch.int32)",
        )
        for b in ("torch.tensor([1, 7, 8, 9], dtype=torch.int8)", "3", "64", "-1", "torch.tensor([0, 31, 63, 64])")
    ]
ANY = (
    "d(2, 3)",
    ODD,
    "i(4)",
    "u8(3)",
    "b(3)",
    "h(3)",
    "bf(3)",
    "c(3)",
    "n()",
    "n(0)",
    "n(4, 3).t()",
    f"torch.tensor([complex({NAN}, 1), complex(0, {INF}), 1j])",
    "torch.tensor([1, 2], dtype=torch.uint16)",
    "h(3) / 0",
    "2.0",
    "'a'",
    "",
)
for _op in ("isnan", "isinf", "isfinite", "isposinf", "isneginf", "isreal", "logical_not", "bitwise_not", "signbit"):
    CASES[_op] = [f"torch.{_op}({x})" for x in ANY] + [f"n(3).{_op}()", f"i(3).{_op}()"]
CLOSE = f"torch.tensor([1.0, {NAN}, {INF}, 1e-9, 5.0]), torch.tensor([1.0 + 1e-6, {NAN}, {INF}, 0.0, 5.1])"
for _op in ("isclose", "allclose"):
    CASES[_op] = [
        f"torch.{_op}({text})"
        for text in (
            CLOSE,
            f"{CLOSE}, equal_nan=True",
            f"{CLOSE}, 0.1, 0.1",
            f"{CLOSE}, rtol=0, atol=0",
            f"{CLOSE}, atol=1",
            "n(3), n(2, 1)",
            "i(3), i(3)",
            "i(3), i(3), 0.5",
            "n(3), i(3)",
            "n(3), d(3)",
            "b(3), b(3)",
            "c(3), c(3)",
            "h(3), h(3)",
            "bf(3), bf(3)",
            "n(3), 2",
            "n(3), n(3), -1",
            "n(3), n(3), 0.1, -2",
            "n(2), n(3)",
            "n(0), n(0)",
            "f(3), f(3)",
            "c(3), c(3), 10.0",
            "2, n(3)",
        )
    ] + [f"n(3).{_op}(n(3), atol=3)"]
CASES["equal"] = [
    f"torch.equal({text})"
    for text in (
        "torch.ones(2), torch.ones(2)",
        "n(3), n(3)",
        "n(3), n(4)",
        "torch.ones(2), torch.ones(2, dtype=torch.float64)",
        "torch.ones(2), torch.ones(2, dtype=torch.int64)",
        ODD + ", " + ODD,
        "n(3), 1",
        "n(0), n(0)",
        "bf(0), bf(0)",
    )
] + ["n(3).equal(n(3))", "x = n(3); x.equal(x)", "x = n(3); x.equal(x.clone())"]
CASES["is_nonzero"] = ["torch.is_nonzero(n(1))", "torch.is_nonzero(n(2))", "torch.is_nonzero(n(0))", "b().is_nonzero()"]
