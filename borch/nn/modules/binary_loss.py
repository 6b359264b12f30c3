"""Losses of yes-or-no targets as modules.

Source: https://docs.pytorch.org/docs/stable/nn.html#loss-functions
"""

from ..functional import binary_loss as F
from .loss import _Loss, _WeightedLoss


class BCELoss(_WeightedLoss):
    """Binary cross-entropy of probabilities.

    >>> import borch as torch
    >>> torch.nn.BCELoss()(torch.tensor([0.5, 0.25]), torch.tensor([1.0, 0.0]))
    tensor(0.4904)
    """

    __constants__ = ["reduction"]

    def forward(self, input, target):
        return F.binary_cross_entropy(input, target, weight=self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(_Loss):
    """Binary cross-entropy of logits; `pos_weight` scales the positive targets.

    >>> import borch as torch
    >>> torch.nn.BCEWithLogitsLoss()(torch.tensor([0.0, -2.0]), torch.tensor([1.0, 0.0]))
    tensor(0.4100)
    """

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input, target):
        return F.binary_cross_entropy_with_logits(
            input, target, self.weight, pos_weight=self.pos_weight, reduction=self.reduction
        )


class SoftMarginLoss(_Loss):
    """log(1 + exp(-target * input)) for targets 1 and -1.

    >>> import borch as torch
    >>> torch.nn.SoftMarginLoss()(torch.tensor([0.0, 3.0]), torch.tensor([1.0, -1.0]))
    tensor(1.8709)
    """

    __constants__ = ["reduction"]

    def forward(self, input, target):
        return F.soft_margin_loss(input, target, reduction=self.reduction)


class MultiLabelSoftMarginLoss(_WeightedLoss):
    """Binary cross-entropy of logits, averaged over the classes.

    >>> import borch as torch
    >>> torch.nn.MultiLabelSoftMarginLoss()(torch.zeros(1, 3), torch.tensor([[1.0, 0.0, 1.0]]))
    tensor(0.6931)
    """

    __constants__ = ["reduction"]

    def forward(self, input, target):
        return F.multilabel_soft_margin_loss(input, target, weight=self.weight, reduction=self.reduction)
