"""torch.utils.tensorboard, by name alone: its writer needs the TensorBoard package and its event files.

Source: https://docs.pytorch.org/docs/stable/tensorboard.html
"""

__all__ = ["FileWriter", "SummaryWriter"]

_REASON = "is not implemented in borch: draw with matplotlib; it would write TensorBoard's files"


class SummaryWriter:
    """NotImplementedError: borch has no TensorBoard.

    >>> import borch as torch
    >>> torch.utils.tensorboard.SummaryWriter()
    Traceback (most recent call last):
    NotImplementedError: SummaryWriter is not implemented in borch: draw with matplotlib; it would write TensorBoard's files
    """

    def __init__(self, *args, **kwargs):
        raise NotImplementedError(f"{type(self).__name__} {_REASON}")


class FileWriter(SummaryWriter):
    """NotImplementedError, as SummaryWriter."""
