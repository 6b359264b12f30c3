"""Cases of borch/nn/functional/probability_loss.py and borch/nn/modules/probability_loss.py."""

_R = ("none", "mean", "sum")

CASES = {
    "kl_div": [
        *[f"F.kl_div(d(3, 4), u(3, 4), reduction='{r}')" for r in (*_R, "batchmean")],
        *[f"F.kl_div(d(3, 4), d(3, 4), reduction='{r}', log_target=True)" for r in (*_R, "batchmean")],
        "F.kl_div(d(3), torch.tensor([0.0, 0.5, 0.5], dtype=torch.float64), reduction='none')",
        "F.kl_div(f(3, 4), torch.softmax(f(4), 0), reduction='sum')",
        "torch.kl_div(d(3), u(3))",
        "torch.kl_div(d(3), d(3), 2, log_target=True)",
        "F.kl_div(i(3), i(3), reduction='sum')",
        "F.kl_div(c(3), c(3), reduction='sum')",
        "F.kl_div(f(3), f(3), reduction='x')",
    ],
    "poisson_nll_loss": [
        *[f"F.poisson_nll_loss(d(3, 4), p(3, 4), reduction='{r}')" for r in _R],
        *[f"F.poisson_nll_loss(d(3, 4), p(3, 4), full=True, reduction='{r}')" for r in _R],
        "F.poisson_nll_loss(p(3, 4), p(3, 4), log_input=False)",
        "F.poisson_nll_loss(p(3, 4), p(3, 4), log_input=False, eps=0.1, full=True)",
        "F.poisson_nll_loss(f(3), i(3, low=0))",
        "torch.poisson_nll_loss(d(3), p(3), True, False, 1e-8, 1)",
        "F.poisson_nll_loss(f(3), f(3), reduction='x')",
    ],
    "gaussian_nll_loss": [
        *[f"F.gaussian_nll_loss(d(3, 4), d(3, 4), p(3, 4), reduction='{r}')" for r in _R],
        "F.gaussian_nll_loss(d(3, 4), d(3, 4), p(3), full=True)",
        "F.gaussian_nll_loss(d(3, 4), d(3, 4), p(3, 1))",
        "F.gaussian_nll_loss(d(3, 4), d(3, 4), p(3, 4), eps=1.5)",
        "F.gaussian_nll_loss(d(3, 4), d(3, 4), 2.0)",
        "F.gaussian_nll_loss(d(3, 4), d(3, 4), -2.0)",
        "F.gaussian_nll_loss(d(3, 4), d(3, 4), -p(3, 4))",
        "F.gaussian_nll_loss(d(3, 4), d(3, 4), p(4))",
        "F.gaussian_nll_loss(d(3, 4), d(3, 4), p(3, 4), reduction='x')",
    ],
    "modules": [
        "nn.KLDivLoss(reduction='batchmean')(d(3, 4), u(3, 4))",
        "nn.KLDivLoss(log_target=True)(d(3, 4), d(3, 4))",
        "nn.PoissonNLLLoss(full=True)(d(3, 4), p(3, 4))",
        "nn.GaussianNLLLoss(full=True, reduction='sum')(d(3, 4), d(3, 4), p(3, 4))",
        "[nn.KLDivLoss(), nn.PoissonNLLLoss(), nn.GaussianNLLLoss()]",
    ],
}
