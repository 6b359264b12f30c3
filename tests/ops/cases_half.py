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

# Gradients that torch rounds at each step of a formula, or after each element of a sum, to the last digit.
CASES["gradients"] = [
    (text.replace("M(", f"{_make}("), {"rtol": 0, "atol": 0, "second": False, "twins": False})
    for _make in ("h", "bf")
    for text in (
        "M(3, 4, grad=True) / (M(4, grad=True) + 4)",
        "(M(3, 4, grad=True).abs() + 1) ** M(3, 4, grad=True)",
        "torch.linalg.cross(M(4, 3, grad=True), M(4, 3, grad=True))",
        "torch.logcumsumexp(M(3, 5, grad=True), 1)",
        "torch.logaddexp(M(3, 4, grad=True), M(4, grad=True))",
        "torch.hypot(M(3, 4, grad=True), M(4, grad=True))",
        "torch.nextafter(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 3.0]))",
        "torch.std(M(4, 5, grad=True), 1)",
        "torch.var_mean(M(4, 5, grad=True), 1)",
        "torch.special.ndtr(M(9, grad=True) * 2)",
        "torch.sinc(M(9, grad=True))",
        "torch.lerp(M(4, grad=True), M(4, grad=True), M(4, grad=True))",
        "(lambda x: x.sin() + x.cos() + x.exp())(M(5, grad=True) * 1.5)",
        "M(7, grad=True).unfold(0, 3, 1)",
        "torch.softmax(M(3, 4, grad=True), 1)",
        "F.gelu(M(5, grad=True))",
        "F.hardswish(M(9, grad=True) * 3)",
        "F.mse_loss(M(3, 4, grad=True), M(3, 4))",
        "F.huber_loss(M(3, 4, grad=True) * 2, M(3, 4))",
        "F.avg_pool2d(M(1, 2, 6, 6, grad=True), 3, 1, 1)",
        "F.max_pool2d(M(1, 2, 6, 6, grad=True), 3, 1, 1)",
        "F.adaptive_avg_pool2d(M(1, 2, 7, 5, grad=True), (4, 3))",
        "F.pad(M(1, 2, 4, 4, grad=True), (2, 2, 1, 2), 'reflect')",
        "F.pad(M(1, 2, 4, 4, grad=True), (2, 2, 1, 2), 'replicate')",
        "F.fold(M(1, 8, 9, grad=True), (4, 4), 2)",
        "F.unfold(M(1, 2, 4, 4, grad=True), 2)",
        "F.embedding(torch.tensor([0, 2, 0, 0, 1, 2]), M(3, 4, grad=True))",
        "F.conv2d(M(2, 3, 6, 6, grad=True), M(4, 3, 3, 3, grad=True), M(4, grad=True))",
        "F.conv_transpose2d(M(2, 3, 4, 4, grad=True), M(3, 2, 3, 3, grad=True), M(2, grad=True), 2)",
        "F.conv_transpose1d(M(2, 3, 5, grad=True), M(3, 2, 3, grad=True))",
        "F.bilinear(M(4, 3), M(4, 5), M(2, 3, 5))",
        "F.scaled_dot_product_attention(M(4, 3), M(5, 3), M(5, 2))",
    )
]
CASES["gradients"] += [  # where sums of float32 are added in another order
    (text.replace("M(", f"{_make}("), {"rtol": rtol, "atol": 1e-4, "second": False, "twins": False})
    for _make, rtol in (("h", 1e-3), ("bf", 8e-3))
    for text in (
        "F.adaptive_avg_pool3d(M(1, 2, 5, 4, 3, grad=True), (3, 3, 2))",
        "F.soft_margin_loss(M(3, 4, grad=True) * 9, M(3, 4) * 9)",
        "F.interpolate(M(1, 2, 5, grad=True), scale_factor=1.7, mode='linear')",
        "F.interpolate(M(1, 2, 4, 5, grad=True), scale_factor=1.7, mode='bicubic')",
    )
]
CASES["limits"] = [
    "torch.nan_to_num(bf(3) / 0)",
    "torch.heaviside(h(4), n(4))",
    "torch.logspace(4.3, 1.2, 5, dtype=torch.bfloat16)",
]
