"""torch.utils.tensorboard: TensorBoard's event files. Names only.

Source: https://docs.pytorch.org/docs/stable/tensorboard.html
"""

from .writer import FileWriter, SummaryWriter

__all__ = ["FileWriter", "SummaryWriter"]
