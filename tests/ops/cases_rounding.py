"""Cases that show where torch rounds on the way to the result: of float16 and bfloat16 compared to the last bit."""

EXACT = {"rtol": 0, "atol": 0, "grad": False}

LINES = {
    "add": ("torch.add(M(7), M(7), alpha=-3.125)", "torch.add(M(100), M(100), alpha=0.3)", "M(9) + 257", "0.3 + M(9)",
            "torch.add(M(40), 2.3, alpha=1.7)", "M(9) + torch.tensor(0.3)", "torch.add(M(4, 5), M(5), alpha=0.3)"),
    "sub": ("torch.sub(M(7), M(7), alpha=0.3)", "M(9) - 0.3", "0.3 - M(9)", "torch.rsub(M(40), 2.3, alpha=0.3)"),
    "mul": ("M(9) * 0.3", "M(9) * 257", "M(9) * torch.tensor(0.3)", "M(9) * M(9)"),
    "div": ("M(9) / 0.3", "0.3 / M(9)", "M(9) // 0.3", "torch.div(M(40), M(40), rounding_mode='trunc')",
            "torch.true_divide(M(9), 0.3)", "torch.div(9 * M(9), 0.3, rounding_mode='floor')"),
    "remainder": ("9 * M(9) % 0.3", "torch.fmod(9 * M(9), 0.3)"),
    "addcmul": ("torch.addcmul(M(9), M(9), M(9))", "torch.addcmul(M(9), M(9), M(9), value=3.14)"),
    "addcdiv": ("torch.addcdiv(M(9), M(9), M(9), value=3.14)",),
    "addr": ("torch.addr(M(5, 5), M(5), M(5))", "torch.addr(M(4, 5), M(4), M(5), beta=0.6, alpha=-3.3)"),
    "lerp": ("torch.lerp(M(9), M(9), 0.3)", "torch.lerp(M(9), M(9), M(9))"),
    "logit": ("torch.logit(torch.sigmoid(M(30)))", "torch.logit(torch.sigmoid(M(30)), eps=0.2)"),
    "ldexp": ("torch.ldexp(M(9), M(9))",),
    "nextafter": ("torch.nextafter(M(9), M(9))", "torch.nextafter(M(), M())", "torch.nextafter(0 * M(4), M(4))",
                  "torch.nextafter(M(3), M(3) * float('nan'))"),
    "xlogy": ("torch.xlogy(M(20), M(20).abs())", "torch.xlogy(M(20), 0.3)", "torch.special.xlog1py(M(20), M(20).abs())"),
    "atan2": ("torch.atan2(M(20), torch.tensor(0.3))", "torch.hypot(M(20), torch.tensor(0.3))"),
    "softmax": ("torch.softmax(9 * M(5, 10), 0)", "torch.softmax(9 * M(6, 40), 0)", "torch.softmax(9 * M(3, 4, 5), 1)",
                "torch.softmax(9 * M(5, 10), 1)"),
    "log_softmax": ("torch.log_softmax(9 * M(5), 0)", "torch.log_softmax(9 * M(5, 10), 1)",
                    "torch.log_softmax(9 * M(5, 10), 0)"),
    "logsumexp": ("torch.logsumexp(9 * M(5, 10), 0)", "torch.logsumexp(9 * M(3, 4, 5), (0, 2), keepdim=True)"),
    "losses": ("F.mse_loss(9 * M(9), 9 * M(9), reduction='none')", "F.mse_loss(9 * M(9), 9 * M(9))",
               "F.smooth_l1_loss(9 * M(40), 9 * M(40), reduction='none', beta=3.0)",
               "F.huber_loss(9 * M(40), 9 * M(40), reduction='none', delta=3.0)"),
    "activation": ("F.leaky_relu(M(9), 0.3)", "F.softshrink(M(9), 0.3)"),
}  # fmt: skip

CASES = {
    op: [(text.replace("M(", f"{make}("), EXACT) for make in ("h", "bf") for text in texts]
    for op, texts in LINES.items()
}
# the gradient of a broadcast operand is a sum of halves in float32
CASES["broadcast"] = [
    ("torch.add(h(10, 1, 5, grad=True), h(1, 10, 5, grad=True))", {"rtol": 0, "atol": 0, "second": False}),
    ("torch.mul(h(64, 3), h(1, 3, grad=True))", {"rtol": 0, "atol": 0, "second": False}),
]
# of 1 - y^2 little is left where the tangent y is near 1
AWAY = "torch.tensor([5.0, 6.0, -7.5], dtype=torch.float{}, requires_grad=True)"
CASES["saturated"] = [
    (
        f"x = {AWAY.format(bits)}; torch.autograd.grad(torch.tanh(x).sum(), x, create_graph={graph})[0].detach()",
        {"rtol": rtol, "atol": 0},
    )
    for bits, rtol in ((32, 1e-6), (64, 1e-12))
    for graph in (False, True)
]
