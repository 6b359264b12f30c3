"""Running sums, products and extremes, differences and trapezoids: cases for borch/ops/scan.py."""

NAN, INF = "float('nan')", "float('inf')"
ZEROS = "torch.tensor([[2.0, 0.0, 3.0, 4.0], [0.0, 5.0, 0.0, 1.0]], dtype=torch.float64, requires_grad=True)"


def running(name):
    return [
        f"torch.{name}(f(5), 0)",
        f"torch.{name}(d(3, 4), 1)",
        f"d(2, 3, 4).{name}(-2)",
        f"d(3, 4).{name}(dim=0)",
        f"d(3, 4).{name}(axis=1)",
        f"d().{name}(0)",
        f"f(0).{name}(0)",
        f"f(0, 3).{name}(1)",
        f"f(3).{name}(1)",
        f"f(3, 4).t().{name}(0)",
    ]


CASES = {
    "cumsum": [
        "n(40, 300).cumsum(0)[-1, :5]",
        "n(300, 40).cumsum(1)[:4, -1]",
        "i(40, 300).cumsum(0)[-1, :5]",
        "n(5, 40, 30).cumsum(1)[:, -1, 0]",
        *running("cumsum"),
        "i(5).cumsum(0)",
        "u8(5).cumsum(0)",
        ("b(5).cumsum(0)", {"twins": False}),
        "h(50).cumsum(0)",
        "bf(5, grad=True).cumsum(0)",
        "z(4).cumsum(0)",
        ("f(5).cumsum(0, dtype=torch.float64)", {"twins": False}),
        ("i(5).cumsum(0, dtype=torch.float32)", {"twins": False}),
        "n(1000).cumsum(0)",
        f"torch.tensor([1.0, {INF}, 2.0, -{INF}, 1.0]).cumsum(0)",
    ],
    "cumprod": [
        "(1 + 0.01 * n(40, 300)).cumprod(0)[-1, :5]",
        *running("cumprod"),
        f"{ZEROS}.cumprod(1)",
        f"{ZEROS}.cumprod(0)",
        "i(5).cumprod(0)",
        ("b(5).cumprod(0)", {"twins": False}),
        "h(5).cumprod(0)",
        "bf(5, grad=True).cumprod(0)",
        "z(4).cumprod(0)",
        ("f(5).cumprod(0, dtype=torch.float64)", {"twins": False}),
        ("i(5).cumprod(0, dtype=torch.float64)", {"twins": False}),
    ],
    "cummax": [
        "n(40, 300).cummax(0)[1][-1, :9]",
        "i(300, 40).cummax(1)[1][:9, -1]",
        *running("cummax"),
        "i(8, low=0, high=3).cummax(0)",
        "b(6).cummax(0)",
        "bf(6, grad=True).cummax(0)",
        f"torch.tensor([1.0, {NAN}, 3.0, {NAN}, 5.0]).cummax(0)",
        "c(3).cummax(0)",
    ],
    "cummin": [
        *running("cummin"),
        "i(8, low=0, high=3).cummin(0)",
        "u8(6).cummin(0)",
        "h(6).cummin(0)",
        f"torch.tensor([1.0, {NAN}, 3.0, {NAN}, 5.0]).cummin(0)",
    ],
    "logcumsumexp": [
        *running("logcumsumexp"),
        "h(5).logcumsumexp(0)",
        ("bf(5, grad=True).logcumsumexp(0)", {"rtol": 0.02, "second": False}),
        ("z(4).logcumsumexp(0)", {"second": False}),
        "i(3).logcumsumexp(0)",
        f"torch.tensor([-{INF}, -{INF}, 1.0]).logcumsumexp(0)",
        f"torch.tensor([1.0, {INF}, {NAN}]).logcumsumexp(0)",
        ("torch.tensor([0.0, 1000.0, -1000.0], requires_grad=True).logcumsumexp(0)", {"atol": 1e-5}),
    ],
    "diff": [
        "torch.diff(d(5))",
        "torch.diff(d(3, 4), 2, 0)",
        "d(3, 4).diff(n=1, dim=-1, prepend=d(3, 1), append=d(3, 2))",
        "i(5).diff()",
        "b(5).diff()",
        "u8(5).diff(2)",
        "d(3).diff(0)",
        "d(3).diff(5)",
        "d(3).diff(-1)",
        "d().diff()",
        "d(3, 4).diff(prepend=d(4))",
        "d(3, 4).diff(prepend=d(2, 1))",
        ("f(0).diff()", {"twins": False}),
        "f(1).diff()",
    ],
    "trapezoid": [
        "torch.trapezoid(d(5))",
        "torch.trapezoid(d(3, 4), dx=0.5)",
        "torch.trapezoid(d(3, 4), d(4))",
        "torch.trapezoid(d(3, 4), d(3), dim=0)",
        "torch.trapezoid(d(3, 4), d(3, 4), dim=0)",
        "torch.trapz(i(5))",
        "torch.trapz(i(5), dx=2)",
        "torch.trapezoid(d(3), d(2))",
        "torch.trapezoid(b(3))",
        "torch.trapezoid(f(0))",
        "torch.trapezoid(f(2, 1))",
    ],
    "cumulative_trapezoid": [
        "torch.cumulative_trapezoid(d(5))",
        "torch.cumulative_trapezoid(d(3, 4), dx=0.5)",
        "torch.cumulative_trapezoid(d(3, 4), d(4))",
        "torch.cumulative_trapezoid(d(3, 4), d(3), dim=0)",
        "torch.cumulative_trapezoid(i(5))",
        "torch.cumulative_trapezoid(d(3), d(2))",
    ],
}
for _op in ("cummax", "cummin"):  # long rows go another way
    CASES[_op] += [
        f"torch.{_op}(i(9000, low=0, high=900), 0)[1][::500]",
        f"torch.{_op}(torch.cat([n(3000), torch.tensor([float('nan')]), n(3000)]), 0)[1][::500]",
        f"torch.{_op}(i(3, 3000, low=0, high=900).double(), -1)[1][:, ::500]",
    ]
