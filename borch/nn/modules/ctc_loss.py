"""CTCLoss.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.CTCLoss.html
"""

from ..functional.ctc_loss import ctc_loss
from .loss import _Loss


class CTCLoss(_Loss):
    """Connectionist temporal classification. Source: Graves et al. 2006.

    >>> import borch as torch
    >>> steps = torch.log_softmax(torch.zeros(4, 1, 3), 2)
    >>> torch.nn.CTCLoss()(steps, torch.tensor([[1, 2]]), (4,), (2,))
    tensor(0.8432)
    """

    __constants__ = ["blank", "reduction"]

    def __init__(self, blank=0, reduction="mean", zero_infinity=False):
        super().__init__(reduction=reduction)
        self.blank, self.zero_infinity = blank, zero_infinity

    def forward(self, log_probs, targets, input_lengths, target_lengths):
        return ctc_loss(
            log_probs, targets, input_lengths, target_lengths, self.blank, self.reduction, self.zero_infinity
        )
