"""Cases of borch/nn/functional/distance_loss.py and borch/nn/modules/distance_loss.py."""

_REDUCTIONS = ("none", "mean", "sum")

CASES = {
    "mse_loss": [
        *[f"F.mse_loss(d(3, 4), d(3, 4), reduction='{r}')" for r in _REDUCTIONS],
        "F.mse_loss(f(3, 4), f(3, 4))",
        "F.mse_loss(f(3, 4), f(4))",
        "F.mse_loss(d(3, 1), d(4), reduction='none')",
        "F.mse_loss(f(), f())",
        "F.mse_loss(f(0), f(0))",
        "F.mse_loss(f(0), f(0), reduction='sum')",
        ("F.mse_loss(f(3), d(3))", {"rtol": 1e-6}),  # torch's second gradient went through float32
        "F.mse_loss(n(3), i(3))",
        "F.mse_loss(h(30), h(30))",
        "F.mse_loss(bf(3), bf(3))",
        "F.mse_loss(bf(3), f(3))",
        *[f"F.mse_loss(d(3, 4), d(3, 4), weight=p(3, 4), reduction='{r}')" for r in _REDUCTIONS],
        "F.mse_loss(d(3, 4), d(3, 4), size_average=False)",
        "F.mse_loss(d(3, 4), d(3, 4), reduce=False)",
        "F.mse_loss(torch.tensor([float('nan'), float('inf'), 1.0]), torch.zeros(3), reduction='none')",
        "F.mse_loss(d(3, 4), d(3, 4), weight=p(4))",
        "F.mse_loss(f(3, 4), f(5))",
        "F.mse_loss(i(3), i(3))",
        "F.mse_loss(b(3), b(3))",
        "F.mse_loss(c(3), c(3))",
        "F.mse_loss(f(3), f(3), reduction='max')",
        "F.mse_loss(1, f(3))",
        "F.mse_loss(f(3), None)",
    ],
    "l1_loss": [
        *[f"F.l1_loss(d(3, 4), d(3, 4), reduction='{r}')" for r in _REDUCTIONS],
        *[f"F.l1_loss(d(3, 4), d(3, 4), weight=p(3, 4), reduction='{r}')" for r in _REDUCTIONS],
        "F.l1_loss(z(3), d(3))",
        "F.l1_loss(f(3, 2), f(2))",
        "F.l1_loss(i(3), i(3))",
        "F.l1_loss(i(3), i(3), reduction='sum')",
        "F.l1_loss(f(3), f(3), reduction='all')",
    ],
    "smooth_l1_loss": [
        *[f"F.smooth_l1_loss(d(3, 4) * 2, d(3, 4), reduction='{r}')" for r in _REDUCTIONS],
        "F.smooth_l1_loss(d(3, 4) * 2, d(3, 4), beta=0.3)",
        "F.smooth_l1_loss(d(3, 4), d(3, 4), beta=0.0)",
        "F.smooth_l1_loss(d(3, 4), d(3, 4), beta=0.0, reduction='none')",
        "F.smooth_l1_loss(torch.tensor([1.0, -1.0, 0.0], requires_grad=True), torch.zeros(3))",
        "F.smooth_l1_loss(f(3, 4), f(4))",
        "F.smooth_l1_loss(f(3, 4), f(3, 4), beta=-1)",
        "F.smooth_l1_loss(i(3), i(3))",
        "F.smooth_l1_loss(h(3), h(3))",
        "F.smooth_l1_loss(bf(3), bf(3))",
    ],
    "huber_loss": [
        *[f"F.huber_loss(d(3, 4) * 2, d(3, 4), reduction='{r}')" for r in _REDUCTIONS],
        "F.huber_loss(d(3, 4) * 2, d(3, 4), delta=0.3)",
        *[
            f"F.huber_loss(f(3), f(3), delta={v})"
            for v in ("'x'", "None", "[1.0]", "1j", "math.nan", "True", "torch.ones(2)")
        ],
        *[f"nn.HuberLoss(delta={v})" for v in ("'x'", "None", "torch.tensor(1.0)", "np.float32(2)")],
        "F.huber_loss(d(3, 4) * 2, d(3, 4), delta=2.5, weight=p(3, 4))",
        "F.huber_loss(f(3, 4), f(3, 4), delta=0)",
        "F.huber_loss(f(3, 4), f(3, 4), weight=f(4))",
        "F.huber_loss(i(3), i(3))",
        "F.huber_loss(h(3), h(3), reduction='sum')",
    ],
    "modules": [
        "nn.MSELoss()(d(3, 4), d(3, 4))",
        "nn.MSELoss(reduction='none')(d(3, 4), d(3, 4))",
        "nn.L1Loss(reduction='sum')(d(3, 4), d(3, 4))",
        "nn.SmoothL1Loss(beta=0.5)(d(3, 4), d(3, 4))",
        "nn.HuberLoss(reduction='sum', delta=0.5)(d(3, 4), d(3, 4))",
        "nn.MSELoss(size_average=False).reduction",
        "[nn.MSELoss(), nn.L1Loss(), nn.SmoothL1Loss(), nn.HuberLoss()]",
        "nn.HuberLoss(delta=2).delta",
    ],
}
