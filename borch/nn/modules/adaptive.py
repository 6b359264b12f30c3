"""AdaptiveLogSoftmaxWithLoss: a softmax over very many classes, rare ones in clusters of their own.

Source: Grave et al. 2016, arXiv:1609.04309;
https://docs.pytorch.org/docs/stable/generated/torch.nn.AdaptiveLogSoftmaxWithLoss.html
"""

from collections import namedtuple

from ..._core.op import OPS
from .container import ModuleList, Sequential
from .linear import Linear
from .module import Module

_ASMoutput = namedtuple("_ASMoutput", ("output", "loss"))


class AdaptiveLogSoftmaxWithLoss(Module):
    """Log probabilities of the targets and their mean loss, for classes ordered from frequent to rare.

    Classes below the first of `cutoffs` are told apart by the head; each further cluster has a tail, whose width is
    smaller by `div_value` every time. input (N, in_features) and target (N), or both without N.

    >>> import borch as torch
    >>> layer = torch.nn.AdaptiveLogSoftmaxWithLoss(8, 20, [4, 10])
    >>> output, loss = layer(torch.zeros(3, 8), torch.tensor([0, 5, 19]))
    >>> output
    tensor([-1.7918, -3.5835, -4.0943], grad_fn=<AddBackward0>)
    """

    def __init__(self, in_features, n_classes, cutoffs, div_value=4.0, head_bias=False, device=None, dtype=None):
        super().__init__()
        cutoffs = list(cutoffs)
        if not cutoffs:
            raise ValueError("cutoffs should be a sequence of length larger than 0")
        if (
            cutoffs != sorted(cutoffs)
            or min(cutoffs) <= 0
            or max(cutoffs) > n_classes - 1
            or len(set(cutoffs)) != len(cutoffs)
            or any(int(c) != c for c in cutoffs)
        ):
            raise ValueError(
                "cutoffs should be a sequence of unique, positive integers sorted in an increasing order, where each "
                "value is between 1 and n_classes-1"
            )
        self.in_features, self.n_classes = in_features, n_classes
        self.cutoffs = [*cutoffs, n_classes]
        self.div_value, self.head_bias = div_value, head_bias
        self.shortlist_size = self.cutoffs[0]
        self.n_clusters = len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        made = {"device": device, "dtype": dtype}
        self.head = Linear(in_features, self.head_size, bias=head_bias, **made)
        self.tail = ModuleList()
        for k in range(self.n_clusters):
            width = int(in_features // (div_value ** (k + 1)))
            size = self.cutoffs[k + 1] - self.cutoffs[k]
            self.tail.append(
                Sequential(Linear(in_features, width, bias=False, **made), Linear(width, size, bias=False, **made))
            )

    def reset_parameters(self):
        """Draws all weights anew."""
        self.head.reset_parameters()
        for first, second in self.tail:
            first.reset_parameters()
            second.reset_parameters()

    def forward(self, input_, target_):
        batched = target_.dim() > 0
        if batched:
            if input_.shape[0] != target_.shape[0]:
                raise RuntimeError("Input and target should have the same size in the batch dimension.")
            if input_.dim() != 2:
                raise RuntimeError(
                    f"1D target tensor expects 2D input tensors, but found inputs with size {input_.size()}"
                )
        elif input_.dim() != 1:
            raise RuntimeError(f"0D target tensor expects 1D input tensors, but found inputs with size {input_.size()}")
        input = input_ if batched else input_.unsqueeze(0)
        target = target_ if batched else target_.unsqueeze(0)
        if target.numel() and (int(target.min()) < 0 or int(target.max()) >= self.n_classes):
            raise RuntimeError(
                f"Target values should be in [0, {self.n_classes - 1}], but values in range "
                f"[{target.min().item()}, {target.max().item()}] were found. "
            )
        output = input.new_zeros(target.size(0))
        gathered = OPS["empty_like"](target).copy_(target)
        low = 0
        for k, high in enumerate(self.cutoffs):
            rows = ((target >= low) & (target < high)).nonzero().squeeze()
            if k and rows.numel():
                within = self.tail[k - 1](input.index_select(0, rows.reshape(-1)))
                relative = (target.index_select(0, rows.reshape(-1)) - low).unsqueeze(1)
                local = OPS["log_softmax"](within, 1).gather(1, relative)
                output = output.index_copy(0, rows.reshape(-1), local.squeeze(1))
                gathered = gathered.index_fill(0, rows.reshape(-1), self.shortlist_size + k - 1)
            low = high
        head = OPS["log_softmax"](self.head(input), 1)
        output = output + head.gather(1, gathered.unsqueeze(1)).squeeze()
        loss = (-output).mean()
        return _ASMoutput(output if batched else output.squeeze(0), loss)

    def _get_full_log_prob(self, input, head_output):
        """Log probabilities of all classes, given the head's scores."""
        head = OPS["log_softmax"](head_output, 1)
        parts = [head[:, : self.shortlist_size]]
        for k in range(self.n_clusters):
            cluster = OPS["log_softmax"](self.tail[k](input), 1)
            parts.append(cluster + head[:, self.shortlist_size + k].unsqueeze(1))
        return OPS["cat"](parts, 1)

    def log_prob(self, input):
        """Log probabilities of all classes, (N, n_classes)."""
        return self._get_full_log_prob(input, self.head(input))

    def predict(self, input):
        """The most probable class of each row, (N)."""
        return self.log_prob(input).argmax(1)
