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
