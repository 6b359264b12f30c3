"""torch.distributed.tensor: the class of tensors spread over processes, by which programs ask whether one is."""

from .._core.tensor import Tensor
from ..absent import REASONS, Refusal

__all__ = ["DTensor", "distribute_module", "distribute_tensor"]


class DTensor(Tensor):
    """A tensor whose parts several processes hold: none is.

    >>> import borch as torch
    >>> from borch.distributed.tensor import DTensor
    >>> isinstance(torch.ones(2), DTensor)
    False
    """

    from_local = Refusal("torch.distributed.tensor.DTensor.from_local", REASONS["distributed"])


distribute_module = Refusal("torch.distributed.tensor.distribute_module", REASONS["distributed"])
distribute_tensor = Refusal("torch.distributed.tensor.distribute_tensor", REASONS["distributed"])
