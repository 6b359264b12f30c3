"""Cases of borch/nn/functional/margin_loss.py and borch/nn/modules/margin_loss.py."""

_R = ("none", "mean", "sum")
_Y = "torch.tensor([[1.0, -1.0, 1.0, -1.0]] * 3)"
_T = "torch.tensor([2, 0, 3])"
_L = "torch.tensor([[1, 0, -1, 2], [-1, 0, 1, 2], [3, 2, 1, 0]])"

CASES = {
    "hinge_embedding_loss": [
        *[f"F.hinge_embedding_loss(d(3, 4), {_Y}.double(), reduction='{r}')" for r in _R],
        f"F.hinge_embedding_loss(d(3, 4), {_Y}, margin=0.3)",
        "F.hinge_embedding_loss(d(3), torch.tensor([1, -1, 0]))",
        "torch.hinge_embedding_loss(d(3), torch.tensor([1, -1, 0]), 0.5, 2)",
        "torch.hinge_embedding_loss(d(3), torch.tensor([1, -1, 0]))",
        f"F.hinge_embedding_loss(d(2, 4), {_Y})",
    ],
    "margin_ranking_loss": [
        "F.margin_ranking_loss(i(4), i(4), i(4))",
        "F.margin_ranking_loss(i8(4), i8(4), i8(4), margin=1, reduction='none')",
        *[f"F.margin_ranking_loss(d(3, 4), d(3, 4), {_Y}.double(), reduction='{r}')" for r in _R],
        f"F.margin_ranking_loss(d(3, 4), d(3, 1), {_Y}, margin=0.5)",
        f"torch.margin_ranking_loss(d(3, 4), d(3, 4), {_Y}.double(), 0.5, 2)",
        f"F.margin_ranking_loss(d(3, 4), d(4), {_Y})",
    ],
    "cosine_embedding_loss": [
        *[f"F.cosine_embedding_loss(d(3, 4), d(3, 4), torch.tensor([1, -1, 1]), reduction='{r}')" for r in _R],
        "F.cosine_embedding_loss(d(3, 4), d(3, 4), torch.tensor([-1, -1, 0]), margin=-0.9)",
        "F.cosine_embedding_loss(d(4), d(4), torch.tensor(1))",
        "torch.cosine_embedding_loss(d(3, 4), d(3, 4), torch.tensor([1, -1, 1]), 0.1, 2)",
        f"F.cosine_embedding_loss(d(3, 4), d(3, 4), {_Y})",
        f"F.cosine_embedding_loss(d(3, 4), d(3, 4), {_Y}[0, 0])",
        f"F.cosine_embedding_loss(d(3, 4, 2), d(3, 4, 2), {_Y}[0])",
    ],
    "triplet_margin_loss": [
        *[f"F.triplet_margin_loss(d(3, 4), d(3, 4), d(3, 4), reduction='{r}')" for r in _R],
        "F.triplet_margin_loss(d(3, 4), d(3, 4), d(3, 4), margin=5.0, p=1)",
        "F.triplet_margin_loss(d(3, 4), d(3, 4), d(3, 4), margin=5.0, p=3.0, swap=True)",
        "F.triplet_margin_loss(d(4), d(4), d(4), margin=5.0)",
        "torch.triplet_margin_loss(d(3, 4), d(3, 4), d(3, 4))",
        "F.triplet_margin_loss(d(3, 4), d(3, 4), d(4))",
        "F.triplet_margin_loss(d(3, 4), d(3, 4), d(3, 4), margin=-1)",
    ],
    "triplet_margin_with_distance_loss": [
        "F.triplet_margin_with_distance_loss(d(3, 4), d(3, 4), d(3, 4), margin=3.0)",
        "F.triplet_margin_with_distance_loss(d(3, 4), d(3, 4), d(3, 4), distance_function=lambda a, b: (a - b).abs().sum(-1), swap=True, reduction='none', margin=4)",
        "F.triplet_margin_with_distance_loss(d(3, 4), d(3, 4), d(4))",
        "F.triplet_margin_with_distance_loss(d(3, 4), d(3, 4), d(3, 4), margin=0)",
        "F.triplet_margin_with_distance_loss(d(3, 4), d(3, 4), d(3, 4), reduction='x')",
    ],
    "multi_margin_loss": [
        *[(f"F.multi_margin_loss(d(3, 4), {_T}, reduction='{r}')", {"second": False}) for r in _R],  # torch cannot
        *[(f"F.multi_margin_loss(d(3, 4), {_T}, p=2, reduction='{r}')", {"second": False}) for r in _R],
        (f"F.multi_margin_loss(d(3, 4), {_T}, margin=0.4, weight=p(4, grad=False))", {"second": False}),
        (f"F.multi_margin_loss(d(3, 4), {_T}, p=2, weight=p(4, grad=False), reduction='none')", {"second": False}),
        ("F.multi_margin_loss(d(4), torch.tensor(2))", {"second": False}),
        ("F.multi_margin_loss(d(4), torch.tensor(2), reduction='none')", {"second": False}),
        ("F.multi_margin_loss(d(4), torch.tensor([2]), reduction='none')", {"second": False}),
        ("F.multi_margin_loss(d(0, 4), torch.zeros(0).long())", {"grad": False}),
        f"F.multi_margin_loss(d(3, 4), {_T}, p=3)",
        "F.multi_margin_loss(d(3, 4), torch.tensor([0, 1, 4]))",
        "F.multi_margin_loss(d(3, 4), torch.tensor([0, 1]))",
        f"F.multi_margin_loss(d(3, 4), {_T}, weight=torch.ones(3))",
        f"F.multi_margin_loss(d(3, 4), {_T}, weight=d(4))",
        "F.multi_margin_loss(d(2, 3, 4), torch.tensor([0, 1]))",
        "F.multi_margin_loss(d(3, 4), torch.tensor([0.0, 1.0, 2.0]))",
        f"F.multi_margin_loss(h(3, 4), {_T})",
    ],
    "multilabel_margin_loss": [
        *[(f"F.multilabel_margin_loss(d(3, 4), {_L}, reduction='{r}')", {"second": False}) for r in _R],
        (f"F.multilabel_margin_loss(d(4), {_L}[0])", {"second": False}),
        (f"F.multilabel_margin_loss(d(4), {_L}[0], reduction='none')", {"second": False}),
        "F.multilabel_margin_loss(d(3, 4), torch.tensor([[0, 1, -1, 4]] * 3))",
        "F.multilabel_margin_loss(d(4), torch.tensor([0, 1]))",
        "F.multilabel_margin_loss(d(4), torch.tensor([0.0, 1.0, 2.0, 3.0]))",
        "F.multilabel_margin_loss(d(2, 2, 4), torch.tensor([0, 1]))",
    ],
    "modules": [
        f"nn.HingeEmbeddingLoss(0.5)(d(3, 4), {_Y})",
        f"nn.MarginRankingLoss(0.5)(d(3, 4), d(3, 4), {_Y})",
        "nn.CosineEmbeddingLoss(0.1)(d(3, 4), d(3, 4), torch.tensor([1, -1, 1]))",
        (f"nn.MultiMarginLoss(p=2, margin=0.5, weight=torch.ones(4).double())(d(3, 4), {_T})", {"second": False}),
        (f"nn.MultiLabelMarginLoss()(d(3, 4), {_L})", {"second": False}),
        "nn.TripletMarginLoss(margin=3.0, swap=True)(d(3, 4), d(3, 4), d(3, 4))",
        "nn.TripletMarginWithDistanceLoss(margin=3.0)(d(3, 4), d(3, 4), d(3, 4))",
        "[nn.HingeEmbeddingLoss(), nn.MarginRankingLoss(), nn.CosineEmbeddingLoss(), nn.MultiMarginLoss(), nn.MultiLabelMarginLoss(), nn.TripletMarginLoss(), nn.TripletMarginWithDistanceLoss()]",
        "nn.MultiMarginLoss(p=3)",
        "nn.MultiMarginLoss(weight=torch.ones(2, 2))",
        "nn.TripletMarginLoss(margin=-1.0)",
        "nn.TripletMarginWithDistanceLoss(margin=-1.0)",
    ],
}
