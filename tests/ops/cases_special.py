"""Cases of borch/special/ and of torch.special's other names."""

ODD = "torch.tensor([float('nan'), float('inf'), -float('inf'), 0.0, -0.0, 1.0, -1.0, 1e-30, 1e30, -2.5, 0.5, 1.5])"
ODD64 = ODD[:-1] + ", dtype=torch.float64)"
UNARY = {
    "digamma": "p",
    "erf": "d",
    "erfc": "d",
    "erfcx": "d",
    "erfinv": "u",
    "exp2": "d",
    "expit": "d",
    "expm1": "d",
    "gammaln": "p",
    "i0": "d",
    "i0e": "d",
    "i1": "d",
    "i1e": "d",
    "log1p": "p",
    "logit": "u",
    "psi": "p",
    "round": "d",
    "sinc": "p",
    "ndtr": "d",
    "ndtri": "u",
    "log_ndtr": "d",
    "entr": "p",
    "bessel_j0": "p",
    "bessel_j1": "p",
    "bessel_y0": "p",
    "bessel_y1": "p",
    "modified_bessel_i0": "p",
    "modified_bessel_i1": "p",
    "modified_bessel_k0": "p",
    "modified_bessel_k1": "p",
    "scaled_modified_bessel_k0": "p",
    "scaled_modified_bessel_k1": "p",
    "spherical_bessel_j0": "p",
    "airy_ai": "u",
}
BINARY = {"xlogy": "p", "xlog1py": "p", "zeta": "1 + p", "gammainc": "p", "gammaincc": "p"}
POLYNOMIALS = [
    "chebyshev_polynomial_t",
    "chebyshev_polynomial_u",
    "chebyshev_polynomial_v",
    "chebyshev_polynomial_w",
    "shifted_chebyshev_polynomial_t",
    "shifted_chebyshev_polynomial_u",
    "shifted_chebyshev_polynomial_v",
    "shifted_chebyshev_polynomial_w",
    "hermite_polynomial_h",
    "hermite_polynomial_he",
    "laguerre_polynomial_l",
    "legendre_polynomial_p",
]

CASES = {}
LOOSE = {"bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1"}  # torch's own values are good to about eight digits
for _op, _m in UNARY.items():
    CASES[_op] = [
        f"torch.special.{_op}({text})"
        for text in (
            f"{_m}(2, 3)",
            f"{_m}()",
            f"{_m}(0)",
            f"({_m}(3, 4, grad=False)).t()",
            f"{_m}(3, grad=False)[::2]",
            "n(5)",
            "n(5).abs()",
            "h(4)",
            "bf(4)",
            "i(4)",
            "u8(4)",
            "b(2)",
            "c(2)",
            "2.0",
            "'a'",
            "",
        )
    ] + [(f"torch.special.{_op}({text})", {"second": False, "rtol": 1e-6}) for text in (ODD, ODD64)]
    if _op not in ("round",):
        CASES[_op] += [(f"torch.special.{_op}(n(3).abs(), out=torch.empty(3, dtype=torch.float64))", {"rtol": 1e-6})]
for _op, _m in BINARY.items():
    CASES[_op] = [
        f"torch.special.{_op}({text})"
        for text in (
            f"{_m}(2, 3), {_m}(3)",
            f"{_m}(3), 2",
            f"{_m}(3), 2.5",
            f"2, {_m}(3)",
            "2, 3",
            f"{_m}(), {_m}(2)",
            "i(4, low=1), i(4, low=1)",
            "i(4, low=1), n(4).abs()",
            "h(3), h(3)",
            "bf(3), bf(3)",
            "b(2), b(2)",
            "c(2), c(2)",
            "n(3).abs(), n(3).abs()",
            f"d(3, grad=False), {_m}(3)",
            f"{_m}(3), d(3, grad=False)",
            "n(3)",
            "n(2), 'a'",
            "n(3), n(4)",
            "torch.tensor([0.0, 0.0, 1.0, 0.0]), torch.tensor([0.0, float('nan'), 0.0, -1.0])",
        )
    ]
