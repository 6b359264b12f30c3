"""Cases of borch/nn/functional/binary_loss.py and borch/nn/modules/binary_loss.py."""

_R = ("none", "mean", "sum")
_SIGNS = "torch.tensor([[1.0, -1.0, 1.0, -1.0]] * 3)"

CASES = {
    "binary_cross_entropy": [
        *[
            (f"F.binary_cross_entropy(u(3, 4), u(3, 4), reduction='{r}')", {"rtol": 1e-8}) for r in _R
        ],  # torch adds 1e-12
        *[f"F.binary_cross_entropy(u(3, 4), u(3, 4), weight=p(4, grad=False), reduction='{r}')" for r in _R],
        (
            "F.binary_cross_entropy(torch.tensor([0.0, 1.0, 0.0, 1.0], requires_grad=True), torch.tensor([0.0, 1.0, 1.0, 0.0]), reduction='none')",
            {"second": False},
        ),
        "F.binary_cross_entropy(torch.tensor([0.5, float('nan')]), torch.ones(2))",
        "F.binary_cross_entropy(torch.tensor([0.5, 1.5]), torch.ones(2))",
        "F.binary_cross_entropy(u(0), u(0))",
        "F.binary_cross_entropy(u(3), u(3), size_average=False)",
        "F.binary_cross_entropy(torch.sigmoid(h(5)), torch.sigmoid(h(5)))",
        "F.binary_cross_entropy(u(3, 4), u(4))",
        "F.binary_cross_entropy(u(3, 4), i(3, 4))",
        "F.binary_cross_entropy(torch.sigmoid(f(3)), u(3))",
        "F.binary_cross_entropy(torch.ones(3).long(), torch.ones(3).long())",
        "F.binary_cross_entropy(u(3), u(3), weight=p(3))",
        "F.binary_cross_entropy(u(3), u(3), weight=p(3, 3, grad=False))",
        "F.binary_cross_entropy(u(3), u(3), reduction='x')",
    ],
    "binary_cross_entropy_with_logits": [
        *(
            f"x = {m}(3, 4, grad=False); F.binary_cross_entropy_with_logits(x, x.sigmoid(), {settings}, reduction='none')"
            for m in ("h", "bf")
            for settings in ("weight=x.abs()", "pos_weight=x.abs()", "weight=x.abs(), pos_weight=x.abs()")
        ),
        *[f"F.binary_cross_entropy_with_logits(d(3, 4), u(3, 4), reduction='{r}')" for r in _R],
        *[
            f"F.binary_cross_entropy_with_logits(d(3, 4), u(3, 4), weight=p(4, grad=False), reduction='{r}')"
            for r in _R
        ],
        *[
            f"F.binary_cross_entropy_with_logits(d(3, 4), u(3, 4), pos_weight=p(4, grad=False), reduction='{r}')"
            for r in _R
        ],
        "F.binary_cross_entropy_with_logits(d(3, 4), u(3, 4), weight=p(3, 1, grad=False), pos_weight=p(4, grad=False))",
        "torch.binary_cross_entropy_with_logits(d(3), u(3))",
        "torch.binary_cross_entropy_with_logits(d(3), u(3), None, None, 2)",
        "F.binary_cross_entropy_with_logits(torch.tensor([-1000.0, 1000.0]), torch.tensor([1.0, 0.0]), reduction='none')",
        ("F.binary_cross_entropy_with_logits(f(3), u(3, grad=False))", {"rtol": 1e-6}),
        "F.binary_cross_entropy_with_logits(f(3), b(3).float())",
        "F.binary_cross_entropy_with_logits(bf(3), bf(3))",
        "F.binary_cross_entropy_with_logits(f(3, 4), f(3))",
        "F.binary_cross_entropy_with_logits(f(3), i(3))",
        "F.binary_cross_entropy_with_logits(f(3), f(3), pos_weight=f(3))",
        "F.binary_cross_entropy_with_logits(f(3), f(3), weight=f(3))",
        ("F.binary_cross_entropy_with_logits(f(3, 4), f(3, 4), pos_weight=torch.ones(3))", {"message": False}),
    ],
    "soft_margin_loss": [
        "F.soft_margin_loss(torch.tensor([20.0, 30.0]), torch.tensor([1.0, 1.0]), reduction='none')",
        "F.soft_margin_loss(h(3, 4, grad=False), h(3, 4, grad=False).sign(), reduction='none')",
        *[f"F.soft_margin_loss(d(3, 4), {_SIGNS}, reduction='{r}')" for r in _R],
        f"F.soft_margin_loss(f(3, 4), {_SIGNS}[0])",
        "F.soft_margin_loss(f(3), torch.tensor([1, -1, 1]))",
        "F.soft_margin_loss(f(3), f(3))",
        "F.soft_margin_loss(i(3), torch.ones(3))",
    ],
    "multilabel_soft_margin_loss": [
        *[f"F.multilabel_soft_margin_loss(d(3, 4), u(3, 4), reduction='{r}')" for r in _R],
        "F.multilabel_soft_margin_loss(d(3, 4), u(3, 4), weight=p(4))",
        "F.multilabel_soft_margin_loss(d(4), u(4))",
        "F.multilabel_soft_margin_loss(d(2, 3, 4), b(2, 3, 4).double(), reduction='none')",
        "F.multilabel_soft_margin_loss(f(3, 4), f(3, 3))",
    ],
    "modules": [
        "nn.BCELoss(weight=torch.tensor([1.0, 2.0]))(torch.sigmoid(f(3, 2)), n(3, 2).sigmoid())",
        "nn.BCEWithLogitsLoss(pos_weight=torch.tensor([1.0, 2.0]), reduction='sum')(f(3, 2), n(3, 2).sigmoid())",
        "nn.SoftMarginLoss()(f(3), torch.tensor([1.0, -1.0, 1.0]))",
        "nn.MultiLabelSoftMarginLoss()(f(3, 2), n(3, 2).sigmoid())",
        "[nn.BCELoss(), nn.BCEWithLogitsLoss(), nn.SoftMarginLoss(), nn.MultiLabelSoftMarginLoss()]",
        "list(nn.BCEWithLogitsLoss(pos_weight=torch.ones(2)).state_dict())",
    ],
}
