"""Cases of pointwise ops on float16 and bfloat16 tensors that require gradients, of both orders."""

UNARY = [
    "abs",
    "neg",
    "square",
    "exp",
    "exp2",
    "expm1",
    "sigmoid",
    "sin",
    "cos",
    "atan",
    "sinh",
    "tanh",
    "asinh",
    "erf",
    "erfc",
    "reciprocal",
    "floor",
    "frac",
    "sign",
    "deg2rad",
    "nan_to_num",
    "sgn",
]
POSITIVE = ["log", "log2", "log1p", "sqrt", "rsqrt"]
BINARY = [
    "add",
    "sub",
    "mul",
    "div",
    "pow",
    "maximum",
    "hypot",
    "atan2",
    "remainder",
    "fmod",
    "logaddexp",
    "xlogy",
    "copysign",
]

CASES = {}
for _make in ("h", "bf"):
    for _op in UNARY:
        CASES.setdefault(_op, []).append(f"torch.{_op}({_make}(5, grad=True))")
    for _op in POSITIVE:
        CASES.setdefault(_op, []).append(f"torch.{_op}({_make}(5, grad=True).abs() + 0.5)")
    for _op in BINARY:
        CASES.setdefault(_op, []).append(
            f"torch.{_op}({_make}(5, grad=True).abs() + 0.5, {_make}(5, grad=True).abs() + 0.5)"
        )
        CASES[_op].append(f"torch.{_op}({_make}(4, grad=True).abs() + 0.5, f(4).abs() + 0.5)")
    CASES.setdefault("mixed", []).extend(
        text.replace("M(", f"{_make}(")
        for text in (
            "M(3, grad=True) * 2.5",
            "2.5 / (M(3, grad=True) + 4)",
            "M(3, grad=True) ** 2",
            "M(3, grad=True).clamp(-0.5, 0.5)",
            "M(3, grad=True) + i(3)",
            "torch.lerp(M(3, grad=True), M(3, grad=True), 0.3)",
            "M(2, 3, grad=True) * M(3, grad=True)",
            "torch.addcmul(M(3, grad=True), M(3, grad=True), M(3, grad=True), value=0.5)",
            "M(3, grad=True) * torch.tensor(2.0)",
            "M(3, grad=True) * d(3)",
            "(M(3, grad=True) * 3).round()",
            "M(3, grad=True) > 0",
            "2 ** M(3, grad=True)",
            "-M(3, grad=True)",
        )
    )
for _op in CASES:  # torch rounds between steps where we do not, and the other way round
    CASES[_op] = [
        (text, {"rtol": 3e-2 if "bf(" in text else 5e-3, "atol": 3e-2 if "bf(" in text else 4e-3})
        for text in CASES[_op]
    ]

CASES["steps"] = [
    (call, {"grad": False, "twins": False})
    for call in (
        "F.grid_sample(n(1, 2, 4, 5).to(torch.bfloat16), (n(1, 3, 3, 2) * 1.3).to(torch.bfloat16), 'bilinear', 'zeros', True)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.bfloat16), (n(1, 3, 3, 2) * 1.3).to(torch.bfloat16), 'bilinear', 'border', False)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.bfloat16), (n(1, 3, 3, 2) * 1.3).to(torch.bfloat16), 'bilinear', 'reflection', False)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.bfloat16), (n(1, 3, 3, 2) * 1.3).to(torch.bfloat16), 'nearest', 'zeros', True)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.bfloat16), (n(1, 3, 3, 2) * 1.3).to(torch.bfloat16), 'nearest', 'border', False)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.bfloat16), (n(1, 3, 3, 2) * 1.3).to(torch.bfloat16), 'nearest', 'reflection', False)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.bfloat16), (n(1, 3, 3, 2) * 1.3).to(torch.bfloat16), 'bicubic', 'zeros', True)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.bfloat16), (n(1, 3, 3, 2) * 1.3).to(torch.bfloat16), 'bicubic', 'border', False)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.bfloat16), (n(1, 3, 3, 2) * 1.3).to(torch.bfloat16), 'bicubic', 'reflection', False)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.float16), (n(1, 3, 3, 2) * 1.3).to(torch.float16), 'bilinear', 'zeros', True)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.float16), (n(1, 3, 3, 2) * 1.3).to(torch.float16), 'bilinear', 'border', False)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.float16), (n(1, 3, 3, 2) * 1.3).to(torch.float16), 'bilinear', 'reflection', False)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.float16), (n(1, 3, 3, 2) * 1.3).to(torch.float16), 'nearest', 'zeros', True)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.float16), (n(1, 3, 3, 2) * 1.3).to(torch.float16), 'nearest', 'border', False)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.float16), (n(1, 3, 3, 2) * 1.3).to(torch.float16), 'nearest', 'reflection', False)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.float16), (n(1, 3, 3, 2) * 1.3).to(torch.float16), 'bicubic', 'zeros', True)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.float16), (n(1, 3, 3, 2) * 1.3).to(torch.float16), 'bicubic', 'border', False)",
        "F.grid_sample(n(1, 2, 4, 5).to(torch.float16), (n(1, 3, 3, 2) * 1.3).to(torch.float16), 'bicubic', 'reflection', False)",
        "F.grid_sample(n(1, 2, 3, 4, 5).to(torch.bfloat16), (n(1, 2, 2, 2, 3) * 1.3).to(torch.bfloat16), 'bilinear', 'zeros', True)",
        "F.grid_sample(n(1, 2, 3, 4, 5).to(torch.bfloat16), (n(1, 2, 2, 2, 3) * 1.3).to(torch.bfloat16), 'bilinear', 'reflection', False)",
        "F.grid_sample(n(1, 2, 3, 4, 5).to(torch.float16), (n(1, 2, 2, 2, 3) * 1.3).to(torch.float16), 'bilinear', 'zeros', True)",
        "F.grid_sample(n(1, 2, 3, 4, 5).to(torch.float16), (n(1, 2, 2, 2, 3) * 1.3).to(torch.float16), 'bilinear', 'reflection', False)",
        "torch.addbmm(n(2, 3).to(torch.bfloat16), n(4, 2, 5).to(torch.bfloat16), n(4, 5, 3).to(torch.bfloat16), beta=2, alpha=3)",
        "torch.addbmm(n(2, 3).to(torch.float16), n(4, 2, 5).to(torch.float16), n(4, 5, 3).to(torch.float16), beta=2, alpha=3)",
        "torch.linalg.cross(n(4, 3).to(torch.bfloat16), n(4, 3).to(torch.bfloat16))",
        "torch.linalg.cross(n(4, 3).to(torch.float16), n(4, 3).to(torch.float16))",
        "F.batch_norm(n(2, 3, 4).to(torch.bfloat16), n(3).to(torch.bfloat16), n(3).abs().to(torch.bfloat16) + 1, n(3).to(torch.bfloat16), n(3).to(torch.bfloat16))",
        "F.batch_norm(n(2, 3, 4).to(torch.float16), n(3).to(torch.float16), n(3).abs().to(torch.float16) + 1, n(3).to(torch.float16), n(3).to(torch.float16))",
    )
]
