"""LinearCrossEntropyOptions, in a file of its own since making a dataclass takes as long as a start takes for ten ops.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LinearCrossEntropyLoss.html
"""

from dataclasses import dataclass


@dataclass(slots=True)
class LinearCrossEntropyOptions:
    """How torch cuts linear_cross_entropy up to save memory; accepted here, and changes nothing.

    >>> import borch as torch
    >>> torch.nn.LinearCrossEntropyOptions().chunking_method
    'auto'
    """

    allow_retain_graph: bool = False
    batch_chunk_size: int | None = None
    chunking_method: str | None = "auto"
    acc_policy: str = "auto"
    acc_dtype: object = None

    def __post_init__(self):
        size = self.batch_chunk_size
        if size is not None and not (isinstance(size, int) and size > 0):
            raise ValueError(f"batch_chunk_size must be positive int or None, got {size!r}")
        if self.acc_policy not in ("accurate", "balanced", "compact", "auto"):
            raise ValueError(f"invalid acc_policy: {self.acc_policy!r}")
