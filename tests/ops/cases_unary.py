"""Cases of the ops on one tensor: exponential, trig, rounding, power, signs."""

ODD = "torch.tensor([float('nan'), float('inf'), -float('inf'), 0.0, -0.0, 1.0, -1.0, 1e-30, 1e30, -2.5, 0.5, 1.5])"
ODD64 = ODD[:-1] + ", dtype=torch.float64)"

# op -> maker of float64 values inside its domain
FLOAT = {
    "exp": "d",
    "exp2": "d",
    "expm1": "d",
    "log": "p",
    "log2": "p",
    "log10": "p",
    "log1p": "p",
    "sqrt": "p",
    "rsqrt": "p",
    "sigmoid": "d",
    "logit": "u",
    "sin": "d",
    "cos": "d",
    "tan": "u",
    "asin": "u",
    "acos": "u",
    "atan": "d",
    "sinh": "d",
    "cosh": "d",
    "tanh": "d",
    "asinh": "d",
    "acosh": "1 + p",
    "atanh": "u",
    "sinc": "p",
    "deg2rad": "d",
    "rad2deg": "d",
    "reciprocal": "p",
    "erf": "d",
    "erfc": "d",
    "erfinv": "u",
    "lgamma": "p",
    "digamma": "p",
    "i0": "d",
    "arcsin": "u",
    "arccos": "u",
    "arctan": "d",
    "arcsinh": "d",
    "arccosh": "1 + p",
    "arctanh": "u",
}
SAME = [
    "abs",
    "absolute",
    "neg",
    "negative",
    "sign",
    "sgn",
    "square",
    "ceil",
    "floor",
    "round",
    "trunc",
    "fix",
    "frac",
    "positive",
    "nan_to_num",
]
COMPLEX = [
    "exp",
    "exp2",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "sqrt",
    "rsqrt",
    "sigmoid",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "reciprocal",
    "abs",
    "neg",
    "sgn",
    "square",
    "positive",
    "sinc",
]


def lines(op, domain):
    inside = f"{domain}(2, 3)"
    yield from (
        f"torch.{op}({inside})",
        f"torch.{op}({domain}())",
        f"torch.{op}({domain}(0, 3))",
        f"({domain}(3, 2)).{op}()",
        f"torch.{op}(({domain}(2, 3, 4))[:, ::2, 1:])",
        f"torch.{op}(({domain}(3, 2, grad=False)).t())",
        f"torch.{op}({ODD})",
        f"torch.{op}({ODD64})",
        f"torch.{op}(h(7))",
        f"torch.{op}(bf(7))",
        f"torch.{op}(i(5))",
        f"torch.{op}(i16(5))",
        f"torch.{op}(u8(5))",
        f"torch.{op}(b(3))",
        f"torch.{op}(c(3))",
        f"torch.{op}(input=n(3))",
        f"torch.{op}(2.0)",
        f"torch.{op}('a')",
        f"torch.{op}()",
        f"torch.{op}(n(2), out=torch.empty(2, dtype=torch.int32))",
        (f"torch.{op}(n(2), out=torch.empty(2, dtype=torch.float64))", {"rtol": 1e-6}),
    )


CASES = {op: list(lines(op, domain)) for op, domain in FLOAT.items()}
CASES |= {op: list(lines(op, "d")) for op in SAME}
CASES["positive"].remove("torch.positive()")
for _op in SAME:
    CASES[_op] += [f"torch.{_op}(f(4, 3))", f"torch.{_op}(torch.tensor([1, 2], dtype=torch.uint16))"]
for _op in FLOAT:
    CASES[_op] += [f"torch.{_op}(torch.tensor([1, 2], dtype=torch.uint16))"]
for _op in COMPLEX:
    CASES[_op] += [f"torch.{_op}(z(2, 3))", f"torch.{_op}(z(3)) * z(3)", f"torch.{_op}(torch.tensor([0j, 1j, 2 + 0j]))"]
CASES |= {
    "signbit": [
        f"torch.signbit({ODD})",
        "torch.signbit(i(4))",
        "torch.signbit(u8(3))",
        "torch.signbit(bf(3))",
        "torch.signbit(c(2))",
        "torch.signbit(b(2))",
    ],
    "round decimals": [
        "torch.round(d(5), decimals=2)",
        "torch.round(n(5) * 1000, decimals=-2)",
        "torch.round(f(5), decimals=0)",
        "torch.round(i(5), decimals=1)",
        "d(4).round(decimals=3)",
        "torch.round(torch.tensor([0.5, 1.5, 2.5, -0.5]))",
        "torch.round(torch.tensor([1.25, 1.35, -1.25]), decimals=1)",
        "n(3).round_(decimals=1)",
        "torch.round(h(4), decimals=1)",
    ],
    "logit eps": [
        "torch.logit(u(4), 0.2)",
        "torch.logit(u(4), eps=0.3)",
        "torch.logit(d(6), 1e-6)",
        "torch.logit(d(6))",
        "torch.logit(n(4), None)",
        "u(3).logit(0.1)",
    ],
    "nan_to_num": CASES["nan_to_num"]
    + [
        f"torch.nan_to_num({ODD}, 1.0, 2.0, 3.0)",
        f"torch.nan_to_num({ODD}, posinf=7.0)",
        "torch.nan_to_num(torch.tensor([complex('nan'), complex(1, float('inf'))]))",
        "torch.nan_to_num(f(3) / torch.tensor([1.0, 0.0, 2.0]))",
        "torch.nan_to_num(h(2) / 0)",
    ],
    "frexp": [
        "torch.frexp(n(5))",
        "torch.frexp(d(4))",
        "torch.frexp(i(3))",
        "torch.frexp(torch.tensor([0.0, -8.0]))",
        "torch.frexp(h(4))",
        "n(3).frexp()",
    ],
    "polygamma": [
        "torch.polygamma(0, p(4))",
        "torch.polygamma(1, p(4))",
        "torch.polygamma(2, p(4))",
        "torch.polygamma(5, p(4))",
        "p(3).polygamma(1)",
        "torch.polygamma(1, i(4, low=1))",
        "torch.polygamma(-1, p(2))",
        "torch.polygamma(1, d(6))",
        "torch.polygamma(3, n(6))",
        "torch.polygamma(2, c(2))",
    ],
    "mvlgamma": [
        "torch.mvlgamma(p(4) + 1, 2)",
        "torch.mvlgamma(p(4) + 2, p=3)",
        "torch.mvlgamma(p(2), 5)",
        "(p(3) + 1).mvlgamma(1)",
        ("torch.mvlgamma(i(3, low=3, high=9), 2)", {"message": False}),
    ],
}
# many elements are computed in other ways than few
for _op in ("tan", "atan", "log1p", "log10", "expm1", "sinh", "cosh", "atanh", "erf", "erfc", "selu"):
    CASES.setdefault(_op, []).extend(
        [
            f"torch.{_op}(torch.linspace(-9, 9, 20001))[::2000]",
            f"torch.{_op}(torch.cat([{ODD}, torch.tensor([-0.0, 1e-9, -1e-6, 1e-30, -1.0, 1e7, 2e38]), n(600)]))[:12]",
        ]
    )
CASES["tan"].append("torch.tan(torch.linspace(1.5, 1.6, 20001))[::1000]")
