"""Losses of the difference between input and target as modules.

Source: https://docs.pytorch.org/docs/stable/nn.html#loss-functions
"""

from ..functional.distance_loss import huber_loss, l1_loss, mse_loss, smooth_l1_loss
from .loss import _Loss


class L1Loss(_Loss):
    """The mean (or sum, or each) of |input - target|.

    >>> import borch as torch
    >>> torch.nn.L1Loss()(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 5.0]))
    tensor(1.5000)
    """

    __constants__ = ["reduction"]

    def forward(self, input, target):
        return l1_loss(input, target, reduction=self.reduction)


class MSELoss(_Loss):
    """The mean (or sum, or each) of (input - target) ** 2.

    >>> import borch as torch
    >>> torch.nn.MSELoss()(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 5.0]))
    tensor(4.5000)
    """

    __constants__ = ["reduction"]

    def forward(self, input, target):
        return mse_loss(input, target, reduction=self.reduction)


class SmoothL1Loss(_Loss):
    """Squared below `beta`, absolute above. Source: Girshick 2015, arXiv:1504.08083.

    >>> import borch as torch
    >>> torch.nn.SmoothL1Loss(reduction="none")(torch.tensor([0.5, 3.0]), torch.zeros(2))
    tensor([0.1250, 2.5000])
    """

    __constants__ = ["reduction"]

    def __init__(self, size_average=None, reduce=None, reduction="mean", beta=1.0):
        super().__init__(size_average, reduce, reduction)
        self.beta = beta

    def forward(self, input, target):
        return smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)


class HuberLoss(_Loss):
    """Squared below `delta`, `delta` times the absolute difference above. Source: Huber 1964.

    >>> import borch as torch
    >>> torch.nn.HuberLoss(reduction="none", delta=2.0)(torch.tensor([0.5, 3.0]), torch.zeros(2))
    tensor([0.1250, 4.0000])
    """

    __constants__ = ["reduction", "delta"]

    def __init__(self, reduction="mean", delta=1.0):
        if not isinstance(delta, (float, int)):
            raise TypeError(f"delta must be a float or int, got: {type(delta)}")
        super().__init__(reduction=reduction)
        self.delta = delta

    def forward(self, input, target):
        return huber_loss(input, target, reduction=self.reduction, delta=self.delta)
