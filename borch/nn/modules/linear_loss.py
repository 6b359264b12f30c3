"""LinearCrossEntropyLoss: a classifier's last layer and its loss in one module.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LinearCrossEntropyLoss.html
"""

from ..functional.loss import linear_cross_entropy
from .linear import Linear
from .loss import _WeightedLoss


class LinearCrossEntropyLoss(_WeightedLoss):
    """The cross-entropy of a linear layer's outputs; `out_features` for losses of several axes.

    >>> import borch as torch
    >>> loss = torch.nn.LinearCrossEntropyLoss(3, 4)
    >>> loss(torch.zeros(2, 3), torch.tensor([0, 3]))
    tensor(1.3863, grad_fn=<NllLossBackward0>)
    """

    __constants__ = ["num_classes", "out_features", "reduction", "ignore_index", "label_smoothing"]

    def __init__(
        self, in_features, num_classes, *, out_features=(), bias=False, device=None, dtype=None, reduction="mean",
        weight=None, ignore_index=None, label_smoothing=0.0, options=None,
    ):  # fmt: skip
        if weight is not None and weight.shape != (num_classes,):
            raise RuntimeError(f"expected weight shape to be {(num_classes,)}, got {tuple(weight.shape)}")
        if label_smoothing < 0 or label_smoothing > 1.0:
            raise RuntimeError(f"expected label_smoothing to be in range [0, 1], got {label_smoothing}")
        super().__init__(weight, reduction=reduction)
        width = num_classes
        for size in out_features:
            width *= size
        self.linear = Linear(in_features, width, bias=bias, device=device, dtype=dtype)
        self.num_classes, self.out_features = num_classes, tuple(out_features)
        self.ignore_index, self.label_smoothing, self.options = ignore_index, label_smoothing, options

    def forward(self, input, target):
        weight, bias = self.linear.weight, self.linear.bias
        if self.out_features:
            weight = weight.reshape(self.num_classes, *self.out_features, weight.shape[-1])
            bias = None if bias is None else bias.reshape(self.num_classes, *self.out_features)
        return linear_cross_entropy(
            input, weight, target, linear_bias=bias, weight=self.weight, reduction=self.reduction,
            ignore_index=self.ignore_index, label_smoothing=self.label_smoothing, options=self.options,
        )  # fmt: skip

    def extra_repr(self):
        return (
            f"in_features={self.linear.in_features}, num_classes={self.num_classes}, out_features={self.out_features}, "
            f"bias={self.linear.bias is not None}, reduction={self.reduction}, ignore_index={self.ignore_index}, "
            f"label_smoothing={self.label_smoothing}, options={self.options}"
        )