for _op in POLYNOMIALS:
    CASES[_op] = [
        (
            f"torch.special.{_op}({text})",
            {"rtol": 1e-4, "atol": 1e-5} if "d(" not in text and "u(" not in text else {"rtol": 1e-9},
        )
        for text in (
            "d(5, grad=False), 3",
            "d(2, 3, grad=False), i(3, low=0)",
            "n(4), 5",
            "n(3), n(3)",
            "0.5, i(4, low=-1, high=9)",
            "u(4, grad=False), 2.7",
            "i(3), 2",
            "d(3), 2",
            "h(2), 2",
            "c(2), 2",
            "2, 3",
            "torch.tensor([1.0, -1.0]), 7",
        )
    ]
CASES |= {
    "round": CASES["round"] + ["torch.special.round(d(4), decimals=2)"],
    "logit": CASES["logit"] + ["torch.special.logit(u(3), 0.2)"],
    "softmax": ["torch.special.softmax(d(2, 3), 1)", "torch.special.softmax(f(2, 3), dim=0, dtype=torch.float64)"],
    "log_softmax": ["torch.special.log_softmax(d(2, 3), 1)"],
    "logsumexp": ["torch.special.logsumexp(d(2, 3), 1)", "torch.special.logsumexp(d(2, 3), (0, 1), keepdim=True)"],
    "polygamma": ["torch.special.polygamma(2, p(3))", "torch.special.polygamma(1, -p(3))"],
    "multigammaln": ["torch.special.multigammaln(p(3) + 1, 2)", "torch.special.multigammaln(p(3) + 1, 0)"],
    "of_no_degree": [
        f"torch.special.{name}(torch.full((4,), 0.5), torch.tensor([float('nan'), float('inf'), float('-inf'), 1e30]))"
        for name in ("chebyshev_polynomial_t", "hermite_polynomial_h", "laguerre_polynomial_l", "legendre_polynomial_p")
    ],
    "zeta_of_infinity": [
        "i = float('inf'); n = float('nan'); torch.special.zeta(torch.tensor([[n], [i], [-i], [2.0]]), "
        "torch.tensor([i, -i, n, 0.0, -1.0, -0.5, 0.5, 1.0, 2.0]))",
    ],
    "far_below": [
        ("torch.polygamma(4, torch.tensor([-1000.25, -100000.75, -63.25], dtype=torch.float64))", {"rtol": 1e-9}),
        ("torch.polygamma(3, torch.tensor([-1000.25, -100000.75, -63.25], dtype=torch.float64))", {"rtol": 1e-9}),
    ],
    "igamma": [
        "torch.igamma(p(4, grad=False), p(4))",
        (
            "a = torch.tensor([1e5, 1e6, 1e8, 1e8, 1e12, 1e30, 1e38], dtype=torch.float64); "
            "x = a * torch.tensor([0.99, 1.001, 1.0001, 1.0, 1.0, 1.1, 1e-8], dtype=torch.float64); "
            "(torch.igamma(a, x), torch.igammac(a, x))",
            {"rtol": 1e-7},
        ),
        "torch.igamma(p(3), p(3))",
        "p(3, grad=False).igamma(p(3))",
        "torch.igamma(n(3).abs() * 50, n(3).abs() * 50)",
        "torch.igamma(p(3), 2.0)",
        "torch.igamma(torch.tensor([0.0, 0.0, 1.0, 1.0, -1.0]), torch.tensor([0.0, 1.0, 0.0, float('inf'), 1.0]))",
    ],
    "igammac": [
        "torch.igammac(p(4, grad=False), p(4))",
        "torch.igammac(p(3), p(3))",
        "p(3, grad=False).igammac(p(3))",
        "torch.igammac(torch.tensor([0.0, 0.0, 1.0, 1.0, -1.0]), torch.tensor([0.0, 1.0, 0.0, float('inf'), 1.0]))",
    ],
    "wide": [
        "torch.lgamma(torch.linspace(-9.75, 30, 60, dtype=torch.float64))",
        "torch.digamma(torch.linspace(-9.75, 30, 60, dtype=torch.float64))",
        "torch.polygamma(2, torch.linspace(-5.75, 30, 40, dtype=torch.float64))",
        "torch.erf(torch.linspace(-6, 6, 99))",
        "torch.erf(torch.linspace(-6, 6, 99, dtype=torch.float64))",
        "torch.erf(torch.linspace(-5, 5, 3000))[::50]",
        "torch.erf(torch.linspace(-5, 5, 3000, dtype=torch.float64))[::50]",
        "torch.erfc(torch.linspace(-6, 26, 99, dtype=torch.float64))",
        "torch.erfinv(torch.linspace(-1, 1, 51, dtype=torch.float64))",
        "torch.special.erfcx(torch.linspace(-20, 99, 51, dtype=torch.float64))",
        "torch.special.ndtri(torch.tensor([1e-300, 1e-20, 1e-5, 0.3, 0.5, 0.999999], dtype=torch.float64))",
        "torch.special.log_ndtr(torch.linspace(-99, 9, 50, dtype=torch.float64))",
        "torch.special.i0e(torch.linspace(-99, 99, 50, dtype=torch.float64))",
        *[f"torch.special.{name}(torch.linspace(-99, 99, 50))" for name in ("i0", "i1", "modified_bessel_i0")],
        "torch.special.i1(torch.tensor([88.5, 89.0, -91.0, float('inf')], dtype=torch.bfloat16))",
        "torch.special.i1(torch.linspace(-30, 30, 50, dtype=torch.float64))",
        "torch.special.modified_bessel_k0(torch.linspace(0.1, 90, 50, dtype=torch.float64))",
        "torch.special.modified_bessel_k1(torch.linspace(0.1, 90, 50, dtype=torch.float64))",
        ("torch.special.bessel_j0(torch.linspace(-60, 60, 50, dtype=torch.float64))", {"atol": 1e-6}),
        ("torch.special.bessel_j1(torch.linspace(-60, 60, 50, dtype=torch.float64))", {"atol": 1e-6}),
        ("torch.special.bessel_y0(torch.linspace(0.1, 60, 50, dtype=torch.float64))", {"atol": 1e-6}),
        ("torch.special.bessel_y1(torch.linspace(0.1, 60, 50, dtype=torch.float64))", {"atol": 1e-6}),
        ("torch.special.airy_ai(torch.linspace(-30, 12, 50, dtype=torch.float64))", {"atol": 1e-5}),
        "torch.special.zeta(torch.linspace(1.1, 30, 20, dtype=torch.float64), 1.5)",
    ],
    "layouts": [  # the result lies in memory as the input does
        *(
            f"[f({x}).stride() for f in ({', '.join(names)})]"
            for x in (
                "(p(5, 7, grad=False) / 9).T",
                "p(3, 4, 5, grad=False).permute(1, 2, 0)[1:]",
                "p(90, 700, grad=False).T / 9",
            )
            for names in (
                [f"torch.{name}" for name in ("lgamma", "digamma", "erf", "erfc", "erfinv", "log1p", "expm1", "i0")],
                [f"torch.special.{name}" for name in ("ndtr", "ndtri", "log_ndtr", "erfcx", "i1", "entr", "bessel_j0")],
                ["torch.nn.functional.gelu", "torch.nn.functional.logsigmoid", "torch.nn.functional.elu"],
            )
        ),
        "x = p(5, 7, grad=False).T; [torch.igamma(x, x).stride(), torch.special.zeta(x + 1, x).stride(), torch.igamma(x, x[0]).stride()]",
        "x = p(5, 7, grad=False); torch.lgamma(x.T) - torch.lgamma(x).T",
        "x = p(5, 7, grad=False); [torch.lgamma(x[:1].expand(4, 7)).stride(), torch.erf(x[:, :1].expand(5, 4)).stride()]",
        "torch.erf(p(40, 1000, grad=False).T)[::90, ::9]",
        "x = p(40, 50, grad=False).float().T / 9; [f(x).stride() for f in (torch.log1p, torch.sinh, torch.tan, torch.atan, torch.expm1, torch.log10)]",
        "x = p(40, 50, grad=False).float().T / 9; [torch.atan2(x, x).stride(), torch.logaddexp(x, x).stride(), F.elu(x).stride(), F.softplus(x).stride()]",
        "x = p(40, 50, grad=False).float().T / 9; [torch.sinh(x)[::9, ::7], torch.atan2(x, x[0])[::9, ::7], F.elu(-x)[::9, ::7]]",
    ],
}
for _op, _rtol in {**dict.fromkeys(sorted(LOOSE), 3e-6), "airy_ai": 3e-5, "psi": 1e-4}.items():
    _texts = [line if isinstance(line, str) else line[0] for line in CASES[_op]]
    CASES[_op] = [(text, {"rtol": _rtol, "atol": _rtol, "second": False}) for text in _texts]
